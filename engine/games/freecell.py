"""FreeCell: everything open from the start, and four cells to work with."""

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ACES, ANY, down, up
from engine.rules import all_on, on, only, run, through_cells, top

CELLS = range(4)
FOUNDATIONS = range(4, 8)
TABLEAU = range(8, 16)


@game(
    "freecell",
    title="FreeCell",
    family="FreeCell",
    tip="An empty cell is worth more than a tidy column. Dig for the aces, keep two cells free.",
)
def freecell() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    All cards lie face up in eight columns, built down in alternating colours; an empty column
    takes any card. Each of the four cells holds one card, whichever you like. Cards move
    singly; a sequence moves together when the empty cells and columns would let its cards be
    moved one by one. What lies on a foundation stays there, and is worth a point a card.
    """
    closer = (23 / 24, 0)  # the upper row's piles stand a little closer together than the columns
    cell = Place("reserve", at=(0, 0), take=top, on_empty=only(ANY), most=1)
    foundation = Place(
        "foundation", at=(4.125, 0), on_empty=only(ACES), on_top=on(up("suit")), most=1, points=1
    )
    alternating = down("alternate")
    column = Place(
        "tableau",
        at=(0, 1),
        spread="down",
        take=run(alternating),
        on_empty=only(ANY),
        on_top=on(alternating),
        fits=through_cells(CELLS, TABLEAU),
    )
    return Game(
        places=[
            *cell.times(4, closer),
            *foundation.times(4, closer),
            *column.dealt(up=[7] * 4 + [6] * 4),
        ],
        deck=deck(),
        won=all_on(FOUNDATIONS, 52),
    )
