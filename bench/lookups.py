"""How long racers wait while others look up the past: `python -m bench.lookups`.

Twenty racers make ten moves a second each, at first alone, then beside twenty connections of one
address that ask five times a second for the longest races there are and what boards were like in
them, for profiles and for leaderboards, and then alone again.  `ratio` is the 99th percentile of
the moves' answers, beside what it was at first, in the same run; the last columns are how long a
known player's hello takes.
"""

import argparse
import asyncio
import contextlib
import json
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from bench.queries import fill
from bench.server import pace
from bench.shared.load import (
    LIMITS,
    Running,
    ask,
    connected,
    disk,
    plan,
    read,
    run,
    running,
    scratch,
    spread,
    start_races,
    take_seats,
    until_told,
)
from engine import catalogue
from harness.ratios import note
from protocol import wire
from protocol.forms import MAX_CLIENT_FRAME
from protocol.messages import (
    VERSION,
    FromClient,
    GameOptions,
    GetLeaderboard,
    GetPositions,
    GetProfile,
    GetReplay,
    Hello,
    Problem,
    Settings,
    Welcome,
)
from server.app import Server
from server.bounds import Limits
from server.chance import Chance
from server.storage.entries import written_as_texts
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME

GAME: Final = "klondike"
OPTIONS: Final[GameOptions] = {"deal": "unlimited-redeals"}
RACERS: Final = 20
RATE: Final = 10.0
"""Moves a second of each racer."""
ASKERS: Final = 20
ASKING: Final = 5.0
"""Questions a second of each asker: as many as a connection may."""
LONG: Final = 10
"""Long races that are asked for, the first there are."""
IN_LONG: Final = 4
ENTRIES: Final = 3000
"""Of each racer in one of them."""
HELLO_EVERY: Final = 0.2
SEED: Final = "bench"
STOCK: Final = 0
"""The pile that may be clicked for ever, with these options."""


def serve_bounded(pipe: Connection, loop: str, data: str, unbounded: bool) -> None:
    """Serve with the bounds on questions that a server has."""
    usual = Limits()
    bounds = ["requests", "requests_burst"]
    if not unbounded:
        bounds += ["lookups", "lookups_burst"]
    limits = replace(LIMITS, **{name: getattr(usual, name) for name in bounds})

    async def main() -> None:
        chance = Chance(seed=lambda: SEED)
        async with Server.open(Path(data), limits=limits, chance=chance) as server:
            pipe.send(server.port)
            await until_told(pipe)

    run(main(), loop)


def ask_away(pipe: Connection, loop: str, port: int) -> None:
    """Ask, from many connections at once, until told to stop; print what came of it."""
    came: Counter[str] = Counter()

    async def main() -> None:
        async with connected(port, ASKERS) as connections:
            for number, connection in enumerate(connections):
                await ask(connection, Hello(VERSION, f"Asker {number}"), Welcome)
            tasks = [
                asyncio.create_task(_ask(connection, random.Random(number), came))
                for number, connection in enumerate(connections)
            ]
            pipe.send(port)
            await until_told(pipe)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    run(main(), loop)
    print(f"{'':24} asked: {', '.join(f'{count} {what}' for what, count in came.most_common())}")


def _question(chance: random.Random) -> FromClient:
    match chance.randrange(10):
        case 0:
            return GetLeaderboard(GAME, {}, chance.choice(("all", "year", "month")))
        case 1:
            return GetProfile(1)
        case _:
            asked = chance.randrange(LONG) + 1, 1 + chance.randrange(IN_LONG)
            return chance.choice((GetReplay, GetPositions))(*asked)


async def _ask(connection: ClientConnection, chance: random.Random, came: Counter[str]) -> None:
    async def listen() -> None:
        async for frame in connection:
            large = len(frame) > MAX_CLIENT_FRAME
            problems = [] if large else [m.code for m in read(frame) if isinstance(m, Problem)]
            came.update(problems or ["answered"])

    listening = asyncio.create_task(listen())
    try:
        while True:
            await connection.send(wire.encode(_question(chance)))
            await asyncio.sleep(1 / ASKING)
    finally:
        listening.cancel()


async def prepare(directory: Path, races: int) -> None:
    """Write a database with so many races, of which the first are long."""
    await (await SQLiteDatabase.open(directory)).close()
    await asyncio.to_thread(_fill, directory / FILE_NAME, races)


