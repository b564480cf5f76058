"""Forty Thieves: two decks, ten open columns, and once through the stock."""

from engine.cards import deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import Place, stack_in_turn
from engine.relations import ACES, ANY, down, same, up
from engine.rules import all_on, in_turn, on, only, run, through_cells, top, turn
from engine.state import State
from engine.strategies.measures import heights_of, longer
from engine.strategies.strategy import Strategy, Weights

STOCK, WASTE = 0, 9
FOUNDATIONS = range(1, 9)
TABLEAU = range(10, 20)


@game(
    "forty-thieves",
    title="Forty Thieves",
    family="Two decks",
    tip="Empty a column early, and think twice before you bring a card to it.",
)
def forty_thieves() -> Game:
    """Bring both decks to the eight foundations, each in suit from the ace up to the king.

    Forty cards lie face up in ten columns, built down in suit; an empty column takes any card.
    Cards move singly, but a sequence moves together where empty columns would let its cards be
    moved one by one, and as much of it as fits goes to a foundation at once. The stock is turned
    card by card onto the waste, whose top card may be played; there is no second time. Each card on
    a foundation is worth five points, and each foundation that is full another sixty.
    """
    stock = turn(1, WASTE)
    in_suit = down("suit")
    foundation = Place(
        "foundation",
        at=(2, 0),
        on_empty=only(ANY),
        on_top=on(same("suit")),
        fits=in_turn(ACES, up("suit")),
        does=stack_in_turn,
    )
    column = Place(
        "tableau",
        at=(0, 2),
        spread="down",
        up=4,
        take=run(in_suit),
        on_empty=only(ANY),
        on_top=on(in_suit),
        fits=through_cells((), TABLEAU),
    )
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            FOUNDATIONS: foundation.times(8),
            WASTE: Place("waste", at=(0, 1), spread="right", take=top),
            TABLEAU: column.times(10),
        },
        deck=deck(2),
        button=Button("Deal", stock, pile=STOCK),
        score=in_fives,
        won=all_on(FOUNDATIONS, 104),
        strategy=Strategy(
            weights=(
                Weights(out=3, buried=1, broken=1, filled=2, stock=1.3, waste=1, own=0.1),
                Weights(out=2, buried=1, broken=1, filled=2, stock=1, waste=1, own=0.15),
                Weights(out=3, buried=1, broken=1, filled=2, waste=0.7, own=0.15),
            ),
            order=in_suit,
            safe=True,
            own=stays_longer,
        ),
    )


def in_fives(position: State) -> int:
    """Score the foundations: five points a card, sixty more for each that is full."""
    lengths = [len(position.piles[pile]) for pile in FOUNDATIONS]
    return 5 * sum(lengths) + 60 * lengths.count(13)


def stays_longer(position: State) -> float:
    """Return how much longer cards of the tableau and the waste have to stay for those above."""
    piles = position.piles
    heights = heights_of(piles, FOUNDATIONS)
    return sum([longer(piles[pile], heights) for pile in (WASTE, *TABLEAU)])
