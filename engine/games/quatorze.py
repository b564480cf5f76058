"""Quatorze: pairs of fourteen in a row or a column."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import total
from engine.rules import both_replaced, close_up, gone_from, left, on, top
from engine.strategies.strategy import AWAY, Strategy, without_suits

STOCK = 0
FIELD = range(1, 26)


@game(
    "quatorze",
    title="Quatorze",
    family="Pairs",
    tip="At first there is seldom a choice; plan when the stock is empty and the cards close up.",
)
def quatorze() -> Game:
    """Take all cards away, in pairs of one row or column that add up to fourteen.

    Twenty-five cards lie face up in five rows of five; the others are the stock. Aces count one,
    jacks eleven, queens twelve, kings thirteen: drag one card of a pair onto the other, however
    far apart they lie. The stock fills the gaps at once. When it is empty, the cards behind a gap
    close up, to the left and into the row above. Each card taken away is worth a point.
    """
    card = Place(
        "tableau", at=(2, 0), up=1, take=top, on_top=on(total(14)), does=both_replaced(STOCK)
    )
    field = card.grid(rows=5, columns=5)
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True),
            FIELD: [
                replace(place, reach=in_line(pile), beyond="the two cards lie in no line")
                for pile, place in zip(FIELD, field, strict=True)
            ],
        },
        deck=deck(),
        after=[close_up(FIELD)],
        score=gone_from(52),
        won=left(0),
        strategy=Strategy(weights=AWAY, essence=without_suits),
    )


def in_line(pile: int) -> frozenset[int]:
    """Return the other piles of the pile's row and column."""
    row, column = divmod(pile - 1, 5)
    return frozenset(p for p in FIELD if row == (p - 1) // 5 or column == (p - 1) % 5) - {pile}
