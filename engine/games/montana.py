"""Montana, also Addiction: four rows without their aces, and three reshuffles."""

from engine.cards import RANK, Pile, deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.gaps import all_gaps_dead, lay_anew, rows_and_gaps, run_from_left
from engine.places import ByNumber, ClickRule, Place
from engine.relations import ranks, up
from engine.rules import beside, top
from engine.state import Draft, Position, State

RESHUFFLES = 3
FIELD = range(52)
ROWS = [FIELD[start : start + 13] for start in range(0, 52, 13)]
LEFT = [None if pile % 13 == 0 else pile - 1 for pile in FIELD]
TWOS = ranks(2)
FOLLOWS = up("suit")
WELCOME = beside(FOLLOWS, LEFT, TWOS)

dead = all_gaps_dead(WELCOME)
"""Whether no gap takes a card."""


@game(
    "montana",
    title="Montana",
    family="Rows and gaps",
    tip="Reshuffle late: what stands in order at the left of a row stays.",
)
def montana() -> Game:
    """Bring each suit into a row of its own, from the two at the left end to the king.

    The deck is dealt in four rows, and the aces leave, so that there are four gaps. A gap takes the
    one card that follows the card to its left, in suit; a gap at the left end takes any two; a gap
    behind a king or behind another gap takes nothing. Three times you may reshuffle, whenever you
    like: the runs that start with a two at the left end stay, a gap follows each, and the other
    cards are dealt again. The score is the most cards that ever stood in such runs at once.
    """
    gap = Place("tableau", at=(0, 0), take=top, on_empty=WELCOME)
    return Game(
        layout={FIELD: gap.grid(rows=4, columns=13)},
        deck=deck(),
        deal_out=deal_out,
        button=Button(
            "Reshuffle", ClickRule(may_reshuffle, reshuffle, "no reshuffle is left", RESHUFFLES)
        ),
        score=most_in_runs,
        won=in_order,
        stuck=stuck,
        tap=True,
        glow=True,
        strategy=rows_and_gaps(ROWS, FOLLOWS, WELCOME),
    )


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal the rows; where an ace lay, a gap stays."""
    return {FIELD: without_aces(cards)}


def without_aces(cards: Pile) -> list[Pile]:
    """Return each card as a pile of its own, and an ace as an empty one."""
    return [b"" if card & RANK == 1 else bytes([card]) for card in cards]


def in_run(position: Position, row: range) -> int:
    """Count the cards of a row that follow each other in suit from a two at its left end."""
    return run_from_left(position, row, TWOS, FOLLOWS)


def most_in_runs(position: State) -> int:
    """Count these cards in all rows; where there were more before, that count stands."""
    return max(position.score, sum([in_run(position, row) for row in ROWS]))


def in_order(position: State) -> bool:
    """Return whether every row runs from the two to the king."""
    return all(in_run(position, row) == 12 for row in ROWS)


def stuck(position: State) -> bool:
    """Return whether no gap takes a card and no reshuffle is left."""
    return position.redeals == RESHUFFLES and dead(position)


def may_reshuffle(position: State, pile: int) -> bool:
    """Return whether a reshuffle is left; the player need not be stuck."""
    return position.redeals < RESHUFFLES


def reshuffle(draft: Draft, pile: int) -> None:
    """Deal the cards anew that are not in a run from the left end."""
    lay_anew(draft, ROWS, [in_run(draft, row) for row in ROWS])
