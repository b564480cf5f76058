"""How fast bots play: evenly, or as people do, with pauses to think and bursts."""

import math
import random
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 8.0
"""No pause is longer than so many times the usual one."""
BURST: Final = 0.4
"""How long a pause is, of a usual one, where somebody knows already what to do."""


class BadPace(ValueError):
    """The text is no pace.  The message says what a pace is."""


@dataclass(frozen=True)
class Pace:
    """How fast a bot plays: the seconds between two moves, give or take the share `jitter`."""

    seconds: float = 1.0
    jitter: float = 0.4

    def pause(self, chance: random.Random, *, sure: bool = False) -> float:  # noqa: ARG002 (people)
        """Return the seconds to wait before a move; `sure` is whether it was known before."""
        return self.seconds * chance.uniform(1 - self.jitter, 1 + self.jitter)


@dataclass(frozen=True)
class HumanPace(Pace):
    """How fast a person plays: `seconds` are those that a pause to think takes on the average.

    They are spread log-normally, by `jitter`, as people's are.
    """

    jitter: float = 0.6

    def pause(self, chance: random.Random, *, sure: bool = False) -> float:
        """Return the seconds to wait before a move: few where it was known before."""
        usual = self.seconds * (BURST if sure else 1.0)
        drawn = usual * math.exp(chance.gauss(-(self.jitter**2) / 2, self.jitter))
        return min(drawn, LONGEST * usual)


def parse_pace(text: str) -> Pace:
    """Return the pace in `text`: seconds a move as `0.5`, or moves a second as `2/s`.

    Raises:
        BadPace: it is none, or not between 0 and 60 seconds a move.
    """
    number, rate, rest = text.strip().partition("/s")
    try:
        value = float(number)
        seconds = 1 / value if rate else value
    except (ValueError, ZeroDivisionError):
        seconds = -1.0
    if rest or not 0 <= seconds <= 60:
        raise BadPace(
            f"{text!r} is no pace: give seconds a move, as 0.5, or moves a second, as 2/s"
        )
    return Pace(seconds)
