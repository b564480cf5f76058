"""Canfield: the casino's patience, with a reserve of thirteen."""

from collections.abc import Sequence
from dataclasses import replace

from engine.base_card import Base, base_cards, base_on
from engine.cards import deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.games import klondike
from engine.places import Place
from engine.relations import ANY, down, up
from engine.rules import all_on, cards_on, fill_gaps, on, only, run, top, turn, turn_up
from engine.state import State
from engine.strategies.strategy import Strategy, Weights

STOCK, WASTE = 0, 1
FOUNDATIONS = range(2, 6)
RESERVE = 6
BASE = base_on(FOUNDATIONS)
ALTERNATING = down("alternate", wrap=True)

UNCOVERING = Weights(out=2, filled=1, blocked=2, held=4, stock=1, waste=1.5, redeals=10)
STRATEGY = Strategy(
    weights=(
        UNCOVERING._replace(levels=True),
        UNCOVERING,
        Weights(out=1, buried=1, broken=1, held=3, stock=1, waste=1.5, redeals=10),
    ),
    order=ALTERNATING,
    turning=True,
)
"""How a solver goes about it, and about variants: it is won by what leaves the reserve."""


def based(base: Base) -> Place:
    """Return a foundation that begins with a card of the base card's rank."""
    return replace(
        klondike.FOUNDATION,
        on_empty=base_cards(base),
        on_top=on(up("suit", wrap=True)),
        points=0,
    )


@game(
    "canfield",
    title="Canfield",
    family="Canfield",
    tip="Play off the reserve first of all: as long as it lasts it fills every gap.",
)
def canfield() -> Game:
    """Bring all cards to the four foundations, in suit from the base card's rank upwards.

    The base card is dealt to the first foundation; the others begin with its rank too, and the ace
    follows the king. Four piles are built down in alternating colours, the king on the ace;
    cards in such order move together. The reserve of thirteen shows its top card, which may be
    played and fills an empty pile by itself; when it is used up, an empty pile takes any card. The
    stock is turned onto the waste three cards at a time, as often as you like. The top card of a
    foundation may come back, but not its first. Each card on a foundation is worth a point.
    """
    foundation = replace(based(BASE), take=top_above_base)
    column = replace(
        klondike.COLUMN,
        at=(3, 1),
        take=run(ALTERNATING),
        on_empty=only(ANY),
        on_top=on(ALTERNATING),
    )
    return variant(
        foundation.dealt(up=[1, 0, 0, 0]), column.times(4), reserve=13, count=3, redeals=None
    )


def top_above_base(position: State, foundation: int) -> Sequence[int]:
    """Take the top card, but not the one that the foundation begins with."""
    return top(position, foundation) if len(position.piles[foundation]) > 1 else ()


def variant(
    foundations: Sequence[Place],
    columns: Sequence[Place],
    *,
    reserve: int,
    redeals: int | None,
    count: int = 1,
    strategy: Strategy = STRATEGY,
) -> Game:
    """Return a game of a stock, a waste, foundations, a reserve that fills gaps, and columns."""
    click = turn(count, WASTE, redeals)
    tableau = range(7, 7 + len(columns))
    return Game(
        layout={
            **klondike.stock_and_waste(click, count),
            FOUNDATIONS: foundations,
            RESERVE: Place("reserve", at=(0, 1), take=top, down=reserve - 1, up=1),
            tableau: columns,
        },
        deck=deck(),
        after=[fill_gaps(tableau, RESERVE), turn_up([RESERVE])],
        button=Button("Deal", click, pile=STOCK),
        score=cards_on(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 52),
        strategy=strategy,
    )
