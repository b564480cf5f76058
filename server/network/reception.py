"""Receiving clients: a connection's hello, its messages after that, and how it ends.

One connection is one task, which reads; moves are done without it, where they arrive.
All that goes out goes through the outbox, so that nothing is told before it is written, and
everything in order.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterator
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from websockets.exceptions import ConnectionClosed

from engine.catalogue import BadOption, UnknownGame
from protocol import wire
from protocol.messages import (
    VERSION,
    Announcement,
    ChangeSettings,
    CreateRoom,
    FromClient,
    FromServer,
    GetLeaderboard,
    GetProfile,
    GetReplay,
    Hello,
    JoinRoom,
    NewToken,
    Problem,
    ProblemCode,
    Refused,
    RenewToken,
    StartRace,
    WatchRoom,
    Welcome,
)
from protocol.wire import BadMessage
from server.bounds import Allowance, Limits
from server.chance import Chance
from server.monitoring import logs
from server.monitoring.metrics import Metrics
from server.network.access import Access, Address, site
from server.network.admission import Admission
from server.network.bans import Ban, Bans
from server.network.bus import Bus
from server.network.connection import BoundedConnection
from server.network.visitor import CutOff, Visitor
from server.rooms.lobby import Lobby
from server.rooms.output import Outgoing
from server.rooms.passwords import NO_KEY, NO_LOCK, Key, Lock, make_lock
from server.rooms.records import Player
from server.rooms.refusal import Refusal
from server.storage import leaderboard, players
from server.storage.database import Database
from server.storage.outbox import Outbox

log = logging.getLogger(__name__)

POLICY_VIOLATION: Final = 1008
TRY_AGAIN_LATER: Final = 1013
INTERNAL_ERROR: Final = 1011

LONGEST_PAUSE: Final = 0.1
"""Seconds for which somebody who is too fast is not listened to, at most."""
GATHER: Final = 0.001
"""Seconds for which a move waits for others that come at the same time, at most."""

Guarded: TypeAlias = CreateRoom | JoinRoom | WatchRoom | StartRace | ChangeSettings
"""What is bounded by the hour, or has a password in it."""


class _Bound(NamedTuple):
    """What a message is counted in, and under which key; `what` there are too many of."""

    allowance: Allowance
    key: Hashable
    what: str


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
        access: Access,
        bans: Bans,
        metrics: Metrics,
    ) -> None:
        """Take what a visit needs; `clock` returns milliseconds."""
        self._bans = bans
        self._admission = Admission(database, limits, chance, access, bans)
        self._lobby, self._database, self._outbox = lobby, database, outbox
        self._limits, self._clock, self._chance = limits, clock, chance
        self._metrics = metrics
        self._bus = Bus(limits.unsent, lobby.spectators, metrics)
        self._leaderboards = leaderboard.LeaderboardCache(database.reader)
        self._pause = min(1 / limits.rate, LONGEST_PAUSE)
        """Seconds until who was too fast hears of it: so the next message is in time again."""
        self._visitors = 0
        rooms = lobby.rooms.values()
        self._event_log = logs.EventLog(
            (room.code, room.race.id if room.race else None) for room in rooms
        )
        self._new_rooms = Allowance(limits.rooms_per_hour, 3600)
        self._races = Allowance(limits.races_per_hour, 3600)
        self._tasks: set[asyncio.Task[None]] = set()
        self._current: dict[int, BoundedConnection] = {}
        """The newest connection of each player."""
        self._moves = 0
        """Moves that were taken in so far."""
        self._gathering = False
        """Whether moves wait for those that come at the same time."""

    @property
    def visitors(self) -> int:
        """The connections, those included that have not said hello."""
        return self._visitors

    @property
    def players(self) -> int:
        """The players who are connected."""
        return len(self._current)

    @property
    def unsent(self) -> int:
        """The bytes that wait for readers."""
        return self._bus.waiting

    def latencies(self) -> Iterator[tuple[int, int]]:
        """Return how many milliseconds there and back take, for each player where it is known."""
        for player, connection in self._current.items():
            if connection.latency:
                yield player, max(1, round(connection.latency * 1000))

    def close_all(self) -> None:
        """Let everybody go: what they wait for will never come."""
        for connection in list(self._current.values()):
            self._close(connection, INTERNAL_ERROR, "the server has to stop")

    def tell_everybody(self, message: FromServer) -> None:
        """Send a message to all who have said hello."""
        self._tell(lambda: self._bus.publish(tuple(self._current), message))

    async def closed(self) -> None:
        """Wait until those who were let go are gone."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def visit(self, connection: BoundedConnection) -> None:
        """Serve one connection from its first message to its end."""
        self._visitors += 1
        self._metrics.visits.inc()
        logs.bind(connection=str(connection.id)[:8])
        log.info("connected", extra={"address": str(connection.address)})
        visitor = Visitor(connection, self._limits)
        try:
            if self._visitors > self._limits.connections:
                self._problem(connection, "server full", "this server is full; try again later")
                await connection.close(TRY_AGAIN_LATER)
                return
            if ban := self._bans.of_address(connection.address):
                self._problem(connection, "banned", ban.sentence)
                raise CutOff
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
        except CutOff:
            await connection.close(POLICY_VIOLATION)
        except Exception:  # A mistake of ours, which `websockets` would not tell us of.
            log.exception("a connection failed")
            await connection.close(INTERNAL_ERROR)
        finally:
            self._visitors -= 1
            code, reason = connection.close_code, connection.close_reason
            log.info("disconnected", extra={"code": code} | ({"reason": reason} if reason else {}))

    async def _receive_hello(self, visitor: Visitor) -> Player:
        """Wait for a hello that is good, and return who it is."""
        while True:
            async with asyncio.timeout(self._limits.hello):
                frame = await visitor.connection.recv()
            await visitor.turn()
            try:
                message = visitor.open(frame)
                if not isinstance(message, Hello):
                    raise Refusal("hello first", "say hello first")
                return await self._hello(visitor.connection, message)
            except (Refusal, BadMessage) as refusal:
                self._refuse(visitor.connection, refusal)
                if isinstance(refusal, Refusal) and refusal.code in ("wrong version", "banned"):
                    raise CutOff from None

    async def _hello(self, connection: BoundedConnection, hello: Hello) -> Player:
        if hello.version != VERSION:
            if hello.version < VERSION:
                text = "this server needs a newer Samedeal than yours; please update"
            else:
                text = "your Samedeal is newer than this server; whoever runs it has to update it"
            raise Refusal("wrong version", text)
        if hello.token:
            token, player = "", await self._admission.known(hello.token)
        else:
            token, player = await self._admission.register(connection.address, hello)
        before = self._current.get(player.id)
        connection.run, connection.attempt = hello.run, hello.attempt
        if before and before.run == hello.run and before.attempt > hello.attempt:
            raise CutOff  # A later connection of the same run was quicker: nobody waits for this.
        self._current[player.id] = connection
        if before:
            self._problem(before, "replaced", "you have connected from somewhere else")
            self._close(before, POLICY_VIOLATION, "replaced")
        logs.bind(player=player.id)
        log.info("hello", extra={"called": player.name, "bot": player.bot, "new": bool(token)})
        room = self._lobby.room_of(player.id)
        welcome = Welcome(VERSION, player.id, player.name, token, room.code if room else "")
        self._tell(lambda: self._bus.connect(player.id, connection))
        self._answer(connection, welcome)
        if token:
            self._when_heard(connection, lambda: players.seen(self._database, player.id))
        self._lobby.arrived(player.id, self._clock(), hello.stream, hello.seen)
        self.post()
        return player

    def _when_heard(
        self, connection: BoundedConnection, then: Callable[[], Awaitable[None]]
    ) -> None:
        """Do something when all that was told so far has arrived at the other end."""

        async def wait() -> None:
            with contextlib.suppress(ConnectionClosed):
                await (await connection.ping())
                await then()

        self._tell(lambda: self._spawn(wait()))

    async def _receive_all(self, visitor: Visitor, player: Player) -> None:
        connection = visitor.connection
        connection.listener = partial(self._take_move, visitor, player)
        async for frame in connection:
            await visitor.turn()
            if self._current.get(player.id) is not connection:
                return  # The same player has connected again; what still comes here is void.
            visitor.stand(self._lobby.room_of(player.id))
            try:
                await self._receive(connection, player, visitor.open(frame))
            except (Refusal, BadMessage) as refusal:
                if isinstance(refusal, Refusal) and refusal.code == "too fast":
                    await asyncio.sleep(self._pause)
                self._refuse(connection, refusal)
            except (CutOff, ConnectionClosed):
                raise
            except Exception:  # A mistake of ours: nobody else notices, and no details get out.
                log.exception("a message failed")
                self._apologize(connection)
            self.post()

    async def _receive(
        self, connection: BoundedConnection, player: Player, message: FromClient
    ) -> None:
        match message:
            case GetLeaderboard() | GetProfile() | GetReplay():
                self._answer(connection, await self._look_up(player, message))
            case RenewToken():
                await self._renew_token(connection, player)
            case _ if isinstance(message, Guarded):
                await self._receive_guarded(connection, player, message)
            case Hello():
                raise Refusal("wrong time", "you have said hello already")
            case _:
                self._lobby.receive(player, message, self._clock())

    def _take_move(self, visitor: Visitor, player: Player, frame: bytes) -> bool:
        """Do a move the moment it is here; return False for all that needs more thought."""
        connection = visitor.connection
        move = wire.decode_move(frame)
        here = self._current.get(player.id) is connection
        if move is None or not here or not visitor.may_move():
            return False
        try:
            self._lobby.move(player, move, self._clock())
        except (Refusal, BadMessage) as refusal:
            self._refuse(connection, refusal)
        except Exception:  # As above.
            log.exception("a move failed")
            self._apologize(connection)
        self._moves += 1
        if not self._gathering:
            self._gathering = True
            asyncio.get_running_loop().call_soon(self._gather, 0, time.monotonic())
        return True

    def _gather(self, moves: int, since: float) -> None:
        """Post when no move has come since the last look: one commit then holds them all."""
        if moves == self._moves or time.monotonic() - since > GATHER:
            self.post()
        else:
            asyncio.get_running_loop().call_soon(self._gather, self._moves, since)

    def _apologize(self, connection: BoundedConnection) -> None:
        self._metrics.mistakes.inc()
        self._problem(connection, "server error", "that went wrong here; it has been noted")

    async def _renew_token(self, connection: BoundedConnection, player: Player) -> None:
        """Give a player a new token.  The old one is good until the new one has arrived there."""
        token = self._chance.token()
        await players.renew_token(self._database, player.id, token)
        self._answer(connection, NewToken(token=token))
        self._when_heard(connection, lambda: players.settle_token(self._database, token))

    async def _receive_guarded(
        self, connection: BoundedConnection, player: Player, message: Guarded
    ) -> None:
        """Take a message that is bounded by the hour, or has a password in it."""
        place, now = site(connection.address), time.monotonic()
        key, lock = NO_KEY, None
        match message:
            case JoinRoom() | WatchRoom():
                bound = None
                key = await self._key(connection.address, player, message)
            case ChangeSettings(password=None | ""):
                bound = None
            case StartRace():
                bound = _Bound(self._races, place, "races were started from your address")
            case _:
                bound = _Bound(self._new_rooms, player.id, "rooms were made by you")
        if bound and not bound.allowance.has_any(bound.key, now):
            raise Refusal("too fast", f"too many {bound.what}; try again in some minutes")
        if isinstance(message, CreateRoom | ChangeSettings) and message.password is not None:
            lock = await _make_lock(message.password)
        if self._current.get(player.id) is not connection:
            return
        self._lobby.receive(player, message, self._clock(), key=key, lock=lock)
        if bound:
            bound.allowance.take(bound.key, now)

    async def _key(self, address: Address, player: Player, message: JoinRoom | WatchRoom) -> Key:
        """Return the key that the message's password makes of the room's lock."""
        room = self._lobby.find(message.code)
        if not (message.password and room.moderation.lock) or player.id in room.members:
            return NO_KEY
        return await self._admission.make_key(address, message.password, room.moderation.lock)

    async def _look_up(
        self, player: Player, message: GetLeaderboard | GetProfile | GetReplay
    ) -> FromServer:
        reader = self._database.reader
        try:
            if isinstance(message, GetLeaderboard):
                return await self._leaderboards.leaderboard(
                    message.game, message.options, message.period
                )
        except UnknownGame as error:
            raise Refusal("unknown game", str(error)) from None
        except BadOption as error:
            raise Refusal("bad option", str(error)) from None
        if isinstance(message, GetProfile):
            profile = await leaderboard.profile(reader, message.player)
            if profile is None:
                raise Refusal("unknown player", "there is no such player here")
            return profile
        if self._lobby.hides(player.id, message.race):
            text = "spectators still watch that race; its replays are there when they have seen it"
            raise Refusal("unknown replay", text)
        replay = await leaderboard.find_replay(reader, message.race, message.player)
        if replay is None:
            text = "there is no such race, that player was not in it, or it is not over yet"
            raise Refusal("unknown replay", text)
        return replay

    def _drop(self, player: Player, connection: BoundedConnection) -> None:
        if self._current.get(player.id) is connection:
            del self._current[player.id]
            self._lobby.dropped(player.id, self._clock())
        self._tell(lambda: self._bus.disconnect(player.id, connection))

    # What an operator does ------------------------------------------------------------------------

    @property
    def here(self) -> dict[int, Address]:
        """Who is connected, and from where."""
        return {player: connection.address for player, connection in self._current.items()}

    def announce(self, text: str) -> None:
        """Tell everybody something."""
        everybody = tuple(self._current)
        self._tell(lambda: self._bus.publish(everybody, Announcement(text=text)))

    def send_home(self, player: int, ban: Ban | None = None) -> None:
        """Cut a player's connection; without a ban, a client comes back by itself."""
        connection = self._current.pop(player, None)
        if connection is None:
            return
        if ban:
            self._problem(connection, "banned", ban.sentence)
        self._close(connection, POLICY_VIOLATION, "banned" if ban else "changed")
        self._lobby.dropped(player, self._clock())
        self.post()

    def remove(self, player: int, reason: str) -> None:
        """Let a player leave the room they are in, if any."""
        self._lobby.send_away(player, self._clock(), reason)
        self.post()

    def bar(self, player: int) -> None:
        """Do not let a player in again who is going to be deleted."""
        self._admission.barred.add(player)

    async def written(self) -> None:
        """Wait until all that was decided so far is written down."""
        done = asyncio.get_running_loop().create_future()
        self._tell(lambda: done.set_result(None))
        await done

    # What goes out --------------------------------------------------------------------------------

    def post(self) -> None:
        """Write and send what the rooms have to say."""
        self._gathering = False
        records, outgoing = self._lobby.take()
        if records or outgoing:
            self._event_log.note(records)
            self._outbox.put(records, lambda: self._deliver(outgoing))

    def _tell(self, tell: Callable[[], None]) -> None:
        """Call `tell` when all that the rooms have said so far is told."""
        self.post()
        self._outbox.put((), tell)

    def _deliver(self, outgoing: list[Outgoing]) -> None:
        for sent in outgoing:
            self._bus.publish(sent.players, sent.message)
            if type(sent.message) is Refused:
                self._metrics.refused_moves.inc()

    def _refuse(self, connection: BoundedConnection, refusal: Refusal | BadMessage) -> None:
        problem = _as_problem(refusal)
        log.debug("refused", extra={"code": problem.code, "field": problem.field})
        self._metrics.refused(problem.code)
        self._answer(connection, problem)

    def _answer(self, connection: BoundedConnection, message: FromServer) -> None:
        self._tell(lambda: self._bus.send(connection, message))

    def _problem(self, connection: BoundedConnection, code: ProblemCode, text: str) -> None:
        """Send a problem past the queue."""
        self._metrics.refused(code)
        self._bus.send(connection, Problem(code, text))

    def _close(self, connection: BoundedConnection, code: int, reason: str) -> None:
        self._spawn(connection.close(code, reason))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _make_lock(password: str) -> Lock:
    return await asyncio.to_thread(make_lock, password) if password else NO_LOCK


def _as_problem(refusal: Refusal | BadMessage) -> Problem:
    if isinstance(refusal, BadMessage):
        return Problem("bad message", str(refusal), refusal.field)
    return Problem(refusal.code, str(refusal))
