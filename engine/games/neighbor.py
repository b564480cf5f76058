"""Neighbor: pairs of thirteen that touch, in a field that closes up by itself."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.games.monte_carlo import FIELD, STOCK, touching_field
from engine.places import Place
from engine.relations import KINGS, total
from engine.rules import click_away, close_up, gone_from, left
from engine.strategies.strategy import AWAY, Strategy, without_suits


@game(
    "neighbor",
    title="Neighbor",
    family="Pairs",
    tip="Take pairs near the top first: that moves most of the field.",
)
def neighbor() -> Game:
    """Take all cards away, in pairs that touch and add up to thirteen.

    Twenty-five cards lie face up in five rows of five; the others are the stock. Aces count one,
    jacks eleven, queens twelve; cards touch at the sides and at the corners: drag one of a pair
    onto the other. A king is thirteen by itself and leaves with a click. The cards behind a gap
    close up at once, to the left and into the row above, and the stock fills the places behind
    them. Each card taken away is worth a point.
    """
    field = touching_field(total(13))
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True),
            FIELD: [replace(card, click=click_away(KINGS)) for card in field],
        },
        deck=deck(),
        after=[close_up(FIELD, STOCK)],
        score=gone_from(52),
        won=left(0),
        strategy=Strategy(weights=AWAY, essence=without_suits),
    )
