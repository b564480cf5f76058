"""How many deals of a game there should be, and how long is looked for one."""

from typing import Final

FEW: Final = 3
"""Deals of every game that was raced here lately."""
MANY: Final = 20
"""The most deals of one game."""
SHARE: Final = 5
"""A game that is raced more often has a deal for so many of its last races."""
LATELY: Final = 30 * 86_400
"""Seconds for which a race counts."""
LAST_RACES: Final = 1000
"""How many of the last races count, at most."""

POSITIONS: Final = 20_000
"""How many positions of a deal are looked at before another one is tried: up to a second."""
BUDGETS: Final = {
    "auld-lang-syne": 5_000,
    "diamond-mine": 5_000,
    "giant": 100_000,
    "gypsy": 200_000,
    "kansas": 5_000,
    "scorpion": 5_000,
    "spider": 120_000,
    "spiderette": 40_000,
}
"""The games of which another number finds deals sooner: long ones, in which nothing is won before,
and such in which one of many deals is won soon and the others never."""
OTHER: Final = 20_000
"""For how many positions counts a deal that is not as hard as was wished: for each it is played
several times, and one of three would do."""
IN_VAIN: Final = 1_000_000
"""Positions without a win after which no more are looked at: fifty deals of most games."""
PATIENT: Final = {"auld-lang-syne": 3_000_000, "gypsy": 3_000_000, "kansas": 3_000_000}
"""The games of which more are looked at, as a win often takes more: a minute."""
SET_ASIDE: Final = 3600.0
"""Seconds for which a game is left alone then, unless somebody asks for it."""


def level(races: int) -> int:
    """Return how many deals there should be of a game that was raced so often lately."""
    return min(MANY, max(FEW, races // SHARE)) if races else 0


def in_vain(game: str) -> int:
    """Return after how many positions without a win no more of a game are looked at."""
    return PATIENT.get(game, IN_VAIN)


def budget(game: str) -> int:
    """Return how many positions of a deal of a game are looked at."""
    return BUDGETS.get(game, POSITIONS)
