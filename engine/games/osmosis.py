"""Osmosis, also called Treasure Trove: each row waits for the one above it."""

from collections.abc import Callable, Sequence

from engine.base_card import base_cards, base_on
from engine.cards import RANK, Pile, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Fits, Place
from engine.relations import same
from engine.rules import all_on, cards_on, on, top, turn, turn_up
from engine.state import Action, Move, State
from engine.strategies.strategy import Strategy, Weights

RESERVES = (0, 2, 4, 6)
FOUNDATIONS = (1, 3, 5, 7)
STOCK, WASTE = 8, 9


@game(
    "osmosis",
    title="Osmosis",
    family="Foundations",
    tip="The second suit to begin need not be the first that could: look at what waits for it.",
)
def osmosis(three_card_deals: bool = False) -> Game:
    """Bring all cards to the four foundations, one row a suit.

    A card is dealt to the first row. Any card of its suit may be put there, in any order. The rows
    below begin with cards of the same rank as that first one, and take a card of their suit when
    one of its rank lies in the row just above. You may play the top cards of the four piles at the
    left, of which only these lie face up, and of the waste. The stock is turned card by card, and
    the waste goes back twice; or by threes, and as often as you like. Each card on a foundation is
    worth a point, the first one too.
    """
    return osmosis_with(down=3, up=1, by_threes=three_card_deals)


def osmosis_with(*, down: int, up: int, by_threes: bool) -> Game:
    """Return Osmosis with so many cards face down and face up on each pile of the reserve."""
    stock = turn(3, WASTE, None) if by_threes else turn(1, WASTE, 2)
    reserve = Place("reserve", at=(0, 0), spread="right", down=down, up=up, take=top)
    foundation = Place(
        "foundation",
        at=(2, 0),
        spread="right",
        on_empty=base_cards(base_on(FOUNDATIONS)),
        on_top=on(same("suit")),
        fits=Fits(seeps_through, "no card of that rank lies in the row above"),
    )
    return Game(
        layout={
            RESERVES: reserve.times(4, (0, 1)),
            FOUNDATIONS: foundation.dealt(up=[1, 0, 0, 0], step=(0, 1)),
            STOCK: Place("stock", at=(0, 4), rest=True, click=stock),
            WASTE: Place("waste", at=(1, 4), spread="right", fan=3 if by_threes else 1, take=top),
        },
        deck=deck(),
        after=[turn_up(RESERVES)],
        score=cards_on(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(
            weights=(Weights(out=1),),
            at_once=joins_its_row(by_threes),
            apart=FOUNDATIONS,
            essence=whatever_order,
        ),
    )


def seeps_through(position: State, source: int, count: int, target: int) -> bool:
    """Allow a card when one of its rank lies in the row above; the first row takes any."""
    if target == FOUNDATIONS[0]:
        return True
    rank = position.piles[source][-1] & RANK
    return any(card & RANK == rank for card in position.piles[target - 2])


def joins_its_row(by_threes: bool) -> Callable[[State, Action], bool]:
    """Return what tells moves to rows that are begun: these take nothing from anybody.

    Where three cards are turned at once, one that leaves the waste changes which ones come up.
    """

    def joins(state: State, action: Action) -> bool:
        if not isinstance(action, Move) or (by_threes and action.source == WASTE):
            return False
        return bool(state.piles[action.target])

    return joins


def whatever_order(piles: Sequence[Pile]) -> Sequence[Pile]:
    """Return the piles with the cards of each row sorted: their order there is all one."""
    lying = list(piles)
    for row in FOUNDATIONS:
        lying[row] = lying[row][:1] + bytes(sorted(lying[row][1:]))
    return lying
