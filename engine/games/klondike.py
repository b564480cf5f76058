"""Klondike, the patience that most people call patience."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from engine.cards import deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import Place
from engine.relations import ACES, KINGS, down, up
from engine.rules import all_on, on, only, run, top, turn, turn_up

STOCK, WASTE = 0, 1
FOUNDATIONS = range(2, 6)
TABLEAU = range(6, 13)
DEALS: dict[str, tuple[int, int | None]] = {  # cards at once, redeals
    "three-card-deals": (3, None),
    "single-card-deals": (1, 2),
    "no-redeals": (1, 0),
    "unlimited-redeals": (1, None),
}


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
        places=[
            Place("stock", at=(0, 0), rest=True, press=stock),
            Place("waste", at=(1, 0), spread="right", fan=count, take=top),
            *foundation.times(4),
            *tableau.staircase(7),
        ],
        deck=deck(),
        after=[turn_up(TABLEAU)],
        button=Button("Deal", stock, pile=STOCK),
        won=all_on(FOUNDATIONS, 52),
    )


FOUNDATION, COLUMN = klondike().places[FOUNDATIONS.start], klondike().places[TABLEAU.start]


def variant(
    columns: Sequence[Place], *, count: int = 1, redeals: int | None = 2, copies: int = 1
) -> Game:
    """Return Klondike with other columns, another way to turn the stock, or more decks."""
    stock = turn(count, WASTE, redeals)
    places = [
        Place("stock", at=(0, 0), rest=True, press=stock),
        Place(
            "waste", at=(1, 0), spread="right" if count > 1 else "squared", fan=count, take=top
        ),
        *FOUNDATION.times(4 * copies),
        *columns,
    ]
    foundations = range(2, 2 + 4 * copies)
    return Game(
        places=places,
        deck=deck(copies),
        after=[turn_up(range(foundations.stop, len(places)))],
        button=Button("Deal", stock, pile=STOCK),
        won=all_on(foundations, 52 * copies),
    )
