"""Ratings as they come about, race by race: the same races in the same order give the same."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.catalogue import UnknownGame, entry
from server.ratings.model import UNKNOWN, Strength, rate
from server.ratings.ranks import Finisher, ranks

OVERALL: Final = ""
"""What stands for the family of all games."""


class Key(NamedTuple):
    """Whose strength, in which games."""

    family: str
    player: int


class RatedRace(NamedTuple):
    """A race that is to be rated."""

    number: int
    """The how manieth of those that are rated."""
    game: str
    finishers: Sequence[Finisher]


class Step(NamedTuple):
    """What a race has made of a strength."""

    key: Key
    number: int
    """Of the race."""
    strength: Strength


def families(game: str) -> tuple[str, ...]:
    """Return in which families a race in this game is rated: that of all games, and its own."""
    try:
        return OVERALL, entry(game).family
    except UnknownGame:  # It is in no catalogue any more.
        return (OVERALL,)


class Reckoning:
    """Strengths, and how races change them."""

    def __init__(self, known: Iterable[tuple[Key, Strength]] = ()) -> None:
        """Begin with what is known; of everybody else nothing is."""
        self.strengths = dict(known)

    def rate(self, race: RatedRace) -> list[Step]:
        """Return what a race makes of its racers' strengths, and go on with that."""
        ranked = ranks(race.finishers)
        steps = []
        for family in families(race.game) if ranked else ():
            keys = [Key(family, player) for player in ranked]
            before = [self.strengths.get(key, UNKNOWN) for key in keys]
            for key, strength in zip(keys, rate(before, list(ranked.values())), strict=True):
                self.strengths[key] = strength
                steps.append(Step(key, race.number, strength))
        return steps
