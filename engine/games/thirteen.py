"""Thirteen: a pyramid, taken away in pairs."""

from dataclasses import replace

from engine.cards import TURN_DOWN, Pile, deck
from engine.catalogue import game
from engine.covering import lying_on, turn_up_free
from engine.game import Button, Game
from engine.places import ByNumber, Place
from engine.relations import KINGS, total
from engine.rules import both_away, click_away, gone_from, left, on, pair_away, top, turn
from engine.solver.strategy import Strategy

STOCK, WASTE = 0, 1
PAIRS = total(13)
PYRAMID = range(2, 30)


@game(
    "thirteen",
    title="Thirteen",
    family="Pyramids",
    tip="Free the lower rows first, and look at what a pair will uncover before you take it.",
)
def thirteen() -> Game:
    """Take all cards away, in pairs that add up to thirteen.

    Twenty-eight cards lie in a pyramid of seven rows, each card half under two of the next row;
    the free ones lie face up. Aces count one, jacks eleven, queens twelve: drag one card onto
    the other. A king is thirteen by itself and leaves with a click. The stock is turned card by
    card onto the waste, once. The top card of the waste may leave with a card of the pyramid,
    or with the card below it, for which you click the waste. Each card taken away is worth a
    point.
    """
    stock = turn(1, WASTE)
    card = Place(
        "tableau", at=(0, 0), take=top, on_top=on(PAIRS), does=both_away, click=click_away(KINGS)
    )
    waste = replace(card, kind="waste", at=(1, 0), spread="right", click=pair_away(PAIRS, KINGS))
    pyramid = replace(card, at=(3, 1)).rows(range(1, 8), step=1 / 3)
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: waste,
            PYRAMID: pyramid,
        },
        deck=deck(),
        deal_out=deal_out,
        after=[turn_up_free(lying_on(PYRAMID, pyramid))],
        button=Button("Deal", stock, pile=STOCK),
        score=gone_from(52),
        won=left(0),
        strategy=Strategy(apart=PYRAMID),
    )


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal the pyramid, its last row face up; the others are the stock."""
    pyramid = cards[:21].translate(TURN_DOWN) + cards[21:28]
    return {STOCK: cards[28:].translate(TURN_DOWN), PYRAMID: [bytes([card]) for card in pyramid]}
