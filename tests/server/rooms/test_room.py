from functools import partial

import pytest

from engine import catalogue
from engine.catalogue import BadOption, UnknownGame
from engine.state import Move
from protocol.messages import (
    MAX_SAID,
    Announcement,
    Board,
    Curves,
    LeftRoom,
    MemberChanged,
    MemberLeft,
    Progress,
    RaceStarted,
    Remark,
    Results,
    RoomState,
    Said,
    SaidBefore,
    ServerMessage,
    Settings,
    Step,
)
from protocol.racing import ONLY_BOTS
from server.bounds import Limits
from server.rooms.output import Outgoing
from server.rooms.passwords import NO_LOCK, Lock
from server.rooms.records import (
    Entered,
    MemberGone,
    MemberSaved,
    Player,
    RaceClosed,
    RaceOver,
    RoomClosed,
    RoomSaved,
    StoredRace,
    StoredRoom,
)
from server.rooms.room import Room
from server.rooms.round import BOTS_ALONE
from tests.server.driver import BOTH, SEED, SETTINGS, TURN, Driver, heard, racing, restore
from tests.server.play import ANN, BOB, BOT, CAT, DAN

# Coming and going


def test_the_first_to_join_is_the_host_and_everybody_is_told() -> None:
    driver = Driver(ANN, BOB)
    [message] = driver.told(BOB, RoomState)
    assert (message.host, message.phase, message.code) == (1, "lobby", "ABCDEF")
    assert [(m.name, m.seated) for m in message.members] == [("ann", True), ("bob", True)]
    assert [m.member for m in driver.told(ANN, MemberChanged)] == message.members[1:]
    assert [m.members for m in driver.told(ANN, RoomState)] == [message.members[:1]]
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
    assert not driver.told(CAT, RoomState)[-1].members[2].seated


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
    seated = [message.members[-1].seated for message in driver.told(BOB, RoomState)]
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
    assert driver.room.members.host == 3
    assert driver.told(ANN, LeftRoom) == [LeftRoom("")]
    assert driver.told(CAT, RoomState)[-1].host == 3
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
    assert driver.told(BOB, RoomState)[-1].members[1].connected
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
    assert (driver.kinds(ANN), driver.kinds(BOB)) == (["MemberChanged"], ["RoomState"])


def test_a_room_vanishes_when_all_have_been_away_for_long() -> None:
    driver = Driver(ANN, BOB, limits=Limits(grace=10))
    driver.room.dropped(1, driver.now)
    driver.room.dropped(2, driver.now)
    driver.tick(10_000)
    driver.look()
    assert driver.records[-1] == RoomClosed("ABCDEF")


def test_a_room_in_its_lobby_whose_people_are_all_away_is_closed_soon() -> None:
    driver = Driver(ANN, BOB, limits=Limits(grace=100, abandoned=15))
    driver.tick(0)
    driver.room.dropped(1, driver.now)
    driver.tick(50_000)
    driver.room.dropped(2, driver.now)
    driver.tick(14_000)
    driver.room.returned(2, driver.now)  # A line that breaks for seconds costs nothing.
    driver.room.dropped(2, driver.now)
    driver.forget()
    driver.tick(14_999)
    driver.look()
    assert driver.records == []
    driver.tick(1)
    driver.look()
    assert driver.records == [MemberGone(1), MemberGone(2), RoomClosed("ABCDEF")]


def test_so_is_one_that_is_looked_at_for_the_first_time() -> None:
    driver = Driver(ANN, limits=Limits(grace=100, abandoned=15))
    driver.room.dropped(1, driver.now)
    driver.tick(15_000)
    driver.look()
    assert driver.records[-1] == RoomClosed("ABCDEF")


