"""Poker: twelve hands in a field of twenty-five."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from engine.cards import RANK, SUIT, TURN_UP, Pile, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Fits, Place
from engine.relations import ANY
from engine.rules import only, top
from engine.state import Draft, Position, State
from engine.strategies.strategy import Strategy, Weights

STOCK, WASTE = 0, 1
CELLS = range(2, 27)
ROWS = [CELLS[start : start + 5] for start in range(0, 25, 5)]
COLUMNS = [CELLS[column::5] for column in range(5)]
DIAGONALS = [CELLS[0:25:6], CELLS[4:24:4]]
HANDS = tuple(tuple(hand) for hand in (*ROWS, *COLUMNS, *DIAGONALS))
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
        strategy=Strategy(weights=(Weights(own=1),), apart=CELLS, own=astray(needed)),
    )


def not_from_waste(position: State, source: int, count: int, target: int) -> bool:
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


def hand_score(position: State, hand: Sequence[int]) -> int:
    """Return what the five cards of a line are worth; nothing, while one is missing."""
    piles = position.piles
    if not all(piles[cell] for cell in hand):
        return 0
    return hand_worth(bytes(sorted([piles[cell][-1] for cell in hand])))


@lru_cache(1 << 16)
def hand_worth(cards: Pile) -> int:
    """Return what five cards are worth."""
    ranks = sorted([card & RANK for card in cards])
    different = set(ranks)
    if len(different) < 5:
        return BY_COUNTS[tuple(sorted(map(ranks.count, different)))]
    flush = len({card & SUIT for card in cards}) == 1
    straight = ranks[4] - ranks[0] == 4 or ranks == HIGH_STRAIGHT
    return 30 if straight and flush else 12 if straight else 5 if flush else 0


# For a solver -------------------------------------------------------------------------------------
LINES_OF = [[line for line, hand in enumerate(HANDS) if cell in hand] for cell in CELLS]
"""The lines through each cell."""
TRIES = 60_000
MOST_LOSS = 3
"""What a change may cost at first."""


@lru_cache(8)
def plan(cards: Pile, needed: int) -> bytes:
    """Return the cards, cell by cell, as they score what is needed, or as much as was found.

    Cards change places blindly, at first for the worse as well; always the same ones.
    """
    field, number = list(cards), 1

    def worth(line: int) -> int:
        return hand_worth(bytes(sorted([field[cell - CELLS.start] for cell in HANDS[line]])))

    scores = [worth(line) for line in range(len(HANDS))]
    for left in range(TRIES, 0, -1):
        if sum(scores) >= needed:
            break
        number = number * 1103515245 + 12345 & 0x7FFFFFFF
        one, other = divmod((number >> 8) % (25 * 25), 25)
        field[one], field[other] = field[other], field[one]
        lines = {*LINES_OF[one], *LINES_OF[other]}
        new = {line: worth(line) for line in lines}
        gain = sum(new.values()) - sum([scores[line] for line in lines])
        if gain >= -MOST_LOSS * left / TRIES:
            for line, score in new.items():
                scores[line] = score
        else:
            field[one], field[other] = field[other], field[one]
    return bytes(field)


def astray(needed: int) -> Callable[[State], int]:
    """Return what counts the cards that lie elsewhere than in the plan, or nowhere yet.

    The field holds the same cards in the end, whatever is done: it is only asked where.
    """

    def count(position: State) -> int:
        piles = position.piles
        lying = piles[CELLS.start :]
        cards = (b"".join(lying) + piles[WASTE] + piles[STOCK][::-1].translate(TURN_UP))[:25]
        planned = plan(bytes(sorted(cards)), needed)
        return sum([pile != planned[cell : cell + 1] for cell, pile in enumerate(lying)])

    return count
