"""Whether cards can still leave in pairs, whose ranks make a certain sum or are the same."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from engine.cards import KING, RANK, RANKS, Pile
from engine.covering import Covers
from engine.state import Action, Move, State
from engine.strategies.strategy import AWAY, Strategy, without_suits

Partners: TypeAlias = Mapping[int, int]
"""By rank: the rank that a card of it leaves with.  A rank without one leaves alone, or stays."""
SAME_RANK: Final[Partners] = {rank: rank for rank in range(1, KING + 1)}


def adding_up(sum_of_ranks: int) -> Partners:
    """Return which ranks make `sum_of_ranks` together."""
    found = {rank: sum_of_ranks - rank for rank in range(1, KING + 1)}
    return {rank: other for rank, other in found.items() if 1 <= other <= KING}


def _once(partners: Partners) -> list[tuple[int, int]]:
    """Return each two ranks that go together once, the lower first."""
    return [(rank, other) for rank, other in sorted(partners.items()) if rank <= other]


def last_pair(partners: Partners) -> Callable[[State, Action], bool]:
    """Tell whether a move takes away the last two cards that go together: no other needs them."""

    def at_once(position: State, action: Action) -> bool:
        if not isinstance(action, Move):
            return False
        rank = position.piles[action.source][-1] & RANK
        other = partners[rank]
        cards = b"".join(position.piles).translate(RANKS)
        return cards.count(rank) + (other != rank and cards.count(other)) == 2

    return at_once


def held_by_each_other(tableau: Sequence[int], partners: Partners) -> Callable[[State], bool]:
    """Tell whether more than half of the cards that go together lie in one pile.

    Only one card of a pile is free at a time, so each needs a partner in another pile.
    """
    pairs = _once(partners)

    def hopeless(position: State) -> bool:
        piles = [position.piles[pile].translate(RANKS) for pile in tableau]
        cards = b"".join(piles)
        for rank, other in pairs:
            half = (
                (cards.count(rank) + cards.count(other)) / 2
                if other != rank
                else (cards.count(rank) / 2)
            )
            if half:
                for pile in piles:
                    if pile.count(rank) + (other != rank and pile.count(other)) > half:
                        return True
        return False

    return hopeless


def _never_free_together(covers: Covers) -> dict[int, int]:
    """Return by pile, a bit for each, the piles that it covers or that cover it, by others too."""

    def over(pile: int) -> int:
        found = 0
        for cover in covers[pile]:
            found |= 1 << cover | over(cover)
        return found

    above = {pile: over(pile) for pile in covers}
    return {
        pile: bits | sum(1 << other for other in covers if above[other] >> pile & 1)
        for pile, bits in above.items()
    }


def held_in_pyramid(covers: Covers, partners: Partners) -> Callable[[State], bool]:
    """Tell whether cards of a pyramid have no partners but under or above them, or too few.

    A card leaves neither with one that it covers nor with one that covers it, and each takes a
    partner of its own.  Cards that lie elsewhere are taken to be within each other's reach.
    """
    pyramid, apart = tuple(covers), _never_free_together(covers)
    pairs = _once(partners)

    def short(cards: int, others: int, elsewhere: int) -> bool:
        """Return whether some of `cards` have too few partners among `others` and `elsewhere`."""
        lying = [pile for pile in pyramid if cards >> pile & 1]
        for count in range(elsewhere + 1, len(lying) + 1):
            for some in combinations(lying, count):
                out_of_reach = others
                for pile in some:
                    out_of_reach &= apart[pile]
                if (others & ~out_of_reach).bit_count() + elsewhere < count:
                    return True
        return False

    too_few = lru_cache(1 << 16)(short)

    def hopeless(position: State) -> bool:
        piles = position.piles
        lying, bit = [0] * (RANK + 1), 1 << pyramid[0]
        for pile in pyramid:
            if cards := piles[pile]:
                lying[cards[0] & RANK] |= bit
            bit <<= 1
        loose: Pile | None = None
        for rank, other in pairs:
            if lying[rank] and lying[other]:
                if loose is None:
                    loose = b"".join(
                        [cards for pile, cards in enumerate(piles) if pile not in covers]
                    ).translate(RANKS)
                if too_few(lying[rank], lying[other], loose.count(other)):
                    return True
        return False

    return hopeless


def piles_of_pairs(piles: Sequence[int], partners: Partners) -> Strategy:
    """Return how a solver goes about piles whose top cards leave in pairs."""
    return Strategy(
        weights=AWAY,
        at_once=last_pair(partners),
        hopeless=held_by_each_other(piles, partners),
        essence=without_suits,
    )
