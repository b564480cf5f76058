"""What several servers on one PostgreSQL carry: `python -m bench.several`.

One, two and four servers share a PostgreSQL beside them on this machine, each with so many racers,
in rooms of ten, who make their next legal move as soon as the last one is acknowledged.  All of it
shares the cores that there are, racers included, so what counts is the processor time of a move: of
the servers, of PostgreSQL, and of the racers.  `carry` is how many moves a second so many servers
can answer for, each with a core of its own, and `times` that beside one of them, in the same run.
`database` is how many cores PostgreSQL needs for as many.  (With more servers than cores, what is
lost by taking turns is in it.)  With `--picture`, docs/images/several.svg is drawn of it.
"""

import argparse
import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from websockets.asyncio.client import ClientConnection

from bench.server import DISK, GAMES, LINE, MOST, SEATS, stream
from bench.shared.load import Running, connected, plan, run, scratch, sharing, take_seats
from bench.shared.panels import Panel, picture
from engine import catalogue
from harness.cluster import Cluster, cluster
from harness.ratios import note
from protocol.messages import Settings

SERVERS: Final = (1, 2, 4)
TWO: Final = 1.8
"""How much more than one docs/performance.md wants two servers to carry at least."""
PICTURE: Final = Path(__file__).parent.parent / "docs" / "images" / "several.svg"
WARMING: Final = 0.5
"""Seconds of racing before anything is measured."""


class Measured(NamedTuple):
    """What was measured, in seconds."""

    moves: int
    took: float
    servers: float
    """Processor time of all servers."""
    postgres: float
    racers: float


async def race(
    servers: Sequence[Running],
    postgres: Cluster,
    racers: int,
    frames: Sequence[bytes | str],
    seconds: float,
    settings: Settings,
) -> Measured:
    """Let them race for so many seconds."""
    async with AsyncExitStack() as stack:
        company: list[ClientConnection] = []
        for server in servers:
            some = await stack.enter_async_context(connected(server.port, racers))
            await take_seats(some, settings, first=len(company))
            company += some
        lines = [iter(frames) for _ in company]

        async def go_on(until: float) -> list[float]:
            delays: list[float] = []
            both = zip(company, lines, strict=True)
            await asyncio.gather(*(stream(one, its, until, delays) for one, its in both))
            return delays

        await go_on(time.perf_counter() + WARMING)
        used = sum(server.used().processor for server in servers)
        of_postgres, own, start = postgres.processor(), time.process_time(), time.perf_counter()
        moves = len(await go_on(start + seconds))
        return Measured(
            moves,
            time.perf_counter() - start,
            sum(server.used().processor for server in servers) - used,
            postgres.processor() - of_postgres,
            time.process_time() - own,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--racers", type=int, default=120)
    parser.add_argument("--seconds", type=float, default=6.0, help="for each measurement")
    text = "how many share it (default: 1 2 4); the first is what the others stand beside"
    parser.add_argument("--servers", type=int, nargs="+", default=SERVERS, help=text)
    parser.add_argument("--game", choices=GAMES, default="klondike")
    parser.add_argument("--loop", choices=("best", "asyncio"), default="best")
    parser.add_argument("--picture", action="store_true", help="draw docs/images/several.svg")
    arguments = parser.parse_args()
    frames = plan(catalogue.make(arguments.game, GAMES[arguments.game]), LINE)
    settings = Settings(arguments.game, GAMES[arguments.game], countdown=0, seats=SEATS)
    print(f"{arguments.racers} racers each, {arguments.game}; times of processors in µs a move")
    print("servers   moves/s   servers  postgres    racers     carry   times   database")
    first = 0.0
    carries, databases = list[float](), list[float]()
    for count in arguments.servers:
        with ExitStack() as stack:
            directory = stack.enter_context(scratch())
            postgres = stack.enter_context(cluster(durable=True, within=DISK))
            servers = []
            for number in range(count):
                own, database = f"{directory}/{number}", postgres.address()
                server = sharing(own, database, loop=arguments.loop)
                servers.append(stack.enter_context(server))
            seconds = min(arguments.seconds, MOST)
            work = race(servers, postgres, arguments.racers, frames, seconds, settings)
            found = run(work, arguments.loop)
        each = found.servers / found.moves
        carry = count / each
        first = first or carry
        cores = carry * found.postgres / found.moves
        print(
            f"{count:>7} {found.moves / found.took:>9,.0f} {each * 1e6:>9.1f} "
            f"{found.postgres / found.moves * 1e6:>9.1f} {found.racers / found.moves * 1e6:>9.1f} "
            f"{carry:>9,.0f} {carry / first:>7.2f} {cores:>10.2f}",
            flush=True,
        )
        if carries:
            wanted = TWO if arguments.servers[0] == 1 and count == 2 else None
            carried = carry / carries[0]
            what = f"what {count} servers carry on one PostgreSQL"
            note(what, carried, f"what {arguments.servers[0]} carries", at_least=wanted)
            note(
                f"PostgreSQL's time of a move, {count} servers",
                found.postgres / found.servers,
                "the servers'",
            )
        carries.append(carry)
        databases.append(cores)
    if arguments.picture:
        panels = [
            Panel(
                "Moves a second that they carry",
                "servers, a core each",
                arguments.servers,
                carries,
                "{:,.0f}",
            ),
            Panel(
                "Cores that PostgreSQL needs for it",
                "servers",
                arguments.servers,
                databases,
                "{:.2f}",
            ),
        ]
        PICTURE.write_text(picture(panels), encoding="utf-8")


if __name__ == "__main__":
    main()
