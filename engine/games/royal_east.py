"""Royal East: a cross of five piles between four corners."""

from dataclasses import replace

from engine.base_card import base_cards, base_on
from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ANY, down, up
from engine.rules import all_on, cards_on, on, only, top, turn
from engine.state import State
from engine.strategies.measures import FROM_BASE, above_lower
from engine.strategies.strategy import Strategy, Weights

STOCK, WASTE = 0, 1
FOUNDATIONS = (2, 4, 8, 10)
CROSS = (3, 5, 6, 7, 9)
BASE = base_on(FOUNDATIONS)


@game(
    "royal-east",
    title="Royal East",
    family="Foundations",
    tip="Remember what lies in each pile, and keep one of them short.",
)
def royal_east() -> Game:
    """Bring all cards to the four foundations in the corners, each in suit and round from the base.

    The first corner begins with a card: the others begin with the same rank, and each goes up, the
    ace on the king, until it has thirteen cards. The five piles of the cross begin with one card
    and are built down regardless of suit, a king on an ace too. Cards move singly, and an empty
    pile takes any card. The stock is turned card by card onto the waste, once. Each card on a
    foundation is worth a point, the first one too.
    """
    corner = Place(
        "foundation",
        at=(3, 0),
        on_empty=base_cards(BASE),
        on_top=on(up("suit", wrap=True)),
    )
    pile = Place(
        "tableau",
        at=(3, 0),
        up=1,
        take=top,
        on_empty=only(ANY),
        on_top=on(down("any", wrap=True)),
    )
    first, *others = [replace(corner, at=(x, y)) for y in (0, 2) for x in (3, 5)]
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=turn(1, WASTE)),
            WASTE: Place("waste", at=(1, 0), take=top),
            FOUNDATIONS: [replace(first, up=1), *others],
            CROSS: [replace(pile, at=at) for at in ((4, 0), (3, 1), (4, 1), (5, 1), (4, 2))],
        },
        deck=deck(),
        score=cards_on(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(
            weights=(
                Weights(out=2, stock=1, waste=0.8, own=1),
                Weights(out=2, stock=1, waste=1, own=2),
            ),
            order=down("any", wrap=True),
            own=above_sooner,
        ),
    )


def above_sooner(position: State) -> int:
    """Return how many cards of the cross and of the waste lie above one that goes home sooner."""
    piles, order = position.piles, FROM_BASE[BASE(position)]
    return sum([above_lower(piles[pile].translate(order)) for pile in (WASTE, *CROSS)])
