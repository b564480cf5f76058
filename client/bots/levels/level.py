"""The five levels, each a declaration: who plays, how carefully, how long it thinks, how fast."""

from dataclasses import dataclass
from random import Random
from typing import Final

from client.bots.chooser import MoveChooser
from client.bots.levels.beginner import Beginner
from client.bots.levels.reckoner import Budget, Reckoner
from client.bots.levels.tidy import Tidy, TidyPlanner
from client.bots.pace import HumanPace
from engine.game import Game
from engine.state import Action, Move, State


@dataclass(frozen=True)
class Level:
    """How a bot of a level plays."""

    chooser: type[MoveChooser]
    """What it is at heart; a `Reckoner` where there is a `budget`."""
    care: float
    """The share of moves for which it takes the best that it sees."""
    pace: HumanPace
    slips: float = 0.0
    """The share of moves before which it makes a wrong one, and takes it back."""
    budget: Budget | None = None
    """How much it reckons."""

    def player(self, game: Game, chance: Random) -> MoveChooser:
        """Return one who plays a deal of `game`, from its views alone; `chance` is its luck."""
        if self.budget is not None:
            return Reckoner(game, chance, self.care, self.budget)
        return self.chooser(game, chance, self.care)


LEVELS: Final = {
    1: Level(Beginner, 0.05, HumanPace(4.0, 0.7), slips=0.05),
    2: Level(Tidy, 0.75, HumanPace(2.6, 0.65), slips=0.025),
    3: Level(TidyPlanner, 0.85, HumanPace(2.0, 0.6), slips=0.01),
    4: Level(
        *(Reckoner, 0.97, HumanPace(1.6, 0.55)),
        budget=Budget(
            most=30_000, each=300, solved=3000, guesses=8, guess=1500, share=0.3, planned=2000
        ),
    ),
    5: Level(
        *(Reckoner, 1.0, HumanPace(1.1, 0.5)),
        budget=Budget(
            most=80_000, each=600, solved=6000, guesses=16, guess=2500, share=0.3, planned=4000
        ),
    ),
}
"""By their numbers, which everybody is told."""


def level(number: int) -> Level:
    """Return the level with this number, 1 to 5.

    Raises:
        ValueError: there is none.
    """
    if number not in LEVELS:
        raise ValueError(f"there are the levels 1 to {max(LEVELS)}, not {number}")
    return LEVELS[number]


def slip(game: Game, view: State, right: Action, chance: Random) -> Action | None:
    """Return a wrong move that can be taken back as if nothing had been; None where there is none.

    It moves cards in the tableau, or to a cell, and turns nothing up.
    """
    kinds = [place.kind for place in game.places]
    slips: list[Action] = []
    for action in game.legal_actions(view):
        if not isinstance(action, Move) or action == right:
            continue
        if kinds[action.source] != "tableau" or kinds[action.target] not in ("tableau", "reserve"):
            continue
        after = game.follow(view, action)
        if _faces(after) == _faces(view) and game.outcome(after) is None:
            slips.append(action)
    return chance.choice(slips) if slips else None


def _faces(view: State) -> bytes:
    """Return the cards, wherever they lie."""
    return bytes(sorted(b"".join(view.piles)))
