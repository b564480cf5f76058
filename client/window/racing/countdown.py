"""The big number over the empty board: seconds until the first card."""

import math
import time

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from client.window.desktop import sound, theme
from client.window.desktop.seconds import SecondTimer


class CountdownOverlay(QWidget):
    """Lies over another widget and counts down to a moment. It takes no clicks."""

    ticked = Signal(int)
    """Another number is shown now."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._ends = 0.0
        self._timer = SecondTimer(self)
        self._timer.timeout.connect(self._tick)
        self._number = 0
        """The number that was last told."""
        over.installEventFilter(self)
        self.hide()

    @property
    def number(self) -> int:
        """How many seconds are left; one that has begun counts whole."""
        return max(0, math.ceil(self._ends - time.monotonic()))

    def count_to(self, moment: float) -> None:
        """Count down to a moment of the monotonic clock."""
        self._ends = moment
        self._number = self.number
        self._fit()
        self._go_on()
        self.show()
        self.raise_()
        self._sound()

    def stop(self) -> None:
        """Hide the countdown: the race has begun, or is called off."""
        self._timer.stop()
        self.hide()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Stay as large as what lies below."""
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the number on a disc."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = max(120, min(self.width(), self.height()) // 3)
        disc = QRect(0, 0, size, size)
        disc.moveCenter(self.rect().center())
        shade = QColor(theme.colours.window)
        shade.setAlpha(215)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawEllipse(disc)
        font = QFont(self.font())
        font.setPixelSize(size // 2)
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(theme.colours.bright))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(self.number))

    def _tick(self) -> None:
        if self.number != self._number:
            self._number = self.number
            self.ticked.emit(self._number)
            self._sound()
            self.update()
        self._go_on()

    def _go_on(self) -> None:
        """Wait for the next number, if there is one."""
        left = self._ends - time.monotonic()
        if left > 0:
            self._timer.follow(-left)

    def _sound(self) -> None:
        if self._number and self.isVisible():
            sound.play("tick")

    def _fit(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
