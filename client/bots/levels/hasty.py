"""A player in a hurry, who plays at first glance, but not as if it had seen nothing."""

from random import Random

from client.bots.chooser import PATIENCE, MoveChooser
from engine.game import Game
from engine.hints import sight
from engine.solver.sameness import interchangeable
from engine.state import Action, Move, State


class Hasty(MoveChooser):
    """Plays one game: the best hint, or the second best, that leads somewhere.

    What takes a card off a foundation does not, nor what only changes which of two like piles is
    which, at once or on a way round.
    """

    def __init__(
        self, game: Game, chance: Random, care: float, *, patience: int = PATIENCE
    ) -> None:
        """Play `game`; see `MoveChooser`."""
        super().__init__(game, chance, care, patience=patience)
        self._groups = interchangeable(game)
        self._sights: set[int] = set()

    def _remember(self, view: State) -> None:
        super()._remember(view)
        self._sights.add(sight(self._groups, view))

    def _leads_on(self, view: State, action: Action) -> bool:
        if isinstance(action, Move) and self._game.places[action.source].kind == "foundation":
            return False
        return sight(self._groups, self._game.play(view, action)) not in self._sights
