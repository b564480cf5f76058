"""A player without a network: looks at a view and chooses a move."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine.cards import HIDDEN
from engine.game import Game
from engine.hints import hints
from engine.state import Action, State

PATIENCE: Final = 80
"""Moves without a better score or a card turned up: three times through a stock, and then some."""


class MoveChooser:
    """Plays one game at first glance: the best hint that leads to a position not seen before.

    It makes no move that it knows to lead back, and without progress it gives up before long: so
    its game ends.
    """

    def __init__(
        self,
        game: Game,
        chance: random.Random | None = None,
        care: float = 1.0,
        *,
        patience: int = PATIENCE,
    ) -> None:
        """Play `game`.

        `care` is the share of moves for which it takes the best hint rather than the second best.
        `chance` decides which these are.  `patience` is after how many moves without progress it
        gives up.
        """
        self._game = game
        self._chance = chance or random.Random()
        self._care = care
        self._seen: set[State] = set()
        self._best = (-1, 0)
        self._idle, self._patience = 0, patience

    @property
    def is_sure(self) -> bool:
        """Whether it knows already what to do after its last move."""
        return False

    def thoughts(self, view: State) -> Iterator[None]:  # noqa: ARG002 (others need it)
        """Think about what to do in `view`, with pauses, before it is asked to choose.

        Who needs long to think does that here, so that others get their turn.
        """
        return iter(())

    def choose(self, view: State) -> Action | None:
        """Return the move to make in `view`; None when there is nothing new to try: give up."""
        self._remember(view)
        progress = (view.score, -sum(pile.count(HIDDEN) for pile in view.piles))
        better = progress > self._best
        self._best, self._idle = max(progress, self._best), 0 if better else self._idle + 1
        if self._idle > self._patience:
            return None
        chosen = self._pick(view)
        if chosen is not None:
            self._remember(self._game.play(view, chosen))  # also if the server should refuse it
        return chosen

    def _remember(self, view: State) -> None:
        self._seen.add(cards_of(view))

    def _pick(self, view: State) -> Action | None:
        fresh = self._hints(view)
        if len(fresh) > 1 and self._chance.random() >= self._care:
            return fresh[1]
        return fresh[0] if fresh else None

    def _hints(self, view: State) -> list[Action]:
        """Return the two best hints that lead to a position not seen before, or fewer."""
        return list(islice(self._fresh(view), 2))

    def _fresh(self, view: State) -> Iterator[Action]:
        """Yield the hints that lead on, the best first."""
        return (action for action in hints(self._game, view) if self._leads_on(view, action))

    def _leads_on(self, view: State, action: Action) -> bool:
        return cards_of(self._game.play(view, action)) not in self._seen


def cards_of(view: State) -> State:
    """Return what makes a view a new one: a stock that came round with nothing changed does not."""
    return view._replace(score=0, redeals=0)
