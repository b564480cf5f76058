"""A button that says what is chosen and leads to the choice, with the arrow of a list to open."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton

from client.window.desktop import theme
from client.window.widgets.elements import BUTTON_HEIGHT

ARROW: Final = 8
"""Width of the arrow, in pixels."""
BESIDE: Final = 15
"""Pixels from its middle to the edge, in the usual scale."""


class ChoiceButton(QPushButton):
    """Looks like a closed list; a click calls `do`. Said, and in the menu, it has an ellipsis."""

    def __init__(self, do: Callable[[], object]) -> None:
        super().__init__()
        self.setAutoDefault(True)
        theme.set_role(self, "choice")
        theme.fix(self, line_height=BUTTON_HEIGHT)
        self.clicked.connect(lambda _checked: do())

    def show_choice(self, chosen: str) -> None:
        """Say what is chosen."""
        self.setText(chosen)
        self.setAccessibleName(f"{chosen} …")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the arrow on the button."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.colours.muted), theme.px(3) / 2))
        painter.translate(self.width() - theme.px(BESIDE), self.height() / 2)
        half = theme.px(ARROW) / 2
        corners = ((-half, -half / 2), (0, half / 2), (half, -half / 2))
        painter.drawPolyline([QPointF(*corner) for corner in corners])
