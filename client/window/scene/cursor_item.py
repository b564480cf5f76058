"""The keyboard's cursor as it is drawn: a ring around cards."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from client.board.layout import Box

OUTER: Final = "#10181a"
INNER: Final = "#ffffff"
"""A light line within a dark one is seen on every card, back and cloth, in every theme."""
WIDTH: Final = 0.035
"""Of a card's width: how thick the light line is; the dark ones beside it are half as thick."""
CURSOR_Z: Final = 2_500_000.0
"""Above the lights of a board, below the cards in hand."""


class CursorItem(QGraphicsItem):
    """A ring on the scene; it takes no mouse button."""

    def __init__(self) -> None:
        super().__init__()
        self._box = QRectF()
        self._line = 3.0
        self.setZValue(CURSOR_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def surround(self, box: Box, card_width: int) -> None:
        """Lie around this box, in which cards of this width lie."""
        self.prepareGeometryChange()
        self._line = max(2.0, round(card_width * WIDTH))
        self._box = QRectF(*box)
        self.update()

    def boundingRect(self) -> QRectF:
        """The box, and the ring around it."""
        reach = 3 * self._line
        return self._box.adjusted(-reach, -reach, reach, reach)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Paint the dark line, and the light one within it."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        reach = self._line
        ring = self._box.adjusted(-reach, -reach, reach, reach)
        round_corner = 3 * reach
        for colour, width in ((OUTER, 2 * self._line), (INNER, self._line)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRoundedRect(ring, round_corner, round_corner)
