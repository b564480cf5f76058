"""Spider: two decks, ten piles, and eight suits to weave."""

from collections.abc import Sequence
from typing import Literal

from engine.cards import HEARTS, SPADES, Pile, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ANY, KINGS, down
from engine.rules import deal_row, exactly, links, on, only, run, turn_up
from engine.state import State
from engine.strategies.strategy import Strategy, Weights

STOCK = 0
IN_SUIT = down("suit")
DECKS = {
    "four-suits": deck(2),
    "two-suits": deck(4, suits=(HEARTS, SPADES)),
    "one-suit": deck(8, suits=(SPADES,)),
}
STRATEGY = Strategy(
    weights=(Weights(score=-8, broken=3, down=10, filled=4, buried=1, levels=True),),
    order=down("any"),
)
"""How a solver goes about it: the score says what lies in suit."""


@game(
    "spider",
    title="Spider",
    family="Spider",
    tip="Build in suit where you can, and get an empty pile before you deal the next row.",
)
def spider(suits: Literal["four-suits", "two-suits", "one-suit"] = "four-suits") -> Game:
    """Put all cards in order, in eight sequences of one suit from the king down to the ace.

    Ten piles are built down regardless of suit, but only a sequence of one suit moves together. An
    empty pile takes any card or sequence. A click on the stock deals a card to every pile; no pile
    may be empty then. A whole sequence from king to ace may go to a foundation, where it stays. It
    is won, too, when all eight lie in the piles. Each card that follows another one in suit is
    worth a point.
    """
    return web(DECKS[suits], WHOLE.times(8), hidden=[5, 4, 4, 5, 4, 4, 5, 4, 4, 5])


WHOLE = Place(
    "foundation",
    at=(2, 0),
    on_empty=only(KINGS),
    fits=exactly(13, "only a whole suit goes there, from the king down to the ace"),
)
"""A foundation, which takes a whole sequence."""


def web(
    cards: Pile, foundations: Sequence[Place], hidden: Sequence[int], *, over_gaps: bool = False
) -> Game:
    """Return a game like Spider, with so many `hidden` cards in its piles.

    `over_gaps` lets a row be dealt while a pile is empty.
    """
    home = range(1, 1 + len(foundations))
    tableau = range(home.stop, home.stop + len(hidden))
    score = links(IN_SUIT)

    def won(position: State) -> bool:
        """Return whether all sequences lie on the foundations, or all of them in the piles."""
        gone = sum([len(position.piles[pile]) for pile in home])
        return gone == len(cards) or (not gone and position.score == len(cards) // 13 * 12)

    stock = deal_row(tableau, over_gaps=over_gaps)
    pile = Place(
        "tableau",
        at=(0, 1),
        spread="down",
        take=run(IN_SUIT),
        on_empty=only(ANY),
        on_top=on(down("any")),
        up=1,
    )
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            home: foundations,
            tableau: pile.dealt(down=hidden),
        },
        deck=cards,
        after=[turn_up(tableau)],
        score=score,
        won=won,
        strategy=STRATEGY,
    )
