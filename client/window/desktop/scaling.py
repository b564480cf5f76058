"""What is read is larger in a large window, and as large as the player wants it."""

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from client.window.desktop import preferences, theme


class Scaling(QObject):
    """Gives the program the scale that fits its window and its player, whenever that changes."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._apply)
        window.installEventFilter(self)
        preferences.live.changed.connect(self._apply)
        self._apply()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice another size."""
        if event.type() == QEvent.Type.Resize:
            self._soon.start()
        return super().eventFilter(watched, event)

    def _apply(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication) and app.styleSheet():
            larger = theme.scale_of(self._window.width(), self._window.height())
            larger *= preferences.live.now.larger
            theme.apply(app, dark=theme.colours is theme.DARK, larger=larger)
