"""Watching from the address of somebody who is racing: nobody sees a rival's board that way."""

from collections.abc import Hashable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.state import Click
from protocol.messages import (
    Announcement,
    Board,
    Results,
    Settings,
    Step,
)
from server.bounds import Limits
from server.rooms.audience import BLIND, UNSEEN
from server.rooms.races.race import Race
from server.rooms.records import Entered, Player, StoredRace, StoredRoom
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from tests.server.driver import BOTH, TURN, Driver, heard, restore
from tests.server.play import ANN, BOB, BOT, CAT, DAN

HOME, AWAY = "an address", "another"


def racing(watcher: Hashable = None, **options: object) -> Driver:
    """A race of ann, who is at home, and bob; cat watches from somewhere."""
    driver = Driver(**options)  # type: ignore[arg-type]
    driver.room.join(ANN, driver.now, HOME)
    driver.room.join(BOB, driver.now, AWAY)
    driver.room.watch(CAT, driver.now, watcher)
    driver.forget()
    driver.start()
    return driver


def test_nobody_comes_in_to_watch_from_where_somebody_is_racing() -> None:
    driver = racing()
    for come in (driver.room.watch, driver.room.join):
        assert driver.refused(lambda: come(DAN, driver.now, HOME)) == "not allowed"  # noqa: B023
    driver.room.give_up(1, driver.now)
    driver.room.watch(DAN, driver.now, HOME)
    assert {board.player for board in driver.told(DAN, Board)} == {1, 2}


def test_nor_in_the_countdown_but_before_it() -> None:
    driver = Driver(countdown=5)
    driver.room.join(ANN, driver.now, HOME)
    driver.room.watch(CAT, driver.now, HOME)
    driver.room.start(1, 7, "seed", driver.now)
    assert driver.refused(lambda: driver.room.watch(DAN, driver.now, HOME)) == "not allowed"


def test_who_was_there_before_sees_no_boards_and_is_told_why() -> None:
    driver = racing(HOME)
    assert driver.kinds(CAT) == ["RoomState", "RaceStarted", "Announcement"]
    driver.forget()
    driver.room.act(2, 0, TURN, driver.now)
    driver.room.sync(3, driver.now)
    assert driver.kinds(CAT) == ["RoomState", "RaceStarted", "Curves"]
    driver.forget()
    driver.room.give_up(1, driver.now)
    assert {board.player: board.number for board in driver.told(CAT, Board)} == {1: 0, 2: 1}
    driver.room.act(2, 1, TURN, driver.now)
    assert [step.number for step in driver.told(CAT, Step)] == [2]


def test_the_same_with_a_delay_where_the_host_wants_it() -> None:
    driver = racing(HOME, delay=10, same_address=False)
    driver.tick(10_000)
    assert driver.kinds(CAT) == ["RoomState", "RaceStarted", "Announcement"]
    driver.room.act(2, 0, TURN, driver.now)
    driver.room.give_up(1, driver.now)
    driver.tick(9_999)
    assert driver.told(CAT, Board) == []
    driver.tick(1)
    assert {board.player: board.number for board in driver.told(CAT, Board)} == {1: 0, 2: 1}


@pytest.mark.parametrize("who", [ANN, CAT])
def test_who_comes_back_from_there_changes_what_is_seen(who: object) -> None:
    driver = racing(AWAY if who is ANN else DAN)
    player = ANN if who is ANN else CAT
    assert bool(driver.told(CAT, Board)) == (who is CAT)
    driver.room.dropped(player.id, driver.now)
    driver.forget()
    driver.room.returned(player.id, driver.now, place=AWAY if who is ANN else HOME)
    if who is ANN:
        driver.room.dropped(2, driver.now)
        driver.room.returned(2, driver.now, place=DAN)
        driver.forget()
        driver.room.act(2, 0, TURN, driver.now)
        assert driver.told(CAT, Step) == [], "ann is beside cat now"
        driver.room.dropped(1, driver.now)
        driver.forget()
        driver.room.returned(1, driver.now, place=HOME)
        assert {board.player for board in driver.told(CAT, Board)} == {1, 2}
    else:
        assert driver.kinds(CAT) == ["RoomState", "RaceStarted", "Curves", "Announcement"]
        driver.forget()
        driver.room.act(2, 0, TURN, driver.now)
        assert driver.told(CAT, Step) == []


def test_bots_and_rooms_that_allow_it_are_watched_from_anywhere() -> None:
    driver = Driver()
    driver.room.join(BOT, driver.now, HOME)
    driver.start()
    driver.room.watch(CAT, driver.now, HOME)
    assert driver.told(CAT, Board)
    driver = racing(HOME, same_address=True)
    assert driver.told(CAT, Board)
    driver.room.watch(DAN, driver.now, HOME)
    assert driver.told(DAN, Board)


def restarted(**options: object) -> Room:
    """The same race after a restart: bob is back, ann (with a seat, too) and cat are not yet."""
    wish = Settings("klondike", time_limit=600, **options)  # type: ignore[arg-type]
    stored = StoredRoom("ABCDEF", 2, wish, BOTH, StoredRace(7, "seed", [ANN, BOB]))
    room, warnings = restore(stored)
    assert warnings == []
    room.returned(2, 5000, place=AWAY)
    return room


def boards(room: Room, player: Player) -> set[int]:
    """Whose boards a player was sent since the last time."""
    return {sent.player for sent in heard(room, player) if isinstance(sent, SENT)}


