"""A connection that knows where it comes from, and cannot cost the server more than its share.

Messages are counted when they are read (`server.network.reception`); what is bounded here comes
before that or goes past it: sockets that the door does not let in, and pings, which `websockets`
answers by itself.  Frames are bounded by `server.network.frames`.
"""

import logging
import time
from asyncio import BaseTransport
from typing import Any, Protocol

from server.bounds import Bucket, Limits
from server.network.access import NOWHERE, IPAddress, parse_ip
from server.network.frames import FrameConnection

log = logging.getLogger(__name__)


class Doorkeeper(Protocol):
    """What decides which sockets are listened to: see `server.network.door`."""

    def admit(self, connection: "BoundedConnection") -> bool:
        """Count a new socket; return False if there are too many already."""

    def release(self, connection: "BoundedConnection") -> None:
        """Forget a socket that is closed."""


class BoundedConnection(FrameConnection):
    """A connection that knows where it comes from, and keeps to the limits.

    It is closed unheard where there are too many already, and cut off where it sends too many
    pings or breaks the limits of a `FrameConnection`.
    """

    def __init__(self, limits: Limits, door: Doorkeeper, *args: Any, **kwargs: Any) -> None:
        """Take what `websockets` gives, behind our own two."""
        super().__init__(limits, *args, **kwargs)
        self.address: IPAddress = NOWHERE
        """Where it comes from, behind proxies too."""
        self.run, self.attempt = "", 0
        """Of its client's hello: see `protocol.messages.Hello`."""
        self.refused_moves = 0
        """Moves that the rules refused, and that its rate limiter has not counted yet."""
        self._door = door
        self._pings: Bucket | None = None  # Made with the first one: hardly anybody sends any.

    def admit(self, transport: BaseTransport) -> bool:
        """Ask the door whether to listen to a new socket."""
        peer = transport.get_extra_info("peername")
        self.address = parse_ip(str(peer[0])) if peer else NOWHERE
        return self._door.admit(self)

    def release(self) -> None:
        """Make room for another one."""
        self._door.release(self)

    def may_ping(self) -> bool:
        """Count a ping or pong that came; return False if there are too many."""
        now = time.monotonic()
        if self._pings is None:
            self._pings = Bucket(self._limits.pings, self._limits.pings_burst, now)
        return self._pings.take(now)

    def note_cut_off(self, reason: str) -> None:
        """Log why the connection is about to be cut off."""
        log.info("%s %s: cut off", self.address, reason)
