"""A player that looks ahead: it plans the moves to the best position that it finds."""

import random
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final, Literal, NamedTuple, TypeAlias

from client.bots.chooser import MoveChooser, cards_of
from engine.cards import HIDDEN
from engine.foresight.ahead import unseen_in
from engine.foresight.choices import alike, choices
from engine.foresight.evaluation import Evaluation
from engine.game import Game
from engine.state import Action, Click, Deal, Move, State

MOST: Final = 1500
"""Positions that one look ahead may make, as long as nothing else is said."""
EACH: Final = 100
"""Positions that it may make a move, taking all moves together."""
LEAST: Final = 50
"""Positions that it may make where it has spent all these."""
STEP: Final = 0.1
"""What a move costs: of two ways to as good a position it takes the shorter."""
BLIND_STEP: Final = 2.0
"""What it costs where no stock brings cards and some lie face down: these are to be seen soon."""
CHOICE: Final = 0.3
"""What an action is worth that can be chosen, where no foundation or no stock tells the way."""
CHOICES: Final = 50
"""So many of them count."""

_Way: TypeAlias = Literal["better", "stock", "other", "button"]


class _Node(NamedTuple):
    """A position that was found, and how."""

    before: int
    action: Action | None
    view: State
    depth: int


class Planner(MoveChooser):
    """Plays one game: makes the best plan that it finds, follows it, and makes the next.

    A plan ends where an unknown card turns up.
    """

    def __init__(
        self,
        game: Game,
        chance: random.Random | None = None,
        care: float = 1.0,
        *,
        most: int = MOST,
    ) -> None:
        """Play `game`.

        `care` is the share of moves for which it looks ahead; the others are the second best that
        it sees at first glance.  `chance` decides which these are.  `most` bounds how many
        positions one look ahead may make.
        """
        super().__init__(game, chance, care)
        self._evaluation = Evaluation(game)
        self._fields = not any(place.kind == "foundation" for place in game.places)
        self._stock = any(place.kind == "stock" for place in game.places)
        self._alike = alike(game)
        self._plan: list[tuple[State, Action]] = []
        self._most = self._fund = most

    @property
    def is_sure(self) -> bool:
        """Whether it knows already what to do after its last move."""
        return bool(self._plan)

    def _pick(self, view: State) -> Action | None:
        self._fund = min(self._most, self._fund + EACH)
        if self._chance.random() >= self._care:
            self._plan = []
            return next(reversed(self._hints(view)), None)
        if not self._plan or self._plan[-1][0] != view:
            self._plan = self._make_plan(view)
        return self._plan.pop()[1] if self._plan else None

    def _make_plan(self, view: State) -> list[tuple[State, Action]]:
        """Return the actions of a plan, the last one first, each with its position.

        What leads to a better position comes first; then a card of the waste, before another covers
        it; then the stock; then what leads to a position that is worse, but not by points; then
        what is; and the button last.
        """
        nodes, ends = self._look_ahead(view)
        if "better" not in ends and HIDDEN in b"".join(view.piles):
            hint = next(iter(self._hints(view)), None)
            if isinstance(hint, Move) and self._game.places[hint.source].kind == "waste":
                return [(view, hint)]
        ways: tuple[_Way, ...] = ("better", "stock", "other", "button")
        at = next((ends[way] for way in ways if way in ends), 0)
        plan = []
        while (action := nodes[at].action) is not None:
            at = nodes[at].before
            plan.append((nodes[at].view, action))
        return plan

    def _look_ahead(self, view: State) -> tuple[list[_Node], dict[_Way, int]]:
        """Return positions that can be reached, and the number of the best in each way.

        The best positions are looked at first.
        """
        game = self._game
        self._evaluation.look_from(view)
        blind = not self._stock and HIDDEN in b"".join(view.piles)
        step = BLIND_STEP if blind else STEP
        counted = blind or self._fields
        nodes = [_Node(-1, None, view, 0)]
        choices = {0: self._actions(view)}
        heap = [(0.0, 0)]
        met = {*self._seen}
        most: dict[_Way, float] = {
            "better": self._worth(view, choices[0] if counted else ()) + STEP
        }
        ends: dict[_Way, int] = {}
        price = 2 if blind else 1  # To look far is in vain where much is not seen yet.
        left = limit = max(LEAST, self._fund) // price
        while heap and left > 0:
            at = heappop(heap)[1]
            depth = nodes[at].depth + 1
            for action in choices.pop(at, None) or self._actions(nodes[at].view):
                left -= 1
                after = game.view(game.follow(nodes[at].view, action))
                cards = cards_of(after)
                if cards in met:
                    continue
                met.add(cards)
                number = len(nodes)
                nodes.append(_Node(at, action, after, depth))
                if game.won(after):
                    self._fund -= price * (limit - left)
                    return nodes, {"better": number}
                if counted:
                    choices[number] = self._actions(after)
                worth = self._worth(after, choices.get(number, ())) - step * depth
                known = unseen_in(after) == unseen_in(view)
                if known and not isinstance(action, Deal):
                    heappush(heap, (-worth, number))
                for way in self._ways(view, action, after, known):
                    if way not in most or worth > most[way]:
                        most[way], ends[way] = worth, number
        self._fund -= price * (limit - left)
        return nodes, ends

    def _ways(self, view: State, action: Action, after: State, known: bool) -> tuple[_Way, ...]:
        """Return what a plan may be that ends with `action` and leads from `view` to `after`."""
        if isinstance(action, Deal):
            return ("button",)
        if isinstance(action, Click) and self._game.places[action.pile].kind == "stock":
            return ("better", "stock") if known else ("stock",)
        return ("better",) if after.score < view.score else ("better", "other")

    def _worth(self, view: State, choices: Sequence[Action]) -> float:
        return self._evaluation.value(view) + CHOICE * min(CHOICES, len(choices))

    def _actions(self, state: State) -> list[Action]:
        """Return what can be done, but of places that are alike only one."""
        return choices(self._game, self._alike, state)
