from typing import Any

import pytest
from msgspec.structs import replace

from client.window.screens.records.overview import OverviewScreen
from harness.fakes import ADA, BOB, CLEO, HOSTILE, FakeLink, Show, press, room
from protocol.messages import (
    GetOverview,
    GetReplay,
    NewRecord,
    NewResult,
    Overview,
    RacedGame,
    Rating,
    Riser,
)

DEAL: dict[str, str | bool] = {"deal": "no-redeals"}
AT = 1_700_000_000
OVERVIEW = Overview(
    races=12,
    people=5,
    latest=[
        NewResult(9, "klondike", DEAL, 4, BOB, HOSTILE, 1, "won", 52, 61_000, AT, won=True),
        NewResult(8, "golf", {}, 1, ADA, "Ada", 1, "stuck", 31, 61_000, AT),
    ],
    games=[RacedGame("klondike", DEAL, 90), RacedGame("freecell", {}, 3, "winnable")],
    records=[
        NewRecord(7, "klondike", DEAL, BOB, "Bob", 61_000, AT, 73_000),
        NewRecord(0, "golf", {}, CLEO, "Cleo", 99_000, AT),
    ],
    risers=[
        Riser(CLEO, "Cleo", Rating(812, 290, 20, True), 24),
        Riser(ADA, "Ada", Rating(90, 470, 2), 9),
    ],
)


@pytest.fixture
def screen(link: FakeLink, show: Show) -> OverviewScreen:
    shown: OverviewScreen = show(OverviewScreen(link))
    assert link.take_sent() == [GetOverview()]
    link.tell(OVERVIEW)
    return shown


def led(screen: OverviewScreen) -> list[Any]:
    found: list[Any] = []
    screen.leaderboard.connect(lambda *where: found.append(where))
    screen.profile.connect(found.append)
    return found


def test_it_tells_what_is_new(screen: OverviewScreen) -> None:
    assert screen.day.text() == "12 races in the past day · 5 players"
    assert [[screen.latest.text(y, x) for x in range(1, 4)] for y in range(2)] == [
        [HOSTILE, "1st of 4", "1:01.0"],
        ["Ada", "alone", "Stuck · 31"],
    ]
    assert [screen.records.text(0, x) for x in (1, 2, 3)] == ["Bob", "1:01.0", "12 s"]
    assert screen.records.text(1, 3) == "–", "nobody had won before"
    assert [screen.games.text(y, 1) for y in range(2)] == ["90", "3"]
    assert screen.games.text(1, 0) == "FreeCell · Can be won"
    assert [screen.risers.text(0, x) for x in range(3)] == ["Cleo", "812", "+24"]
    assert screen.latest.is_lit(1), "the reader's own row"
    assert screen.risers.is_lit(1)


def test_every_row_leads_on(screen: OverviewScreen, link: FakeLink) -> None:
    found = led(screen)
    press(screen, "Show the replay")
    assert link.take_sent() == [GetReplay(9, BOB)], "the newest race is chosen"
    press(screen, "Leaderboard")
    press(screen, "Show the player")
    assert found == [("klondike", DEAL, "any"), BOB]
    found.clear()
    screen.records.itemActivated.emit(screen.records.item(0, 0))
    screen.records.selectRow(0)
    screen.records.itemActivated.emit(screen.records.item(0, 0))
    assert link.take_sent()[-1] == GetReplay(7, BOB)
    assert screen.latest.chosen is None, "one row is chosen in all lists together"
    screen.games.selectRow(1)
    assert not screen.replay.isVisible()
    assert not screen.about.isVisible()
    screen.games.itemActivated.emit(screen.games.item(1, 0))
    screen.risers.selectRow(0)
    assert not screen.board.isVisible()
    screen.risers.itemActivated.emit(screen.risers.item(0, 0))
    assert found == [("freecell", {}, "winnable"), CLEO]


def test_a_race_that_is_not_for_the_reader_has_no_replay(
    screen: OverviewScreen, link: FakeLink
) -> None:
    link.take_sent()
    screen.records.selectRow(1)
    assert not screen.replay.isEnabled()
    screen.records.itemActivated.emit(screen.records.item(1, 0))
    assert link.take_sent() == []


def test_where_nobody_has_raced_there_are_ways_to_begin(link: FakeLink, show: Show) -> None:
    screen: OverviewScreen = show(OverviewScreen(link))
    assert not screen.steps.race.isVisible(), "that is not known yet"
    link.tell(Overview())
    assert screen.games.empty == "Nobody has raced here yet."
    wanted: list[str] = []
    screen.bots.connect(lambda: wanted.append("bots"))
    screen.make.connect(lambda: wanted.append("make"))
    screen.practice.connect(lambda: wanted.append("practice"))
    for way in ("Race against bots", "Make a room", "Practise alone"):
        press(screen, way)
    assert wanted == ["bots", "make", "practice"]
    link.tell(room(), Overview())
    assert not screen.steps.race.isVisible(), "who is in a room has one"


def test_a_game_of_tomorrow_has_no_leaderboard_here(link: FakeLink, show: Show) -> None:
    screen: OverviewScreen = show(OverviewScreen(link))
    link.tell(replace(OVERVIEW, games=[RacedGame("tomorrow", {}, 9)], latest=[], records=[]))
    screen.games.selectRow(0)
    assert not screen.board.isEnabled()


def test_who_left_with_nothing_is_not_called_the_best(
    screen: OverviewScreen, link: FakeLink
) -> None:
    left = NewResult(9, "klondike", DEAL, 3, BOB, "Nora", 2, "gave up", 0, 0, AT)
    link.tell(replace(OVERVIEW, latest=[left]))
    assert [screen.latest.text(0, x) for x in range(1, 4)] == ["–", "–", "Gave up"]
    screen.latest.choose(screen.latest.keys[0])
    assert screen.replay.isEnabled()


def test_all_own_rows_are_lit(link: FakeLink, show: Show, screen: OverviewScreen) -> None:
    own = NewResult(9, "golf", {}, 3, ADA, "Ada", 1, "stuck", 30, 61_000, AT)
    link.tell(replace(OVERVIEW, latest=[*OVERVIEW.latest, replace(own, race=5)]))
    assert [screen.latest.is_lit(y) for y in range(3)] == [False, True, True]
