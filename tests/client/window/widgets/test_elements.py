import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from client.window.desktop import theme
from client.window.widgets.elements import (
    TABLE_WIDE,
    Balanced,
    CutField,
    DataTable,
    Elided,
    Fade,
    Paragraph,
    Scrolled,
    Steady,
    SureButton,
    Title,
    button,
    column,
    label,
    row,
)
from client.words.texts import one_line
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


@pytest.mark.usefixtures("styled")  # without a look of its own, Qt has a least width
def test_a_button_of_several_texts_is_as_wide_in_each() -> None:
    made = Steady("Mute", "Give the word back")
    wide = made.sizeHint().width()
    made.setText("Give the word back")
    assert made.sizeHint().width() == wide
    assert button(made.text(), made.click).sizeHint().width() <= wide


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


def test_a_table_keeps_a_wide_column_that_can_be_read_and_aligns_numbers(show: Show) -> None:
    table = show(DataTable(["", "Name", "Time", "Score"], wide=1, numbers=(0, 2, 3)))
    table.fill([(1, ["1", "W" * 24, "1:59:59.0", "1000000"])])
    until(lambda: table.columnWidth(1) > 300)
    table.resize(220, 200)
    until(lambda: table.columnWidth(1) == theme.px(TABLE_WIDE))
    until(lambda: table.horizontalScrollBar().maximum() > 0)
    table.resize(1000, 200)
    until(lambda: table.columnWidth(1) > 300)
    right = Qt.AlignmentFlag.AlignRight
    aligned = [table.item(0, x) for x in range(4)]
    assert [bool(cell and cell.textAlignment() & right) for cell in aligned] == [1, 0, 1, 1]


def test_a_long_text_is_cut_before_a_column_is_out_of_sight(show: Show) -> None:
    table = show(DataTable(["Game", "Name", "Place"], numbers=(2,)))
    table.resize(500, 200)
    table.fill([("row", ["Klondike", "W" * 40, "16th of 16"])])
    until(lambda: not table.horizontalScrollBar().maximum())
    assert table.columnWidth(1) >= theme.px(table.least_wide)
    for x in (0, 2):
        assert table.columnWidth(x) >= table.sizeHintForColumn(x), "what is not long is not cut"
    table.resize(320, 200)
    until(lambda: table.horizontalScrollBar().maximum() > 0)


def test_where_there_is_little_room_a_table_does_without_what_can_be_spared(show: Show) -> None:
    table = show(DataTable(["Name", "Moves", "Date"], spared=(1, 2)))
    table.fill([("", ["Ada", "1234567890", "2026-11-23"])])

    def hidden(width: int) -> list[bool]:
        table.resize(width, 300)
        return [table.isColumnHidden(x) for x in range(3)]

    assert hidden(600) == [False, False, False]
    assert hidden(280) == [False, True, False]
    assert hidden(180) == [False, True, True]
    assert hidden(600) == [False, False, False]


def test_an_empty_table_says_so_and_a_full_one_does_not(show: Show) -> None:
    table = show(DataTable(["Name"]))
    before = table.grab().toImage()
    table.tell_empty("Nobody yet")
    assert table.grab().toImage() != before
    assert table.horizontalHeader().isHidden(), "there is nothing to be headed"
    table.fill([(1, ["Ada"])])
    assert table.horizontalHeader().isVisible()
    full = table.grab().toImage()
    table.tell_empty("")
    assert table.grab().toImage() == full


def test_an_empty_table_has_nothing_to_scroll(show: Show) -> None:
    table = DataTable(["Name", *["A long heading"] * 6], spared=(1, 2, 3, 4, 5, 6))
    table.tell_empty("Nobody yet")
    show(table).resize(300, 300)
    table.grab()
    bar = table.horizontalScrollBar()
    assert (bar.isVisible(), bar.maximum()) == (False, 0)


def test_a_table_says_that_it_waits_once_that_takes_a_while(show: Show) -> None:
    table = show(DataTable(["Name"]))
    table.tell_late("Asking")
    assert table.empty == ""
    until(lambda: table.empty == "Asking", "what it waits for")
    table.tell_late("Asking")
    table.fill([(1, ["Ada"])])
    assert table.empty == ""
    assert not table._waiting.isActive(), "there is an answer"
    table.tell_late("Asking")
    table.tell_empty("Nobody yet")
    assert not table._waiting.isActive()
    assert table.empty == "Nobody yet"


def test_a_line_that_begins_from_right_to_left_is_on_the_left(show: Show) -> None:
    line = show(Elided(one_line("\u0636\u0638\u063a")))
    line.resize(600, 30)
    image = line.grab().toImage()
    ground = image.pixelColor(599, 0)
    rows = range(image.height())
    written = [x for x in range(600) if any(image.pixelColor(x, y) != ground for y in rows)]
    assert written
    assert max(written) < 300
    assert line.text() == one_line("\u0636\u0638\u063a")
    assert not line.toolTip()


