"""The rooms of an evening, drawn by lot so that all kinds come."""

import random
from collections.abc import Sequence
from typing import Final

from protocol.messages import Deals, PointsRule, Series, SeriesGame, Settings
from tools.ten_evenings.rooms import Plan

RULES: Final[tuple[PointsRule, ...]] = ("places", "rivals", "wins")
SHORT: Final = ("thirteens", "isabel", "fourteen", "helsinki", "block-ten", "cover", "fortress")
"""Games that end in few moves; of some of them most deals are won."""
BANDED: Final[tuple[Deals, ...]] = ("easy", "medium", "hard")
GHOSTS: Final = "ghosts"
FAMILY: Final = "Pairs"
LIMIT: Final = 20
"""Seconds that a race takes at most."""


def _settings(game: str, **other: object) -> Settings:
    usual = {"time_limit": LIMIT, "countdown": 0, "seats": 8, "show_boards": True}
    return Settings(game, **usual | other)  # type: ignore[arg-type]


def kinds(chance: random.Random, evening: int) -> list[Plan]:
    """Return one room of every kind."""
    rule = RULES[evening % len(RULES)]
    other, third = (RULES[(evening + more) % len(RULES)] for more in (1, 2))
    short = chance.sample(SHORT, len(SHORT))
    line_up = [SeriesGame(game) for game in short[:3]]
    undo, vetoes = chance.random() < 0.7, chance.choice((0, 2))
    return [
        Plan("one race", _settings(short[0], undo=undo), bots=(1, 2)),
        Plan("rematches", _settings(short[1]), races=3, gives_up=True, bots=(3,)),
        Plan(
            "a series of one game",
            _settings(short[2], series=Series(3, points=rule, pause=5)),
            races=3,
            comes_late=True,
        ),
        Plan(
            "a series of a list, with vetoes",
            _settings(short[3], series=Series(5, line_up, vetoes=1, points=other, pause=5)),
            races=5,
            vetoes=True,
            goes_early=True,
            bots=(2,),
        ),
        Plan(
            "a series of a family",
            _settings(
                short[4],
                series=Series(3, family=FAMILY, vetoes=vetoes, points=third, pause=5),
            ),
            races=3,
            vetoes=vetoes > 0,
        ),
        Plan("not rated", _settings(short[5], rated=False), races=2, begins_anew=True),
        Plan("deals that can be won", _settings("gay-gordons", deals="winnable"), races=2),
        Plan(
            "deals of a band",
            _settings("thirteens", deals=BANDED[evening % len(BANDED)]),
            races=2,
            bots=(1,),
        ),
        Plan(
            "a room with a password",
            _settings(short[6], listed=False, series=Series(2, points=chance.choice(RULES))),
            races=2,
            password="sesame",  # noqa: S106 (nobody's)
        ),
        Plan("the same deal again", _settings(short[0]), races=2, same_deal=True),
        Plan(
            "the host ends it",
            _settings(short[1], series=Series(2, points=chance.choice(RULES), pause=5)),
            races=2,
            host_ends=True,
        ),
        Plan("one is sent away", _settings(short[2]), races=2, sends_away=True),
        Plan("one looks on, later", _settings("monte-carlo", delay=1), races=2, looks_on=True),
        Plan("a bot of the server's own", _settings(short[3]), own_bot=True),
        Plan(GHOSTS, _settings(short[0])),
    ]


def programme(chance: random.Random, evening: int, most: int | None = None) -> list[Plan]:
    """Return the rooms of an evening in their order, `most` of them at most."""
    drawn = kinds(chance, evening)
    if most is not None:
        # Each evening goes on where the last one ended, so that all kinds come.
        first = evening * most % len(drawn)
        drawn = [*drawn, *drawn][first : first + most]
    chance.shuffle(drawn)
    return drawn


def seats(chance: random.Random, people: Sequence[str]) -> list[str]:
    """Return who comes into a room, the host first: three of them at least."""
    return chance.sample(people, chance.randint(3, len(people)))
