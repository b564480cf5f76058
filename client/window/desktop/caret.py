"""The blinking cursor of text fields: it rests when nobody types, for each blink costs a paint."""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import isValid

PATIENCE = 10_000
"""Milliseconds without a key until the cursor stands still."""


class Caret(QObject):
    """Lets the cursor blink, in the system's time, while a field is new to the focus or in use."""

    def __init__(self, app: QApplication, patience: int = PATIENCE) -> None:
        super().__init__(app)
        self._blink = app.cursorFlashTime()
        self._field: QLineEdit | None = None
        self._rest = QTimer(self, singleShot=True, interval=patience)
        self._rest.timeout.connect(lambda: app.setCursorFlashTime(0))
        self._app = app
        app.focusChanged.connect(self._look)

    def _look(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self._field is not None and isValid(self._field):
            self._field.cursorPositionChanged.disconnect(self._wake)
        if now is None or isinstance(now, QLineEdit):
            self._field = now
        else:
            self._field = now.findChild(QLineEdit)  # of a field of numbers, say
        if self._field is not None:
            self._field.cursorPositionChanged.connect(self._wake)
            self._wake()

    def _wake(self) -> None:
        if self._app.cursorFlashTime() != self._blink:
            self._app.setCursorFlashTime(self._blink)
        self._rest.start()
