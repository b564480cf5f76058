"""A connection that hands messages on, and cannot cost the server more than its share.

Messages are counted when they are read (`server.reception`); what is counted here comes before
that or goes past it.  `websockets` answers pings by itself, and takes in a whole read of up to
256 KiB at once: forty thousand frames without content, say, or a message in as many pieces.

`recv` wakes a task for each message, which costs a good part of what a move costs.  A listener is
called instead, where the frame arrives; what it does not take goes the usual way, to `recv`.
"""

import logging
import time
from asyncio import BaseTransport, Transport
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias, cast

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.typing import Data

from server.access import NOWHERE, Address, parse_address
from server.bounds import Bucket, Limits

log = logging.getLogger(__name__)

SLICE: Final = 4096
"""Bytes that are taken in at once, before a look at what was in them."""
Listener: TypeAlias = Callable[[bytes], bool]
"""Takes a message in, or returns False to leave it to `recv`."""
_CONTROL: Final = (Opcode.PING, Opcode.PONG)


class Doorkeeper(Protocol):
    """Who decides which sockets are listened to: see `server.door`."""

    def admit(self, connection: "Connection") -> bool:
        """Count a new socket; return False if there are too many already."""

    def release(self, connection: "Connection") -> None:
        """Forget a socket that is closed."""


class Connection(ServerConnection):
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
        """Gets each binary message, unless one before it is still being dealt with elsewhere."""
        self._left = 0
        """Messages left to `recv`: a later one must not overtake them."""
        self._dealing = False
        """Whether what `recv` returned last is counted among them."""
        self._limits, self._door = limits, door
        self._admitted = False
        self._frames = 0
        """Frames that came at once so far."""
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

    def data_received(self, data: bytes) -> None:
        """Take in what has come, a slice at a time."""
        self._frames = 0
        for start in range(0, len(data), SLICE):
            super().data_received(data[start : start + SLICE])
            if self.transport.get_write_buffer_size() > self._limits.unsent:
                self._cut_off("reads too slowly")
            if self.transport.is_closing():
                return

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
                listener = self.listener if event.opcode is Opcode.BINARY else None
                if listener and not self._left and listener(bytes(event.data)):
                    return
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
