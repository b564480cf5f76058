"""What is known of the positions of one deal: whether they can still be won, and how."""

from collections.abc import Sequence
from typing import Any, Final

from engine.game import Game, IllegalAction
from engine.solver.answer import Verdict
from engine.state import Action, State

MOST: Final = 2000
"""Positions that are known to be winnable, or lost, at most: some ways of a long game."""


class Winnable:
    """Positions of a deal of which it is known, each by its cards: what it scored plays no part.

    Where too much is known, what has been known for longest is forgotten.
    """

    def __init__(self, game: Game, seed: str, most: int = MOST) -> None:
        """Know nothing yet of the deal that `seed` makes, and never more than `most` positions."""
        self._game, self._seed, self._most = game, seed, most
        self._next: dict[State, Action] = {}
        """Of positions that can be won, what leads on to the win."""
        self._lost: dict[State, None] = {}

    def note_way(self, start: State, actions: Sequence[Action]) -> bool:
        """Note that these actions win from there; return False, and note nothing, if they do not.

        All positions on the way can be won, too.
        """
        state, way = start, list[tuple[State, Action]]()
        try:
            for action in actions:
                way.append((_key(state), action))
                state = self._game.play(state, action, self._seed)
        except IllegalAction:
            return False
        if not self._game.won(state):
            return False
        self._next.update(way)
        self._forget(self._next)
        return True

    def note(self, state: State, action: Action) -> None:
        """Note that a position can be won, and that this leads on to it, unless a way is known."""
        self._next.setdefault(_key(state), action)
        self._forget(self._next)

    def note_lost(self, state: State) -> None:
        """Note that there is no way to win from there."""
        self._lost[_key(state)] = None
        self._forget(self._lost)

    def note_action(self, before: State, after: State) -> None:
        """Note what an action has led to: nothing that follows a lost position can be won."""
        if _key(before) in self._lost:
            self.note_lost(after)

    def verdict(self, state: State) -> Verdict:
        """Return whether a position can still be won, as far as it is known."""
        if self._game.won(state) or _key(state) in self._next:
            return "won"
        return "impossible" if _key(state) in self._lost else "unknown"

    def action(self, state: State) -> Action | None:
        """Return what leads on to a win from a position; None where no way is known."""
        return self._next.get(_key(state))

    def way(self, state: State) -> list[Action]:
        """Return all that leads on to a win from a position; nothing where no way is known."""
        actions = []
        while (action := self.action(state)) is not None:
            actions.append(action)
            state = self._game.play(state, action, self._seed)
        return actions if self._game.won(state) else []  # or the rest of it is forgotten

    def _forget(self, known: dict[State, Any]) -> None:
        while len(known) > self._most:
            del known[next(iter(known))]


def _key(state: State) -> State:
    return state._replace(score=0)
