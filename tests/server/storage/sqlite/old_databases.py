"""A small database with everything in it that a server writes, made by a real server.

`python -m tests.server.storage.sqlite.old_databases` writes it as SQL to data/schema-N.sql, N being
the version of the schema: do that before the schema changes, for the tests of the migrations.
"""

import asyncio
import sqlite3
import tempfile
from pathlib import Path

from engine import catalogue
from protocol import wire
from protocol.messages import (
    Act,
    Board,
    Countdown,
    CreateRoom,
    EndRace,
    GiveUp,
    JoinRoom,
    LeaveRoom,
    LeftRoom,
    Rematch,
    Results,
    RoomState,
    Settings,
    StartRace,
    Undo,
    WatchRoom,
)
from server.app import Server, milliseconds
from server.chance import Chance
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.schema import MIGRATIONS
from tests.server.play import Client, client, thirteens_to

DATA = Path(__file__).parent / "data"
KLONDIKE = catalogue.make("klondike")
TOKENS = {name: f"{name} {'x' * 30}" for name in ("ann", "bob", "cat", "dan", "eve")}
RUNNING_MOVES = 4
"""Moves of cat in the race that is still running."""


class Clock:
    """A clock that can be put forward."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return milliseconds() + self.ahead


async def make_history(directory: Path) -> None:
    """Write five races: given up, won, out of time, one under way and one in its countdown."""
    won, line = thirteens_to("won")
    seeds = iter(("first", won, "third", "fourth", "fifth"))
    tokens = iter(TOKENS.values())
    clock = Clock()
    chance = Chance(token=lambda: next(tokens), seed=lambda: next(seeds))
    async with (
        Server.open(directory, chance=chance, clock=clock) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
        client(server, "dan") as dan,
        client(server) as eve,
    ):
        await eve.hello("eve", bot=True)
        room = await ann.ask(CreateRoom(Settings("klondike", countdown=0)), RoomState)
        await bob.ask(JoinRoom(room.code), RoomState)
        await dan.ask(WatchRoom(room.code), RoomState)
        await _race(ann, bob)
        for _ in range(3):
            step = await ann.act(KLONDIKE)
        await ann.say(Undo(step.number))
        await ann.own_step()
        await bob.act(KLONDIKE)
        await ann.say(GiveUp())
        await bob.ask(GiveUp(), Results)
        await dan.until(Results)
        for somebody in (bob, ann):
            await somebody.ask(LeaveRoom(), LeftRoom)

        room = await bob.ask(
            CreateRoom(Settings("thirteens", countdown=0, time_limit=60)), RoomState
        )
        await eve.ask(JoinRoom(room.code), RoomState)
        await _race(bob, eve)
        for number, action in enumerate(line):
            clock.ahead += 1  # No two of them at the same moment.
            await bob.say(Act(number, wire.pack_action(action)))
            await bob.own_step()
        clock.ahead = 61_000
        for somebody in (bob, eve):
            await somebody.until(Results)
        await bob.ask(Rematch(), RoomState)
        await _race(bob, eve)
        clock.ahead *= 2
        await bob.until(Results)

        room = await cat.ask(CreateRoom(Settings("klondike", countdown=0)), RoomState)
        await _race(cat)
        for _ in range(RUNNING_MOVES):
            await cat.act(KLONDIKE)
        await ann.ask(CreateRoom(Settings("4x13", countdown=30)), RoomState)
        await ann.ask(StartRace(), Countdown)


async def make_more(directory: Path) -> None:
    """Write a sixth race, which its host ends early."""
    async with Server.open(directory) as server, client(server, token=TOKENS["bob"]) as bob:
        await bob.ask(Rematch(), RoomState)
        await _race(bob)
        await bob.ask(EndRace(), Results)


async def _make_all(directory: Path) -> None:
    await make_history(directory)
    await make_more(directory)


async def _race(host: Client, *others: Client) -> None:
    await host.say(StartRace(anyway=True))
    for racer in (host, *others):
        await racer.until(Board)


def dump(directory: Path) -> str:
    """Return a closed database as SQL."""
    with sqlite3.connect(directory / FILE_NAME) as connection:
        lines = "\n".join(connection.iterdump())
        [version] = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    return f"{lines}\nPRAGMA user_version = {version};\n"


def load(sql: str, directory: Path) -> None:
    """Make the database that `dump` wrote."""
    directory.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(directory / FILE_NAME)
    connection.executescript(sql)
    connection.close()


def main() -> None:
    """Write the dump of the schema that stands."""
    DATA.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as directory:
        asyncio.run(_make_all(Path(directory)))
        (DATA / f"schema-{len(MIGRATIONS)}.sql").write_text(dump(Path(directory)))


if __name__ == "__main__":
    main()
