"""Who is connected, and getting messages to them.

Racers hear at once.  Spectators' messages are gathered for a few milliseconds: many a step for
hundreds of readers is one frame for each of them then, and nothing is encoded twice.
"""

import asyncio
import logging
from collections.abc import Container, Iterable
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.frames import Opcode
from websockets.protocol import State

from protocol import wire
from protocol.messages import FromServer
from server.monitoring.metrics import Metrics

log = logging.getLogger(__name__)

GATHER: Final = 0.010
"""Seconds for which spectators' messages are gathered, at most."""
_BINARY: Final = 0x80 | Opcode.BINARY
"""The first byte of a binary message in one piece."""
FULL: Final = 64 * 1024
"""Bytes from which on gathered messages go out at once."""


class Bus:
    """The connection of each player who has one."""

    def __init__(
        self, unsent: int, spectators: Container[int] = (), metrics: Metrics | None = None
    ) -> None:
        """Cut off whoever lets more than `unsent` bytes wait, and count that.

        `spectators` are those whose messages may be gathered; who they are may change.
        """
        self._connections: dict[int, ServerConnection] = {}
        self._unsent = unsent
        self._spectators = spectators
        self._metrics = metrics
        self._gathered: dict[tuple[int, ...], _Gathered] = {}
        """By readers."""
        self._gathered_for: dict[int, _Gathered] = {}
        """By each of the readers: nobody is one twice, so that everything comes in order."""

    @property
    def waiting(self) -> int:
        """The bytes that wait for readers."""
        return sum(
            connection.transport.get_write_buffer_size()
            for connection in self._connections.values()
        )

    def connect(self, player: int, connection: ServerConnection) -> None:
        """Send a player's messages there from now on."""
        self._flush_for(player)
        self._connections[player] = connection

    def disconnect(self, player: int, connection: ServerConnection) -> None:
        """Send nothing there any more."""
        if self._connections.get(player) is connection:
            self._flush_for(player)
            del self._connections[player]

    def publish(self, players: Iterable[int], message: FromServer) -> None:
        """Send a message to those of these players who are connected.  It is encoded once."""
        frame = wire.encode(message)
        framed = _framed(frame)
        spectators: list[int] = []
        for player in players:
            if player in self._spectators:
                spectators.append(player)
            elif (connection := self._connections.get(player)) is not None:
                if self._gathered_for:
                    self._flush_for(player)
                self._write(connection, framed)
        if spectators:
            self._gather(tuple(spectators), frame)

    def send(self, connection: ServerConnection, message: FromServer) -> None:
        """Send a message to one connection."""
        self._write(connection, _framed(wire.encode(message)))

    def flush(self) -> None:
        """Send all that was gathered."""
        for gathered in list(self._gathered.values()):
            self._flush(gathered)

    def _gather(self, players: tuple[int, ...], frame: bytes) -> None:
        gathered = self._gathered.get(players)
        if gathered is None:
            for player in players:
                self._flush_for(player)
            gathered = self._gathered[players] = _Gathered(players)
            self._gathered_for.update(dict.fromkeys(players, gathered))
            loop = asyncio.get_running_loop()
            gathered.timer = loop.call_later(GATHER, self._flush, gathered)
        gathered.frames.append(frame)
        gathered.size += len(frame)
        if gathered.size >= FULL or len(gathered.frames) >= wire.MAX_GATHERED:
            self._flush(gathered)

    def _flush_for(self, player: int) -> None:
        if (gathered := self._gathered_for.get(player)) is not None:
            self._flush(gathered)

    def _flush(self, gathered: "_Gathered") -> None:
        gathered.timer.cancel()
        del self._gathered[gathered.players]
        for player in gathered.players:
            del self._gathered_for[player]
        framed = _framed(wire.gather(gathered.frames))
        for player in gathered.players:
            if (connection := self._connections.get(player)) is not None:
                self._write(connection, framed)

    def _write(self, connection: ServerConnection, framed: bytes) -> None:
        """Write a websocket frame, as `broadcast` of `websockets` does; it is made once for all."""
        transport = connection.transport
        if connection.protocol.state is not State.OPEN or transport.is_closing():
            return
        unsent = transport.get_write_buffer_size()
        if unsent and unsent + len(framed) > self._unsent:
            log.info("reads too slowly: cut off", extra={"connection": str(connection.id)[:8]})
            transport.abort()
            if self._metrics:
                self._metrics.cut_off()
        else:
            transport.write(framed)


def _framed(message: bytes) -> bytes:
    """Return a message as one binary frame of a server's."""
    length = len(message)
    if length < 126:
        return bytes((_BINARY, length)) + message
    if length < 1 << 16:
        return bytes((_BINARY, 126)) + length.to_bytes(2, "big") + message
    return bytes((_BINARY, 127)) + length.to_bytes(8, "big") + message


class _Gathered:
    """Frames that wait for the same readers."""

    __slots__ = ("frames", "players", "size", "timer")

    timer: asyncio.TimerHandle

    def __init__(self, players: tuple[int, ...]) -> None:
        self.players = players
        self.frames: list[bytes] = []
        self.size = 0
