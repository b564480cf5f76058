"""Servers whose days go by, which are killed again and again, and the people who come to them."""

import asyncio
import random
import signal
import sqlite3
import time
from asyncio.subprocess import Process
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from client.session.address import Address
from client.session.tokens import Tokens
from harness.cluster import Cluster
from harness.server_process import free_port
from protocol.messages import Deals
from server.storage.opening import open_database
from server.storage.sqlite.files import FILE_NAME
from tools.faults.kill_server import serve
from tools.faults.stocked import fill
from tools.ten_evenings.heard import Heard
from tools.ten_evenings.person import Person
from tools.ten_evenings.served import DAY

NAMES: Final = ("Ada", "Bruno", "Chiyo", "Dana", "Edith")
DAILY: Final = ("gay-gordons", "monte-carlo", "fourteen")
"""The games of the days: deals of these are soon found."""
WINNABLE: Final = "winnable"
MORE: Final = 2
MANY: Final = str(10**6)
OPTIONS: Final = (
    *("--daily", ",".join(DAILY), "--log-level", "warning", "--no-page"),
    *("--limits-rate", "1000", "--limits-burst", "1000"),
    *("--limits-requests", "1000", "--limits-requests-burst", "1000"),
    *("--limits-requests-per-address", MANY, "--limits-requests-per-address-burst", MANY),
    *("--limits-players-per-hour", MANY, "--limits-lookups", MANY, "--limits-lookups-burst", MANY),
    *("--limits-rooms-per-address", MANY, "--limits-rooms-per-hour", MANY),
    *("--limits-address-rooms-per-hour", MANY, "--limits-races-per-hour", MANY),
    *("--limits-stop-after", "1", "--limits-abandoned", "300", "--limits-grace", "300"),
)
PATIENCE: Final = 300.0
"""Seconds that anything may take on a machine that is busy with other things."""
UNRATED: Final = "SELECT COUNT(*) FROM races WHERE ended IS NOT NULL AND rated IS NULL"


class Server:
    """One of the servers, as a process that may be killed."""

    def __init__(self, data: Path) -> None:
        """Keep what is its own in `data`."""
        self.data = data
        self.arguments: Sequence[str] = ()
        """What it is started with, beside its data and its port."""
        self.address = Address("127.0.0.1", free_port())
        self._process: Process | None = None

    async def start(self, ahead: int) -> None:
        """Start it with a clock that is so many days ahead, and wait until it listens."""
        self._process = await serve(
            self.data,
            self.address.port,
            *self.arguments,
            program=("tools.ten_evenings.served", str(ahead)),
            patience=PATIENCE,
        )

    async def end(self, how: signal.Signals) -> None:
        """Send it a signal that ends it, and wait for that."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.send_signal(how)
            await process.wait()


class Club:
    """The servers, their data, and the people."""

    def __init__(
        self,
        data: Path,
        chance: random.Random,
        postgres: Cluster | None = None,
        servers: int = 1,
    ) -> None:
        """Keep what a server writes in `data`, or in a PostgreSQL, which several can share."""
        self.data, self.postgres = data, postgres
        self.servers = [self._server(number, several=servers > 1) for number in range(servers)]
        self.address = self.servers[0].address
        self.heard = Heard()
        self.tokens = Tokens(data.parent / "bots.json")
        self.people = [
            Person(
                self.servers[number % servers].address,
                name,
                random.Random(chance.random()),  # noqa: S311
                self.heard,
            )
            for number, name in enumerate(NAMES)
        ]
        self.evening = 0
        self.kills = self.kills_of_postgres = self.stops = 0
        self._chance = chance
        self._changing = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    def _server(self, number: int, *, several: bool) -> Server:
        database = ("--database", self.postgres.address()) if self.postgres else ()
        server = Server(self.data if not several else self.data / str(number))
        there = ("--reached-at", server.address.url) if several else ()
        server.arguments = (*OPTIONS, *database, *there)
        return server

    @property
    def where(self) -> str:
        """The database, as other programs take it."""
        return self.postgres.address() if self.postgres else str(self.data / FILE_NAME)

    @property
    def now(self) -> int:
        """The time at the server, in seconds since 1970."""
        return int(time.time()) + self.evening * DAY

    @property
    def today(self) -> str:
        """The day at the server."""
        return datetime.fromtimestamp(self.now, UTC).date().isoformat()

    # The server -----------------------------------------------------------------------------------

    async def open(self, wanted: Mapping[tuple[str, Deals], int], evenings: int) -> None:
        """Start it for the first time; people come.

        So many deals that can be won are in stock as are `wanted` of each kind, and some more, for
        each kill loses what lies ready; and for the days of so many `evenings`.
        """
        async with open_database(
            self.data, self.postgres.address() if self.postgres else ""
        ) as database:
            for kind, count in wanted.items():
                await fill(database, count + MORE, [kind])
            await fill(
                database, evenings // len(DAILY) + MORE, [(game, WINNABLE) for game in DAILY]
            )
        await self._start()
        self._tasks = [asyncio.create_task(each.run(), name=each.name) for each in self.people]
        async with asyncio.timeout(PATIENCE):
            while not all(each.session.welcomed for each in self.people):
                self.check()
                await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Let everybody go, and end it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # One that is killed has its turn in PostgreSQL for a while yet.
        await self._end(signal.SIGTERM if self.postgres else signal.SIGKILL)

    def check(self) -> None:
        """Raise what has ended one of the people, if anything has."""
        for task in self._tasks:
            if task.done():
                task.result()
                raise RuntimeError(f"{task.get_name()} has gone home")

    async def _start(self) -> None:
        for server in self.servers:
            await server.start(self.evening)

    async def _end(self, how: signal.Signals) -> None:
        for server in self.servers:
            await server.end(how)

    async def kill(self) -> None:
        """Kill a server, or the database under it, and start that again."""
        async with self._changing:
            if self.postgres and self._chance.random() < 0.3:
                self.kills_of_postgres += 1
                await asyncio.to_thread(self.postgres.stop)
                await asyncio.to_thread(self.postgres.start)
                return
            self.kills += 1
            server = self._chance.choice(self.servers)
            await server.end(signal.SIGKILL)
            await server.start(self.evening)

    async def hand_over(self) -> None:
        """Have a server stop, which hands its rooms over to others; start it again."""
        async with self._changing:
            self.stops += 1
            server = self._chance.choice(self.servers)
            await server.end(signal.SIGTERM)
            await server.start(self.evening)

    async def next_day(self) -> None:
        """Have all stopped overnight, one way or the other."""
        async with self._changing:
            await self._end(self._chance.choice((signal.SIGTERM, signal.SIGKILL)))
            self.evening += 1
            await self._start()

    async def restart(self) -> None:
        """Kill all, so that they remember nothing, and start them again."""
        async with self._changing:
            await self._end(signal.SIGKILL)
            await self._start()

    async def settle(self) -> None:
        """Wait until all races are rated that are over.

        Raises:
            TimeoutError: they are not.
        """
        async with asyncio.timeout(PATIENCE):
            while await asyncio.to_thread(self._unrated):  # noqa: ASYNC110 (another process does it)
                await asyncio.sleep(0.1)

    def _unrated(self) -> int:
        if self.postgres:
            return int(self.postgres.run(UNRATED))
        uri = f"{(self.data / FILE_NAME).absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            [count] = connection.execute(UNRATED).fetchone()
        return int(count)
