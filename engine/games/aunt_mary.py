"""Aunt Mary: a Klondike of six piles of six."""

from dataclasses import replace

from engine.catalogue import game
from engine.game import Game
from engine.games import klondike


@game(
    "aunt-mary",
    title="Aunt Mary",
    family="Klondike",
    tip="Few win it. Count what reaches the foundations, and empty the open piles on the left.",
)
def aunt_mary() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Six piles hold six cards each: all of the first are face up, one less of every next one. They
    are built down in alternating colours; cards in such order move together, and only a king,
    alone or with what lies on it, fills an empty pile. The stock is turned card by card onto the
    waste, which goes back twice. The top card of a foundation may come back. Each card on a
    foundation is worth a point.
    """
    columns = klondike.COLUMN.dealt(down=range(6), up=range(6, 0, -1))
    return klondike.variant(
        columns, replace(klondike.FOUNDATION, at=(2, 0)).times(4), strategy=klondike.STRATEGY
    )
