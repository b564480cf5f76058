"""Montana, also Addiction: four rows without their aces, and three reshuffles."""

from engine.cards import RANK, Pile, deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import Place, Press
from engine.relations import ranks, up
from engine.rules import beside, lay_anew, runs_from_left, top
from engine.state import Draft, Position

RESHUFFLES = 3
ROWS = [range(start, start + 13) for start in range(0, 52, 13)]
LEFT = [None if pile % 13 == 0 else pile - 1 for pile in range(52)]
TWOS = ranks(2)
FOLLOWS = up("suit")


@game(
    "montana",
    title="Montana",
    family="Rows and gaps",
    tip="Reshuffle late: what stands in order at the left of a row stays.",
)
def montana() -> Game:
    """Bring each suit into a row of its own, from the two at the left end to the king.

    The deck is dealt in four rows, and the aces leave, so that there are four gaps. A gap takes the one
    card that follows the card to its left, in suit; a gap at the left end takes any two; a gap behind
    a king or behind another gap takes nothing. Three times you may reshuffle, whenever you like: the
    runs from the left ends stay, a gap follows each, and the other cards are dealt again. The score is
    the most cards that ever stood in such runs at once.
    """
    gap = Place("tableau", at=(0, 0), take=top, on_empty=beside(FOLLOWS, LEFT, TWOS))
    return Game(
        places=gap.grid(rows=4, columns=13),
        deck=deck(),
        lay_out=lay_out,
        button=Button("Reshuffle", Press(may_reshuffle, reshuffle)),
        score=lambda position: max(position.score, in_runs(position)),
        won=lambda position: in_runs(position) == 48,
    )


def lay_out(cards: Pile) -> list[Pile]:
    """Deal the rows; where an ace lay, a gap stays."""
    return [b"" if card & RANK == 1 else bytes([card]) for card in cards]


def in_runs(position: Position) -> int:
    """Count the cards that follow each other in suit from a two at a row's left end."""
    return sum(runs_from_left(position, ROWS, TWOS, FOLLOWS))


def may_reshuffle(position: Position, pile: int) -> bool:
    """Three times, stuck or not."""
    return position.redeals < RESHUFFLES


def reshuffle(draft: Draft, pile: int) -> None:
    """Deal the cards anew that are not in a run from the left end."""
    lay_anew(draft, ROWS, runs_from_left(draft, ROWS, TWOS, FOLLOWS))
