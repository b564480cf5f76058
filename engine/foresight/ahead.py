"""A short look ahead: which of the first steps leads towards the best position near by."""

from collections.abc import Collection, Mapping
from heapq import heappop, heappush
from typing import Final, NamedTuple

from engine.cards import HIDDEN, UNKNOWN
from engine.foresight.choices import alike, choices
from engine.foresight.evaluation import Evaluation
from engine.game import Game
from engine.solver.sameness import interchangeable, sight
from engine.state import Action, Click, Deal, State

NEAR: Final = 100
"""Positions that are looked at: a few milliseconds' worth."""
STEP: Final = 0.1
"""What a move costs: of two ways to as good a position the shorter one is better."""


class _Node(NamedTuple):
    """A position that was found, the first step towards it, and how many steps away it is."""

    view: State
    first: Action | None
    depth: int


def best_step(
    game: Game, view: State, steps: Mapping[Action, State], known: Collection[int]
) -> Action | None:
    """Return which of the `steps` leads towards the best position that is seen from `view`.

    Those are the actions to choose from, each with the view that comes of it.  Positions whose
    `sight` is `known` are passed by.  What looks best is looked at first, as far as no unknown card
    turns up, and without the game's button.  None where nothing near is better than `view` itself.
    """
    evaluation, groups, numbers = Evaluation(game), interchangeable(game), alike(game)
    evaluation.look_from(view)
    stocks = {Click(i) for i, place in enumerate(game.places) if place.kind == "stock"}
    best, most = None, evaluation.value(view) + STEP
    met, unseen, left = set(known), unseen_in(view), NEAR
    nodes = [_Node(view, None, 0)]
    heap = [(0.0, 0)]
    while heap and left > 0:
        state, first, depth = nodes[heappop(heap)[1]]
        for action in steps if first is None else choices(game, numbers, state):
            if isinstance(action, Deal) or (left <= 0 and first is not None):
                continue
            left -= 1
            after = steps[action] if first is None else game.view(game.follow(state, action))
            seen = sight(groups, after)
            if seen in met:
                continue
            met.add(seen)
            step = action if first is None else first
            if game.won(after):
                return step
            worth = evaluation.value(after) - STEP * (depth + 1)
            if unseen_in(after) == unseen:
                nodes.append(_Node(after, step, depth + 1))
                heappush(heap, (-worth, len(nodes) - 1))
            elif action in stocks:
                continue  # Whether the card that comes is any good, nobody knows.
            if worth > most:
                best, most = step, worth
    return best


def unseen_in(view: State) -> tuple[int, int]:
    """Return how many cards of a view lie face down, and how many are not known where they lie."""
    cards = b"".join(view.piles)
    return cards.count(HIDDEN), cards.count(UNKNOWN)
