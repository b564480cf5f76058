"""The shelf: the few deals that lie ready for the next races, each for one race alone.

What lies here is nowhere else any more, and so is never used twice; `server.stock` fills it.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable

from server.rooms.deals.certified import Certified, Wish


class Shelf:
    """Deals that can be won, by what was wished, and the wishes that nobody can fulfil."""

    def __init__(self) -> None:
        """Begin with an empty one."""
        self._deals: dict[Wish, deque[Certified]] = {}
        self._vain: set[Wish] = set()
        self._tried: Counter[Wish] = Counter()
        self.sought: Callable[[], object] = lambda: None
        """Called when a room has begun to look for a deal, or may soon."""

    def next(self, wish: Wish) -> Certified | None:
        """Return the next deal for this wish, if there is one."""
        deals = self._deals.get(wish)
        return deals[0] if deals else None

    def take(self, wish: Wish) -> None:
        """Note that the next deal for this wish is used."""
        deals = self._deals[wish]
        deals.popleft()
        if not deals:
            del self._deals[wish]
        self.sought()

    def put(self, wish: Wish, deal: Certified) -> None:
        """Have one more."""
        self._deals.setdefault(wish, deque()).append(deal)

    def seek(self, wish: Wish) -> None:
        """Note that a room looks for a deal from now on."""
        self._vain.discard(wish)
        self.sought()

    def note_try(self, wish: Wish) -> None:
        """Note that a deal was tried for this wish that does not fulfil it."""
        self._tried[wish] += 1

    def tried(self, wish: Wish) -> int:
        """Return how many were, since this was sought first."""
        return self._tried[wish]

    def forget_tries(self, sought: Iterable[Wish]) -> None:
        """Forget how many were for wishes that nobody has any more."""
        kept = set(sought)
        self._tried = Counter({wish: n for wish, n in self._tried.items() if wish in kept})

    def despair(self, wish: Wish) -> None:
        """Note that no deal was found in reasonable time: who looks for one is told."""
        self._vain.add(wish)

    def is_vain(self, wish: Wish) -> bool:
        """Whether no deal was found since a room began to look."""
        return wish in self._vain

    def lacking(self, wished: Iterable[Wish]) -> Counter[Wish]:
        """Return how many deals are missing where each of these wishes wants one."""
        lacking = Counter(wished)
        for wish, deals in self._deals.items():
            lacking[wish] -= len(deals)
        return +lacking

    def take_spare(self, wished: Iterable[Wish]) -> tuple[Wish, Certified] | None:
        """Take off one that none of these wishes wants, each of which wants one; None if all do."""
        wanted = Counter(wished)
        for wish, deals in self._deals.items():
            if len(deals) > wanted[wish]:
                spare = deals.pop()
                if not deals:
                    del self._deals[wish]
                return wish, spare
        return None
