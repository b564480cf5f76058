"""Block Ten: pairs of ten out of nine cards, in which the tens are in the way."""

from engine.cards import JACK, KING, deck, rank
from engine.catalogue import game
from engine.game import Game
from engine.places import Layout, Place
from engine.relations import Relation, relate
from engine.rules import both_replaced, gone_from, left, on, top
from engine.strategies.strategy import Strategy, luck_alone

STOCK = 0
FIELD = range(1, 10)
PAIRS = relate(
    lambda a, b: rank(a) + rank(b) == 10 or JACK <= rank(a) == rank(b) <= KING,
)


@game(
    "block-ten",
    title="Block Ten",
    family="Pairs",
    tip="Four tens will block four places for good: only luck decides when they come.",
)
def block_ten() -> Game:
    """Take all cards away but the four tens, in pairs that add up to ten.

    Nine cards lie face up in three rows of three; the others are the stock. Drag any card onto
    one that makes ten with it, an ace counting one; jacks, queens and kings leave in pairs of
    the same rank. Tens stay where they are. The stock fills the gaps at once. Each card taken
    away is worth a point.
    """
    return Game(
        layout=nine_cards(PAIRS),
        deck=deck(),
        score=gone_from(52),
        won=left(4),
        strategy=Strategy(at_once=luck_alone),
    )


def nine_cards(pairs: Relation) -> Layout:
    """Return the stock and nine cards, of which two that go together leave and are replaced."""
    card = Place("tableau", at=(2, 0), up=1, take=top, on_top=on(pairs), does=both_replaced(STOCK))
    return {STOCK: Place("stock", at=(0, 0), rest=True), FIELD: card.grid(rows=3, columns=3)}
