"""Treize: Thirteen with all cards open."""

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.covering import click_if_free, free_top, lying_on, on_free
from engine.game import Game
from engine.games.thirteen import taking_pairs
from engine.places import Place
from engine.relations import KINGS, total
from engine.rules import both_away, click_away, gone_from, left, on, pair_away, top, turn
from engine.state import Draft

STOCK, BOTTOM, WASTE = 0, 1, 2
PYRAMID = range(3, 31)
PAIRS = total(13)


@game(
    "treize",
    title="Treize",
    family="Pyramids",
    tip="Look where the partners of the lowest cards lie before you use up the waste.",
)
def treize() -> Game:
    """Take all cards away, in pairs that add up to thirteen.

    Twenty-eight cards lie face up in a pyramid of seven rows, each card half under two of the next
    row; a card is free when none lies on it. Aces count one, jacks eleven, queens twelve: drag one
    free card onto the other. A king is thirteen by itself and leaves with a click. The stock is
    turned card by card onto the waste, once. The waste's lowest card, which lies apart, is free as
    well as its top card; a click on the waste takes the top card away with the one below it. Each
    card taken away is worth a point.
    """
    return open_thirteen(Place("tableau", at=(3, 1)).rows(range(1, 8), step=1 / 3))


def open_thirteen(cards: Sequence[Place]) -> Game:
    """Return the game with its twenty-eight cards laid out like this."""
    free = Place("waste", at=(1, 0), take=top, on_top=on(PAIRS), does=both_away)
    covers = lying_on(PYRAMID, cards)
    pyramid = [
        replace(
            card,
            up=1,
            take=free_top(covers),
            on_top=on_free(PAIRS, covers),
            does=both_away,
            click=click_if_free(click_away(KINGS), covers),
        )
        for card in cards
    ]
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=turn(1, WASTE)),
            BOTTOM: replace(free, click=click_away(KINGS)),
            WASTE: replace(free, at=(4 / 3, 0), spread="right", click=pair_away(PAIRS, KINGS)),
            PYRAMID: pyramid,
        },
        deck=deck(),
        after=[lay_bottom_apart],
        score=gone_from(52),
        won=left(0),
        strategy=taking_pairs(covers),
    )


def lay_bottom_apart(draft: Draft) -> bool:
    """Lay the waste's lowest card apart, when the one that lay there has gone."""
    if draft.piles[BOTTOM] or not draft.piles[WASTE]:
        return False
    waste = draft.piles[WASTE]
    draft.piles[BOTTOM], draft.piles[WASTE] = waste[:1], waste[1:]
    return True
