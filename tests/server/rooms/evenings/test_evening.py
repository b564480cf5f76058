"""Series and tallies in a room, driven by hand."""

import random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol.messages import (
    Evening,
    Results,
    RoomState,
    Series,
    SeriesGame,
    Settings,
)
from protocol.tally import tally
from server.bounds import Limits
from server.rooms.records import (
    Course,
    EveningSaved,
    PastRace,
    PracticeGone,
    PracticeSaved,
    RaceMade,
    RaceOfEvening,
    RaceOver,
    StoredEvening,
    StoredRace,
    StoredRoom,
)
from server.rooms.room import Room
from tests.server.driver import SEED, Driver, restore
from tests.server.play import ANN, BOB, BOT, CAT, DAN

LIST = Series(3, [SeriesGame("klondike"), SeriesGame("golf"), SeriesGame("yukon")])


def race(driver: Driver, number: int, *moving: int) -> None:
    """Race from the lobby on: who is among the moving makes a move; then everybody gives up."""
    driver.room.start(driver.room.members.host, number, f"{SEED} {number}", driver.now, anyway=True)
    driver.tick(driver.room.settings.countdown * 1000)
    finish(driver, *moving)


def finish(driver: Driver, *moving: int) -> None:
    assert driver.room.race is not None
    for player in moving:
        gain(driver, player)
    for player in [*driver.room.race.racing]:
        driver.room.give_up(player, driver.now + 1000)


def gain(driver: Driver, player: int) -> None:
    """Let a racer move until there is more than the deal gave."""
    assert driver.room.race is not None
    racer = driver.room.race.racers[player]
    game = racer.play.game
    chance = random.Random(player)
    for _ in range(400):
        state = racer.play.state
        if state.score > racer.play.states[0].score or racer.status != "racing":
            return
        actions = game.legal_actions(state)
        chance.shuffle(actions)
        scores = [game.play(state, action, racer.play.seed).score for action in actions]
        best = actions[scores.index(max(scores))]
        driver.now += 10
        driver.room.act(player, racer.play.length, best, driver.now)
    raise AssertionError("this deal gives nothing")


def phase(driver: Driver) -> str:
    return driver.room.phase


def evening(driver: Driver, player: Any = ANN) -> Evening:
    told = driver.told(player, RoomState)[-1].evening
    assert told is not None
    return told


# An evening without a series


def test_a_room_adds_its_races_up_without_being_asked() -> None:
    driver = Driver(ANN, BOB)
    assert evening(driver) == Evening()
    race(driver, 7, 1)
    first = evening(driver)
    assert (first.deals, [(row.player, row.points) for row in first.rows]) == (1, [(1, 10), (2, 0)])
    driver.room.rematch(1)
    assert evening(driver) == first
    race(driver, 8, 2)
    second = evening(driver, BOB)
    assert second.deals == 2
    assert {row.player: (row.points, row.last, row.before) for row in second.rows} == {
        1: (10, 0, 1),
        2: (10, 10, 2),
    }
    assert RaceOfEvening(8, 7, 2, 1) in driver.records
    driver.room.join(CAT, driver.now)
    assert evening(driver, CAT) == second


def test_the_tally_is_that_of_the_protocol() -> None:
    driver = Driver(ANN, BOB, BOT)
    race(driver, 7, 2, 1)
    driver.room.rematch(1)
    race(driver, 8, 9)
    results = [message.standings for message in driver.told(ANN, Results)]
    assert evening(driver).rows == tally("places", results)


def test_the_host_begins_anew_between_races_and_nobody_else_does() -> None:
    driver = Driver(ANN, BOB)
    race(driver, 7, 1)
    assert driver.refused(lambda: driver.room.begin_anew(2)) == "not the host"
    driver.room.begin_anew(1)
    assert evening(driver) == Evening()
    driver.room.rematch(1)
    driver.room.start(1, 8, SEED, driver.now, anyway=True)
    assert driver.refused(lambda: driver.room.begin_anew(1)) == "wrong time"
    driver.look()
    driver.tick(5000)
    finish(driver, 2)
    assert evening(driver).deals == 1
    assert driver.room.race is not None


def test_after_fifty_races_another_evening_begins() -> None:
    driver = Driver(ANN, countdown=0)
    for number in range(1, 52):
        race(driver, number)
        assert not evening(driver).over
        driver.room.rematch(1)
    assert evening(driver).deals == 1
    assert RaceOfEvening(51, 51, 1, 1) in driver.records


