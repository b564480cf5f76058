"""The door: which sockets are listened to at all, before anything that they send is read.

`Door.admit` is asked about each socket by the `Acceptor`, and `Door.let_play` and `Door.let_read`
look at the request for a websocket, or for a page, where a proxy says for whom it speaks.  Some of
those for whom there is no room are let in all the same, to be told so (`Visit.refusal`); the others
are closed unheard.
"""

import time
from collections import Counter
from typing import Final

from websockets.http11 import Request

from server.bounds import Limits
from server.buckets import Allowance, Bucket
from server.monitoring.metrics import TurnedAway
from server.monitoring.visitors import Visitors
from server.network.access import Access, IPAddress, Site, is_in, sender, site
from server.network.connection import Role, Visit
from server.rooms.refusal import Refusal

SPARE: Final = 64
"""Sockets beyond the bounds that are let in, to be told why they cannot stay."""
SPARE_EACH: Final = 4
"""Of these, those of one address."""
TOLD: Final = 20.0
"""How many a second are told so, in the long run: each costs a handshake."""


FORMS: Final = 4
"""Connections of one neighbour that are about one room, at most: by form, and with help or without.
"""
UNIT: Final = 16 * 1024
"""Bytes of a file for which it counts as one more, by `Limits.files`."""


class Door:
    """Counts who is there, by address."""

    def __init__(self, limits: Limits, access: Access, visitors: Visitors) -> None:
        """Let in as many as `limits` say, and tell `visitors` of the others."""
        self._limits, self._access, self._visitors = limits, access, visitors
        self._visits: set[Visit] = set()
        self._counts: dict[Role, Counter[Site]] = {
            "player": Counter(),
            "guest": Counter(),
            "reader": Counter(),
            "neighbour": Counter(),
        }
        self._most: dict[Role, int] = {
            "player": limits.connections_per_address,
            "guest": limits.guests_per_address,
            "reader": limits.readers_per_address,
            "neighbour": FORMS * limits.rooms,
        }
        burst = limits.connections_per_address + limits.connecting_burst
        self._connecting = Allowance(burst, burst / limits.connecting)
        self._reading = Allowance(limits.files_burst, limits.files_burst / limits.files)
        self._refused: Counter[Site] = Counter()
        """Those who are about to be told why they cannot stay."""
        self._telling = Bucket(TOLD, SPARE, time.monotonic())

    @property
    def open(self) -> int:
        """Sockets that are open now, those that have not said hello among them."""
        return len(self._visits)

    def admit(self, address: IPAddress) -> Visit | None:
        """Count a new socket; return None if it is to be closed at once."""
        visit = Visit(address)
        if len(self._visits) - self._refused.total() >= self._limits.connections:
            return self._turn_away(visit, "full")
        # A proxy has as many as it likes: those for whom it speaks are counted later.
        if is_in(address, self._access.proxies) or self._count(visit):
            self._visits.add(visit)
            return visit
        return self._turn_away(visit, "address")

    def release(self, visit: Visit) -> None:
        """Forget a socket that is closed."""
        if visit not in self._visits:
            return
        self._visits.discard(visit)
        if visit.place is not None:
            _take_from(
                self._refused if visit.refusal else self._counts[visit.counts_as], visit.place
            )

    def count_as(self, visit: Visit, role: Role) -> bool:
        """Count a visitor among others than before; return False if too many of those are here."""
        place = visit.place
        if visit.counts_as == role:
            return True
        if place is None or self._counts[role][place] >= self._most[role]:
            return False
        _take_from(self._counts[visit.counts_as], place)
        self._counts[role][place] += 1
        visit.counts_as = role
        return True

    def level(self, visit: Visit) -> int:
        """Return at which level to log that a visitor comes and goes."""
        return self._visitors.level(site(visit.address), str(visit.address))

    def cannot_open(self, reason: str) -> None:
        """Note that the machine has no socket left for those who come."""
        self._visitors.cannot_open(reason)

    def let_play(self, visit: Visit, request: Request) -> bool:
        """Find out who wants a websocket; return False if that one has too many already.

        It is whom a proxy speaks for.  Who is one too many may be let in to be told so.
        """
        if visit.refusal:
            return True
        if visit.place is None:
            visit.address = self._sender(visit, request)
            if not self._count(visit):
                return self._turn_away(visit, "address") is not None
        return self.count_as(visit, "player") or self._turn_away(visit, "address") is not None

    def let_read(self, visit: Visit, request: Request) -> Site | None:
        """Return for whom a page is asked for; None if that one has asked for too many.

        A proxy's socket belongs to nobody: it may ask for another one the next time.
        """
        if visit.refusal:
            return None
        place = visit.place or site(self._sender(visit, request))
        return place if self._reading.take(place, time.monotonic()) else None

    def note_read(self, place: Site, size: int) -> None:
        """Count the bytes of what somebody who was let read has got."""
        self._reading.borrow(place, time.monotonic(), size // UNIT)

    def _sender(self, visit: Visit, request: Request) -> IPAddress:
        """Return for whom a proxy speaks by a request."""
        told = request.headers.get_all(self._access.proxy_header)
        return sender(visit.address, told, self._access.proxies, self._access.proxy_header)

    def _count(self, visit: Visit) -> bool:
        place = site(visit.address)
        readers = self._counts["reader"]
        if readers[place] >= self._limits.readers_per_address:
            return False
        if not self._connecting.take(place, time.monotonic()):
            return False
        readers[place] += 1
        visit.place = place
        return True

    def _turn_away(self, visit: Visit, why: TurnedAway) -> Visit | None:
        """Let somebody in to be told to go, while that is cheap; return None otherwise."""
        place = site(visit.address)
        if visit.place is not None:
            _take_from(self._counts[visit.counts_as], place)
            visit.place = None
        self._visitors.turned_away(why, place, str(visit.address))
        if self._refused.total() >= SPARE or self._refused[place] >= SPARE_EACH:
            return None
        if not self._telling.take(time.monotonic()):
            return None
        visit.place = place
        visit.refusal = self._full() if why == "full" else self._too_many()
        self._refused[place] += 1
        self._visits.add(visit)
        return visit

    def _full(self) -> Refusal:
        return Refusal("server full", "this server is full; try again later")

    def _too_many(self) -> Refusal:
        text = (
            "too many connections are open from your address, or too many came at once; others in "
            "the house may share it: close one, or ask whoever runs this server to allow more"
        )
        return Refusal("too many connections", text)


def _take_from(counts: Counter[Site], place: Site) -> None:
    counts[place] -= 1
    if not counts[place]:
        del counts[place]
