"""A connection that knows where it comes from, and cannot cost the server more than its share.

Messages are counted when they are read (`server.reception`); what is bounded here goes past that:
pings, which `websockets` answers by itself.  Frames are bounded by `server.network.frames`, and
sockets by `server.network.door`.
"""

import logging
import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol, TypeAlias

from server.bounds import Limits
from server.buckets import Bucket
from server.network.access import IPAddress, Site
from server.network.frames import FrameConnection
from server.rooms.refusal import Refusal

log = logging.getLogger(__name__)


Role: TypeAlias = Literal["player", "guest", "reader", "neighbour"]
"""What somebody comes for: a guest looks on; a reader reads the page, or has said nothing yet; a
neighbour is another server, which shows a room to guests of its own."""


@dataclass(slots=True, eq=False)
class Visit:
    """A socket that was let in."""

    address: IPAddress
    """Where it comes from, behind proxies too."""
    place: Site | None = None
    """What it counts as; None before a proxy has said for whom it speaks."""
    counts_as: Role = "reader"
    """Among whom it counts."""
    refusal: Refusal | None = None
    """Why it is let in for nothing but to be told this; None if it may stay."""


class Doorkeeper(Protocol):
    """What decides which sockets are listened to: see `server.network.door`."""

    def release(self, visit: Visit) -> None:
        """Forget a socket that is closed."""

    def count_as(self, visit: Visit, role: Role) -> bool:
        """Count a visitor among others than before; return False if there are too many."""

    def level(self, visit: Visit) -> int:
        """Return at which level to log that a visitor comes and goes."""


class BoundedConnection(FrameConnection):
    """A connection that knows where it comes from, and keeps to the limits.

    It is cut off where it sends too many pings or breaks the limits of a `FrameConnection`.
    """

    __slots__ = (
        *("visit", "peer", "bot", "run", "attempt", "sent_on", "refused_moves"),
        *("_door", "_pings"),
    )

    def __init__(
        self, limits: Limits, door: Doorkeeper, visit: Visit, *args: Any, **kwargs: Any
    ) -> None:
        """Take what `websockets` gives, behind our own three."""
        super().__init__(limits, *args, **kwargs)
        self.visit = visit
        self.peer = visit.address
        """The other end of the socket, which may be a proxy."""
        self.bot = False
        """Whether it is a bot's, once that is known."""
        self.run, self.attempt = "", 0
        """Of its client's hello: see `protocol.messages.Hello`."""
        self.sent_on = False
        """Whether its client is told to go to another server, which is asked from now on."""
        self.refused_moves = 0
        """Moves that the rules refused, and that its rate limiter has not counted yet."""
        self._door = door
        self._pings: Bucket | None = None  # Made with the first one: hardly anybody sends any.

    @property
    def address(self) -> IPAddress:
        """Where it comes from, behind proxies too."""
        return self.visit.address

    @cached_property
    def level(self) -> int:
        """At which level to log that it comes and goes: low if too many do."""
        return self._door.level(self.visit)

    def count_as(self, role: Role) -> bool:
        """Count this among others than before; return False if too many come from its address."""
        return self._door.count_as(self.visit, role)

    def release(self) -> None:
        """Make room for another one."""
        self._door.release(self.visit)

    def may_ping(self) -> bool:
        """Count a ping or pong that came; return False if there are too many."""
        now = time.monotonic()
        if self._pings is None:
            self._pings = Bucket(self._limits.pings, self._limits.pings_burst, now)
        return self._pings.take(now)

    def note_cut_off(self, reason: str) -> None:
        """Log why the connection is about to be cut off."""
        log.log(self.level, "cut off", extra={"why": reason, "address": str(self.address)})
