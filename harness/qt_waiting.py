"""Waiting for what Qt will do."""

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QEventLoop, QTimer


def until(condition: Callable[[], object], what: str = "", seconds: float = 60) -> None:
    """Let Qt run until the condition holds.

    Raises:
        TimeoutError: it did not within this many seconds.
    """
    clock = QElapsedTimer()
    clock.start()
    loop, look = QEventLoop(), QTimer(interval=2)
    held = bool(condition())

    def check() -> None:
        nonlocal held
        held = bool(condition())  # noted: what else comes in this turn of the loop may undo it
        if held or clock.elapsed() > seconds * 1000:
            look.stop()
            loop.quit()

    look.timeout.connect(check)
    look.start()
    if not held:
        loop.exec()
    look.stop()
    if not held:
        raise TimeoutError(f"it did not happen: {what or condition}")
