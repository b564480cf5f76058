"""Athena: Klondike with seven piles alike, every other card open."""

from dataclasses import replace

from engine.cards import TURN_DOWN, Pile
from engine.catalogue import game
from engine.game import Game
from engine.games import klondike
from engine.places import ByNumber


@game(
    "athena",
    title="Athena",
    family="Klondike",
    tip="The open cards under the covered ones show what each pile is worth: dig there first.",
)
def athena(three_card_deals: bool = False) -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Seven piles hold four cards each, the first and the third of them face down. They are built
    down in alternating colours; face-up cards in such order move together, and only a king, alone
    or with what lies on it, fills an empty pile. The stock is turned onto the waste, one card or
    three at a time as the option says, and the waste goes back twice. The top card of a foundation
    may come back. Each card on a foundation is worth a point.
    """
    columns = klondike.COLUMN.times(7)
    game = klondike.variant(columns, count=3 if three_card_deals else 1, strategy=klondike.STRATEGY)
    return replace(game, deal_out=deal_out)


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal four rows, face down and face up by turns; the others are the stock."""
    rows = [cards[row * 7 : row * 7 + 7] for row in range(4)]
    rows[0], rows[2] = rows[0].translate(TURN_DOWN), rows[2].translate(TURN_DOWN)
    columns = [bytes(column) for column in zip(*rows, strict=True)]
    return {klondike.STOCK: cards[28:].translate(TURN_DOWN), klondike.TABLEAU: columns}
