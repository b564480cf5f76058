from PySide6.QtWidgets import QApplication, QWidget

from client.window.desktop import theme
from client.window.desktop.scaling import Scaling
from harness.qt_waiting import until


def test_the_scale_follows_the_windows_size(qt_app: QApplication) -> None:
    window = QWidget()
    window.resize(1280, 800)
    theme.apply(qt_app, dark=True, larger=1.0)
    try:
        Scaling(window)
        window.show()
        window.resize(2560, 1440)
        until(lambda: theme.scale == theme.scale_of(2560, 1440) > 1)
        window.resize(1280, 800)
        until(lambda: theme.scale == 1)
    finally:
        window.close()
        theme.apply(qt_app, dark=True, larger=1.0)
        qt_app.setStyleSheet("")
