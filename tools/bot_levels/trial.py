"""Games of each level on the same deals, and what came of them."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import Final, NamedTuple, Protocol

from client.bots.hardness import LONGEST, WHOLE, Way
from client.bots.levels.level import LEVELS
from engine import catalogue
from engine.game import Game
from engine.solver.analysis import nothing_to_decide
from engine.solver.search import solve
from engine.state import Action, State
from protocol.bands import measured
from tools.bands.trial import Setting, rated
from tools.bot_levels.careful import Careful

PLAYERS: Final = ("random", *(str(number) for number in LEVELS))
"""Who plays each deal: first somebody at random with care, then the levels from 1 on."""
WHOLE_SEEDS: Final = 8
"""So many deals are looked at for a win, to know what it scores."""
WHOLE_POSITIONS: Final = 10_000
"""For so many positions each."""
SURE: Final = 2.0
"""A difference counts that is so many times as large as its standard error."""
BANDED: Final = "freecell"
"""The game of which certified deals of the middle band are played."""
BANDED_LEVEL: Final = 4
"""The level that is to win nine of ten of them."""


class Chooser(Protocol):
    """Who plays, by what a player sees."""

    def choose(self, view: State) -> Action | None:
        """Return the move to make in `view`; None to give up."""


class Played(NamedTuple):
    """What came of a game."""

    score: int
    won: bool


class Verdict(NamedTuple):
    """What the figures of one game say."""

    rises: bool
    """Whether no level comes clearly less far than the one before, and the last one comes further
    than the first."""
    beaten: bool
    """Whether who plays at random with care comes as far as level 1 at least."""


def player(name: str, game: Game, seed: str) -> Chooser:
    """Return one of the `PLAYERS` for a deal, whose luck is the same each time."""
    chance = Random(f"{seed}/{name}")  # noqa: S311 (no secret)
    return Careful(game, chance) if name == "random" else LEVELS[int(name)].player(game, chance)


def play(game: Game, seed: str, name: str) -> Played:
    """Let one of the `PLAYERS` play the deal of `seed` to the end."""
    state, one = game.deal(seed), player(name, game, seed)
    for _ in range(LONGEST):
        if game.outcome(state) is not None:
            break
        action = one.choose(game.view(state))
        if action is None:
            break
        state = game.play(state, action, seed)
    return Played(state.score, game.won(state))


def whole(game: Game) -> int | None:
    """Return what a win scores; None where none was found soon."""
    found = None
    for number in range(1, WHOLE_SEEDS + 1):
        seed = f"whole {number}"
        answer = solve(game, seed, WHOLE_POSITIONS)
        if answer.verdict == "won":
            last = Way.of(game, seed, answer.actions).last
            found = last if found is None else max(found, last)
    return found


def parts(
    firsts: Sequence[int], results: Sequence[Sequence[Played]], last: int | None
) -> list[list[int]]:
    """Return how far each player came on each deal, in thousandths of the way to a win.

    `firsts` is what each deal scores before the first move.  Where nobody knows what a win scores
    the way ends where the best of all came to.
    """
    highest = max(played.score for each in results for played in each)
    end = highest if last is None else max(last, highest)
    return [
        [
            WHOLE if played.won else Way(first, end).part(played.score)
            for first, played in zip(firsts, each, strict=True)
        ]
        for each in results
    ]


def verdict(found: Sequence[Sequence[int]]) -> Verdict:
    """Return what these figures say, each row being a player's as in `PLAYERS`."""
    careful, *levels = found
    rises = not any(_clearly_less(after, before) for before, after in pairwise(levels))
    return Verdict(
        rises and sum(levels[-1]) > sum(levels[0]),
        not _clearly_less(careful, levels[0]) and sum(careful) >= sum(levels[0]),
    )


def _clearly_less(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether `one` came less far than `other` on the same deals, and not by chance."""
    differences = [b - a for a, b in zip(one, other, strict=True)]
    if len(differences) < 2:
        return sum(differences) > 0
    error = sqrt(pvariance(differences) / (len(differences) - 1))
    return fmean(differences) > max(SURE * error, 0)


def luck_alone(name: str, found: Sequence[Sequence[int]]) -> bool:
    """Return whether nothing that is done in a game makes a difference, by these figures too."""
    return nothing_to_decide(catalogue.make(name)) or all(row == found[0] for row in found)


def banded(deals: int) -> Iterator[bool]:
    """Yield of so many certified deals of the middle band whether the level wins them."""
    entry = catalogue.entry(BANDED)
    setting = Setting(BANDED, tuple(entry.complete({}).items()))
    limits = measured(BANDED, entry.complete({}))
    assert limits is not None, "the game has bands"
    seeds = partial(rated, setting, "levels")
    won = 0
    for deal in seeds(10 * deals):
        if limits.band(deal.hardness) == "medium":
            yield play(catalogue.make(BANDED), deal.seed, str(BANDED_LEVEL)).won
            won += 1
            if won == deals:
                return
