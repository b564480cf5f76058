"""4x13: four rows of thirteen cards and a space at the left of each."""

from engine.cards import Pile, deck
from engine.catalogue import game
from engine.game import Game
from engine.gaps import all_gaps_dead, lay_anew, rows_and_gaps, run_from_left
from engine.places import ByNumber, Place
from engine.relations import ACES, up
from engine.rules import beside, top, unknown
from engine.state import Draft, Position, State

REDEALS = 2
FIELD = range(56)
ROWS = [FIELD[start : start + 14] for start in range(0, 56, 14)]
LEFT = [None if pile % 14 == 0 else pile - 1 for pile in FIELD]
FOLLOWS = up("suit")
WELCOME = beside(FOLLOWS, LEFT, ACES)

dead = all_gaps_dead(WELCOME)


@game(
    "4x13",
    title="4x13",
    family="Rows and gaps",
    tip="A space behind a king is dead. Four of them, and the loose cards are dealt again.",
)
def four_by_thirteen() -> Game:
    """Bring each suit into a row of its own, from the ace at the left end to the king.

    All cards lie face up in four rows of thirteen, with a space at the left end of each. A space
    takes the one card that follows the card to its left, in suit. A space at the left end takes any
    ace. A space behind a king or behind another space is dead and takes nothing. When all four
    spaces are dead, the cards that are not yet in a run from an ace at the left end are shuffled
    and dealt again, each row's space behind its run; this happens twice at most. Each card in such
    a run is worth a point.
    """
    space = Place("tableau", at=(0, 0), take=top, on_empty=WELCOME)
    return Game(
        layout={FIELD: space.grid(rows=4, columns=14)},
        deck=deck(),
        deal_out=deal_out,
        after=[redeal_when_dead],
        score=in_runs,
        won=in_order,
        stuck=dead,
        tap=True,
        strategy=rows_and_gaps(ROWS, FOLLOWS, WELCOME),
    )


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal the rows, a space before each."""
    rows = [cards[start : start + 13] for start in range(0, 52, 13)]
    return {FIELD: [pile for row in rows for pile in (b"", *(bytes([card]) for card in row))]}


def in_run(position: Position, row: range) -> int:
    """Count the cards of a row that follow each other in suit from an ace at its left end."""
    return run_from_left(position, row, ACES, FOLLOWS)


def in_runs(position: State) -> int:
    """Count these cards in all rows."""
    return sum([in_run(position, row) for row in ROWS])


def in_order(position: State) -> bool:
    """Return whether every row runs from the ace to the king."""
    return all(in_run(position, row) == 13 for row in ROWS)


def redeal_when_dead(draft: Draft) -> bool:
    """Deal the loose cards again when no space takes a card, while there are redeals left.

    A view that ran ahead waits: a space behind a card that is not known may be alive.
    """
    state = draft.freeze()
    if not dead(state) or draft.redeals == REDEALS or in_order(state) or unknown(state):
        return False
    lay_anew(draft, ROWS, [in_run(draft, row) for row in ROWS])
    return True
