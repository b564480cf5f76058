"""Thirteen: a pyramid, taken away in pairs."""

from dataclasses import replace

from engine.cards import DOWN, KING, RANK, TURN_DOWN, Pile, deck
from engine.catalogue import game
from engine.covering import Covers, lying_on, turn_up_free
from engine.game import Button, Game
from engine.places import ByNumber, Place
from engine.relations import KINGS, total
from engine.rules import both_away, click_away, gone_from, left, on, pair_away, top, turn
from engine.state import Action, Click, State
from engine.strategies.pairs import adding_up, held_in_pyramid, last_pair
from engine.strategies.strategy import AWAY, Strategy, without_suits

STOCK, WASTE = 0, 1
PAIRS = total(13)
PYRAMID = range(2, 30)
PARTNERS = adding_up(13)


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
    covers = lying_on(PYRAMID, pyramid)
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: waste,
            PYRAMID: pyramid,
        },
        deck=deck(),
        deal_out=deal_out,
        after=[turn_up_free(covers)],
        button=Button("Deal", stock, pile=STOCK),
        score=gone_from(52),
        won=left(0),
        strategy=taking_pairs(covers),
    )


def taking_pairs(covers: Covers) -> Strategy:
    """Return how a solver goes about a pyramid, of which this lies on that, and such a waste."""
    return Strategy(
        weights=AWAY,
        at_once=needed_by_nobody,
        hopeless=held_in_pyramid(covers, PARTNERS),
        apart=tuple(covers),
        essence=without_suits,
    )


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal the pyramid, its last row face up; the others are the stock."""
    pyramid = cards[:21].translate(TURN_DOWN) + cards[21:28]
    return {STOCK: cards[28:].translate(TURN_DOWN), PYRAMID: [bytes([card]) for card in pyramid]}


last = last_pair(PARTNERS)


def needed_by_nobody(position: State, action: Action) -> bool:
    """Return whether what leaves is a king, or the last two cards that go together."""
    if isinstance(action, Click):
        cards = position.piles[action.pile]
        return bool(cards) and cards[-1] & (DOWN | RANK) == KING
    return last(position, action)
