"""The daily deal over a real server: the attempt, its day, practice, and the day after."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from client.session.session import Session
from client.window.desktop.memory import Memory
from client.window.window import Window
from harness.fakes import press
from harness.qt_waiting import until
from server.dailies import almanac
from server.rooms.deals import daily
from tests.client.daily_server import DailyServer


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DailyServer]:
    monkeypatch.setattr(daily, "COUNTDOWN", 0)
    monkeypatch.setattr(almanac, "LOOK_EVERY", 0.1)
    monkeypatch.setattr(almanac, "WANT_EVERY", 0.1)
    with DailyServer(tmp_path / "server", days_ago=1) as running:
        running.wait_for_deal()
        yield running


@pytest.fixture
def window(server: DailyServer, tmp_path: Path) -> Iterator[Window]:
    made = Window(Memory(tmp_path / "Ada"))
    made.resize(1280, 800)
    made.show()
    made.connect_to(server.address, "Ada")
    until(made.lobby.place.isVisible, "the daily deal in the lobby")
    yield made
    made.close_unasked()
    made.deleteLater()


def session_of(window: Window) -> Session:
    assert window.link is not None
    return window.link.session


def begin(window: Window) -> None:
    """Wait until the cards of a deal are there."""
    session = session_of(window)
    until(lambda: session.track is not None and not session.results, "the cards")
    until(lambda: window.navigation.currentWidget() is window.race, "the race")


def see_the_day(window: Window) -> None:
    """Wait until the day is shown with one's own result."""
    until(lambda: session_of(window).results is not None, "the end")
    window.navigation.last_look.end()
    until(lambda: window.navigation.currentWidget() is window.daily, "the day")
    until(window.daily.own.isVisible, "the result")


def test_it_is_played_and_shared_and_practised(server: DailyServer, window: Window) -> None:
    session = session_of(window)
    press(window.lobby.place, "Play today’s deal")
    begin(window)
    assert window.windowTitle().startswith("Daily deal of ")
    solution = server.deal()[1]
    for action in solution:
        # What the one before has turned up, the server alone knows.
        until(lambda action=action: session.act(action) is None, "a move")  # type: ignore[misc]
    see_the_day(window)
    assert window.daily.own.text() == "1st of 1 so far"
    assert window.daily.how.text().endswith(f"{len(solution)} moves · 1 day in a row")
    press(window.daily, "Share")
    line = QGuiApplication.clipboard().text()
    assert line.startswith(f"Samedeal {server.days.today}, Quatorze: 1st of 1 so far, ")
    press(window.daily, "The race")
    until(lambda: window.results.verdict.text() == "✓ The deal was fair", "the proof")
    press(window.results, "Daily deal")
    press(window.daily, "Practise it again")
    begin(window)
    assert window.windowTitle().startswith("Practice: daily deal of ")
    session.give_up()
    see_the_day(window)
    practised = "Practice: 0 points, gave up, 0 moves. It counts nowhere."
    assert window.daily.practised.text() == practised
    press(window.daily, "Back")
    until(lambda: window.navigation.currentWidget() is window.lobby, "the lobby")
    until(window.lobby.place.share.isVisible, "what was played")


def test_a_day_that_was_missed_is_opened_the_day_after(server: DailyServer, window: Window) -> None:
    missed = server.days.today
    server.go_on()
    server.wait_for_deal()
    window.show_daily()
    until(lambda: window.navigation.currentWidget() is window.daily, "the daily deal")
    until(lambda: window.daily.day == server.days.today, "today's")
    window.daily.month.calendar.chosen.emit(missed)
    until(window.daily.practise.isVisible, "the day before")
    assert window.daily.crowd.text() == "Nobody has played it."
    press(window.daily, "Practise it")
    begin(window)
    assert session_of(window).daily_room == missed
    window.show_daily()
    until(lambda: window.navigation.currentWidget() is window.daily, "a look at it meanwhile")
