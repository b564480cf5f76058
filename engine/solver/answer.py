"""What a search for a win comes to."""

from typing import Literal, NamedTuple, TypeAlias

from engine.state import Action

Verdict: TypeAlias = Literal["won", "impossible", "unknown"]


class Answer(NamedTuple):
    """What a search found, and what it took."""

    verdict: Verdict
    """Whether the deal can be won: "unknown" where the search ended before it was known."""
    positions: int
    """How many positions were made: the same on every machine."""
    actions: tuple[Action, ...] = ()
    """Actions that win, in order; none where it is not won, or was won to begin with."""
