"""What one of each costs a server on PostgreSQL: `python -m bench.units`.

Racers in rooms of four make so many moves a second in all, and spectators watch one of the rooms.
Told is the memory for each racer and each spectator; and for each move the processor time of the
server and of PostgreSQL, the bytes to and from the racer, and those that PostgreSQL writes to its
log and keeps in its table.  With `--haproxy`, racers come through HAProxy with TLS and the text of
docs/deploy, whose own time is told as well; with `--carried`, through another process that does
nothing but pass bytes on, as a server would have to for rooms that are elsewhere.  docs/scaling.md
reckons with these figures.
"""

import argparse
import asyncio
import random
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, NamedTuple

import asyncpg
from websockets.asyncio.client import ClientConnection

from bench.idle import make_certificate
from bench.server import DISK, GAMES, LINE
from bench.shared.load import (
    Running,
    ask,
    connected,
    plan,
    run,
    running,
    scratch,
    sharing,
    take_seats,
    until_told,
)
from engine import catalogue
from harness.cluster import Cluster, cluster, processor_of
from harness.ratios import note
from harness.relay import Relay, to_port
from harness.server_process import free_port
from protocol.forms import MSGPACK
from protocol.messages import VERSION, Hello, RoomState, Settings, WatchRoom, Welcome

SEATS: Final = 4
CONFIGURATION: Final = Path(__file__).parent.parent / "docs" / "deploy" / "haproxy.cfg"
WARMING: Final = 2.0
"""Seconds of racing before anything is measured."""


async def written(postgres: Cluster) -> tuple[int, int, int]:
    """Return the bytes of the log, those of all moves with their index, and how many these are."""
    connection = await asyncpg.connect(postgres.address())
    await connection.execute("VACUUM entries")
    row = await connection.fetchrow(
        "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::BIGINT,"
        " pg_total_relation_size('entries'), (SELECT COUNT(*) FROM entries)"
    )
    await connection.close()
    assert row is not None
    return row[0], row[1], row[2]


class Wire:
    """Counts the bytes of what racers send and hear."""

    def __init__(self) -> None:
        self.up = self.down = self.moves = 0

    async def race(
        self, connection: ClientConnection, frames: Iterator[bytes | str], every: float, end: float
    ) -> None:
        """Make a move every so many seconds, if the last one was answered, until `end`."""
        while (at := time.perf_counter()) < end:
            frame = next(frames)
            await connection.send(frame)
            self.up += len(frame)
            while True:
                heard = await connection.recv(decode=False)
                self.down += len(heard)
                if any(MSGPACK.kind(each) == "step" for each in MSGPACK.split(heard)):
                    break
            self.moves += 1
            await asyncio.sleep(max(0.0, at + every - time.perf_counter()))


class Watching:
    """Spectators who count what they hear."""

    def __init__(self) -> None:
        self.bytes = self.messages = 0

    async def watch(self, connection: ClientConnection) -> None:
        """Count until cancelled."""
        while True:
            heard = await connection.recv(decode=False)
            self.bytes += len(heard)
            self.messages += len(MSGPACK.split(heard))


class Proxy(NamedTuple):
    """What stands before the server."""

    name: str
    port: int
    trusting: ssl.SSLContext | None
    """What racers need to believe it, where it encrypts."""
    processor: Callable[[], float]
    """The seconds of processor time that it has used."""


def carry(pipe: Connection, server: int) -> None:
    """Pass on all that comes to a port of this process to that of the server, and back."""

    async def main() -> None:
        async with Relay([to_port(server)], random.Random()).listening() as relay:
            pipe.send(relay.port)
            await until_told(pipe)

    run(main(), "best")


@contextmanager
def carried(server: int) -> Iterator[Proxy]:
    """Run what carries before this port."""
    with running(carry, server) as other:
        yield Proxy("what carries", other.port, None, lambda: other.used().processor)


@contextmanager
def haproxy(directory: str, server: int) -> Iterator[Proxy]:
    """Run one as docs/deploy says, with a certificate of its own, before this port."""
    certificate, trusting = make_certificate(Path(directory))
    port, file = free_port(), Path(directory) / "haproxy.cfg"
    text, own = CONFIGURATION.read_text(encoding="utf-8"), certificate.absolute()
    here = {
        ":443 ssl crt /etc/haproxy/example.org.pem": f"127.0.0.1:{port} ssl crt {own}",
        "10.0.0.1:7713": f"127.0.0.1:{server}",
        "10.0.0.2:7713": f"127.0.0.1:{server}",
    }
    for documented, ours in here.items():
        if documented not in text:
            raise SystemExit(f"{CONFIGURATION} has no {documented!r} any more")
        text = text.replace(documented, ours)
    file.write_text(text, encoding="utf-8")
    if (program := shutil.which("haproxy")) is None:
        raise SystemExit("haproxy is not here: install the package haproxy")
    with subprocess.Popen([program, "-f", str(file)], stderr=subprocess.DEVNULL) as process:
        try:
            yield Proxy("HAProxy", port, trusting, partial(processor_of, process.pid))
        finally:
            process.kill()


