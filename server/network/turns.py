"""Whose turn it is to ask about the past, and how much each may ask.

An address asks one question at a time, however many connections it has: the others wait in its own
line.  So a question waits for one of every other address at most, and for none of its neighbours'.
What a question costs is told when it is known; an address that has used its share up is refused
until some of it has come back.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from server.bounds import Allowance, Limits
from server.network.access import IPAddress, Network, site
from server.rooms.refusal import Refusal

MOST_WAITING: Final = 500
"""Questions of all addresses together that may wait; more are refused."""


@dataclass
class _Line:
    """Those of one address."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0
    """Those whose turn it is among them."""


class Bill:
    """What one question costs."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.total = 0.0

    def add(self, cost: float) -> None:
        """Add to it."""
        self.total += cost


class Turns:
    """Who may ask, and when."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        """Let each address have what the limits say; `clock` returns seconds."""
        self._clock = clock
        self._budget = Allowance(limits.lookups_burst, limits.lookups_burst / limits.lookups)
        self._lines: dict[Network, _Line] = {}
        self.waiting = 0
        """Questions that wait or are being answered now."""

    @asynccontextmanager
    async def turn(self, address: IPAddress) -> AsyncIterator[Bill]:
        """Wait until an address may ask; what stands on the bill in the end is charged to it.

        Raises:
            Refusal: it has used up what it may, or too many are waiting.
        """
        key = site(address)
        self._check(key)
        if self.waiting >= MOST_WAITING:
            text = "very many are looking something up at the moment; try again in some seconds"
            raise Refusal("too fast", text)
        line = self._lines.setdefault(key, _Line())
        line.waiting += 1
        self.waiting += 1
        try:
            async with line.turn:
                self._check(key)
                bill = Bill()
                try:
                    yield bill
                finally:
                    self._budget.charge(key, bill.total, self._clock())
        finally:
            self.waiting -= 1
            line.waiting -= 1
            if not line.waiting:
                del self._lines[key]

    def _check(self, key: Network) -> None:
        if not self._budget.has_any(key, self._clock()):
            text = "too much was looked up from your address; try again in some seconds"
            raise Refusal("too fast", text)
