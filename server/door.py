"""The door: which sockets are listened to at all, before anything that they send is read.

`Door.connection` makes the connections of a `websockets` server, and `Door.process_request` looks
at the first request of each, where a proxy says for whom it speaks.
"""

from asyncio import BaseTransport, Transport
from collections import Counter
from http import HTTPStatus
from typing import Any, Final, cast

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from server.access import NOWHERE, Access, Address, Network, is_in, parse_address, sender, site
from server.bounds import Limits

SPARE: Final = 64
"""Sockets beyond the bound that are let in, to be told that the server is full."""


class DoorConnection(ServerConnection):
    """A connection that knows where it comes from, or one that is turned away at once."""

    def __init__(self, door: "Door", *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address: Address = NOWHERE
        """Where it comes from, behind proxies too."""
        self._door = door
        self._admitted = False

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


class Door:
    """Counts who is there, by address."""

    def __init__(self, limits: Limits, access: Access) -> None:
        """Let in as many as `limits` say."""
        self._limits, self._access = limits, access
        self._counted: dict[DoorConnection, Network | None] = {}
        """Under which address each open socket counts; None: under none yet."""
        self._counts: Counter[Network] = Counter()
        self.turned_away = 0
        """Sockets that were closed unheard, and requests that were refused, so far."""

    @property
    def open(self) -> int:
        """Sockets that are open now, those that have not said hello among them."""
        return len(self._counted)

    def connection(self, *args: Any, **kwargs: Any) -> DoorConnection:
        """Make a connection, as `websockets` wants it made."""
        return DoorConnection(self, *args, **kwargs)

    def admit(self, connection: DoorConnection) -> bool:
        """Count a new socket; return False if there are too many already."""
        full = len(self._counted) >= self._limits.connections + SPARE
        # A proxy has as many as it likes: those for whom it speaks are counted later.
        proxied = is_in(connection.address, self._access.proxies)
        if full or not (proxied or self._count(connection)):
            self.turned_away += 1
            return False
        self._counted.setdefault(connection, None)
        return True

    def release(self, connection: DoorConnection) -> None:
        """Forget a socket that is closed."""
        place = self._counted.pop(connection, None)
        if place is not None:
            self._counts[place] -= 1
            if not self._counts[place]:
                del self._counts[place]

    def process_request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Find out for whom a proxy speaks; return a refusal if that one has too many already."""
        assert isinstance(connection, DoorConnection)
        if not is_in(connection.address, self._access.proxies):
            return None
        forwarded = request.headers.get_all("X-Forwarded-For")
        connection.address = sender(connection.address, forwarded, self._access.proxies)
        if self._count(connection):
            return None
        self.turned_away += 1
        text = "There are too many connections from your address.\n"
        return connection.respond(HTTPStatus.TOO_MANY_REQUESTS, text)

    def _count(self, connection: DoorConnection) -> bool:
        place = site(connection.address)
        if self._counts[place] >= self._limits.connections_per_address:
            return False
        self._counts[place] += 1
        self._counted[connection] = place
        return True
