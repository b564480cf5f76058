"""What answers to some deals say about all deals of a game."""

from collections.abc import Iterable
from math import sqrt
from statistics import median
from typing import Final, NamedTuple

from engine.solver.answer import Answer

_NORMAL: Final = 1.959964
"""The quantile of the normal distribution that leaves 5 % outside, on both sides together."""


class Interval(NamedTuple):
    """From where to where a share lies, both from 0 to 1."""

    low: float
    high: float


class Tally(NamedTuple):
    """How many deals came to what, and what wins took in the median."""

    deals: int
    won: int
    impossible: int
    positions: int
    """Positions until a win was found."""
    length: int
    """Actions of a win."""

    @property
    def unknown(self) -> int:
        """Deals of which nothing is known."""
        return self.deals - self.won - self.impossible

    @property
    def share(self) -> Interval:
        """The share of deals that can be won: all that is known, and what chance adds to it.

        The lower bound takes all that is unknown for lost, the upper one for won; either is the
        outer end of a 95 % interval by Wilson's score.
        """
        return Interval(
            wilson(self.won, self.deals).low, wilson(self.deals - self.impossible, self.deals).high
        )


def tally(answers: Iterable[Answer]) -> Tally:
    """Count answers."""
    answers = list(answers)
    won = [answer for answer in answers if answer.verdict == "won"]
    return Tally(
        len(answers),
        len(won),
        sum(answer.verdict == "impossible" for answer in answers),
        int(median(answer.positions for answer in won)) if won else 0,
        int(median(len(answer.actions) for answer in won)) if won else 0,
    )


def wilson(hits: int, of: int) -> Interval:
    """Return the 95 % interval of a share of which `hits` were found in `of` trials.

    By E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927):
    it stays between 0 and 1 and holds for few trials, too.
    """
    if not of:
        return Interval(0.0, 1.0)
    share, square = hits / of, _NORMAL * _NORMAL
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _NORMAL / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    # At the ends by name: rounding would leave them a hair inside.
    low = middle - half if hits else 0.0
    high = middle + half if hits < of else 1.0
    return Interval(low, high)
