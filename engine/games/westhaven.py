"""Westhaven: ten short piles, of which the top card moves, or all that lies open."""

from dataclasses import replace

from engine.catalogue import game
from engine.game import Game
from engine.games import klondike
from engine.places import nothing
from engine.relations import ANY
from engine.rules import only, top_or_open


@game(
    "westhaven",
    title="Westhaven",
    family="Klondike",
    tip="Piles are soon empty here: clear one early, and play boldly.",
)
def westhaven() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Ten piles hold three cards each, the last one face up. They are built down in alternating
    colours; either the top card moves or all face-up cards of a pile together, and any of them may
    fill an empty pile. The stock is turned card by card onto the waste, once. What lies on a
    foundation stays there, and is worth a point a card.
    """
    column = replace(klondike.COLUMN, take=top_or_open, on_empty=only(ANY), down=2)
    foundation = replace(klondike.FOUNDATION, take=nothing)
    game = klondike.variant(
        column.times(10), foundation.times(4), redeals=0, strategy=klondike.STRATEGY
    )
    return replace(game, button=None)
