from PySide6.QtWidgets import QWidget

from client.window.widgets.elements import Scrolled, column, label, row
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
