"""The picture on the first screen: two hands with the same cards."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from client.board.layout import ASPECT
from client.window.cards.card_face import paint_card
from client.window.desktop import theme
from client.window.desktop.preferences import live
from engine.cards import CLUBS, DIAMONDS, HEARTS, JACK, KING, QUEEN, SPADES, card

CARDS: Final = (card(JACK, CLUBS), card(QUEEN, HEARTS), card(KING, SPADES), card(1, DIAMONDS))
SIZE: Final = (352, 108)
"""Of the picture, in pixels."""
WIDTH: Final = 60
"""Of a card in it, in pixels."""
LARGE: Final = 1.75
"""How many times as large it is where there is much room."""
SPREAD: Final = 13.0
"""Degrees between two cards of a hand."""


class Emblem(QWidget):
    """Paints the cards as the player's own deck shows them."""

    def __init__(self) -> None:
        super().__init__()
        self._larger = 0.0
        self.fit(0)
        live.changed.connect(self.update)

    def fit(self, room: int) -> bool:
        """Be large if it takes half of so many pixels of height; return whether it fits at all."""
        large = 2 * theme.px(round(SIZE[1] * LARGE)) <= room
        larger = LARGE if large else 1.0
        if larger != self._larger:
            self._larger = larger
            theme.fix(self, width=round(SIZE[0] * larger), height=round(SIZE[1] * larger))
        return self.height() <= room

    def sizeHint(self) -> QSize:
        """Return the size for which the fan is made."""
        return self.maximumSize()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Fan the cards out, the same ones twice."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        width = self.height() * WIDTH / SIZE[1]
        for x in (0.25, 0.75):
            turned_about = QPointF(self.width() * x, self.height() + width)
            self._fan(painter, turned_about, width)

    @staticmethod
    def _fan(painter: QPainter, middle: QPointF, width: float) -> None:
        """Turn the cards about a point below them."""
        for at, shown in enumerate(CARDS):
            painter.save()
            painter.translate(middle)
            painter.rotate((at - (len(CARDS) - 1) / 2) * SPREAD)
            height = width * ASPECT
            place = QRectF(-width / 2, -height * 1.9, width, height)
            painter.setPen(Qt.PenStyle.NoPen)
            paint_card(painter, place, shown, live.now.deck, simple=False)
            painter.restore()
