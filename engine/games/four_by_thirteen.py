"""4x13: four rows of thirteen cards and a space at the left of each."""

from engine.cards import Pile, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place
from engine.relations import ACES, NOTHING, up
from engine.rules import beside, lay_anew, runs_from_left, top, unknown
from engine.state import Draft, Position

REDEALS = 2
ROWS = [range(start, start + 14) for start in range(0, 56, 14)]
LEFT = [None if pile % 14 == 0 else pile - 1 for pile in range(56)]
FOLLOWS = up("suit")
WELCOME = beside(FOLLOWS, LEFT, ACES)


@game(
    "4x13",
    title="4x13",
    family="Rows and gaps",
    tip="A space behind a king is dead. Four of them, and the loose cards are dealt again.",
)
def four_by_thirteen() -> Game:
    """Bring each suit into a row of its own, from the ace at the left end to the king.

    All cards lie face up in four rows of thirteen, with a space at the left end of each. A space takes
    the one card that follows the card to its left, in suit. A space at the left end takes any ace.
    A space behind a king or behind another space is dead and takes nothing. When all four spaces are
    dead, the cards that are not yet in a run from the left end are shuffled and dealt again, each row's
    space behind its run; this happens twice at most. Each card in such a run is worth a point.
    """
    space = Place("tableau", at=(0, 0), take=top, on_empty=WELCOME)
    return Game(
        places=space.grid(rows=4, columns=14),
        deck=deck(),
        lay_out=lay_out,
        after=[redeal_when_dead],
        score=in_runs,
        won=lambda position: in_runs(position) == 52,
    )


def lay_out(cards: Pile) -> list[Pile]:
    """Deal the rows, a space before each."""
    rows = [cards[start : start + 13] for start in range(0, 52, 13)]
    return [pile for row in rows for pile in (b"", *(bytes([card]) for card in row))]


def in_runs(position: Position) -> int:
    """Count the cards that follow each other in suit from an ace at a row's left end."""
    return sum(runs_from_left(position, ROWS, ACES, FOLLOWS))


def redeal_when_dead(draft: Draft) -> bool:
    """Deal the loose cards again when no space takes a card, while there are redeals left."""
    spaces = [pile for pile, cards in enumerate(draft.piles) if not cards]
    if any(WELCOME(draft, space) is not NOTHING for space in spaces):
        return False
    if draft.redeals == REDEALS or in_runs(draft) == 52 or unknown(draft):
        return False
    lay_anew(draft, ROWS, runs_from_left(draft, ROWS, ACES, FOLLOWS))
    return True
