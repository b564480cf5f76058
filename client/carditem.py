"""The pictures and the items of a board's scene: cards, and the light around them.

A scene's coordinates are device pixels, so that every picture is shown pixel for pixel.
"""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from client.cardback import GLOW, paint_glow, paint_place
from client.cardface import CardPainter
from client.palette import CLASSIC, Palette


class Pictures:
    """All that lies on a table, drawn once for each size of a card.

    Sizes are device pixels; `ratio` is how many of them make a pixel of the window.
    """

    def __init__(self, palette: Palette = CLASSIC) -> None:
        self._ratio = 1.0
        self._cards = CardPainter(100, palette=palette)
        self._others: dict[tuple[str, str | None], QPixmap] = {}
        self.size = (0, 0)

    def resize(self, card: tuple[int, int], ratio: float) -> None:
        """Draw cards of this width and height from now on."""
        if (card, ratio) != (self.size, self._ratio):
            self.size, self._ratio = card, ratio
            self._cards.resize(card[0] / ratio, ratio)
            self._others.clear()

    @property
    def palette(self) -> Palette:
        """The cards' colours."""
        return self._cards.palette

    @palette.setter
    def palette(self, palette: Palette) -> None:
        self._cards.palette = palette

    @property
    def rect(self) -> QRectF:
        """A card at (0, 0)."""
        return QRectF(0, 0, *self.size)

    @property
    def reach(self) -> int:
        """How far a glow reaches beyond a card."""
        return round(self.size[0] * GLOW) + 2

    def card(self, card: int) -> QPixmap:
        """A card, by its byte."""
        return self._cards.pixmap(card)

    def place(self, hint: str | None) -> QPixmap:
        """An empty place, as large as a card."""
        return self._drawn(
            ("place", hint), 0, lambda painter: paint_place(painter, self.rect, hint)
        )

    def glow(self, colour: str) -> QPixmap:
        """Light around a card; the picture is larger than the card by `reach` on every side."""

        def paint(painter: QPainter) -> None:
            paint_glow(painter, self.rect, QColor(colour))

        return self._drawn(("glow", colour), self.reach, paint)

    def shadow(self) -> QPixmap:
        """The soft shadow of a card that is held up; larger than the card, as a glow."""

        def paint(painter: QPainter) -> None:
            painter.setPen(QColor(0, 0, 0, 0))
            painter.setBrush(QColor(0, 0, 0, 10))
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


class CardItem(QGraphicsItem):
    """A card on the scene."""

    def __init__(self, pictures: Pictures, card: int) -> None:
        super().__init__()
        self._pictures = pictures
        self._raised = False
        self.card = card
        self.home = QPoint()
        """Where it lies, or is gliding to."""

    def turn(self, card: int) -> None:
        """Show this face from now on."""
        if card != self.card:
            self.card = card
            self.update()

    def hold_up(self, raised: bool) -> None:
        """Throw a shadow, or not."""
        if raised != self._raised:
            self._raised = raised
            self.update()

    def resized(self) -> None:
        """Cards have another size from now on."""
        self.prepareGeometryChange()
        self.update()

    def boundingRect(self) -> QRectF:
        """The card, and how far its shadow reaches."""
        reach = self._pictures.reach
        return self._pictures.rect.adjusted(-reach, -reach, 2 * reach, 2 * reach)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Paint the shadow and the card."""
        if self._raised:
            painter.drawPixmap(QPoint(0, 0), self._pictures.shadow())
        picture = self._pictures.card(self.card)
        painter.drawPixmap(self._pictures.rect, picture, QRectF(picture.rect()))


class LightItem(QGraphicsItem):
    """Light around a card or an empty place: lies on the scene, or goes along with its card."""

    def __init__(
        self, pictures: Pictures, colour: str, parent: QGraphicsItem | None = None
    ) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._colour = colour

    def resized(self) -> None:
        """Cards have another size from now on."""
        self.prepareGeometryChange()
        self.update()

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
