"""Backbone: a spine of cards that comes off from its lower end."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.covering import Covers, free_top
from engine.game import Button, Game
from engine.places import Place
from engine.relations import ACES, ANY, down, up
from engine.rules import all_on, gaps_only_from, on, only, top, turn
from engine.state import State
from engine.strategies.measures import heights_of, longer
from engine.strategies.strategy import Strategy, Weights

STOCK, WASTE = 14, 15
TABLEAU = (0, 1, 6, 7, 12, 13, 16, 17)
FOUNDATIONS = (2, 3, 4, 5, 8, 9, 10, 11)
LEFT, RIGHT, LAST = range(18, 27), range(27, 36), 36
"""The bones: two rows, and the one across their lower ends."""
COVERS: Covers = {
    **{bone: (LAST if bone == row[-1] else bone + 1,) for row in (LEFT, RIGHT) for bone in row},
    LAST: (),
}
"""What lies on each card of the backbone: the next one of its row, and one on both rows."""


@game(
    "backbone",
    title="Backbone",
    family="Two decks",
    tip="Keep off the waste while the backbone is long, and mind the kings in it.",
)
def backbone() -> Game:
    """Bring both decks to the eight foundations, each in suit from the ace up to the king.

    In the middle lies the backbone, two rows of nine cards and one across their lower ends: a card
    of it is free when nothing covers it. The eight piles beside it begin with one card each and are
    built down in suit, card by card. An empty one takes any card but one of the backbone. The stock
    is turned card by card onto the waste, which goes back once. Each card on a foundation is worth
    a point, and stays there.
    """
    stock = turn(1, WASTE, 1)
    foundation = Place(
        "foundation", at=(4, 0), on_empty=only(ACES), on_top=on(up("suit")), points=1
    )
    pile = Place(
        "tableau",
        at=(0, 0),
        up=1,
        take=top,
        on_empty=only(ANY),
        on_top=on(down("suit")),
        fits=gaps_only_from([WASTE, *TABLEAU], "the backbone does not fill gaps"),
    )
    bone = Place("reserve", at=(1, 0), up=1, take=free_top(COVERS))
    return Game(
        layout={
            TABLEAU: [replace(pile, at=(x, y)) for y in range(4) for x in (0, 3)],
            FOUNDATIONS: foundation.grid(rows=2, columns=4),
            STOCK: Place("stock", at=(5, 2), rest=True, click=stock),
            WASTE: Place("waste", at=(6, 2), take=top),
            LEFT: bone.times(9, (0, 1 / 3)),
            RIGHT: replace(bone, at=(2, 0)).times(9, (0, 1 / 3)),
            LAST: replace(bone, at=(1.5, 3)),
        },
        deck=deck(2),
        button=Button("Deal", stock, pile=STOCK),
        won=all_on(FOUNDATIONS, 104),
        strategy=Strategy(
            weights=(
                Weights(out=2, filled=1, held=1, stock=0.7, waste=0.8, own=0.05),
                Weights(out=2, filled=0.5, held=1, stock=1, waste=0.8, own=0.05),
            ),
            order=down("suit"),
            safe=True,
            own=stays_longer,
            apart=(*LEFT, *RIGHT, LAST),
        ),
    )


def stays_longer(position: State) -> float:
    """Return how much longer cards have to stay for those that cover them, in any pile."""
    piles = position.piles
    heights = heights_of(piles, FOUNDATIONS)
    waited = sum([longer(piles[pile], heights) for pile in (WASTE, *TABLEAU)])
    for row in (LEFT, RIGHT):
        waited += longer(b"".join(piles[row.start : row.stop]) + piles[LAST], heights)
    return waited
