"""The cloth on the table: light falls on its middle, and from close by it is woven."""

import random
from functools import cache
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QRadialGradient

LIGHT: Final = 112
"""How light the middle is, in percent of the cloth's colour (see `QColor.lighter`)."""
DARK: Final = 128
"""How dark the corners are, in percent of the cloth's colour (see `QColor.darker`)."""
GRAIN: Final = 64
"""Pixels after which the weave repeats itself."""


def paint_cloth(size: QSize, colour: str) -> QPixmap:
    """Return a cloth of this size in pixels; `colour` is "#rrggbb"."""
    made = QPixmap(size)
    middle = QPointF(size.width() / 2, size.height() * 0.4)
    light = QRadialGradient(middle, max(size.width(), size.height()) * 0.72)
    base = QColor(colour)
    light.setColorAt(0, base.lighter(LIGHT))
    light.setColorAt(0.5, base)
    light.setColorAt(1, base.darker(DARK))
    painter = QPainter(made)
    painter.fillRect(QRect(QPoint(), size), light)
    painter.drawTiledPixmap(QRect(QPoint(), size), _weave())
    painter.end()
    return made


@cache
def _weave() -> QPixmap:
    """A little light and shade, which also keeps the steps of the gradient from being seen."""
    chance = random.Random(1)  # the same cloth everywhere
    image = QImage(GRAIN, GRAIN, QImage.Format.Format_ARGB32_Premultiplied)
    for y in range(GRAIN):
        for x in range(GRAIN):
            alpha = chance.randrange(10)
            image.setPixelColor(x, y, QColor(*((255,) * 3 if (x + y) % 2 else (0,) * 3), alpha))
    return QPixmap.fromImage(image)