def test_who_is_away_from_a_race_or_since_a_restart_has_the_whole_grace() -> None:
    driver = Driver(ANN, limits=Limits(grace=30, abandoned=10))
    driver.start()
    driver.room.dropped(1, driver.now)
    driver.tick(29_999)
    assert driver.room.phase == "running"
    limits = Limits(grace=30, abandoned=10)
    room = Room.restore(StoredRoom("ABCDEF", 1, SETTINGS, BOTH), 5000, limits, print)
    for now in (5000, 34_999):
        room.tick(now)
    assert len(room.members) == 3


def test_chat_is_text_for_everybody() -> None:
    driver = Driver(ANN, BOB)
    driver.room.chat(1, "<b>hi</b>\n\x1b[31m\u202ered ")
    assert driver.told(BOB, Said) == [Said(1, "ann", "<b>hi</b>  [31m red")]
    driver.forget()
    for nothing in (" \n ", "\u200b", "\x07", "\u3164", "\u2800\u2800", "\ufe0f", "\u0301"):
        assert driver.refused(partial(driver.room.chat, 1, nothing)) == "bad message"
    assert driver.kinds(BOB) == []


# The lobby


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


def test_who_is_ready_after_a_race_still_is_when_the_room_opens_for_the_next() -> None:
    driver = Driver(ANN, BOB, CAT)
    driver.start()
    for each in (ANN, BOB, CAT):
        driver.room.give_up(each.id, driver.now)
    assert driver.room.phase == "finished"
    driver.room.set_ready(2, ready=True)
    driver.room.rematch(1)
    assert {m.player: m.ready for m in driver.room.members.values()} == {
        1: False,
        2: True,
        3: False,
    }
    driver.room.start(1, 8, SEED, driver.now, anyway=True)
    assert not any(member.ready for member in driver.room.members.values())


def test_what_racers_say_is_for_spectators_who_come_in_as_late_as_the_race() -> None:
    driver = Driver(ANN, BOB, delay=10)
    driver.room.chat(1, "good luck")
    driver.start()
    driver.room.chat(2, "all kings below")
    driver.tick(0)
    driver.room.watch(CAT, driver.now)
    early = [Remark(1, "ann", "good luck")]
    assert driver.told(CAT, SaidBefore) == [SaidBefore(early)]
    driver.tick(10_000)
    driver.room.watch(DAN, driver.now)
    assert driver.told(DAN, SaidBefore) == [
        SaidBefore([*early, Remark(2, "bob", "all kings below")])
    ]


# The race


def test_joining_during_a_race_makes_a_spectator_who_sees_all_boards() -> None:
    driver = Driver(ANN, BOB)
    driver.start()
    driver.room.act(1, 0, TURN, driver.now)
    driver.tick(2000)
    driver.forget()
    driver.room.join(CAT, driver.now)
    assert driver.kinds(CAT) == ["RoomState", "RaceStarted", "Curves", "Board", "Board"]
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


def test_a_rematch_keeps_everybody() -> None:
    driver = Driver(ANN, BOB)
    driver.room.watch(CAT, driver.now)
    driver.room.set_ready(2, ready=True)
    driver.start()
    assert not driver.room.members[2].ready, "that was for this race"
    driver.room.give_up(1, driver.now)
    driver.room.give_up(2, driver.now)
    assert driver.refused(lambda: driver.room.rematch(2)) == "not the host"
    driver.room.rematch(1)
    message = driver.told(CAT, RoomState)[-1]
    assert message.phase == "lobby"
    assert [m.seated for m in message.members] == [True, True, False]
    driver.start(8)
    assert driver.told(ANN, RaceStarted)[0].race == 8
    driver.room.act(1, 0, TURN, driver.now)
    driver.look()
    assert Entered(8, 0, 1, TURN, 0) in driver.records


# After a restart


