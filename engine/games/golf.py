"""Golf: thirty-five cards into the hole, up and down."""

from engine.cards import KING, deck, rank
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import relate
from engine.rules import all_gone_from, on, top, turn
from engine.strategies.neighbours import cannot_be_cleared
from engine.strategies.strategy import TO_THE_WASTE, Strategy, without_suits

STOCK, WASTE = 0, 1
TABLEAU = range(2, 9)
NEIGHBOURS = relate(lambda under, over: abs(rank(under) - rank(over)) == 1 and rank(under) != KING)


@game(
    "golf",
    title="Golf",
    family="Golf",
    tip="Look for the longest run before you turn a card, and keep the kings for its end.",
)
def golf() -> Game:
    """Bring all cards of the tableau to the waste.

    Seven piles of five cards lie face up. A pile's top card may be put on the waste when it is one
    rank higher or lower than the card there, regardless of suit. On an ace goes only a two, and
    nothing goes on a king. The stock is turned card by card onto the waste, once. Each card
    brought from the tableau is worth a point.
    """
    tableau = Place("tableau", at=(0, 1), spread="down", up=5, take=top)
    waste = Place("waste", at=(1, 0), spread="right", fan=26, on_top=on(NEIGHBOURS), points=1)
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=turn(1, WASTE)),
            WASTE: waste,
            TABLEAU: tableau.times(7),
        },
        deck=deck(),
        won=all_gone_from(TABLEAU),
        tap=True,
        strategy=Strategy(
            weights=TO_THE_WASTE,
            hopeless=cannot_be_cleared(TABLEAU, STOCK, WASTE, on_king=False),
            essence=without_suits,
            shown={WASTE: 1},
        ),
    )
