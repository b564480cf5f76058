"""Receiving clients: a connection's hello, its messages after that, and how it ends.

One connection is one task, which reads; moves are done without it, where they arrive.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

import msgspec
from websockets.exceptions import ConnectionClosed

from protocol.forms import BadMessage
from protocol.messages import (
    VERSION,
    Act,
    CallBot,
    DeleteMe,
    FromClient,
    GetAnalysis,
    GetDailies,
    GetDaily,
    GetLeaderboard,
    GetOutlook,
    GetOverview,
    GetOwnData,
    GetPast,
    GetPositions,
    GetProfile,
    GetRatingCourse,
    GetRatings,
    GetReplay,
    GetRoomPast,
    Hello,
    JoinRoom,
    ListRooms,
    NewToken,
    Ping,
    Pong,
    ProblemCode,
    RenewToken,
    StopAnalysis,
    Undo,
    WatchRoom,
    Welcome,
)
from server.analysis.analyses import Analyses, Key
from server.bounds import Limits
from server.company.company import Company
from server.dailies.almanac import Almanac
from server.monitoring import logs
from server.monitoring.metrics import Metrics
from server.neighbours.relayed import Relayed
from server.neighbours.relays import Relays
from server.neighbours.takeover import Takeover
from server.network.access import household, site
from server.network.connection import BoundedConnection, Role
from server.network.delivery import (
    CHANGING_HANDS,
    GOING_AWAY,
    INTERNAL_ERROR,
    OUT_OF_SERVICE,
    POLICY_VIOLATION,
    TRY_AGAIN_LATER,
    Delivery,
)
from server.network.gate import Gate
from server.network.presence import Presence
from server.reception import guests
from server.reception.admission import Admission
from server.reception.bans import Bans
from server.reception.farewell import Farewell
from server.reception.lookups import Lookup, Lookups
from server.reception.outlooks import Outlooks
from server.reception.rate_limiter import CutOff, RateLimiter, Shares
from server.reception.room_requests import RoomRequest, RoomRequests
from server.rooms.lobby import Lobby, as_code
from server.rooms.records import Player
from server.rooms.refusal import Refusal
from server.storage.database import BadDatabase, CannotWrite, Damaged, Unreachable
from server.storage.neighbours import Elsewhere

log = logging.getLogger(__name__)

HELLOS: Final = 4
"""How many times as long as for the first message one has for a hello that is good."""
GATHER: Final = 0.003
"""Seconds for which a move waits for others that come at the same time, at most."""


FINAL: Final[Collection[ProblemCode]] = ("wrong version", "banned", "too many connections")
"""After these no other hello can be good."""
TOO_MANY_GUESTS: Final = (
    "too many watch from your address without a name; close one, or choose a name"
)


class Reception:
    """Takes every connection from its hello to its end, and hands its messages on."""

    def __init__(
        self,
        lobby: Lobby,
        bans: Bans,
        admission: Admission,
        presence: Presence,
        room_requests: RoomRequests,
        lookups: Lookups,
        analyses: Analyses,
        farewell: Farewell,
        takeover: Takeover,
        relays: Relays,
        relayed: Relayed,
        company: Company,
        almanac: Almanac,
        delivery: Delivery,
        limits: Limits,
        clock: Callable[[], int],
        metrics: Metrics,
        gate: Gate,
        *,
        page: bool = False,
    ) -> None:
        """Take what a connection needs; `clock` returns milliseconds.

        `page` is whether there is a page for browsers, which clients are told.
        """
        self._page = page
        self._lobby, self._bans, self._admission = lobby, bans, admission
        self._presence, self._delivery = presence, delivery
        self._room_requests, self._lookups = room_requests, lookups
        self._analyses, self._farewell = analyses, farewell
        self._outlooks = Outlooks(lobby, analyses, delivery)
        self._takeover = takeover
        self._relays, self._relayed = relays, relayed
        self._company, self._almanac = company, almanac
        self._limits, self._clock, self._metrics = limits, clock, metrics
        self.connections = 0
        """The connections, those included that have not said hello."""
        self._shares, self._gate = Shares(limits), gate
        self._moves = 0
        """Moves that were taken in so far."""
        self._gathering = False
        """Whether moves wait for those that come at the same time."""

    async def serve(self, connection: BoundedConnection) -> None:
        """Serve one connection from its first message to its end."""
        self.connections += 1
        connection.forget_request()
        self._metrics.connections_opened.inc()
        logs.bind(connection=str(connection.id)[:8])
        log.log(connection.level, "connected", extra={"address": str(connection.address)})
        try:
            await self._serve(connection)
        except ConnectionClosed:
            pass
        except CutOff as cut_off:
            self._delivery.problem(connection, cut_off.code, str(cut_off))
            await connection.close(POLICY_VIOLATION)
        except Elsewhere as there:
            await self._send_on(connection, there.address)
        except (CannotWrite, Unreachable):
            self._delivery.problem(connection, "out of service", OUT_OF_SERVICE)
            await connection.close(TRY_AGAIN_LATER, "out of service")
        except BadDatabase as error:
            self._note_damage(connection, error)
            await connection.close(INTERNAL_ERROR)
        except Exception:  # A mistake of ours, which `websockets` would not tell us of.
            self._metrics.mistakes.inc()
            log.exception("a connection failed")
            self._apologize(connection)
            await connection.close(INTERNAL_ERROR)
        finally:
            self.connections -= 1
            code, reason = connection.close_code, connection.close_reason
            about = {"code": code} | ({"reason": reason} if reason else {})
            log.log(connection.level, "disconnected", extra=about)

    async def _serve(self, connection: BoundedConnection) -> None:
        if refusal := connection.visit.refusal:
            self._delivery.problem(connection, refusal.code, str(refusal))
            await connection.close(TRY_AGAIN_LATER)
            return
        if ban := self._bans.of_address(connection.address):
            raise CutOff("banned", ban.sentence)
        limiter = RateLimiter(connection, self._limits, self._shares, self._gate)
        player = await self._receive_hello(connection, limiter)
        limiter.belongs_to(player.id)
        try:
            if connection.visit.counts_as == "neighbour":
                await self._relayed.serve(connection, player, limiter.wait_turn)
            else:
                await self._receive_all(connection, limiter, player)
        finally:
            self._analyses.stop(connection)
            self._relays.leave(player.id)
            if self._presence.is_newest(player.id, connection):
                self._presence.depart(player.id)
                self._lobby.dropped(player.id, self._clock())
            self._delivery.disconnect(player.id, connection)

    async def _send_on(self, connection: BoundedConnection, address: str) -> None:
        """Tell a client at which address what it wants is, or that nobody has it just now."""
        if address:
            self._delivery.move(connection, address)
            await connection.close(GOING_AWAY)
        else:
            self._delivery.problem(connection, "out of service", CHANGING_HANDS)
            await connection.close(TRY_AGAIN_LATER, "out of service")

    # Hello ----------------------------------------------------------------------------------------

    async def _receive_hello(self, connection: BoundedConnection, limiter: RateLimiter) -> Player:
        """Wait for a hello that is good, and return who it is.

        Raises:
            CutOff: none came in time, or who says it is not let in.
            Elsewhere: it comes from somebody who is in a room of another server.
        """
        deadline = time.monotonic() + HELLOS * self._limits.hello
        why_not: Refusal | BadMessage = Refusal("hello first", "nothing came; say hello first")
        while True:
            left = deadline - time.monotonic()
            try:
                async with asyncio.timeout(min(self._limits.hello, left)):
                    frame = await connection.recv()
                    await limiter.wait_turn()
            except TimeoutError:  # What was refused before says more than that nothing came.
                raise _cut_off(why_not) from None
            try:
                message = limiter.decode(frame)
                limiter.count(message)
                if not isinstance(message, Hello):
                    raise Refusal("hello first", "say hello first")
                player, token = await self._admission.identify(connection.address, message)
                role: Role = "neighbour" if self._admission.is_neighbour(message) else "guest"
                if player.guest and not connection.count_as(role):
                    raise Refusal("too many connections", TOO_MANY_GUESTS)
                await self._takeover.seek_player(player.id)
            except (Refusal, BadMessage) as refusal:
                why_not = refusal
                await limiter.hold_up(refusal)
                if isinstance(refusal, Refusal) and refusal.code in FINAL:
                    raise _cut_off(refusal) from None
                self._delivery.refuse(connection, refusal)
            else:
                self._welcome(connection, message, player, token)
                return player

    def _welcome(
        self, connection: BoundedConnection, hello: Hello, player: Player, token: str
    ) -> None:
        """Let a player in on this connection; the `token` is a new player's, or empty."""
        if hello.run:  # Without it, nobody can say which of two attempts is the later one.
            connection.run, connection.attempt = hello.run, hello.attempt
        other = self._presence.newest.get(player.id)
        if other and other.run == connection.run and other.attempt > connection.attempt:
            raise CutOff("replaced", "you have connected again since this hello was sent")
        if before := self._presence.arrive(player.id, connection):
            text = "you have connected from somewhere else"
            self._delivery.problem(before, "replaced", text)
            self._delivery.hang_up(before, POLICY_VIOLATION, "replaced")
        connection.bot = player.bot
        logs.bind(player=player.id)
        level = logging.INFO if token else connection.level
        log.log(
            level, "hello", extra={"called": player.name, "bot": player.bot, "new": bool(token)}
        )
        room = self._lobby.room_of(player.id)
        welcome = Welcome(
            VERSION,
            player.id,
            player.name,
            token,
            room.code if room else "",
            page=self._page,
            bots=self._company.most,
            daily=self._almanac.day,
        )
        self._delivery.connect(player.id, connection)
        self._delivery.answer(connection, welcome)
        if token:
            confirm = partial(self._admission.confirm, connection.address, player.id)
            self._delivery.once_received(connection, confirm)
        place = household(connection.address)
        self._lobby.arrived(
            player.id, self._clock(), hello.stream, hello.seen, place, prompted=hello.help
        )
        self._lobby.note_level(player)
        self._delivery.post()

    # Messages -------------------------------------------------------------------------------------

    async def _receive_all(
        self, connection: BoundedConnection, limiter: RateLimiter, player: Player
    ) -> None:
        """Do what a player asks for, message by message, until the connection ends."""
        connection.offer(
            partial(self._take_move, connection, connection.form.decode_move, limiter, player)
        )
        context = logs.RoomContext()
        async for frame in connection:
            await limiter.wait_turn()
            if not self._presence.is_newest(player.id, connection):
                return  # The same player has connected again; what still comes here is void.
            if connection.sent_on:
                continue
            context.enter(self._lobby.room_of(player.id))
            try:
                message = limiter.decode(frame)
                limiter.count(message, self._told_of(player, message))
                await self._receive(connection, player, message)
            except (Refusal, BadMessage) as refusal:
                await limiter.hold_up(refusal)
                self._delivery.refuse(connection, refusal)
            except (CutOff, ConnectionClosed, Elsewhere, CannotWrite, Unreachable):
                raise
            except BadDatabase as error:
                self._note_damage(connection, error)
            except Exception:  # A mistake of ours: nobody else notices, and no details get out.
                log.exception("a message failed")
                self._metrics.mistakes.inc()
                self._apologize(connection)
            self._delivery.post()

    def _told_of(self, player: Player, message: FromClient) -> int:
        """Return how many members the room has that a message is about, or the list rooms."""
        match message:
            case ListRooms():
                return min(len(self._lobby.rooms), self._limits.listed)
            case JoinRoom(code) | WatchRoom(code):
                room = self._lobby.rooms.get(as_code(code))
            case _:
                room = self._lobby.room_of(player.id)
        return len(room.members) if room else 0

    async def _receive(
        self, connection: BoundedConnection, player: Player, message: FromClient
    ) -> None:
        guests.check(player, message)
        if player.guest and await self._relays.receive(connection, player, message):
            return
        match message:
            case (
                GetLeaderboard()
                | GetOverview()
                | GetProfile()
                | GetRatings()
                | GetRatingCourse()
                | GetReplay()
                | GetPositions()
                | GetPast()
                | GetRoomPast()
                | GetOwnData()
                | GetDaily()
                | GetDailies()
            ):
                answer = await self._look_up(connection, player, message)
                if answer is not None:
                    self._delivery.answer_encoded(connection, answer)
            case GetAnalysis():
                await self._analyse(connection, player, message)
            case GetOutlook():
                self._outlooks.ask(connection, player)
            case StopAnalysis():
                self._analyses.stop(connection)
            case CallBot(level):
                await self._company.call(player, level)
            case Ping():
                self._delivery.answer(connection, Pong())
            case RenewToken():
                await self._renew_token(connection, player)
            case DeleteMe(name):
                await self._takeover.seek_player(player.id)  # Who races elsewhere is asked there.
                await self._farewell.leave(connection, player, name)
            case _ if isinstance(message, RoomRequest):
                await self._room_requests.receive(connection, player, message)
            case Hello():
                raise Refusal("wrong time", "you have said hello already")
            case _:
                self._lobby.receive(player, message, self._clock())

    async def _look_up(
        self, connection: BoundedConnection, player: Player, message: Lookup
    ) -> bytes | None:
        """Return what a player asks for, as it is sent; None if the connection is gone meanwhile.

        Raises:
            Refusal: there is no such thing, or the player may not see it yet.
            BadDatabase: it is damaged.
        """
        try:
            return await self._lookups.answer(connection, player.id, message)
        except msgspec.MsgspecError as error:
            raise Damaged(f"what is written there makes no sense: {error}") from error

    async def _analyse(
        self, connection: BoundedConnection, player: Player, message: GetAnalysis
    ) -> None:
        """Tell a player what is known of a game, from now on.

        Raises:
            Refusal: the player may not see it (yet), or too many ask.
            BadDatabase: it is damaged.
        """
        self._analyses.check()
        game = await self._lookups.game(connection, player.id, message)
        if game is not None and connection.close_code is None:
            tell = partial(self._delivery.answer, connection)
            key = Key(message.race, message.player)
            self._analyses.ask(connection, site(connection.address), key, game, tell)

    async def _renew_token(self, connection: BoundedConnection, player: Player) -> None:
        """Give a player a new token.  The old one is good until the new one has arrived there."""
        token = await self._admission.renew_token(connection.address, player.id)
        self._delivery.answer(connection, NewToken(token=token))
        settle = partial(self._admission.settle_token, connection.address, token)
        self._delivery.once_received(connection, settle)

    def _note_damage(self, connection: BoundedConnection, error: BadDatabase) -> None:
        self._metrics.mistakes.inc()
        log.error("the database cannot be read: %s", error)
        text = "what is needed for that is damaged on this server's disk; it has been noted"
        self._delivery.problem(connection, "server error", text)

    def _apologize(self, connection: BoundedConnection) -> None:
        text = "that went wrong here; it has been noted"
        self._delivery.problem(connection, "server error", text)

    # Moves ----------------------------------------------------------------------------------------

    def _take_move(
        self,
        connection: BoundedConnection,
        decode_move: Callable[[bytes], Act | Undo | None],
        limiter: RateLimiter,
        player: Player,
        frame: bytes,
    ) -> bool:
        """Do a move the moment it is here; return False for all that needs more thought."""
        if connection.sent_on:
            return True
        move = decode_move(frame)
        here = self._presence.newest.get(player.id) is connection
        if move is None or not here or not limiter.may_move():
            return False
        try:
            self._lobby.move(player, move, self._clock())
        except (Refusal, BadMessage) as refusal:
            connection.refused_moves += 1
            self._delivery.refuse(connection, refusal)
        except Exception:  # As above.
            log.exception("a move failed")
            self._metrics.mistakes.inc()
            self._apologize(connection)
        self._moves += 1
        if not self._gathering:
            self._gathering = True
            self._delivery.expect()
            asyncio.get_running_loop().call_soon(self._gather, 0, time.monotonic())
        return True

    def _gather(self, moves: int, since: float) -> None:
        """Post when no move has come since the last look: one commit then holds them all."""
        if moves == self._moves or time.monotonic() - since > GATHER:
            self._gathering = False
            self._delivery.post()
        else:
            asyncio.get_running_loop().call_soon(self._gather, self._moves, since)


def _cut_off(why: Refusal | BadMessage) -> CutOff:
    code: ProblemCode = why.code if isinstance(why, Refusal) else "bad message"
    return CutOff(code, str(why))
