"""A moment for the board on which a race has just ended, before its results come."""

from typing import Final

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

LASTS: Final = 1500
"""Milliseconds that the board stays, if nobody presses anything."""
PLAYED: Final = 400
"""Milliseconds in which a press ends nothing: it was meant for a card, as in a double click."""
PRESSES: Final = (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress)


class LastLook(QObject):
    """Lets the results wait until the moment is over, or a click or a key ends it."""

    over = Signal()

    def __init__(self, screens: QWidget) -> None:
        """End with a press anywhere in the window that these screens are in."""
        super().__init__(screens)
        self._screens = screens
        self._since = QElapsedTimer()
        self.timer = QTimer(self, singleShot=True)
        self.timer.timeout.connect(self.end)

    @property
    def lasts(self) -> bool:
        """Whether somebody looks at a board now whose race is over."""
        return self.timer.isActive()

    def begin(self, milliseconds: int) -> None:
        """Look on for so long; for nothing or less, not at all."""
        application = QApplication.instance()
        if milliseconds > 0 and application is not None:
            self._since.start()
            self.timer.start(milliseconds)
            application.installEventFilter(self)

    def end(self) -> None:
        """Go on to the results."""
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.timer.stop()
        self.over.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take a press for the wish to go on, and for nothing else; who writes goes on writing."""
        if not self.lasts or event.type() not in PRESSES or not isinstance(watched, QWidget):
            return False
        written = event.type() == QEvent.Type.KeyPress and isinstance(watched, QLineEdit)
        if written or watched.window() is not self._screens.window():
            return False
        if self._since.elapsed() >= PLAYED:
            self.end()
        return True
