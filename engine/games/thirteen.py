"""Thirteen: a pyramid, taken away in pairs."""

from dataclasses import replace

from engine.cards import TURN_DOWN, Pile, deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import Place, Press
from engine.relations import KINGS, total
from engine.rules import both_away, gone_from, left, on, press_away, top, turn, turn_up_free
from engine.state import Draft, Position

STOCK, WASTE = 0, 1
PAIRS = total(13)
FIRST = [2, 3, 5, 8, 12, 17, 23]
"""The leftmost pile of each row of the pyramid."""
COVERS = {
    first + i: (FIRST[row + 1] + i, FIRST[row + 1] + i + 1)
    for row, first in enumerate(FIRST[:-1])
    for i in range(row + 1)
}
"""The two piles that lie on each card above the last row."""


@game(
    "thirteen",
    title="Thirteen",
    family="Pairs",
    tip="Free the lower rows first, and look at what a pair will uncover before you take it.",
)
def thirteen() -> Game:
    """Take all cards away, in pairs that add up to thirteen.

    Twenty-eight cards lie in a pyramid of seven rows, each card half under two of the next row;
    the free ones lie face up. Aces count one, jacks eleven, queens twelve: drag one card onto
    the other. A king is thirteen by itself and leaves with a click. The stock is turned card by
    card onto the waste, once. The top card of the waste may leave with a card of the pyramid,
    or with the card below it, for which you click the waste. Each card taken away is worth a
    point.
    """
    stock = turn(1, WASTE)
    card = Place(
        "tableau", at=(0, 0), take=top, on_top=on(PAIRS), does=both_away, press=press_away(KINGS)
    )
    pyramid = [
        replace(card, at=(3 - row / 2 + i, 1 + row / 3)) for row in range(7) for i in range(row + 1)
    ]
    return Game(
        places=[
            Place("stock", at=(0, 0), rest=True, press=stock),
            replace(card, kind="waste", at=(1, 0), spread="right", press=Press(may_leave, leave)),
            *pyramid,
        ],
        deck=deck(),
        lay_out=lay_out,
        after=[turn_up_free(COVERS)],
        button=Button("Deal", stock, pile=STOCK),
        score=gone_from(52),
        won=left(0),
    )


def lay_out(cards: Pile) -> list[Pile]:
    """Deal the pyramid, its last row face up; the others are the stock."""
    pyramid = cards[:21].translate(TURN_DOWN) + cards[21:28]
    return [cards[28:].translate(TURN_DOWN), b"", *(bytes([card]) for card in pyramid)]


def may_leave(position: Position, waste: int) -> bool:
    """The waste's top card is a king, or makes a pair with the card below it."""
    cards = position.piles[waste]
    if not cards:
        return False
    return bool(KINGS[cards[-1]] or (len(cards) > 1 and PAIRS[cards[-2]][cards[-1]]))


def leave(draft: Draft, waste: int) -> None:
    """Take away the king, or the pair."""
    draft.lift(waste, 1 if KINGS[draft.piles[waste][-1]] else 2)