def test_a_race_stands_where_it_stood() -> None:
    entries = [Entered(7, n, 1, TURN, 100 * n) for n in range(3)]
    entries.append(Entered(7, 3, 2, "give up", 900))
    race = StoredRace(7, SEED, [ANN, BOB], 4000, False, entries)
    room, warnings = restore(StoredRoom("ABCDEF", 2, SETTINGS, BOTH, race), now=5000)
    assert warnings == []
    assert (room.phase, room.members.host) == ("running", 2)
    assert not any(member.connected for member in room.members.values())
    room.returned(1, 6000)
    started, curves, board = [x.message for x in room.output.take_outgoing()][-3:]
    assert isinstance(started, RaceStarted)
    assert started.elapsed == 5000  # 4 s before, 1 s since: the time in between does not count.
    assert [s.status for s in started.standings] == ["racing", "gave up"]
    assert isinstance(curves, Curves)
    assert curves.curves == {1: [(0, 0)], 2: [(0, 0)]}
    assert isinstance(board, Board)
    assert board.number == 3
    room.output.take_records()
    room.act(1, 3, TURN, 6000)
    assert room.race is not None
    position = room.race.racers[1].position
    assert room.output.take_records() == [Entered(7, 4, 1, TURN, 5000, position)]


def test_a_finished_race_shows_its_results_again() -> None:
    race = StoredRace(7, SEED, [ANN, BOB], 60_000, True, [Entered(7, 0, 1, TURN, 5)])
    room, _ = restore(StoredRoom("ABCDEF", 1, SETTINGS, BOTH, race))
    assert room.output.take_records() == []
    room.returned(1, 6000)
    results = room.output.take_outgoing()[-1].message
    assert isinstance(results, Results)
    assert [s.status for s in results.standings] == ["out of time"] * 2
    room.rematch(1)
    assert room.phase == "lobby"


def test_a_countdown_is_called_off() -> None:
    room, _ = restore(StoredRoom("ABCDEF", 1, SETTINGS, BOTH, StoredRace(7, SEED)))
    assert room.phase == "lobby"
    assert room.output.take_records() == [RoomSaved("ABCDEF", 1, SETTINGS, None)]


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
    closed, saved = room.output.take_records()
    assert isinstance(closed, RaceClosed)
    assert closed.race == 7
    assert reason in closed.reason
    assert saved == RoomSaved("ABCDEF", 1, SETTINGS, None)
    for player in (1, 2, 1):
        room.returned(player, 6000)
    told = [x for x in room.output.take_outgoing() if isinstance(x.message, Announcement)]
    notice = Announcement(closed.reason)
    assert told == [Outgoing((1,), notice), Outgoing((2,), notice)]


def test_a_race_of_other_rules_that_is_still_the_same_goes_on() -> None:
    before = Driver(ANN)
    before.start()
    before.room.act(1, 0, TURN, before.now)
    entries = [r for r in before.room.output.take_records() if isinstance(r, Entered)]
    assert entries[0].position is not None
    race = StoredRace(7, SEED, [ANN], 1000, False, entries, rules=99)
    room, warnings = restore(StoredRoom("ABCDEF", 1, SETTINGS, [(ANN, True)], race))
    assert warnings == []
    assert room.phase == "running"


def test_a_room_without_anybody_is_closed() -> None:
    room, _ = restore(StoredRoom("ABCDEF", 1, SETTINGS, []))
    assert room.output.take_records() == [RoomClosed("ABCDEF")]


def test_the_game_is_made_of_its_options() -> None:
    room = Driver(options={"deal": "no-redeals"}).room
    assert room.game is catalogue.make("klondike", {"deal": "no-redeals"})


# Coming back to where one was


def newest(messages: list[ServerMessage]) -> int:
    return max(message.seq for message in messages)


def test_events_are_numbered_alike_for_all_who_hear_them() -> None:
    driver, room = racing()
    room.output.take_outgoing()
    room.act(1, 0, TURN, driver.now)
    room.act(2, 0, TURN, driver.now)
    first, second = room.output.take_outgoing()
    assert (first.players, second.players) == ((1, 3), (2, 3))
    assert second.message.seq == first.message.seq + 1
    room.act(1, 9, TURN, driver.now)
    [answer] = room.output.take_outgoing()
    assert answer.message.seq == 0  # It is no event.


