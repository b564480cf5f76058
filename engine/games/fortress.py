"""Fortress: ten rows built up or down in suit."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place, Put
from engine.relations import ACES, ANY, Relation, down, either, up
from engine.rules import all_on, on, only, top
from engine.strategies.strategy import Strategy

TOP = range(2)
LEFT, FOUNDATIONS, RIGHT = range(2, 14, 3), range(3, 14, 3), range(4, 14, 3)


@game(
    "fortress",
    title="Fortress",
    family="Castles",
    tip="Take care of an empty row: it is the key to all the others.",
)
def fortress() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    All cards lie face up in ten rows, five at each side of the foundations: six cards in the
    first row of each side, five in the others. Cards move singly; rows are built up or down in
    suit, as you like, and an empty row takes any card. What lies on a foundation stays, and is
    worth a point a card.
    """
    return fort(only(ACES), up("suit"), either(up("suit"), down("suit")), safe=True)


def fort(first: Put, follows: Relation, neighbours: Relation, *, safe: bool) -> Game:
    """Return a game of ten rows of `neighbours` and four foundations that begin with `first`."""
    foundation = Place("foundation", at=(4, 1), on_empty=first, on_top=on(follows), points=1)
    row = Place(
        "tableau",
        at=(0, 0),
        spread="right",
        take=top,
        on_empty=only(ANY),
        on_top=on(neighbours),
        up=5,
    )
    return Game(
        layout={
            TOP: replace(row, up=6).times(2, (6, 0)),
            LEFT: replace(row, at=(0, 1)).times(4, (0, 1)),
            FOUNDATIONS: foundation.times(4, (0, 1)),
            RIGHT: replace(row, at=(6, 1)).times(4, (0, 1)),
        },
        deck=deck(),
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(order=neighbours, safe=safe),
    )
