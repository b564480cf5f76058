import pytest
from PySide6.QtWidgets import QApplication

from client.window.desktop.seconds import SecondTimer


@pytest.mark.parametrize(
    ("clock", "wait"), [(0.0, 1000), (3.25, 750), (7.9995, 1), (-3.25, 250), (-60.0, 1000)]
)
def test_it_waits_for_the_next_second(qt_app: QApplication, clock: float, wait: int) -> None:
    timer = SecondTimer()
    timer.follow(clock)
    assert timer.isSingleShot()
    assert timer.interval() == wait
