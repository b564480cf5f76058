"""The buttons that lead through a replay: triangles and bars, as on any player of music."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QPushButton

from client.window.desktop import theme

SIZE: Final = 12
"""Of the sign, in pixels."""


class StepButton(QPushButton):
    """A triangle that points back (`way` -1) or on (1), with a bar where it leads `to_end`."""

    def __init__(self, name: str, way: int, do: Callable[[], object], *, to_end: bool) -> None:
        super().__init__()
        self._way, self._to_end = way, to_end
        self.setAutoDefault(True)
        self.setAccessibleName(name)
        self.setToolTip(name)
        theme.fix(self, line_height=36)
        theme.fix(self, width=36)
        self.clicked.connect(lambda _checked: do())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign on the button."""
        super().paintEvent(event)
        colours = theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.text if self.isEnabled() else colours.faint))
        painter.translate(self.width() / 2, self.height() / 2)
        half = theme.px(SIZE) / 2
        painter.scale(self._way * half, half)  # from here on the sign points right, from -1 to 1
        tip = 0.65 if self._to_end else 0.9
        corners = (QPointF(-0.75, -1), QPointF(tip, 0), QPointF(-0.75, 1))
        painter.drawPolygon(QPolygonF(corners))
        if self._to_end:
            painter.drawRect(QRectF(0.65, -1, 0.35, 2))
