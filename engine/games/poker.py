"""Poker: twelve hands in a field of twenty-five."""

from engine.cards import RANK, SUIT, TURN_UP, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Fits, Place
from engine.relations import ANY
from engine.rules import only, top
from engine.solver.strategy import Strategy
from engine.state import Draft, Position

STOCK, WASTE = 0, 1
CELLS = range(2, 27)
ROWS = [CELLS[start : start + 5] for start in range(0, 25, 5)]
COLUMNS = [CELLS[column::5] for column in range(5)]
DIAGONALS = [CELLS[0:25:6], CELLS[4:24:4]]
HANDS = [*ROWS, *COLUMNS, *DIAGONALS]
HIGH_STRAIGHT = [1, 10, 11, 12, 13]
BY_COUNTS = {(1, 4): 16, (2, 3): 10, (1, 1, 3): 6, (1, 2, 2): 3, (1, 1, 1, 2): 1}
"""What a hand is worth by how many cards of each rank it holds."""


@game(
    "poker",
    title="Poker",
    family="Odd ones",
    tip="Collect a suit in each row and a straight or equal ranks in each column.",
)
def poker(shuffle_mode: bool = False) -> Game:
    """Fill a field of five by five, so that its rows, columns and diagonals make good poker hands.

    The card on the waste goes to any empty cell, and the next one of the stock is turned. Once it
    lies there, a card stays; but in shuffle mode it may go to an empty cell, or change places
    with another card. A full line scores: a straight flush 30, four of a kind 16, a straight 12
    (the ace high or low), a full house 10, three of a kind 6, a flush 5, two pairs 3, a pair 1.
    With the field full, 75 points win, 120 in shuffle mode.
    """
    cell = Place("tableau", at=(3, 0), on_empty=only(ANY))
    if shuffle_mode:
        cell = Place(
            "tableau",
            at=(3, 0),
            take=top,
            on_empty=only(ANY),
            on_top=only(ANY),
            fits=Fits(not_from_waste, "the card of the waste goes to an empty place"),
            does=change_places,
        )
    needed = 120 if shuffle_mode else 75
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True),
            WASTE: Place("waste", at=(1, 0), up=1, take=top),
            CELLS: cell.grid(rows=5, columns=5),
        },
        deck=deck(),
        after=[turn_next],
        score=lambda position: sum([hand_score(position, hand) for hand in HANDS]),
        won=lambda position: position.score >= needed and is_full(position),
        strategy=Strategy(apart=CELLS),
    )


def not_from_waste(position: Position, source: int, count: int, target: int) -> bool:
    """Allow the card of the waste on empty cells only."""
    return source != WASTE or not position.piles[target]


def change_places(draft: Draft, source: int, count: int, target: int) -> None:
    """Let the two cells change their cards, if there are two."""
    draft.piles[source], draft.piles[target] = draft.piles[target], draft.piles[source]


def turn_next(draft: Draft) -> bool:
    """Turn the stock's next card onto the waste when the last one is placed, until all are full."""
    if draft.piles[WASTE] or not draft.piles[STOCK] or is_full(draft):
        return False
    draft.piles[WASTE] = draft.lift(STOCK, 1).translate(TURN_UP)
    return True


def is_full(position: Position) -> bool:
    """Return whether a card lies in every cell."""
    return all(position.piles[CELLS.start :])


def hand_score(position: Position, hand: range) -> int:
    """Return what the five cards of a line are worth; nothing, while one is missing."""
    cards = b"".join([position.piles[cell] for cell in hand])
    if len(cards) != 5:
        return 0
    ranks = sorted([card & RANK for card in cards])
    different = set(ranks)
    if len(different) < 5:
        return BY_COUNTS[tuple(sorted(map(ranks.count, different)))]
    flush = len({card & SUIT for card in cards}) == 1
    straight = ranks[4] - ranks[0] == 4 or ranks == HIGH_STRAIGHT
    return 30 if straight and flush else 12 if straight else 5 if flush else 0
