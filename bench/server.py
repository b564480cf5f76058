"""Moves a second through one server, and how long their answers take: `python -m bench.server`.

Racers in rooms of ten play over real sockets on this machine; each makes its next legal move as
soon as the last one is acknowledged (and so written to the disk).  Beside it, in turns of a second:
a bare `websockets` echo of as many connections and messages of the same size.  The last column is
the server's own processor time a message: `ratio` compares that, because it is also true on a busy
machine, and is the median of all turns, as what a processor gets done may change within seconds.
With `--pace 5000`, so many moves a second are asked for in all, and what is measured is
their delay, beside the disk's fdatasync, and the pauses of the server's event loop, by a client
that pings it all the time: `--pace 5000 --seconds 60` tells the longest in a minute.  What the
echo's are is the noise of the machine; with `--in-memory` there is no disk for which the loop
waits; with `--durable`, the echo answers, too, when what it got is on the disk.
With `--page`, each game is raced a second time by
clients that speak JSON and ask for help, as a page in a browser does; `times` is what a move costs
the server then, beside the first time, in turns as well.  With
`--postgres`, each game is raced so on a server that writes to PostgreSQL, which runs beside it on
this machine; `times` is then how many moves a second it takes, beside one that writes a file.
"""

import argparse
import asyncio
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext
from statistics import median
from typing import Any, Final, NamedTuple

from websockets.asyncio.client import ClientConnection

from bench.shared.load import (
    Running,
    a_step,
    answered,
    connected,
    disk,
    plan,
    racing,
    run,
    running,
    scratch,
    serve_durable_echo,
    serve_echo,
    spread,
    take_seats,
)
from bench.shared.pauses import pinged
from engine import catalogue
from harness.cluster import cluster
from harness.ratios import note
from protocol.forms import JSON
from protocol.messages import GameOptions, Settings

SEATS: Final = 10
MOST: Final = 12.0
"""Seconds of a measurement at most."""
MOST_PACED: Final = 60.0
"""The same of one at a pace."""
LINE: Final = 6000
"""Moves that each racer has at hand."""
DISK: Final = "/var/tmp"  # noqa: S108 (nobody else knows the names in it)
"""Where PostgreSQL has its data: on a disk, where /tmp may be none, and open to every user."""
WANTED: Final = 0.7
"""What docs/performance.md wants an echo's message to be of a move."""
ABOVE: Final = 0.001
"""Seconds by which it wants the 99th percentile to be above the echo's at most."""
TURNS: Final = 6
"""Turns that each of two servers has."""
GAMES: Final[dict[str, GameOptions]] = {
    "4x13": {},
    "klondike": {"deal": "unlimited-redeals"},
    "freecell": {},
}


class Measured(NamedTuple):
    """What was measured, all in seconds."""

    delays: list[float]
    took: float
    processor: float
    """What the server used of its processor."""
    pauses: Sequence[float] = ()
    """How long its event loop let each ping wait."""

    @property
    def each(self) -> float:
        """What it used of it for a move."""
        return self.processor / len(self.delays)

    @property
    def rate(self) -> float:
        """Moves a second."""
        return len(self.delays) / self.took


async def stream(
    connection: ClientConnection, frames: Iterator[bytes | str], end: float, delays: list[float]
) -> None:
    """Send frame after frame, each when the one before it is answered."""
    while (asked := time.perf_counter()) <= end and (frame := next(frames, None)) is not None:
        await connection.send(frame)
        await answered(connection)
        delays.append(time.perf_counter() - asked)


