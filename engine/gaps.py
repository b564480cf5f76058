"""Rules of the games of rows and gaps: each card has a place of its own, in a row."""

from collections.abc import Iterable, Sequence

from engine.places import Put
from engine.relations import NOTHING, Acceptance, Relation
from engine.rules import Goal
from engine.state import Draft, Position


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

    def dead(position: Position) -> bool:
        for pile, cards in enumerate(position.piles):
            if not cards and put(position, pile) is not NOTHING:
                return False
        return True

    return dead


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
