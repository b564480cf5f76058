"""The positions that a search came upon."""

from engine.solver.sameness import Key, Sameness
from engine.solver.turning import Talon, Turning
from engine.state import State


class Seen:
    """The positions that a search came upon, so that it looks at none for a second time."""

    def __init__(self, sameness: Sameness, turning: Turning | None) -> None:
        """Begin with none; `turning` is what `sameness` leaves out of its keys."""
        self._key = sameness.key
        self._turning = turning
        self._keys: set[Key] = set()
        self._talons: dict[Key, list[tuple[Talon, int]]] = {}

    def adds(self, state: State) -> bool:
        """Add a position, and return whether nothing as good was there.

        As good is one that is the same, or that becomes the same when the stock is turned.
        """
        key, turning = self._key(state), self._turning
        if turning is None:
            if key in self._keys:
                return False
            self._keys.add(key)
            return True
        mine = turning.talon(state)
        known = self._talons.get(key)
        if known is None:
            self._talons[key] = [mine]
            return True
        if mine in known:
            return False
        talon, redeals = mine
        for each in known:
            reached = turning.course(state, each).get(talon)
            if reached is not None and reached[0] <= redeals:
                return False
        known.append(mine)
        return True
