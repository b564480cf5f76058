"""Turns at what costs a server much, as a password to be hashed or a commit of its own.

One has a turn at a time, and each address has at most one in the queue for the next: so nobody's
many connections get more than others' one, however many of them wait.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from server.network.access import Site

LONGEST_REST: Final = 0.2
"""Seconds: a disk that hung for once keeps nobody out for long, nor the server from stopping."""


class Turns:
    """Lets those who want to do something do it one after the other."""

    def __init__(self, rest: float = 0.0) -> None:
        """Begin with nobody.

        After each turn there is none for `rest` times as long as it took (or `LONGEST_REST`): that
        is for all others who need the event loop, if it is the loop that is busy with it.
        """
        self._rest = rest
        self._free_at = 0.0
        self._in_all = asyncio.Lock()
        self._of_address: dict[Site, asyncio.Lock] = {}
        self._waiting: dict[Site, int] = {}
        """How many of each address have their turn or wait for it."""

    @asynccontextmanager
    async def turn(self, place: Site) -> AsyncIterator[None]:
        """Wait until it is this address's turn, and have it for as long as the `with` lasts."""
        lock = self._of_address.setdefault(place, asyncio.Lock())
        self._waiting[place] = self._waiting.get(place, 0) + 1
        try:
            async with lock, self._in_all:
                if (pause := self._free_at - time.monotonic()) > 0:
                    await asyncio.sleep(pause)
                began = time.monotonic()
                try:
                    yield
                finally:
                    ended = time.monotonic()
                    self._free_at = ended + min(self._rest * (ended - began), LONGEST_REST)
        finally:
            self._waiting[place] -= 1
            if not self._waiting[place]:
                del self._waiting[place], self._of_address[place]

    def __len__(self) -> int:
        """Return how many have their turn or wait for it."""
        return sum(self._waiting.values())
