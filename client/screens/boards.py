"""Many boards at once: a grid of small ones, and one of them large on demand."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from client.board import BoardView
from client.layout import plan
from engine.catalogue import Options
from engine.places import Place
from engine.state import State

GAP = 8
"""Pixels between two boards."""


class BoardsGrid(QWidget):
    """The boards of a race, as large as they fit. A click shows one alone, another all again."""

    def __init__(self) -> None:
        super().__init__()
        self.boards: dict[int, BoardView] = {}
        """The small boards, by player."""
        self.large = BoardView(self)
        """The board of the player that was clicked."""
        self.large.hide()
        self.large.setCursor(Qt.CursorShape.PointingHandCursor)
        self.large.viewport().installEventFilter(self)
        self.shown: int | None = None
        """Whose board is large; None while all are shown."""
        self._captions: dict[int, str] = {}
        self._game: tuple[str, Options] | None = None
        self._places: Sequence[Place] = ()

    def set_game(self, name: str, options: Options) -> None:
        """Clear the table, for a race in this game."""
        for board in self.boards.values():
            board.hide()
            board.deleteLater()
        self.boards, self._captions, self.shown = {}, {}, None
        self._game = (name, options)
        self.large.set_game(name, options)
        self._places = self.large.game.places
        self.large.hide()

    def show_board(self, player: int, view: State) -> None:
        """Show a player's position."""
        if self._game is None:
            return
        board = self.boards.get(player)
        if board is None:
            board = self.boards[player] = BoardView(self, thumbnail=True)
            board.setMinimumSize(40, 30)
            board.set_game(*self._game)
            board.set_caption(self._captions.get(player, ""))
            board.chosen.connect(lambda: self.enlarge(player))
            self._arrange()
            board.setVisible(self.shown is None)
        if board.state != view:
            board.show_state(view)
        if player == self.shown and self.large.state != view:
            self.large.show_state(view)

    def set_caption(self, player: int, caption: str) -> None:
        """Say whose board it is, and how it stands."""
        if self._captions.get(player) == caption:
            return
        self._captions[player] = caption
        if player in self.boards:
            self.boards[player].set_caption(caption)
        if player == self.shown:
            self.large.set_caption(caption)

    def enlarge(self, player: int | None) -> None:
        """Show one board large, or with None all of them again."""
        if player is not None and player not in self.boards:
            return
        self.shown = player
        if player is not None:
            self.large.set_caption(self._captions.get(player, ""))
            self.large.show_state(self.boards[player].state, animate=False)
        self.large.setVisible(player is not None)
        for board in self.boards.values():
            board.setVisible(player is None)
        self._arrange()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """A click on the large board makes it small again."""
        if event.type() == QEvent.Type.MouseButtonRelease:
            self.enlarge(None)
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find room for all."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self.large.setGeometry(self.rect())
        if not self.boards or self.shown is not None:
            return
        columns = self._columns(len(self.boards))
        rows = -(-len(self.boards) // columns)
        width = (self.width() - GAP * (columns - 1)) // columns
        height = (self.height() - GAP * (rows - 1)) // rows
        for i, board in enumerate(self.boards.values()):
            y, x = divmod(i, columns)
            board.setGeometry(QRect(x * (width + GAP), y * (height + GAP), width, height))

    def _columns(self, count: int) -> int:
        """How many side by side make the cards largest."""

        def card(columns: int) -> int:
            rows = -(-count // columns)
            width = (self.width() - GAP * (columns - 1)) // columns
            height = (self.height() - GAP * (rows - 1)) // rows - 24
            if width < 40 or height < 40:
                return 0
            return plan(self._places, width, height).card[0]

        return max(range(1, count + 1), key=card)