def test_who_comes_back_gets_what_is_missing_and_only_that() -> None:
    driver, room = racing()
    room.act(1, 0, TURN, driver.now)
    seen = newest(heard(room, CAT))
    room.dropped(3, driver.now)
    room.act(1, 1, TURN, driver.now)
    room.act(2, 0, TURN, driver.now)
    driver.tick(200)
    room.output.take_outgoing()
    room.returned(3, driver.now, room.output.events(1).stream, seen)
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
    room.returned(1, driver.now, room.output.events(1).stream, seen)
    assert {type(message) for message in heard(room, ANN)} == {MemberChanged, Progress}


def test_who_comes_back_hears_of_being_ready_no_longer() -> None:
    driver = Driver(ANN, BOB)
    room = driver.room
    room.set_ready(2, ready=True)
    seen = newest(heard(room, BOB))
    room.dropped(2, driver.now)
    room.returned(2, driver.now, room.output.events(1).stream, seen)
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
    room.output.take_outgoing()
    stream = "another" if case == "stream" else room.output.events(1).stream
    seen = {"nothing": 0, "future": 10_000, "before": seen - 1}.get(case, seen)
    room.returned(4, driver.now, stream, seen)
    kinds = [type(message).__name__ for message in heard(room, DAN)]
    assert kinds == ["RoomState", "RaceStarted", "Curves", "Board", "Board"]


def test_a_view_counts_as_seen_only_when_all_of_it_has_come() -> None:
    _, room = racing()
    room.output.take_outgoing()
    room.sync(3, 0)
    assert [message.seq > 0 for message in heard(room, CAT)] == [False] * 4 + [True]


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


def test_settings_change_in_the_lobby_and_nobody_is_ready_any_more() -> None:
    driver = Driver(ANN, BOB, game="montana")
    driver.room.set_ready(2, ready=True)
    driver.forget()
    driver.room.change_settings(1, Settings("klondike", seats=3), Lock("a lock"))
    message = driver.told(BOB, RoomState)[-1]
    assert (message.settings.game, message.locked) == ("klondike", True)
    assert message.settings.options  # complete
    assert not any(member.ready for member in message.members)
    driver.start()
    assert len(driver.told(ANN, Board)[-1].piles) == 13


def test_settings_are_written_down_and_the_lock_stays_unless_it_is_changed() -> None:
    driver = Driver(ANN)
    driver.forget()
    driver.room.change_settings(1, Settings("4x13", time_limit=77), Lock("a lock"))
    driver.look()
    [saved] = [r for r in driver.records if isinstance(r, RoomSaved)]
    assert (saved.settings.game, saved.settings.time_limit, saved.lock) == ("4x13", 77, "a lock")
    driver.room.change_settings(1, Settings("montana"), None)
    assert driver.room.moderation.lock == "a lock"
    driver.room.change_settings(1, Settings("montana"), NO_LOCK)
    assert not driver.room.moderation.lock


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


# The end of a race that somebody waits for


def test_the_host_ends_the_race_and_nobody_has_won_by_it() -> None:
    driver, room = racing()
    room.act(1, 0, TURN, driver.now)
    room.act(2, 0, TURN, driver.now)
    assert driver.refused(lambda: room.end_race(2, driver.now)) == "not the host"
    room.end_race(1, driver.now)
    room.answer_end(2, driver.now, go_on=False)
    [results] = driver.told(CAT, Results)
    assert [s.status for s in results.standings] == ["stopped"] * 2
    assert not results.winners
    assert driver.refused(lambda: room.end_race(1, driver.now)) == "wrong time"


def test_bots_keep_nobody_waiting() -> None:
    driver = Driver(ANN, BOT)
    driver.start()
    driver.room.give_up(1, driver.now)
    assert driver.told(ANN, Announcement) == [ONLY_BOTS]
    driver.tick(BOTS_ALONE - 1)
    assert driver.room.phase == "running"
    driver.tick(1)
    [results] = driver.told(ANN, Results)
    assert {s.player: s.status for s in results.standings} == {1: "gave up", 9: "stopped"}


