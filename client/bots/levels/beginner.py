"""A player who has just learnt the rules, and overlooks what is best."""

from random import Random

from client.bots.levels.tidy import Tidy
from engine.game import Game
from engine.state import Action, State

PATIENCE = 12
"""Moves without a better score or a card turned up after which it has had enough."""


class Beginner(Tidy):
    """Plays one game: seldom what is best, mostly anything else that leads somewhere new."""

    def __init__(self, game: Game, chance: Random, care: float) -> None:
        """Play `game`; `care` is the share of moves for which it sees what is best."""
        super().__init__(game, chance, care, patience=PATIENCE)

    def _pick(self, view: State) -> Action | None:
        fresh = list(self._fresh(view))
        if len(fresh) < 2 or self._chance.random() < self._care:
            return next(iter(fresh), None)
        return self._chance.choice(fresh[1:])
