"""Whitehead: a Klondike all open, built in colours and moved in suits."""

from dataclasses import replace

from engine.catalogue import game
from engine.game import Game
from engine.games import klondike
from engine.places import stack_in_turn
from engine.relations import ACES, ANY, down, same, up
from engine.rules import in_turn, on, only, run


@game(
    "whitehead",
    title="Whitehead",
    family="Klondike",
    tip="Build in suit where there is a choice: only then does the sequence move as one.",
)
def whitehead() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Seven piles hold one to seven cards, all face up. They are built down in the same colour, but
    only cards that follow each other in suit move together, to a foundation too. An empty pile
    takes any card or sequence. The stock is turned card by card onto the waste, once. The top card
    of a foundation may come back. Each card on a foundation is worth a point.
    """
    column = replace(
        klondike.COLUMN, take=run(down("suit")), on_empty=only(ANY), on_top=on(down("color"))
    )
    foundation = replace(
        klondike.FOUNDATION,
        on_empty=only(ANY),
        on_top=on(same("suit")),
        most=13,
        fits=in_turn(ACES, up("suit")),
        does=stack_in_turn,
    )
    return klondike.variant(
        column.dealt(up=range(1, 8)),
        foundation.times(4),
        redeals=0,
        strategy=replace(klondike.STRATEGY, order=down("color")),
    )
