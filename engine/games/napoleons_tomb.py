"""Napoleon's Tomb: sixes down in the middle, sevens up in the corners."""

from dataclasses import replace
from typing import Literal

from engine.cards import deck, rank
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ANY, ranks, relate, up
from engine.rules import After, all_on, on, only, top, turn
from engine.state import Action, Draft, Move, State
from engine.strategies.measures import above_lower
from engine.strategies.strategy import Strategy, Weights, without_suits

STOCK, WASTE = 0, 1
CENTRE, CORNERS = 6, (2, 4, 8, 10)
FOUNDATIONS = (CENTRE, *CORNERS)
RESERVES = (3, 5, 7, 9)
ROUND_FROM_SIX = relate(
    lambda under, over: rank(over) == (6 if rank(under) == 1 else rank(under) - 1)
)


@game(
    "napoleons-tomb",
    title="Napoleon's Tomb",
    family="Foundations",
    tip="Leave a cell free for the next six: it may be the only way on.",
)
def napoleons_tomb(
    deal: Literal["three-card-deals", "single-card-deals"] = "single-card-deals",
    autoplay: bool = False,
) -> Game:
    """Bring the low cards to the tomb in the middle and the high ones to its four corners.

    Regardless of suit, the middle goes down from a six to an ace, and begins with the next six
    again, four times in all; each corner goes up from a seven to a king. The four cells between
    them hold one card each, from the waste or from another cell. The stock is turned onto the
    waste: card by card and once, or by threes and three times. With autoplay, cards go where they
    belong by themselves. Each card in the middle and in the corners is worth a point.
    """
    by_threes = deal == "three-card-deals"
    stock = turn(3, WASTE, 2) if by_threes else turn(1, WASTE)
    centre = Place(
        "foundation", at=(4, 1), on_empty=only(ranks(6)), on_top=on(ROUND_FROM_SIX), points=1
    )
    corner = Place("foundation", at=(3, 0), on_empty=only(ranks(7)), on_top=on(up("any")), points=1)
    cell = Place("reserve", cell=True, at=(4, 0), take=top, on_empty=only(ANY))
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: Place("waste", at=(1, 0), spread="right", fan=3 if by_threes else 1, take=top),
            CENTRE: centre,
            CORNERS: [replace(corner, at=at) for at in ((3, 0), (5, 0), (3, 2), (5, 2))],
            RESERVES: [replace(cell, at=at) for at in ((4, 0), (3, 1), (5, 1), (4, 2))],
        },
        deck=deck(),
        after=[go_home(centre, corner)] if autoplay else [],
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(
            weights=(
                Weights(out=2, held=1, waste=0.5),
                Weights(out=1, stock=0.5, held=0.5, waste=1),
                Weights(out=2, held=2, own=1),
            ),
            at_once=goes_home_from_its_cell,
            own=lambda position: above_lower(position.piles[WASTE]),
            essence=without_suits,
        ),
    )


def goes_home_from_its_cell(state: State, action: Action) -> bool:
    """Return whether a card leaves its cell for good.

    Where another of its rank would go home later, that one can go to the cell instead.
    """
    return isinstance(action, Move) and action.source in RESERVES and action.target in FOUNDATIONS


def go_home(centre: Place, corner: Place) -> After:
    """Bring a card to the middle or to a corner, where one fits: the waste's first."""

    def after(draft: Draft) -> bool:
        state = draft.freeze()
        for source in (WASTE, *RESERVES):
            for target in FOUNDATIONS if draft.piles[source] else ():
                place = centre if target == CENTRE else corner
                put = place.on_top if draft.piles[target] else place.on_empty
                if put is not None and put(state, target)[draft.piles[source][-1]]:
                    draft.piles[target] += draft.lift(source, 1)
                    draft.score += 1
                    return True
        return False

    return after
