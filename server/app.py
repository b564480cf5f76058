"""The server: sockets and a database around the pure lobby.

async with Server(Path("data"), "127.0.0.1", 8765) as server:
    await server.serve_forever()
"""

import asyncio
import errno
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, cast

from websockets.asyncio.server import Server as SocketServer
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Origin

from server.bounds import Limits
from server.chance import Chance
from server.monitoring.metrics import Metrics, Now
from server.network.access import Access, Network
from server.network.bans import Bans
from server.network.door import Door
from server.network.pages import PRIVATE_NETWORKS, Pages
from server.network.reception import Reception
from server.operator.admin import AdminSocket, Operator
from server.rooms.lobby import Lobby, stopping
from server.rooms.records import Record
from server.rooms.room import Room
from server.storage.database import BadDatabase, Database
from server.storage.journal import SQLiteJournal
from server.storage.outbox import Outbox

log = logging.getLogger(__name__)

TICK: Final = 0.05
"""Seconds between two looks at what is due in a room."""
TURNS: Final = 10
"""Parts of that time in which the rooms take turns, so that moves never wait for all of them."""
QUEUE: Final = 16
"""Frames of a client that wait to be read; then the socket is not read either."""
WRITE_BUFFER: Final = 32 * 1024
"""Bytes that wait for a reader before `websockets` calls it slow."""
CLOSING: Final = 2.0
"""Seconds that a client gets to say goodbye, too."""
PINGS_TOLD: Final = 10.0
"""Seconds between two looks at how long messages take to the racers and back."""


class ServerProblem(Exception):
    """The server cannot start, or cannot go on; the text says why, and what to do."""


def milliseconds() -> int:
    """Return a clock's milliseconds; it never goes back."""
    return time.monotonic_ns() // 1_000_000


