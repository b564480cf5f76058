"""Many boards at once: a grid of small ones, and one of them large on demand."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from client.board.layout import LENGTHS, length_for, plan
from client.window.desktop import theme
from client.window.desktop.pace import MANY
from client.window.racing.standings import board_caption
from client.window.scene.board_view import BoardView
from client.window.scene.caption import brief_fits, caption_fits, caption_height
from client.window.scene.card_item import Pictures
from client.window.scene.small_board import SmallBoard
from client.window.widgets.elements import button, plain_tip
from client.words.translation import translate
from engine.catalogue import Options
from engine.places import Place
from engine.state import State
from protocol.messages import Standing

GAP = 8
"""Pixels between two boards."""

FRAME: Final = 16
"""Milliseconds between two frames."""
MOST: Final = 4
"""Boards that change in one frame at most, so that they leave time for all else; the others wait
for the next: of sixteen, each changes fifteen times a second."""
LEAST: Final = 116
"""Width of the smallest board on which something can be seen, and read above it, in pixels."""
WIDE: Final = 640
"""Pixels from which there is room for the others beside a large board."""


class BoardsGrid(QWidget):
    """The boards of a race, as large as they fit. A click shows one large, another all again.

    Where there is room, the others stay in a strip beside the large one, each a click away. They
    lie in the order of the places when somebody comes to look: none moves while one looks.
    """

    enlarged = Signal(object)
    """(player): whose board is large now; None when all are shown."""

    def __init__(self, *, scrolled: bool = False) -> None:
        """Make an empty grid; a `scrolled` one asks for room in which each board can be seen."""
        super().__init__()
        self._scrolled = scrolled
        self.boards: dict[int, SmallBoard] = {}
        """The small boards, by player, as they lie."""
        self.all = button(translate("boards", "All boards"), lambda: self.enlarge(None))
        """Leads back from a large board, and is seen then: for whoever shows the grid to place."""
        self.all.hide()
        self._places_taken: dict[int, int] = {}
        """The players' places."""
        self.large = BoardView(self)
        """The board of the player that was clicked."""
        self.large.setMinimumSize(40, 30)
        self.large.hide()
        self.large.setCursor(Qt.CursorShape.PointingHandCursor)
        self.large.viewport().installEventFilter(self)
        self.shown: int | None = None
        """Whose board is large; None while all are shown."""
        self._captions: dict[int, str] = {}
        self._brief = self._two_lines = False
        """Whether captions have no more than name and score, as one of them was cut, or two lines,
        as one was cut even so; until another race or size."""
        self._game: tuple[str, Options] | None = None
        self._places: Sequence[Place] = ()
        self._suits: dict[int, int] = {}
        """What `_suiting` has found out for this game, by width: layouts ask again and again."""
        self._length = LENGTHS[0]
        """For how long columns there is room on the small boards, which it makes smaller: it grows
        with the longest there has been, and no board has other cards than the rest."""
        self._pictures = Pictures()
        """The cards of all small boards, which are of one size."""
        self._waiting: dict[int, State] = {}
        """The positions that wait for the next frame, by player."""
        self._frame = QTimer(self, singleShot=True, interval=FRAME)
        self._frame.timeout.connect(self._show_waiting)

    def set_game(self, name: str, options: Options) -> None:
        """Clear the table, for a race in this game."""
        for board in self.boards.values():
            board.hide()
            board.deleteLater()
        self.boards, self._captions, self._places_taken, self.shown = {}, {}, {}, None
        self.all.hide()
        self._waiting.clear()
        self._brief = self._two_lines = False
        self.enlarged.emit(None)
        self._game = (name, options)
        self.large.set_game(name, options)
        self._places = self.large.game.places
        self._suits.clear()
        self._length = LENGTHS[0]
        self.large.hide()

    def show_board(self, player: int, view: State) -> None:
        """Show a player's position: at once, or a frame or two later when many change.

        Of the positions that wait, a player's last one is shown.
        """
        if self._game is None:
            return
        if player not in self.boards:
            self._add(player, view)
        elif player == self.shown:
            self._waiting.pop(player, None)
            self._show_now(player, view)
        else:
            self._waiting[player] = view
            if not self._frame.isActive():
                self._show_waiting()

    def _add(self, player: int, view: State) -> None:
        assert self._game is not None
        board = self.boards[player] = SmallBoard(self, pictures=self._pictures)
        board.setMinimumSize(40, 30)
        board.set_length(self._length)
        board.set_game(*self._game)
        self._write(board, self._captions.get(player, ""))
        board.chosen.connect(lambda: self.enlarge(player))
        self._make_room(view)
        board.show_state(view)
        self.large.sparing = len(self.boards) > MANY
        self._sort()
        self._arrange()

    def _show_now(self, player: int, view: State) -> None:
        if self.boards[player].state != view:
            self._make_room(view)
            self.boards[player].show_state(view)
        if player == self.shown and self.large.state != view:
            self.large.show_state(view)

    def _make_room(self, view: State) -> None:
        """Make all cards smaller where a column has become too long for them, and never larger."""
        length = length_for(self._places, view.piles)
        if length > self._length:
            self._length = length
            for board in self.boards.values():
                board.set_length(length)

    def _show_waiting(self) -> None:
        """Begin a frame with those that have waited the longest, unless nobody waits."""
        for player in list(self._waiting)[:MOST]:
            self._show_now(player, self._waiting.pop(player))
            self._frame.start()

    def show_standings(self, standings: Sequence[Standing]) -> None:
        """Say whose boards they are, and how they stand."""
        self._places_taken = {racer.player: racer.place for racer in standings}
        for racer in standings:
            self._set_caption(racer.player, board_caption(racer, len(standings)))

    def _sort(self) -> None:
        last = len(self.boards) + 1
        placed = sorted(self.boards, key=lambda player: self._places_taken.get(player) or last)
        self.boards = {player: self.boards[player] for player in placed}

    def _set_caption(self, player: int, caption: str) -> None:
        if self._captions.get(player) == caption:
            return
        self._captions[player] = caption
        if player in self.boards:
            self._write(self.boards[player], caption)
            if self._scrolled and not self._two_lines and self._cut(self.boards[player]):
                self._arrange()
        if player == self.shown:
            self.large.set_caption(caption)

    @staticmethod
    def _write(board: SmallBoard, caption: str) -> None:
        board.set_caption(caption)
        board.setToolTip(plain_tip(caption))  # the whole of what may be cut

    def enlarge(self, player: int | None) -> None:
        """Show one board large, or with None all of them again."""
        if player is not None and player not in self.boards:
            return
        self.shown = player
        if player is not None:
            self.large.set_caption(self._captions.get(player, ""))
            self._show_now(player, self._waiting.pop(player, self.boards[player].state))
            self.large.show_state(self.boards[player].state, animate=False)
        else:
            self._sort()
        self.large.setVisible(player is not None)
        self.all.setVisible(player is not None)
        self._arrange()
        self.enlarged.emit(player)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """A click on the large board makes it small again."""
        if event.type() == QEvent.Type.MouseButtonRelease:
            self.enlarge(None)
        return False

    def minimumSizeHint(self) -> QSize:
        """Return the size in which something can be seen on each board."""
        if not self._scrolled or self.shown is not None or not self.boards:
            return QSize()
        columns, _, height = self._scrolled_columns(len(self.boards))
        rows = -(-len(self.boards) // columns)
        return QSize(theme.px(LEAST), rows * (height + GAP) - GAP)

    def _scrolled_columns(self, count: int) -> tuple[int, int, int]:
        """Return how many are side by side where the grid is scrolled, and how large each is.

        All are in sight, with cards as large as they can be then; but where nothing could be seen
        on such small ones, as many as can be read are side by side, and the rest is scrolled to.
        """
        around = self.parentWidget()
        room = around.height() if around is not None else self.height()
        least = theme.px(LEAST)
        most = max(1, min(count, (self.width() + GAP) // (least + GAP)))
        head = caption_height(1 + self._two_lines)

        def size(columns: int, *, whole: bool) -> tuple[int, int]:
            rows = -(-count // columns)
            width = (self.width() - GAP * (columns - 1)) // columns
            suiting = head + self._suiting(width)
            return width, suiting if whole else min(suiting, (room + GAP) // rows - GAP)

        def card(columns: int) -> int:
            width, height = size(columns, whole=False)
            return self._card(QSize(width, height - head + caption_height()))

        best = max(range(1, most + 1), key=card)
        seen = bool(self._places) and card(best) >= plan(self._places, least, 2 * least).card[0]
        columns = best if seen else most
        return columns, *size(columns, whole=not seen)

    def _cut(self, board: SmallBoard) -> bool:
        fits = brief_fits if self._brief else caption_fits
        return not fits(board.caption, board.width())

    def used_width(self, least: int, most: int, height: int) -> int:
        """Return the greatest width between these with which a large board so high does something.

        Wider, its cards would be no larger. All are in pixels.
        """
        widths = range(least, max(least, most) + 1)
        return least + bisect_right(widths, height - caption_height(), key=self._suiting, lo=1) - 1

    def _suiting(self, width: int) -> int:
        """Return the least height at which cards are as large as this width lets them be."""
        if not self._places or width <= 0:
            return 0
        if width in self._suits:
            return self._suits[width]
        low, high = 0, 2 * width
        widest = plan(self._places, width, high).card[0]
        while low < high:
            middle = (low + high) // 2
            if plan(self._places, width, max(1, middle)).card[0] < widest:
                low = middle + 1
            else:
                high = middle
        self._suits[width] = low
        return low

    def showEvent(self, event: QShowEvent) -> None:
        """Put the boards in order for who comes to look."""
        super().showEvent(event)
        self._sort()
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find room for all boards in the new size."""
        super().resizeEvent(event)
        self._brief = self._two_lines = False
        self._arrange()

    def _arrange(self) -> None:
        self.updateGeometry()
        large = self.shown is not None
        small = [board for player, board in self.boards.items() if player != self.shown]
        area = self._strip(len(small)) if large else self.rect()
        if large:
            self.large.setGeometry(self._beside(area))
        for player, board in self.boards.items():
            board.setVisible(not area.isEmpty() and player != self.shown)
        if not small or area.isEmpty():
            return
        scrolled = self._scrolled and not large
        if scrolled:
            columns, width, height = self._scrolled_columns(len(small))
            if self.isVisible():
                self._shorten(small, width)
                columns, width, height = self._scrolled_columns(len(small))
        else:
            columns = self._columns(len(small), area)
            rows = -(-len(small) // columns)
            width = (area.width() - GAP * (columns - 1)) // columns
            height = (area.height() - GAP * (rows - 1)) // rows
        if large:
            height = min(height, width * 4 // 3)
        lines, brief = 1 + (scrolled and self._two_lines), scrolled and self._brief
        if not scrolled and not all(caption_fits(board.caption, width) for board in small):
            lines += height >= caption_height(2) + self._suiting(width)  # no card is smaller for it
        for i, board in enumerate(small):
            board.set_caption_lines(lines, brief=brief and lines == 1)
            row, column = divmod(i, columns)
            # The last row is in the middle.
            free = columns - min(columns, len(small) - row * columns)
            x = area.left() + (2 * column + free) * (width + GAP) // 2
            board.setGeometry(QRect(x, area.top() + row * (height + GAP), width, height))

    def _shorten(self, boards: Sequence[SmallBoard], width: int) -> None:
        """Have captions that fit boards so wide: all of them whole, or brief, or on two lines."""
        if not self._brief and not all(caption_fits(each.caption, width) for each in boards):
            self._brief = True
        if self._brief and not all(brief_fits(each.caption, width) for each in boards):
            self._two_lines = True

    def _strip(self, count: int) -> QRect:
        """Where the others lie: beside or below the large board, whatever leaves it larger cards.

        In a narrow window they lie nowhere.
        """
        if self.width() < WIDE or not count:
            return QRect()
        share = 5 if count <= 8 else 3
        width, height = self.width() // share, self.height() // share
        beside = QRect(self.width() - width, 0, width, self.height())
        below = QRect(0, self.height() - height, self.width(), height)
        return max((beside, below), key=lambda strip: self._card(self._beside(strip).size()))

    def _beside(self, strip: QRect) -> QRect:
        """What a strip leaves for the large board."""
        if strip.isEmpty():
            return self.rect()
        if strip.top() > 0:
            return QRect(0, 0, self.width(), strip.top() - GAP)
        return QRect(0, 0, strip.left() - GAP, self.height())

    def _card(self, size: QSize) -> int:
        """How wide cards are on a board of this size."""
        width, height = size.width(), size.height() - caption_height()
        if width < 40 or height < 40:
            return 0
        return plan(self._places, width, height).card[0]

    def _columns(self, count: int, area: QRect) -> int:
        """How many side by side make the cards largest."""

        def card(columns: int) -> tuple[int, int]:
            rows = -(-count // columns)
            width = (area.width() - GAP * (columns - 1)) // columns
            height = (area.height() - GAP * (rows - 1)) // rows
            # With equal cards, or none, captions and boards have the better shape.
            return self._card(QSize(width, height)), min(width, 2 * height)

        return max(range(1, count + 1), key=card)
