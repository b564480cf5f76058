"""Rules of the games with a base card: the first card on the foundations.

It decides with which rank all of them begin.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from engine.cards import KING, RANK
from engine.places import Fits, Put
from engine.relations import NOTHING, Acceptance, ranks
from engine.rules import After
from engine.state import Draft, Position, State

Base: TypeAlias = Callable[[Position], int]
"""Tells the rank of the game's base card; 0 while there is none."""
_T = TypeVar("_T")


def base_on(foundations: Sequence[int], *, remembered: bool = False) -> Base:
    """Tell the rank that these foundations begin with; 0 while none has begun.

    It may be `remembered` by `remember_base`, where all of them may be empty again.
    """
    watched = tuple(foundations)

    def base(position: Position) -> int:
        piles = position.piles
        for pile in watched:
            if cards := piles[pile]:
                return cards[0] & RANK
        return position.marks[0] if remembered and position.marks else 0

    return base


def base_cards(base: Base, first: Acceptance = NOTHING) -> Put:
    """Welcome cards of the base card's rank, and `first` as long as there is none."""
    return lambda position, pile: ranks(rank) if (rank := base(position)) else first


def by_base(
    base: Base, rule_for: Callable[[int], Callable[[State, int], _T]]
) -> Callable[[State, int], _T]:
    """Do as the rule that `rule_for` makes for the base card's rank (0 while there is none)."""
    rules = tuple(map(rule_for, range(KING + 1)))
    return lambda position, pile: rules[base(position)](position, pile)


def fits_by_base(base: Base, fits_for: Callable[[int], Fits], why: str) -> Fits:
    """Allow what the condition for the base card's rank does, of `fits_for`; `why` no more."""
    all_fits = tuple(map(fits_for, range(KING + 1)))
    return Fits(
        lambda position, source, count, target: all_fits[base(position)].allows(
            position, source, count, target
        ),
        why,
    )


def remember_base(base: Base) -> After:
    """Remember the base card's rank as the position's mark."""

    def after(draft: Draft) -> bool:
        rank = base(draft)
        if not rank or draft.marks == (rank,):
            return False
        draft.marks = (rank,)
        return True

    return after
