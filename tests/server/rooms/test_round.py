import pytest

from engine.chance import commitment
from engine.state import Move
from protocol.messages import (
    Board,
    Countdown,
    MemberChanged,
    MemberLeft,
    Progress,
    RaceStarted,
    Refused,
    Results,
    RoomState,
    Said,
    Settings,
    Step,
)
from server.bounds import Limits
from server.rooms.records import (
    Attended,
    ClockRead,
    Course,
    Entered,
    EveningSaved,
    RaceBegun,
    RaceMade,
    RaceOfEvening,
    RaceOver,
    RacePublished,
    RoomSaved,
    StoredRace,
    StoredRoom,
)
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from tests.server.driver import BOTH, SEED, SETTINGS, TURN, Driver, heard, racing, restore
from tests.server.play import ANN, BOB, CAT, DAN

# Countdown and start


def test_no_card_leaves_before_the_start() -> None:
    driver = Driver(ANN, BOB)
    driver.room.watch(CAT, driver.now)
    driver.forget()
    driver.room.start(1, 7, SEED, driver.now, anyway=True)
    for player in (ANN, BOB, CAT):
        assert driver.kinds(player) == ["RoomState", "Countdown"]
        assert driver.told(player, Countdown) == [Countdown(7, 5000, commitment(SEED))]
    assert driver.records == [
        RaceMade(7, driver.room.settings, SEED, commitment(SEED)),
        EveningSaved("ABCDEF", 7, Course()),
        RaceOfEvening(7, 7, 1, 1),
        Attended(7, 0, (1, 2, 3)),
        RoomSaved("ABCDEF", 1, driver.room.settings, 7),
    ]
    driver.tick(2000)
    driver.room.sync(2, driver.now)
    assert driver.told(BOB, Countdown)[-1].milliseconds == 3000
    driver.tick(2999)
    assert driver.told(ANN, Board) == []
    driver.forget()
    driver.tick(1)
    assert driver.records == []
    driver.look()
    assert driver.records == [RaceBegun(7, (1, 2))]
    assert driver.kinds(ANN) == ["RoomState", "RaceStarted", "Board"]
    assert driver.kinds(CAT) == ["RoomState", "RaceStarted", "Board", "Board"]
    assert [b.player for b in driver.told(BOB, Board)] == [2]


def test_without_a_countdown_it_starts_at_once() -> None:
    driver = Driver(ANN, countdown=0)
    driver.room.start(1, 7, SEED, driver.now)
    kinds = ["RoomState", "RoomState", "Countdown", "RoomState", "RaceStarted", "Board"]
    assert driver.kinds(ANN) == kinds


def test_leaving_in_the_countdown() -> None:
    driver = Driver(ANN, BOB)
    driver.room.watch(CAT, driver.now)
    driver.room.start(1, 7, SEED, driver.now, anyway=True)
    driver.room.leave(1, driver.now)
    driver.room.join(DAN, driver.now)
    assert not driver.room.members[4].seated
    driver.room.leave(2, driver.now)
    driver.tick(5000)
    assert driver.told(CAT, RoomState)[-1].phase == "lobby"
    assert driver.told(CAT, Board) == []
    driver.room.join(CAT, driver.now)
    driver.room.start(3, 8, SEED, driver.now)
    driver.tick(5000)
    assert driver.told(CAT, RoomState)[-1].phase == "running"


# The race


def test_a_step_goes_to_the_racer_and_the_spectators() -> None:
    driver = Driver(ANN, BOB)
    driver.room.watch(CAT, driver.now)
    driver.start()
    driver.forget()
    driver.room.act(1, 0, TURN, driver.now + 250)
    assert driver.kinds(ANN) == driver.kinds(CAT) == ["Step"]
    assert driver.kinds(BOB) == []
    assert driver.records == [Entered(7, 0, 1, TURN, 250)]
    driver.room.act(2, 0, TURN, driver.now + 300)
    driver.look()
    assert driver.records[-1] == Entered(7, 1, 2, TURN, 300)


def test_a_step_goes_to_rivals_where_boards_are_shown() -> None:
    driver = Driver(ANN, BOB, show_boards=True)
    driver.start()
    assert {b.player for b in driver.told(BOB, Board)} == {1, 2}
    driver.room.act(1, 0, TURN, driver.now)
    assert [s.player for s in driver.told(BOB, Step)] == [1]


