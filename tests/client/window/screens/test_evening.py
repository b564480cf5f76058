import time

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.window.screens.commands import is_offered
from client.window.screens.evening import EveningScreen
from harness.fakes import ADA, BOB, HOSTILE, FakeLink, Show, press
from harness.qt_waiting import until
from protocol.messages import (
    BeginAnew,
    HoldSeries,
    MemberChanged,
    Practice,
    Rematch,
    SeriesGame,
    SetReady,
    Veto,
)
from tests.client.evenings import RACES, Told


def test_the_tally_with_what_has_changed(link: FakeLink, show: Show) -> None:
    screen = show(EveningScreen(link))
    link.tell(Told(RACES).room(next=SeriesGame("golf")))
    rows = [[screen.table.text(y, x) for x in range(7)] for y in range(5)]
    assert rows[0] == ["1", HOSTILE, "15½", "+5", "▲ 1", "3", "1"]
    assert rows[2] == ["3", "Bob", "13½", "+3½", "new", "1", "0"]
    assert rows[4] == ["5", "Bob (bot)", "2", "–", "▼ 1", "1", "0"]
    assert screen.table.chosen == ADA
    assert screen.heading() == "The series"
    assert screen.how_far.text() == "3 of 5 deals · You are 4th with 12 points"
    assert screen.next.text() == "Next: Golf"
    assert screen.curve.isVisible()
    assert not screen.podium.isVisible()
    assert "4th: Ada, 12 points, down 1 place" in screen.spoken()
    screen.resize(1180, 760)
    until(lambda: screen.curve.height() > 280, "the course has what the rows leave")
    foot = screen.rule.mapTo(screen._middle, screen.rule.rect().bottomLeft())
    assert screen._middle.height() - foot.y() < 30, "nothing is empty below"


def test_the_end_of_a_series_has_a_podium_and_a_curve(link: FakeLink, show: Show) -> None:
    screen = show(EveningScreen(link))
    link.tell(Told(RACES).room(over=True))
    assert screen.heading() == "The series is over"
    assert screen.won.text() == f"{HOSTILE} has won the series."
    assert screen.podium.isVisible()
    assert screen.podium.accessibleDescription().startswith(f"1st: {HOSTILE}, 15½ points")
    assert screen.rematch.text() == "Another series"
    assert not screen.anew.isVisible(), "the same in other words"
    screen.grab()
    screen.resize(800, 300)
    screen.grab()
    assert not screen.podium.isVisible()


def test_the_end_is_read_on_when_the_room_is_open_for_another_series(
    link: FakeLink, show: Show
) -> None:
    screen = show(EveningScreen(link))
    link.tell(Told(RACES).room(over=True), Told([]).room("lobby"))
    assert screen.heading() == "The series is over"
    assert screen.table.rowCount() == 5
    assert not screen.rematch.isVisible()
    link.tell(Told(RACES[:1]).room())
    assert screen.heading() == "The series"


def test_an_evening_without_a_series(link: FakeLink, show: Show) -> None:
    screen = show(EveningScreen(link))
    link.tell(Told(RACES[:2], None).room())
    assert screen.heading() == "The evening"
    assert screen.rematch.text() == "Rematch"
    assert screen.rule.text().startswith("Points by place")
    assert not is_offered(screen.hold)


def test_the_host_goes_on_holds_vetoes_and_begins_anew(link: FakeLink, show: Show) -> None:
    screen = show(EveningScreen(link))
    link.tell(Told(RACES).room(pause=60_000, vetoes={ADA: 1}))
    press(screen, "Hold the pause")
    press(screen, "Another game")
    press(screen, "Begin anew")
    assert link.take_sent() == [HoldSeries(True), Veto()]
    press(screen, "Really?")
    assert link.take_sent() == [BeginAnew()]
    link.tell(Told(RACES).room(pause=60_000, held=True))
    assert screen.pause.text() == "The host holds the pause."
    assert not screen.veto.isVisible()
    press(screen, "Let the pause go on")
    press(screen, "Next deal")
    assert link.take_sent() == [HoldSeries(False), SetReady(True), Rematch()]


def test_the_same_deal_is_played_once_more(link: FakeLink, show: Show) -> None:
    screen = show(EveningScreen(link))
    link.tell(Told(RACES).room())
    press(screen, "Same deal again")
    assert link.take_sent() == [Rematch(same_deal=True)]
    practice = Practice("klondike/0390f01e", 7, once=True)
    link.tell(replace(Told(RACES).room("lobby"), practice=practice))
    assert screen.next.text() == "The same deal once more: this race counts nowhere."


def test_others_say_that_they_are_ready(link: FakeLink, show: Show) -> None:
    screen = show(EveningScreen(link))
    told = Told(RACES).room(host=BOB, pause=60_000)
    link.tell(told)
    for way in (screen.rematch, screen.hold, screen.anew, screen.again):
        assert not way.isVisible()
    press(screen, "Ready for the next race")
    assert link.take_sent() == [SetReady(True)]
    link.tell(MemberChanged(replace(told.members[0], ready=True)))
    assert not screen.ready.isEnabled()


def test_the_seconds_of_the_pause_go_by(
    link: FakeLink, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = show(EveningScreen(link))
    link.tell(Told(RACES).room(pause=42_000))
    assert screen.pause.text().endswith("in 42 s")
    later = time.monotonic() + 30
    monkeypatch.setattr(time, "monotonic", lambda: later)
    screen._pause.clock.timeout.emit()
    assert screen.pause.text().endswith("in 12 s")


def test_escape_leads_back_and_a_row_to_the_player(link: FakeLink, show: Show) -> None:
    screen = show(EveningScreen(link))
    link.tell(Told(RACES).room())
    gone: list[object] = []
    screen.back.connect(lambda: gone.append("back"))
    screen.profile.connect(gone.append)
    press(screen, "Show the player")
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert gone == [ADA, "back"]
