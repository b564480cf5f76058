"""Yield: Treize with its pyramid upside down."""

from engine.catalogue import game
from engine.game import Game
from engine.games.treize import open_thirteen
from engine.places import Place


@game(
    "yield",
    title="Yield",
    family="Pyramids",
    tip="Get the point of the pyramid away first; after that, take cards from the waste.",
)
def yield_() -> Game:
    """Take all cards away, in pairs that add up to thirteen.

    Twenty-eight cards lie face up in a pyramid upside down, seven rows from seven cards to one,
    each card of which lies half on two of the row above; a card is free when none lies on it. Aces
    count one, jacks eleven, queens twelve: drag one free card onto the other. A king is thirteen by
    itself and leaves with a click. The stock is turned card by card onto the waste, once. The
    waste's lowest card, which lies apart, is free as well as its top card; a click on the waste
    takes the top card away with the one below it. Each card taken away is worth a point.
    """
    return open_thirteen(Place("tableau", at=(0, 1)).rows(range(7, 0, -1), step=1 / 2))
