"""Labyrinth: columns that can be played from both ends."""

from engine.cards import TURN_UP, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import ClickRule, Place
from engine.relations import ACES, up
from engine.rules import all_on, dealt_first, on, top
from engine.state import Draft, State
from engine.strategies.strategy import Strategy

STOCK = 0
FOUNDATIONS = range(1, 5)
UPPER, LOWER = range(5, 13), range(13, 21)
COLUMNS = list(zip(UPPER, LOWER, strict=True))


@game(
    "labyrinth",
    title="Labyrinth",
    family="Foundations",
    tip="Play all you can before you deal: each deal closes a way.",
)
def labyrinth() -> Game:
    """Bring all cards to the four foundations, each in suit from its ace up to the king.

    The aces lie there already, and eight cards in a row below. While you play from this row alone,
    the stock fills its gaps at once. A click on the stock deals a card to each column, and from
    then on gaps stay. The top card and the lowest card of a column may be played, and only to a
    foundation. Each card played is worth a point.
    """
    foundation = Place("foundation", at=(2, 0), up=1, on_top=on(up("suit")), points=1)
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=ClickRule(may_deal, deal)),
            FOUNDATIONS: foundation.times(4),
            UPPER: Place("tableau", at=(0, 1), up=1, take=top).times(8),
            LOWER: Place("tableau", at=(0, 4 / 3), spread="down", take=top).times(8),
        },
        deck=deck(),
        arrange=dealt_first(ACES),
        after=[close_up],
        won=all_on(FOUNDATIONS, 52),
        marks=(1,),
        strategy=Strategy(apart=(*UPPER, *LOWER)),
    )


def may_deal(position: State, stock: int) -> bool:
    """Return whether there are cards left."""
    return bool(position.piles[stock])


def deal(draft: Draft, stock: int) -> None:
    """Deal a card to each column; its upper end comes first, if it is empty."""
    draft.marks = (1,)
    for upper, lower in COLUMNS:
        if draft.piles[stock]:
            end = lower if draft.piles[upper] else upper
            draft.piles[end] += draft.lift(stock, 1).translate(TURN_UP)


def close_up(draft: Draft) -> bool:
    """Fill the upper ends: from the stock until it is dealt from, then from the same column."""
    changed = False
    for upper, lower in COLUMNS:
        if draft.piles[upper]:
            continue
        if draft.marks:
            cards = draft.piles[lower]
            draft.piles[upper], draft.piles[lower] = cards[:1], cards[1:]
        elif draft.piles[STOCK]:
            draft.piles[upper] = draft.lift(STOCK, 1).translate(TURN_UP)
        changed |= bool(draft.piles[upper])
    return changed
