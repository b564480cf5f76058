"""Klondike, the patience that most people call patience."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from engine.cards import deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import ClickRule, Layout, Place, Spread
from engine.relations import ACES, KINGS, down, up
from engine.rules import all_on, on, only, run, top, turn, turn_up
from engine.strategies.strategy import PLAIN, Strategy, Weights

STOCK, WASTE = 0, 1
FOUNDATIONS = range(2, 6)
TABLEAU = range(6, 13)
DEALS: dict[str, tuple[int, int | None]] = {  # cards at once, redeals
    "three-card-deals": (3, None),
    "single-card-deals": (1, 2),
    "no-redeals": (1, 0),
    "unlimited-redeals": (1, None),
}

DIGGING = Weights(out=2, down=3, filled=2, blocked=3, stock=1, waste=2, redeals=20)
STRATEGY = Strategy(
    weights=(
        DIGGING._replace(levels=True),
        DIGGING,
        Weights(out=1, down=3, buried=2, broken=1, stock=1, waste=2, redeals=20),
    ),
    order=down("alternate"),
    safe=True,
    turning=True,
)
"""How a solver goes about it, and about variants whose tableau is built in the same way."""


@game(
    "klondike",
    title="Klondike",
    family="Klondike",
    tip="Turn up the long piles first, and empty a pile only when a king waits for it.",
)
def klondike(
    deal: Literal[
        "three-card-deals", "single-card-deals", "no-redeals", "unlimited-redeals"
    ] = "single-card-deals",
) -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Seven piles hold one to seven cards, the last one face up. They are built down in alternating
    colours; face-up cards move together, and only a king, alone or with what lies on it, fills an
    empty pile. The stock is turned onto the waste, whose top card may be played; how many cards at
    once, and how often the waste goes back, the deal option says. The top card of a foundation may
    come back. Each card on a foundation is worth a point.
    """
    count, redeals = DEALS[deal]
    stock = turn(count, WASTE, redeals)
    foundation = Place(
        "foundation",
        at=(3, 0),
        take=top,
        on_empty=only(ACES),
        on_top=on(up("suit")),
        most=1,
        points=1,
    )
    alternating = down("alternate")
    tableau = Place(
        "tableau",
        at=(0, 1),
        spread="down",
        take=run(alternating),
        on_empty=only(KINGS),
        on_top=on(alternating),
        up=1,
    )
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: Place("waste", at=(1, 0), spread="right", fan=count, take=top),
            FOUNDATIONS: foundation.times(4),
            TABLEAU: tableau.staircase(7),
        },
        deck=deck(),
        after=[turn_up(TABLEAU)],
        button=Button("Deal", stock, pile=STOCK),
        won=all_on(FOUNDATIONS, 52),
        strategy=replace(STRATEGY, preparing=True),
    )


# For its variants.
FOUNDATION, COLUMN = klondike().places[FOUNDATIONS[0]], klondike().places[TABLEAU[0]]


def stock_and_waste(click: ClickRule, count: int = 1) -> Layout:
    """Return a stock that `click` turns, so many cards at once, and its waste."""
    spread: Spread = "right" if count > 1 else "squared"
    return {
        STOCK: Place("stock", at=(0, 0), rest=True, click=click),
        WASTE: Place("waste", at=(1, 0), spread=spread, fan=count, take=top),
    }


def variant(
    columns: Sequence[Place],
    foundations: Sequence[Place] = FOUNDATION.times(4),
    *,
    count: int = 1,
    redeals: int | None = 2,
    strategy: Strategy = PLAIN,
) -> Game:
    """Return Klondike with other piles and another way to turn the stock.

    Four foundations stand for each deck.
    """
    click = turn(count, WASTE, redeals)
    home = range(2, 2 + len(foundations))
    tableau = range(home.stop, home.stop + len(columns))
    decks = len(foundations) // 4
    return Game(
        layout={**stock_and_waste(click, count), home: foundations, tableau: columns},
        deck=deck(decks),
        after=[turn_up(tableau)],
        button=Button("Deal", click, pile=STOCK),
        won=all_on(home, 52 * decks),
        strategy=strategy,
    )
