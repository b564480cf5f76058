"""The way out: what the rooms have decided is written down, then sent.

Everything goes through the outbox, in the order in which it was decided, so that nobody is told
anything that is not on the disk.  Only a problem with the connection itself goes past it.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Final

from websockets.exceptions import ConnectionClosed

from protocol.forms import BadMessage
from protocol.messages import FromServer, Moved, Problem, ProblemCode, Refused
from server.monitoring import logs
from server.monitoring.metrics import Metrics
from server.network.bus import Bus, Line
from server.network.connection import BoundedConnection
from server.network.presence import Presence
from server.outside.newsroom import Newsroom
from server.rooms.lobby import Lobby
from server.rooms.output import Outgoing
from server.rooms.refusal import Refusal
from server.storage.database import CannotWrite
from server.storage.outbox import Outbox

log = logging.getLogger(__name__)

GOING_AWAY = 1001
POLICY_VIOLATION = 1008
INTERNAL_ERROR = 1011
TRY_AGAIN_LATER = 1013
OUT_OF_SERVICE: Final = (
    "this server cannot write anything down at the moment, so nobody can play; it goes on as soon "
    "as it can"
)

CHANGING_HANDS: Final = "your room is on its way to another server; it goes on in a moment"


class Delivery:
    """Takes what the lobby has to say to the outbox, and from there to the connections."""

    def __init__(
        self,
        lobby: Lobby,
        outbox: Outbox,
        bus: Bus,
        presence: Presence,
        metrics: Metrics,
        newsroom: Newsroom | None = None,
    ) -> None:
        """Take what comes out of `lobby` through `outbox` to `bus`, and news to the `newsroom`."""
        self._lobby, self._outbox, self._bus = lobby, outbox, bus
        self._presence, self._metrics = presence, metrics
        self._newsroom = newsroom
        self._tasks: set[asyncio.Task[None]] = set()
        """Connections that are being closed, and pongs that are waited for."""
        self.begin()

    def begin(self) -> None:
        """Begin with the rooms that there are: the log is told what happens from now on."""
        self._event_log = logs.EventLog(
            (room.code, room.race.id if room.race else None) for room in self._lobby.rooms.values()
        )
        if self._newsroom:
            self._newsroom.begin()

    # In order, and only when it is written --------------------------------------------------------

    def post(self) -> None:
        """Write and send what the rooms have to say."""
        records, outgoing = self._lobby.take()
        if records or outgoing:
            if records:
                self._bus.give_way()
            self._event_log.note(records)
            self._outbox.put(records, lambda: self._send(outgoing))
            if self._newsroom and (news := self._newsroom.gather(records)):
                self._outbox.put((), partial(self._newsroom.tell, news))

    def expect(self) -> None:
        """Let nothing be sent that can wait, for what has just come is posted in a moment."""
        self._bus.give_way()

    def answer(self, connection: BoundedConnection, message: FromServer) -> None:
        """Send a message to one connection."""
        self._in_turn(lambda: self._bus.send(connection, message))

    def answer_encoded(self, connection: BoundedConnection, message: bytes) -> None:
        """Send a message to one connection that is encoded already."""
        self._in_turn(lambda: self._bus.send_encoded(connection, message))

    def refuse(self, connection: BoundedConnection, refusal: Refusal | BadMessage) -> None:
        """Tell a client why something is not done."""
        problem = _as_problem(refusal)
        log.debug("refused", extra={"code": problem.code, "field": problem.field})
        self._metrics.refused(problem.code)
        self.answer(connection, problem)

    def tell_everybody(self, message: FromServer) -> None:
        """Send a message to all players who are connected here now."""
        everybody = self._presence.people
        self._in_turn(lambda: self._bus.publish(everybody, message))

    def connect(self, player: int, connection: Line) -> None:
        """Send a player's messages to this connection from now on."""
        self._in_turn(lambda: self._bus.connect(player, connection))

    def disconnect(self, player: int, connection: Line) -> None:
        """Send nothing to this connection any more."""
        self._in_turn(lambda: self._bus.disconnect(player, connection))

    def send_on(self, players: Iterable[int], address: str) -> None:
        """Tell players to connect to another address, and hear nothing more of them."""
        here = [each for player in players if (each := self._presence.newest.get(player))]
        for connection in here:
            connection.sent_on = True

        def tell() -> None:
            for connection in here:
                self.move(connection, address)
                self.hang_up(connection, GOING_AWAY, "")

        self._in_turn(tell)

    def once_received(
        self, connection: BoundedConnection, then: Callable[[], Awaitable[None]]
    ) -> None:
        """Call `then` once the client is known to have received all that was sent so far.

        A client answers a ping in its order, so its pong says that.  If the connection is lost
        before, `then` is never called.
        """
        self._in_turn(lambda: self._spawn(_once_received(connection, then)))

    async def written(self) -> None:
        """Wait until all that was decided so far is written down.

        Raises:
            CannotWrite: it will never be.
        """
        self.post()
        await self._outbox.written()

    def _in_turn(self, tell: Callable[[], None]) -> None:
        """Call `tell` when all that the rooms have said so far is written and sent."""
        self.post()
        self._outbox.put((), tell)

    def _send(self, outgoing: list[Outgoing]) -> None:
        self._bus.publish_all(outgoing)
        for players, message in outgoing:
            if type(message) is Refused:
                self._note_refused(players)

    def _note_refused(self, players: Iterable[int]) -> None:
        """Count a move that the rules refused: in all, and for the connection that it came from."""
        self._metrics.refused_moves.inc()
        for player in players:
            if connection := self._presence.newest.get(player):
                connection.refused_moves += 1

    # At once --------------------------------------------------------------------------------------

    def problem(self, connection: BoundedConnection, code: ProblemCode, text: str) -> None:
        """Send a problem with the connection itself, past all that waits."""
        self._metrics.refused(code)
        self._bus.send(connection, Problem(code, text))

    def move(self, connection: BoundedConnection, address: str) -> None:
        """Tell a client to connect to another address, past all that waits."""
        self._bus.send(connection, Moved(address))

    def put_off(self, connection: BoundedConnection) -> None:
        """Let a client go whose room no server has just now: it comes back by itself."""
        self.problem(connection, "out of service", CHANGING_HANDS)
        self.hang_up(connection, TRY_AGAIN_LATER, "out of service")

    def pass_on(self, connection: BoundedConnection, frame: bytes) -> None:
        """Send a frame that another server has made of what is written there."""
        self._bus.write(connection, frame)

    def hang_up(self, connection: BoundedConnection, code: int, reason: str) -> None:
        """Begin to close a connection, with this code of the websocket protocol."""
        self._spawn(connection.close(code, reason))

    def let_go(self) -> None:
        """Let everybody go: what they wait for will never come, and what they say is void."""
        self._bus.clear()
        for player, connection in list(self._presence.newest.items()):
            self._presence.depart(player)
            self.problem(connection, "out of service", OUT_OF_SERVICE)
            self.hang_up(connection, TRY_AGAIN_LATER, "out of service")

    async def closed(self) -> None:
        """Wait until the connections are closed that `hang_up` was called for."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _as_problem(refusal: Refusal | BadMessage) -> Problem:
    if isinstance(refusal, BadMessage):
        return Problem("bad message", str(refusal), refusal.field)
    return Problem(refusal.code, str(refusal))


async def _once_received(
    connection: BoundedConnection, then: Callable[[], Awaitable[None]]
) -> None:
    # (No function within another: compiled, that would hold itself, and so the connection.)
    with contextlib.suppress(ConnectionClosed, CannotWrite):
        await (await connection.ping())
        await then()