def _fill(path: Path, races: int) -> None:
    fill(path, races, players=2000)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        settings = json.dumps({"game": GAME, "options": OPTIONS})
        connection.execute("UPDATE races SET settings = ? WHERE id <= ?", (settings, LONG))
        connection.execute("DELETE FROM racers WHERE race <= ?", (LONG,))
        connection.executemany(
            "INSERT INTO racers (race, player, seat, status, score, place, moves, milliseconds) "
            "VALUES (?, ?, ?, 'gave up', 0, 1, ?, 1)",
            (
                (race, player, player - 1, ENTRIES)
                for race in range(1, LONG + 1)
                for player in range(1, IN_LONG + 1)
            ),
        )
        sql, lots = written_as_texts(
            (race, number, number % IN_LONG + 1, json.dumps([STOCK]), number * 50, None)
            for race in range(1, LONG + 1)
            for number in range(IN_LONG * ENTRIES)
        )
        connection.executemany(sql, lots)


class Part(NamedTuple):
    """What was measured in one part of a run, in seconds."""

    moves: list[float]
    hellos: list[float]
    processor: float


class Racing:
    """Racers who go on from one part to the next."""

    def __init__(
        self, connections: Sequence[ClientConnection], frames: Sequence[bytes | str]
    ) -> None:
        self._connections, self._frames = connections, frames
        self._done = [0] * len(connections)

    async def go_on(self, seconds: float, server: Running, token: str) -> Part:
        """Race for so many seconds, while somebody says hello again and again."""
        moves: list[float] = []
        used, start = server.used().processor, time.perf_counter()
        end = start + seconds
        saying = asyncio.create_task(_say_hello(server.port, token, end))
        sent = await asyncio.gather(
            *(
                pace(
                    each, self._frames[done:], start + number / RATE / RACERS, 1 / RATE, end, moves
                )
                for number, (each, done) in enumerate(
                    zip(self._connections, self._done, strict=True)
                )
            )
        )
        self._done = [done + len(times) for done, times in zip(self._done, sent, strict=True)]
        return Part(moves, await saying, (server.used().processor - used) / seconds)


async def _say_hello(port: int, token: str, end: float) -> list[float]:
    times = []
    while (began := time.perf_counter()) < end:
        async with connect(f"ws://127.0.0.1:{port}", compression=None) as connection:
            await ask(connection, Hello(VERSION, token=token), Welcome)
            times.append(time.perf_counter() - began)
        await asyncio.sleep(HELLO_EVERY)
    return times


def row(name: str, part: Part, first: Part) -> str:
    """Return a line of the table."""
    moves, hellos, base = spread(part.moves), spread(part.hellos), spread(first.moves)
    return (
        f"{name:<24} {moves.median * 1e3:>8.2f} ms {moves.late * 1e3:>8.2f} ms "
        f"{moves.late / base.late:>7.2f} {hellos.median * 1e3:>8.2f} ms "
        f"{hellos.latest * 1e3:>8.2f} ms {part.processor * 100:>8.0f} %"
    )


def tell_ratios(part: Part, first: Part) -> None:
    """Note what `python -m bench` tells."""
    beside, base = spread(part.moves), spread(first.moves)
    asked = f"beside {ASKERS} who look things up"
    note(f"a move's 99 % {asked}", beside.late / base.late, "alone")
    hellos = spread(part.hellos).median / spread(first.hellos).median
    note(f"a known player's hello {asked}", hellos, "alone")


async def measure(server: Running, loop: str, seconds: float) -> None:
    """Measure the three parts, and print each."""
    settings = Settings(GAME, OPTIONS, countdown=0, seats=10, time_limit=7200)
    frames = plan(catalogue.make(GAME, OPTIONS), int(4 * seconds * RATE))
    async with connected(server.port, RACERS + 1) as (somebody, *connections):
        token = (await ask(somebody, Hello(VERSION, "Lookout"), Welcome)).token
        await take_seats(connections, settings, start=False)
        await start_races(connections, settings)
        racing = Racing(connections, frames)
        first = await racing.go_on(seconds, server, token)
        print(row("alone", first, first), flush=True)
        with running(ask_away, loop, server.port):
            part = await racing.go_on(seconds, server, token)
            print(row(f"with {ASKERS} who ask", part, first), flush=True)
            tell_ratios(part, first)
        part = await racing.go_on(seconds, server, token)
        print(row("when those have gone", part, first), flush=True)


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each part")
    parser.add_argument("--races", type=int, default=10_000, help="in the database")
    parser.add_argument("--loop", choices=("best", "asyncio"), default="best")
    parser.add_argument(
        "--unbounded", action="store_true", help="let an address ask as much as it likes"
    )
    arguments = parser.parse_args()
    loop = arguments.loop
    with scratch() as directory:
        run(prepare(Path(directory), arguments.races), loop)
        columns = "median         99 %   ratio        hello       latest  processor"
        print(f"{'':24} {columns:>72}")
        with running(serve_bounded, loop, directory, arguments.unbounded) as server:
            run(measure(server, loop, min(arguments.seconds, 60.0)), loop)
        print(disk(directory))


if __name__ == "__main__":
    main()
