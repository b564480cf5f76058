import time

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from client.window.screens.daily import DailyScreen
from engine.chance import commitment
from harness.fakes import (
    ADA,
    BOB,
    CLEO,
    HOSTILE,
    OWN,
    PAST,
    TODAY,
    FakeLink,
    Show,
    daily_room,
    gone_by,
    member,
    month,
    played_today,
    press,
    room,
    today,
)
from harness.qt_waiting import until
from protocol.messages import (
    Daily,
    GetDailies,
    GetDaily,
    GetReplay,
    Ghost,
    LeaveRoom,
    LeftRoom,
    PlayDaily,
    Problem,
    Rematch,
    Results,
    Standing,
    StartRace,
    Status,
)


@pytest.fixture
def screen(link: FakeLink, show: Show) -> DailyScreen:
    link.session.daily = TODAY
    made = show(DailyScreen(link))
    assert link.take_sent() == [GetDaily(), GetDailies()]
    return made


def results(*, practice: bool = False) -> Results:
    status: Status = "stuck" if practice else "won"
    own = Standing(ADA, "Ada", status, 52, 1, 87, 161_400)
    return Results(12, daily_room("finished").settings, [own], "seed", commitment("seed"), [ADA])


def test_before_the_attempt_it_is_said_that_it_counts(link: FakeLink, screen: DailyScreen) -> None:
    link.tell(today(), month())
    assert screen.heading() == "Daily deal of 27 November 2026"
    assert screen.what.text() == "FreeCell · Can be won: medium"
    assert "your first attempt counts" in screen.rule.text()
    assert "Your first attempt counts." in screen.spoken()
    assert screen.crowd.text() == "16 attempts · 9 solved"
    assert screen.left.text().startswith("Open for another 5 hours")
    assert not screen.table.isVisible()
    assert not screen.practise.isVisible()
    press(screen, "Play today’s deal")
    assert link.take_sent() == [PlayDaily()]
    link.tell(daily_room("lobby"))
    assert link.take_sent() == [StartRace()]


def test_the_picture_takes_what_room_there_is(link: FakeLink, screen: DailyScreen) -> None:
    link.tell(today(), month())
    highs = list[int]()
    for height in (640, 720, 1400):
        screen.resize(1280, height)
        assert screen.picture.isVisible()
        inside = screen.rule.width()
        assert screen.picture.width() == inside, "it is as wide as what is told below it"
        highs.append(screen.picture.height())
    assert highs[0] < highs[1] < highs[2] < 500
    screen.resize(1280, 500)
    assert not screen.picture.isVisible()


def test_after_it_the_course_of_the_score_is_drawn_where_it_has_room(
    link: FakeLink, screen: DailyScreen
) -> None:
    link.tell(today(), month())
    assert not screen.course.isVisible()
    link.tell(played_today())
    screen.resize(1280, 700)
    assert screen.course.isVisible()
    screen.resize(600, 700)
    assert not screen.course.isVisible()
    screen.resize(1280, 700)
    link.tell(replace(played_today(), curve=[0] * 12))
    assert not screen.course.isVisible(), "there was no point"


def test_after_it_are_place_table_streak_and_line(link: FakeLink, screen: DailyScreen) -> None:
    link.tell(played_today(), month())
    assert screen.own.text() == "2nd of 17 so far"
    assert screen.how.text() == "2:41.4, 87 moves · 4 days in a row · most so far: 9"
    rows = [[screen.table.text(y, x) for x in range(6)] for y in range(4)]
    assert rows[0] == ["1", "Bob", "Solved", "52", "2:23.2", "91"]
    assert rows[3][1] == HOSTILE
    assert screen.table.chosen == ADA
    assert screen.left.text().startswith("The next deal comes in 5 hours")
    assert screen.line.text().startswith("Samedeal 2026-11-27, FreeCell: 2nd of 17 so far")
    assert "▅" in screen.line.text()
    assert "▅" not in screen.line.accessibleName()
    assert not screen.begin.isVisible()


