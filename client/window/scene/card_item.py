"""The pictures and the items of a board's scene: cards, and the light around them.

A scene's coordinates are device pixels, so that every picture is shown pixel for pixel.
"""

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from client.window.cards.card_back import (
    GLOW,
    RADIUS,
    WIDTH,
    paint_glow,
    paint_place,
    redeal_path,
)
from client.window.cards.card_face import CardPainter, Strip
from client.window.cards.deck import CLASSIC, PAPER, Deck
from engine.cards import DOWN, RANK, UNKNOWN, is_down

LIFTED: Final = 1.06
"""How much larger a card in hand is than one that lies."""
SHADE: Final = 0.035
"""How far the shade of a card that lies reaches beyond it, in card widths."""
COUNT_HEIGHT: Final = 0.19
"""The height of the label that says how many cards lie in a stock, in card widths."""
LEAST_COUNT: Final = 13
"""The least height of that label in pixels of the window: it could not be read otherwise."""
LABEL_AIR: Final = 0.12
"""What a label leaves of that room, in the width of the card, or else it is a narrower one."""
LABEL_EDGE: Final = 0.03
"""What stays free to the right and left of that label, in card widths."""
LABEL_BELOW: Final = 2
"""What stays free below it at least, in pixels of the window."""
MOST_COUNT: Final = 0.4
"""The greatest height of that label in card widths: a card too small for it has none."""


