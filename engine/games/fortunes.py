"""Fortunes: of two cards of a suit the lower one leaves, until only the aces are left."""

from engine.cards import ACE, KING, Card, deck, rank, suit
from engine.catalogue import game
from engine.game import Game
from engine.places import ClickRule, Place
from engine.relations import ANY, relate
from engine.rules import deal_row, gone_from, group, left, only
from engine.state import Draft, State
from engine.strategies.strategy import Strategy, Weights

STOCK = 0
TABLEAU = range(1, 5)


@game(
    "fortunes",
    title="Fortunes",
    family="Luck",
    tip="An empty pile is a door: use it to reach a buried ace or a long row of one suit.",
)
def fortunes() -> Game:
    """Take all cards away but the four aces.

    A click on the stock deals a card to each of four piles. When two top cards are of one suit, a
    click takes the lower one away; aces are high. An empty pile takes any number of top cards of
    another pile, in order or not. Each card taken away is worth a point.
    """
    pile = Place(
        "tableau",
        at=(2, 0),
        spread="down",
        take=group,
        on_empty=only(ANY),
        click=ClickRule(
            may_leave, leave, "a card leaves only where a higher one of its suit lies open"
        ),
    )
    stock = Place("stock", at=(0, 0), rest=True, click=deal_row(TABLEAU, over_gaps=True))
    return Game(
        layout={STOCK: stock, TABLEAU: pile.times(4)},
        deck=deck(),
        score=gone_from(52),
        won=left(4),
        strategy=Strategy(weights=(Weights(score=-1, stock=-0.5), Weights(score=-1, stock=-0.8))),
    )


def aces_high(card: Card) -> int:
    """Return the rank, the ace's above the king's."""
    return KING + 1 if rank(card) == ACE else rank(card)


HIGHER = relate(lambda low, high: suit(low) == suit(high) and aces_high(low) < aces_high(high))


def may_leave(position: State, pile: int) -> bool:
    """Return whether another top card is of the same suit, and higher."""
    piles = position.piles
    if not piles[pile]:
        return False
    higher = HIGHER[piles[pile][-1]]
    return any(piles[other] and higher[piles[other][-1]] for other in TABLEAU)


def leave(draft: Draft, pile: int) -> None:
    """Take the card away."""
    draft.lift(pile, 1)
