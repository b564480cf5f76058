"""The line above a board in a grid: whose it is, and how it stands."""

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from client.window.cards import deck
from client.window.desktop import theme

HEIGHT: Final = 24
"""Pixels of the strip in the usual scale."""
LETTERS: Final = 13
"""Pixels of what is written on it in the usual scale."""


def caption_height() -> int:
    """Return the height of the strip in pixels of the window."""
    return theme.px(HEIGHT)


def draw_caption(painter: QPainter, caption: str, width: int, ratio: float) -> None:
    """Write one line of plain text on a strip of this width; both are in device pixels."""
    strip = QRect(0, 0, width, round(caption_height() * ratio))
    painter.fillRect(strip, QColor(0, 0, 0, 60))
    font = QFont(painter.font())
    font.setPixelSize(round(theme.px(LETTERS) * ratio))
    painter.setFont(font)
    painter.setPen(QColor(deck.CAPTION))
    inner = strip.adjusted(round(8 * ratio), 0, -round(8 * ratio), 0)
    text = QFontMetrics(font).elidedText(caption, Qt.TextElideMode.ElideRight, inner.width())
    painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
