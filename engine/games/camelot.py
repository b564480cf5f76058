"""Camelot: seats for kings, queens and knaves, and no room for anybody else."""

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import JACK, KING, QUEEN, deck, rank
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import ClickRule, Fits, Place, stack
from engine.relations import accept, ranks, total, union
from engine.rules import both_away, click_away, gone_from, on, only, provided, top, turn
from engine.state import Draft, State
from engine.strategies.strategy import Strategy, Weights, without_suits

CELLS = range(16)
STOCK, WASTE = 16, 17
REMOVING = (1,)
"""The marks while cards are taken away; else cards are laid."""
COURT = {
    **dict.fromkeys((0, 3, 12, 15), KING),
    **dict.fromkeys((1, 2, 13, 14), QUEEN),
    **dict.fromkeys((4, 7, 8, 11), JACK),
}
"""Whose seat a cell is."""
NUMBERS = accept(lambda card: rank(card) < JACK)
TURN = turn(1, WASTE)


@game(
    "camelot",
    title="Camelot",
    family="Pairs",
    tip="Lay number cards in the middle, and keep the seats at the border for the court.",
)
def camelot() -> Game:
    """Seat the court round the table: kings in the corners, queens above and below, jacks beside.

    Turn the stock card by card, and lay each card in an empty cell before the next. A king goes to
    a corner only, a queen to the middle of the first or last row, a jack to the middle of the first
    or last column; other cards go anywhere. When all sixteen cells are full, or all cards are
    laid, take away other cards: pairs that add up to ten, one dragged onto the other, and tens by
    a click. When you turn the next card, you lay again. It is won when only the court is left. Each
    card taken away is worth a point.
    """
    stock = provided(
        has_room, ClickRule(TURN.may, lay_next), "every place is full: take cards away first"
    )
    # Cells of one kind share their rules: so it can be seen that it is all one which is which.
    seats = {court: only(union([NUMBERS, ranks(court)])) for court in (JACK, QUEEN, KING)}
    cell = Place(
        "tableau",
        at=(0, 0),
        take=number_to_remove,
        on_empty=only(NUMBERS),
        on_top=on(total(10)),
        fits=Fits(laid_or_paired, "the card of the waste goes to an empty place"),
        does=lay_or_remove,
        click=provided(removing, click_away(ranks(10)), "tens leave when all places are full"),
    )
    cells = [
        replace(
            cell,
            at=(2.5 + number % 4, number // 4),
            on_empty=seats[COURT[number]] if number in COURT else cell.on_empty,
        )
        for number in CELLS
    ]
    return Game(
        layout={
            CELLS: cells,
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: Place("waste", at=(1, 0), take=top),
        },
        deck=deck(),
        after=[begin_to_remove],
        button=Button("Deal", stock, pile=STOCK),
        score=gone_from(52),
        won=only_the_court,
        marks=REMOVING,
        strategy=Strategy(
            weights=(Weights(stock=2, own=1), Weights(stock=1, own=2)),
            own=in_seats,
            essence=without_suits,
        ),
    )


def removing(position: State) -> bool:
    """Return whether cards are taken away now."""
    return position.marks == REMOVING


def begin_to_remove(draft: Draft) -> bool:
    """Take cards away from now on, when there is no room or there are no cards to lay."""
    begins = not draft.marks and (
        all(draft.piles[: CELLS.stop]) or not any(draft.piles[CELLS.stop :])
    )
    if begins:
        draft.marks = REMOVING
    return begins


def has_room(position: State) -> bool:
    """Return whether the next card may be turned: the last one is laid, and a cell is empty."""
    return not position.piles[WASTE] and not all(position.piles[: CELLS.stop])


def lay_next(draft: Draft, stock: int) -> None:
    """Turn the next card; it has to be laid."""
    TURN.do(draft, stock)
    draft.marks = ()


def number_to_remove(position: State, pile: int) -> Sequence[int]:
    """Take a number card, while cards are taken away."""
    cards = position.piles[pile]
    return (1,) if position.marks == REMOVING and cards and NUMBERS[cards[-1]] else ()


def laid_or_paired(position: State, source: int, count: int, target: int) -> bool:
    """Allow cards of the waste on empty cells, and cards of other cells on the full ones."""
    return (source == WASTE) != bool(position.piles[target])


def lay_or_remove(draft: Draft, source: int, count: int, target: int) -> None:
    """Lay the card, or take the pair away."""
    (both_away if draft.piles[target] else stack)(draft, source, count, target)


def only_the_court(position: State) -> bool:
    """Return whether all cards are laid, and only kings, queens and jacks are left."""
    piles = position.piles
    if piles[STOCK] or piles[WASTE]:
        return False
    return not any(NUMBERS[cards[-1]] for cards in piles if cards)


def in_seats(position: State) -> int:
    """Count the number cards, and those on a seat of the court twice: they are in the way there."""
    piles = position.piles
    found = 0
    for cell in CELLS:
        if (cards := piles[cell]) and NUMBERS[cards[-1]]:
            found += 2 if cell in COURT else 1
    return found
