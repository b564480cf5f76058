"""How a game is drawn where one is looked for: picture, title, facts, and a star to click."""

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import (
    QListWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from client.window.desktop import theme
from client.window.scene.game_pictures import RADIUS, pictures
from client.words.texts import BETWEEN, facts_text, played_text
from client.words.translation import translate
from engine import catalogue

STAR_WIDTH: Final = 28
"""Of the star's place at the end of a title, in pixels."""
ROW: Final = (80, 50)
"""The picture of a game in a list: its width and height in pixels."""
TILE: Final = (168, 105)
"""The same in a gallery."""
GAP: Final = 6
"""Pixels around a picture."""
TITLE: Final = 20
FACTS: Final = 16
"""Heights of a line of text."""
LEAST: Final = 11
"""The size of letters in a title that is longer than usual."""
POINTED: Final = 110
"""How strong the shade of the row under the mouse is, of 255: the chosen one is plainly more."""
BAR: Final = 4
"""The width of the bar at the edge of the chosen row, in pixels."""
NAME: Final = Qt.ItemDataRole.UserRole
"""The role of an item's game, as its name."""
STARRED: Final = Qt.ItemDataRole.UserRole + 1
"""The role that says whether the item's game has a star."""
MARKED: Final = Qt.ItemDataRole.UserRole + 2
"""The role that says whether the player has raced the item's game here."""


class GameRows(QStyledItemDelegate):
    """Draws a game: its picture, its title and what kind it is, and a star that a click toggles."""

    def __init__(self, view: QListWidget, toggle: Callable[[str], object]) -> None:
        """Draw the rows of this view; `toggle` is told the game whose star was clicked."""
        super().__init__(view)
        self._toggle = toggle
        self.gallery = False
        """Whether the picture is large and the texts are below it; else they are beside it."""

    def sizeHint(
        self,
        _option: QStyleOptionViewItem,
        _index: QModelIndex | QPersistentModelIndex,
    ) -> QSize:
        """Return the size of a row, which is the same for all."""
        wide, high = TILE if self.gallery else ROW
        below = TITLE + FACTS + GAP if self.gallery else 0
        return QSize(theme.px(wide + 2 * GAP), theme.px(high + 2 * GAP + below))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw the game; where there is no star, its outline for the game in question."""
        rect: QRect = option.rect
        widget: QWidget = option.widget
        entry = catalogue.entry(str(index.data(NAME)))
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        pointed = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or pointed:
            shade = QColor(theme.colours.chosen if chosen else theme.colours.line)
            shade.setAlpha(255 if chosen else POINTED)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(shade)
            painter.drawRoundedRect(rect, 8, 8)
        if chosen:
            bar = QRect(rect.topLeft(), QSize(theme.px(BAR), rect.height()))
            painter.setBrush(QColor(theme.colours.accent))
            painter.drawRoundedRect(bar.adjusted(0, theme.px(GAP), 0, -theme.px(GAP)), 2, 2)

        place = self._picture(rect)
        image = pictures.find(entry.name, {}, place.size(), widget.devicePixelRatioF())
        if image is not None:
            painter.drawImage(place.topLeft(), image)
        else:
            painter.setPen(QPen(QColor(theme.colours.line)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(place.adjusted(0, 0, -1, -1), RADIUS, RADIUS)

        title, facts = self._texts(rect)
        starred = bool(index.data(STARRED))
        if starred or chosen or pointed:
            self._draw_star(painter, rect, starred)
            title.setRight(self._star(rect).left())
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        painter.setFont(title_font(option.font, text, title.width()))
        painter.setPen(QColor(theme.colours.text))
        text = _cut(painter, text, title)
        painter.drawText(title, Qt.AlignmentFlag.AlignVCenter, text)
        font = QFont(option.font)
        font.setPixelSize(theme.px(12))
        painter.setFont(font)
        painter.setPen(QColor(theme.colours.text if chosen else theme.colours.muted))
        texts = [translate("games", entry.family)]
        if not self.gallery:
            texts = facts_lines(facts_text(entry), painter.fontMetrics(), facts.width())
        marked = bool(index.data(MARKED))
        if marked:
            texts = [texts[0], played_text()]
        high = facts.height() // len(texts) if self.gallery else theme.px(FACTS - 1)
        line = QRect(facts.topLeft(), QSize(facts.width(), high))
        for number, text in enumerate(
            texts
        ):  # not as one text: in some fonts, two lines of it are higher than this
            where = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
            if marked and number:
                painter.setPen(QColor(theme.colours.bright))
            painter.drawText(line, where, _cut(painter, text, line))
            line.translate(0, high)
        painter.restore()

    def _draw_star(self, painter: QPainter, rect: QRect, starred: bool) -> None:
        painter.setPen(QColor(theme.colours.bright if starred else theme.colours.muted))
        painter.setBrush(QColor(theme.colours.bright) if starred else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(_star(QPointF(self._star(rect).center()), theme.px(7)))

    def _picture(self, rect: QRect) -> QRect:
        gap = theme.px(GAP)
        wide, high = TILE if self.gallery else ROW
        return QRect(rect.x() + gap, rect.y() + gap, theme.px(wide), theme.px(high))

    def _texts(self, rect: QRect) -> tuple[QRect, QRect]:
        """Where the title is, and where the facts are."""
        picture, title = self._picture(rect), theme.px(TITLE)
        if self.gallery:
            at, high = picture.bottomLeft() + QPoint(2, theme.px(GAP)), theme.px(FACTS)
        else:
            at, high = picture.topRight() + QPoint(theme.px(10), 0), picture.height() - title
        wide = rect.right() - at.x() - theme.px(GAP)
        return (
            QRect(at, QSize(wide, title)),
            QRect(at + QPoint(0, title), QSize(wide, high)),
        )

    def _star(self, rect: QRect) -> QRect:
        """Where the star is: at the end of the title's line."""
        title, _ = self._texts(rect)
        star = theme.px(STAR_WIDTH)
        return QRect(rect.right() + 1 - star, title.y(), star, title.height())

    def _clicked(self, rect: QRect) -> QRect:
        """Where a click is meant for the star: all around it, but not on a picture."""
        return self._star(rect).adjusted(0, -GAP, 0, rect.height())

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Toggle the star that was clicked."""
        if (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and self._clicked(option.rect).contains(event.position().toPoint())
        ):
            self._toggle(str(index.data(NAME)))
            return True
        return super().editorEvent(event, model, option, index)


def title_font(font: QFont, title: str, width: int) -> QFont:
    """Return the font for a title; a smaller one where it would not fit otherwise."""
    font = QFont(font)
    font.setWeight(QFont.Weight.DemiBold)
    usual = font.pixelSize() if font.pixelSize() > 0 else QFontInfo(font).pixelSize()
    for size in range(usual, theme.px(LEAST) - 1, -1):
        font.setPixelSize(size)
        if QFontMetrics(font).horizontalAdvance(title) <= width:
            break
    return font


def facts_lines(facts: str, metrics: QFontMetrics, width: int) -> list[str]:
    """Return a game's facts on two lines at most: the second begins with a fact.

    Where that leaves one of them too long, it is for who draws it to cut.
    """
    if metrics.horizontalAdvance(facts) <= width:
        return [facts]
    parts = facts.split(BETWEEN)
    ways = [(BETWEEN.join(parts[:at]), BETWEEN.join(parts[at:])) for at in range(1, len(parts))]
    # As much as fits on the first line, if the rest fits, too; else what is cut least.
    return list(
        min(reversed(ways), key=lambda way: max(width, *map(metrics.horizontalAdvance, way)))
    )


def _cut(painter: QPainter, text: str, place: QRect) -> str:
    return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, place.width())


def _star(middle: QPointF, radius: float) -> QPolygonF:
    points = []
    for i in range(10):
        angle, out = math.pi * (i / 5 - 0.5), radius * (0.42 if i % 2 else 1)
        points.append(middle + QPointF(math.cos(angle), math.sin(angle)) * out)
    return QPolygonF(points)
