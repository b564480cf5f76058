"""The door: which sockets are listened to at all, before anything that they send is read.

`Door.connection` makes the connections of a `websockets` server, and `Door.process_request` looks
at the first request of each, where a proxy says for whom it speaks.
"""

import time
from collections import Counter
from http import HTTPStatus
from typing import Any, Final

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from server.bounds import Allowance, Limits
from server.network.access import Access, Network, is_in, sender, site
from server.network.connection import BoundedConnection

SPARE: Final = 64
"""Sockets beyond the bound that are let in, to be told that the server is full."""


class Door:
    """Counts who is there, by address."""

    def __init__(self, limits: Limits, access: Access) -> None:
        """Let in as many as `limits` say."""
        self._limits, self._access = limits, access
        self._counted: dict[BoundedConnection, Network | None] = {}
        """Under which address each open socket counts; None: under none yet."""
        self._counts: Counter[Network] = Counter()
        burst = limits.connections_per_address + limits.connecting_burst
        self._connecting = Allowance(burst, burst / limits.connecting)
        self.turned_away = 0
        """Sockets that were closed unheard, and requests that were refused, so far."""

    @property
    def open(self) -> int:
        """Sockets that are open now, those that have not said hello among them."""
        return len(self._counted)

    def connection(self, *args: Any, **kwargs: Any) -> BoundedConnection:
        """Make a connection, as `websockets` wants it made."""
        return BoundedConnection(self._limits, self, *args, **kwargs)

    def admit(self, connection: BoundedConnection) -> bool:
        """Count a new socket; return False if there are too many already."""
        full = len(self._counted) >= self._limits.connections + SPARE
        # A proxy has as many as it likes: those for whom it speaks are counted later.
        proxied = is_in(connection.address, self._access.proxies)
        if full or not (proxied or self._count(connection)):
            self.turned_away += 1
            return False
        self._counted.setdefault(connection, None)
        return True

    def release(self, connection: BoundedConnection) -> None:
        """Forget a socket that is closed."""
        place = self._counted.pop(connection, None)
        if place is not None:
            self._counts[place] -= 1
            if not self._counts[place]:
                del self._counts[place]

    def process_request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Find out for whom a proxy speaks; return a refusal if that one has too many already."""
        assert isinstance(connection, BoundedConnection)
        if not is_in(connection.address, self._access.proxies):
            return None
        forwarded = request.headers.get_all("X-Forwarded-For")
        connection.address = sender(connection.address, forwarded, self._access.proxies)
        if self._count(connection):
            return None
        self.turned_away += 1
        text = "Too many connections are open or were made from your address.\n"
        return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, text)

    def _count(self, connection: BoundedConnection) -> bool:
        place = site(connection.address)
        if self._counts[place] >= self._limits.connections_per_address:
            return False
        if not self._may_connect(place):
            return False
        self._counts[place] += 1
        self._counted[connection] = place
        return True

    def _may_connect(self, place: Network) -> bool:
        """Count that an address connects; return False if it does so too often."""
        return self._connecting.take(place, time.monotonic())