def test_a_race_that_was_called_off_is_none_of_the_evening() -> None:
    driver = Driver(ANN, BOB)
    driver.room.start(1, 7, SEED, driver.now, anyway=True)
    driver.room.leave(2, driver.now)
    driver.room.join(DAN, driver.now)
    driver.room.leave(1, driver.now)
    driver.tick(5000)
    assert evening(driver, DAN).deals == 0
    driver.room.join(DAN, driver.now)
    race(driver, 8)
    driver.look()
    assert RaceOfEvening(8, 7, 1, DAN.id) in driver.records


# A series


def test_a_series_has_a_first_game_before_anybody_sits_down() -> None:
    driver = Driver(ANN, series=LIST, game="freecell")
    assert driver.room.settings.game == "klondike"
    assert driver.room.info.settings.game == "klondike"
    told = driver.room.info.settings.series
    assert told is not None
    assert (told.deals, told.games) == (3, []), "a thousand lists are too much for a frame"


def test_the_next_game_is_told_with_the_results_and_the_room_has_it_when_it_opens() -> None:
    driver = Driver(ANN, BOB, series=LIST)
    race(driver, 7, 1)
    assert driver.told(ANN, Results)[-1].settings.game == "klondike"
    upcoming = evening(driver).next
    assert upcoming is not None
    assert upcoming.game == "golf"
    driver.room.rematch(1)
    assert driver.told(BOB, RoomState)[-1].settings.game == "golf"
    assert evening(driver).next is None
    saved = [r for r in driver.records if isinstance(r, EveningSaved)]
    assert [r.course.next and r.course.next.game for r in saved] == [None, "golf", None]


