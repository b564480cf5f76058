"""Royal East: a cross of five piles between four corners."""

from dataclasses import replace

from engine.base_card import base_cards, base_on
from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ANY, down, up
from engine.rules import all_on, cards_on, on, only, top, turn

WASTE = 1
FOUNDATIONS = (2, 4, 8, 10)
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
    and are built down whatever the suits, a king on an ace too. Cards move singly, and an empty
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
    cross = [
        replace(
            corner if (row + column) % 2 == 0 and (row, column) != (1, 1) else pile,
            at=(3 + column, row),
        )
        for row in range(3)
        for column in range(3)
    ]
    cross[0] = replace(cross[0], up=1)
    return Game(
        places=[
            Place("stock", at=(0, 0), rest=True, press=turn(1, WASTE)),
            Place("waste", at=(1, 0), take=top),
            *cross,
        ],
        deck=deck(),
        score=cards_on(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 52),
    )
