"""A connection that hands messages on, and cannot cost the server more than its share.

Messages are counted when they are read (`server.network.reception`); what is counted here comes
before that or goes past it.  `websockets` answers pings by itself, and takes in a whole read of up
to 256 KiB at once: forty thousand frames without content, say, or a message in as many pieces.

What comes is cut into frames here, before `websockets` reads it.  A short message, as every move
is, is offered to a listener at once: that costs a tenth of what the way through parser, events and
`recv` costs, which wakes a task.  Whatever the listener does not take goes that way, whole frame by
whole frame, and so does everything that is no such message.
"""

import logging
import time
from asyncio import BaseTransport, Transport
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias, cast

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.typing import Data

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover  (where it was not compiled)
    from websockets.utils import apply_mask

from server.bounds import Bucket, Limits
from server.network.access import NOWHERE, Address, parse_address

log = logging.getLogger(__name__)

SLICE: Final = 4096
"""Bytes of what is no frame that are taken in at once, before a look at what was in them."""
LONGEST_HEADER: Final = 14
"""Bytes before what is in a frame, at most."""
Listener: TypeAlias = Callable[[bytes], bool]
"""Takes a message in, or returns False to leave it to `recv`."""
_CONTROL: Final = (Opcode.PING, Opcode.PONG)
_BINARY: Final = 0x80 | Opcode.BINARY
"""The first byte of a binary message in one piece."""
_MASKED: Final = 0x80
"""In the second byte: four bytes follow by which a client masks what it says."""


class Doorkeeper(Protocol):
    """Who decides which sockets are listened to: see `server.network.door`."""

    def admit(self, connection: "BoundedConnection") -> bool:
        """Count a new socket; return False if there are too many already."""

    def release(self, connection: "BoundedConnection") -> None:
        """Forget a socket that is closed."""


class BoundedConnection(ServerConnection):
    """A connection that knows where it comes from, and keeps to the limits.

    It is closed unheard where there are too many already.  Who sends a message in pieces, too many
    frames at once or too many pings, or lets too much pile up unread, is cut off.
    """

    def __init__(self, limits: Limits, door: Doorkeeper, *args: Any, **kwargs: Any) -> None:
        """Take what `websockets` gives, behind our own two."""
        super().__init__(*args, **kwargs)
        self.address: Address = NOWHERE
        """Where it comes from, behind proxies too."""
        self.run, self.attempt = "", 0
        """Of its client's hello: see `protocol.messages.Hello`."""
        self.listener: Listener | None = None
        """Gets each short message, unless one before it is still being dealt with elsewhere."""
        self._left = 0
        """Messages left to `recv`: a later one must not overtake them."""
        self._dealing = False
        """Whether what `recv` returned last is counted among them."""
        self._limits, self._door = limits, door
        self._admitted = False
        self._frames = 0
        """Frames that came at once so far."""
        self._rest = b""
        """The beginning of a frame whose end has not come yet."""
        self._pings: Bucket | None = None  # Made with the first one: hardly anybody sends any.

    def connection_made(self, transport: BaseTransport) -> None:
        """Listen, unless there are too many already."""
        peer = transport.get_extra_info("peername")
        self.address = parse_address(str(peer[0])) if peer else NOWHERE
        self._admitted = self._door.admit(self)
        if self._admitted:
            super().connection_made(transport)
        else:
            cast(Transport, transport).abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another one."""
        if self._admitted:
            self._door.release(self)
            super().connection_lost(exc)
        # What is in a circle stays: the collector looks very seldom for what is old.
        self.listener = None  # It knows this connection.
        self.protocol.parser.close()  # It knows its protocol, and so does where it failed.
        if self.protocol.parser_exc:
            self.protocol.parser_exc.__traceback__ = None

    def data_received(self, data: bytes) -> None:
        """Take in what has come, frame by frame."""
        self._frames = 0
        if self._rest:
            data, self._rest = self._rest + data, b""
        start = 0
        while start < len(data) and not self.transport.is_closing():
            if self.protocol.state is State.OPEN:
                end = _end_of_frame(data, start)
                if len(data) < end <= start + self._limits.frame + LONGEST_HEADER:
                    self._rest = data[start:]
                    return
                if self._listener_takes(data, start, end):
                    start = end
                    continue
            else:  # A request comes, or the goodbye.
                end = start + SLICE
            super().data_received(data[start:end])
            if self.transport.get_write_buffer_size() > self._limits.unsent:
                self._cut_off("reads too slowly")
            start = end

    def _listener_takes(self, data: bytes, start: int, end: int) -> bool:
        """Offer a short message in one piece, masked as a client's has to be, to the listener."""
        short = data[start] == _BINARY and _MASKED <= data[start + 1] < _MASKED + 126
        if self.listener is None or self._left or not short:
            return False
        if self._frames >= self._limits.at_once or end - start > self._limits.frame:
            return False
        if not self.listener(apply_mask(data[start + 6 : end], data[start + 2 : start + 6])):
            return False
        self._frames += 1
        return True

    def process_event(self, event: Frame | Request) -> None:  # type: ignore[override]
        """Take in a frame (or the request that comes before all frames)."""
        if isinstance(event, Frame):
            if self.transport.is_closing():
                return
            self._frames += 1
            if self._frames > self._limits.at_once:
                self._cut_off("sends too many frames at once")
            elif event.opcode is Opcode.CONT or not event.fin:
                self._cut_off("sends a message in pieces")
            elif event.opcode in _CONTROL and not self._may_ping():
                self._cut_off("sends too many pings")
            elif event.opcode in (Opcode.BINARY, Opcode.TEXT):
                self._left += 1
        super().process_event(event)

    async def recv(self, decode: bool | None = None) -> Data:  # type: ignore[override]
        """Return the next message that no listener took; the one before it is dealt with now."""
        if self._dealing:
            self._left -= 1
            self._dealing = False
        message = await super().recv(decode)
        self._dealing = True
        return message

    def _may_ping(self) -> bool:
        now = time.monotonic()
        if self._pings is None:
            self._pings = Bucket(self._limits.pings, self._limits.pings_burst, now)
        return self._pings.take(now)

    def _cut_off(self, reason: str) -> None:
        log.info("%s %s: cut off", self.address, reason)
        self.transport.abort()


def _end_of_frame(data: bytes, start: int) -> int:
    """Return where the frame ends that begins at `start`: behind `data` if more is to come."""
    head = start + 2
    if head > len(data):
        return head
    length = data[start + 1] & 0x7F
    if length >= 126:
        begin, head = head, head + (2 if length == 126 else 8)
        if head > len(data):
            return head
        length = int.from_bytes(data[begin:head], "big")
    return head + (4 if data[start + 1] & _MASKED else 0) + length
