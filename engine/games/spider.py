"""Spider: two decks, ten piles, and eight suits to weave."""

from functools import lru_cache
from itertools import pairwise
from typing import Literal

from engine.cards import HEARTS, SPADES, Pile, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ANY, KINGS, down
from engine.rules import deal_row, exactly, on, only, run, turn_up
from engine.state import Position

STOCK = 0
FOUNDATIONS = range(1, 9)
TABLEAU = range(9, 19)
IN_SUIT = down("suit")
DECKS = {
    "four-suits": deck(2),
    "two-suits": deck(4, suits=(HEARTS, SPADES)),
    "one-suit": deck(8, suits=(SPADES,)),
}


@game(
    "spider",
    title="Spider",
    family="Spider",
    tip="Build in suit where you can, and get an empty pile before you deal the next row.",
)
def spider(suits: Literal["four-suits", "two-suits", "one-suit"] = "four-suits") -> Game:
    """Put all cards in order, in eight sequences of one suit from the king down to the ace.

    Ten piles are built down whatever the suits, but only a sequence of one suit moves together.
    An empty pile takes any card or sequence. A click on the stock deals a card to every pile;
    no pile may be empty then. A whole sequence from king to ace may go to a foundation, where
    it stays. Each card that follows another one in suit is worth a point. You have also won
    when all eight sequences lie in the piles.
    """
    foundation = Place("foundation", at=(2, 0), on_empty=only(KINGS), fits=exactly(13))
    tableau = Place(
        "tableau",
        at=(0, 1),
        spread="down",
        take=run(IN_SUIT),
        on_empty=only(ANY),
        on_top=on(down("any")),
        up=1,
    )
    return Game(
        places=[
            Place("stock", at=(0, 0), rest=True, press=deal_row(TABLEAU)),
            *foundation.times(8),
            *tableau.dealt(down=[5, 4, 4, 5, 4, 4, 5, 4, 4, 5]),
        ],
        deck=DECKS[suits],
        after=[turn_up(TABLEAU)],
        score=lambda position: sum(map(in_order, position.piles)),
        won=all_in_order,
    )


@lru_cache(maxsize=4096)
def in_order(pile: Pile) -> int:
    """Count the cards that follow the card below them, in suit."""
    return sum(IN_SUIT[under][over] for under, over in pairwise(pile))


def all_in_order(position: Position) -> bool:
    """All eight sequences lie on the foundations, or all of them in the piles."""
    gone = sum(len(position.piles[pile]) for pile in FOUNDATIONS)
    return gone == 104 or (not gone and position.score == 96)
