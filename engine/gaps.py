"""Rules of the games of rows and gaps: each card has a place of its own, in a row."""

from collections.abc import Callable, Iterable, Sequence

from engine.places import Put
from engine.relations import NOTHING, Acceptance, Relation
from engine.rules import Goal
from engine.state import Draft, Position, State
from engine.strategies.strategy import Strategy, Weights


def run_from_left(
    position: Position, row: Iterable[int], first: Acceptance, relation: Relation
) -> int:
    """Return how many cards of a row are in order: a `first` card, and what follows it."""
    piles = position.piles
    length = 0
    welcome = first
    for pile in row:
        cards = piles[pile]
        if not cards or not welcome[cards[-1]]:
            break
        length += 1
        welcome = relation[cards[-1]]
    return length


def all_gaps_dead(put: Put) -> Goal:
    """Return whether no empty pile welcomes a card, by the rule `put`."""

    def dead(position: State) -> bool:
        for pile, cards in enumerate(position.piles):
            if not cards and put(position, pile) is not NOTHING:
                return False
        return True

    return dead


def disorder(rows: Sequence[range], relation: Relation, put: Put) -> Callable[[State], float]:
    """Return the measure of how far rows are from order, wherever in them cards stand in order.

    A card less stands for each that follows the one before it, as `relation` says, gaps not
    counted, and one more for each gap that welcomes nothing, by the rule `put`.
    """

    def measure(position: State) -> float:
        piles, found = position.piles, 0
        for row in rows:
            welcome = NOTHING
            for pile in row:
                if cards := piles[pile]:
                    found -= welcome[cards[-1]]
                    welcome = relation[cards[-1]]
                else:
                    found += put(position, pile) is NOTHING
        return found

    return measure


def rows_and_gaps(rows: Sequence[range], relation: Relation, put: Put) -> Strategy:
    """Return how a solver goes about rows of single cards, whose gaps the rule `put` fills."""
    return Strategy(
        weights=(Weights(own=1, score=-0.5), Weights(own=1, score=-1, actions=0.05)),
        own=disorder(rows, relation, put),
        apart=[pile for row in rows for pile in row],
    )


def lay_anew(draft: Draft, rows: Sequence[range], kept: Sequence[int]) -> None:
    """Shuffle the cards beyond each row's `kept` ones and lay them out again.

    A gap follows the kept cards of each row; the loose ones fill the other places, row by row, and
    each row up to its end.
    """
    gaps = [row[length] for row, length in zip(rows, kept, strict=True) if length < len(row)]
    loose = [pile for row, length in zip(rows, kept, strict=True) for pile in row[length:]]
    cards = draft.reshuffle(b"".join(draft.piles[pile] for pile in loose))
    for pile in gaps:
        draft.piles[pile] = b""
    # Not strict: a board that somebody else shows need not have all cards.
    for pile, card in zip([p for p in loose if p not in gaps], cards, strict=False):
        draft.piles[pile] = bytes([card])
