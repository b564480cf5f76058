"""Many deals of a game with how hard they are, and bots that race on some of them."""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, pvariance
from typing import Final, NamedTuple

from client.bots.bot import CARES
from client.bots.hardness import Player, Way, come, hardness_of
from client.bots.planner import Planner
from engine import catalogue
from engine.catalogue import Choice, entry
from engine.solver.search import solve
from protocol.bands import BANDS, MEASURE, Measured
from protocol.messages import Band
from server.stock.levels import budget

BOTS: Final = 5
"""So many bots race on a deal, from the most careless that there is to the most careful."""
RACERS: Final = tuple(
    Player(Planner, CARES[0] + (CARES[1] - CARES[0]) * number / (BOTS - 1))
    for number in range(BOTS)
)
MOST_TRIES: Final = 40
"""For each deal that is wanted so many seeds are tried, at most."""
FEWEST: Final = 4
"""On fewer deals of a band nothing is seen."""


class Setting(NamedTuple):
    """A game with all its options."""

    game: str
    options: tuple[tuple[str, Choice], ...]


class Rated(NamedTuple):
    """A deal that can be won, and how hard it is."""

    seed: str
    way: Way
    hardness: int


class Raced(NamedTuple):
    """How far bots came on average, in thousandths, on a deal of a band."""

    band: Band
    part: float


def rated(setting: Setting, label: str, deals: int) -> Iterator[Rated]:
    """Yield so many deals, of the seeds `label 1`, `label 2` and so on; fewer where few are won."""
    game, found = catalogue.make(setting.game, dict(setting.options)), 0
    for number in range(1, MOST_TRIES * deals + 1):
        seed = f"{label} {number}"
        answer = solve(game, seed, budget(setting.game))
        if answer.verdict == "won":
            found += 1
            way = Way.of(game, seed, answer.actions)
            yield Rated(seed, way, hardness_of(game, seed, answer.actions, answer.positions))
            if found == deals:
                return
        elif number >= MOST_TRIES and not found:
            return


def race(setting: Setting, deal: Rated) -> float:
    """Return how far other bots come on average in a deal, in thousandths."""
    game = catalogue.make(setting.game, dict(setting.options))
    luck = f"race/{deal.seed}"
    return fmean(
        come(game, deal.seed, deal.way, racer, f"{luck}/{number}")
        for number, racer in enumerate(RACERS)
    )


def limits(hardnesses: Sequence[int]) -> tuple[int, int]:
    """Return from which hardness on deals are medium and hard, so that each band has a third."""
    ordered, third = sorted(hardnesses), len(hardnesses) // 3
    return ordered[third], ordered[-third]


def summary(setting: Setting, hardnesses: Sequence[int], raced: Sequence[Raced]) -> Measured:
    """Return what was measured; where bots have not raced in each band, their results are 0."""
    parts = [[each.part for each in raced if each.band == band] for band in BANDS]
    enough = min(map(len, parts)) >= FEWEST
    easy, medium, hard = (round(fmean(each)) if enough else 0 for each in parts)
    error = (
        sqrt(sum(pvariance(each) / (len(each) - 1) for each in (parts[0], parts[-1])))
        if enough
        else 0
    )
    version = entry(setting.game).version
    lowest, highest = limits(hardnesses)
    return Measured(
        *(MEASURE, version, len(hardnesses), lowest, highest, len(raced)),
        (easy, medium, hard),
        round(error),
    )