def test_a_refused_move_is_told_to_its_sender_alone_and_not_written() -> None:
    driver = Driver(ANN, BOB)
    driver.start()
    driver.forget()
    driver.room.act(1, 0, Move(0, 1, 2), driver.now)
    driver.room.act(1, 5, TURN, driver.now)
    assert [type(x.message) for x in driver.outgoing] == []
    assert [r.expected for r in driver.told(ANN, Refused)] == [0, 0]
    assert driver.kinds(BOB) == []
    assert driver.records == []


def test_progress_comes_at_most_ten_times_a_second() -> None:
    driver = Driver(ANN, BOB, options={"deal": "unlimited-redeals"})
    driver.start()
    driver.tick(1000)
    driver.forget()
    for number in range(200):  # Two seconds, a move every 10 ms.
        driver.room.act(1, number, TURN, driver.now)
        driver.tick(10)
    assert 19 <= len(driver.told(BOB, Progress)) <= 21
    assert driver.told(BOB, Progress) == driver.told(ANN, Progress)
    driver.tick(100)
    driver.forget()
    driver.tick(1000)
    assert driver.told(BOB, Progress) == []  # Nothing new, nothing told.


def test_giving_up_shows_at_once_and_the_race_ends_with_the_last() -> None:
    driver = Driver(ANN, BOB)
    driver.start()
    driver.forget()
    driver.room.give_up(1, driver.now + 500)
    assert driver.told(ANN, Board)[0].status == "gave up"
    assert driver.records == [Entered(7, 0, 1, "give up", 500)]
    driver.forget()
    driver.room.give_up(1, driver.now + 501)
    assert driver.kinds(ANN) == []
    driver.room.give_up(2, driver.now + 600)
    assert driver.kinds(ANN) == ["RoomState", "Curves", "Results"]
    [results] = driver.told(ANN, Results)
    assert results == driver.told(BOB, Results)[0]
    assert results.seed == SEED
    assert commitment(results.seed) == results.commitment
    over, attended = driver.records[-2:]
    assert isinstance(over, RaceOver)
    assert (over.race, over.elapsed, list(over.standings)) == (7, 600, results.standings)
    assert attended == Attended(7, 1, (1, 2))
    assert driver.room.phase == "finished"


def test_the_seed_is_told_only_after_the_end() -> None:
    driver = Driver(ANN, BOB)
    driver.room.start(1, 7, SEED, driver.now, anyway=True)
    driver.tick(5000)
    driver.room.act(1, 0, TURN, driver.now)
    driver.room.sync(2, driver.now)
    driver.room.watch(CAT, driver.now)
    driver.tick(200)
    driver.look()
    assert not any(SEED in repr(sent) for sent in driver.outgoing)
    driver.tick(60_000)
    driver.look()
    assert any(SEED in repr(sent) for sent in driver.outgoing)


def test_the_time_limit() -> None:
    driver = Driver(ANN, time_limit=10)
    driver.start()
    driver.tick(9999)
    assert driver.room.phase == "running"
    driver.tick(1)
    assert driver.told(ANN, Results)[0].standings[0].status == "out of time"


def test_who_leaves_gives_up_and_when_all_have_the_race_ends() -> None:
    driver = Driver(ANN, BOB)
    driver.room.watch(CAT, driver.now)
    driver.start()
    driver.room.leave(1, driver.now)
    assert driver.room.phase == "running"
    driver.room.leave(2, driver.now)
    [results] = driver.told(CAT, Results)
    assert [(s.status, s.connected) for s in results.standings] == [("gave up", False)] * 2
    assert driver.room.members.host == 3


def test_who_comes_after_the_race_gets_the_results_too() -> None:
    driver = Driver(ANN)
    driver.start()
    driver.room.give_up(1, driver.now)
    driver.forget()
    driver.room.join(BOB, driver.now)
    assert driver.kinds(BOB) == ["RoomState", "RaceStarted", "Curves", "Results"]
    assert driver.room.members[2].seated


def test_the_clock_is_written_down_every_second() -> None:
    driver = Driver(ANN)
    driver.start()
    driver.forget()
    for _ in range(61):
        driver.tick(50)
    driver.look()
    assert driver.records == [ClockRead(7, 1000), ClockRead(7, 2000), ClockRead(7, 3000)]
    assert driver.room.round.read_clock(driver.now) == ClockRead(7, 3050)


