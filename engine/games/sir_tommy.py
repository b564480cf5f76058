"""Sir Tommy, perhaps the oldest patience of all."""

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ACES, ANY, up
from engine.rules import all_on, on, only, provided, top, turn
from engine.strategies.measures import ranks_to_wait, whoever_takes_it
from engine.strategies.strategy import Strategy, Weights, without_suits

STOCK, WASTE = 0, 1
FOUNDATIONS = range(2, 6)
RESERVES = range(6, 10)
STRATEGY = Strategy(
    weights=(Weights(out=1, stock=1, own=0.5), Weights(out=1, stock=2, own=1)),
    at_once=whoever_takes_it(FOUNDATIONS),
    own=lambda position: sum(map(ranks_to_wait, position.piles[RESERVES.start :])),
    essence=without_suits,
)
"""How a solver goes about it."""


@game(
    "sir-tommy",
    title="Sir Tommy",
    family="Foundations",
    tip="Keep one pile for the kings, and do not bury a low card under a higher one.",
)
def sir_tommy() -> Game:
    """Bring all cards to the four foundations, from the ace up to the king regardless of suit.

    All cards are in the stock. Turn one card at a time, and bring it to a foundation or to one of
    the four piles below; only then the next one can be turned. A pile takes any card from the
    waste. Its top card may go to a foundation, but to no other pile. Each card on a foundation is
    worth a point.
    """
    turn_next = provided(
        lambda position: not position.piles[WASTE],
        turn(1, WASTE),
        "the card on the waste has to go first",
    )
    foundation = Place("foundation", at=(3, 0), on_empty=only(ACES), on_top=on(up("any")), points=1)
    pile = Place(
        "reserve",
        at=(3, 1),
        spread="down",
        take=top,
        on_empty=only(ANY),
        on_top=only(ANY),
        reach=frozenset(FOUNDATIONS),
        beyond="a card that lies in a pile goes to a foundation only",
    )
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=turn_next),
            WASTE: Place("waste", at=(1, 0), take=top),
            FOUNDATIONS: foundation.times(4),
            RESERVES: pile.times(4),
        },
        deck=deck(),
        won=all_on(FOUNDATIONS, 52),
        strategy=STRATEGY,
    )
