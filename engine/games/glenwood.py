"""Glenwood: a Canfield whose base card the player chooses."""

from dataclasses import replace

from engine.base_card import base_cards, base_on
from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.games import canfield, klondike
from engine.places import Fits, Place, nothing
from engine.relations import ANY, down
from engine.rules import all_on, on, only, provided, top, top_or_open, turn
from engine.state import State

WASTE = 1
FOUNDATIONS = range(2, 6)
BASE = base_on(FOUNDATIONS)
TABLEAU = range(7, 11)
RESERVES = (6, 11, 12, 13)
ALTERNATING = down("alternate", wrap=True)
CHOOSE = "choose the card that the foundations begin with, from the reserves"


@game(
    "glenwood",
    title="Glenwood",
    family="Canfield",
    tip="Choose a base card whose followers lie within reach, and empty the reserves early.",
)
def glenwood() -> Game:
    """Bring all cards to the four foundations, in suit from the base card's rank upwards.

    You begin by choosing the base card: play a top card of the reserves to the first foundation.
    The others begin with its rank too, and the ace follows the king. Four piles are built down
    in alternating colours, the king on the ace; only whole piles move between them. The top cards
    of the four reserves may be played. An empty pile takes a card of the reserves, or of the waste
    when they are all used up. The stock is turned card by card onto the waste, which goes back
    once. What lies on a foundation stays there, and is worth a point a card.
    """
    foundation = replace(
        canfield.based(BASE),
        take=nothing,
        on_empty=base_cards(BASE, ANY),
        fits=Fits(base_from_reserves, "the first foundation begins, with a card of the reserves"),
        points=1,
    )
    column = replace(
        klondike.COLUMN,
        at=(3, 1),
        take=top_or_open,
        on_empty=only(ANY),
        on_top=on(ALTERNATING),
        fits=Fits(
            whole_or_from_reserves, "whole piles move, and reserves fill gaps while they last"
        ),
    )
    reserve = Place("reserve", at=(0, 1), spread="right", take=top, up=3)
    return Game(
        layout={
            **klondike.stock_and_waste(provided(begun, turn(1, WASTE, 1), CHOOSE)),
            FOUNDATIONS: foundation.times(4),
            RESERVES: reserve.times(4, (0, 1)),
            TABLEAU: column.times(4),
        },
        deck=deck(),
        won=all_on(FOUNDATIONS, 52),
        strategy=canfield.STRATEGY,
    )


def base_from_reserves(position: State, source: int, count: int, target: int) -> bool:
    """Allow the base card to come from the reserves only, to the first foundation."""
    return begun(position) or (source in RESERVES and target == FOUNDATIONS[0])


def begun(position: State) -> bool:
    """Return whether the base card has been chosen."""
    return BASE(position) > 0


def whole_or_from_reserves(position: State, source: int, count: int, target: int) -> bool:
    """Allow whole piles, but not to gaps, and the waste to fill these when no reserve can."""
    piles = position.piles
    if not begun(position):
        return False
    if source in TABLEAU:
        return bool(piles[target]) and count == len(piles[source])
    if source == WASTE and not piles[target]:
        return not any(piles[pile] for pile in RESERVES)
    return True