class Server:
    """A server, started and stopped by `async with`."""

    def __init__(
        self,
        data: Path,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        limits: Limits | None = None,
        access: Access | None = None,
        clock: Callable[[], int] = milliseconds,
        chance: Chance | None = None,
        metrics_networks: Sequence[Network] = PRIVATE_NETWORKS,
    ) -> None:
        """Keep everything in the directory `data`; port 0 takes a free one.

        `access` says who may connect and how; by default, everybody without TLS.
        `clock` returns milliseconds; `metrics_networks` may read /metrics.
        """
        self._chance = chance or Chance()
        self.limits = limits or Limits()
        self.access = access or Access()
        self.door = Door(self.limits, self.access)
        self.bans: Bans
        self._database: Database
        self._reception: Reception
        self.lobby: Lobby
        self._data, self._host, self._port = data, host, port
        self._clock = clock
        self._admin: AdminSocket
        self._outbox: Outbox
        self._sockets: SocketServer
        self._tasks: list[asyncio.Task[None]] = []
        self.metrics = Metrics(self._look)
        self._pages = Pages(self._ailing, self.metrics.page, metrics_networks)
        self._stops: int | None = None
        self._stopped = asyncio.Event()

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(next(iter(self._sockets.sockets)).getsockname()[1])

    # Starting and stopping ------------------------------------------------------------------------

    async def __aenter__(self) -> "Server":
        """Open the database, take up what was going on, and listen.

        Raises:
            ServerProblem: the data directory, the database or the port cannot be used.
        """
        try:
            self._database = await Database.open(self._data)
        except BadDatabase as error:
            raise ServerProblem(str(error)) from None
        try:
            await self._restore()
            self._sockets = await serve(
                cast(Callable[[ServerConnection], Awaitable[None]], self._reception.visit),
                self._host,
                self._port,
                create_connection=cast(type[ServerConnection], self.door.connection),
                process_request=self._answer,
                origins=[None, *map(Origin, self.access.origins)],
                compression=None,
                open_timeout=self.limits.hello,
                max_size=self.limits.frame,
                max_queue=QUEUE,
                write_limit=WRITE_BUFFER,
                ping_interval=self.limits.ping,
                ping_timeout=self.limits.ping,
                close_timeout=CLOSING,
                ssl=self.access.tls,
            )
            operator = Operator(
                self.lobby,
                self._reception,
                self._database,
                self.bans,
                self.door,
                self._clock,
                self._chance,
                self.stop,
            )
            self._admin = await AdminSocket.open(self._data, operator)
        except OSError as error:
            await self._abandon()
            raise ServerProblem(_listening(self._host, self._port, error)) from None
        except BaseException:
            await self._abandon()
            raise
        log.info("started", extra={"port": self.port, "rooms": len(self.lobby.rooms)})
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop listening, write down what is left, and close the database."""
        log.info("stopping")
        await self._admin.close()
        self._sockets.close()
        await self._sockets.wait_closed()
        if not self._tasks[0].done():
            self._reception.post()
            self._outbox.put(self._clocks(), lambda: None)
            await self._outbox.flush()
        await self._abandon()
        log.info("stopped")

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a connection's first request; None goes on to the websocket."""
        return self.door.process_request(connection, request) or self._pages.answer(
            connection, request
        )

    async def serve_forever(self) -> None:
        """Serve until cancelled, or until it has stopped after a call of `stop`.

        Raises:
            ServerProblem: what happens cannot be written down any more.
        """
        stopped = asyncio.create_task(self._stopped.wait())
        try:
            await asyncio.wait([self._tasks[0], stopped], return_when=asyncio.FIRST_COMPLETED)
            if self._tasks[0].done():
                await self._tasks[0]
        except Exception as error:
            raise ServerProblem(f"the journal cannot be written: {error}") from error
        finally:
            stopped.cancel()

    def stop(self, after: float | None = None) -> float:
        """Stop when no race is on any more, or `after` so many seconds, and tell everybody.

        No race is started meanwhile.  Those still on then go on at the next start.  Without a
        number it is `Limits.stop_after`; a second call may name another.  Returns the seconds that
        are left: 0 when no race is on.
        """
        seconds = self.limits.stop_after if after is None else after
        if not self.lobby.racing:
            seconds = 0
        now = self._clock()
        self._stops = now + int(seconds * 1000)
        self.lobby.stop(self._stops)
        self._reception.tell_everybody(stopping(self._stops - now))
        self._stop_if_due(now)
        return seconds

    def _stop_if_due(self, now: int) -> None:
        if self._stops is not None and (now >= self._stops or not self.lobby.racing):
            self._stopped.set()

    async def _restore(self) -> None:
        journal = SQLiteJournal(self._database)
        self._outbox = Outbox(journal, self.metrics)
        self.bans = await Bans.load(self._database)
        self.lobby = Lobby(self.limits, next_race=await journal.next_race(), chance=self._chance)
        self.lobby.restore(await journal.rooms(), self._clock(), log.warning)
        self._reception = Reception(
            self.lobby,
            self._database,
            self._outbox,
            self.limits,
            self._clock,
            self._chance,
            self.access,
            self.bans,
            self.metrics,
        )
        self._tasks = [
            asyncio.create_task(self._outbox.run(), name="outbox"),
            asyncio.create_task(self._tick(), name="ticker"),
        ]
        self._tasks[0].add_done_callback(self._outbox_ended)
        self._reception.post()

    async def _abandon(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._tasks:
            await self._reception.closed()
        await self._database.close()

    def _outbox_ended(self, task: "asyncio.Task[None]") -> None:
        """Let everybody go when nothing can be written any more: they would wait for ever."""
        if not task.cancelled() and task.exception():
            log.critical("writing failed, so the server stops", exc_info=task.exception())
            self._reception.close_all()

    def _ailing(self) -> str | None:
        """Return why the server is not well; None if it is."""
        if not self._tasks or self._tasks[0].done():
            return "stopping: nothing can be written down any more"
        if self._stops is not None:
            return "stopping: no race can be started any more"
        return None

    def _look(self) -> Now:
        rooms = self.lobby.rooms.values()
        return Now(
            connections=self._reception.visitors,
            players=self._reception.players,
            phases=[room.phase for room in rooms],
            racing=sum(
                racer.status == "racing"
                for room in rooms
                if room.phase == "running" and room.race
                for racer in room.race.racers.values()
            ),
            queued=len(self._outbox),
            unsent=self._reception.unsent,
            rooms_followed=self.lobby.followers,
        )

    def _clocks(self) -> list[Record]:
        """Return the clocks of all races under way."""
        now = self._clock()
        rooms = self.lobby.rooms.values()
        return [clock for room in rooms if (clock := room.round.read_clock(now)) is not None]

    async def _tick(self) -> None:
        pings_due = 0.0
        while True:
            now = self._clock()
            self.lobby.tell_followers(now)
            if time.monotonic() >= pings_due:
                pings_due = time.monotonic() + PINGS_TOLD
                for player, ping in self._reception.latencies():
                    self.lobby.set_ping(player, ping)
            self._reception.post()
            self._stop_if_due(now)
            rooms = list(self.lobby.rooms.values())
            turns = max(1, min(TURNS, len(rooms)))
            for turn in range(turns):
                began = time.monotonic()
                await asyncio.sleep(TICK / turns)
                self.metrics.late(time.monotonic() - began - TICK / turns)
                self._tick_rooms(rooms[turn::turns])

    def _tick_rooms(self, rooms: Sequence[Room]) -> None:
        """Do what is due in those of these rooms that are still there."""
        now = self._clock()
        for room in rooms:
            if self.lobby.rooms.get(room.code) is not room:
                continue
            try:
                self.lobby.tick(room, now)
            except Exception:  # One room's trouble must not be the others'.
                log.exception("a room failed", extra={"room": room.code})
                self.metrics.mistakes.inc()
        self._reception.post()


def _listening(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken; is another server running? Choose another port with --port"
    return f"cannot listen on {host}, port {port}: {error.strerror or error}"
