"""Gold Mine: a Klondike that begins with nothing but the stock."""

from dataclasses import replace

from engine.catalogue import game
from engine.game import Game
from engine.games import klondike
from engine.relations import ANY
from engine.rules import only


@game(
    "gold-mine",
    title="Gold Mine",
    family="Klondike",
    tip="Do not fill the empty piles in a hurry: you see the waste, and it comes but once.",
)
def gold_mine() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    All cards are in the stock, and all seven piles are empty. The stock is turned onto the waste
    three cards at a time, once; the top card of the waste may be played. An empty pile takes any
    card. The piles are built down in alternating colours, and cards in such order move together.
    The top card of a foundation may come back. Each card on a foundation is worth a point.
    """
    column = replace(klondike.COLUMN, up=0, on_empty=only(ANY))
    return klondike.variant(column.times(7), count=3, redeals=0, strategy=klondike.STRATEGY)
