"""Players who go in no circles, and leave on the foundations what lies there."""

from functools import cached_property

from client.bots.chooser import MoveChooser
from client.bots.planner import Planner
from engine.game import Game
from engine.solver.sameness import interchangeable, sight
from engine.state import Action, Move, State


class Tidy(MoveChooser):
    """Plays one game at first glance: the best hint, or the second best, that leads somewhere.

    What takes a card off a foundation does not, nor what only changes which of two like piles is
    which, at once or on a way round.
    """

    @cached_property
    def _groups(self) -> list[tuple[int, ...]]:
        return interchangeable(self._game)

    @cached_property
    def _sights(self) -> set[int]:
        return set()

    def _remember(self, view: State) -> None:
        super()._remember(view)
        self._sights.add(sight(self._groups, view))

    def _leads_on(self, view: State, action: Action) -> bool:
        if takes_off(self._game, action):
            return False
        return sight(self._groups, self._game.play(view, action)) not in self._sights


class TidyPlanner(Tidy, Planner):
    """Plans as well, and takes a card off a foundation only for one that is to lie on it."""

    _stays = False
    """Whether it plans without taking anything off the foundations."""

    def _make_plan(self, view: State) -> list[tuple[State, Action]]:
        plan = super()._make_plan(view)
        if not self._for_nothing(plan):
            return plan
        self._stays = True
        try:
            return super()._make_plan(view)
        finally:
            self._stays = False

    def _actions(self, state: State) -> list[Action]:
        actions = super()._actions(state)
        if not self._stays:
            return actions
        return [action for action in actions if not takes_off(self._game, action)]

    def _for_nothing(self, plan: list[tuple[State, Action]]) -> bool:
        """Return whether a plan, its last action first, takes a card off for none to lie on it."""
        bare: set[int] = set()
        for _, action in reversed(plan):
            if isinstance(action, Move):
                bare.discard(action.target)
                if takes_off(self._game, action):
                    bare.add(action.target)
        return bool(bare)


def takes_off(game: Game, action: Action) -> bool:
    """Return whether an action moves what lies on a foundation."""
    return isinstance(action, Move) and game.places[action.source].kind == "foundation"
