"""A table with a game in each row: its picture, its title, and its options below."""

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from client.window.desktop import theme
from client.window.scene.game_pictures import SEED, pictures
from client.window.widgets.elements import TABLE_EDGES, Cell, Cells, DataTable, halves
from client.words.deals import deals_text
from client.words.texts import BETWEEN, brief_options_text, game_title
from engine.catalogue import Options
from protocol.messages import Deals

PICTURE: Final = (60, 38)
"""Width and height of a game's picture in a row, in pixels."""
GAP: Final = 8
"""Pixels around the picture, and between it and the words."""
SMALLER: Final = 12
"""Pixels of the font of options."""
LEAST_ROWS: Final = 2
HEAD: Final = 34
"""Pixels of the height of a row that heads the games of a family."""
_GAME = Qt.ItemDataRole.UserRole
"""The data of a cell: the name of its game, the options, the seed of the pictured deal, and which
deals it is about."""


class GameRow(NamedTuple):
    """A row about a game."""

    key: object
    game: str
    """Empty for what heads the games of a family."""
    options: Options
    texts: Sequence[str | Cell]
    """Those of the other columns."""
    seed: str = ""
    """What its own deal was made from, if it is about one: then that is pictured."""
    deals: Deals = "any"
    """Which deals it is about."""
    heading: str = ""
    """What such a row is headed by."""


class GameTable(DataTable):
    """Rows that each are about a game: what stands in the column `wide` is that game."""

    row_height: ClassVar = PICTURE[1] + 12
    least_wide: ClassVar = 200

    def __init__(
        self,
        headings: list[str],
        wide: int = 0,
        parent: QWidget | None = None,
        *,
        numbers: Sequence[int] = (),
        spared: Sequence[int] = (),
        whole: bool = False,
    ) -> None:
        super().__init__(
            headings,
            wide,
            parent,
            numbers=numbers,
            spared=spared,
            whole=whole,
            snug=True,
            close=True,
        )
        self._heads: list[int] = []
        """The rows that head the games of a family."""
        self.setItemDelegateForColumn(wide, _Games(self))
        pictures.made.connect(self.viewport().update)

    def minimumSizeHint(self) -> QSize:
        """Return the size of two rows: what is around it is scrolled where that has no room.

        That of all rows, for a whole table.
        """
        if self._whole:
            return super().minimumSizeHint()
        head = self.horizontalHeader().sizeHint().height() + theme.px(TABLE_EDGES)
        high = head + LEAST_ROWS * theme.px(self.row_height)
        return QSize(super().minimumSizeHint().width(), min(high, self.sizeHint().height()))

    def changeEvent(self, event: QEvent) -> None:
        """Take the rows' height in another scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._lower_heads()

    def _lower_heads(self) -> None:
        for y in range(self.rowCount()):
            high = HEAD if y in self._heads else self.row_height
            self.setRowHeight(y, theme.px(high))
        self._take_height()

    def fill_games(self, rows: Sequence[GameRow]) -> None:
        """Show these rows."""
        filled = []
        for each in rows:
            cells = list(each.texts)
            words = _words(each.game, each.options, each.deals) if each.game else (each.heading,)
            cells.insert(self._wide, BETWEEN.join(filter(None, words)))
            filled.append((each.key, cells))
        self.fill(filled)
        self._heads = [y for y, each in enumerate(rows) if not each.game]
        self._lower_heads()
        for y, each in enumerate(rows):
            if item := self.item(y, self._wide):
                told = each.game, dict(each.options), each.seed or SEED, each.deals
                item.setData(_GAME, told if each.game else None)
                font = QFont()  # of which nothing but its weight is set: it grows with the window
                font.setWeight(QFont.Weight.DemiBold)
                for x in range(self.columnCount()):
                    if cell := self.item(y, x):
                        cell.setData(Qt.ItemDataRole.FontRole, None if each.game else font)
        self._widen()


class _Games(Cells):
    """Paints the picture, with the words beside it."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the room for the picture and the words."""
        found = index.data(_GAME)
        least = super().sizeHint(option, index)
        if found is None:
            return least
        game, chosen, _, deals = found
        title, options = _words(game, chosen, deals)
        title_font, options_font = _fonts(option.font)
        wide = max(
            QFontMetrics(title_font).horizontalAdvance(title),
            QFontMetrics(options_font).horizontalAdvance(options),
        )
        return QSize(theme.px(PICTURE[0]) + 3 * theme.px(GAP) + wide, least.height())

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint the picture and the words over what is behind every cell."""
        super().paint(painter, option, index)
        found = index.data(_GAME)
        if found is None:
            return
        game, chosen, seed, deals = found
        rect: QRect = option.rect
        size = QSize(*map(theme.px, PICTURE))
        left = rect.left() + theme.px(GAP)
        top = rect.center().y() - size.height() // 2
        device = painter.device()
        image = pictures.find(game, chosen, size, device.devicePixelRatio(), seed)
        if image is not None:
            painter.drawImage(QPointF(left, top), image)
        title, options = _words(game, chosen, deals)
        title_font, options_font = _fonts(option.font)
        words = rect.adjusted(size.width() + 2 * theme.px(GAP), 0, -theme.px(4), 0)
        lines = [(title, title_font, theme.colours.text)]
        room = QFontMetrics(title_font)
        if not options:  # there is a line more
            first, rest = halves(title, room, words.width())
            lines = [(each, title_font, theme.colours.text) for each in (first, rest) if each]
        if options:
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            muted = theme.colours.text if selected else theme.colours.muted
            lines.append((options, options_font, muted))
        y = rect.center().y() - sum(QFontMetrics(font).height() for _, font, _ in lines) // 2
        for text, font, colour in lines:
            metrics = QFontMetrics(font)
            painter.setFont(font)
            painter.setPen(QColor(colour))
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, words.width())
            painter.drawText(words.left(), y + metrics.ascent(), shown)
            y += metrics.height()

    def shown_text(self, text: str, index: QModelIndex | QPersistentModelIndex) -> str:
        """Return nothing where the words are painted here."""
        return text if index.data(_GAME) is None else ""


def _words(game: str, options: Options, deals: Deals) -> tuple[str, str]:
    about = filter(None, (deals_text(deals), brief_options_text(game, options)))
    return game_title(game), BETWEEN.join(about)


def _fonts(font: QFont) -> tuple[QFont, QFont]:
    title, options = QFont(font), QFont(font)
    title.setWeight(QFont.Weight.DemiBold)
    options.setPixelSize(theme.px(SMALLER))
    return title, options
