"""Games to begin with by one click: a picture and a title each, as many as there is room for."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from client.window.desktop import theme
from client.window.scene.game_pictures import GamePicture
from client.window.widgets.elements import Elided, column
from client.words.texts import game_title
from engine import catalogue

LEAST: Final = 116
LARGEST: Final = 300
"""The least and the greatest width of a game's picture, in pixels."""
ASPECT: Final = 1.6
"""Its width over its height."""
TITLE: Final = 26
EDGE: Final = 6
GAP: Final = 10
"""Pixels of a title's line, around a picture, and between two tiles."""
COLUMNS: Final = 4
ROWS: Final = 2
MOST: Final = COLUMNS * ROWS
"""How many tiles there are at most."""
WELL_KNOWN: Final = (
    *("klondike", "freecell", "spider", "montana"),
    *("yukon", "triple-peaks", "golf", "forty-thieves"),
)
"""What who has played nothing yet begins with."""


def to_begin_with(recent: Sequence[str]) -> list[str]:
    """Return which games there are tiles of: those played last, and then the well-known ones."""
    known = {entry.name for entry in catalogue.entries()}
    return [game for game in dict.fromkeys((*recent, *WELL_KNOWN)) if game in known][:MOST]


class GameTiles(QWidget):
    """Tiles side by side, in two rows where there is room for two."""

    chosen = Signal(str)
    """(game): the player wants this one."""

    def __init__(self) -> None:
        super().__init__()
        theme.set_role(self, "clear")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._tiles: list[GameTile] = []
        self._bound()

    def show_games(self, games: Sequence[str]) -> None:
        """Show these games, as far as there is room for them."""
        if [tile.game for tile in self._tiles] == list(games):
            return
        for tile in self._tiles:
            tile.hide()
            tile.deleteLater()
        self._tiles = [GameTile(game, self) for game in games]
        for tile in self._tiles:
            tile.clicked.connect(lambda _=False, game=tile.game: self.chosen.emit(game))
        self._arrange()

    def sizeHint(self) -> QSize:
        """Return the size of all in the least size."""
        wide, high = _tile(theme.px(LEAST))
        return QSize(COLUMNS * (wide + GAP) - GAP, ROWS * (high + GAP) - GAP)

    def minimumSizeHint(self) -> QSize:
        """Return the size of one tile."""
        return QSize(*_tile(theme.px(LEAST)))

    def changeEvent(self, event: QEvent) -> None:
        """Take no more height than the largest tiles do, in another scale, too."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._bound()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find room for as many as there can be now."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._bound()
        self._arrange()

    def _bound(self) -> None:
        """Take no more height than the tiles do in this width."""
        across = (self.width() + GAP) // self._columns - GAP - 2 * EDGE
        high = _tile(max(theme.px(LEAST), min(across, theme.px(LARGEST))))[1]
        self.setMaximumHeight(ROWS * (high + GAP) - GAP)

    @property
    def _columns(self) -> int:
        """How many tiles of the least size are side by side."""
        wide = _tile(theme.px(LEAST))[0]
        return max(1, min((self.width() + GAP) // (wide + GAP), COLUMNS))

    def _arrange(self) -> None:
        """Show as many tiles as fit in the least size, and these as large as they fit.

        Where not even one row does, it is lower. They begin at the top: what is said above is of
        them.
        """
        high = _tile(theme.px(LEAST))[1]
        columns = self._columns
        rows = max(1, min((self.height() + GAP) // (high + GAP), ROWS))
        across = (self.width() + GAP) // columns - GAP - 2 * EDGE
        along = (self.height() + GAP) // rows - GAP - 2 * EDGE - theme.px(TITLE)
        picture = max(0, min(across, int(along * ASPECT), theme.px(LARGEST)))
        wide, high = _tile(picture)
        left = max(0, (self.width() - columns * (wide + GAP) + GAP) // 2)
        for at, tile in enumerate(self._tiles):
            y, x = divmod(at, columns)
            tile.setVisible(y < rows and picture > 0)
            tile.setGeometry(left + x * (wide + GAP), y * (high + GAP), wide, high)


def _tile(picture: int) -> tuple[int, int]:
    """Return the size of a tile with a picture so wide."""
    return picture + 2 * EDGE, round(picture / ASPECT) + theme.px(TITLE) + 2 * EDGE


class GameTile(QPushButton):
    """One game."""

    def __init__(self, game: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.game = game
        theme.set_role(self, "tile")
        self._picture = GamePicture()
        self._picture.show_game(game, {})
        title = Elided(game_title(game))
        title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        theme.fix(title, height=TITLE)
        inner = column(space=0)
        inner.addWidget(self._picture, 1)
        inner.addWidget(title)
        inner.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        self.setLayout(inner)
        for part in (self._picture, title):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(game_title(game))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
