"""A game won: the four suits leap from the foundations and rain down, for two seconds.

`leaps` is pure: where each suit goes follows from the foundations alone. `Celebration` draws it.
"""

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from client.window.cards.deck import GOLD, PAPER
from client.window.cards.shapes import placed, suit_path

LASTS: Final = 2.0
"""Seconds that it takes."""
COUNT: Final = 72
"""Suits that leap."""
COLOURS: Final = (GOLD, PAPER, "#ff7b72", "#7fd0ff")

_FALL: Final = 7.0
"""How much faster a suit falls after each second, in card widths per second."""
_FADE: Final = 0.7
"""Seconds at the end in which it fades."""


class Leap(NamedTuple):
    """One suit's way, in card widths and seconds."""

    start: tuple[float, float]
    """In pixels."""
    begins: float
    speed: tuple[float, float]
    spin: float
    """Degrees per second."""
    suit: int
    colour: int
    size: float

    def at(self, time: float) -> tuple[float, float] | None:
        """Return how far from the start it is, in card widths; None before it begins."""
        t = time - self.begins
        if t < 0:
            return None
        return self.speed[0] * t, self.speed[1] * t + _FALL * t * t / 2


def leaps(sources: Sequence[tuple[float, float]]) -> list[Leap]:
    """Return how the suits leap from these points, each time the same."""
    chance = random.Random(52)
    return [
        Leap(
            start=sources[number % len(sources)],
            begins=chance.uniform(0.0, 0.5),
            speed=(chance.uniform(-4.5, 4.5), chance.uniform(-4.0, 0.5)),
            spin=chance.uniform(-240.0, 240.0),
            suit=number // len(sources) % 4,
            colour=chance.randrange(len(COLOURS)),
            size=chance.uniform(0.16, 0.34),
        )
        for number in range(COUNT)
    ]


class Celebration(QGraphicsItem):
    """The suits over a table, at one moment."""

    def __init__(
        self, area: QRectF, sources: Sequence[tuple[float, float]], card_width: float
    ) -> None:
        """Cover `area` with suits that leap from the points `sources`; all lengths are pixels."""
        super().__init__()
        self._area, self._width, self._time = area, card_width, 0.0
        self._leaps = leaps(sources)
        self._pictures: dict[tuple[int, int], QPixmap] = {}

    def show_at(self, time: float) -> None:
        """Show the suits as they are `time` seconds after the win."""
        self._time = time
        self.setOpacity(min(1.0, (LASTS - time) / _FADE))
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole table."""
        return self._area

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002 - Qt's signature
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Paint every suit that is on its way."""
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for leap in self._leaps:
            way = leap.at(self._time)
            if way is None:
                continue
            x = leap.start[0] + way[0] * self._width
            y = leap.start[1] + way[1] * self._width
            picture = self._picture(leap.suit, leap.colour)
            size = leap.size * self._width
            painter.save()
            painter.translate(QPointF(x, y))
            painter.rotate(leap.spin * (self._time - leap.begins))
            painter.drawPixmap(
                QRectF(-size / 2, -size / 2, size, size), picture, QRectF(picture.rect())
            )
            painter.restore()

    def _picture(self, suit: int, colour: int) -> QPixmap:
        picture = self._pictures.get((suit, colour))
        if picture is None:
            side = max(8, round(self._width * 0.34))
            picture = QPixmap(side, side)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillPath(
                placed(suit_path(suit), side / 2, side / 2, side * 0.92), QColor(COLOURS[colour])
            )
            painter.end()
            self._pictures[suit, colour] = picture
        return picture
