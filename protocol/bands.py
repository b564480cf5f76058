"""How hard a deal that can be won is among those of its game: easy, medium or hard.  Pure.

How hard it is in figures says `client.bots.hardness`, from playouts and from how long a win was
looked for.  Where a band begins and ends was measured for each game and its options by `python -m
tools.bands`, and stands in `protocol.measured`.  Not every game has bands: only those in which
other bots than those of the playouts came clearly less far the harder the deals were.
"""

from typing import Final, NamedTuple, get_args

from engine import catalogue
from engine.catalogue import Choice, Options
from protocol.measured import MEASURED
from protocol.messages import Band

BANDS: Final[tuple[Band, ...]] = get_args(Band)
"""All of them, the easiest first."""
MEASURE: Final = 1
"""Grows when a change gives deals another hardness: of the playouts, of the bots that play them, or
of the solver.  Then all games have to be measured again, and no band that was told before counts.
"""
CLEAR: Final = 50
"""By how much further the bots came on easy deals than on hard ones, at least, in thousandths."""


class Measured(NamedTuple):
    """What was measured of a game with its options; how far bots came is in thousandths."""

    measure: int
    """The `MEASURE` of then."""
    rules: int
    """The version of the game's rules."""
    deals: int
    """How many deals that can be won the limits are from: so that each band has a third."""
    medium: int
    """The hardness with which a deal is not easy any more."""
    hard: int
    """The hardness from which on it is hard."""
    fresh: int
    """On how many other deals other bots raced."""
    results: tuple[int, int, int]
    """How far they came there in each band, on the average, the easiest first."""
    error: int
    """The standard error of how much further they came in the first band than in the last."""

    @property
    def holds(self) -> bool:
        """Whether the bands are told: bots fare worse from each to the next, clearly in all."""
        easy, medium, hard = self.results
        fall = easy - hard
        return easy > medium > hard and fall >= CLEAR and fall > 2 * self.error

    def band(self, hardness: int) -> Band:
        """Return the band of a deal of this hardness."""
        return "easy" if hardness < self.medium else "medium" if hardness < self.hard else "hard"


def setting_key(game: str, options: Options) -> str:
    """Return what a game with all these options is called in `protocol.measured`."""
    words = [f"{name}={_word(choice)}" for name, choice in sorted(options.items())]
    return "/".join([game, *words])


def _word(choice: Choice) -> str:
    return choice if isinstance(choice, str) else "yes" if choice else "no"


def measured(game: str, options: Options) -> Measured | None:
    """Return what was measured of a game with these options, by which its bands are told.

    None where it has none: nothing was measured, or by other rules than today's, or it was no use.
    Options that are not given are as usual.

    Raises:
        UnknownGame, BadOption: there is no such game.
    """
    entry = catalogue.entry(game)
    row = MEASURED.get(setting_key(game, entry.complete(options)))
    found = Measured(*row) if row else None
    if found and found.holds and (found.measure, found.rules) == (MEASURE, entry.version):
        return found
    return None


def has_bands(game: str, options: Options) -> bool:
    """Return whether deals of a game with these options can be told to be easy, medium or hard.

    Raises:
        UnknownGame, BadOption: there is no such game.
    """
    return measured(game, options) is not None
