"""The big number over the empty board: seconds until the first card, and what to know then."""

import math
import time
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from client.window.desktop import sound, theme
from client.window.desktop.seconds import SecondTimer

LINES: Final = 560
"""The most that the primer takes in width, in pixels."""
SPACE: Final = 16
PLAYED: Final = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.TouchBegin,
    QEvent.Type.TabletPress,
    QEvent.Type.KeyPress,
)
"""What a player does first on a board."""


class CountdownOverlay(QWidget):
    """Lies over another widget and counts down to a moment. It takes no clicks.

    What to know before a first race stays when the cards are there, until the player does anything.
    """

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
        self.primer = theme.label("", "primer")
        """What to know before a first race in a game; hidden when there is nothing to say."""
        self.primer.setParent(self)
        self.primer.setWordWrap(True)
        self.primer.hide()
        self._over = over
        over.installEventFilter(self)
        if isinstance(over, QAbstractScrollArea):
            over.viewport().installEventFilter(self)  # which gets what is pressed
        self.hide()

    @property
    def number(self) -> int:
        """How many seconds are left; one that has begun counts whole."""
        return max(0, math.ceil(self._ends - time.monotonic()))

    def count_to(self, moment: float, primer: str = "") -> None:
        """Count down to a moment of the monotonic clock, with these lines below the number."""
        self._ends = moment
        self.primer.setText(primer)
        self.primer.setVisible(bool(primer))
        self._number = self.number
        self._fit()
        self._go_on()
        self.show()
        self.raise_()
        self._sound()

    def begin(self) -> None:
        """Let the number go, as the cards are there; what to know stays at the foot for a while."""
        self._timer.stop()
        self._ends = 0.0
        if self.primer.text() and self.isVisible():
            self._fit()
            self.update()
        else:
            self.hide()

    def stop(self) -> None:
        """Hide the countdown: the race is over, or called off."""
        self._timer.stop()
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as what lies below, and give way when somebody plays there."""
        if event.type() == QEvent.Type.Resize and watched is self._over:
            self._fit()
        elif event.type() in PLAYED and not self._ends:
            self.hide()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the number on a disc, until the cards are there."""
        if not self._ends:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        disc = self._disc()
        shade = QColor(theme.colours.window)
        shade.setAlpha(215)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawEllipse(disc)
        font = QFont(self.font())
        font.setPixelSize(disc.height() // 2)
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

    def _disc(self) -> QRect:
        """Return where the number stands: in the middle, with the primer below it if there is one.

        Where both are higher than the board, the number gives way.
        """
        lines = self.primer.height() + SPACE if self.primer.text() else 0
        size = max(120, min(self.width(), self.height()) // 3)
        size = max(48, min(size, self.height() - lines - 2 * SPACE))
        disc = QRect(0, 0, size, size)
        disc.moveCenter(self.rect().center())
        disc.moveTop(max(SPACE, (self.height() - size - lines) // 2))
        return disc

    def _fit(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        self.setGeometry(parent.rect())
        if self.primer.text():
            wide = self._width_of_lines(min(theme.px(LINES), self.width() - 2 * SPACE))
            high = self.primer.heightForWidth(wide)
            top = self._disc().bottom() + SPACE if self._ends else self.height() - high - SPACE
            self.primer.setGeometry((self.width() - wide) // 2, top, wide, high)

    def _width_of_lines(self, most: int) -> int:
        """Return the least width that takes no more lines: so no line has a lone word."""
        high, least = self.primer.heightForWidth(most), most // 2
        while least < most:
            middle = (least + most) // 2
            if self.primer.heightForWidth(middle) > high:
                least = middle + 1
            else:
                most = middle
        return most
