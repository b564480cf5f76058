"""Whose turn it is to ask about the past, and how much each address may ask.

The addresses take turns (`server.reception.turns`), however many connections each of them
has.  What a question costs is told when it is known; an address that has used its share up is
refused until some of it has come back.
"""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from server.bounds import Limits
from server.buckets import Allowance
from server.network.access import IPAddress, Site, site
from server.reception.turns import Turns
from server.rooms.refusal import Refusal

MOST_WAITING: Final = 500
"""Questions of all addresses together that may wait; more are refused."""


class Bill:
    """What one question costs."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.total = 0.0

    def add(self, cost: float) -> None:
        """Add to it."""
        self.total += cost


class LookupTurns:
    """Who may ask, and when."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        """Let each address have what the limits say; `clock` returns seconds."""
        self._clock = clock
        self._budget = Allowance(limits.lookups_burst, limits.lookups_burst / limits.lookups)
        self._turns = Turns()

    @property
    def waiting(self) -> int:
        """Questions that wait or are being answered now."""
        return len(self._turns)

    @asynccontextmanager
    async def turn(self, address: IPAddress) -> AsyncIterator[Bill]:
        """Wait until an address may ask; what stands on the bill in the end is charged to it.

        Raises:
            Refusal: it has used up what it may, or too many are waiting.
        """
        key = site(address)
        self._check(key)
        if self.waiting >= MOST_WAITING:
            text = "many people are looking things up at the moment; try again in a few seconds"
            raise Refusal("too fast", text)
        async with self._turns.turn(key):
            self._check(key)
            bill = Bill()
            try:
                yield bill
            finally:
                self._budget.borrow(key, self._clock(), bill.total)

    def _check(self, key: Site) -> None:
        if not self._budget.has_any(key, self._clock()):
            text = "too much was looked up from your address; try again in a few seconds"
            raise Refusal("too fast", text)