def test_a_title_takes_two_lines_where_one_is_too_short_and_else_one(show: Show) -> None:
    whole, title = QWidget(), Title("Les quarante voleurs")
    whole.setLayout(column(title, None))
    show(whole).resize(title.sizeHint().width() + 60, 100)
    one = title.fontMetrics().lineSpacing()
    until(lambda: title.height() < 2 * one)
    assert not title.toolTip()
    wide = title.fontMetrics().horizontalAdvance("Les quarante") + 30
    whole.resize(wide, 100)
    until(lambda: title.height() >= 2 * one)
    assert QLabel.text(title) == "Les quarante\nvoleurs"
    assert not title.toolTip(), "nothing is cut"
    assert title.text() == title.accessibleName() == "Les quarante voleurs"
    title.setText("Klondike")
    until(lambda: title.height() < 2 * one)
    title.setText("Les quarantequarantequarante voleurs")
    assert title.toolTip(), "one word is too long"


def test_all_lines_of_a_paragraph_are_shown_at_any_width(show: Show) -> None:
    whole, text = QWidget(), Paragraph("one two three four five six seven eight nine ten " * 4)
    whole.setLayout(column(text))
    show(whole).resize(200, 40)
    until(lambda: text.height() >= text.heightForWidth(text.width()))
    narrow = text.minimumSizeHint().height()
    whole.resize(900, 40)
    until(lambda: text.minimumSizeHint().height() < narrow)
    text.setText("one")
    until(lambda: text.minimumSizeHint().height() == QLabel("one").minimumSizeHint().height())


@pytest.mark.parametrize("close", [True, False])
def test_all_columns_share_what_they_do_not_need(show: Show, close: bool) -> None:
    table = show(DataTable(["Name", "Score", "Moves"], numbers=(1, 2), close=close))
    table.fill([("ada", ["Ada", "12", "40"])])

    def widths(width: int) -> list[int]:
        table.resize(width, 200)
        return [table.columnWidth(x) for x in range(3)]

    room, wide = widths(220), widths(2000)
    assert sum(room) > 150, "all of it, as long as that is not much"
    name, *others = (after - before for before, after in zip(room, wide, strict=True))
    assert all(abs(each - name) < 100 for each in others), "no score far from its name"
    assert sum(wide) == table.viewport().width(), "the rows do not end before their table"


def test_a_column_can_be_left_out_and_comes_back(show: Show) -> None:
    table = show(DataTable(["Name", "Score", "Winnable"], spared=(1,)))
    table.fill([("ada", ["Ada", "12", "until 4"])])
    table.leave_out(2, out=True)
    assert [table.isColumnHidden(x) for x in range(3)] == [False, False, True]
    assert table.columnWidth(0) + table.columnWidth(1) == table.viewport().width()
    table.resize(500, 200)
    assert table.isColumnHidden(2), "at any width"
    table.leave_out(2, out=False)
    assert not table.isColumnHidden(2)


def test_the_foot_of_what_is_scrolled_fades_until_its_end(show: Show) -> None:
    content = QWidget()
    content.setMinimumHeight(600)
    scrolled = show(Scrolled(content, 100))
    scrolled.resize(200, 200)
    fade = scrolled.findChild(Fade)
    assert fade is not None
    until(lambda: fade.isVisible() and fade.geometry().bottom() == 199)
    scrolled.verticalScrollBar().setValue(scrolled.verticalScrollBar().maximum())
    assert not fade.isVisible()


def test_the_foot_of_a_table_fades_and_the_chosen_row_is_above_that(show: Show) -> None:
    table = show(DataTable(["Name"]))
    table.fill([(number, [f"Racer {number}"]) for number in range(30)])
    table.resize(200, 200)
    fade = table.findChild(Fade)
    assert fade is not None
    until(fade.isVisible)
    for number in (*range(30), *reversed(range(30))):
        table.choose(number)
        row = table.row_box(number)
        assert row is not None
        foot = table.viewport().geometry().bottom() - (fade.height() // 2 if number < 29 else 0)
        assert row.bottom() <= foot + 1
    table.choose(29)
    assert not fade.isVisible(), "there is no more below"


def test_lines_in_the_middle_are_about_as_long(show: Show) -> None:
    text = show(Balanced("one two three four five six seven eight nine ten"))
    whole = text.fontMetrics().horizontalAdvance(text.text())
    text.resize(whole * 9 // 10, 100)
    assert whole // 2 <= text.balanced < whole * 2 // 3, "the last word is not alone"
    assert text.heightForWidth(text.balanced) == text.heightForWidth(text.width())
    text.resize(whole + 50, 100)
    assert text.balanced <= whole + 50
    assert not text.grab().isNull()


def test_a_field_says_that_its_end_is_out_of_sight_until_one_goes_there(show: Show) -> None:
    field, other = CutField(only_read=True), button("Other", lambda: None)
    whole = QWidget()
    whole.setLayout(column(field, other))
    show(whole)
    whole.activateWindow()

    def is_cut() -> bool:
        return field._is_cut

    other.setFocus()
    field.setText("klondike/deal=three-card-deals/0390f01e")
    field.setCursorPosition(0)
    whole.setFixedWidth(600)
    until(lambda: field.shown_text == field.text())
    whole.setFixedWidth(160)
    until(lambda: field.shown_text.endswith("…"))
    assert field.shown_text.startswith("klondike/")
    assert is_cut()
    cut = field.grab().toImage()
    field.setFocus()
    until(field.hasFocus)
    assert not is_cut(), "there, one goes through the text"
    other.setFocus()
    until(lambda: not field.hasFocus())
    field.setText(field.text()[:8])
    assert field.grab().toImage() != cut
    assert not is_cut()
