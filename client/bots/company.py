"""Bots as company for a person: what they are called, and how a race against them is set.  Pure."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from protocol.messages import MAX_LEVEL, Settings

NAMES: Final = ("Abacus", "Bellows", "Cog", "Dynamo", "Escapement", "Flywheel", "Gimbal", "Hopper")
USUAL_LEVEL: Final = 2
"""The level of a bot where nobody has chosen any."""
LIMIT: Final = 900
"""Seconds that a race lasts at most."""
WAITING: Final = 1
"""Seconds of countdown: the player has just asked for the race, and bots wait for nobody."""


def levels(last: int = USUAL_LEVEL, count: int = 2) -> list[int]:
    """Return the levels of so many bots for a race from one click: the last chosen, and above."""
    return [min(last + number, MAX_LEVEL) for number in range(count)]


@dataclass(frozen=True)
class Company:
    """Bots that are at hand to race with a person, who is the host of the room."""

    settings: Settings
    """What is raced."""
    count: int
    """How many they are."""
    call: Callable[[str], object]
    """Has them all come into the room with this code."""


def free_name(taken: Collection[str], names: Sequence[str] = NAMES) -> str:
    """Return the first of the names that nobody has; with a number behind it, if all are taken."""
    again = 1
    while True:
        for name in names:
            numbered = f"{name} {again}" if again > 1 else name
            if numbered not in taken:
                return numbered
        again += 1


def race_settings(game: str, *, seconds: int = LIMIT) -> Settings:
    """Return the settings of a race against bots: a short countdown, and boards for all to see."""
    return Settings(game, time_limit=seconds, countdown=WAITING, show_boards=True)
