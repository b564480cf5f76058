"""Peek: Osmosis with open cards."""

from engine.catalogue import game
from engine.game import Game
from engine.games.osmosis import osmosis_with


@game(
    "peek",
    title="Peek",
    family="Foundations",
    tip="All is open: choose the order of the suits by what lies under what.",
)
def peek(three_card_deals: bool = False) -> Game:
    """Bring all cards to the four foundations, one row a suit. It is Osmosis with open cards.

    A card is dealt to the first row. Any card of its suit may be put there, in any order. The rows
    below begin with cards of the same rank as that first one, and take a card of their suit when
    one of its rank lies in the row just above. You may play the top cards of the four piles at the
    left, whose cards all lie face up, and of the waste. The stock is turned card by card, and the
    waste goes back twice; or by threes, and as often as you like. Each card on a foundation is
    worth a point, the first one too.
    """
    return osmosis_with(down=0, up=4, by_threes=three_card_deals)
