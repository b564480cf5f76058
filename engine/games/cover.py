"""Cover: pairs of one suit out of four cards."""

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import same
from engine.rules import all_gone_from, both_replaced, gone_from, on, top
from engine.strategies.strategy import Strategy, luck_alone

STOCK = 0
ROW = range(1, 5)


@game(
    "cover",
    title="Cover",
    family="Pairs",
    tip="Four different suits end the game: with three cards of one suit, any two will do.",
)
def cover() -> Game:
    """Bring all cards of the stock out, by taking cards away in pairs of the same suit.

    Four cards lie face up in a row; the others are the stock. Drag a card onto another of its
    suit: both leave, and the stock fills the gaps at once. When the four cards are of four suits,
    nothing goes any more. Each card taken away is worth a point.
    """
    card = Place(
        "tableau", at=(0, 1), up=1, take=top, on_top=on(same("suit")), does=both_replaced(STOCK)
    )
    return Game(
        layout={STOCK: Place("stock", at=(0, 0), rest=True), ROW: card.times(4)},
        deck=deck(),
        score=gone_from(52),
        won=all_gone_from([STOCK]),
        strategy=Strategy(at_once=luck_alone),
    )