# Repeated entries


def test_an_entry_that_comes_again_is_answered_again_and_not_done() -> None:
    driver = Driver(ANN, BOB, show_boards=True)
    driver.start()
    for number in range(3):
        driver.room.act(1, number, TURN, driver.now)
    steps = driver.told(BOB, Step)
    driver.forget()
    for number in (1, 0, 2):
        driver.room.act(1, number, TURN, driver.now)
    assert driver.told(ANN, Step) == [steps[1], steps[0], steps[2]]
    assert (driver.kinds(BOB), driver.records) == ([], [])
    driver.room.act(1, 1, "undo", driver.now)
    assert [(r.number, r.expected) for r in driver.told(ANN, Refused)] == [(1, 3)]


def test_an_entry_for_another_race_is_not_done() -> None:
    driver = Driver(ANN)
    driver.start()
    assert driver.refused(lambda: driver.room.act(1, 0, TURN, driver.now, 6)) == "not racing"
    with pytest.raises(Refusal, match="another race than the one that you are in"):
        driver.room.act(1, 0, TURN, driver.now, 6)
    driver.room.act(1, 0, TURN, driver.now, 7)
    assert driver.told(ANN, Step)


# Out of the race


def test_who_stays_away_too_long_is_out_of_the_race_and_the_others_finish() -> None:
    driver = Driver(ANN, BOB, limits=Limits(grace=5), time_limit=60)
    driver.start()
    driver.room.dropped(2, driver.now)
    driver.tick(4_999)
    driver.room.returned(2, driver.now)
    driver.room.dropped(2, driver.now)
    driver.forget()
    driver.tick(5_000)
    driver.tick(100)
    assert driver.told(ANN, Progress)[-1].standings[1].status == "disconnected"
    assert Entered(7, 0, 2, "disconnected", 9_999) in driver.records
    driver.room.returned(2, driver.now)
    assert driver.told(BOB, Board)[-1].status == "disconnected"
    driver.room.act(2, 0, TURN, driver.now)
    assert driver.told(BOB, Refused)[-1].reason == "your race is over"
    assert driver.room.phase == "running"
    driver.room.give_up(1, driver.now)
    assert {s.status for s in driver.told(BOB, Results)[0].standings} == {"gave up", "disconnected"}
    assert 2 in driver.room.members


def test_after_a_restart_the_grace_begins_anew() -> None:
    entries = [Entered(7, 0, 2, "disconnected", 900)]
    race = StoredRace(7, SEED, [ANN, BOB], 4000, False, entries)
    room = Room.restore(
        StoredRoom("ABCDEF", 1, SETTINGS, BOTH, race), 5000, Limits(grace=10), print
    )
    room.tick(14_999)
    assert not any(isinstance(record, Entered) for record in room.output.take_records())
    room.tick(15_000)
    room.tick(15_001)
    records = [r for r in room.output.take_records() if not isinstance(r, ClockRead)]
    assert records[0] == Entered(7, 1, 1, "disconnected", 14_000)
    over = records[1]
    assert isinstance(over, RaceOver)
    assert [s.status for s in over.standings] == ["disconnected"] * 2


# The spectators' delay


def test_spectators_see_all_of_the_race_later() -> None:
    driver, room = racing(delay=10, time_limit=30)
    assert driver.kinds(CAT) == []
    assert driver.kinds(ANN) == ["RoomState", "RaceStarted", "Board"]
    driver.tick(1000)
    room.act(1, 0, TURN, driver.now)
    driver.tick(1000)
    room.give_up(2, driver.now)
    driver.forget()
    driver.tick(7_999)
    assert driver.kinds(CAT) == []
    driver.tick(1)
    assert driver.kinds(CAT) == ["RoomState", "RaceStarted", "Board", "Board"]
    assert driver.told(CAT, RoomState)[0].phase == "running"
    assert driver.told(CAT, RaceStarted)[0].elapsed == 0
    driver.tick(999)
    assert driver.told(CAT, Step) == []
    driver.forget()
    driver.tick(1)
    assert [(s.player, s.number) for s in driver.told(CAT, Step)] == [(1, 1)]
    assert driver.told(CAT, Progress)[0].standings[1].status == "racing"
    room.give_up(1, driver.now)
    assert driver.told(ANN, Results)
    assert driver.told(CAT, Results) == []
    assert room.phase == "finished"
    driver.forget()
    driver.tick(1_000)
    assert driver.told(CAT, Board)[0].status == "gave up"
    driver.forget()
    driver.tick(9_000)
    assert driver.kinds(CAT) == ["Board", "RoomState", "Curves", "Results"]
    assert driver.kinds(ANN) == []


