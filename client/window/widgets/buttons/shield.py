"""What was meant for something that is not there any more presses nothing in its place."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

SHIELDED: Final = 700
"""Milliseconds in which no click and no such key counts."""
PRESSING: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
"""The keys that press a button."""


class Shield(QObject):
    """Lets a widget take no clicks, and no keys that press buttons, for a moment."""

    def __init__(self, widget: QWidget) -> None:
        """Shield `widget` whenever it is raised."""
        super().__init__(widget)
        self._widget = widget
        self.timer = QTimer(self, singleShot=True, interval=SHIELDED)
        self.timer.timeout.connect(self._lower)

    def up(self) -> None:
        """Let nothing through, for a moment from now on."""
        self._widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, True)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        self.timer.start()

    def _lower(self) -> None:
        self._widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys out that would press something of the widget's."""
        if not isinstance(event, QKeyEvent) or event.key() not in PRESSING:
            return False
        inside = isinstance(watched, QWidget) and self._widget.isAncestorOf(watched)
        return inside and event.type() == QEvent.Type.KeyPress
