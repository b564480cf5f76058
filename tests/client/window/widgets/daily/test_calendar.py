from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableWidgetItem

from client.window.widgets.daily.calendar import CELL, Calendar
from client.words.daily import day_words
from harness.fakes import PAST, TODAY, Show, month
from protocol.messages import DailyDay

DAYS = {day.day: day for day in month().days}


def cell(calendar: Calendar, number: int) -> QTableWidgetItem:
    """Return the cell of a day of the month that is shown."""
    cells = (calendar.item(y, x) for y in range(calendar.rowCount()) for x in range(7))
    return next(each for each in cells if each and each.text().split(" ")[0] == str(number))


def filled(show: Show, shown: str = "") -> Calendar:
    calendar = show(Calendar())
    calendar.show_month("2026-11", DAYS, shown)
    return calendar


def test_each_day_says_what_came_of_it_by_a_sign_and_in_words(show: Show) -> None:
    calendar = filled(show)
    assert calendar.accessibleName() == "Calendar of November 2026"
    assert cell(calendar, 5).text() == "5 ✓"
    assert cell(calendar, 6).text() == "6 ○"
    assert cell(calendar, 19).text() == "19 –"
    assert cell(calendar, 27).text() == "27 …"
    words = cell(calendar, 19).data(Qt.ItemDataRole.AccessibleTextRole)
    assert words == day_words(DAYS[PAST]) == cell(calendar, 19).toolTip()
    assert calendar.rowCount() == 6
    calendar.grab()


def test_a_day_is_chosen_by_a_click_or_by_keys(show: Show) -> None:
    calendar = filled(show, PAST)
    chosen: list[str] = []
    calendar.chosen.connect(chosen.append)
    at = calendar.visualItemRect(cell(calendar, 5)).center()
    QTest.mouseClick(calendar.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert chosen == ["2026-11-05"]
    calendar.setCurrentItem(cell(calendar, 19))
    QTest.keyClick(calendar, Qt.Key.Key_Right)
    QTest.keyClick(calendar, Qt.Key.Key_Return)
    assert chosen[1:] == ["2026-11-20"]


def test_a_day_without_a_deal_cannot_be_chosen(show: Show) -> None:
    calendar = filled(show)
    chosen: list[str] = []
    calendar.chosen.connect(chosen.append)
    for number in (9, 28):
        at = calendar.visualItemRect(cell(calendar, number)).center()
        QTest.mouseClick(calendar.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert chosen == []


def test_the_day_beside_it_is_marked(show: Show) -> None:
    calendar = filled(show, TODAY)
    assert calendar.currentItem() is cell(calendar, 27)
    calendar.show_month("2026-10", {})
    assert calendar.currentItem() is None


def test_all_weeks_are_seen(show: Show) -> None:
    calendar = filled(show)
    last = calendar.visualItemRect(cell(calendar, 30))
    assert calendar.viewport().rect().contains(last)
    assert last.height() == CELL


def test_days_without_results_are_known_to_have_none(show: Show) -> None:
    calendar = show(Calendar())
    hidden = DailyDay(TODAY, "golf", {}, attempt="over")
    calendar.show_month("2026-11", {TODAY: hidden})
    assert cell(calendar, 27).text() == "27 ○"
