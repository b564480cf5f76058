"""Whether cards can still be laid in one line, each on a card of a neighbouring rank.

That is what becomes of the cards in Golf and its kin.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engine.cards import ACE, JOKER, KING, RANKS, Pile
from engine.state import State

_ODD_THEN_EVEN: Final = (*range(ACE, KING + 1, 2), *range(2, KING + 1, 2))
"""Each rank but the first shares a neighbour with the one before it; so do the last and the first,
where ace and king are neighbours."""


def left_over(
    waiting: Pile, under: Pile, *, wrap: bool = False, on_king: bool = True, enough: int = 0
) -> int:
    """Return how many of the `waiting` cards at least find no card to lie on.

    Each of them lies on one of a neighbouring rank, and each card, of them or of those `under`
    them, has one on it at most. `wrap` makes ace and king neighbours; without `on_king` nothing
    lies on a king. Jokers are left out. It need not be told more exactly than whether there are
    more than `enough`.
    """
    waiting, under = waiting.translate(RANKS), under.translate(RANKS)
    wanting = [waiting.count(rank) for rank in range(KING + 2)]
    offering = [wanting[rank] + under.count(rank) for rank in range(KING + 2)]
    if not on_king:
        offering[KING] = 0
    offering[0] = offering[KING + 1] = 0
    fewest = len(waiting)
    # In a circle it is not known how many aces are to lie on kings: all numbers are tried.
    for aces_on_kings in range(min(wanting[ACE], offering[KING]) + 1 if wrap else 1):
        fewest = min(fewest, _left_over(wanting, [*offering], aces_on_kings, wrap))
        if fewest <= enough:
            break
    return fewest


def _left_over(wanting: Sequence[int], offering: list[int], aces_on_kings: int, wrap: bool) -> int:
    """Count what is left over when each rank uses up first what the next cannot use."""
    offering[0] = aces_on_kings
    if wrap:
        offering[KING] -= aces_on_kings
        offering[KING + 1] = offering[ACE]
    missing = 0
    for rank in _ODD_THEN_EVEN:
        want = wanting[rank] - offering[rank - 1]
        if want > 0:
            used = min(want, offering[rank + 1])
            offering[rank + 1] -= used
            missing += want - used
        if wrap and rank == KING:
            offering[ACE] = offering[KING + 1]
    return missing


def cannot_be_cleared(
    tableau: Sequence[int],
    stock: int,
    waste: int,
    *,
    wrap: bool = False,
    on_king: bool = True,
) -> Callable[[State], bool]:
    """Tell whether the tableau cannot be brought to the waste, onto cards of neighbouring ranks.

    It says so where cards of some ranks are too many for those of the ranks beside them. A joker
    lies on any card, and any on it.
    """

    def hopeless(position: State) -> bool:
        piles = position.piles
        waiting = b"".join([piles[pile] for pile in tableau])
        under = piles[stock] + piles[waste][-1:]
        jokers = (waiting + under).translate(RANKS).count(JOKER)
        return left_over(waiting, under, wrap=wrap, on_king=on_king, enough=jokers) > jokers

    return hopeless
