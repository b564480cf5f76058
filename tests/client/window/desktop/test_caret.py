from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from client.window.desktop.caret import Caret
from harness.qt_waiting import until


@pytest.fixture
def caret(qt_app: QApplication) -> Iterator[Caret]:
    before = qt_app.cursorFlashTime()
    caret = Caret(qt_app, patience=1)
    yield caret
    caret.setParent(None)
    caret.deleteLater()
    qt_app.setCursorFlashTime(before)


def test_the_cursor_rests_until_somebody_types(qt_app: QApplication, caret: Caret) -> None:
    blink = qt_app.cursorFlashTime()
    assert blink > 0
    window, name, number = QWidget(), QLineEdit(), QSpinBox()
    layout = QVBoxLayout(window)
    layout.addWidget(name)
    layout.addWidget(number)
    window.show()
    window.activateWindow()
    until(window.isActiveWindow)
    for field, key in ((name, "a"), (number, "7")):
        field.setFocus()
        until(lambda: qt_app.cursorFlashTime() == 0, "it stands still")
        QTest.keyClicks(field, key)
        assert qt_app.cursorFlashTime() == blink
        until(lambda: qt_app.cursorFlashTime() == 0, "it stands still again")
    window.close()
