"""Plait: a braid of twenty cards, which comes off card by card."""

from dataclasses import replace
from typing import Literal

from engine.base_card import base_cards, base_on
from engine.cards import KING, Card, deck, suit
from engine.catalogue import game
from engine.game import Game
from engine.places import Place, stack
from engine.relations import ANY, NOTHING, Acceptance, down, either, up
from engine.rules import all_on, only, top, turn
from engine.state import Action, Draft, Move, State
from engine.strategies.strategy import Strategy, Weights

PLAIT, WASTE, STOCK = 1, 9, 10
EDGES = (0, 2, 19, 20)
LEFT, RIGHT = (5, 6, 13, 14), (7, 8, 15, 16)
FIELDS = LEFT + RIGHT
FOUNDATIONS = (3, 4, 11, 12, 17, 18, 21, 22)
BASE = base_on(FOUNDATIONS)
UP, DOWN = up("suit", wrap=True), down("suit", wrap=True)
EITHER = either(UP, DOWN)


@game(
    "plait",
    title="Plait",
    family="Two decks",
    tip="Free the plait first: what lies in it comes out in one order only.",
)
def plait() -> Game:
    """Bring both decks to the eight foundations, all in suit and all in the same direction.

    The first foundation begins with a card: the others begin with the same rank. The second card
    that comes to any of them decides whether all go up or down; the king and the ace are
    neighbours. You may play the top card of the plait in the middle, of the waste, the four edges
    and the eight fields beside the plait. When an edge's card goes to a foundation, the plait fills
    the edge. An empty edge takes any card, an empty field any but one of the plait. The stock is
    turned card by card onto the waste, which goes back twice. There is no score: one wins or loses.
    """
    foundation = Place(
        "foundation", at=(8, 0), on_empty=base_cards(BASE), on_top=onwards, does=bring_home
    )
    foundations = foundation.grid(rows=4, columns=2)
    foundations[0] = replace(foundations[0], up=1)
    edge = Place("reserve", at=(0.5, 0), up=1, take=top, on_empty=only(ANY))
    field = Place("tableau", at=(0, 1), up=1, take=top, on_empty=only(ANY))
    plait = Place(
        "reserve",
        at=(2.5, 0),
        spread="down",
        up=20,
        take=top,
        reach=frozenset((*EDGES, *FOUNDATIONS)),
        beyond="the plait's cards go to an edge or to a foundation only",
    )
    return Game(
        layout={
            EDGES: [replace(edge, at=(x, y)) for y in (0, 3) for x in (0.5, 4.5)],
            PLAIT: plait,
            FOUNDATIONS: foundations,
            LEFT: field.grid(rows=2, columns=2),
            RIGHT: replace(field, at=(4, 1)).grid(rows=2, columns=2),
            WASTE: Place("waste", at=(6, 1.5), take=top),
            STOCK: Place("stock", at=(7, 1.5), rest=True, click=turn(1, WASTE, 2)),
        },
        deck=deck(2),
        won=all_on(FOUNDATIONS, 104),
        strategy=Strategy(
            weights=(
                Weights(out=2, filled=0.2, held=0.5, stock=1, waste=0.9),
                Weights(out=2, held=0.5, stock=1, waste=0.8),
            ),
            at_once=nobody_waits,
        ),
    )


def direction(position: State) -> Literal["up", "down"] | None:
    """Return which way the foundations go; None before the second card on any of them."""
    for pile in FOUNDATIONS:
        cards = position.piles[pile]
        if len(cards) > 1:
            return "up" if UP[cards[0]][cards[1]] else "down"
    return None


def onwards(position: State, pile: int) -> Acceptance:
    """Welcome the next card in the foundations' direction, or in either; thirteen cards are all."""
    cards = position.piles[pile]
    if len(cards) == KING:
        return NOTHING
    way = direction(position)
    return (EITHER if way is None else UP if way == "up" else DOWN)[cards[-1]]


def bring_home(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the card on the foundation, and fill the edge that it leaves from the plait."""
    stack(draft, source, count, target)
    if source in EDGES and draft.piles[PLAIT]:
        draft.piles[source] = draft.lift(PLAIT, 1)


def nobody_waits(state: State, action: Action) -> bool:
    """Return whether a card comes from a field, and both foundations of its suit can take it."""
    piles = state.piles
    if not isinstance(action, Move) or action.source not in FIELDS:
        return False
    if action.target not in FOUNDATIONS:
        return False
    if direction(state) is None:
        return False
    card, at = piles[action.source][-1], len(piles[action.target])
    suits = [
        len(piles[home]) for home in FOUNDATIONS if piles[home] and same_suit(piles[home][0], card)
    ]
    return len(suits) == 2 and min(suits) >= at


def same_suit(one: Card, other: Card) -> bool:
    """Return whether both cards are of one suit."""
    return suit(one) == suit(other)