async def measure(
    server: Running, postgres: Cluster, proxy: Proxy | None, arguments: argparse.Namespace
) -> None:
    """Tell all of it, row by row."""
    count, rate = arguments.racers, arguments.pace
    settings = Settings(
        arguments.game, GAMES[arguments.game], countdown=0, seats=SEATS, show_boards=False
    )
    moves = plan(catalogue.make(settings.game, settings.options), LINE)
    async with connected(server.port, SEATS) as first:  # What is made once is nobody's own.
        await take_seats(first, settings)
        empty = server.used().memory
        way = (proxy.port, count, proxy.trusting) if proxy else (server.port, count)
        async with connected(*way) as racers:
            codes = await take_seats(racers, settings, first=SEATS)
            row("a racer in a race", f"{(server.used().memory - empty) / count / 1024:.0f} KiB")
            lines = [iter(moves) for _ in racers]

            async def race(seconds: float) -> Wire:
                wire, end = Wire(), time.perf_counter() + seconds
                every = count / rate
                both = zip(racers, lines, strict=True)
                await asyncio.gather(*(wire.race(one, its, every, end) for one, its in both))
                return wire

            await race(WARMING)
            alone = await one_move(server, postgres, proxy, partial(race, arguments.seconds))
            made = sum(LINE - sum(1 for _ in its) for its in deepcopy(lines)) / count
            grown = (server.used().memory - empty) / count / 1024
            row(f"a racer after {made:.0f} moves", f"{grown:.0f} KiB")
            spectator = await watched(server, race, codes[0], arguments, alone)
            note(
                "memory of a spectator",
                spectator / grown,
                f"that of a racer after {made:.0f} moves",
            )


async def watched(
    server: Running,
    race: Callable[[float], Coroutine[None, None, Wire]],
    code: str,
    arguments: argparse.Namespace,
    alone: float,
) -> float:
    """Tell what spectators of a room cost, where a move costs the server `alone` without them.

    Return the memory that each of them takes, in KiB.
    """
    before, count = server.used(), int(arguments.spectators)
    async with connected(server.port, count) as crowd:
        for each in crowd:  # Guests: they have no name.
            await ask(each, Hello(VERSION, guest=True), Welcome)
            await ask(each, WatchRoom(code), RoomState)
        here = server.used()
        memory = (here.memory - before.memory) / count / 1024
        row(
            "a spectator",
            f"{memory:.0f} KiB",
            f"{(here.processor - before.processor) / count * 1e6:.0f} µs to come",
        )
        watching = Watching()
        tasks = [asyncio.create_task(watching.watch(each)) for each in crowd]
        used, start = server.used().processor, time.perf_counter()
        wire = await race(arguments.seconds)
        took, more = time.perf_counter() - start, server.used().processor - used
        more -= alone * wire.moves
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        row(
            "a message to a spectator",
            f"{more / watching.messages * 1e6:.1f} µs",
            f"{watching.bytes / watching.messages:.0f} bytes",
            f"{watching.messages / count / took:.1f} a second each",
        )
        told = more / watching.messages
        note("a message to a spectator", told / alone, "a move, of the server's processor")
    return memory


async def one_move(
    server: Running,
    postgres: Cluster,
    proxy: Proxy | None,
    race: Callable[[], Coroutine[None, None, Wire]],
) -> float:
    """Tell what a move costs; return the seconds that the server's processor takes."""
    log, kept, known = await written(postgres)
    used, of_postgres, start = server.used().processor, postgres.processor(), time.perf_counter()
    of_proxy = proxy.processor() if proxy else 0.0
    wire = await race()
    took, cost = time.perf_counter() - start, (server.used().processor - used) / wire.moves
    of_postgres = (postgres.processor() - of_postgres) / wire.moves
    log_after, kept_after, known_after = await written(postgres)
    new = known_after - known
    times = [f"{cost * 1e6:.0f} µs of the server", f"{of_postgres * 1e6:.0f} µs of PostgreSQL"]
    if proxy:
        of_proxy = (proxy.processor() - of_proxy) / wire.moves
        times.append(f"{of_proxy * 1e6:.0f} µs of {proxy.name}")
    row(f"a move, at {wire.moves / took:,.0f} a second", *times)
    row("its bytes", f"{wire.up / wire.moves:.0f} up", f"{wire.down / wire.moves:.0f} down")
    row(
        "written",
        f"{(log_after - log) / new:.0f} to the log",
        f"{(kept_after - kept) / new:.0f} kept",
    )
    note("a move's time of PostgreSQL", of_postgres / cost, "its time of the server")
    return cost


def row(what: str, *figures: str) -> None:
    """Print a line."""
    print(f"{what:<28} {', '.join(figures)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--racers", type=int, default=400)
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--pace", type=float, default=1500, help="moves a second in all")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each measurement")
    parser.add_argument("--game", choices=GAMES, default="klondike")
    before = parser.add_mutually_exclusive_group()
    before.add_argument("--haproxy", action="store_true", help="with one before the server")
    before.add_argument("--carried", action="store_true", help="through another process")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        directory = stack.enter_context(scratch())
        postgres = stack.enter_context(cluster(durable=True, within=DISK))
        server = stack.enter_context(sharing(directory, postgres.address()))
        proxy = None
        if arguments.haproxy:
            proxy = stack.enter_context(haproxy(directory, server.port))
        elif arguments.carried:
            proxy = stack.enter_context(carried(server.port))
        run(measure(server, postgres, proxy, arguments), "best")


if __name__ == "__main__":
    main()
