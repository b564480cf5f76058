"""Eight Off: eight cells, half of them taken at the start."""

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ACES, ANY, KINGS, down, up
from engine.rules import all_on, on, only, run, through_cells, top
from engine.strategies.strategy import Strategy

FOUNDATIONS = range(4)
CELLS = range(4, 12)
TABLEAU = range(12, 20)


@game(
    "eight-off",
    title="Eight Off",
    family="FreeCell",
    tip="Keep cells free for the next move, and an empty column for a king that is in the way.",
)
def eight_off() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Eight open columns of six cards are built down in suit; only a king, alone or with what lies on
    it, fills an empty one. Each of the eight cells holds one card of your choice, and four of them
    are taken at the start. A sequence moves together when the empty cells would let its cards be
    moved one by one. The top card of a foundation may come back. Each card there is worth a point.
    """
    foundation = Place(
        "foundation",
        at=(0, 0),
        take=top,
        on_empty=only(ACES),
        on_top=on(up("suit")),
        most=1,
        points=1,
    )
    cell = Place("reserve", cell=True, at=(2, 0), take=top, on_empty=only(ANY), most=1)
    column = Place(
        "tableau",
        at=(2, 1),
        spread="down",
        take=run(down("suit")),
        on_empty=only(KINGS),
        on_top=on(down("suit")),
        fits=through_cells(CELLS, ()),
    )
    return Game(
        layout={
            FOUNDATIONS: foundation.times(4, (0, 1)),
            CELLS: cell.dealt(up=[1] * 4 + [0] * 4),
            TABLEAU: column.dealt(up=[6] * 8),
        },
        deck=deck(),
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(order=down("suit"), safe=True),
    )
