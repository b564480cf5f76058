"""What is known of the positions of one deal: whether they can still be won, and how.  Pure."""

from collections.abc import Sequence

from engine.game import Game, IllegalAction
from engine.solver.answer import Verdict
from engine.state import Action, State


class Winnable:
    """Positions of a deal of which it is known, each by its cards: what it scored plays no part."""

    def __init__(self, game: Game, seed: str) -> None:
        """Know nothing yet of the deal that `seed` makes."""
        self._game, self._seed = game, seed
        self._next: dict[State, Action] = {}
        """Of positions that can be won, what leads on to the win."""
        self._lost: set[State] = set()

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
        return True

    def note_lost(self, state: State) -> None:
        """Note that there is no way to win from there."""
        self._lost.add(_key(state))

    def note_action(self, before: State, after: State) -> None:
        """Note what an action has led to: nothing that follows a lost position can be won."""
        if _key(before) in self._lost:
            self._lost.add(_key(after))

    def verdict(self, state: State) -> Verdict:
        """Return whether a position can still be won, as far as it is known."""
        if self._game.won(state) or _key(state) in self._next:
            return "won"
        return "impossible" if _key(state) in self._lost else "unknown"

    def action(self, state: State) -> Action | None:
        """Return what leads on to a win from a position; None where no way is known."""
        return self._next.get(_key(state))


def _key(state: State) -> State:
    return state._replace(score=0)
