"""The line above a board in a grid: whose it is, and how it stands."""

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QApplication

from client.window.cards import deck
from client.window.desktop import theme
from client.words.texts import BETWEEN

HEIGHT: Final = 24
"""Pixels of the strip in the usual scale."""
MORE: Final = 16
"""Pixels that a second line adds."""
INSIDE: Final = 8
"""Pixels from the edges to the text."""
NAMED: Final = 3
"""How many parts of a caption are seen in any width: the place, the score and the name."""
MUCH: Final = 80
"""How much of a long name is seen at least where it is cut, in pixels in the usual scale."""
LETTERS: Final = 13
"""Pixels of what is written on it in the usual scale."""


def caption_height(lines: int = 1) -> int:
    """Return the height of a strip of one line or two, in pixels of the window."""
    return theme.px(HEIGHT) + (lines - 1) * theme.px(MORE)


def caption_fits(caption: str, width: int) -> bool:
    """Return whether a caption is seen whole on one line of this width, in pixels of the window."""
    font = QFont(QApplication.font())
    font.setPixelSize(theme.px(LETTERS))
    return QFontMetrics(font).horizontalAdvance(caption) < width - 2 * INSIDE


def brief_fits(caption: str, width: int) -> bool:
    """Return whether name and score are seen on one line so wide, in pixels of the window.

    Of a name so long that it would need more than `MUCH`, as much has to be seen.
    """
    font = QFont(QApplication.font())
    font.setPixelSize(theme.px(LETTERS))
    metrics = QFontMetrics(font)
    _, score, name, *_ = *caption.split(BETWEEN), "", "", ""
    named = min(metrics.horizontalAdvance(name), theme.px(MUCH))
    return named + metrics.horizontalAdvance(score) + INSIDE < width - 2 * INSIDE


def draw_caption(
    painter: QPainter,
    caption: str,
    width: int,
    ratio: float,
    lines: int = 1,
    *,
    brief: bool = False,
) -> None:
    """Write plain text on a strip of this width; both are in device pixels.

    Of two `lines`, the first has how it stands, and the other one who it is. A `brief` one has no
    place, and the score at the right. Where not all of it fits, the notes behind the name go as a
    whole; only a name is cut.
    """
    strip = QRect(0, 0, width, round(caption_height(lines) * ratio))
    painter.fillRect(strip, QColor(0, 0, 0, 60))
    font = QFont(painter.font())
    font.setPixelSize(round(theme.px(LETTERS) * ratio))
    painter.setFont(font)
    painter.setPen(QColor(deck.CAPTION))
    inner = strip.adjusted(round(INSIDE * ratio), 0, -round(INSIDE * ratio), 0)
    metrics = QFontMetrics(font)
    parts = caption.split(BETWEEN)
    if brief and len(parts) >= NAMED:
        score = parts[NAMED - 2]
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(inner, right, score)
        inner.setRight(inner.right() - metrics.horizontalAdvance(score) - round(INSIDE * ratio))
        rows = [parts[NAMED - 1 :]]
    else:
        rows = [parts[: NAMED - 1], parts[NAMED - 1 :]] if lines > 1 else [parts]
    kept = len(rows[-1]) - len(parts[NAMED:])
    while (
        len(rows[-1]) > kept and metrics.horizontalAdvance(BETWEEN.join(rows[-1])) > inner.width()
    ):
        rows[-1].pop()
    high = inner.height() // lines
    for at, text in enumerate(map(BETWEEN.join, rows)):
        box = QRect(inner.left(), at * high, inner.width(), high)
        cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, cut)