def test_what_racers_say_and_do_is_delayed_and_what_others_do_is_not() -> None:
    driver, room = racing(delay=10)
    room.watch(DAN, driver.now)
    driver.forget()
    room.chat(1, "hi")
    room.dropped(2, driver.now)
    room.chat(4, "ho")
    assert driver.kinds(ANN) == ["Said", "MemberChanged", "Said"]
    assert driver.kinds(CAT) == ["Said"]
    driver.room.sync(3, driver.now)
    assert driver.told(CAT, RoomState)[-1].members[1].connected
    driver.tick(0)
    driver.tick(9_999)
    driver.forget()
    driver.tick(1)
    assert [said.text for said in driver.told(CAT, Said)] == ["hi"]
    assert [m.member.connected for m in driver.told(CAT, MemberChanged)] == [False]
    driver.tick(100)
    assert [s.connected for s in driver.told(CAT, Progress)[-1].standings] == [True, False]
    assert driver.kinds(ANN) == []


def test_who_comes_in_waits_for_the_start_as_spectators_do() -> None:
    driver, room = racing(delay=10)
    driver.forget()
    room.watch(DAN, driver.now)
    assert driver.kinds(CAT) == ["MemberChanged"]
    assert driver.kinds(DAN) == ["RoomState", "Countdown"]
    assert driver.told(DAN, Countdown)[0].milliseconds == 10_000


def test_the_numbers_of_events_tell_spectators_nothing() -> None:
    driver, room = racing(delay=10)
    room.output.take_outgoing()
    room.sync(3, driver.now)
    before = heard(room, CAT)[-1].seq
    for number in range(5):
        room.act(1, number, TURN, driver.now)
    room.output.take_outgoing()
    room.sync(3, driver.now)
    assert heard(room, CAT)[-1].seq == before
    room.sync(1, driver.now)
    assert heard(room, ANN)[-1].seq >= 5


def test_a_racer_who_leaves_is_there_for_spectators_until_they_see_it() -> None:
    driver, room = racing(delay=10)
    driver.forget()
    room.leave(1, driver.now)
    assert room.members.host == 2
    assert driver.kinds(BOB) == ["RoomState"]
    assert driver.kinds(CAT) == []
    assert (room.info.host, room.info.racers) == ("ann", 2)
    with pytest.raises(Refusal, match="only the host, ann, can"):
        room.close_by(3, driver.now)
    driver.tick(0)
    driver.forget()
    driver.tick(10_000)
    assert driver.told(CAT, MemberLeft) == [MemberLeft(1)]
    assert driver.told(CAT, RoomState)[-1].host == 2
    assert (room.info.host, room.info.racers) == ("bob", 1)


def test_who_comes_in_sees_the_boards_of_that_time() -> None:
    driver, room = racing(delay=10)
    for number in range(5):
        room.act(1, number, TURN, driver.now)
        driver.tick(1000)
    driver.tick(7_500)
    driver.forget()
    room.join(DAN, driver.now)
    kinds = ["RoomState", "RaceStarted", "Curves", "Board", "Board"]
    assert driver.kinds(DAN) == kinds
    assert [b.number for b in driver.told(DAN, Board)] == [3, 0]
    assert driver.told(DAN, RaceStarted)[0].elapsed == 2_500
    assert driver.told(DAN, RaceStarted)[0].standings[0].moves == 3
    driver.forget()
    room.returned(1, driver.now)
    assert driver.told(ANN, Board)[0].number == 5


def test_a_racer_who_left_and_watches_is_a_spectator() -> None:
    driver, room = racing(delay=10)
    driver.tick(11_000)
    room.act(2, 0, TURN, driver.now)
    room.leave(1, driver.now)
    driver.forget()
    room.join(ANN, driver.now)
    assert {b.player: (b.number, b.status) for b in driver.told(ANN, Board)} == {
        1: (0, "racing"),
        2: (0, "racing"),
    }


