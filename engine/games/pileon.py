"""Pileon: thirteen mixed fours, to be sorted by rank."""

from dataclasses import replace

from engine.cards import DOWN, TURN_DOWN, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Fits, Place
from engine.relations import ANY, same
from engine.rules import on, only, run
from engine.state import Draft, State
from engine.strategies.strategy import Strategy, Weights

FULL, EMPTY = range(13), range(13, 15)
"""The piles that are dealt cards, and those that are not."""
MOST = 4
ALIKE = same("rank")


@game(
    "pileon",
    title="Pileon",
    family="Fans",
    tip="Keep one of the two empty piles empty, and don't bury a single card under three.",
)
def pileon() -> Game:
    """Sort the cards so that each pile holds the four cards of a rank.

    Thirteen piles of four lie face up, and two are empty. A card, or several of one rank, may go
    onto a card of the same rank or to an empty pile; no pile holds more than four cards. The four
    cards of a rank are done with: their top card is turned face down. Each of their cards is worth
    a point.
    """
    pile = Place(
        "tableau",
        at=(0, 0),
        spread="right",
        fan=4,
        take=run(ALIKE),
        on_empty=only(ANY),
        on_top=on(ALIKE),
        fits=Fits(has_room, "no more than four cards lie in a pile"),
        up=4,
    )
    piles = [replace(pile, at=(2 * (i % 4), i // 4)) for i in range(15)]
    return Game(
        layout={FULL: piles[:13], EMPTY: [replace(empty, up=0) for empty in piles[13:]]},
        deck=deck(),
        after=[close_fours],
        score=lambda position: MOST * closed(position),
        won=lambda position: closed(position) == 13,
        strategy=Strategy(
            weights=(
                Weights(broken=2, score=-2, filled=8),
                Weights(broken=2, score=-1, filled=4),
            ),
            order=ALIKE,
        ),
    )


def has_room(position: State, source: int, count: int, target: int) -> bool:
    """Allow four cards at most in a pile."""
    return count + len(position.piles[target]) <= MOST


def close_fours(draft: Draft) -> bool:
    """Turn the top card down where the four cards of a rank lie together."""
    changed = False
    for pile, cards in enumerate(draft.piles):
        if len(cards) == MOST and all(ALIKE[cards[-1]][card] for card in cards):
            draft.piles[pile] = cards[:-1] + cards[-1:].translate(TURN_DOWN)
            changed = True
    return changed


def closed(position: State) -> int:
    """Count the fours that are done with."""
    found = 0
    for cards in position.piles:
        found += bool(cards) and cards[-1] >= DOWN
    return found