def test_after_its_last_deal_a_series_is_over_and_the_next_race_begins_another_one() -> None:
    driver = Driver(ANN, BOB, series=LIST)
    for number in (7, 8, 9):
        race(driver, number)
        if number < 9:
            driver.room.rematch(1)
    last = evening(driver)
    assert (last.deals, last.over, last.next, last.pause) == (3, True, None, 0)
    assert [len(row.curve) for row in last.rows] == [3, 3]
    driver.tick(3_600_000 // 2)
    assert phase(driver) == "finished"
    driver.room.rematch(1)
    assert evening(driver) == Evening()
    assert driver.room.settings.game == "klondike"
    race(driver, 10)
    driver.look()
    assert RaceOfEvening(10, 10, 1, 1) in driver.records


def test_the_room_opens_when_all_people_are_ready_and_then_the_race_begins_by_itself() -> None:
    driver = Driver(ANN, BOB, BOT, series=LIST)
    race(driver, 7, 1)
    assert not driver.room.starts_itself
    driver.room.set_ready(1, ready=True)
    driver.tick(50)
    assert phase(driver) == "finished"
    driver.room.set_ready(2, ready=True)
    driver.tick(50)
    assert phase(driver) == "lobby"
    assert driver.room.starts_itself


def test_the_first_race_of_a_series_waits_for_the_host() -> None:
    driver = Driver(ANN, BOB, series=LIST)
    for player in (1, 2):
        driver.room.set_ready(player, ready=True)
    assert not driver.room.starts_itself


def test_the_room_opens_when_the_pause_is_over_unless_it_is_held() -> None:
    driver = Driver(ANN, BOB, series=LIST)
    race(driver, 7, 1)
    assert evening(driver).pause == 60_000
    driver.tick(59_000)
    assert driver.refused(lambda: driver.room.hold_series(2, driver.now, held=True)) == (
        "not the host"
    )
    driver.room.hold_series(1, driver.now, held=True)
    assert evening(driver).held
    driver.tick(600_000)
    assert phase(driver) == "finished"
    driver.room.hold_series(1, driver.now, held=False)
    assert (evening(driver).held, evening(driver).pause) == (False, 60_000)
    driver.tick(60_000)
    assert phase(driver) == "lobby"
    assert not driver.room.starts_itself


def test_nobody_is_there_to_go_on() -> None:
    driver = Driver(ANN, BOB, series=LIST, limits=Limits(grace=1000))
    race(driver, 7, 1)
    for player in (1, 2):
        driver.room.dropped(player, driver.now)
    driver.tick(100_000)
    assert phase(driver) == "finished"
    driver.room.returned(1, driver.now)
    driver.tick(50)
    assert phase(driver) == "lobby"


def test_vetoes_are_counted_and_bring_another_game() -> None:
    series = Series(0, LIST.games, vetoes=1)
    driver = Driver(ANN, BOB, BOT, series=series)
    driver.room.watch(CAT, driver.now)
    assert evening(driver, CAT).vetoes == {1: 1, 2: 1}
    driver.room.veto(2)
    assert driver.room.settings.game == "golf"
    assert evening(driver).vetoes == {1: 1}
    assert driver.refused(lambda: driver.room.veto(2)) == "not allowed"
    assert driver.refused(lambda: driver.room.veto(9)) == "not allowed"
    race(driver, 7, 1)
    assert driver.refused(lambda: driver.room.veto(3)) == "not allowed"
    assert phase(driver) == "finished"
    driver.room.set_ready(2, ready=True)
    driver.room.veto(1)
    upcoming = evening(driver).next
    assert upcoming is not None
    assert upcoming.game == "klondike"
    assert not driver.room.members[2].ready
    driver.room.rematch(1)
    driver.room.start(1, 8, SEED, driver.now, anyway=True)
    assert driver.refused(lambda: driver.room.veto(1)) == "wrong time"


def test_a_room_of_one_game_has_nothing_to_veto() -> None:
    driver = Driver(ANN, series=Series(vetoes=3))
    assert evening(driver).vetoes == {}
    assert driver.refused(lambda: driver.room.veto(1)) == "wrong time"


def test_a_family_is_drawn_by_lot_and_written_down_before_it_is_told() -> None:
    drawn: list[int] = []

    def draw(many: int) -> int:
        drawn.append(many)
        return many - 1

    chosen = Settings("klondike", series=Series(5, family="Yukon"), countdown=0)
    room = Room("ABCDEF", chosen, draw=draw)
    assert room.settings.game == "yukon"
    assert drawn == [5]
    room.join(ANN, 0)
    room.start(1, 7, SEED, 0)
    room.give_up(1, 10)
    assert drawn == [5, 4]
    saved = [r for r in room.output.take_records() if isinstance(r, EveningSaved)]
    assert saved[-1].course.next == SeriesGame("ten-across", room_options("ten-across"))


def room_options(game: str) -> dict[str, str | bool]:
    return Room("X", Settings(game)).settings.options


def test_another_series_begins_another_evening_and_other_settings_do_not() -> None:
    driver = Driver(ANN, BOB, series=LIST)
    race(driver, 7, 1)
    driver.room.rematch(1)
    longer = Settings("freecell", time_limit=120, series=LIST)
    driver.room.change_settings(1, longer, None)
    assert driver.room.settings.game == "golf"
    assert evening(driver).deals == 1
    driver.room.change_settings(1, Settings("freecell", series=Series(3)), None)
    assert driver.room.settings.game == "freecell"
    assert evening(driver).deals == 0


# What is told later


def test_who_sees_the_race_later_sees_the_tally_later() -> None:
    driver = Driver(ANN, BOB, delay=10, series=LIST, countdown=0)
    driver.room.watch(CAT, driver.now)
    driver.room.look_on(2**52, driver.now)
    race(driver, 7, 1)
    assert evening(driver).deals == 1
    driver.room.sync(CAT.id, driver.now)
    late = evening(driver, CAT)
    assert (late.deals, late.rows, late.next, late.pause) == (0, [], None, 0)
    for player in (1, 2):
        driver.room.set_ready(player, ready=True)
    driver.tick(2000)
    assert phase(driver) == "finished"  # It does not open while somebody sees the race.
    assert driver.refused(lambda: driver.room.begin_anew(1)) == "wrong time"
    driver.tick(20_000)
    assert evening(driver, CAT).deals == 1
    driver.tick(50)
    assert phase(driver) == "lobby"


# The same deal again


def test_the_same_deal_once_more_counts_nowhere_and_then_the_series_goes_on() -> None:
    driver = Driver(ANN, BOB, series=LIST)
    race(driver, 7, 1)
    driver.room.rematch(1, same_deal=True)
    state = driver.told(BOB, RoomState)[-1]
    assert state.practice is not None
    assert (state.practice.race, state.practice.once) == (7, True)
    assert state.settings.game == "klondike"
    driver.forget()
    race(driver, 8, 1, 2)
    driver.look()
    [made] = [r for r in driver.records if isinstance(r, RaceMade)]
    assert (made.practice, made.seed) == (True, f"{SEED} 7")
    assert not [r for r in driver.records if isinstance(r, RaceOfEvening)]
    assert evening(driver).deals == 1
    assert len(driver.told(BOB, Results)[-1].standings) == 2
    driver.room.rematch(1)
    state = driver.told(BOB, RoomState)[-1]
    assert state.practice is None
    assert state.settings.game == "golf"
    assert PracticeGone("ABCDEF") in driver.records
    race(driver, 9, 2)
    assert evening(driver).deals == 2
    assert RaceOfEvening(9, 7, 2, 1) in driver.records


def test_the_same_deal_again_and_again_and_then_other_settings() -> None:
    driver = Driver(ANN, BOB)
    race(driver, 7, 1)
    for number in (8, 9):
        driver.room.rematch(1, same_deal=True)
        race(driver, number, 2)
    driver.room.rematch(1, same_deal=True)
    driver.room.change_settings(1, Settings("golf"), None)
    state = driver.told(BOB, RoomState)[-1]
    assert (state.practice, state.settings.game) == (None, "golf")
    race(driver, 10, 2)
    assert evening(driver).deals == 2


# After a restart


class Disk:
    """What a room would be restored from."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def stored(self) -> StoredRoom:
        self.driver.look()
        room, records = self.driver.room, self.driver.records
        course, first = Course(), 0
        numbers: dict[int, RaceOfEvening] = {}
        practice = None
        games = {r.race: r.settings.game for r in records if isinstance(r, RaceMade)}
        for record in records:
            match record:
                case EveningSaved(_, first, course):
                    pass
                case RaceOfEvening(race):
                    numbers[race] = record
                case PracticeSaved():
                    practice = record
                case PracticeGone():
                    practice = None
        past = [
            PastRace(r.race, games[r.race], r.standings)
            for r in records
            if isinstance(r, RaceOver) and r.race in numbers and numbers[r.race].evening == first
        ]
        members = [
            (p, room.members[p.id].seated) for p in (ANN, BOB, CAT, BOT) if p.id in room.members
        ]
        made = next((r for r in reversed(records) if isinstance(r, RaceMade)), None)
        kept = None
        if made and room.round.id == made.race and room.race:
            entries = [r for r in records if type(r).__name__ == "Entered" and r.race == made.race]  # type: ignore[union-attr]
            racers = [racer.player for racer in room.race.racers.values()]
            over = any(isinstance(r, RaceOver) and r.race == made.race for r in records)
            kept = StoredRace(made.race, made.seed, racers, 1000, over, entries)  # type: ignore[arg-type]
        return StoredRoom(
            room.code,
            room.members.host,
            room.settings,
            members,
            kept,
            practice=practice,
            evening=StoredEvening(first, course, past),
        )


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["move", "finish", "rematch", "again", "veto", "anew", "start"]),
        max_size=14,
    ),
    st.sampled_from([None, LIST, Series(2, vetoes=2, family="Golf"), Series(0)]),
)
@example(["start", "finish", "rematch", "start", "finish", "anew"], Series(2, family="Golf"))
@example(["start", "finish", "again", "start", "finish"], LIST)
def test_a_room_that_is_read_again_tells_the_same(steps: list[str], series: Series | None) -> None:
    driver = Driver(ANN, BOB, series=series, countdown=0)
    disk, number = Disk(driver), 0
    for step in steps:
        room = driver.room
        match step, room.phase:
            case "start", "lobby":
                number += 1
                room.start(1, number, f"{SEED} {number}", driver.now, anyway=True)
            case "move", "running" if room.race and not room.race.over:
                game, state = room.game, room.race.racers[2].play.state
                actions = game.legal_actions(state)
                if actions and room.race.racers[2].status == "racing":
                    length = room.race.racers[2].play.length
                    room.act(2, length, actions[0], driver.now + 5)
            case "finish", "running":
                finish(driver)
            case "rematch", "finished":
                room.rematch(1)
            case "again", "finished":
                room.rematch(1, same_deal=True)
            case "veto", "lobby" | "finished" if series and series.mixed:
                told = evening(driver)
                if told.vetoes.get(1) and not told.over and not room._opening:
                    room.veto(1)
            case "anew", "lobby" | "finished":
                room.begin_anew(1)
        driver.look()
        again, warnings = restore(disk.stored())
        assert warnings == []
        again.sync(1, 5000)
        room.sync(1, driver.now)
        states = [
            next(
                x.message
                for x in each.output.take_outgoing()
                if isinstance(x.message, RoomState) and 1 in x.players
            )
            for each in (again, room)
        ]
        first, second = (state.evening for state in states)
        assert first is not None
        assert second is not None
        if second.pause:  # It begins anew.
            second = Evening(
                **{f: getattr(second, f) for f in second.__struct_fields__} | {"pause": first.pause}
            )
        assert first == second
        assert states[0].settings == states[1].settings
        assert states[0].practice == states[1].practice


@pytest.mark.parametrize("moves", [0, 3])
def test_a_race_that_goes_on_after_a_restart_counts(moves: int) -> None:
    driver = Driver(ANN, BOB, series=LIST, countdown=0)
    race(driver, 7, 1)
    driver.room.rematch(1)
    driver.room.start(1, 8, SEED, driver.now, anyway=True)
    disk = Disk(driver)
    for _ in range(moves):
        assert driver.room.race is not None
        racer = driver.room.race.racers[2]
        action = racer.play.game.legal_actions(racer.play.state)[0]
        driver.room.act(2, racer.play.length, action, driver.now + 100)
    room, warnings = restore(disk.stored())
    assert warnings == []
    driver.room, driver.now = room, 6000
    finish(driver)
    told = evening(driver)
    assert told.deals == 2
    assert told.next is not None
    assert told.next.game == "yukon"
