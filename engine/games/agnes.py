"""Agnes: a Klondike of one colour, that begins with any rank."""

from dataclasses import replace

from engine.base_card import base_on, by_base, remember_base
from engine.cards import KING, deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.games import canfield, klondike
from engine.places import Place
from engine.relations import down, down_to_base
from engine.rules import all_on, cards_on, deal_row, on, run, turn_up
from engine.strategies.strategy import BUILDING, Strategy

STOCK = 0
FOUNDATIONS = range(1, 5)
TABLEAU = range(5, 12)
BASE = base_on(FOUNDATIONS, remembered=True)


@game(
    "agnes",
    title="Agnes",
    family="Klondike",
    tip="An empty pile waits for the next deal: before it, make room for what comes.",
)
def agnes() -> Game:
    """Bring all cards to the four foundations, in suit from the base card's rank upwards.

    The base card is dealt to the first foundation; the others begin with its rank too, and the ace
    follows the king. Seven piles hold one to seven cards, the last one face up. They are built
    down in the same colour, the king on the ace; cards in such order move together, but a card of
    the base card's rank ends a sequence. Only the deal fills an empty pile: a click on the stock
    deals a card to every pile. The top card of a foundation may come back. Each card on a
    foundation is worth a point.
    """
    deal = deal_row(TABLEAU, over_gaps=True)
    column = replace(
        klondike.COLUMN,
        take=by_base(BASE, lambda base: run(down_to_base(base, "color"))),
        on_empty=None,
        on_top=on(down("color", wrap=True)),
    )
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=deal),
            FOUNDATIONS: canfield.based(BASE).dealt(up=[1, 0, 0, 0]),
            TABLEAU: column.staircase(7),
        },
        deck=deck(),
        after=[remember_base(BASE), turn_up(TABLEAU)],
        marks=(KING,),
        button=Button("Deal", deal, pile=STOCK),
        score=cards_on(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(weights=BUILDING, order=down("color", wrap=True), base=BASE, safe=True),
    )
