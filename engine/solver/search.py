"""The search for a win: a thorough one, and in some games hasty ones beside it."""

from typing import Final

from engine.game import Game
from engine.play import Play
from engine.solver.answer import Answer
from engine.solver.exploring import Exploring
from engine.solver.hasty import hasty
from engine.state import Action, State

VERSION = 4
"""Grows when a change finds other solutions, or takes more or fewer positions for them."""
POSITIONS = 100_000
"""How many positions are made where nothing else is said: a few seconds, and some 80 MB."""
TURN: Final = 1000
"""How many positions a search makes before it is the turn of the next."""


class Solver:
    """A search under way, which may be gone on with.

    It is the same on every machine, step by step: nothing in it is left to chance or to the clock.
    """

    def __init__(self, game: Game, seed: str, start: State | None = None) -> None:
        """Begin where `seed` is dealt, or at the position `start` of that deal.

        All cards are looked at, hidden ones too.

        Raises:
            ValueError: `seed` is none.
        """
        deal = game.deal(seed)
        start = deal if start is None else start
        self._game, self._seed, self._start = game, seed, start
        self._thorough = Exploring(game, seed, deal, start)
        in_haste = hasty(game) if game.strategy.hasty else []
        self._turns = [Exploring(each, seed, deal, start) for each in in_haste] + [self._thorough]
        """The searches that go on, the one whose turn it is first."""
        self._left = TURN
        """How many positions the turn has left."""
        self.answer = self._thorough.answer
        """What is known so far."""

    def go_on(self, positions: int) -> Answer:
        """Make some `positions` more, unless it is known before, and return what is known then.

        They are a few more than that at most: a position is looked at as a whole.
        """
        until = self.answer.positions + positions
        while self.answer.verdict == "unknown" and self.answer.positions < until:
            self._take_turn(until - self.answer.positions)
        return self.answer

    def _take_turn(self, most: int) -> None:
        """Let the search whose turn it is make some positions, `most` or few more."""
        searching = self._turns[0]
        before = searching.answer.positions
        if len(self._turns) > 1:
            most = min(most, self._left)
        verdict, now, actions = searching.go_on(most)
        made = self.answer.positions + now - before
        if verdict == "won":
            self._check(actions)
        elif verdict == "impossible" and searching is not self._thorough:
            # It says nothing that a search found nothing which leaves something out.
            del self._turns[0]
            verdict, self._left = "unknown", TURN
        else:
            self._left -= now - before
            if self._left <= 0:
                self._turns.append(self._turns.pop(0))
                self._left = TURN
        self.answer = Answer(verdict, made, actions)

    def _check(self, actions: tuple[Action, ...]) -> None:
        """Play actions that win again, by the rules."""
        play = Play(self._game, self._seed, self._start)
        for action in actions:
            play.enter(action)
        if play.outcome() != "won":
            raise AssertionError("the search has found what does not win")


def solve(game: Game, seed: str, positions: int = POSITIONS) -> Answer:
    """Return whether the deal of `seed` can be won, as far as some `positions` tell.

    Raises:
        ValueError: `seed` is none.
    """
    return Solver(game, seed).go_on(positions)
