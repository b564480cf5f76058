"""Giant: eight columns, dealt to in rows, and one cell."""

from typing import Literal

from engine.cards import deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import Place, stack_in_turn
from engine.relations import ACES, ANY, Suits, down, up
from engine.rules import all_on, deal_row, in_turn, on, only, run, top
from engine.strategies.strategy import IN_ROWS, Strategy

STOCK = 0
FOUNDATIONS = range(1, 9)
TABLEAU = range(9, 17)
RESERVE = 17
BUILT: dict[str, Suits] = {"same-suit": "suit", "alternating-colors": "alternate"}


@game(
    "giant",
    title="Giant",
    family="Klondike",
    tip="Bring the low cards out before the next row buries them, and keep the reserve free.",
)
def giant(build: Literal["same-suit", "alternating-colors"] = "alternating-colors") -> Game:
    """Bring all cards of two decks to the eight foundations, in suit from the ace up to the king.

    Eight columns start with a card each. They are built down, in suit or in alternating colours
    as the build option says; sequences move together, and any card or sequence fills an empty
    column. The reserve holds one card. A click on the stock deals a card to every column, empty or
    not, until it is used up. A sequence in suit may go to a foundation at once, and the top card
    of a foundation may come back. Each card there is worth a point.
    """
    order = down(BUILT[build])
    deal = deal_row(TABLEAU, over_gaps=True)
    foundation = Place(
        "foundation",
        at=(2, 0),
        take=top,
        on_empty=only(ANY),
        on_top=only(ANY),
        fits=in_turn(ACES, up("suit")),
        does=stack_in_turn,
        points=1,
    )
    column = Place(
        "tableau",
        at=(0, 1),
        spread="down",
        take=run(order),
        on_empty=only(ANY),
        on_top=on(order),
        up=1,
    )
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=deal),
            FOUNDATIONS: foundation.times(8),
            TABLEAU: column.times(8),
            RESERVE: Place("reserve", at=(9, 1), take=top, on_empty=only(ANY), most=1),
        },
        deck=deck(2),
        button=Button("Deal", deal, pile=STOCK),
        won=all_on(FOUNDATIONS, 104),
        strategy=Strategy(weights=IN_ROWS, order=order, safe=True),
    )
