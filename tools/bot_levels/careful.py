"""Somebody who plays at random with care, for whom the lowest level is to be no match."""

from random import Random

from client.bots.chooser import PATIENCE, cards_of
from engine.cards import HIDDEN
from engine.game import Game
from engine.state import Action, Move, State

GONE = ("foundation", "discard")


class Careful:
    """Plays one game: any legal move but one that takes the last one back.

    One that brings cards home comes first.  It gives up when nothing has come of it for as long as
    bots try.
    """

    def __init__(self, game: Game, chance: Random) -> None:
        """Play `game`; `chance` decides everything."""
        self._game, self._chance = game, chance
        self._before: State | None = None
        self._best, self._idle = (-1, 0), 0

    def choose(self, view: State) -> Action | None:
        """Return the move to make in `view`; None to give up."""
        progress = (view.score, -sum(pile.count(HIDDEN) for pile in view.piles))
        self._idle = 0 if progress > self._best else self._idle + 1
        self._best = max(progress, self._best)
        if self._idle > PATIENCE:
            return None
        forward = [
            action
            for action in self._game.legal_actions(view)
            if cards_of(self._game.play(view, action)) != self._before
        ]
        home = [action for action in forward if self._goes_home(action)]
        self._before = cards_of(view)
        return self._chance.choice(home or forward) if forward else None

    def _goes_home(self, action: Action) -> bool:
        if not isinstance(action, Move):
            return False
        places = self._game.places
        return places[action.target].kind in GONE and places[action.source].kind not in GONE
