from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.window.widgets.elements import (
    DataTable,
    Scrolled,
    SureButton,
    button,
    column,
    label,
    row,
)
from harness.fakes import Show
from harness.qt_waiting import until


def test_what_is_scrolled_is_as_wide_as_its_content_now(show: Show) -> None:
    content, text, whole = QWidget(), label("text"), QWidget()
    content.setLayout(column(text))
    scrolled = Scrolled(content, 100)
    whole.setLayout(row(scrolled, None))
    text.setMinimumWidth(400)
    show(whole).resize(800, 200)
    until(lambda: scrolled.width() >= 400)
    text.setMinimumWidth(150)
    until(lambda: scrolled.width() < 200)


def test_a_button_that_asks_is_heard_and_a_key_held_down_is_no_answer(
    show: Show, heard: list[str]
) -> None:
    done: list[bool] = []
    sure = show(SureButton("Give up", "Really?", lambda: done.append(True)))
    QTest.keyClick(sure, Qt.Key.Key_Return)
    assert heard == ["Really?"]
    pressed, none = QEvent.Type.KeyPress, Qt.KeyboardModifier.NoModifier
    for _ in range(3):
        QApplication.sendEvent(sure, QKeyEvent(pressed, Qt.Key.Key_Return, none, "", True))
    assert not done
    QTest.keyClick(sure, Qt.Key.Key_Return)
    assert done == [True]


def test_enter_presses_a_button(show: Show) -> None:
    done: list[bool] = []
    made = show(button("Join", lambda: done.append(True)))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        QTest.keyClick(made, key)
    assert len(done) == 3


def test_an_empty_table_says_so(show: Show) -> None:
    table = show(DataTable(["Name"]))
    table.fill([])
    assert table.accessibleDescription() == "empty"
    table.fill([(1, ["Ada"])])
    assert not table.accessibleDescription()
