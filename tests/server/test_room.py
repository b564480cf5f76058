from collections.abc import Callable
from typing import TypeVar

import pytest

from engine import catalogue
from engine.catalogue import BadOption, UnknownGame
from engine.chance import commitment
from engine.state import Click, Move
from protocol.messages import (
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
    RaceMade,
    RaceOver,
    Record,
    RoomClosed,
    RoomSaved,
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
        self.letters += self.room.take_letters()
        self.records += self.room.take_records()

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


def test_the_connection_of_a_racer_may_be_lost_for_the_whole_race() -> None:
    driver = Driver(ANN, BOB, limits=Limits(grace=5), time_limit=60)
    driver.start()
    driver.room.dropped(2, driver.now)
    driver.tick(50_000)
    assert 2 in driver.room.members
    assert not driver.told(ANN, Progress)[-1].standings[1].connected
    driver.forget()
    driver.room.returned(2, driver.now)
    assert driver.kinds(BOB) == ["Room", "RaceStarted", "Curves", "Board"]
    driver.room.dropped(2, driver.now)
    driver.tick(10_000)
    assert driver.room.phase == "finished"
    assert 2 in driver.room.members  # The grace begins when the race is over.
    driver.tick(5000)
    assert 2 not in driver.room.members


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
    assert room.take_records() == [Entered(7, 4, 1, TURN, 5000)]


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


def test_a_race_whose_rules_have_changed_is_closed_with_what_is_known() -> None:
    entries = [Entered(7, 0, 1, TURN, 5), Entered(7, 1, 2, Move(0, 1, 2), 6)]
    race = StoredRace(7, SEED, [ANN, BOB], 1000, False, entries)
    room, warnings = restore(StoredRoom("ABCDEF", 1, SETTINGS, BOTH, race))
    assert len(warnings) == 1
    assert room.phase == "finished"
    over = room.take_records()[-1]
    assert isinstance(over, RaceOver)
    assert {s.player: s.moves for s in over.standings} == {1: 1, 2: 0}


def test_a_room_without_anybody_is_closed() -> None:
    room, _ = restore(StoredRoom("ABCDEF", 1, SETTINGS, []))
    assert room.take_records() == [RoomClosed("ABCDEF")]


def test_the_game_is_made_of_its_options() -> None:
    room = Driver(options={"deal": "no-redeals"}).room
    assert room.game is catalogue.make("klondike", {"deal": "no-redeals"})
