"""Whose turn it is to have a password hashed: that takes milliseconds of a core, and memory.

One is hashed at a time, and each address has at most one in the queue for that: so nobody's many
connections get more than others' one, and the event loop has its core to itself.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.network.access import Network


class HashingQueue:
    """Lets those who want a password hashed do it one after the other."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._in_all = asyncio.Lock()
        self._of_address: dict[Network, asyncio.Lock] = {}
        self._waiting: dict[Network, int] = {}
        """How many of each address have their turn or wait for it."""

    @asynccontextmanager
    async def turn(self, place: Network) -> AsyncIterator[None]:
        """Wait until it is this address's turn, and have it for as long as the `with` lasts."""
        lock = self._of_address.setdefault(place, asyncio.Lock())
        self._waiting[place] = self._waiting.get(place, 0) + 1
        try:
            async with lock, self._in_all:
                yield
        finally:
            self._waiting[place] -= 1
            if not self._waiting[place]:
                del self._waiting[place], self._of_address[place]

    def __len__(self) -> int:
        """Return how many have their turn or wait for it."""
        return sum(self._waiting.values())
