"""Doublets: one foundation that doubles, and kings that get in the way."""

from engine.cards import TURN_DOWN, Pile, deck, rank
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import ByNumber, Place, stack
from engine.relations import KINGS, relate
from engine.rules import all_on, cards_on, fill_gaps, on, top, turn
from engine.state import Draft
from engine.strategies.strategy import Strategy, without_suits

STOCK, WASTE, FOUNDATION = 0, 1, 8
RESERVE = (2, 3, 4, 5, 6, 7, 9)
EIGHT = range(2, 10)
"""The reserve and the foundation, as they are dealt to."""
ARCH = [(3, 0), (4, 0), (5, 0), (3, 1), (5, 1), (3, 2), (5, 2)]
"""Where the reserve's piles lie."""
TURN = turn(1, WASTE, redeals=2)
DOUBLES = relate(lambda under, over: rank(over) == 2 * rank(under) % 13)
"""On no card fits a king, and on a king none."""


@game(
    "doublets",
    title="Doublets",
    family="Foundations",
    tip="A king in the reserve blocks its place for good: look at the waste before you empty one.",
)
def doublets() -> Game:
    """Bring all cards but the kings to the foundation.

    It goes up by doubling, regardless of suit, a jack counting eleven and a queen twelve; thirteen
    is taken off what is more than that. So it goes ace, two, four, eight, three, six, queen, jack,
    nine, five, ten, seven, and round again. Around it lies a reserve of seven single cards. A gap
    there is filled at once from the waste, or else from the stock. The stock is turned card by card
    onto the waste, by itself when the waste's last card has gone up; the waste goes back twice. A
    king can't be moved: it leaves the waste only to fill a gap, and stays there. Each card on the
    foundation is worth a point.
    """
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=TURN),
            WASTE: Place("waste", at=(1, 0), take=top),
            RESERVE: [Place("reserve", at=at, up=1, take=top) for at in ARCH],
            FOUNDATION: Place("foundation", at=(4, 2), up=1, on_top=on(DOUBLES), does=bring),
        },
        deck=deck(),
        deal_out=deal_out,
        after=[fill_gaps(RESERVE, WASTE, STOCK)],
        button=Button("Deal", TURN, pile=STOCK),
        score=cards_on([FOUNDATION]),
        won=all_on([FOUNDATION], 48),
        strategy=Strategy(essence=without_suits),
        tap=True,
    )


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal eight cards, while every king that comes goes to the bottom of the stock."""
    dealt = early = b""
    while len(dealt) < 8:
        card, cards = cards[:1], cards[1:]
        if KINGS[card[0]]:
            early = card + early
        else:
            dealt += card
    stock = (early + cards).translate(TURN_DOWN)
    return {STOCK: stock, EIGHT: [bytes([card]) for card in dealt]}


def bring(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the card there; when it was the waste's last one, the next one is turned."""
    stack(draft, source, count, target)
    if source == WASTE and draft.piles[STOCK] and not draft.piles[WASTE]:
        TURN.do(draft, STOCK)
