"""Who is connected, and getting messages to them."""

import logging
from collections.abc import Iterable

from websockets.asyncio.server import ServerConnection, broadcast

from protocol import wire
from protocol.messages import FromServer
from server.metrics import Metrics

log = logging.getLogger(__name__)


class Bus:
    """The connection of each player who has one."""

    def __init__(self, unsent: int, metrics: Metrics | None = None) -> None:
        """Cut off whoever lets more than `unsent` bytes wait, and count that."""
        self._connections: dict[int, ServerConnection] = {}
        self._unsent = unsent
        self._metrics = metrics

    @property
    def waiting(self) -> int:
        """The bytes that wait for readers."""
        return sum(
            connection.transport.get_write_buffer_size()
            for connection in self._connections.values()
        )

    def connect(self, player: int, connection: ServerConnection) -> None:
        """Send a player's messages there from now on."""
        self._connections[player] = connection

    def disconnect(self, player: int, connection: ServerConnection) -> None:
        """Send nothing there any more."""
        if self._connections.get(player) is connection:
            del self._connections[player]

    def publish(self, players: Iterable[int], message: FromServer) -> None:
        """Send a message to those of these players who are connected.  It is encoded once."""
        connections = [c for p in players if (c := self._connections.get(p)) is not None]
        if connections:
            self._send(connections, wire.encode(message))

    def send(self, connection: ServerConnection, message: FromServer) -> None:
        """Send a message to one connection."""
        self._send([connection], wire.encode(message))

    def _send(self, connections: list[ServerConnection], frame: bytes) -> None:
        broadcast(connections, frame)
        for connection in connections:
            transport = connection.transport
            if transport.get_write_buffer_size() > self._unsent:
                log.info("reads too slowly: cut off", extra={"connection": str(connection.id)[:8]})
                transport.abort()
                if self._metrics:
                    self._metrics.cut_off()
