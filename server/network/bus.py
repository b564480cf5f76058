"""Sending messages to the players who are connected.

Racers hear at once, and a page in a browser, to which each frame is an event, hears what belongs
together in one.  Spectators' messages are gathered for a few milliseconds: many a step for
hundreds of readers is one frame for each of them then, and nothing is encoded twice.  It is written
to some of them in each turn of the event loop, so that nobody's move waits for all of them.
"""

import asyncio
import itertools
import logging
from collections.abc import Container, Iterable
from typing import Final, Protocol
from uuid import UUID

from protocol.forms import MAX_GATHERED, Form
from protocol.messages import FromServer
from server.monitoring.metrics import Metrics
from server.network.frames import make_frame

log = logging.getLogger(__name__)

GATHER: Final = 0.010
"""Seconds for which spectators' messages are gathered, at most."""
FULL: Final = 64 * 1024
"""Bytes from which on gathered messages go out at once."""
READERS: Final = 16
"""Spectators who are written to in one turn of the event loop: an answer waits for two such turns,
and each reader takes ten microseconds."""


class Line(Protocol):
    """What frames are written to: a connection, or one for many at another server."""

    id: UUID

    @property
    def form(self) -> Form:
        """The form in which messages are wanted."""

    @property
    def unsent(self) -> int:
        """The bytes that wait for the reader."""

    def write(self, frame: bytes, most: int) -> bool:
        """Write a frame; see `FrameConnection.write`."""


