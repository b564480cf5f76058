"""Rules of the games with a base card: the first card on the foundations.

It decides with which rank all of them begin.
"""

from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from engine.cards import KING, RANK
from engine.places import Put
from engine.relations import NOTHING, Acceptance, ranks
from engine.rules import After
from engine.state import Draft, Position

Base: TypeAlias = Callable[[Position], int]
"""Tells the rank of the game's base card; 0 while there is none."""
_T = TypeVar("_T")
_P = ParamSpec("_P")


def base_on(foundations: Sequence[int], *, remembered: bool = False) -> Base:
    """Tell the rank that these foundations begin with; 0 while none has begun.

    It may be `remembered` by `remember_base`, where all of them may be empty again.
    """

    def base(position: Position) -> int:
        piles = position.piles
        for pile in foundations:
            if cards := piles[pile]:
                return cards[0] & RANK
        return position.marks[0] if remembered and position.marks else 0

    return base


def base_cards(base: Base, first: Acceptance = NOTHING) -> Put:
    """Welcome cards of the base card's rank, and `first` as long as there is none."""
    return lambda position, pile: ranks(rank) if (rank := base(position)) else first


def by_base(
    base: Base, rule_for: Callable[[int], Callable[Concatenate[Position, _P], _T]]
) -> Callable[Concatenate[Position, _P], _T]:
    """Do as the rule that `rule_for` makes for the base card's rank (0 while there is none)."""
    rules = tuple(map(rule_for, range(KING + 1)))

    def rule(position: Position, /, *args: _P.args, **named: _P.kwargs) -> _T:
        return rules[base(position)](position, *args, **named)

    return rule


def remember_base(base: Base) -> After:
    """Remember the base card's rank as the position's mark."""

    def after(draft: Draft) -> bool:
        rank = base(draft)
        if not rank or draft.marks == (rank,):
            return False
        draft.marks = (rank,)
        return True

    return after
