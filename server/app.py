"""The server: sockets and a database around the pure lobby.

    async with Server(Path("data"), "127.0.0.1", 8765) as server:
        await server.serve_forever()

One connection is one task, which reads.  All that goes out goes through the outbox, so that nothing
is told before it is written, and everything in order.
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
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from engine.catalogue import BadOption, UnknownGame
from protocol import wire
from protocol.messages import (
    VERSION,
    Act,
    FromClient,
    FromServer,
    GetLeaderboard,
    GetReplay,
    Hello,
    Problem,
    ProblemCode,
    Undo,
    Welcome,
)
from protocol.wire import BadMessage
from server import leaderboard, players
from server.bounds import Bucket, Limits
from server.bus import Bus
from server.chance import Chance
from server.database import BadDatabase, Database
from server.journal import SQLiteJournal
from server.lobby import Lobby
from server.outbox import Outbox
from server.players import BadName, NameTaken
from server.records import Player, Record
from server.room import Letter, Refusal

log = logging.getLogger(__name__)

TICK: Final = 0.05
"""Seconds between two looks at what is due in the rooms."""
PING: Final = 20
"""Seconds after which a silent connection is asked whether it is still there, and then given up."""
POLICY_VIOLATION: Final = 1008
TRY_AGAIN_LATER: Final = 1013
INTERNAL_ERROR: Final = 1011


class ServerProblem(Exception):
    """The server cannot start, or cannot go on; the text says why, and what to do."""


class _Enough(Exception):
    """A client that is not worth listening to any longer."""


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
        self._bus = Bus(self.limits.unsent)
        self._database: Database
        self._outbox: Outbox
        self._sockets: SocketServer
        self._tasks: list[asyncio.Task[None]] = []
        self._closing: set[asyncio.Task[None]] = set()
        self._visitors = 0
        self._current: dict[int, ServerConnection] = {}
        """The newest connection of each player."""

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
                self._visit,
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
        """Serve until cancelled.

        Raises:
            ServerProblem: what happens cannot be written down any more.
        """
        try:
            await asyncio.shield(self._tasks[0])
        except Exception as error:
            raise ServerProblem(f"the journal cannot be written: {error}") from error

    async def _restore(self) -> None:
        journal = SQLiteJournal(self._database)
        self._outbox = Outbox(journal)
        self.lobby = Lobby(self.limits, next_race=await journal.next_race(), chance=self._chance)
        self.lobby.restore(await journal.rooms(), self._clock(), log.warning)
        self._tasks = [
            asyncio.create_task(self._outbox.run(), name="outbox"),
            asyncio.create_task(self._tick(), name="ticker"),
        ]
        self._tasks[0].add_done_callback(self._outbox_ended)
        self._post()

    async def _abandon(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._closing, return_exceptions=True)
        await self._database.close()

    def _outbox_ended(self, task: "asyncio.Task[None]") -> None:
        """Let everybody go when nothing can be written any more: they would wait for ever."""
        if not task.cancelled() and task.exception():
            log.critical("writing failed, so the server stops", exc_info=task.exception())
            for connection in list(self._current.values()):
                self._close(connection, INTERNAL_ERROR, "the server has to stop")

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
            self._post()

    # One connection -------------------------------------------------------------------------------

    async def _visit(self, connection: ServerConnection) -> None:
        """Serve one connection from its first message to its end."""
        self._visitors += 1
        visitor = _Visitor(connection, self.limits)
        try:
            if self._visitors > self.limits.connections:
                self._problem(connection, "server full", "this server is full; try again later")
                await connection.close(TRY_AGAIN_LATER)
                return
            player = await self._receive_hello(visitor)
            try:
                await self._receive_all(visitor, player)
            finally:
                self._drop(player, connection)
        except ConnectionClosed:
            pass
        except TimeoutError:
            self._problem(connection, "hello first", "nothing came; say hello first")
            await connection.close(POLICY_VIOLATION)
        except _Enough:
            await connection.close(POLICY_VIOLATION)
        finally:
            self._visitors -= 1

    async def _receive_hello(self, visitor: "_Visitor") -> Player:
        """Wait for a hello that is good, and return who it is."""
        async with asyncio.timeout(self.limits.hello):
            frame = await visitor.connection.recv()
        while True:
            try:
                message = visitor.open(frame)
                if not isinstance(message, Hello):
                    raise Refusal("hello first", "say hello first")
                return await self._hello(visitor.connection, message)
            except (Refusal, BadMessage) as refusal:
                self._answer(visitor.connection, _as_problem(refusal))
                if isinstance(refusal, Refusal) and refusal.code == "wrong version":
                    raise _Enough from None
            frame = await visitor.connection.recv()

    async def _hello(self, connection: ServerConnection, hello: Hello) -> Player:
        if hello.version != VERSION:
            text = f"this server speaks version {VERSION} of the protocol, not {hello.version}"
            raise Refusal("wrong version", text)
        token = ""
        if hello.token:
            found = await players.find(self._database.reader, hello.token)
            if found is None:
                raise Refusal("unknown token", "this server does not know you; choose a name")
            player = found
        else:
            try:
                token = self._chance.token()
                player = await players.register(self._database, hello.name, token, bot=hello.bot)
            except BadName as error:
                raise Refusal("bad name", str(error)) from None
            except NameTaken as error:
                raise Refusal("name taken", str(error)) from None
        before = self._current.get(player.id)
        self._current[player.id] = connection
        if before:
            self._problem(before, "replaced", "you have connected from somewhere else")
            self._close(before, POLICY_VIOLATION, "replaced")
        room = self.lobby.room_of(player.id)
        welcome = Welcome(VERSION, player.id, player.name, token, room.code if room else "")
        self._outbox.put((), lambda: self._bus.connect(player.id, connection))
        self._answer(connection, welcome)
        self.lobby.arrived(player.id, self._clock())
        self._post()
        return player

    async def _receive_all(self, visitor: "_Visitor", player: Player) -> None:
        connection = visitor.connection
        async for frame in connection:
            if self._current.get(player.id) is not connection:
                return  # The same player has connected again; what still comes here is void.
            try:
                message = visitor.open(frame)
                if isinstance(message, GetLeaderboard | GetReplay):
                    self._answer(connection, await self._look_up(message))
                elif isinstance(message, Hello):
                    raise Refusal("wrong time", "you have said hello already")
                else:
                    self.lobby.receive(player, message, self._clock())
            except (Refusal, BadMessage) as refusal:
                self._answer(connection, _as_problem(refusal))
            except (_Enough, ConnectionClosed):
                raise
            except Exception:  # A mistake of ours: nobody else notices, and no details get out.
                log.exception("a message failed")
                self._problem(connection, "server error", "that went wrong here; it has been noted")
            self._post()

    async def _look_up(self, message: GetLeaderboard | GetReplay) -> FromServer:
        reader = self._database.reader
        try:
            if isinstance(message, GetLeaderboard):
                return await leaderboard.leaderboard(reader, message.game, message.options)
        except UnknownGame as error:
            raise Refusal("unknown game", str(error)) from None
        except BadOption as error:
            raise Refusal("bad option", str(error)) from None
        replay = await leaderboard.find_replay(reader, message.race, message.player)
        if replay is None:
            text = "there is no such race, that player was not in it, or it is not over yet"
            raise Refusal("unknown replay", text)
        return replay

    def _drop(self, player: Player, connection: ServerConnection) -> None:
        if self._current.get(player.id) is connection:
            del self._current[player.id]
            self.lobby.dropped(player.id, self._clock())
        self._outbox.put((), lambda: self._bus.disconnect(player.id, connection))
        self._post()

    # What goes out --------------------------------------------------------------------------------

    def _post(self) -> None:
        """Write and send what the rooms have to say."""
        records, letters = self.lobby.take()
        if records or letters:
            self._outbox.put(records, lambda: self._deliver(letters))

    def _deliver(self, letters: list[Letter]) -> None:
        for letter in letters:
            self._bus.publish(letter.players, letter.message)

    def _answer(self, connection: ServerConnection, message: FromServer) -> None:
        self._outbox.put((), lambda: self._bus.send(connection, message))

    def _problem(self, connection: ServerConnection, code: ProblemCode, text: str) -> None:
        """Send a problem past the queue."""
        self._bus.send(connection, Problem(code, text))

    def _close(self, connection: ServerConnection, code: int, reason: str) -> None:
        task = asyncio.create_task(connection.close(code, reason))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)


class _Visitor:
    """A connection, and how its client has behaved."""

    __slots__ = ("_faults", "_limits", "_messages", "_requests", "connection")

    def __init__(self, connection: ServerConnection, limits: Limits) -> None:
        self.connection = connection
        self._limits = limits
        now = time.monotonic()
        self._messages = Bucket(limits.rate, limits.burst, now)
        self._requests = Bucket(limits.requests, limits.requests_burst, now)
        self._faults = 0

    def open(self, frame: bytes | str) -> FromClient:
        """Return the message in a frame.

        Raises:
            BadMessage, Refusal: there is none, or it comes too fast.
            _Enough: and that for a long time.
        """
        self._faults += 1
        if self._faults > self._limits.patience:
            raise _Enough
        now = time.monotonic()
        if not self._messages.take(now):
            rate = f"{self._limits.rate:g} messages a second"
            raise Refusal("too fast", f"that is too fast; this server takes {rate}")
        message = wire.decode_client(frame)
        if not isinstance(message, Act | Undo) and not self._requests.take(now):
            rate = f"{self._limits.requests:g} messages other than moves a second"
            raise Refusal("too fast", f"that is too fast; this server takes {rate}")
        self._faults = 0
        return message


def _as_problem(refusal: Refusal | BadMessage) -> Problem:
    if isinstance(refusal, BadMessage):
        return Problem("bad message", str(refusal), refusal.field)
    return Problem(refusal.code, str(refusal))


def _listening(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken; is another server running? Choose another port with --port"
    return f"cannot listen on {host}, port {port}: {error.strerror or error}"
