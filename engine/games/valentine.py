"""Valentine: four piles, each to become a suit, and all the time in the world."""

from itertools import pairwise

from engine.cards import TURN_DOWN, TURN_UP, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import ClickRule, Place
from engine.relations import KINGS, down, up
from engine.rules import all_on, on, top
from engine.state import Draft, State
from engine.strategies.strategy import Strategy, Weights

STOCK, WASTE = 0, 1
TABLEAU = range(2, 6)
BUILT, DEALT = down("suit"), up("suit")


@game(
    "valentine",
    title="Valentine",
    family="Luck",
    tip="Make every move that there is before you use the stock.",
)
def valentine() -> Game:
    """Gather the four suits in the four piles, each from the king down to the ace.

    Four cards lie face up; the others are the stock. The top card of a pile, or the card on the
    waste, may go onto the card of its suit that is one higher. A click on the stock fills the empty
    piles, first from the waste. When there are none, it turns a card onto the waste; and when
    one lies there already, the four piles go under the stock, and four cards are dealt anew, the
    one on the waste first. There is no score.
    """
    pile = Place("tableau", at=(0, 1), up=1, take=top, on_top=on(down("suit")))
    return Game(
        layout={
            STOCK: Place(
                "stock",
                at=(0, 0),
                rest=True,
                click=ClickRule(may_deal, deal, "there are too few cards for all gaps"),
            ),
            WASTE: Place("waste", at=(1, 0), take=top),
            TABLEAU: pile.times(4),
        },
        deck=deck(),
        won=all_on(TABLEAU, 52),
        strategy=Strategy(weights=(Weights(own=1),), apart=TABLEAU, own=apart_in_suit),
    )


def may_deal(position: State, stock: int) -> bool:
    """Return whether the cards left fill all gaps; without a gap, whether there is one at all."""
    left = len(position.piles[stock]) + len(position.piles[WASTE])
    gaps = sum([not position.piles[pile] for pile in TABLEAU])
    return left >= max(gaps, 1)


def deal(draft: Draft, stock: int) -> None:
    """Fill the gaps, turn a card, or deal anew, whichever comes first."""
    piles = draft.piles
    gaps = [pile for pile in TABLEAU if not piles[pile]]
    if not gaps and not piles[WASTE]:
        piles[WASTE] = draft.lift(stock, 1).translate(TURN_UP)
        return
    if not gaps:
        gathered = b"".join(piles[pile][::-1] for pile in TABLEAU)
        piles[stock] = gathered.translate(TURN_DOWN) + piles[stock]
        gaps = list(TABLEAU)
    next_cards = piles[stock] + piles[WASTE]
    dealt = next_cards[: -len(gaps) - 1 : -1].translate(TURN_UP)
    piles[stock], piles[WASTE] = next_cards[: -len(gaps)], b""
    for pile, card in zip(gaps, dealt, strict=True):
        piles[pile] = bytes([card])


def apart_in_suit(position: State) -> float:
    """Return how often a card does not follow the one above it: in a pile, or as it is dealt.

    A pile that no king begins counts half: it cannot become a suit before all is dealt anew.
    """
    piles, found = position.piles, 0
    to_come = (piles[STOCK] + piles[WASTE]).translate(TURN_UP)
    for cards, order in [(to_come, DEALT), *[(piles[pile], BUILT) for pile in TABLEAU]]:
        found += sum([not order[under][over] for under, over in pairwise(cards)])
    adrift = [pile for pile in TABLEAU if piles[pile] and not KINGS[piles[pile][0]]]
    return found + bool(to_come) + len(adrift) / 2
