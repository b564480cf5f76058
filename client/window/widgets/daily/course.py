"""How the score went in one's own attempt at a daily deal, as columns: the line to share, drawn."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.window.desktop import theme

HIGHEST: Final = 7
"""The height of the highest column, in steps; the lowest has none."""
SIZE: Final = (252, 96)
"""Of all of it, in pixels."""
NARROWEST: Final = 120
"""The least width, in pixels."""
GAP: Final = 4
"""Pixels between two columns."""
FOOT: Final = 5
"""The height of a column without a step, in pixels."""


class DailyCourse(QWidget):
    """A column for each of the equal spans of the time, as high as the score was at its end."""

    def __init__(self) -> None:
        super().__init__()
        self._curve: Sequence[int] = ()
        self._won = False
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)

    def show_curve(self, curve: Sequence[int], *, won: bool) -> None:
        """Draw these heights, in gold if the game was `won`; nothing for none."""
        if (curve, won) != (self._curve, self._won):
            self._curve, self._won = list(curve), won
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size that it has where there is room."""
        return QSize(*map(theme.px, SIZE))

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return QSize(theme.px(NARROWEST), theme.px(SIZE[1]))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the columns side by side on all of the width."""
        if not self._curve:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colours.accent if self._won else theme.colours.chosen))
        gap, foot = theme.px(GAP), theme.px(FOOT)
        wide = (self.width() + gap) / len(self._curve) - gap
        for at, steps in enumerate(self._curve):
            high = foot + (self.height() - foot) * steps / HIGHEST
            place = QRectF(at * (wide + gap), self.height() - high, wide, high)
            painter.drawRoundedRect(place, 2, 2)
