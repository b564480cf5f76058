"""Thumb and Pouch: a Klondike that asks for any suit but the same."""

from dataclasses import replace

from engine.catalogue import game
from engine.game import Game
from engine.games import klondike
from engine.relations import ANY, down
from engine.rules import on, only, run


@game(
    "thumb-and-pouch",
    title="Thumb and Pouch",
    family="Klondike",
    tip="Three suits fit each card: turn up the long piles as fast as you can.",
)
def thumb_and_pouch() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Seven piles hold one to seven cards, the last one face up. They are built down in any suit but
    the card's own; cards in such order move together, and any of them may fill an empty pile. The
    stock is turned card by card onto the waste, which goes back twice. The top card of a
    foundation may come back. Each card on a foundation is worth a point.
    """
    other = down("other")
    column = replace(klondike.COLUMN, take=run(other), on_empty=only(ANY), on_top=on(other))
    return klondike.variant(
        column.staircase(7), strategy=replace(klondike.STRATEGY, order=down("other"))
    )
