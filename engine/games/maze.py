"""Maze: a field without its kings, to be brought into one long order."""

from functools import cache

from engine.cards import ACE, KING, QUEEN, RANK, UNKNOWN, Card, Pile, deck, rank, suit
from engine.catalogue import game
from engine.game import Game
from engine.places import ByNumber, Place
from engine.relations import ACES, Acceptance, ranks, relate, union
from engine.rules import top
from engine.state import State
from engine.strategies.strategy import Strategy, Weights

CELLS = range(54)
ALWAYS_EMPTY = (8, 17)
"""The cells that get no card in the deal, besides the kings'."""


def follows(left: Card, right: Card) -> bool:
    """Return whether `right` is the next card of the suit, or an ace behind a queen."""
    if suit(right) == suit(left) and rank(right) == rank(left) + 1:
        return True
    return rank(left) == QUEEN and rank(right) == ACE


AFTER = relate(follows)
BEFORE = relate(lambda right, left: follows(left, right))


@game(
    "maze",
    title="Maze",
    family="Rows and gaps",
    tip="Gaps side by side let a run grow from both ends; keep some together.",
)
def maze() -> Game:
    """Bring the cards into one order, suit after suit, each from the ace to the queen.

    The deck is dealt in six rows of nine, two cells left out, and the kings leave: there are six
    gaps. The rows are read as one line. A gap takes the card that follows the card to its left in
    suit, or that comes before the card to its right. Any ace may follow a queen, and any queen
    come before an ace; any ace may also go to the first cell, any queen to the last. Each card
    that follows the one before it so, gaps not counted, is worth a point, and so is an ace at
    the head of the line. With 48 points it is won.
    """
    cell = Place("tableau", at=(0, 0), take=top, on_empty=between)
    return Game(
        layout={CELLS: cell.grid(rows=6, columns=9)},
        deck=deck(),
        deal_out=deal_out,
        score=in_order,
        won=lambda position: position.score == 48,
        tap=True,
        strategy=Strategy(
            weights=(Weights(score=-1), Weights(score=-1, actions=0.02)), apart=CELLS
        ),
    )


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal the rows; where a king would lie, a gap stays."""
    left = iter(cards)
    dealt = [0 if cell in ALWAYS_EMPTY else next(left) for cell in CELLS]
    return {CELLS: [b"" if card & RANK in (0, KING) else bytes([card]) for card in dealt]}


def between(position: State, cell: int) -> Acceptance:
    """Welcome what follows the card to the left, or comes before the card to the right."""
    piles = position.piles
    left = -1 if cell == CELLS[0] else piles[cell - 1][-1] if piles[cell - 1] else UNKNOWN
    right = -1 if cell == CELLS[-1] else piles[cell + 1][-1] if piles[cell + 1] else UNKNOWN
    return welcome_between(left, right)


@cache
def welcome_between(left: Card, right: Card) -> Acceptance:
    """Welcome what fits between these cards: -1 stands for the edge, `UNKNOWN` for a gap."""
    after = ACES if left < 0 else AFTER[left]
    before = ranks(QUEEN) if right < 0 else BEFORE[right]
    return union((after, before))


def in_order(position: State) -> int:
    """Count the cards that follow the one before them, as if a queen stood before the first."""
    found, welcome = 0, AFTER[QUEEN]
    for card in b"".join(position.piles):
        found += welcome[card]
        welcome = AFTER[card]
    return found
