"""What is over lets go of its memory by itself: the collector looks very seldom for what is old."""

import contextlib
import gc
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine import catalogue
from protocol.messages import (
    Act,
    Board,
    Chat,
    CloseRoom,
    GetProfile,
    GetReplay,
    GiveUp,
    LeaveRoom,
    LeftRoom,
    Problem,
    Profile,
    Refused,
    Rematch,
    Results,
    RoomState,
    Settings,
    WatchRoom,
)
from server.app import Server
from server.bounds import Limits, for_one_machine
from server.network import event_loop
from server.rooms.records import Entered, StoredRace, StoredRoom
from server.rooms.refusal import Refusal
from server.rooms.room import Room
from tests.server.driver import BOTH, SEED, SETTINGS, TURN, Driver
from tests.server.play import ANN, BOB, CAT, Client, client, comes_true, start

KLONDIKE = catalogue.make("klondike")


@contextmanager
def without_collector() -> Iterator[None]:
    """Leave all to the counting of references; what was made before is of no account."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def parts(room: Room) -> list[weakref.ref[object]]:
    """Return what would hold a whole history, so that nobody is kept by being looked at."""
    assert room.race is not None
    racers = room.race.racers.values()
    return [weakref.ref(part) for part in (room, room.members, room.round, room.race, *racers)]


def rematch(driver: Driver) -> None:
    driver.room.give_up(1, driver.now)
    driver.room.give_up(2, driver.now)
    driver.tick(60_000)
    driver.room.rematch(1)


def all_leave(driver: Driver) -> None:
    for player in (1, 2, 3):
        driver.room.leave(player, driver.now)


ENDINGS: dict[str, Callable[[Driver], None]] = {
    "a rematch": rematch,
    "closed": lambda driver: driver.room.close_by(1, driver.now),
    "all left": all_leave,
    "dropped with the race on": lambda driver: None,
}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("delay", [0, 30])
def test_a_room_and_its_races_are_freed_at_once(ending: str, delay: int) -> None:
    with without_collector():
        driver = Driver(ANN, BOB, delay=delay, same_address=False)
        driver.room.watch(CAT, driver.now)
        driver.start()
        for number in range(3):
            driver.room.act(1, number, TURN, driver.now)
            driver.tick(100)
        with contextlib.suppress(Refusal):  # What pytest catches, it keeps.
            driver.room.close_by(2, driver.now)
        kept = parts(driver.room)
        ENDINGS[ending](driver)
        if ending == "a rematch":
            assert [part() for part in kept[2:]] == [None] * len(kept[2:])
        driver.forget()
        del driver
        assert [part() for part in kept] == [None] * len(kept)


def test_a_room_that_was_taken_up_again_is_freed_at_once() -> None:
    with without_collector():
        race = StoredRace(7, SEED, [ANN, BOB], 4000, False, [Entered(7, 0, 1, TURN, 5)])
        stored = StoredRoom("ABCDEF", 1, SETTINGS, BOTH, race)
        room = Room.restore(stored, 5000, Limits(), print)
        kept = parts(room)
        room.returned(1, 6000)
        room.tick(7000)
        del room
        assert [part() for part in kept] == [None] * len(kept)


async def leave(*everybody: Client) -> None:
    for one in everybody:
        await one.ask(LeaveRoom(), LeftRoom)


@pytest.mark.parametrize("ending", ["all leave", "the host closes it", "the lines break"])
@pytest.mark.parametrize("plain", [True, False])
def test_a_server_keeps_nothing_of_what_is_over(
    tmp_path: Path, ending: str, *, plain: bool
) -> None:
    async def main() -> None:
        limits = for_one_machine(grace=0.2, abandoned=0.2)
        async with Server.open(tmp_path, limits=limits) as server:
            with without_collector():
                async with (
                    client(server, "ann") as ann,
                    client(server, "bob") as bob,
                    client(server, "cat") as cat,
                ):
                    code = await start(ann, bob, settings=Settings("klondike", countdown=0))
                    kept = parts(server.lobby.rooms[code])
                    connections = list(server.sockets.connections)
                    kept += [weakref.ref(connection) for connection in connections]
                    kept += [weakref.ref(connection.transport) for connection in connections]
                    del connections
                    await cat.ask(WatchRoom(code), RoomState)
                    await ann.act(KLONDIKE)
                    await ann.ask(Act(99, [0]), Refused)
                    for bad in (Rematch(), GetReplay(5, 5), Act(0, [0])):
                        await cat.ask(bad, Problem)
                    await cat.connection.send(b"junk")
                    await cat.until(Problem)
                    await cat.ask(GetProfile(cat.player), Profile)
                    await cat.say(Chat("well played"))
                    if ending == "the host closes it":
                        await ann.ask(CloseRoom(), LeftRoom)
                    elif ending == "all leave":
                        await ann.ask(GiveUp(), Board)
                        await bob.ask(GiveUp(), Results)
                        await leave(ann, bob, cat)
                    else:
                        for one in (ann, bob, cat):
                            one.connection.transport.abort()
                await comes_true(lambda: not server.lobby.rooms and not server.door.open)
                await comes_true(lambda: not any(part() for part in kept))

    event_loop.run(main(), plain=plain)
