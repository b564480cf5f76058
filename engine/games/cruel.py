"""Cruel: twelve packets of four, gathered and dealt again as often as it helps."""

from engine.cards import Pile, deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import ClickRule, Place
from engine.relations import ACES, down, up
from engine.rules import all_on, dealt_first, on, top
from engine.state import Draft, Position, State
from engine.strategies.strategy import BUILDING, Strategy, Weights

STOCK = 0
FOUNDATIONS = range(1, 5)
TABLEAU = range(5, 17)
WEIGHTS = (
    Weights(out=1, broken=2, buried=0.5, filled=1, score=-2, levels=True),
    BUILDING[0],
    BUILDING[2],
)


@game(
    "cruel",
    title="Cruel",
    family="Fans",
    tip="A move shifts all packets behind it in the next deal: play the last piles first.",
)
def cruel() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    The aces lie there from the start; the others are dealt face up in twelve piles of four. The
    piles are built down in suit, a card at a time, and an empty one stays empty. As often as you
    like, the empty stock deals again: the piles are gathered in their order and cut into fours
    anew. A deal that would change nothing is not allowed. Each card brought to a foundation
    is worth a point.
    """
    deal = ClickRule(may_deal, deal_again, "the deal would change nothing", None)
    foundation = Place("foundation", at=(2, 0), up=1, on_top=on(up("suit")), most=1, points=1)
    pile = Place("tableau", at=(0, 1), up=4, take=top, on_top=on(down("suit")))
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), click=deal),
            FOUNDATIONS: foundation.times(4),
            TABLEAU: pile.grid(rows=2, columns=6),
        },
        deck=deck(),
        arrange=dealt_first(ACES),
        button=Button("Deal", deal, pile=STOCK),
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(weights=WEIGHTS, order=down("suit"), apart=TABLEAU),
    )


def packets(position: Position) -> list[Pile]:
    """Return the piles as they will lie after the next deal."""
    cards = b"".join([position.piles[pile] for pile in TABLEAU])
    return [cards[start : start + 4] for start in range(0, 4 * len(TABLEAU), 4)]


def may_deal(position: State, stock: int) -> bool:
    """Return whether the next deal would change anything."""
    return packets(position) != list(position.piles[TABLEAU.start :])


def deal_again(draft: Draft, stock: int) -> None:
    """Gather the piles in their order, and deal them in fours."""
    draft.piles[TABLEAU.start :] = packets(draft)
