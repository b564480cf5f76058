"""Thirteens, by Randy Rasa: pairs of thirteen in a field where the cards above fall down."""

from collections.abc import Sequence
from itertools import permutations

from engine.cards import KING, RANK, TURN_DOWN, TURN_UP, Pile, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import ByNumber, Fits, Place
from engine.relations import ANY, KINGS, total
from engine.rules import click_away, on, only, top
from engine.state import Draft, State
from engine.strategies.strategy import AWAY, Strategy, without_suits

CELLS = range(15)
COLUMNS = [CELLS[column::3] for column in range(3)]
"""The cells of each column, the highest first.  Cells are numbered row by row, from upper left."""
BOTTOMS = CELLS[12:]
STOCK, DISCARD = 15, 16
PAIRS = total(13)


@game(
    "thirteens",
    title="Thirteens",
    family="Pairs",
    tip="Look at what will fall: a pair taken away brings other cards together.",
)
def thirteens() -> Game:
    """Take all cards away, in pairs that touch and add up to thirteen.

    Fifteen cards lie face up in five rows of three; the others are the stock. Aces count one,
    jacks eleven, queens twelve; a king is thirteen by itself and leaves alone: click it, or drag it
    to the discard pile. Cards touch above, below, at the sides and corner to corner: drag one onto
    the other. What lay above falls down, and the columns are filled from the stock. When a column
    is empty, the top card of another column may be brought to its lowest cell. Each card taken away
    is worth a point.
    """
    cells = [
        Place(
            "tableau",
            at=(cell % 3, cell // 3),
            take=top,
            on_empty=only(ANY) if cell in BOTTOMS else None,
            on_top=on(PAIRS),
            fits=Fits(
                touches_or_tops, "pairs touch, and an empty column takes the top card of another"
            ),
            does=pair_or_bring,
            click=click_away(KINGS, DISCARD),
        )
        for cell in CELLS
    ]
    stock = Place("stock", at=(4, 0), rest=True)
    discard = Place("discard", at=(4, 1.5), on_empty=only(KINGS), on_top=only(KINGS), most=1)
    return Game(
        layout={CELLS: cells, STOCK: stock, DISCARD: discard},
        deck=deck(),
        deal_out=deal_out,
        after=[fall_and_fill],
        score=lambda position: len(position.piles[DISCARD]),
        won=lambda position: len(position.piles[DISCARD]) == 52,
        stuck=leads_to_no_discard,
        strategy=Strategy(weights=AWAY, apart=CELLS, essence=without_suits, shown={DISCARD: 0}),
    )


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal fifteen cards face up, row by row; the others are the stock."""
    return {CELLS: [bytes([card]) for card in cards[:15]], STOCK: cards[15:].translate(TURN_DOWN)}


def touching(a: int, b: int) -> bool:
    """Return whether two cells touch, at a side or a corner."""
    return max(abs(a % 3 - b % 3), abs(a // 3 - b // 3)) == 1


def touches_or_tops(position: State, source: int, count: int, target: int) -> bool:
    """Allow pairs that touch, and the top card of a column to go to an empty one."""
    if position.piles[target]:
        return touching(source, target)
    return source - 3 < 0 or not position.piles[source - 3]


def pair_or_bring(draft: Draft, source: int, count: int, target: int) -> None:
    """Discard the pair, or bring the card to the empty column."""
    if draft.piles[target]:
        draft.piles[DISCARD] += draft.lift(source, 1) + draft.lift(target, 1)
    else:
        draft.piles[target] = draft.lift(source, 1)


def fall_and_fill(draft: Draft) -> bool:
    """Let cards fall within their columns and fill these from the stock, lower cells first."""
    changed = False
    for column in COLUMNS:
        before = [draft.piles[cell] for cell in column]
        if all(before):
            continue
        cards = b"".join(reversed(before))
        cards += draft.lift(STOCK, len(column) - len(cards))[::-1].translate(TURN_UP)
        after = [cards[height : height + 1] for height in (4, 3, 2, 1, 0)]
        if after != before:
            draft.piles[column.start : column.stop : column.step] = after
            changed = True
    return changed


def leads_to_no_discard(position: State) -> bool:
    """Return whether bringing cards to empty columns never leads to another discard.

    Columns are empty only when the stock is: so all cards are known, and the positions few.
    """
    piles = position.piles
    columns = tuple(b"".join(piles[cell] for cell in reversed(column)) for column in COLUMNS)
    seen, waiting = {columns}, [columns]
    while waiting:
        columns = waiting.pop()
        if _can_discard(columns):
            return False
        for source, target in permutations(range(3), 2):
            if columns[source] and not columns[target]:
                moved = list(columns)
                moved[source], moved[target] = columns[source][:-1], columns[source][-1:]
                following = tuple(moved)
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
    return True


def _can_discard(columns: Sequence[bytes]) -> bool:
    """Return whether columns (lowest cards first) have a king or a pair that touches."""
    for cards, right in zip(columns, [*columns[1:], b""], strict=True):
        for height, card in enumerate(cards):
            if card & RANK == KING:
                return True
            above = cards[height + 1 : height + 2]
            if any(map(PAIRS[card].__getitem__, above + right[max(height - 1, 0) : height + 2])):
                return True
    return False
