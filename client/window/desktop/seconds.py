"""A timer for clocks that show whole seconds: it wakes nobody between two of them."""

from math import ceil

from PySide6.QtCore import QObject, Qt, QTimer


class SecondTimer(QTimer):
    """Fires once, when another second is to be shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, singleShot=True, timerType=Qt.TimerType.PreciseTimer)

    def follow(self, seconds: float) -> None:
        """The clock is at so many seconds now; negative for a clock of those that are left."""
        self.start(ceil((1 - seconds % 1) * 1000))