def test_nobody_learns_from_a_seat_that_the_race_is_over() -> None:
    driver, room = racing(delay=10)
    room.give_up(1, driver.now)
    room.give_up(2, driver.now)
    driver.forget()
    for _ in range(2):
        room.join(CAT, driver.now)
        room.watch(BOB, driver.now)
        assert (room.members[3].seated, room.members[2].seated) == (False, True)
        assert driver.told(CAT, RoomState)[0].phase == "countdown"
        driver.tick(9_999)
    driver.tick(2)
    assert driver.told(CAT, Results)
    room.join(CAT, driver.now)
    assert room.members[3].seated


def test_the_countdown_of_spectators_is_that_much_longer() -> None:
    driver = Driver(ANN, delay=10)
    driver.room.watch(BOB, driver.now)
    driver.room.start(1, 7, SEED, driver.now)
    assert driver.told(ANN, Countdown)[0].milliseconds == 5_000
    assert driver.told(BOB, Countdown)[0].milliseconds == 15_000
    driver.forget()
    driver.room.returned(2, driver.now)
    assert driver.told(BOB, Countdown)[0].milliseconds == 15_000


@pytest.mark.parametrize("seen", [0, 15_000])
def test_a_rematch_shows_spectators_the_end_at_once(seen: int) -> None:
    driver, room = racing(delay=10)
    room.give_up(1, driver.now)
    room.give_up(2, driver.now)
    driver.tick(seen)
    driver.forget()
    room.rematch(1)
    driver.tick(20_000)
    assert driver.kinds(CAT) == (
        ["RoomState"] if seen else ["RoomState", "Curves", "Results", "RoomState"]
    )
    phases = [message.phase for message in driver.told(CAT, RoomState)]
    assert phases == (["lobby"] if seen else ["finished", "lobby"])
    assert driver.kinds(ANN) == ["RoomState"]


def test_others_know_no_more_than_spectators() -> None:
    driver, room = racing(delay=10)
    assert (room.info.phase, room.round.delayed_elapsed(driver.now)) == ("countdown", 0)
    driver.tick(12_000)
    assert (room.info.phase, room.round.delayed_elapsed(driver.now)) == ("running", 2_000)
    room.give_up(1, driver.now)
    room.give_up(2, driver.now)
    assert (room.info.phase, room.round.delayed_elapsed(driver.now)) == ("running", 2_000)
    assert [room.round.hides(player, 7) for player in (1, 3, 4)] == [False, True, True]
    assert not room.round.hides(3, 6)
    driver.tick(10_000)
    assert room.info.phase == "finished"
    assert not room.round.hides(3, 7)


@pytest.mark.parametrize("over", [False, True])
def test_a_restart_shows_nothing_early(over: bool) -> None:
    settings = Settings("klondike", {"deal": "single-card-deals"}, time_limit=60, delay=10)
    entries = [Entered(7, n, 1, TURN, 1000 * n) for n in range(15)]
    entries.append(Entered(7, 15, 2, "give up", 14_500))
    race = StoredRace(7, SEED, [ANN, BOB], 15_000, over, entries)
    room, _ = restore(StoredRoom("ABCDEF", 1, settings, BOTH, race), now=100_000)
    room.output.take_outgoing()
    room.returned(3, 100_000)
    told = heard(room, CAT)
    boards = [message for message in told if isinstance(message, Board)]
    assert [board.number for board in boards] == [6, 0]  # Those of 0 to 5 seconds.
    assert not any(isinstance(message, Results) for message in told)
    room.tick(101_000)
    steps = [message for message in heard(room, CAT) if isinstance(message, Step)]
    assert [step.number for step in steps] == [7]
    room.returned(1, 101_000)
    assert [m.number for m in heard(room, ANN) if isinstance(m, Board)] == [15]


@pytest.mark.parametrize(("delay", "told"), [(0, 0), (10, 1)])
def test_a_race_that_was_over_is_published_once_when_its_room_goes(delay: int, told: int) -> None:
    settings = Settings("klondike", {"deal": "single-card-deals"}, time_limit=60, delay=delay)
    race = StoredRace(7, SEED, [ANN, BOB], 15_000, True, [Entered(7, 0, 1, TURN, 5)])
    room, _ = restore(StoredRoom("ABCDEF", 1, settings, BOTH, race), now=100_000)
    room.close(100_000, "closed")
    records = room.output.take_records()
    assert records.count(RacePublished(7)) == told
