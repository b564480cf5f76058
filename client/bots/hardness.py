"""How hard a deal is that can be won: by how far plain players get, and how long it was looked at.

A player gets the further the easier a deal is, but a few games say it only roughly, as each is one
way through the deal; the more of them, the more is sure.  It is a whole number, the same on every
machine: what is left to chance here comes from the seed.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from client.bots.chooser import MoveChooser
from client.bots.planner import Planner
from engine.game import Game
from engine.state import Action

WHOLE: Final = 1000
"""The whole way, from the deal to a win."""
LONGEST: Final = 1000
"""Moves after which a game is taken as it stands: next to none is so long."""
SEARCH: Final = 10
"""What it adds that twice as many positions were looked at until a win was found."""


class Player(NamedTuple):
    """Who plays a deal."""

    chooser: type[MoveChooser]
    care: float


PLAYERS: Final = (
    *(Player(MoveChooser, care) for care in (0.95, 0.9, 0.8, 0.7)),
    *(Player(Planner, care) for care in (0.9, 0.75)),
)
"""The players that are asked, each for one game."""


class Way(NamedTuple):
    """From where to where the score goes, from the deal to a win."""

    first: int
    last: int

    @classmethod
    def of(cls, game: Game, seed: str, solution: Sequence[Action]) -> "Way":
        """Return what the score is in the deal of `seed`, and when `solution` has won it."""
        state = dealt = game.deal(seed)
        for action in solution:
            state = game.follow(state, action, seed)
        return cls(dealt.score, state.score)

    def part(self, score: int) -> int:
        """Return how much of the way a game has come that is over, and not won, in thousandths."""
        if self.last <= self.first:
            return 0
        return (
            WHOLE
            * min(max(0, score - self.first), self.last - self.first)
            // (self.last - self.first)
        )


def come(game: Game, seed: str, way: Way, player: Player, chance: str) -> int:
    """Return how far a player comes in the deal of `seed`, in thousandths; `chance` is its luck."""
    state, one = game.deal(seed), player.chooser(game, random.Random(chance), player.care)
    for _ in range(LONGEST):
        if (outcome := game.outcome(state)) is not None:
            return WHOLE if outcome == "won" else way.part(state.score)
        action = one.choose(game.view(state))
        if action is None:
            break
        state = game.play(state, action, seed)
    return way.part(state.score)


def playouts(game: Game, seed: str, way: Way) -> Iterator[int]:
    """Yield how far each of the `PLAYERS` comes in the deal of `seed`, in thousandths."""
    for number, player in enumerate(PLAYERS):
        yield come(game, seed, way, player, f"{seed}/{number}")


def hardness(parts: Sequence[int], positions: int) -> int:
    """Return how hard a deal is of which the playouts came so far.

    `positions` is how many the solver looked at until it was won.
    """
    return WHOLE - sum(parts) // len(parts) + SEARCH * positions.bit_length()


def hardness_of(game: Game, seed: str, solution: Sequence[Action], positions: int) -> int:
    """Return how hard the deal of `seed` is, which `solution` wins; see `hardness`."""
    way = Way.of(game, seed, solution)
    return hardness(list(playouts(game, seed, way)), positions)
