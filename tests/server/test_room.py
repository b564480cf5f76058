from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from engine import catalogue
from engine.catalogue import BadOption, UnknownGame
from engine.chance import commitment
from engine.state import Click, Move
from protocol.messages import (
    Announcement,
    Board,
    Countdown,
    Curves,
    LeftRoom,
    MemberChanged,
    MemberLeft,
    Progress,
    RaceStarted,
    Refused,
    Results,
    Said,
    ServerMessage,
    Settings,
    Step,
)
from protocol.messages import Room as RoomMessage
from server.bounds import Limits
from server.records import (
    ClockRead,
    Entered,
    MemberGone,
    MemberSaved,
    Player,
    RaceBegun,
    RaceClosed,
    RaceMade,
    RaceOver,
    Record,
    RoomClosed,
    RoomSaved,
    RuleSaved,
    StoredRace,
    StoredRoom,
)
from server.room import Letter, Refusal, Room
from tests.server.play import ANN, BOB, BOT, CAT, DAN

M = TypeVar("M", bound=ServerMessage)
TURN = Click(0)
SEED = "the seed"


class Driver:
    """A room, all that came out of it, and a clock."""

    def __init__(self, *players: Player, limits: Limits | None = None, **settings: object) -> None:
        chosen: dict[str, object] = {"game": "klondike", "countdown": 5, "time_limit": 60}
        self.room = Room("ABCDEF", Settings(**(chosen | settings)), limits)  # type: ignore[arg-type]
        self.now = 1_000_000
        self.letters: list[Letter] = []
        self.records: list[Record] = []
        for player in players:
            self.room.join(player, self.now)

    def look(self) -> None:
        """Take what came out, without the numbers of events and the checksums of positions."""
        for letter in self.room.take_letters():
            self.letters.append(letter._replace(message=replace(letter.message, seq=0)))
        for record in self.room.take_records():
            if isinstance(record, Entered):
                self.records.append(record._replace(position=None))
            else:
                self.records.append(record)

    def forget(self) -> None:
        self.look()
        self.letters, self.records = [], []

    def told(self, player: Player, kind: type[M]) -> list[M]:
        self.look()
        return [
            x.message
            for x in self.letters
            if player.id in x.players and isinstance(x.message, kind)
        ]

    def kinds(self, player: Player) -> list[str]:
        self.look()
        return [type(x.message).__name__ for x in self.letters if player.id in x.players]

    def tick(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.room.tick(self.now)

    def start(self, race: int = 7) -> None:
        self.room.start(self.room.host, race, SEED, self.now, anyway=True)
        self.forget()
        self.tick(self.room.settings.countdown * 1000)

    def refused(self, what: Callable[[], None]) -> str:
        self.forget()
        with pytest.raises(Refusal) as caught:
            what()
        self.look()
        assert (self.letters, self.records) == ([], [])
        assert str(caught.value)
        return caught.value.code


# Coming and going


def test_the_first_to_join_is_the_host_and_everybody_is_told() -> None:
    driver = Driver(ANN, BOB)
    [message] = driver.told(BOB, RoomMessage)
    assert (message.host, message.phase, message.code) == (1, "lobby", "ABCDEF")
    assert [(m.name, m.seated) for m in message.members] == [("ann", True), ("bob", True)]
    assert [m.member for m in driver.told(ANN, MemberChanged)] == message.members[1:]
    assert [m.members for m in driver.told(ANN, RoomMessage)] == [message.members[:1]]
    assert [r for r in driver.records if isinstance(r, MemberSaved)] == [
        MemberSaved(1, "ABCDEF", True),
        MemberSaved(2, "ABCDEF", True),
    ]
    assert isinstance(driver.records[0], RoomSaved)


def test_options_are_completed() -> None:
    assert Driver().room.settings.options == {"deal": "single-card-deals"}


def test_an_unknown_game_or_option() -> None:
    with pytest.raises(UnknownGame):
        Room("ABCDEF", Settings("bridge"))
    with pytest.raises(BadOption):
        Room("ABCDEF", Settings("klondike", {"deal": "five"}))


def test_a_full_room() -> None:
    driver = Driver(ANN, BOB, seats=2)
    assert driver.refused(lambda: driver.room.join(CAT, 0)) == "room full"
    driver.room.watch(CAT, 0)
    assert not driver.told(CAT, RoomMessage)[-1].members[2].seated


def test_spectators_have_a_bound() -> None:
    driver = Driver(ANN, limits=Limits(spectators=1))
    driver.room.watch(BOB, 0)
    assert driver.refused(lambda: driver.room.watch(CAT, 0)) == "room full"
    driver.start()
    assert driver.refused(lambda: driver.room.join(CAT, 0)) == "room full"


def test_a_spectator_takes_a_seat_and_gives_it_back() -> None:
    driver = Driver(ANN)
    driver.room.watch(BOB, 0)
    driver.room.join(BOB, 0)
    driver.room.join(BOB, 0)
    driver.room.watch(BOB, 0)
    seated = [message.members[-1].seated for message in driver.told(BOB, RoomMessage)]
    assert seated == [False, True, True, False]
    assert len(driver.room.members) == 2


def test_the_host_passes_on_to_somebody_connected_with_a_seat() -> None:
    driver = Driver(ANN)
    driver.room.watch(DAN, 0)
    driver.room.join(BOT, 0)
    driver.room.join(BOB, 0)
    driver.room.join(CAT, 0)
    driver.room.dropped(2, 0)
    driver.room.leave(1, 0)
    assert driver.room.host == 3
    assert driver.told(ANN, LeftRoom) == [LeftRoom("")]
    assert driver.told(CAT, RoomMessage)[-1].host == 3
    assert RoomSaved("ABCDEF", 3, driver.room.settings, None) in driver.records


def test_the_last_to_leave_closes_the_room() -> None:
    driver = Driver(ANN)
    driver.forget()
    driver.room.leave(1, 0)
    driver.look()
    assert driver.records == [MemberGone(1), RoomClosed("ABCDEF")]


def test_who_lost_the_connection_keeps_the_seat_for_a_while() -> None:
    driver = Driver(ANN, BOB, limits=Limits(grace=10))
    driver.room.set_ready(2, ready=True)
    driver.room.dropped(2, driver.now)
    bob = driver.told(ANN, MemberChanged)[-1].member
    assert (bob.seated, bob.connected, bob.ready) == (True, False, False)
    driver.tick(9999)
    assert 2 in driver.room.members
    driver.room.returned(2, driver.now)
    assert driver.told(BOB, RoomMessage)[-1].members[1].connected
    driver.tick(60_000)
    assert 2 in driver.room.members
    driver.room.dropped(2, driver.now)
    driver.forget()
    driver.tick(10_000)
    assert 2 not in driver.room.members
    assert driver.told(ANN, MemberLeft) == [MemberLeft(2)]
    assert driver.kinds(ANN) == ["MemberLeft"]


def test_who_is_ready_is_told_without_the_rest_of_the_room() -> None:
    driver = Driver(ANN, BOB)
    driver.forget()
    driver.room.set_ready(2, ready=True)
    assert driver.kinds(ANN) == driver.kinds(BOB) == ["MemberChanged"]
    driver.forget()
    driver.room.dropped(2, driver.now)
    assert (driver.kinds(ANN), driver.kinds(BOB)) == (["MemberChanged"], [])
    driver.forget()
    driver.room.returned(2, driver.now)
    assert (driver.kinds(ANN), driver.kinds(BOB)) == (["MemberChanged"], ["Room"])


def test_a_room_vanishes_when_all_have_been_away_for_long() -> None:
    driver = Driver(ANN, BOB, limits=Limits(grace=10))
    driver.room.dropped(1, driver.now)
    driver.room.dropped(2, driver.now)
    driver.tick(10_000)
    driver.look()
    assert driver.records[-1] == RoomClosed("ABCDEF")


def test_chat_is_text_for_everybody() -> None:
    driver = Driver(ANN, BOB)
    driver.room.chat(1, "<b>hi</b>\n\x1b[31m\u202ered ")
    assert driver.told(BOB, Said) == [Said(1, "ann", "<b>hi</b>  [31m red")]
    driver.forget()
    driver.room.chat(1, " \n ")
    assert driver.kinds(BOB) == []


# The lobby and the countdown


def test_only_the_host_starts() -> None:
    driver = Driver(ANN, BOB)
    assert driver.refused(lambda: driver.room.start(2, 7, SEED, 0, anyway=True)) == "not the host"


def test_all_have_to_be_ready_unless_anyway() -> None:
    driver = Driver(ANN, BOB)
    assert driver.refused(lambda: driver.room.start(1, 7, SEED, 0)) == "not ready"
    driver.room.set_ready(2, ready=True)
    driver.room.start(1, 7, SEED, 0)
    assert driver.room.phase == "countdown"


def test_somebody_has_to_have_a_seat() -> None:
    driver = Driver()
    driver.room.watch(ANN, 0)
    assert driver.refused(lambda: driver.room.start(1, 7, SEED, 0, anyway=True)) == "not ready"


def test_spectators_cannot_be_ready() -> None:
    driver = Driver(ANN)
    driver.room.watch(BOB, 0)
    assert driver.refused(lambda: driver.room.set_ready(2, ready=True)) == "not racing"


def test_wrong_times() -> None:
    driver = Driver(ANN, BOB)
    assert driver.refused(lambda: driver.room.rematch(1)) == "wrong time"
    assert driver.refused(lambda: driver.room.act(1, 0, TURN, 0)) == "not racing"
    assert driver.refused(lambda: driver.room.give_up(1, 0)) == "not racing"
    driver.start()
    assert driver.refused(lambda: driver.room.set_ready(2, ready=True)) == "wrong time"
    assert driver.refused(lambda: driver.room.start(1, 8, SEED, 0)) == "wrong time"
    assert driver.refused(lambda: driver.room.rematch(1)) == "wrong time"
    assert driver.refused(lambda: driver.room.rematch(2)) == "not the host"


def test_no_card_leaves_before_the_start() -> None:
    driver = Driver(ANN, BOB)
    driver.room.watch(CAT, driver.now)
    driver.forget()
    driver.room.start(1, 7, SEED, driver.now, anyway=True)
    for player in (ANN, BOB, CAT):
        assert driver.kinds(player) == ["Room", "Countdown"]
        assert driver.told(player, Countdown) == [Countdown(7, 5000, commitment(SEED))]
    assert driver.records == [
        RaceMade(7, driver.room.settings, SEED, commitment(SEED)),
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
    assert driver.kinds(ANN) == ["Room", "RaceStarted", "Board"]
    assert driver.kinds(CAT) == ["Room", "RaceStarted", "Board", "Board"]
    assert [b.player for b in driver.told(BOB, Board)] == [2]


def test_without_a_countdown_it_starts_at_once() -> None:
    driver = Driver(ANN, countdown=0)
    driver.room.start(1, 7, SEED, driver.now)
    kinds = ["Room", "Room", "Countdown", "Room", "RaceStarted", "Board"]
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
    assert driver.told(CAT, RoomMessage)[-1].phase == "lobby"
    assert driver.told(CAT, Board) == []
    driver.room.join(CAT, driver.now)
    driver.room.start(3, 8, SEED, driver.now)
    driver.tick(5000)
    assert driver.told(CAT, RoomMessage)[-1].phase == "running"


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
    assert [type(x.message) for x in driver.letters] == []
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
    assert driver.kinds(ANN) == ["Room", "Curves", "Results"]
    [results] = driver.told(ANN, Results)
    assert results == driver.told(BOB, Results)[0]
    assert results.seed == SEED
    assert commitment(results.seed) == results.commitment
    over = driver.records[-1]
    assert isinstance(over, RaceOver)
    assert (over.race, over.elapsed, list(over.standings)) == (7, 600, results.standings)
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
    assert not any(SEED in repr(letter) for letter in driver.letters)
    driver.tick(60_000)
    driver.look()
    assert any(SEED in repr(letter) for letter in driver.letters)


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
    assert driver.room.host == 3


def test_joining_during_a_race_makes_a_spectator_who_sees_all_boards() -> None:
    driver = Driver(ANN, BOB)
    driver.start()
    driver.room.act(1, 0, TURN, driver.now)
    driver.tick(2000)
    driver.forget()
    driver.room.join(CAT, driver.now)
    assert driver.kinds(CAT) == ["Room", "RaceStarted", "Curves", "Board", "Board"]
    assert [b.number for b in driver.told(CAT, Board)] == [1, 0]
    assert driver.told(CAT, RaceStarted)[0].elapsed == 2000
    driver.room.leave(3, driver.now)
    driver.forget()
    driver.room.act(1, 1, TURN, driver.now)
    assert driver.kinds(CAT) == []
    assert driver.room.phase == "running"


def test_a_racer_cannot_become_a_spectator_during_the_race() -> None:
    driver = Driver(ANN, BOB)
    driver.start()
    driver.forget()
    driver.room.watch(BOB, driver.now)
    assert [b.player for b in driver.told(BOB, Board)] == [2]
    assert driver.room.members[2].seated


def test_who_comes_after_the_race_gets_the_results_too() -> None:
    driver = Driver(ANN)
    driver.start()
    driver.room.give_up(1, driver.now)
    driver.forget()
    driver.room.join(BOB, driver.now)
    assert driver.kinds(BOB) == ["Room", "RaceStarted", "Curves", "Results"]
    assert driver.room.members[2].seated


def test_a_rematch_keeps_everybody() -> None:
    driver = Driver(ANN, BOB)
    driver.room.watch(CAT, driver.now)
    driver.start()
    driver.room.give_up(1, driver.now)
    driver.room.give_up(2, driver.now)
    assert driver.refused(lambda: driver.room.rematch(2)) == "not the host"
    driver.room.rematch(1)
    message = driver.told(CAT, RoomMessage)[-1]
    assert message.phase == "lobby"
    assert [m.seated for m in message.members] == [True, True, False]
    driver.start(8)
    assert driver.told(ANN, RaceStarted)[0].race == 8
    driver.room.act(1, 0, TURN, driver.now)
    driver.look()
    assert Entered(8, 0, 1, TURN, 0) in driver.records


def test_the_clock_is_written_down_every_second() -> None:
    driver = Driver(ANN)
    driver.start()
    driver.forget()
    for _ in range(61):
        driver.tick(50)
    driver.look()
    assert driver.records == [ClockRead(7, 1000), ClockRead(7, 2000), ClockRead(7, 3000)]
    assert driver.room.read_clock(driver.now) == ClockRead(7, 3050)


# After a restart


def restore(stored: StoredRoom, now: int = 5000) -> tuple[Room, list[str]]:
    warnings: list[str] = []
    return Room.restore(stored, now, Limits(), warnings.append), warnings


SETTINGS = Settings("klondike", {"deal": "single-card-deals"}, time_limit=60)
BOTH = [(ANN, True), (BOB, True), (CAT, False)]


def test_a_race_stands_where_it_stood() -> None:
    entries = [Entered(7, n, 1, TURN, 100 * n) for n in range(3)]
    entries.append(Entered(7, 3, 2, "give up", 900))
    race = StoredRace(7, SEED, [ANN, BOB], 4000, False, entries)
    room, warnings = restore(StoredRoom("ABCDEF", 2, SETTINGS, BOTH, race), now=5000)
    assert warnings == []
    assert (room.phase, room.host) == ("running", 2)
    assert not any(member.connected for member in room.members.values())
    room.returned(1, 6000)
    started, curves, board = [x.message for x in room.take_letters()][-3:]
    assert isinstance(started, RaceStarted)
    assert started.elapsed == 5000  # 4 s before, 1 s since: the time in between does not count.
    assert [s.status for s in started.standings] == ["racing", "gave up"]
    assert isinstance(curves, Curves)
    assert curves.curves == {1: [(0, 0)], 2: [(0, 0)]}
    assert isinstance(board, Board)
    assert board.number == 3
    room.take_records()
    room.act(1, 3, TURN, 6000)
    assert room.race is not None
    position = room.race.racers[1].position
    assert room.take_records() == [Entered(7, 4, 1, TURN, 5000, position)]


def test_a_finished_race_shows_its_results_again() -> None:
    race = StoredRace(7, SEED, [ANN, BOB], 60_000, True, [Entered(7, 0, 1, TURN, 5)])
    room, _ = restore(StoredRoom("ABCDEF", 1, SETTINGS, BOTH, race))
    assert room.take_records() == []
    room.returned(1, 6000)
    results = room.take_letters()[-1].message
    assert isinstance(results, Results)
    assert [s.status for s in results.standings] == ["out of time"] * 2
    room.rematch(1)
    assert room.phase == "lobby"


def test_a_countdown_is_called_off() -> None:
    room, _ = restore(StoredRoom("ABCDEF", 1, SETTINGS, BOTH, StoredRace(7, SEED)))
    assert room.phase == "lobby"
    assert room.take_records() == [RoomSaved("ABCDEF", 1, SETTINGS, None)]


@pytest.mark.parametrize(
    ("entries", "rules", "damage", "reason"),
    [
        ([Entered(7, 0, 1, TURN, 5), Entered(7, 1, 2, Move(0, 1, 2), 6)], 1, "", "move 1 cannot"),
        ([Entered(7, 0, 1, TURN, 5, 99)], 1, "", "another position"),
        ([Entered(7, 0, 1, TURN, 5, 99)], 2, "", "rules of the game have changed"),
        ([Entered(7, 0, 3, TURN, 5)], 1, "", "move 0 cannot"),
        ([], 1, "the rows are damaged", "the rows are damaged"),
    ],
)
def test_a_race_that_cannot_be_played_again_is_closed(
    entries: list[Entered], rules: int, damage: str, reason: str
) -> None:
    race = StoredRace(7, SEED, [ANN, BOB], 1000, False, entries, rules, damage)
    room, warnings = restore(StoredRoom("ABCDEF", 1, SETTINGS, BOTH, race))
    assert len(warnings) == 1
    assert (room.phase, room.race) == ("lobby", None)
    closed, saved = room.take_records()
    assert isinstance(closed, RaceClosed)
    assert closed.race == 7
    assert reason in closed.reason
    assert saved == RoomSaved("ABCDEF", 1, SETTINGS, None)
    for player in (1, 2, 1):
        room.returned(player, 6000)
    told = [x for x in room.take_letters() if isinstance(x.message, Announcement)]
    notice = Announcement(closed.reason)
    assert told == [Letter((1,), notice), Letter((2,), notice)]


def test_a_race_of_other_rules_that_is_still_the_same_goes_on() -> None:
    before = Driver(ANN)
    before.start()
    before.room.act(1, 0, TURN, before.now)
    entries = [r for r in before.room.take_records() if isinstance(r, Entered)]
    assert entries[0].position is not None
    race = StoredRace(7, SEED, [ANN], 1000, False, entries, rules=99)
    room, warnings = restore(StoredRoom("ABCDEF", 1, SETTINGS, [(ANN, True)], race))
    assert warnings == []
    assert room.phase == "running"


def test_a_room_without_anybody_is_closed() -> None:
    room, _ = restore(StoredRoom("ABCDEF", 1, SETTINGS, []))
    assert room.take_records() == [RoomClosed("ABCDEF")]


def test_the_game_is_made_of_its_options() -> None:
    room = Driver(options={"deal": "no-redeals"}).room
    assert room.game is catalogue.make("klondike", {"deal": "no-redeals"})


# How long messages take


def test_a_racers_ping_is_told_when_it_has_changed_enough() -> None:
    drive = Driver(ANN)
    drive.room.watch(BOB, drive.now)
    drive.room.take_letters()
    for milliseconds, told in ((30, 30), (45, None), (51, 51), (20, 20)):
        drive.room.set_ping(ANN.id, milliseconds)
        assert bool(drive.room.take_letters()) == (told is not None)
        if told is not None:
            assert drive.room.members[ANN.id].ping == told
    drive.room.set_ping(BOB.id, 30)
    assert drive.room.take_letters() == []


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
    driver.room.act(1, 0, TURN, driver.now, 7)
    assert driver.told(ANN, Step)


# Coming back to where one was


def heard(room: Room, player: Player) -> list[ServerMessage]:
    return [letter.message for letter in room.take_letters() if player.id in letter.players]


def newest(messages: list[ServerMessage]) -> int:
    return max(message.seq for message in messages)


def racing(**settings: Any) -> tuple[Driver, Room]:
    """A race of ann and bob before the eyes of cat; all that they were told is taken."""
    driver = Driver(ANN, BOB, **settings)
    driver.room.watch(CAT, driver.now)
    driver.start()
    return driver, driver.room


def test_events_are_numbered_alike_for_all_who_hear_them() -> None:
    driver, room = racing()
    room.take_letters()
    room.act(1, 0, TURN, driver.now)
    room.act(2, 0, TURN, driver.now)
    first, second = room.take_letters()
    assert (first.players, second.players) == ((1, 3), (2, 3))
    assert second.message.seq == first.message.seq + 1
    room.act(1, 9, TURN, driver.now)
    assert [letter.message.seq for letter in room.take_letters()] == [0]  # No event: an answer.


def test_who_comes_back_gets_what_is_missing_and_only_that() -> None:
    driver, room = racing()
    room.act(1, 0, TURN, driver.now)
    seen = newest(heard(room, CAT))
    room.dropped(3, driver.now)
    room.act(1, 1, TURN, driver.now)
    room.act(2, 0, TURN, driver.now)
    driver.tick(200)
    room.take_letters()
    room.returned(3, driver.now, room._stream, seen)
    first, second, oneself, progress = heard(room, CAT)
    assert isinstance(oneself, MemberChanged)
    assert isinstance(first, Step)
    assert isinstance(second, Step)
    assert (first.player, first.number, second.player, second.number) == (1, 2, 2, 1)
    assert isinstance(progress, Progress)
    assert progress.seq > second.seq > first.seq > seen


def test_a_racer_who_comes_back_gets_no_rivals_board() -> None:
    driver, room = racing()
    seen = newest(heard(room, ANN))
    room.dropped(1, driver.now)
    room.act(2, 0, TURN, driver.now)
    room.returned(1, driver.now, room._stream, seen)
    assert {type(message) for message in heard(room, ANN)} == {MemberChanged, Progress}


def test_who_comes_back_hears_of_being_ready_no_longer() -> None:
    driver = Driver(ANN, BOB)
    room = driver.room
    room.set_ready(2, ready=True)
    seen = newest(heard(room, BOB))
    room.dropped(2, driver.now)
    room.returned(2, driver.now, room._stream, seen)
    [oneself] = heard(room, BOB)
    assert isinstance(oneself, MemberChanged)
    assert (oneself.member.player, oneself.member.ready, oneself.member.connected) == (
        2,
        False,
        True,
    )


@pytest.mark.parametrize("case", ["stream", "nothing", "future", "before", "too much"])
def test_who_cannot_be_told_what_is_missing_gets_everything(case: str) -> None:
    driver, room = racing(limits=Limits(events=5))
    room.watch(DAN, driver.now)
    seen = newest(heard(room, DAN))
    room.dropped(4, driver.now)
    if case == "before":  # What was heard before one came in as another.
        room.leave(4, driver.now)
        room.watch(DAN, driver.now)
        room.dropped(4, driver.now)
    for number in range(6 if case == "too much" else 1):
        room.act(1, number, TURN, driver.now)
    room.take_letters()
    stream = "another" if case == "stream" else room._stream
    seen = {"nothing": 0, "future": 10_000, "before": seen - 1}.get(case, seen)
    room.returned(4, driver.now, stream, seen)
    kinds = [type(message).__name__ for message in heard(room, DAN)]
    assert kinds == ["Room", "RaceStarted", "Curves", "Board", "Board"]


def test_a_view_counts_as_seen_only_when_all_of_it_has_come() -> None:
    _, room = racing()
    room.take_letters()
    room.sync(3, 0)
    assert [message.seq > 0 for message in heard(room, CAT)] == [False] * 4 + [True]


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
    assert not any(isinstance(record, Entered) for record in room.take_records())
    room.tick(15_000)
    room.tick(15_001)
    records = [r for r in room.take_records() if not isinstance(r, ClockRead)]
    assert records[0] == Entered(7, 1, 1, "disconnected", 14_000)
    over = records[1]
    assert isinstance(over, RaceOver)
    assert [s.status for s in over.standings] == ["disconnected"] * 2


# The spectators' delay


def test_spectators_see_all_of_the_race_later() -> None:
    driver, room = racing(delay=10, time_limit=30)
    assert driver.kinds(CAT) == []
    assert driver.kinds(ANN) == ["Room", "RaceStarted", "Board"]
    driver.tick(1000)
    room.act(1, 0, TURN, driver.now)
    driver.tick(1000)
    room.give_up(2, driver.now)
    driver.forget()
    driver.tick(7_999)
    assert driver.kinds(CAT) == []
    driver.tick(1)
    assert driver.kinds(CAT) == ["Room", "RaceStarted", "Board", "Board"]
    assert driver.told(CAT, RoomMessage)[0].phase == "running"
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
    assert driver.kinds(CAT) == ["Board", "Room", "Curves", "Results"]
    assert driver.kinds(ANN) == []


def test_chat_and_members_are_not_delayed() -> None:
    driver, room = racing(delay=10)
    driver.forget()
    room.chat(1, "hi")
    room.watch(DAN, driver.now)
    assert driver.kinds(CAT) == ["Said", "MemberChanged"]
    assert driver.kinds(DAN) == ["Room", "Countdown"]
    assert driver.told(DAN, Countdown)[0].milliseconds == 10_000


def test_who_comes_in_sees_the_boards_of_that_time() -> None:
    driver, room = racing(delay=10)
    for number in range(5):
        room.act(1, number, TURN, driver.now)
        driver.tick(1000)
    driver.tick(7_500)
    driver.forget()
    room.join(DAN, driver.now)
    kinds = ["Room", "RaceStarted", "Curves", "Board", "Board"]
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


def test_who_takes_a_seat_after_the_end_gets_no_results_early() -> None:
    driver, room = racing(delay=10)
    room.give_up(1, driver.now)
    room.give_up(2, driver.now)
    driver.forget()
    room.join(CAT, driver.now)
    assert room.members[3].seated
    assert driver.kinds(CAT) == ["Room", "Countdown"]
    assert driver.told(CAT, RoomMessage)[0].phase == "countdown"
    driver.tick(10_000)
    assert driver.told(CAT, Results)


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
    assert driver.kinds(CAT) == (["Room"] if seen else ["Room", "Curves", "Results", "Room"])
    phases = [message.phase for message in driver.told(CAT, RoomMessage)]
    assert phases == (["lobby"] if seen else ["finished", "lobby"])
    assert driver.kinds(ANN) == ["Room"]


def test_others_know_no_more_than_spectators() -> None:
    driver, room = racing(delay=10)
    assert (room.info.phase, room.elapsed(driver.now)) == ("countdown", 0)
    driver.tick(12_000)
    assert (room.info.phase, room.elapsed(driver.now)) == ("running", 2_000)
    room.give_up(1, driver.now)
    room.give_up(2, driver.now)
    assert (room.info.phase, room.elapsed(driver.now)) == ("running", 2_000)
    assert [room.hides(player, 7) for player in (1, 3, 4)] == [False, True, True]
    assert not room.hides(3, 6)
    driver.tick(10_000)
    assert room.info.phase == "finished"
    assert not room.hides(3, 7)


@pytest.mark.parametrize("over", [False, True])
def test_a_restart_shows_nothing_early(over: bool) -> None:
    settings = Settings("klondike", {"deal": "single-card-deals"}, time_limit=60, delay=10)
    entries = [Entered(7, n, 1, TURN, 1000 * n) for n in range(15)]
    entries.append(Entered(7, 15, 2, "give up", 14_500))
    race = StoredRace(7, SEED, [ANN, BOB], 15_000, over, entries)
    room, _ = restore(StoredRoom("ABCDEF", 1, settings, BOTH, race), now=100_000)
    room.take_letters()
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


# What the host may


def test_only_the_host_may() -> None:
    driver = Driver(ANN, BOB, CAT)
    room = driver.room
    assert driver.refused(lambda: room.kick(2, 3, 0)) == "not the host"
    assert driver.refused(lambda: room.mute(2, 3, muted=True)) == "not the host"
    assert driver.refused(lambda: room.close_by(2, 0)) == "not the host"
    assert driver.refused(lambda: room.change_settings(2, room.settings, None)) == "not the host"
    assert driver.refused(lambda: room.kick(1, 1, 0)) == "not allowed"
    assert driver.refused(lambda: room.mute(1, 1, muted=True)) == "not allowed"
    assert driver.refused(lambda: room.kick(1, 4, 0)) == "unknown player"


def test_who_was_kicked_does_not_come_in_again() -> None:
    driver = Driver(ANN, BOB)
    driver.forget()
    driver.room.kick(1, 2, driver.now)
    [left] = driver.told(BOB, LeftRoom)
    assert left.reason == "the host has sent you away"
    assert RuleSaved(2, "ABCDEF", True, False) in driver.records
    assert list(driver.room.members) == [1]
    assert driver.refused(lambda: driver.room.admit(2, "")) == "not allowed"
    driver.room.admit(3, "")


def test_who_is_kicked_out_of_a_race_gives_it_up() -> None:
    driver = Driver(ANN, BOB)
    driver.start()
    driver.room.kick(1, 2, driver.now)
    assert driver.room.race
    assert driver.room.race.racers[2].status == "gave up"
    assert driver.room.phase == "running"


def test_who_is_muted_says_nothing_and_stays_so_after_leaving() -> None:
    driver = Driver(ANN, BOB)
    driver.room.mute(1, 2, muted=True)
    assert driver.told(BOB, MemberChanged)[-1].member.muted
    assert driver.refused(lambda: driver.room.chat(2, "hello")) == "not allowed"
    driver.room.leave(2, driver.now)
    driver.room.join(BOB, driver.now)
    assert driver.refused(lambda: driver.room.chat(2, "hello")) == "not allowed"
    driver.room.mute(1, 2, muted=False)
    driver.room.chat(2, "hello")
    assert driver.told(ANN, Said)[-1].text == "hello"


def test_a_muted_member_who_becomes_the_host_may_speak() -> None:
    driver = Driver(ANN, BOB)
    driver.room.mute(1, 2, muted=True)
    driver.room.leave(1, driver.now)
    driver.room.chat(2, "hello")
    assert driver.told(BOB, Said)


def test_settings_change_in_the_lobby_and_nobody_is_ready_any_more() -> None:
    driver = Driver(ANN, BOB, game="montana")
    driver.room.set_ready(2, ready=True)
    driver.forget()
    driver.room.change_settings(1, Settings("klondike", seats=3), "a lock")
    message = driver.told(BOB, RoomMessage)[-1]
    assert (message.settings.game, message.locked) == ("klondike", True)
    assert message.settings.options  # complete
    assert not any(member.ready for member in message.members)
    driver.start()
    assert len(driver.told(ANN, Board)[-1].piles) == 13


def test_settings_are_written_down_and_the_lock_stays_unless_it_is_changed() -> None:
    driver = Driver(ANN)
    driver.forget()
    driver.room.change_settings(1, Settings("4x13", time_limit=77), "a lock")
    driver.look()
    [saved] = [r for r in driver.records if isinstance(r, RoomSaved)]
    assert (saved.settings.game, saved.settings.time_limit, saved.lock) == ("4x13", 77, "a lock")
    driver.room.change_settings(1, Settings("montana"), None)
    assert driver.room.lock == "a lock"
    driver.room.change_settings(1, Settings("montana"), "")
    assert not driver.room.lock


def test_settings_that_do_not_fit_change_nothing() -> None:
    driver = Driver(ANN, BOB)
    room, before = driver.room, driver.room.settings
    assert (
        driver.refused(lambda: room.change_settings(1, Settings("4x13", seats=1), None))
        == "room full"
    )
    with pytest.raises(UnknownGame):
        room.change_settings(1, Settings("bridge"), None)
    with pytest.raises(BadOption):
        room.change_settings(1, Settings("klondike", {"deal": "x"}), None)
    assert room.settings == before
    driver.start()
    assert driver.refused(lambda: room.change_settings(1, Settings("4x13"), None)) == "wrong time"


def test_closing_sends_everybody_away_and_ends_the_race() -> None:
    driver = Driver(ANN, BOB)
    driver.room.watch(CAT, driver.now)
    driver.start()
    driver.forget()
    driver.room.close_by(1, driver.now)
    for player in (ANN, BOB, CAT):
        assert driver.told(player, LeftRoom)[-1].reason == "the host has closed the room"
        assert driver.told(player, Results)
    assert isinstance(driver.records[-1], RoomClosed)
    assert [r for r in driver.records if isinstance(r, RaceOver)]
    assert {r.player for r in driver.records if isinstance(r, MemberGone)} == {1, 2, 3}
    driver.forget()
    driver.tick(10_000)
    driver.look()
    assert driver.records == []


def test_closing_in_the_countdown_calls_it_off() -> None:
    driver = Driver(ANN)
    driver.room.start(1, 7, SEED, driver.now)
    driver.room.close_by(1, driver.now)
    driver.forget()
    driver.tick(60_000)
    driver.look()
    assert driver.records == []


def test_an_idle_room_is_closed_but_not_a_lively_one() -> None:
    driver = Driver(ANN, limits=Limits(idle=10), time_limit=60)
    driver.tick(0)
    driver.tick(9_000)
    driver.room.chat(1, "still here")
    driver.tick(0)
    driver.tick(9_000)
    driver.start()
    driver.tick(50_000)  # a race is no idleness
    assert driver.room.members
    driver.tick(15_000)  # its time is up
    driver.tick(9_000)
    assert driver.room.members
    driver.tick(1_000)
    assert not driver.room.members
    assert "nothing has happened" in driver.told(ANN, LeftRoom)[-1].reason


def test_another_name_shows_everywhere() -> None:
    driver = Driver(ANN, BOB)
    driver.start()
    driver.room.rename(2, "Robert")
    driver.tick(1000)
    assert driver.told(ANN, MemberChanged)[-1].member.name == "Robert"
    assert "Robert" in {s.name for s in driver.told(ANN, Progress)[-1].standings}


@pytest.mark.parametrize(("key", "code"), [("", "password needed"), ("x", "wrong password")])
def test_a_locked_room_opens_to_its_key(key: str, code: str) -> None:
    driver = Driver(ANN)
    driver.room.lock = "the key"
    assert driver.refused(lambda: driver.room.admit(2, key)) == code
    driver.room.admit(2, "the key")
    driver.room.admit(1, "")  # is inside
    assert driver.room.info.locked
