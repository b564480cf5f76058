"""The positions that wait to be looked at by one opinion, the most promising first."""

from bisect import insort
from heapq import heappop, heappush
from typing import Final

MOST: Final = 50
"""How many levels take turns: the lowest ones."""


class Queue:
    """Numbered positions by their distance; of each level in turn, where they have several.

    Of equal ones the newest comes first, which goes deep. The turn goes from the highest level down
    to the lowest, so that a good position is followed all the way.
    """

    def __init__(self) -> None:
        self._heaps: dict[int, list[tuple[float, int]]] = {}
        self._levels: list[int] = []
        """The levels on which positions wait, lowest first."""
        self._turn = 0

    def push(self, number: int, distance: float, level: int = 0) -> None:
        """Add the position `number`, which is higher than those before."""
        heap = self._heaps.get(level)
        if heap is None:
            heap = self._heaps[level] = []
            insort(self._levels, level)
        heappush(heap, (distance, -number))

    def pop(self) -> int | None:
        """Take the best position of the level whose turn it is; None where there is none left."""
        levels = self._levels
        if not levels:
            return None
        self._turn = (self._turn or min(len(levels), MOST)) - 1
        self._turn = min(self._turn, len(levels) - 1)
        level = levels[self._turn]
        heap = self._heaps[level]
        number = -heappop(heap)[1]
        if not heap:
            del self._heaps[level], levels[self._turn]
        return number
