"""Whether the boards that a client saw are boards to which a deal leads.  Pure.

A step says what changed, and not what its racer did.  So every legal action is tried on the cards
that the seed deals, and the undo: one of them has to lead to what was shown.
"""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from engine.game import Game
from engine.play import Entry
from engine.state import State

MOVE: Final = 20
"""What it costs to make a move, where to look at what an undo may bring back costs 1."""
BUDGET: Final = 60_000 * MOVE
"""What following the boards of a race may cost: a few seconds of work at the very most."""
GAP_BUDGET: Final = 3000 * MOVE
"""What finding a way over entries that were not seen may cost."""


class Budget:
    """What following may still cost."""

    def __init__(self, left: int = BUDGET) -> None:
        """Start with so much."""
        self.left = left

    def spend(self, cost: int) -> None:
        """Take so much from it.

        Raises:
            _TooMuch: there is nothing left.
        """
        self.left -= cost
        if self.left < 0:
            raise _TooMuch


class Replayed(NamedTuple):
    """What came of following one racer's boards."""

    possible: bool
    """False if the deal does not lead to what was shown."""
    whole: bool
    """Whether every board from the deal to the last one was followed."""
    ends: tuple[State, ...] = ()
    """Where `whole`: the positions that may lie behind the last board; mostly it is one."""


class _Node:
    """A position that an action led to, and those that an undo may bring back.

    To move a card back looks like an undo, and leaves another past.  The pasts that may be true
    would double each time, so those that end in the same position at the same time share a node.
    """

    __slots__ = ("before", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.before: list[_Node] = []


NOT_TOLD: Final[Mapping[int, Collection[Entry]]] = {}


class _TooMuch(Exception):
    """The budget is used up."""


def follow(
    game: Game,
    seed: str,
    views: Mapping[int, State],
    budget: Budget,
    *,
    undo: bool,
    sent: Mapping[int, Collection[Entry]] = NOT_TOLD,
) -> Replayed:
    """Follow the boards of one racer, by the number of entries made before each, from the deal on.

    `undo` says whether the room plays with undo; `sent`, by the same numbers, which entries alone
    may have come next, where that is known.  What takes more than the `budget` is not followed any
    further.
    """
    nodes, at, whole = [_Node(game.deal(seed))], 0, True
    for number in sorted(views):
        gap = number - at
        part = budget if gap <= 1 else Budget(max(0, min(budget.left, GAP_BUDGET)))
        had = part.left
        try:
            for entry in range(at, number):
                nodes = _onwards(game, seed, nodes, part, undo=undo, only=sent.get(entry))
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
    return Replayed(True, whole, tuple({node.state for node in nodes}))


def _onwards(
    game: Game,
    seed: str,
    nodes: list[_Node],
    budget: Budget,
    *,
    undo: bool,
    only: Collection[Entry] | None,
) -> list[_Node]:
    """Return what one more entry can lead to; with `only`, what one of those can.

    Raises:
        _TooMuch: that is more than the budget allows.
    """
    alike: dict[State, list[_Node]] = {}
    back: dict[int, _Node] = {}
    for node in nodes:
        alike.setdefault(node.state, []).append(node)
        if undo and (only is None or "undo" in only):
            budget.spend(len(node.before))
            back.update((id(before), before) for before in node.before)
    made: dict[State, _Node] = {}
    for state, those in alike.items():
        for action in game.legal_actions(state) if only is None else only:
            if action == "undo" or (only is not None and not game.is_legal(state, action)):
                continue
            budget.spend(MOVE)
            after = game.play(state, action, seed)
            made.setdefault(after, _Node(after)).before += those
    return [*back.values(), *made.values()]
