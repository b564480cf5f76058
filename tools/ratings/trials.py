"""What is tried in a made-up club: how soon ratings are right, and what cheating brings."""

from collections.abc import Callable
from statistics import fmean, median
from typing import Final, NamedTuple

from tools.ratings.club import GAMES, Club, Racer

LATER: Final = (5, 10, 15, 20, 30, 50, 100)
"""After so many races of a player on average is looked how right the ratings are."""
RACES: Final = 60
"""Races of somebody who wants to gain by other means than racing well."""
WARM: Final = 20
"""Races of each of the others by then, on average."""


class Right(NamedTuple):
    """How right the ratings of a club are."""

    races: int
    """Of each player, on average."""
    pairs: float
    """The share of pairs of players who stand in the right order."""
    sure: float
    """The share of players whose rating has no question mark."""


def convergence(seed: str) -> list[Right]:
    """Return how right the ratings of one club are, as time goes by."""
    club, before, found = Club(seed), 0, []
    for races in LATER:
        _race_on(club, races - before)
        before = races
        found.append(Right(races, _in_order(club), _sure(club)))
    return found


def _in_order(club: Club) -> float:
    worth = {each.number: _worth(club, each) for each in club.racers}
    pairs = [(a, b) for a in club.racers for b in club.racers if a.strength > b.strength]
    return fmean(worth[a.number] > worth[b.number] for a, b in pairs)


def _sure(club: Club) -> float:
    return fmean(club.known(each).sure for each in club.racers)


def _worth(club: Club, racer: Racer) -> float:
    return club.known(racer).shown


Way = Callable[[Club], float]
"""A way to race, and the rating that comes of it for somebody of middling strength."""


def _race_on(club: Club, races: int) -> None:
    """Let the club race until everybody has been in so many more races, on average."""
    starts = 0
    while starts < races * len(club.racers):
        company = club.company()
        starts += len(company)
        club.race(company)


def _among(
    club: Club, racer: Racer, count: int = RACES, *, game: str = "", quitter: Racer | None = None
) -> float:
    """Let somebody race with others of the club; return the rating that comes of it."""
    others = [each for each in club.racers if each is not racer]
    for _ in range(count):
        company = club.draw(len(club.company()) - 1, others)
        club.race([racer, *company], game=game, quitter=quitter)
    return _worth(club, racer)


def honestly(club: Club) -> float:
    """Race with whoever is there, in any game."""
    return _among(club, club.add(0.0))


def quitting(club: Club) -> float:
    """Give up whenever others are ahead."""
    racer = club.add(0.0)
    return _among(club, racer, quitter=racer)


def in_pairs(club: Club) -> float:
    """Race half of the time against a friend alone, who gives up at once."""
    racer, friend = club.add(0.0), club.add(0.0)
    for _ in range(RACES // 2):
        club.race([racer, friend], thrown=friend)
    return _among(club, racer, RACES // 2)


def fresh_names(club: Club) -> float:
    """Race under four names, a quarter of the time each, and keep the best."""
    return max(_among(club, club.add(0.0), RACES // 4) for _ in range(4))


def best_game(club: Club) -> float:
    """Race in nothing but one's best game."""
    racer = club.add(0.0)
    return _among(club, racer, game=max(GAMES, key=lambda game: racer.talents[game]))


def weaker_ones(club: Club) -> float:
    """Race with nobody but the weaker half of the club."""
    racer = club.add(0.0)
    weaker = sorted(club.racers, key=lambda each: _worth(club, each))[: len(club.racers) // 2]
    others = [each for each in weaker if each is not racer]
    for _ in range(RACES):
        club.race([racer, *club.draw(len(club.company()) - 1, others)])
    return _worth(club, racer)


WAYS: Final[dict[str, Way]] = {
    "honestly": honestly,
    "giving up whenever others are ahead": quitting,
    "half of the races against a friend who gives up at once": in_pairs,
    "under four names, of which the best is kept": fresh_names,
    "in one's best game alone": best_game,
    "against the weaker half of the club alone": weaker_ones,
}


class Gain(NamedTuple):
    """What a way to race brings."""

    way: str
    rating: int
    """The median of the clubs."""
    gain: int
    """By how much more than honestly, in the median of the clubs."""


def gains(seeds: list[str]) -> list[Gain]:
    """Return what each way brings to somebody of middling strength, in these clubs."""
    found: dict[str, list[float]] = {name: [] for name in WAYS}
    for seed in seeds:
        for name, way in WAYS.items():
            club = Club(seed)
            _race_on(club, WARM)
            found[name].append(way(club))
    honest = found["honestly"]
    return [
        Gain(
            name,
            round(median(worths)),
            round(median(a - b for a, b in zip(worths, honest, strict=True))),
        )
        for name, worths in found.items()
    ]
