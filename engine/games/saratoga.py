"""Saratoga: Klondike with all piles open."""

from engine.catalogue import game
from engine.game import Game
from engine.games import klondike


@game(
    "saratoga",
    title="Saratoga",
    family="Klondike",
    tip="You see every card of the tableau: plan which pile to dig through before you begin.",
)
def saratoga(three_card_deals: bool = False) -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Seven piles hold one to seven cards, all face up. They are built down in alternating colours;
    cards in such order move together, and only a king, alone or with what lies on it, fills an
    empty pile. The stock is turned onto the waste, one card or three at a time as the option says,
    and the waste goes back twice. The top card of a foundation may come back. Each card on a
    foundation is worth a point.
    """
    columns = klondike.COLUMN.dealt(up=range(1, 8))
    return klondike.variant(columns, count=3 if three_card_deals else 1, strategy=klondike.STRATEGY)
