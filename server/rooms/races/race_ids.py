"""The numbers of races: each is given out once, whether its race comes to be written or not."""

from typing import Final

from server.rooms.refusal import Refusal

FEW: Final = 50
"""With fewer left, there should be more soon."""


class RaceIds:
    """The ids that a server may give to races, the next one first.

    Who heard of a countdown that was never written would take another promise under its id for a
    breach: so none comes again.
    """

    def __init__(self, ids: range = range(1, 2**53)) -> None:
        """Begin with these."""
        self._blocks = [ids]

    @property
    def few(self) -> bool:
        """Whether more are wanted."""
        return sum(len(ids) for ids in self._blocks) < FEW

    def add(self, ids: range) -> None:
        """Have these, too, when the others are given out; nobody else may have them."""
        self._blocks = [each for each in (*self._blocks, ids) if each]

    @property
    def has_next(self) -> bool:
        """Whether there is one now."""
        return any(self._blocks)

    @property
    def next(self) -> int:
        """The next one.

        Raises:
            Refusal: there is none now.
        """
        for ids in self._blocks:
            if ids:
                return ids[0]
        raise Refusal("too fast", "too many races are started here at once; try again in a moment")

    def take(self) -> None:
        """Note that the next one is given out.

        Raises:
            Refusal: there is none now.
        """
        _ = self.next
        first, *others = (ids for ids in self._blocks if ids)
        self._blocks = [first[1:], *others]
