"""Odessa: Yukon in suit, and points for every sequence on the way."""

from operator import getitem, or_

from engine.cards import DOWN, Pile, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import Place, stack, stack_in_turn
from engine.relations import ACES, ANY, KINGS, down, up
from engine.rules import all_on, group, in_turn, on, only, turn_up
from engine.state import Draft, State
from engine.strategies.strategy import Strategy

FOUNDATIONS = (0, 8, 9, 10)
TABLEAU = range(1, 8)
IN_SUIT = down("suit")
APART = bytes([DOWN])
"""A card that follows nothing, and that nothing follows."""


@game(
    "odessa",
    title="Odessa",
    family="Yukon",
    tip="Keep cards off the foundations while you can: long sequences are what pays.",
)
def odessa() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Seven columns start with three cards face down and three face up, the five in the middle with
    two more face up. Columns are built down in suit, and any face-up card moves with all that lies
    on it, in order or not; only a king fills an empty column. Sequences in suit may go to a
    foundation at once, and stay there. Each card in a sequence of the deal is worth a point; when
    you add to a column, the sequence that comes together pays a point a card, and so does each card
    that goes to a foundation.
    """
    foundation = Place(
        "foundation",
        at=(0, 0),
        on_empty=only(ANY),
        on_top=only(ANY),
        fits=in_turn(ACES, up("suit")),
        does=bring_home,
    )
    column = Place(
        "tableau",
        at=(1, 0),
        spread="down",
        take=group,
        on_empty=only(KINGS),
        on_top=on(IN_SUIT),
        does=join,
    )
    return Game(
        layout={
            FOUNDATIONS: foundation.times(4, (0, 1)),
            TABLEAU: column.dealt(down=[3] * 7, up=[3, 5, 5, 5, 5, 5, 3]),
        },
        deck=deck(),
        after=[turn_up(TABLEAU)],
        score=score,
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(order=IN_SUIT, safe=True),
    )


def bring_home(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the cards there one after the other; each pays a point."""
    stack_in_turn(draft, source, count, target)
    draft.score += count


def join(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the cards there; the sequence in which they meet the column's own cards pays."""
    meeting = len(draft.piles[target])
    stack(draft, source, count, target)
    if meeting:
        draft.score += sequence_at(draft.piles[target], meeting)


def sequence_at(cards: Pile, at: int) -> int:
    """Count the cards of the sequence that holds the one at `at`."""
    first, end = at, at + 1
    while first and IN_SUIT[cards[first - 1]][cards[first]]:
        first -= 1
    while end < len(cards) and IN_SUIT[cards[end - 1]][cards[end]]:
        end += 1
    return end - first


def score(position: State) -> int:
    """Score what the moves have paid; at the deal, when nothing has, the cards in sequences."""
    if position.score:
        return position.score
    return in_sequences(APART.join([position.piles[pile] for pile in TABLEAU]))


def in_sequences(cards: Pile) -> int:
    """Count the cards that follow the one below them, or are followed by the one above."""
    follows = list(map(getitem, map(IN_SUIT.__getitem__, cards), cards[1:]))
    return sum(map(or_, [0, *follows], [*follows, 0]))