def test_bots_have_all_their_time_while_somebody_races_and_among_themselves() -> None:
    driver = Driver(ANN, BOB, BOT)
    driver.start()
    driver.room.give_up(1, driver.now)
    driver.tick(BOTS_ALONE)
    assert driver.room.phase == "running"
    driver = Driver(BOT, Player(8, "another", bot=True))
    driver.start()
    driver.room.give_up(9, driver.now)
    driver.tick(BOTS_ALONE)
    assert driver.room.phase == "running"


def test_bots_keep_nobody_waiting_after_a_restart() -> None:
    people = [(ANN, True), (BOT, True)]
    entries = [Entered(7, 0, 1, "give up", 500)]
    race = StoredRace(7, SEED, [ANN, BOT], 1000, entries=entries)
    room, _ = restore(StoredRoom("ABCDEF", 1, SETTINGS, people, race))
    room.tick(5000 + BOTS_ALONE)
    assert room.phase == "finished"


def test_no_race_waits_for_a_bot_that_is_away() -> None:
    driver = Driver(ANN, BOT, CAT)
    driver.room.dropped(9, driver.now)
    driver.room.dropped(3, driver.now)
    driver.start()
    race = driver.room.race
    assert race is not None
    assert set(race.racers) == {1, 3}, "people may come back"
    assert [m.player for m in driver.told(ANN, MemberLeft)] == [9]
    assert MemberGone(9) in driver.records


def test_where_all_who_would_race_are_bots_that_are_away_there_is_no_race() -> None:
    driver = Driver(ANN, BOT)
    driver.room.watch(ANN, driver.now)
    driver.room.dropped(9, driver.now)
    driver.start()
    assert driver.room.phase == "lobby"
    assert set(driver.room.members) == {1}


def test_who_comes_in_or_comes_back_is_told_what_was_said_in_the_room() -> None:
    driver = Driver(ANN)
    driver.room.chat(1, "alone")
    driver.room.join(BOB, driver.now)
    before = [Remark(1, "ann", "alone")]
    assert driver.told(BOB, SaidBefore) == [SaidBefore(before)]
    assert driver.kinds(BOB)[:2] == ["RoomState", "SaidBefore"]
    driver.room.chat(2, "hello")
    driver.forget()
    driver.room.dropped(2, driver.now)
    driver.room.returned(2, driver.now)
    before += [Remark(2, "bob", "hello")]
    assert driver.told(BOB, SaidBefore) == [SaidBefore(before)]
    driver.room.leave(2, driver.now)
    driver.room.chat(1, "where is bob?")
    before += [Remark(1, "ann", "where is bob?")]
    driver.forget()
    driver.room.join(BOB, driver.now)
    assert driver.told(BOB, SaidBefore) == [SaidBefore(before)]
    for number in range(MAX_SAID + 5):
        driver.room.chat(1, str(number))
    driver.forget()
    driver.room.sync(2, driver.now)
    [told] = driver.told(BOB, SaidBefore)
    assert [told.said[0].text, told.said[-1].text] == ["5", str(MAX_SAID + 4)]


def test_who_leaves_before_the_race_sees_it_as_late_as_everybody_else() -> None:
    driver = Driver(ANN, BOB, CAT, delay=10)
    driver.room.watch(DAN, driver.now)
    driver.room.start(1, 7, SEED, driver.now, anyway=True)
    driver.room.leave(3, driver.now)
    driver.room.watch(CAT, driver.now)
    driver.tick(5000)
    driver.forget()
    driver.room.chat(2, "all kings below")
    driver.room.dropped(2, driver.now)
    driver.tick(0)
    driver.tick(9999)
    assert not {"Said", "MemberChanged"} & {*driver.kinds(CAT), *driver.kinds(DAN)}
    driver.tick(1)
    for spectator in (CAT, DAN):
        assert [said.text for said in driver.told(spectator, Said)] == ["all kings below"]
        assert [told.member.player for told in driver.told(spectator, MemberChanged)] == [2]
