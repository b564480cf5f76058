"""Chessboard: Fortress with a base of your choice."""

from engine.base_card import base_cards, base_on
from engine.catalogue import game
from engine.game import Game
from engine.games.fortress import FOUNDATIONS, fort
from engine.relations import ANY, down, either, up


@game(
    "chessboard",
    title="Chessboard",
    family="Castles",
    tip="Look at all four cards of a rank before you make it the base.",
)
def chessboard() -> Game:
    """Bring all cards to the four foundations, each up in suit from a base card.

    The first card that you put on a foundation says what rank all four begin with; from the king
    they go on to the ace. All cards lie face up in ten rows, five at each side: six cards in the
    first row of each side, five in the others. Cards move singly; rows are built up or down in
    suit, as you like, ace and king being neighbours, and an empty row takes any card. What lies on
    a foundation stays, and is worth a point a card.
    """
    follows = up("suit", wrap=True)
    return fort(
        base_cards(base_on(FOUNDATIONS), ANY),
        follows,
        either(follows, down("suit", wrap=True)),
        safe=False,
    )
