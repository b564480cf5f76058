"""Whether the boards that a client saw are boards to which a deal leads.  Pure.

A step says what changed, and not what its racer did.  So every legal action is tried on the cards
that the seed deals, and the undo: one of them has to lead to what was shown.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from engine.game import Game
from engine.state import State

BUDGET: Final = 60_000
"""Positions that are made for all boards of a race together: a second or two of work at most."""
GAP_BUDGET: Final = 3000
"""Positions that are made to find a way over entries that were not seen."""


class Budget:
    """How many positions may still be made."""

    def __init__(self, left: int = BUDGET) -> None:
        """Start with so many."""
        self.left = left


class Replayed(NamedTuple):
    """What came of following one racer's boards."""

    possible: bool
    """False if the deal does not lead to what was shown."""
    whole: bool
    """Whether every board from the deal to the last one was followed."""
    ends: tuple[State, ...] = ()
    """Where `whole`: the positions that may lie behind the last board; mostly it is one."""


class _Node:
    """A position, and the one that an undo brings back."""

    __slots__ = ("before", "state")

    def __init__(self, state: State, before: "_Node | None") -> None:
        self.state, self.before = state, before


class _TooMuch(Exception):
    """The budget is used up."""


def follow(
    game: Game, seed: str, views: Mapping[int, State], budget: Budget, *, undo: bool
) -> Replayed:
    """Follow the boards of one racer, by the number of entries made before each, from the deal on.

    `undo` says whether the room plays with undo.  What takes more than the `budget` is not followed
    any further.
    """
    nodes, at, whole = [_Node(game.deal(seed), None)], 0, True
    for number in sorted(views):
        gap = number - at
        part = budget if gap <= 1 else Budget(min(budget.left, GAP_BUDGET))
        had = part.left
        try:
            for _ in range(gap):
                nodes = _onwards(game, seed, nodes, part, undo=undo)
        except _TooMuch:
            return Replayed(True, False)
        finally:
            if part is not budget:
                budget.left -= had - part.left
        whole = whole and gap <= 1
        nodes = [node for node in nodes if game.view(node.state) == views[number]]
        if not nodes:
            return Replayed(False, False)
        at = number
    return Replayed(True, whole, tuple(node.state for node in nodes))


def _onwards(
    game: Game, seed: str, nodes: list[_Node], budget: Budget, *, undo: bool
) -> list[_Node]:
    """Return what one more entry can lead to.

    Raises:
        _TooMuch: that is more than the budget allows.
    """
    made: dict[tuple[State, int], _Node] = {}
    for node in nodes:
        for after in _following(game, seed, node, undo=undo):
            if budget.left <= 0:
                raise _TooMuch
            budget.left -= 1
            made.setdefault((after.state, id(after.before)), after)
    return list(made.values())


def _following(game: Game, seed: str, node: _Node, *, undo: bool) -> Iterator[_Node]:
    if undo and node.before is not None:
        yield node.before
    for action in game.legal_actions(node.state):
        yield _Node(game.play(node.state, action, seed), node)
