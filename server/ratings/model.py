"""What a race makes of its racers' ratings: Plackett and Luce's model, as OpenSkill has it.

A strength is a normal distribution: what is believed (`mu`), and how surely (`sigma`).  Everybody
begins in the middle, with nothing known.  What is shown is so low that somebody is better for
almost certain, so that it rises with each race that confirms it, and nobody is first by one race;
and it is counted from where everybody begins.

Sources: R. Weng, C. Lin, *A Bayesian Approximation Method for Online Ranking*, JMLR 12 (2011), for
the model; the package `openskill` for its constants, which are kept, on a scale of 60 to 1.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from protocol.messages import FIRST_RATING

MEAN: Final = 1500.0
"""What is believed of who has not raced yet."""
SPREAD: Final = 500.0
"""How far off that may be: one in three is further."""
SURE_SPREAD: Final = 300.0
"""A rating is told with a question mark as long as its `sigma` is more than this."""
SURE_RACES: Final = 15
"""The same while it comes of fewer races."""
CAUTION: Final = 3
"""How many times `sigma` the rating that is told lies below `mu`."""

_model: Final = PlackettLuce(mu=MEAN, sigma=SPREAD, beta=SPREAD / 2, tau=SPREAD / 100)


class Strength(NamedTuple):
    """What is known of a player's strength."""

    mu: float = MEAN
    sigma: float = SPREAD
    races: int = 0

    @property
    def shown(self) -> int:
        """The rating that is told: a whole number, `FIRST_RATING` for who has not raced."""
        known = self.mu - CAUTION * self.sigma - (MEAN - CAUTION * SPREAD)
        return max(0, FIRST_RATING + round(known))

    @property
    def sure(self) -> bool:
        """Whether it is told without a question mark."""
        return self.sigma <= SURE_SPREAD and self.races >= SURE_RACES


UNKNOWN: Final = Strength()
"""The strength of who has not raced yet."""


def rate(before: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """Return how strong racers are after a race that they ended in these `ranks`.

    1 is the first, and who shares a rank was as good.  There are two racers at least, all of them
    in one order: the last bit of a sum depends on it.
    """
    teams = [[_model.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    rated = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        Strength(after.mu, after.sigma, each.races + 1)
        for each, [after] in zip(before, rated, strict=True)
    ]
