"""Elevator: a pyramid, played onto the waste up and down."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.covering import free_top, lying_on, turn_up_free
from engine.game import Button, Game
from engine.places import Place
from engine.relations import next_to
from engine.rules import all_gone_from, on, turn
from engine.strategies.neighbours import cannot_be_cleared
from engine.strategies.strategy import TO_THE_WASTE, Strategy, without_suits

STOCK, WASTE = 0, 1
PYRAMID = range(2, 30)


@game(
    "elevator",
    title="Elevator",
    family="Pyramids",
    tip="Of two cards that fit, play the one that turns others up.",
)
def elevator() -> Game:
    """Bring all cards of the pyramid to the waste.

    Twenty-eight cards lie in a pyramid of seven rows, each card half under two of the next row;
    the free ones lie face up. A free card may be put on the waste when it is one rank higher or
    lower than the card there, regardless of suit; ace and king are neighbours. The stock is turned
    card by card onto the waste, once. Each card brought from the pyramid is worth a point.
    """
    return pyramid_golf(face_down=21)


def pyramid_golf(face_down: int) -> Game:
    """Return the game with so many cards of the pyramid face down, from its top on."""
    stock = turn(1, WASTE)
    cards = Place("tableau", at=(3, 0)).rows(range(1, 8), step=1 / 2)
    covers = lying_on(PYRAMID, cards)
    for i, card in enumerate(cards):
        down = int(i < face_down)
        cards[i] = replace(card, down=down, up=1 - down, take=free_top(covers))
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: Place("waste", at=(1, 0), on_top=on(next_to(wrap=True)), points=1),
            PYRAMID: cards,
        },
        deck=deck(),
        after=[turn_up_free(covers)],
        button=Button("Deal", stock, pile=STOCK),
        won=all_gone_from(PYRAMID),
        tap=True,
        strategy=Strategy(
            weights=TO_THE_WASTE,
            hopeless=cannot_be_cleared(PYRAMID, STOCK, WASTE, wrap=True),
            apart=PYRAMID,
            essence=without_suits,
            shown={WASTE: 1},
        ),
    )
