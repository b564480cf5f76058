"""Hopscotch: four foundations that climb in steps of one to four."""

from dataclasses import replace
from functools import lru_cache

from engine.cards import CLUBS, KING, RANK, TURN_DOWN, Pile, card, deck, rank
from engine.catalogue import game
from engine.game import Game
from engine.places import ByNumber, ClickRule, Fits, Place
from engine.relations import ANY, Relation, relate
from engine.rules import all_on, on, only, top, turn
from engine.state import State
from engine.strategies.measures import kept_longer
from engine.strategies.strategy import Strategy, Weights, without_suits

STOCK, WASTE = 0, 1
FOUNDATIONS = range(2, 6)
RESERVES = range(6, 10)
STARTS = bytes(card(step, CLUBS) for step in range(1, 5))


@game(
    "hopscotch",
    title="Hopscotch",
    family="Foundations",
    tip="Keep one reserve pile for kings, and put no card on one you need sooner.",
)
def hopscotch() -> Game:
    """Bring all cards to the four foundations, regardless of suit.

    The ace, two, three and four of clubs start them. The first goes up by ones, the second by
    twos, the third by threes, the fourth by fours; past the king one counts on from the ace, and
    each ends with a king. Turn the stock card by card: a card on the waste must go to a
    foundation or to one of the four reserve piles before the next one comes. The top card of a
    reserve pile may only go to a foundation. The stock is turned once. Each card brought to a
    foundation is worth a point.
    """
    stock = ClickRule(may_turn, turn(1, WASTE).do, "the card on the waste has to go first")
    foundation = Place("foundation", at=(3, 0), points=1)
    reserve = Place(
        "reserve",
        at=(3, 1),
        spread="down",
        take=top,
        on_empty=only(ANY),
        on_top=only(ANY),
        fits=Fits(from_waste, "only the card of the waste goes there"),
    )
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: Place("waste", at=(1, 0), take=top),
            FOUNDATIONS: [
                replace(place, on_top=on(up_by(step)))
                for step, place in enumerate(foundation.times(4), start=1)
            ],
            RESERVES: reserve.times(4),
        },
        deck=deck(),
        deal_out=deal_out,
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(
            weights=(Weights(out=1, stock=1, own=0.5), Weights(out=1, stock=2, own=1)),
            own=longer,
            essence=without_suits,
        ),
    )


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal the first cards of the foundations; the others are the stock."""
    stock = cards.translate(TURN_DOWN, STARTS)
    return {STOCK: stock, FOUNDATIONS: [bytes([start]) for start in STARTS]}


def up_by(step: int) -> Relation:
    """Return the relation of so many ranks higher, round from king to ace, with none on a king."""
    return relate(
        lambda under, over: rank(under) != KING and rank(over) == (rank(under) + step - 1) % 13 + 1
    )


def may_turn(position: State, stock: int) -> bool:
    """Return whether there is a card left, and the one before it has gone."""
    return bool(position.piles[stock]) and not position.piles[WASTE]


def from_waste(position: State, source: int, count: int, target: int) -> bool:
    """Allow cards of the waste only."""
    return source == WASTE


@lru_cache(1 << 12)
def wanted(lengths: tuple[int, ...]) -> tuple[float, ...]:
    """Return how many cards each rank waits for on foundations of these lengths.

    It is midway between those that come before it on the first foundation that takes it, and those
    on any of them that still do.
    """
    waits: list[float] = []
    for number in range(KING + 1):
        ats = [(number * pow(step, -1, 13) - 1) % 13 for step in range(1, 5)]
        left = [at - length for at, length in zip(ats, lengths, strict=True) if at >= length]
        waits.append((min(left) + sum(left) / len(left)) / 2 if left else 0)
    return tuple(waits)


@lru_cache(1 << 16)
def wait(cards: Pile, lengths: tuple[int, ...]) -> float:
    """Return how much longer the cards have to stay for those above them, all together."""
    waits = wanted(lengths)
    return kept_longer([waits[each & RANK] for each in reversed(cards)])


def longer(position: State) -> float:
    """Return how much longer cards of the reserve have to stay for those above them."""
    piles = position.piles
    lengths = tuple([len(piles[pile]) for pile in FOUNDATIONS])
    return sum([wait(piles[pile], lengths) for pile in RESERVES])
