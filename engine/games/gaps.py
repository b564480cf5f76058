"""Gaps: Montana's cousin, whose finished cards are locked."""

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import ACE, RANK, Pile, card, deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import Place, Press
from engine.relations import ranks, up
from engine.rules import all_gaps_dead, beside, lay_anew, run_from_left, top
from engine.state import Draft, Position

REDEALS = 2
ROWS = [range(start, start + 13) for start in range(0, 52, 13)]
LEFT = [None if pile % 13 == 0 else pile - 1 for pile in range(52)]
TWOS = ranks(2)
FOLLOWS = up("suit")
WELCOME = beside(FOLLOWS, LEFT, TWOS)
DEAD = all_gaps_dead(WELCOME)


@game(
    "gaps",
    title="Gaps",
    family="Rows and gaps",
    tip="Put off every move that opens a gap behind a king.",
)
def gaps(randomly_placed_gaps_on_redeal: bool = False) -> Game:
    """Bring each suit into a row of its own, from the two at the left end to the king.

    The deck is dealt in four rows, and the aces leave, so that there are four gaps. A gap takes
    the one card that follows the card to its left, in suit; a gap at the left end takes any
    two; a gap behind a king or behind another gap takes nothing. A two at the left end stays
    there, and so does what has followed it in suit. When no card can move, the loose cards are
    dealt again, twice at most: with a gap behind each row's finished cards, or with the gaps
    anywhere among the loose cards, as the option says. Each finished card is worth a point.
    """
    inner = Place("tableau", at=(0, 0), take=top, on_empty=WELCOME)
    left = replace(inner, take=all_but_twos)
    grid = zip(left.grid(rows=4, columns=13), inner.grid(rows=4, columns=13), LEFT, strict=True)
    return Game(
        places=[at_left if neighbour is None else other for at_left, other, neighbour in grid],
        deck=deck(),
        lay_out=lay_out,
        button=Button(
            "Deal", Press(may_deal, anywhere if randomly_placed_gaps_on_redeal else behind)
        ),
        score=lambda position: sum(finished(position)),
        won=lambda position: position.score == 48,
        stuck=lambda position: position.redeals == REDEALS and DEAD(position),
    )


def lay_out(cards: Pile) -> list[Pile]:
    """Deal the rows; where an ace lay, a gap stays."""
    return [b"" if face & RANK == ACE else bytes([face]) for face in cards]


def all_but_twos(position: Position, pile: int) -> Sequence[int]:
    """Take any card but a two, which has arrived; what followed it fits nowhere else anyway."""
    cards = position.piles[pile]
    return () if cards and TWOS[cards[-1]] else top(position, pile)


def finished(position: Position) -> list[int]:
    """Count each row's cards that follow each other in suit from a two at its left end."""
    return [run_from_left(position, row, TWOS, FOLLOWS) for row in ROWS]


def may_deal(position: Position, pile: int) -> bool:
    """Twice, and only when no gap can be filled."""
    return position.redeals < REDEALS and DEAD(position)


def behind(draft: Draft, pile: int) -> None:
    """Deal the loose cards again, with a gap behind each row's finished cards."""
    lay_anew(draft, ROWS, finished(draft))


def anywhere(draft: Draft, pile: int) -> None:
    """Deal the loose cards again together with the aces, which leave gaps as in the first deal."""
    loose = [pile for row, kept in zip(ROWS, finished(draft), strict=True) for pile in row[kept:]]
    cards = b"".join(draft.piles[pile] for pile in loose)
    aces = bytes(card(ACE, suit) for suit in range(4))
    for pile, cell in zip(loose, lay_out(draft.reshuffle(cards + aces)), strict=True):
        draft.piles[pile] = cell
