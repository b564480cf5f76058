import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.window.screens.past.evenings import EveningsScreen
from harness.fakes import HOSTILE, FakeLink, Show
from protocol.messages import GetPast, Past
from tests.client.evenings import RACES, Told

TOLD = Told(RACES)


def test_the_evenings_the_newest_first(link: FakeLink, show: Show) -> None:
    screen = show(EveningsScreen(link))
    assert link.take_sent()[-1] == GetPast()
    watched = TOLD.past(3, own=99, games=["golf"], host="")
    link.tell(Past(evenings=[TOLD.past(7), watched]))
    rows = [[screen.table.text(y, x) for x in range(1, 6)] for y in range(2)]
    assert rows[0][0] == f"{HOSTILE}’s room"
    assert rows[0][1:] == [
        "Klondike, Golf",
        f"{HOSTILE}, Cleo, Bob, Bob",
        "3",
        "4th of 5, 12 points",
    ]
    assert rows[1][0] == "A room"
    assert rows[1][4] == "watched"
    assert screen.table.chosen == 7
    assert not screen.older.isVisible()
    assert screen.show_one.isVisible()


def test_one_of_them_is_opened_by_key_and_by_button(link: FakeLink, show: Show) -> None:
    screen = show(EveningsScreen(link))
    link.tell(Past(evenings=[TOLD.past(7), TOLD.past(3)]))
    wanted: list[object] = []
    screen.evening.connect(wanted.append)
    screen.table.setFocus()
    QTest.keyClick(screen.table, Qt.Key.Key_Down)
    QTest.keyClick(screen.table, Qt.Key.Key_Return)
    screen.show_one.click()
    assert wanted == [3, 3]


def test_earlier_ones_come_when_they_are_asked_for(link: FakeLink, show: Show) -> None:
    screen = show(EveningsScreen(link))
    link.tell(Past(evenings=[TOLD.past(9), TOLD.past(7)], more=True))
    screen.older.click()
    assert link.take_sent()[-1] == GetPast(7)
    link.tell(Past(evenings=[TOLD.past(3)], before=7))
    assert list(screen.table.keys) == [9, 7, 3]
    assert not screen.older.isVisible()
    link.tell(Past(evenings=[TOLD.past(11), TOLD.past(9)], more=True))
    assert list(screen.table.keys) == [11, 9], "they were asked for anew"


def test_before_the_first_it_says_what_to_do(link: FakeLink, show: Show, heard: list[str]) -> None:
    screen = show(EveningsScreen(link))
    assert not screen.make_room.isVisible()
    link.tell(Past())
    assert screen.table.empty.startswith("No evening yet. Make a room, or join one")
    assert screen.make_room.isVisible()
    assert not screen.show_one.isVisible()
    assert any(text.startswith("No evening yet") for text in heard)


def test_a_server_that_tells_too_much_fills_no_memory(
    link: FakeLink, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.window.screens.past.evenings.MOST", 3)
    screen = show(EveningsScreen(link))
    link.tell(Past(evenings=[TOLD.past(9), TOLD.past(8)], more=True))
    link.tell(Past(evenings=[TOLD.past(9), TOLD.past(6), TOLD.past(5)], before=8, more=True))
    assert list(screen.table.keys) == [9, 8, 6]
    assert not screen.older.isVisible()
