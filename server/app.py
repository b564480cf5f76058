"""The server: sockets and a database around the pure lobby.

async with Server(Path("data"), "127.0.0.1", 8765) as server:
    await server.serve_forever()
"""

import asyncio
import errno
import logging
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final

from websockets.asyncio.server import Server as SocketServer
from websockets.asyncio.server import serve

from protocol import wire
from server.bounds import Limits
from server.chance import Chance
from server.database import BadDatabase, Database
from server.journal import SQLiteJournal
from server.lobby import Lobby, stopping
from server.outbox import Outbox
from server.reception import Reception
from server.records import Record

log = logging.getLogger(__name__)

TICK: Final = 0.05
"""Seconds between two looks at what is due in the rooms."""
PING: Final = 20
"""Seconds after which a silent connection is asked whether it is still there, and then given up."""


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
        clock: Callable[[], int] = milliseconds,
        chance: Chance | None = None,
    ) -> None:
        """Keep everything in the directory `data`; port 0 takes a free one.

        `clock` returns milliseconds.
        """
        self._chance = chance or Chance()
        self.limits = limits or Limits()
        self.lobby: Lobby
        self._data, self._host, self._port = data, host, port
        self._clock = clock
        self._database: Database
        self._outbox: Outbox
        self._sockets: SocketServer
        self._tasks: list[asyncio.Task[None]] = []
        self._reception: Reception
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
                self._reception.visit,
                self._host,
                self._port,
                compression=None,
                max_size=wire.MAX_CLIENT_FRAME,
                ping_interval=PING,
                ping_timeout=PING,
            )
        except OSError as error:
            await self._abandon()
            raise ServerProblem(_listening(self._host, self._port, error)) from None
        except BaseException:
            await self._abandon()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop listening, write down what is left, and close the database."""
        self._sockets.close()
        await self._sockets.wait_closed()
        if not self._tasks[0].done():
            self._outbox.put(self._clocks(), lambda: None)
            await self._outbox.flush()
        await self._abandon()

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
        self._outbox = Outbox(journal)
        self.lobby = Lobby(self.limits, next_race=await journal.next_race(), chance=self._chance)
        self._reception = Reception(
            self.lobby, self._database, self._outbox, self.limits, self._clock, self._chance
        )
        self.lobby.restore(await journal.rooms(), self._clock(), log.warning)
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

    def _clocks(self) -> list[Record]:
        """Return the clocks of all races under way."""
        now = self._clock()
        rooms = self.lobby.rooms.values()
        return [clock for room in rooms if (clock := room.read_clock(now)) is not None]

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = self._clock()
            for room in list(self.lobby.rooms.values()):
                try:
                    self.lobby.tick(room, now)
                except Exception:  # One room's trouble must not be the others'.
                    log.exception("room %s failed", room.code)
            self._reception.post()
            self._stop_if_due(now)


def _listening(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken; is another server running? Choose another port with --port"
    return f"cannot listen on {host}, port {port}: {error.strerror or error}"
