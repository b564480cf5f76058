"""Easthaven: Klondike whose stock is dealt onto the piles."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.games import klondike
from engine.places import ClickRule, Place, nothing
from engine.relations import KINGS
from engine.rules import all_on, deal_row, turn_up
from engine.state import State

STOCK = 0
FOUNDATIONS = range(1, 5)
TABLEAU = range(5, 12)
TAKE = klondike.COLUMN.take


@game(
    "easthaven",
    title="Easthaven",
    family="Klondike",
    tip="Before a deal see what it may bury: a card that can go home should be there.",
)
def easthaven() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Seven piles hold three cards each, the last one face up. They are built down in alternating
    colours; cards in such order move together, and only a king, alone or with what lies on it,
    fills an empty pile. A click on the stock deals a card to every pile, at last to the first
    three only; not while a king could fill an empty pile. What lies on a foundation stays there,
    and is worth a point a card.
    """
    deal = deal_row(TABLEAU, over_gaps=True)
    return Game(
        layout={
            STOCK: Place(
                "stock",
                at=(0, 0),
                rest=True,
                click=ClickRule(may_deal, deal.do, "a king has to fill the empty pile first"),
            ),
            FOUNDATIONS: replace(klondike.FOUNDATION, take=nothing).times(4),
            TABLEAU: replace(klondike.COLUMN, down=2).times(7),
        },
        deck=deck(),
        after=[turn_up(TABLEAU)],
        won=all_on(FOUNDATIONS, 52),
    )


def may_deal(position: State, stock: int) -> bool:
    """Return whether there are cards, and no empty pile that a king from a pile could fill."""
    piles = position.piles
    if not piles[stock]:
        return False
    return all(piles[pile] for pile in TABLEAU) or not any(
        count < len(piles[pile]) and KINGS[piles[pile][-count]]
        for pile in TABLEAU
        for count in TAKE(position, pile)
    )