@pytest.mark.parametrize("by_key", [False, True])
def test_the_line_is_copied_by_one_click_or_key(
    link: FakeLink, screen: DailyScreen, by_key: bool
) -> None:
    link.tell(played_today())
    QGuiApplication.clipboard().clear()
    told: list[str] = []
    screen.notice.connect(told.append)
    if by_key:
        QTest.keyClick(screen, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    else:
        press(screen, "Share")
    assert QGuiApplication.clipboard().text() == screen.line.text()
    assert told == ["The line is on the clipboard."]


def test_replays_and_players_of_the_table(link: FakeLink, screen: DailyScreen) -> None:
    wanted: list[object] = []
    screen.profile.connect(wanted.append)
    link.tell(played_today())
    screen.table.choose(BOB)
    link.take_sent()
    press(screen, "Watch the replay")
    press(screen, "Show the player")
    assert link.take_sent() == [GetReplay(11, BOB)]
    assert wanted == [BOB]
    hidden = [replace(row, race=0) for row in played_today().rows]
    link.tell(replace(played_today(), rows=hidden, own=replace(OWN, race=0)))
    assert not screen.replay.isEnabled()


def test_games_of_the_table_are_raced_against_and_the_best_by_one_click(
    link: FakeLink, screen: DailyScreen
) -> None:
    wanted: list[tuple[int, int]] = []
    screen.ghost.connect(lambda race, player: wanted.append((race, player)))
    link.tell(today())
    assert not screen.best.isVisible()
    link.tell(played_today())
    best = played_today().rows[0]
    press(screen, "Race the day’s best")
    press(screen, "Race against this")
    assert wanted == [(best.race, best.player), (OWN.race, ADA)]


def test_a_race_against_ghosts_begins_when_its_room_comes(
    link: FakeLink, screen: DailyScreen
) -> None:
    link.tell(played_today())
    link.take_sent()
    made = daily_room("lobby", practice=True)
    assert made.practice is not None
    ghosts = replace(made.practice, ghosts=[Ghost(12, BOB, "Bob", 1, "won", 52, 143_200)])
    link.tell(replace(made, practice=ghosts))
    assert link.take_sent() == [StartRace()]
    link.tell(replace(made, practice=ghosts))
    assert link.take_sent() == []


def test_a_day_gone_by_is_opened_from_the_calendar(link: FakeLink, screen: DailyScreen) -> None:
    link.tell(today(), month())
    link.take_sent()
    screen.month.calendar.chosen.emit(PAST)
    assert link.take_sent() == [GetDaily(PAST), GetDailies()]
    assert screen.heading() == "Daily deal of 19 November 2026"
    link.tell(today())  # is an answer to somebody else
    assert not screen.table.isVisible()
    link.tell(gone_by())
    assert screen.table.rowCount() == 3
    assert screen.left.text() == "The day is over: it is for practice only."
    assert not screen.begin.isVisible()
    press(screen, "Practise it")
    assert link.take_sent() == [PlayDaily(PAST)]
    press(screen, "Today’s deal")
    assert GetDaily() in link.take_sent()


def test_in_another_room_nothing_is_begun(link: FakeLink, screen: DailyScreen) -> None:
    link.tell(room(member(ADA), member(CLEO)), today())
    assert screen.begin.isVisible()
    assert not screen.begin.isEnabled()
    link.tell(played_today())
    assert not screen.practise.isEnabled()


def test_the_end_of_the_attempt_asks_how_the_day_goes(link: FakeLink, screen: DailyScreen) -> None:
    link.tell(today(), daily_room("running"))
    link.take_sent()
    link.tell(results())
    assert link.take_sent() == [GetDaily(TODAY), GetDailies()]
    link.tell(played_today())
    assert screen.own.text() == "2nd of 17 so far"
    assert screen.proof.isVisible()
    seen: list[bool] = []
    screen.race.connect(lambda: seen.append(True))
    press(screen, "The race")
    assert seen == [True]


def test_practice_in_the_room_of_the_attempt(link: FakeLink, screen: DailyScreen) -> None:
    link.tell(daily_room("running"), results(), daily_room("finished"), played_today())
    link.take_sent()
    press(screen, "Practise it again")
    assert link.take_sent() == [Rematch()]
    link.tell(daily_room("lobby", practice=True))
    assert link.take_sent() == [StartRace()]
    link.tell(daily_room("running", practice=True), results(practice=True), played_today())
    assert screen.practised.text() == ("Practice: 52 points, stuck, 87 moves. It counts nowhere.")


def test_another_day_is_practised_in_another_room(link: FakeLink, screen: DailyScreen) -> None:
    link.tell(daily_room("finished"))
    screen.choose(PAST)
    link.tell(gone_by())
    link.take_sent()
    press(screen, "Practise it")
    assert link.take_sent() == [LeaveRoom()]
    link.tell(LeftRoom())
    assert link.take_sent() == [PlayDaily(PAST)]


def test_a_room_whose_countdown_was_called_off_can_be_started(
    link: FakeLink, screen: DailyScreen
) -> None:
    link.tell(today(), daily_room("lobby"))
    press(screen, "Play today’s deal")
    assert link.take_sent() == [StartRace()]


def test_the_way_back(link: FakeLink, screen: DailyScreen) -> None:
    gone: list[bool] = []
    screen.back.connect(lambda: gone.append(True))
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert gone == [True]
    link.tell(daily_room("finished"), played_today())
    screen.choose(PAST)
    link.take_sent()
    press(screen, "Back")
    assert GetDaily(TODAY) in link.take_sent()
    press(screen, "Back")
    assert link.take_sent() == [LeaveRoom()]
    assert gone == [True]


def test_there_may_be_none(link: FakeLink, screen: DailyScreen) -> None:
    link.tell(Problem("unknown day", "there is no daily deal of that day here"))
    assert screen.what.text() == "There is no daily deal here today."
    assert not screen.begin.isVisible()


def test_at_the_end_of_the_day_it_is_asked_once_what_is_now(
    link: FakeLink, screen: DailyScreen
) -> None:
    ended: Daily = replace(today(), until=round(time.time()) - 1)
    link.tell(ended)
    for _ in range(2):
        screen._clock.timeout.emit()
    assert link.take_sent() == [GetDaily(), GetDailies()]
    assert screen.left.text() == ""
    screen.hide()
    assert not screen._clock.isActive()


def test_ones_own_row_stands_there_also_far_down(link: FakeLink, screen: DailyScreen) -> None:
    far = replace(OWN, place=312)
    rows = [row for row in played_today().rows if row.player != ADA]
    link.tell(replace(played_today(), own=far, rows=rows, players=400))
    assert screen.table.text(3, 0) == "312"
    assert screen.table.chosen == ADA


def test_there_is_no_medal_for_nothing(link: FakeLink, screen: DailyScreen) -> None:
    told = played_today()
    rows = [replace(told.rows[0]), replace(told.rows[1], status="gave up", score=0)]
    link.tell(replace(told, rows=rows, own=None))
    assert [each.player in screen.table.unadorned for each in rows] == [False, True]


def test_the_picture_before_the_attempt_is_said_to_be_an_example(
    styled: None, link: FakeLink, screen: DailyScreen
) -> None:
    link.tell(today(), month())
    screen.resize(1180, 740)
    until(lambda: screen.example.isVisible() and screen.picture.isVisible())
    screen.resize(800, 480)
    until(lambda: not screen.example.isVisible(), "as is the picture")
    screen.resize(1180, 740)
    link.tell(played_today())
    assert not screen.example.isVisible()
