"""FreeCell: everything open from the start, and four cells to work with."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.cards import KING, RANK, deck, suit
from engine.catalogue import game
from engine.game import Game
from engine.places import Effect, Place, stack
from engine.relations import ACES, ANY, Relation, down, up
from engine.rules import all_on, cards_on, on, only, run, through_cells, top
from engine.state import Draft
from engine.strategies.strategy import BUILDING, BY_LEVELS, Strategy

CELLS = range(4)
FOUNDATIONS = range(4, 8)
TABLEAU = range(8, 16)
OPEN = [*CELLS, *TABLEAU]
FOLLOWS = up("suit")
WEIGHTS = (*BUILDING, *BY_LEVELS)
"""What a solver weighs where there are cells."""

Low: TypeAlias = Callable[[Sequence[int]], Sequence[int]]
"""(how high each suit's foundation has come) -> up to which rank each suit's cards are low."""


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
    moved one by one. After a move, low cards that nothing can need any more go to the
    foundations by themselves. What lies there stays, and is worth a point a card.
    """
    return four_cells(down("alternate"), low_cards)


def four_cells(order: Relation, low: Low) -> Game:
    """Return a game of four cells whose columns are built in this order."""
    put = put_and_send(low)
    cell = Place("reserve", cell=True, at=(0, 0), take=top, on_empty=only(ANY), most=1, does=put)
    foundation = Place(
        "foundation", at=(4, 0), on_empty=only(ACES), on_top=on(FOLLOWS), most=1, does=put
    )
    column = Place(
        "tableau",
        at=(0, 1),
        spread="down",
        take=run(order),
        on_empty=only(ANY),
        on_top=on(order),
        fits=through_cells(CELLS, TABLEAU),
        does=put,
    )
    return Game(
        layout={
            CELLS: cell.times(4),
            FOUNDATIONS: foundation.times(4),
            TABLEAU: column.dealt(up=[7] * 4 + [6] * 4),
        },
        deck=deck(),
        score=cards_on(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(weights=WEIGHTS, order=order, safe=True),
    )


def put_and_send(low: Low) -> Effect:
    """Put the cards there; then send low cards to the foundations, as long as there are any."""

    def put(draft: Draft, source: int, count: int, target: int) -> None:
        stack(draft, source, count, target)
        while send_low_card(draft, low):
            pass

    return put


def low_cards(tops: Sequence[int]) -> Sequence[int]:
    """Return up to which rank no card on the board can need a card of each suit.

    It is at most two ranks above the lower foundation of the other colour (what it could carry is
    on its way too), and at most three above the lower one of its own colour.
    """
    clubs, diamonds, hearts, spades = tops
    black, red = min(clubs, spades), min(diamonds, hearts)
    low_black, low_red = min(red + 2, black + 3), min(black + 2, red + 3)
    return (low_black, low_red, low_red, low_black)


def all_cards(tops: Sequence[int]) -> Sequence[int]:
    """Call every card low."""
    return (KING,) * 4


def send_low_card(draft: Draft, low: Low) -> bool:
    """Send a low card home that fits there; return whether there was one."""
    piles = draft.piles
    tops = [0, 0, 0, 0]  # by suit
    for pile in FOUNDATIONS:
        if cards := piles[pile]:
            tops[suit(cards[-1])] = cards[-1] & RANK
    wanted = [-1, -1, -1, -1]
    for of, highest in enumerate(low(tops)):
        if tops[of] < highest:
            wanted[of] = tops[of] + 1 | of << 4
    for pile in OPEN:
        cards = piles[pile]
        if cards and cards[-1] == wanted[suit(cards[-1])]:
            card = cards[-1]
            for home in FOUNDATIONS:
                if (FOLLOWS[piles[home][-1]] if piles[home] else ACES)[card]:
                    piles[home] += draft.lift(pile, 1)
                    return True
    return False
