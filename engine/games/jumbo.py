"""Jumbo: Klondike with two decks."""

from dataclasses import replace

from engine.catalogue import game
from engine.game import Game
from engine.games import klondike


@game(
    "jumbo",
    title="Jumbo",
    family="Klondike",
    tip="The long piles hide the most cards: work on those at the left first.",
)
def jumbo() -> Game:
    """Bring all cards of two decks to the eight foundations, in suit from the ace up to the king.

    Nine piles hold nine cards down to one, the last one face up. They are built down in
    alternating colours; cards in such order move together, and only a king, alone or with what
    lies on it, fills an empty pile. The stock is turned card by card onto the waste, which goes
    back once. The top card of a foundation may come back. Each card on a foundation is worth a
    point.
    """
    columns = replace(klondike.COLUMN, at=(1, 1)).dealt(down=range(8, -1, -1))
    game = klondike.variant(
        columns, klondike.FOUNDATION.times(8), redeals=1, strategy=klondike.STRATEGY
    )
    return replace(game, button=None)
