"""Will o' the Wisp: Spiderette with a level start."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.games.spider import WHOLE, web


@game(
    "will-o-the-wisp",
    title="Will o' the Wisp",
    family="Spider",
    tip="Each pile hides only two cards: clear one out before you deal the next row.",
)
def will_o_the_wisp() -> Game:
    """Put all cards in order, in four sequences of one suit from the king down to the ace.

    Seven piles hold three cards each, the top one face up. They are built down regardless of suit,
    but only a sequence of one suit moves together; an empty pile takes any card or sequence. A
    click on the stock deals a card to every pile, the last time to the first three only; no pile
    may be empty then. A whole sequence from king to ace may go to a foundation, where it stays. It
    is won, too, when all four lie in the piles. Each card that follows another one in suit is worth
    a point.
    """
    return web(deck(), replace(WHOLE, at=(3, 0)).times(4), hidden=[2] * 7)
