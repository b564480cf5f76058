"""First Law: four piles that are dealt again and again, until nothing is left of them."""

from engine.cards import TURN_DOWN, deck
from engine.catalogue import game
from engine.game import Game
from engine.places import ClickRule, Place
from engine.relations import same
from engine.rules import deal_row, left
from engine.state import Draft, Position, State
from engine.strategies.strategy import Strategy, Weights, without_suits

STOCK = 0
TABLEAU = range(1, 5)
ROW = deal_row(TABLEAU, over_gaps=True)
ALIKE = same("rank")


@game(
    "first-law",
    title="First Law",
    family="Luck",
    tip="You need not move every card that you can: left alone, it meets others next time.",
)
def first_law() -> Game:
    """Take all cards away, in fours of one rank.

    A click on the stock deals a card to each of four piles. When top cards have the same rank,
    a click on one of them moves it onto the leftmost of these. When all four top cards have the
    same rank, a click on any of them takes the four away. When the stock is empty, a click gathers
    the piles, the first one on top, and turns them over as the new stock, as often as one likes.
    Each four taken away is worth a point.
    """
    pile = Place(
        "tableau", at=(2, 0), click=ClickRule(may_join, join, "no card further left is of its rank")
    )
    return Game(
        layout={
            STOCK: Place(
                "stock",
                at=(0, 0),
                rest=True,
                click=ClickRule(may_deal, deal, "no card is left", None),
            ),
            TABLEAU: pile.times(4),
        },
        deck=deck(),
        score=lambda position: (52 - len(b"".join(position.piles))) // 4,
        won=left(0),
        strategy=Strategy(weights=(Weights(score=-1),), apart=TABLEAU, essence=without_suits),
    )


def alike(position: Position, pile: int) -> list[int]:
    """Return the piles with a top card of the same rank as this one's, itself among them."""
    cards = position.piles[pile]
    if not cards:
        return []
    welcome = ALIKE[cards[-1]]
    return [i for i in TABLEAU if position.piles[i] and welcome[position.piles[i][-1]]]


def may_join(position: State, pile: int) -> bool:
    """Return whether all four top cards are alike, or this one is like one further left."""
    found = alike(position, pile)
    return bool(found) and (len(found) == 4 or found[0] != pile)


def join(draft: Draft, pile: int) -> None:
    """Take the four away, or move the card to the leftmost of its rank."""
    found = alike(draft, pile)
    if len(found) == 4:
        for i in TABLEAU:
            draft.lift(i, 1)
    else:
        draft.piles[found[0]] += draft.lift(pile, 1)


def may_deal(position: State, stock: int) -> bool:
    """Return whether there is a stock, or a pile to make one of."""
    return any(position.piles)


def deal(draft: Draft, stock: int) -> None:
    """Deal a row; without a stock, turn the piles over as the new one instead."""
    if draft.piles[stock]:
        ROW.do(draft, stock)
    else:
        gathered = b"".join(draft.piles)[::-1].translate(TURN_DOWN)
        draft.piles[:] = [gathered] + [b""] * len(TABLEAU)
