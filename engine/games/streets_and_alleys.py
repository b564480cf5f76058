"""Streets and Alleys: eight open rows, and nothing else to help."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Layout, Place, Take
from engine.relations import ACES, ANY, down, up
from engine.rules import all_on, on, only, top
from engine.strategies.strategy import BUILDING, Strategy, Weights

LEFT, FOUNDATIONS, RIGHT = range(0, 12, 3), range(1, 12, 3), range(2, 12, 3)
STRATEGY = Strategy(
    weights=(
        Weights(out=1, buried=3, blocked=1, waiting=0.3, filled=1),
        BUILDING[0]._replace(levels=True),
    ),
    order=down("any"),
    safe=True,
    hasty=True,
)
"""How a solver goes about it, and about others whose rows are built whatever the suits."""


@game(
    "streets-and-alleys",
    title="Streets and Alleys",
    family="Castles",
    tip="Empty a row before you need one, and build the foundations evenly.",
)
def streets_and_alleys() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    All cards lie face up in eight rows, four at each side of the foundations: of seven cards at
    the left, of six at the right. Cards move singly, the rows are built down regardless of suit,
    and an empty row takes any card. The top card of a foundation may come back. Each card there
    is worth a point.
    """
    return Game(
        layout=castle(left=7, right=6), deck=deck(), won=all_on(FOUNDATIONS, 52), strategy=STRATEGY
    )


def castle(left: int, right: int, take: Take = top) -> Layout:
    """Return four foundations, from which `take` may be taken, between rows of so many cards."""
    foundation = Place(
        "foundation", at=(4, 0), take=take, on_empty=only(ACES), on_top=on(up("suit")), points=1
    )
    row = Place(
        "tableau",
        at=(0, 0),
        spread="right",
        take=top,
        on_empty=only(ANY),
        on_top=on(down("any")),
        up=left,
    )
    return {
        LEFT: row.times(4, (0, 1)),
        FOUNDATIONS: foundation.times(4, (0, 1)),
        RIGHT: replace(row, at=(5.5, 0), up=right).times(4, (0, 1)),
    }