@pytest.mark.parametrize("place", [HOME, DAN])
def test_after_a_restart_nobody_watches_boards_while_a_racer_may_be_beside(
    place: Hashable,
) -> None:
    room = restarted()
    room.returned(3, 5000, place=place)
    room.watch(DAN, 5000, place)
    told = room.output.take_outgoing()
    for watcher in (3, 4):
        mine = [sent.message for sent in told if watcher in sent.players]
        assert not any(isinstance(message, SENT) for message in mine)
        assert [m.text for m in mine if isinstance(m, Announcement)] == [UNSEEN.text]
    room.act(2, 0, TURN, 5001)
    assert boards(room, CAT) == set()
    room.returned(1, 5002, place=HOME)
    told = room.output.take_outgoing()
    for watcher in (3, 4):
        mine = [sent.message for sent in told if watcher in sent.players]
        seen = {message.player for message in mine if isinstance(message, Board)}
        assert seen == (set() if place == HOME else {1, 2})
        told_why = [m.text for m in mine if isinstance(m, Announcement)]
        assert told_why == ([BLIND.text] if place == HOME else [])


def test_after_a_restart_a_racer_who_stays_away_is_waited_for_no_longer_than_the_race() -> None:
    room = restarted()
    room.returned(3, 5000, place=HOME)
    assert boards(room, CAT) == set()
    room.tick(5000 + round(Limits().grace * 1000))
    assert boards(room, CAT) == {1, 2}


def test_after_a_restart_who_is_on_the_servers_machine_sees_all_at_once() -> None:
    room = restarted()
    room.returned(3, 5000, place=None)
    assert boards(room, CAT) == {1, 2}


def test_after_a_restart_a_room_that_allows_neighbours_shows_all_at_once() -> None:
    room = restarted(same_address=True)
    room.returned(3, 5000, place=HOME)
    assert boards(room, CAT) == {1, 2}


def test_after_a_restart_boards_that_are_shown_late_wait_for_the_racers_too() -> None:
    room = restarted(delay=1, same_address=False)
    room.returned(3, 5000, place=DAN)
    room.tick(7000)
    assert boards(room, CAT) == set()
    room.returned(1, 7000, place=HOME)
    assert boards(room, CAT) == {1, 2}


def test_who_left_the_race_keeps_nobody_from_boards_that_come_late() -> None:
    driver = racing(AWAY, delay=1, same_address=False)
    driver.room.returned(3, driver.now, place=DAN)
    driver.room.leave(1, driver.now)
    driver.tick(1000)
    assert {board.player for board in driver.told(CAT, Board)} == {1, 2}


PLACES: list[str | None] = [HOME, AWAY, None]
PEOPLE = (ANN, BOB, CAT, DAN)
SENT = (Board, Step)
deeds = st.tuples(
    st.sampled_from(
        ["join", "watch", "leave", "drop", "return", "act", "give up", "sync", "tick", "restart"]
    ),
    st.sampled_from(PEOPLE),
    st.sampled_from(PLACES),
)


def started_again(room: Room, race: Race, written: list[Entered], now: int) -> Room:
    """Return the room as it is after a restart."""
    stored = StoredRace(7, "seed", [ANN, BOB], race.elapsed(now), race.over, written)
    here = [(player, room.members[player.id]) for player in PEOPLE if player.id in room.members]
    people = [(player, member.seated) for player, member in here]
    saved = StoredRoom("ABCDEF", room.members.host, room.settings, people, stored)
    return Room.restore(saved, now, Limits(grace=1000), pytest.fail)


def check_readers(room: Room) -> None:
    """Check that nobody who is or may be beside a racer was sent what another one does."""
    racers = room.race.racers if room.race else {}
    racing = {number for number, racer in racers.items() if racer.status == "racing"}
    racing_at = {room.members.place(number) for number in racing}
    anywhere = not racing.isdisjoint(room.members.unseen)
    for sent in room.output.take_outgoing():
        for reader in sent.players:
            place = room.members.place(reader) if reader in room.members else None
            if place is not None and (anywhere or place in racing_at):
                assert not isinstance(sent.message, SENT) or sent.message.player == reader
                assert not isinstance(sent.message, Results)


@settings(max_examples=400, deadline=None)
@given(st.lists(deeds, max_size=60), st.sampled_from([0, 1]))
def test_nobody_at_a_racers_address_is_sent_anothers_board(
    todo: list[tuple[str, object, str | None]], delay: int
) -> None:
    wish = Settings("thirteens", countdown=0, delay=delay, same_address=False, time_limit=60)
    room, now = Room("ABCDEF", wish, Limits(grace=1000)), 1_000_000
    room.join(ANN, now, HOME)
    room.join(BOB, now, AWAY)
    room.start(1, 7, "seed", now, anyway=True)
    written: list[Entered] = []
    for what, who, place in todo:
        player = next(p for p in PEOPLE if p is who)
        here = room.members.get(player.id)
        try:
            match what:
                case "join":
                    room.join(player, now, place)
                case "watch":
                    room.watch(player, now, place)
                case "leave" if here and len(room.members) > 1:
                    room.leave(player.id, now)
                case "drop" if here and here.connected:
                    room.dropped(player.id, now)
                case "return" if here and not here.connected:
                    room.returned(player.id, now, place=place)
                case "act" if here and room.race and player.id in room.race.racers:
                    racer = room.race.racers[player.id]
                    legal = racer.play.game.legal_actions(racer.play.state)
                    room.act(player.id, racer.play.length, (legal or [Click(0)])[0], now)
                case "give up" if here:
                    room.give_up(player.id, now)
                case "sync" if here:
                    room.sync(player.id, now)
                case "tick":
                    now += 300
                    room.tick(now)
                case "restart" if room.race:
                    room = started_again(room, room.race, written, now)
                case _:
                    pass
        except Refusal:
            pass
        written += [one for one in room.output.take_records() if isinstance(one, Entered)]
        check_readers(room)
