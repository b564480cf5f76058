"""Moves a second through one server, and how long their answers take: `python -m bench.server`.

Racers in rooms of ten play over real sockets on this machine; each makes its next legal move as
soon as the last one is acknowledged (and so written to the disk).  Beside it, in the same run: a
bare `websockets` echo of as many connections and messages of the same size.  The last column is the
server's own processor time a message: `ratio` compares that, because it is also true on a busy
machine.  With `--pace 5000`, so many moves a second are asked for in all, and what is measured is
their delay, beside the disk's fdatasync.  With `--page`, each game is raced a second time by
clients that speak JSON and ask for help, as a page in a browser does; `times` is what a move costs
the server then, beside the first time.
"""

import argparse
import asyncio
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from websockets.asyncio.client import ClientConnection

from bench.load import (
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
    serve_echo,
    spread,
    take_seats,
)
from engine import catalogue
from protocol.forms import JSON
from protocol.messages import GameOptions, Settings

SEATS: Final = 10
LINE: Final = 3000
"""Moves that each racer has at hand."""
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


async def stream(
    connection: ClientConnection, frames: Sequence[bytes | str], end: float, delays: list[float]
) -> None:
    """Send frame after frame, each when the one before it is answered."""
    for frame in frames:
        asked = time.perf_counter()
        if asked > end:
            return
        await connection.send(frame)
        await answered(connection)
        delays.append(time.perf_counter() - asked)


async def pace(
    connection: ClientConnection,
    frames: Sequence[bytes | str],
    start: float,
    every: float,
    end: float,
    delays: list[float],
) -> list[float]:
    """Send a frame at each moment of a timetable, as far as answers come in time.

    Returns when each was sent; `delays` gets how long its answer took.
    """
    sent: list[float] = []
    for frame in frames:
        if start > end:
            break
        await asyncio.sleep(start - time.perf_counter())
        sent.append(time.perf_counter())
        await connection.send(frame)
        await answered(connection)
        delays.append(time.perf_counter() - sent[-1])
        start = max(start + every, time.perf_counter())
    return sent


async def measure(
    server: Running,
    racers: int,
    frames: Sequence[bytes | str],
    seconds: float,
    settings: Settings | None,
    rate: float = 0.0,
    *,
    page: bool = False,
) -> Measured:
    """Let all racers send for so many seconds; without settings, to a server that only echoes."""
    async with connected(server.port, racers, page=page) as connections:
        if settings:
            await take_seats(connections, settings)
        delays: list[float] = []
        used = server.used().processor
        start = time.perf_counter()
        end, every = start + seconds, racers / rate if rate else 0
        await asyncio.gather(
            *(
                pace(each, frames, start + every * number / racers, every, end, delays)
                if rate
                else stream(each, frames, end, delays)
                for number, each in enumerate(connections)
            )
        )
        took = time.perf_counter() - start
        return Measured(delays, took, server.used().processor - used)


def row(name: str, measured: Measured) -> str:
    times, count = spread(measured.delays), len(measured.delays)
    return (
        f"{name:<20} {count / measured.took:>8,.0f} {times.median * 1e3:>9.2f} ms "
        f"{times.late * 1e3:>9.2f} ms {measured.processor / count * 1e6:>8.1f} µs"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--racers", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=6.0, help="for each measurement")
    parser.add_argument("--pace", type=float, default=0.0, help="moves a second in all")
    parser.add_argument("--game", choices=GAMES, help="only this one")
    parser.add_argument("--page", action="store_true", help="race as a page does, too")
    parser.add_argument("--loop", choices=("best", "asyncio"), default="best")
    parser.add_argument("--profile", action="store_true", help="print where the server's time goes")
    arguments = parser.parse_args()
    seconds, racers, loop = min(arguments.seconds, 12.0), arguments.racers, arguments.loop
    columns = "a second       median         99 %   processor   ratio"
    print(f"{f'{racers} racers':<20} {columns}")
    with scratch() as directory:
        for name in [arguments.game] if arguments.game else GAMES:
            game = catalogue.make(name, GAMES[name])
            frames, in_json = plan(game, LINE), plan(game, LINE, JSON) if arguments.page else []
            settings = Settings(name, GAMES[name], countdown=0, seats=SEATS)

            def measured(
                server: Running, settings: Settings | None, *, page: bool = False
            ) -> Measured:
                sent = in_json if page else frames  # noqa: B023
                rate = arguments.pace
                return run(measure(server, racers, sent, seconds, settings, rate, page=page), loop)

            with running(serve_echo, loop, a_step(game)) as echo:
                base = measured(echo, None)
            print(row("bare echo", base))
            with racing(f"{directory}/{name}", loop=loop, profile=arguments.profile) as server:
                moves = measured(server, settings)
            each, bare = (m.processor / len(m.delays) for m in (moves, base))
            print(f"{row(name, moves)} {bare / each:>7.2f}", flush=True)
            if arguments.page:
                where = f"{directory}/{name} page"
                with racing(where, loop=loop, profile=arguments.profile) as server:
                    moves = measured(server, settings, page=True)
                times = moves.processor / len(moves.delays) / each
                print(f"{row(f'{name}, page', moves)} {times:>7.2f} times", flush=True)
        print(disk(directory))


if __name__ == "__main__":
    main()
