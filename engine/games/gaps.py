"""Gaps: Montana's cousin, whose finished cards are locked."""

from collections.abc import Sequence

from engine.cards import ACE, card, deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.games.montana import (
    FIELD,
    FOLLOWS,
    LEFT,
    ROWS,
    TWOS,
    WELCOME,
    dead,
    deal_out,
    in_run,
    without_aces,
)
from engine.gaps import lay_anew, rows_and_gaps
from engine.places import ClickRule, Place
from engine.rules import top
from engine.state import Draft, Position, State

REDEALS = 2


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
    redeal = gaps_anywhere if randomly_placed_gaps_on_redeal else gaps_behind
    gap = Place("tableau", at=(0, 0), take=loose, on_empty=WELCOME)
    return Game(
        layout={FIELD: gap.grid(rows=4, columns=13)},
        deck=deck(),
        deal_out=deal_out,
        button=Button(
            "Deal",
            ClickRule(
                may_deal,
                redeal,
                "cards are dealt again when no gap can be filled, and while a redeal is left",
                REDEALS,
            ),
        ),
        score=lambda position: sum(finished(position)),
        won=lambda position: position.score == 48,
        stuck=lambda position: position.redeals == REDEALS and dead(position),
        tap=True,
        glow=True,
        strategy=rows_and_gaps(ROWS, FOLLOWS, WELCOME),
    )


def loose(position: State, pile: int) -> Sequence[int]:
    """Take any card but a two at the left end; what followed that one fits nowhere else anyway."""
    cards = position.piles[pile]
    return () if LEFT[pile] is None and cards and TWOS[cards[-1]] else top(position, pile)


def finished(position: Position) -> list[int]:
    """Count each row's cards that follow each other in suit from a two at its left end."""
    return [in_run(position, row) for row in ROWS]


def may_deal(position: State, pile: int) -> bool:
    """Return whether no gap can be filled, and a redeal is left."""
    return position.redeals < REDEALS and dead(position)


def gaps_behind(draft: Draft, pile: int) -> None:
    """Deal the loose cards again, with a gap behind each row's finished cards."""
    lay_anew(draft, ROWS, finished(draft))


def gaps_anywhere(draft: Draft, pile: int) -> None:
    """Deal the loose cards again together with the aces, which leave gaps as in the first deal."""
    cells = [cell for row, kept in zip(ROWS, finished(draft), strict=True) for cell in row[kept:]]
    aces = [bytes([card(ACE, suit)]) for suit in range(4)]
    cards = draft.reshuffle(b"".join([draft.piles[cell] for cell in cells] + aces))
    for cell, dealt in zip(cells, without_aces(cards), strict=True):
        draft.piles[cell] = dealt
