"""Who is next, where many are waiting: the addresses take turns.

The event loop does all that is ready before it looks again what has come.  So a thousand messages
that came at once would be dealt with before the next move is even read.  Here they wait, newcomers
before their handshake and messages before they are read, and one of them goes on in each turn of
the loop: of the address for which nothing went on for the longest time.  Whoever sends little is
held up by one other, and not by all of those who send much.
"""

import asyncio
import heapq
import itertools
import time
from collections import Counter, deque
from typing import Final

from server.bounds import Bucket
from server.network.access import Network

REMEMBERED: Final = 10_000
"""Addresses of which it is known when they went through last; any other one goes first."""


class Gate:
    """Lets one through in each turn of the event loop, or fewer; moves of few go past it."""

    def __init__(self, *, pace: Bucket | None = None, moves: int = 0) -> None:
        """Let no more through than `pace`, and so many `moves` of an address past in one turn."""
        self._pace, self._moves = pace, moves
        self._moved: Counter[Network] = Counter()
        """Moves that went past in this turn."""
        self._waiting: dict[Network, deque[asyncio.Future[None]]] = {}
        self._order: list[tuple[int, int, Network]] = []
        """A heap of the addresses that wait: when each went through last, and since when it waits.
        """
        self._passed: dict[Network, int] = {}
        """When each went through last while others waited, in the order of that."""
        self._steps = itertools.count(1)
        """What time is here."""
        self._closed = False
        """Whether one went through just now."""

    def __len__(self) -> int:
        """Return how many are waiting."""
        return sum(map(len, self._waiting.values()))

    async def pass_through(self, place: Network) -> None:
        """Wait until it is this address's turn: not at all, where nobody else is waiting."""
        if not self._closed:
            self._close(place)
            return
        turn = asyncio.get_running_loop().create_future()
        if place in self._waiting:
            self._waiting[place].append(turn)
        else:
            self._wait(place, deque([turn]))
        await turn

    def lets_past(self, place: Network) -> bool:
        """Count a move of this address; return False if it has to wait like all else."""
        if not self._moved:
            asyncio.get_running_loop().call_soon(self._moved.clear)
        self._moved[place] += 1
        return self._moved[place] <= self._moves

    def _wait(self, place: Network, turns: deque[asyncio.Future[None]]) -> None:
        self._waiting[place] = turns
        heapq.heappush(self._order, (self._passed.get(place, 0), next(self._steps), place))

    def _close(self, place: Network) -> None:
        self._closed = True
        self._passed.pop(place, None)
        self._passed[place] = next(self._steps)
        if len(self._passed) > REMEMBERED:
            del self._passed[next(iter(self._passed))]
        loop = asyncio.get_running_loop()
        if self._pace and (pause := self._pace.borrow(time.monotonic())):
            loop.call_later(pause, self._next)
        else:
            loop.call_soon(self._next)

    def _next(self) -> None:
        """Let the next one through that is still waiting, or open the gate."""
        self._closed = False
        while self._order and not self._closed:
            place = heapq.heappop(self._order)[-1]
            turns = self._waiting.pop(place)
            turn = turns.popleft()
            if not turn.done():  # Who was waiting may have been cancelled.
                turn.set_result(None)
                self._close(place)
            if turns:
                self._wait(place, turns)
        if not self._closed:
            self._passed.clear()
