"""Doublets: one foundation that doubles, and kings that get in the way."""

from engine.cards import TURN_DOWN, Pile, deck, rank
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import Place, stack
from engine.relations import KINGS, relate
from engine.rules import all_on, cards_on, fill_gaps, on, top, turn
from engine.state import Draft

STOCK, WASTE, FOUNDATION = 0, 1, 8
RESERVE = [2, 3, 4, 5, 6, 7, 9]
ARCH = [(3, 0), (4, 0), (5, 0), (3, 1), (5, 1), (3, 2), (4, 2), (5, 2)]
"""Where the reserve's piles lie, and the foundation between them."""
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

    It goes up by doubling, whatever the suits, a jack counting eleven and a queen twelve; thirteen
    is taken off what is more than that. So it goes ace, two, four, eight, three, six, queen, jack,
    nine, five, ten, seven, and round again. Around it lies a reserve of seven single cards. A gap
    there is filled at once from the waste, or else from the stock. The stock is turned card by card
    onto the waste, by itself when the waste's last card has gone up; the waste goes back twice. A
    king can't be moved: it leaves the waste only to fill a gap, and stays there. Each card on the
    foundation is worth a point.
    """
    return Game(
        places=[
            Place("stock", at=(0, 0), rest=True, press=TURN),
            Place("waste", at=(1, 0), take=top),
            *(
                Place("foundation", at=at, up=1, on_top=on(DOUBLES), does=bring)
                if pile == FOUNDATION
                else Place("reserve", at=at, up=1, take=top)
                for pile, at in enumerate(ARCH, start=2)
            ),
        ],
        deck=deck(),
        lay_out=lay_out,
        after=[fill_gaps(RESERVE, WASTE, STOCK)],
        button=Button("Deal", TURN, pile=STOCK),
        score=cards_on([FOUNDATION]),
        won=all_on([FOUNDATION], 48),
        tap=True,
    )


def lay_out(cards: Pile) -> list[Pile]:
    """Deal eight cards, while every king that comes goes to the bottom of the stock."""
    dealt = early = b""
    while len(dealt) < 8:
        card, cards = cards[:1], cards[1:]
        if KINGS[card[0]]:
            early = card + early
        else:
            dealt += card
    stock = (early + cards).translate(TURN_DOWN)
    return [stock, b"", *(dealt[i : i + 1] for i in range(8))]


def bring(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the card there; when it was the waste's last one, the next one is turned."""
    stack(draft, source, count, target)
    if source == WASTE and draft.piles[STOCK] and not draft.piles[WASTE]:
        TURN.do(draft, STOCK)
