"""Monte Carlo: pairs of one rank that touch."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.places import ClickRule, Place
from engine.relations import Relation, same
from engine.rules import both_away, close_up, gone_from, left, on, top
from engine.state import Draft, State
from engine.strategies.strategy import AWAY, Strategy, without_suits

STOCK = 0
FIELD = range(1, 26)


@game(
    "monte-carlo",
    title="Monte Carlo",
    family="Pairs",
    tip="See where the cards will lie after the deal: a pair left for later may part others.",
)
def monte_carlo() -> Game:
    """Take all cards away, in pairs of the same rank that touch.

    Twenty-five cards lie face up in five rows of five; the others are the stock. Cards touch at
    the sides and at the corners: drag one of a pair onto the other. When there are gaps, click
    the stock: the cards close up in reading order, to the left and into the row above, and the
    stock fills the places behind them. Each card taken away is worth a point.
    """
    stock = ClickRule(has_gaps, close_up_and_deal, "there is no gap to be filled")
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            FIELD: touching_field(same("rank")),
        },
        deck=deck(),
        score=gone_from(52),
        won=left(0),
        strategy=Strategy(weights=AWAY, essence=without_suits),
    )


def touching_field(pairs: Relation) -> list[Place]:
    """Return five rows of five cards, of which two that touch and go together leave."""
    card = Place("tableau", at=(0, 0), up=1, take=top, on_top=on(pairs), does=both_away)
    return [
        replace(
            card,
            at=(2 + column, row),
            reach=touching(column, row),
            beyond="the two cards do not touch",
        )
        for row in range(5)
        for column in range(5)
    ]


def touching(column: int, row: int) -> frozenset[int]:
    """Return the piles around a place of the field."""
    return frozenset(
        FIELD[5 * y + x]
        for y in range(max(row - 1, 0), min(row + 2, 5))
        for x in range(max(column - 1, 0), min(column + 2, 5))
        if (x, y) != (column, row)
    )


def has_gaps(position: State, stock: int) -> bool:
    """Return whether there is a gap, and a card behind it or in the stock to fill it."""
    field = position.piles[FIELD.start :]
    if all(field):
        return False
    return bool(position.piles[stock]) or any(field[field.index(b"") :])


def close_up_and_deal(draft: Draft, stock: int) -> None:
    """Close the gaps in reading order, and fill the places behind from the stock."""
    close_up(FIELD, STOCK)(draft)