class Bus:
    """Sends messages to players, each over the connection that the player has."""

    def __init__(
        self,
        unsent: int,
        spectators: Container[int] = (),
        metrics: Metrics | None = None,
        *,
        gather: float = GATHER,
        together: int = MAX_GATHERED,
        readers: int = READERS,
    ) -> None:
        """Cut off whoever lets more than `unsent` bytes wait, and count that.

        `spectators` are those whose messages may be gathered; who they are may change.  They wait
        so many seconds to `gather`, at most so many messages are `together`, and so many `readers`
        are written to in a turn.
        """
        self._connections: dict[int, Line] = {}
        self._forms: dict[int, Form] = {}
        """The form that each of these has."""
        self._unsent = unsent
        self._spectators = spectators
        self._metrics = metrics
        self._gather, self._together, self._readers = gather, together, readers
        self._gathered: dict[int, list[bytes]] = {}
        """What waits for each spectator, in its order."""
        self._going_out: dict[int, list[bytes]] = {}
        """What was gathered before that, for those whom it was not written to yet."""
        self._frames: dict[tuple[bytes, ...], bytes] = {}
        """Of what goes out: most readers get the same."""
        self._timer: asyncio.TimerHandle | None = None
        """When what is gathered goes out."""
        self._next: asyncio.Handle | None = None
        """When the next readers are written to."""
        self._size = self._count = 0
        """Bytes and messages that were gathered, each counted once."""

    @property
    def waiting(self) -> int:
        """The bytes that wait for readers."""
        return sum(connection.unsent for connection in self._connections.values())

    def connect(self, player: int, connection: Line) -> None:
        """Send a player's messages over this connection from now on."""
        self._flush_for(player)
        self._connections[player] = connection
        self._forms[player] = connection.form

    def disconnect(self, player: int, connection: Line) -> None:
        """Send nothing over this connection any more."""
        if self._connections.get(player) is connection:
            self._flush_for(player)
            del self._connections[player], self._forms[player]

    def publish(self, players: Iterable[int], message: FromServer) -> None:
        """Send a message to those of these players who are connected."""
        self.publish_all([(players, message)])

    def publish_all(self, told: Iterable[tuple[Iterable[int], FromServer]]) -> None:
        """Send messages, each to those of its players who are connected.

        Each is encoded once in each form that one of them has.  All that one racer gets of them in
        JSON is one frame.
        """
        together: dict[int, list[bytes]] = {}
        size = count = 0
        for players, message in told:
            size += self._publish(players, message, together)
            count += 1
            if size >= FULL or count >= self._together:
                self._write_together(together)
                size = count = 0
        self._write_together(together)

    def _publish(
        self, players: Iterable[int], message: FromServer, together: dict[int, list[bytes]]
    ) -> int:
        """Send a message, but put what is for racers in JSON into `together`; return its size."""
        made: dict[Form, bytes] = {}
        frame = b""
        gathered = held = 0
        for player in players:
            if (form := self._forms.get(player)) is None:
                continue
            if (encoded := made.get(form)) is None:
                encoded = made[form] = form.encode(message)
            if player not in self._spectators:
                if self._gathered or self._going_out:
                    self._flush_for(player)
                if form.text:
                    together.setdefault(player, []).append(encoded)
                    held = len(encoded)
                    continue
                frame = frame or make_frame(encoded, form)
                self.write(self._connections[player], frame)
                continue
            gathered = len(encoded)
            if (waiting := self._gathered.get(player)) is None:
                self._gathered[player] = [encoded]
            else:
                waiting.append(encoded)
        if gathered:
            self._note_gathered(gathered)
        return held

    def _write_together(self, together: dict[int, list[bytes]]) -> None:
        """Write what was put into `together`, a frame for each racer, and take it out."""
        for player, messages in together.items():
            connection = self._connections[player]
            form = connection.form
            self.write(connection, make_frame(form.gather(messages), form))
        together.clear()

    def send(self, connection: Line, message: FromServer) -> None:
        """Send a message to one connection."""
        self.send_encoded(connection, connection.form.encode(message))

    def send_encoded(self, connection: Line, message: bytes) -> None:
        """Send a message to one connection that is encoded already, in its form."""
        self.write(connection, make_frame(message, connection.form))

    def clear(self) -> None:
        """Send what was gathered, and forget all connections."""
        self.flush()
        self._connections.clear()
        self._forms.clear()

    def flush(self) -> None:
        """Send all that was gathered."""
        self._begin()
        while self._going_out:
            self._write_to_some()

    def _note_gathered(self, size: int) -> None:
        self._size += size
        self._count += 1
        if self._size >= FULL or self._count >= self._together:
            self._begin()
            self._go_on()
        elif self._timer is None:
            self._wait()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._gather, self._time_is_up)

    def _time_is_up(self) -> None:
        if self._going_out:
            self._wait()
        else:
            self._begin()
            self._go_on()

    def _begin(self) -> None:
        """Let go out what is gathered, behind what goes out already."""
        while self._going_out:
            self._write_to_some()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._going_out, self._gathered = self._gathered, {}
        self._size = self._count = 0

    def _go_on(self) -> None:
        """Write to some readers now, and to the next ones in the next turn of the loop."""
        self._write_to_some()
        if self._next:
            self._next.cancel()
        more = self._going_out
        self._next = asyncio.get_running_loop().call_soon(self._go_on) if more else None

    def _write_to_some(self) -> None:
        for player in list(itertools.islice(self._going_out, self._readers)):
            self._write_all(player, self._going_out.pop(player))
        if not self._going_out:
            self._frames.clear()

    def _flush_for(self, player: int) -> None:
        """Write all that was gathered for a player."""
        for waiting in (self._going_out, self._gathered):
            if messages := waiting.pop(player, None):
                self._write_all(player, messages)

    def _write_all(self, player: int, messages: list[bytes]) -> None:
        if (connection := self._connections.get(player)) is None:
            return
        key = tuple(messages)
        if (frame := self._frames.get(key)) is None:
            form = connection.form
            frame = self._frames[key] = make_frame(form.gather(messages), form)
        self.write(connection, frame)

    def write(self, connection: Line, frame: bytes) -> None:
        """Write a frame; who lets too much wait is cut off."""
        if not connection.write(frame, self._unsent):
            log.info("reads too slowly: cut off", extra={"connection": str(connection.id)[:8]})
            if self._metrics:
                self._metrics.cut_off()