class Pictures:
    """All that lies on a table, drawn once for each size of a card.

    Sizes are device pixels; `ratio` is how many of them make a pixel of the window.
    """

    def __init__(self, deck: Deck = CLASSIC) -> None:
        self.ratio = 1.0
        self._cards = CardPainter(100, deck=deck)
        self._others: dict[tuple[str, str | None], QPixmap] = {}
        self.size = (0, 0)
        self.rect = QRectF()
        """A card at (0, 0)."""
        self.corner = 0
        """How far a card's round corners reach into it."""
        self.reach = 0
        """How far a glow reaches beyond a card."""
        self.bounds = QRectF()
        """A card at (0, 0), and how far its shadow reaches."""

    def resize(self, card: tuple[int, int], ratio: float) -> None:
        """Draw cards of this width and height from now on."""
        if (card, ratio) != (self.size, self.ratio):
            self.size, self.ratio = card, ratio
            self.rect = QRectF(0, 0, *card)
            self.corner = math.ceil(card[0] * RADIUS / WIDTH)
            self.reach = reach = round(card[0] * GLOW) + 2
            self.bounds = self.rect.adjusted(-reach, -reach, 2 * reach, 2 * reach)
            self._cards.resize(card[0] / ratio, ratio)
            self._others.clear()

    @property
    def deck(self) -> Deck:
        """How the cards look."""
        return self._cards.deck

    @deck.setter
    def deck(self, deck: Deck) -> None:
        if deck.labels != self.deck.labels:
            self._others.clear()
        self._cards.deck = deck

    def card(self, card: int, *, strip: Strip | None = None) -> QPixmap:
        """Return the picture of a card, given as its byte, or of what is seen as a `strip`."""
        return self._cards.pixmap(card, strip=strip)

    def place(self, sign: str | None) -> QPixmap:
        """Return the picture of an empty place with this sign, as large as a card."""
        return self._drawn(
            ("place", sign),
            0,
            lambda painter: paint_place(painter, self.rect, sign, self.deck.labels),
        )

    def glow(self, colour: str) -> QPixmap:
        """Return light around a card, a picture larger than the card by `reach` on every side."""

        def paint(painter: QPainter) -> None:
            paint_glow(painter, self.rect, QColor(colour))

        return self._drawn(("glow", colour), self.reach, paint)

    def shade(self) -> QPixmap:
        """Return the shade around a card that lies, a picture as large as its glow."""
        depth = max(2, round(self.rect.width() * SHADE))

        def paint(painter: QPainter) -> None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(0, 0, 0, 84 // depth))
            painter.translate(0, depth / 3)
            for step in range(depth):
                grown = self.rect.adjusted(-step, -step, step, step)
                painter.drawRoundedRect(grown, self.corner + step, self.corner + step)

        return self._drawn(("shade", None), self.reach, paint)

    def shadow(self) -> QPixmap:
        """Return the soft shadow of a card that is held up, a picture as large as its glow."""

        def paint(painter: QPainter) -> None:
            painter.setPen(QColor(0, 0, 0, 0))
            painter.setBrush(QColor(0, 0, 0, 14))
            for step in range(self.reach):
                grown = self.rect.adjusted(-step, -step, step, step)
                painter.drawRoundedRect(grown, step + 4.0, step + 4.0)

        return self._drawn(("shadow", None), self.reach, paint)

    def _drawn(
        self, key: tuple[str, str | None], margin: int, paint: Callable[[QPainter], None]
    ) -> QPixmap:
        pixmap = self._others.get(key)
        if pixmap is None:
            pixmap = QPixmap(self.size[0] + 2 * margin, self.size[1] + 2 * margin)
            pixmap.fill(QColor(0, 0, 0, 0))
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(margin, margin)
            paint(painter)
            painter.end()
            self._others[key] = pixmap
        return pixmap


class TableItem(QGraphicsItem):
    """Something that lies on a table, and has its size from the pictures."""

    def __init__(self, pictures: Pictures, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures

    def resized(self) -> None:
        """Take on the size that cards have now."""
        self.prepareGeometryChange()
        self.update()


def seen_of(card: int) -> int:
    """Return which picture stands for a card: the back also while a face is not known yet.

    It was turned up by a move that the server has not confirmed, and turns over when it has.
    """
    return DOWN if card & RANK == UNKNOWN else card


class CardItem(TableItem):
    """A card on the scene."""

    def __init__(self, pictures: Pictures, card: int) -> None:
        super().__init__(pictures)
        self._raised = False
        self.card = card
        self._before = card
        """What it showed until it was turned over."""
        self.turned = 1.0
        """How much of the way over it has turned, from 0 to 1."""
        self.home = QPoint()
        """Where it lies, or is gliding to."""
        self._part = pictures.rect
        """What of it is painted."""
        self._strip: Strip | None = None

    def show_part(self, part: QRectF, strip: Strip | None = None) -> None:
        """Paint this part of the card only, as the rest is covered; an empty one hides it.

        A `strip` has the index that fits into it.
        """
        if part is not self._part or strip != self._strip:
            self._part, self._strip = part, strip
            self.setVisible(not part.isEmpty())
            self.update()

    def turn(self, card: int, *, slowly: bool = False) -> None:
        """Show this face from now on; `slowly` leaves it to `turn_to` to turn the card over."""
        if card != self.card:
            if slowly and is_down(seen_of(card)) != is_down(seen_of(self.card)):
                self._before, self.turned = self.card, 0.0
            self.card = card
            self.update()

    def turn_to(self, part: float) -> None:
        """Turn it so much of the way over."""
        if part != self.turned:
            self.turned = part
            self.update()

    def hold_up(self, raised: bool) -> None:
        """Be larger, with a shadow, if the card is raised, and else as those that lie."""
        if raised != self._raised:
            self._raised = raised
            self.setTransformOriginPoint(self._pictures.rect.center())
            self.setScale(LIFTED if raised else 1.0)
            self.update()

    def boundingRect(self) -> QRectF:
        """The card, and how far its shadow reaches."""
        return self._pictures.bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Paint the shadow and the card."""
        pictures, part = self._pictures, self._part
        whole, reach = pictures.rect, pictures.reach
        if self._raised:
            painter.drawPixmap(QPoint(0, 0), pictures.shadow())
        elif self.turned == 1:
            around = part.adjusted(-reach, -reach, reach, reach)
            painter.drawPixmap(around, pictures.shade(), around.translated(reach, reach))
        shown = seen_of(self._before if self.turned < 0.5 else self.card)
        picture = pictures.card(shown, strip=self._strip)
        if self.turned < 1:
            narrower = whole.width() * (1 - abs(1 - 2 * self.turned)) / 2
            painter.drawPixmap(whole.adjusted(narrower, 0, -narrower, 0), picture, whole)
        elif self._raised:
            # Enlarged pixel by pixel, the lines of a card would be of several widths.
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
            painter.drawPixmap(part, picture, part)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        else:
            painter.drawPixmap(part, picture, part)


class LightItem(TableItem):
    """Light around a card or an empty place; as a child of a card, it goes along with it."""

    def __init__(
        self, pictures: Pictures, colour: str, parent: QGraphicsItem | None = None
    ) -> None:
        super().__init__(pictures, parent)
        self._colour = colour

    def boundingRect(self) -> QRectF:
        """A card, and how far its light reaches."""
        reach = self._pictures.reach
        return self._pictures.rect.adjusted(-reach, -reach, reach, reach)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Paint the light."""
        reach = self._pictures.reach
        painter.drawPixmap(QPoint(-reach, -reach), self._pictures.glow(self._colour))


class CountItem(TableItem):
    """A label on a pile: its mark, or how many cards a stock has and how often they come round."""

    def __init__(self, pictures: Pictures) -> None:
        super().__init__(pictures)
        self.text = ""
        self.redeals: int | None = None
        self._label = QPixmap()
        self._drawn: tuple[str, int | None, int, str] = ("", None, 0, "")
        """Text, redeals, height and colour of that label."""

    def show_text(self, text: str, redeals: int | None = None) -> None:
        """Show a text, if there is one, and the number of redeals, if they are counted."""
        if (text, redeals) != (self.text, self.redeals):
            self.text, self.redeals = text, redeals
            self.update()

    def boundingRect(self) -> QRectF:
        """The card."""
        return self._pictures.rect

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Paint the label, unless there is nothing on it or the card is too small for it."""
        card, colour = self._pictures.rect, self._pictures.deck.back.colour
        height = max(card.width() * COUNT_HEIGHT, LEAST_COUNT * self._pictures.ratio)
        if (not self.text and self.redeals is None) or height > card.width() * MOST_COUNT:
            return
        wanted = (self.text, self.redeals, round(height), colour)
        if self._drawn != wanted:  # text takes long, and would leave its pens to other items
            self._drawn, self._label = wanted, _label(*wanted)
            room = card.width() * (1 - 2 * LABEL_EDGE)
            high = round(height)
            if self._label.width() > room - card.width() * LABEL_AIR:
                self._label = _label(self.text, self.redeals, high, colour, tight=True)
            while self._label.width() > room and high > 1:
                self._label = _label(self.text, self.redeals, high, colour, tight=True)
                high -= 1
        size = self._label.size()
        at = QPoint(size.width() // 2, size.height() // 2)
        above = max(card.width() * 0.2, size.height() / 2 + LABEL_BELOW * self._pictures.ratio)
        middle = QPoint(round(card.center().x()), round(card.bottom() - above))
        painter.drawPixmap(middle - at, self._label)


def _label(
    text: str, redeals: int | None, height: int, colour: str, *, tight: bool = False
) -> QPixmap:
    """Return both on a label of paper, so many device pixels high; a `tight` one is narrower."""
    margin = height * (0.26 if tight else 0.4)
    font = QFont(QApplication.font())
    font.setPixelSize(round(height * (0.74 if tight else 0.8)))
    font.setBold(True)
    advance = QFontMetricsF(font).horizontalAdvance
    rounds = "" if redeals is None else str(redeals)
    sign = height * 0.75 if rounds else 0.0
    gap = height * (0.16 if tight else 0.3) if text and rounds else 0.0
    width = round(advance(text) + gap + sign + advance(rounds) + 2 * margin)
    pixmap = QPixmap(width, height)
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = max(1.0, height * 0.06)  # without one, the label would be lost on a card's face
    painter.setPen(QPen(QColor(colour), line))
    painter.setBrush(QColor(PAPER))
    inner = QRectF(pixmap.rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2)
    painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    figures = -QFontMetricsF(font).tightBoundingRect(text + rounds).top()
    baseline = round((height + figures) / 2)
    x = margin
    painter.drawText(QPointF(x, baseline), text)
    if rounds:
        x += advance(text) + gap
        arrow = redeal_path()
        size = arrow.boundingRect()
        painter.save()
        painter.translate(x, height / 2)
        painter.scale(sign * 0.9 / size.width(), sign * 0.9 / size.width())
        painter.translate(-size.left(), -size.center().y())
        painter.fillPath(arrow, QColor(colour))
        painter.restore()
        painter.drawText(QPointF(x + sign, baseline), rounds)
    painter.end()
    return pixmap
