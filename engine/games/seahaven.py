"""Seahaven: ten short columns between two pairs of foundations."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place, stack_in_turn
from engine.relations import ACES, ANY, KINGS, down, up
from engine.rules import all_on, in_turn, on, only, run, through_cells, top
from engine.strategies.strategy import Strategy

FOUNDATIONS = (0, 1, 6, 7)
CELLS = range(2, 6)
TABLEAU = range(8, 18)


@game(
    "seahaven",
    title="Seahaven",
    family="FreeCell",
    tip="Find the low cards first: a card that stays in a cell leaves one cell fewer for the rest.",
)
def seahaven() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Ten open columns of five cards are built down in suit; only a king, alone or with what lies on
    it, fills an empty one. Each of the four cells holds one card of your choice, and two of them
    are taken at the start. A sequence moves together when the empty cells would let its cards be
    moved one by one; to a foundation it may always go, its top card first. The top card of a
    foundation may come back. Each card there is worth a point.
    """
    foundation = Place(
        "foundation",
        at=(0, 0),
        take=top,
        on_empty=only(ANY),
        on_top=only(ANY),
        fits=in_turn(ACES, up("suit")),
        does=stack_in_turn,
        points=1,
    )
    cell = Place("reserve", cell=True, at=(3, 0), take=top, on_empty=only(ANY), most=1)
    column = Place(
        "tableau",
        at=(0, 1),
        spread="down",
        take=run(down("suit")),
        on_empty=only(KINGS),
        on_top=on(down("suit")),
        fits=through_cells(CELLS, ()),
    )
    return Game(
        layout={
            FOUNDATIONS: [*foundation.times(2), *replace(foundation, at=(8, 0)).times(2)],
            CELLS: cell.dealt(up=[0, 1, 1, 0]),
            TABLEAU: column.dealt(up=[5] * 10),
        },
        deck=deck(),
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(order=down("suit"), safe=True),
    )