async def turn(
    server: Running,
    connections: Sequence[ClientConnection],
    frames: Sequence[Iterator[bytes | str]],
    seconds: float,
    rate: float = 0.0,
) -> Measured:
    """Let all racers go on for so many seconds, each with its frames; at a `rate`, if there is one.

    That is how many moves a second they make together; only then the loop's pauses are looked at.
    """
    delays: list[float] = []
    quiet: AbstractAsyncContextManager[list[float]] = nullcontext([])
    async with pinged(server.port) if rate else quiet as pauses:
        used, start = server.used().processor, time.perf_counter()
        end, every = start + seconds, len(connections) / rate if rate else 0
        each = enumerate(zip(connections, frames, strict=True))
        await asyncio.gather(
            *(
                pace(one, its, start + every * number / len(connections), every, end, delays)
                if rate
                else stream(one, its, end, delays)
                for number, (one, its) in each
            )
        )
        took, used = time.perf_counter() - start, server.used().processor - used
    return Measured(delays, took, used, pauses)


class Side(NamedTuple):
    """One of the two servers that are measured in turn, and what is sent to it."""

    server: Any
    """See `running`."""
    frames: Sequence[bytes | str]
    settings: Settings | None
    """Those of the races; of a server that only echoes, none."""
    page: bool = False
    """Whether its clients speak as the page does."""


async def in_turn(
    servers: tuple[Running, Running],
    sides: tuple[Side, Side],
    racers: int,
    seconds: float,
    rate: float,
) -> list[tuple[Measured, Measured]]:
    """Let as many play on each of two servers, in turn, for so many seconds on each in all."""
    async with AsyncExitStack() as stack:
        players = []
        for server, side in zip(servers, sides, strict=True):
            there = connected(server.port, racers, page=side.page)
            connections = await stack.enter_async_context(there)
            if side.settings:
                await take_seats(connections, side.settings)
            players.append((server, connections, [iter(side.frames) for _ in connections]))
        one, other = [(*player, seconds / TURNS, rate) for player in players]
        return [(await turn(*one), await turn(*other)) for _ in range(TURNS)]


def beside(
    one: Side, other: Side, arguments: argparse.Namespace
) -> list[tuple[Measured, Measured]]:
    """Race as `in_turn` does, on two servers that run for as long as that takes."""
    most = MOST_PACED if arguments.pace else MOST
    seconds, rate = min(arguments.seconds, most), arguments.pace
    with one.server as its, other.server as the_other:
        both = in_turn((its, the_other), (one, other), arguments.racers, seconds, rate)
        return run(both, arguments.loop)


def together(turns: Sequence[Measured]) -> Measured:
    """Return all turns as one."""
    delays = [delay for each in turns for delay in each.delays]
    pauses = [pause for each in turns for pause in each.pauses]
    return Measured(
        delays, sum(each.took for each in turns), sum(each.processor for each in turns), pauses
    )


async def pace(
    connection: ClientConnection,
    frames: Iterable[bytes | str],
    start: float,
    every: float,
    end: float,
    delays: list[float],
) -> list[float]:
    """Send a frame at each moment of a timetable, as far as answers come in time.

    Returns when each was sent; `delays` gets how long its answer took.
    """
    sent, left = list[float](), iter(frames)
    while start <= end and (frame := next(left, None)) is not None:
        await asyncio.sleep(start - time.perf_counter())
        sent.append(time.perf_counter())
        await connection.send(frame)
        await answered(connection)
        delays.append(time.perf_counter() - sent[-1])
        start = max(start + every, time.perf_counter())
    return sent


def row(name: str, measured: Measured) -> str:
    times, count = spread(measured.delays), len(measured.delays)
    text = (
        f"{name:<20} {count / measured.took:>8,.0f} {times.median * 1e3:>9.2f} ms "
        f"{times.late * 1e3:>9.2f} ms {measured.processor / count * 1e6:>8.1f} µs"
    )
    if measured.pauses:
        late, latest = spread(measured.pauses)[1:]
        text += f" {times.latest * 1e3:>8.1f} ms {late * 1e3:>8.2f} ms {latest * 1e3:>8.1f} ms"
    return text


