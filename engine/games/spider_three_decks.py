"""Spider Three Decks: twelve piles and twelve suits to weave."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.games.spider import WHOLE, web


@game(
    "spider-three-decks",
    title="Spider Three Decks",
    family="Spider",
    tip="Uncover what you can before each row; a row may be dealt over an empty pile, too.",
)
def spider_three_decks() -> Game:
    """Put all cards in order, in twelve sequences of one suit from the king down to the ace.

    Twelve piles hold four or five cards, the top one face up. They are built down whatever the
    suits, but only a sequence of one suit moves together; an empty pile takes any card or sequence.
    A click on the stock deals a card to every pile, at any time, and the last time to the first six
    only. A whole sequence from king to ace may go to a foundation, where it stays. It is won, too,
    when all twelve lie in the piles. Each card that follows another one in suit is worth a point.
    """
    foundations = replace(WHOLE, at=(1, 0)).times(12, (0.91, 0))
    return web(deck(3), foundations, hidden=[4] * 6 + [3] * 6, over_gaps=True)
