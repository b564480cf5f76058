"""In which order a race rates its racers."""

from collections.abc import Sequence
from typing import NamedTuple

from protocol.messages import Status
from protocol.racing import FEWEST_RATED, ratable


class Finisher(NamedTuple):
    """Somebody who was in a race, and how it ended for them."""

    player: int
    status: Status
    place: int
    """In the race, with the bots: winners by time, then by score and by who had it first."""
    bot: bool = False
    counted: bool = True
    """Whether the operator lets their races count."""
    gone: bool = False
    """Whether they have been deleted: others are rated as before, and of them nothing is kept."""


def is_rated(finishers: Sequence[Finisher]) -> bool:
    """Return whether a race has people enough to be rated.

    Who is not `counted` is one of them here, so that a race keeps its number when the operator
    changes that.
    """
    return sum(not each.bot for each in finishers) >= FEWEST_RATED


def ranks(finishers: Sequence[Finisher]) -> dict[int, int]:
    """Return the rank of each player whom a race rates, 1 for the first, in the order of players.

    It is that of the places in the race: who won the game, the quickest first, then the others by
    their scores, and of equal scores who had it first.  Of equals nobody is better, so that as few
    as can be share a rank: the model makes less of who shares the first one than of the next.
    Nothing is gained by giving up early, nor lost by trying to the end.  Whom it rates at all,
    `protocol.racing.ratable` says.
    """
    rated = ratable(each for each in finishers if each.counted)
    places = {each.player: each.place for each in rated}
    return {
        player: 1 + sum(other < place for other in places.values())
        for player, place in sorted(places.items())
    }
