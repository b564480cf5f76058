"""Sending messages to the players who are connected.

Racers hear at once.  Spectators' messages are gathered for a few milliseconds: many a step for
hundreds of readers is one frame for each of them then, and nothing is encoded twice.  It is written
to some of them in each turn of the event loop, so that nobody's move waits for all of them.
"""

import asyncio
import itertools
import logging
from collections import deque
from collections.abc import Container, Iterable
from typing import Final

from protocol import wire
from protocol.messages import FromServer
from server.monitoring.metrics import Metrics
from server.network.frames import FrameConnection, make_frame

log = logging.getLogger(__name__)

GATHER: Final = 0.010
"""Seconds for which spectators' messages are gathered, at most."""
FULL: Final = 64 * 1024
"""Bytes from which on gathered messages go out at once."""
READERS: Final = 64
"""Spectators who are written to in one turn of the event loop."""


class Bus:
    """Sends messages to players, each over the connection that the player has."""

    def __init__(
        self, unsent: int, spectators: Container[int] = (), metrics: Metrics | None = None
    ) -> None:
        """Cut off whoever lets more than `unsent` bytes wait, and count that.

        `spectators` are those whose messages may be gathered; who they are may change.
        """
        self._connections: dict[int, FrameConnection] = {}
        self._unsent = unsent
        self._spectators = spectators
        self._metrics = metrics
        self._gathered: dict[tuple[int, ...], _Gathered] = {}
        """By readers."""
        self._gathered_for: dict[int, _Gathered] = {}
        """By each of the readers: nobody is one twice, so that everything comes in order."""
        self._going_out: deque[_Gathered] = deque()
        """What is gathered no more, and not written to all its readers yet; in its order."""

    @property
    def waiting(self) -> int:
        """The bytes that wait for readers."""
        return sum(connection.unsent for connection in self._connections.values())

    def connect(self, player: int, connection: FrameConnection) -> None:
        """Send a player's messages over this connection from now on."""
        self._flush_for(player)
        self._connections[player] = connection

    def disconnect(self, player: int, connection: FrameConnection) -> None:
        """Send nothing over this connection any more."""
        if self._connections.get(player) is connection:
            self._flush_for(player)
            del self._connections[player]

    def publish(self, players: Iterable[int], message: FromServer) -> None:
        """Send a message to those of these players who are connected.  It is encoded once."""
        encoded = wire.encode(message)
        frame = make_frame(encoded)
        spectators: list[int] = []
        for player in players:
            if player in self._spectators:
                spectators.append(player)
            elif (connection := self._connections.get(player)) is not None:
                if self._gathered_for or self._going_out:
                    self._flush_for(player)
                self._write(connection, frame)
        if spectators:
            self._gather(tuple(spectators), encoded)

    def send(self, connection: FrameConnection, message: FromServer) -> None:
        """Send a message to one connection."""
        self.send_encoded(connection, wire.encode(message))

    def send_encoded(self, connection: FrameConnection, message: bytes) -> None:
        """Send a message to one connection that is encoded already."""
        self._write(connection, make_frame(message))

    def clear(self) -> None:
        """Send what was gathered, and forget all connections."""
        self.flush()
        self._connections.clear()

    def flush(self) -> None:
        """Send all that was gathered."""
        for gathered in list(self._gathered.values()):
            self._flush(gathered)
        while self._going_out:
            self._write_to_some()

    def _gather(self, players: tuple[int, ...], encoded: bytes) -> None:
        gathered = self._gathered.get(players)
        if gathered is None:
            for player in players:  # Who comes or goes makes them other readers.
                if (before := self._gathered_for.get(player)) is not None:
                    self._flush(before)
            gathered = self._gathered[players] = _Gathered(players)
            self._gathered_for.update(dict.fromkeys(players, gathered))
            loop = asyncio.get_running_loop()
            gathered.timer = loop.call_later(GATHER, self._flush, gathered)
        gathered.messages.append(encoded)
        gathered.size += len(encoded)
        if gathered.size >= FULL or len(gathered.messages) >= wire.MAX_GATHERED:
            self._flush(gathered)

    def _flush_for(self, player: int) -> None:
        """Write all that was gathered for a player."""
        if (gathered := self._gathered_for.get(player)) is not None:
            self._flush(gathered)
        for gathered in self._going_out:
            if player in gathered.left:
                del gathered.left[player]
                self._write_to(player, gathered.frame)

    def _flush(self, gathered: "_Gathered") -> None:
        """Begin to write what was gathered."""
        gathered.timer.cancel()
        del self._gathered[gathered.players]
        for player in gathered.players:
            del self._gathered_for[player]
        gathered.frame = make_frame(wire.gather(gathered.messages))
        gathered.left = dict.fromkeys(gathered.players)
        self._going_out.append(gathered)
        if len(self._going_out) == 1:
            self._go_on()

    def _go_on(self) -> None:
        """Write to some readers now, and to the next ones in the next turn of the loop."""
        self._write_to_some()
        if self._going_out:
            asyncio.get_running_loop().call_soon(self._go_on)

    def _write_to_some(self) -> None:
        most = READERS
        while self._going_out and most:
            gathered = self._going_out[0]
            for player in list(itertools.islice(gathered.left, most)):
                del gathered.left[player]
                self._write_to(player, gathered.frame)
                most -= 1
            if not gathered.left:
                self._going_out.popleft()

    def _write_to(self, player: int, frame: bytes) -> None:
        if (connection := self._connections.get(player)) is not None:
            self._write(connection, frame)

    def _write(self, connection: FrameConnection, frame: bytes) -> None:
        if not connection.write(frame, self._unsent):
            log.info("reads too slowly: cut off", extra={"connection": str(connection.id)[:8]})
            if self._metrics:
                self._metrics.cut_off()


class _Gathered:
    """Messages, encoded, that wait for the same readers."""

    __slots__ = ("frame", "left", "messages", "players", "size", "timer")

    timer: asyncio.TimerHandle

    def __init__(self, players: tuple[int, ...]) -> None:
        self.players = players
        self.messages: list[bytes] = []
        self.size = 0
        self.frame = b""
        """All of them, once they go out."""
        self.left: dict[int, None] = {}
        """Whom it was not written to yet."""