def tell_ratio(name: str, turns: Sequence[tuple[Measured, Measured]], *, paced: bool) -> float:
    """Return an echo's processor time as a part of a move's: the median of all turns.

    Notes what `python -m bench` tells of a game: that, or at a pace, how late answers are.
    """
    ratio = median(echo.each / moves.each for echo, moves in turns)
    if paced:
        echo, moves = (together(side).delays for side in zip(*turns, strict=True))
        above = spread(moves).late - spread(echo).late
        what = f"an answer's 99 % above the echo's, {name}"
        note(what, above / ABOVE, "the millisecond that it may be", at_most=1)
    else:
        what = "an echo's message, by processor time"
        note(what, ratio, f"a move in {name}", at_least=WANTED)
    return ratio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--racers", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=6.0, help="for each measurement")
    parser.add_argument("--pace", type=float, default=0.0, help="moves a second in all")
    parser.add_argument("--game", choices=GAMES, help="only this one")
    parser.add_argument("--page", action="store_true", help="race as a page does, too")
    parser.add_argument("--postgres", action="store_true", help="race on PostgreSQL, too")
    parser.add_argument("--in-memory", action="store_true", help="write to memory, not to a disk")
    parser.add_argument("--durable", action="store_true", help="beside an echo that writes to disk")
    parser.add_argument("--loop", choices=("best", "asyncio"), default="best")
    parser.add_argument("--profile", action="store_true", help="print where the server's time goes")
    arguments = parser.parse_args()
    loop, profile = arguments.loop, arguments.profile
    columns = "a second       median         99 %   processor"
    if arguments.pace:
        columns += "     longest  pauses: 99 %    longest"
    columns += "   ratio"
    print(f"{f'{arguments.racers} racers':<20} {columns}")
    with scratch(in_memory=arguments.in_memory) as directory:
        for name in [arguments.game] if arguments.game else GAMES:
            game = catalogue.make(name, GAMES[name])
            frames = plan(game, LINE)
            settings = Settings(name, GAMES[name], countdown=0, seats=SEATS)

            def usual(what: str, *, profile: bool = False) -> Side:
                server = racing(f"{directory}/{name} {what}", loop=loop, profile=profile)  # noqa: B023
                return Side(server, frames, settings)  # noqa: B023

            if arguments.durable:
                log = f"{directory}/{name} echo"
                base_server = running(serve_durable_echo, loop, a_step(game), log)
            else:
                base_server = running(serve_echo, loop, a_step(game))
            echo = Side(base_server, frames, None)
            turns = beside(echo, usual("races", profile=profile), arguments)
            base, moves = (together(side) for side in zip(*turns, strict=True))
            ratio = tell_ratio(name, turns, paced=bool(arguments.pace))
            print(row("durable echo" if arguments.durable else "bare echo", base))
            print(f"{row(name, moves)} {ratio:>7.2f}", flush=True)
            if arguments.page:
                on_page = racing(f"{directory}/{name} page", loop=loop, profile=profile)
                page = Side(on_page, plan(game, LINE, JSON), settings, page=True)
                turns = beside(usual("window"), page, arguments)
                times = median(helped.each / plain.each for plain, helped in turns)
                helped = row(f"{name}, page", together([helped for _, helped in turns]))
                print(f"{helped} {times:>7.2f} times", flush=True)
                note(f"a move of the page's in {name}", times, "one of the window's")
            if arguments.postgres:
                with cluster(durable=True, within=DISK) as postgres:
                    on_postgres = racing(
                        f"{directory}/{name} beside",
                        loop=loop,
                        profile=profile,
                        database=postgres.address(),
                    )
                    other = Side(on_postgres, frames, settings)
                    turns = beside(usual("file"), other, arguments)
                times = median(theirs.rate / ours.rate for ours, theirs in turns)
                on_it = row(f"{name}, PostgreSQL", together([theirs for _, theirs in turns]))
                print(row(f"{name}, a file", together([ours for ours, _ in turns])))
                print(f"{on_it} {times:>7.2f} times", flush=True)
                note(f"moves a second in {name} on PostgreSQL", times, "those on a file")
        print(disk(directory))


if __name__ == "__main__":
    main()
