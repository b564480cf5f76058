"""Receiving clients: a connection's hello, its messages after that, and how it ends.

One connection is one task, which reads.  All that goes out goes through the outbox, so that nothing
is told before it is written, and everything in order.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from websockets.asyncio.server import ServerConnection
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
from server.database import Database
from server.lobby import Lobby
from server.outbox import Outbox
from server.players import BadName, NameTaken
from server.records import Player
from server.room import Letter, Refusal

log = logging.getLogger(__name__)

POLICY_VIOLATION: Final = 1008
TRY_AGAIN_LATER: Final = 1013
INTERNAL_ERROR: Final = 1011


class _Enough(Exception):
    """A client that is not worth listening to any longer."""


class Reception:
    """Everybody who is connected, and their way to the lobby and back."""

    def __init__(
        self,
        lobby: Lobby,
        database: Database,
        outbox: Outbox,
        limits: Limits,
        clock: Callable[[], int],
        chance: Chance,
    ) -> None:
        """Take what a visit needs; `clock` returns milliseconds."""
        self._lobby, self._database, self._outbox = lobby, database, outbox
        self._limits, self._clock, self._chance = limits, clock, chance
        self._bus = Bus(limits.unsent)
        self._visitors = 0
        self._closing: set[asyncio.Task[None]] = set()
        self._current: dict[int, ServerConnection] = {}
        """The newest connection of each player."""

    def close_all(self) -> None:
        """Let everybody go: what they wait for will never come."""
        for connection in list(self._current.values()):
            self._close(connection, INTERNAL_ERROR, "the server has to stop")

    def tell_everybody(self, message: FromServer) -> None:
        """Send a message to all who have said hello."""
        self._outbox.put((), lambda: self._bus.publish(tuple(self._current), message))

    async def closed(self) -> None:
        """Wait until those who were let go are gone."""
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def visit(self, connection: ServerConnection) -> None:
        """Serve one connection from its first message to its end."""
        self._visitors += 1
        visitor = _Visitor(connection, self._limits)
        try:
            if self._visitors > self._limits.connections:
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
        async with asyncio.timeout(self._limits.hello):
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
        room = self._lobby.room_of(player.id)
        welcome = Welcome(VERSION, player.id, player.name, token, room.code if room else "")
        self._outbox.put((), lambda: self._bus.connect(player.id, connection))
        self._answer(connection, welcome)
        self._lobby.arrived(player.id, self._clock(), hello.stream, hello.seen)
        self.post()
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
                    self._lobby.receive(player, message, self._clock())
            except (Refusal, BadMessage) as refusal:
                self._answer(connection, _as_problem(refusal))
            except (_Enough, ConnectionClosed):
                raise
            except Exception:  # A mistake of ours: nobody else notices, and no details get out.
                log.exception("a message failed")
                self._problem(connection, "server error", "that went wrong here; it has been noted")
            self.post()

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
            self._lobby.dropped(player.id, self._clock())
        self._outbox.put((), lambda: self._bus.disconnect(player.id, connection))
        self.post()

    # What goes out --------------------------------------------------------------------------------

    def post(self) -> None:
        """Write and send what the rooms have to say."""
        records, letters = self._lobby.take()
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
