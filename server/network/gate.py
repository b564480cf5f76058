"""Who is next, where many are waiting: the addresses take turns.

The event loop does all that is ready before it looks again what has come.  So a thousand messages
that came at once would be dealt with before the next move is even read.  Here they wait, newcomers
before their handshake and messages before they are read, and one of them goes on in each turn of
the loop: of the address for which nothing went on for the longest time.  Whoever sends little is
held up by one other, and not by all of those who send much.

What went through may be dear: a commit, or news for a whole room.  So a gate can rest after each
for as long as that took, and whatever else there was to do meanwhile.  Of a busy server's time,
then, half is for all that does not pass the gate: moves, and the steps of a handshake.  Who comes
seldom does not wait for a rest to end.

After a start, those come back all at once who were here before it, each with one handshake and one
hello, and wait for nothing else.  So many as are expected go through in small groups, and without
a rest: what it takes to deal with them is known.
"""

import asyncio
import heapq
import itertools
import time
from collections import deque
from typing import Final

from server.buckets import Bucket
from server.network.access import Site

REMEMBERED: Final = 4096
"""Addresses of which it is known when they went through last; any other one goes first."""
SELDOM: Final = 0.5
"""Seconds after which an address may go through again however many others have, and how dear that
was."""
TOGETHER: Final = 8
"""Those who are expected go through so many in a turn: two or three milliseconds."""
TURNS: Final = 2
"""Turns of the loop in which what went through is dealt with: in the second, what it brought about
is written down and told."""
LEAST_REST: Final = 0.0005
"""Seconds; a shorter rest is left out.  The event loop counts in milliseconds."""
LONGEST_REST: Final = 0.02
"""Seconds: a disk that hung for once holds nobody up for long."""


class Gate:
    """Lets one through in each turn of the event loop, or more seldom; moves of few go past it."""

    def __init__(
        self,
        *,
        pace: Bucket | None = None,
        expected: int = 0,
        moves: int = 0,
        rests: bool = False,
    ) -> None:
        """Keep all those together to `pace` who do not come seldom.

        The first who come beyond it, so many as are `expected`, are not kept to it, nor to one in a
        turn.  So many `moves` of an address may go past in one turn.  With `rests`, there is time
        between two: as long as it took to deal with the first.
        """
        self._expected = expected
        self._together = 0
        """How many of them went through in this turn."""
        self._pace, self._moves, self._rests = pace, moves, rests
        self._moved: dict[Site, int] = {}
        """Moves that went past in this turn."""
        self._waiting: dict[Site, deque[asyncio.Future[None]]] = {}
        self._order: list[tuple[float, int, Site]] = []
        """A heap of the addresses that wait: when each went through last, and since when it waits.
        """
        self._passed: dict[Site, float] = {}
        """When each went through last, in the order of that."""
        self._numbers = itertools.count()
        self._closed = False
        """Whether one went through in this turn, or was dealt with a moment ago."""
        self._timer: asyncio.TimerHandle | None = None
        """When the pace lets the next one through."""
        self._rest: asyncio.TimerHandle | None = None
        """When a rest ends."""

    def __len__(self) -> int:
        """Return how many are waiting."""
        return sum(map(len, self._waiting.values()))

    async def pass_through(self, place: Site) -> None:
        """Wait until it is this address's turn: not at all, where nobody else is waiting."""
        if self._rest is not None and place not in self._waiting and self._is_seldom(place):
            self._rest.cancel()
            self._rest, self._closed = None, False
        if not self._closed and not self._pause(place):
            self._pass(place)
            return
        turn = asyncio.get_running_loop().create_future()
        if place in self._waiting:
            self._waiting[place].append(turn)
        else:
            self._wait(place, deque([turn]))
        if not self._closed:
            self._next()
        await turn

    def lets_past(self, place: Site) -> bool:
        """Count a move of this address; return False if it has to wait like all else."""
        if not self._moved:
            asyncio.get_running_loop().call_soon(self._moved.clear)
        moved = self._moved[place] = self._moved.get(place, 0) + 1
        return moved <= self._moves

    def _pause(self, place: Site) -> float:
        """Return the seconds for which the pace holds an address up."""
        if self._pace is None or self._is_seldom(place):
            return 0.0
        if self._pace.has_any(time.monotonic()) or self._expected > 0:
            return 0.0
        return self._pace.due()

    def _is_seldom(self, place: Site) -> bool:
        return time.monotonic() - self._passed.get(place, -SELDOM) >= SELDOM

    def _pass(self, place: Site) -> None:
        now = time.monotonic()
        expected = self._expected > 0
        if expected and (self._pace is None or not self._pace.has_any(now)):
            self._expected -= 1
        elif self._pace is not None:
            self._pace.borrow(now)
        self._passed.pop(place, None)
        self._passed[place] = now
        if len(self._passed) > REMEMBERED:
            del self._passed[next(iter(self._passed))]
        loop = asyncio.get_running_loop()
        if expected:
            self._together += 1
            if self._together == 1:
                loop.call_soon(self._open)
            self._closed = self._together >= TOGETHER or not self._expected
            return
        self._closed = True
        if self._rests:
            loop.call_soon(self._settle, TURNS, now)
        else:
            loop.call_soon(self._open)

    def _settle(self, turns: int, since: float) -> None:
        """Look how long it took to deal with what went through, when that is done."""
        loop = asyncio.get_running_loop()
        if turns:
            loop.call_soon(self._settle, turns - 1, since)
            return
        rest = min(time.monotonic() - since, LONGEST_REST)
        if rest < LEAST_REST:
            self._open()
        else:
            self._rest = loop.call_later(rest, self._open)

    def _wait(self, place: Site, turns: deque[asyncio.Future[None]]) -> None:
        self._waiting[place] = turns
        heapq.heappush(self._order, (self._passed.get(place, 0.0), next(self._numbers), place))

    def _open(self) -> None:
        self._rest, self._closed = None, False
        self._together = 0
        self._next()

    def _next(self) -> None:
        """Let the next one through that is still waiting, if it is time."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        while self._order and not self._closed:
            place = self._order[0][-1]
            if pause := self._pause(place):
                self._timer = asyncio.get_running_loop().call_later(pause, self._next)
                return
            heapq.heappop(self._order)
            turns = self._waiting.pop(place)
            turn = turns.popleft()
            if not turn.done():  # Who was waiting may have been cancelled.
                self._pass(place)
                turn.set_result(None)
            if turns:
                self._wait(place, turns)
