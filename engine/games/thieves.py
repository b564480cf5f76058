"""Thieves: Golf with two jokers, and cards of unequal worth."""

from engine.cards import CLUBS, DIAMONDS, JOKER, card, deck, rank
from engine.catalogue import game
from engine.game import Game
from engine.places import Place, stack
from engine.relations import relate
from engine.rules import all_gone_from, on, top, turn
from engine.state import Draft
from engine.strategies.neighbours import cannot_be_cleared
from engine.strategies.strategy import TO_THE_WASTE, Strategy, without_suits

TABLEAU = range(7)
STOCK, WASTE = 7, 8
JOKERS = bytes([card(JOKER, CLUBS), card(JOKER, DIAMONDS)])
NEIGHBOURS = relate(lambda a, b: JOKER in (rank(a), rank(b)) or abs(rank(a) - rank(b)) == 1)
WORTH = [0, 8, 6, 6, 4, 4, 2, 2, 2, 4, 4, 6, 6, 8, 0]
"""By rank: the nearer to its end, the harder a card is to get rid of."""


@game(
    "thieves",
    title="Thieves",
    family="Golf",
    tip="A joker links any two cards: keep it for aces and kings, which are worth most.",
)
def thieves() -> Game:
    """Bring all cards of the tableau to the waste.

    Seven piles of five cards lie face up, from a deck with two jokers; one card starts the waste.
    A pile's top card may be put on the waste when it is one rank higher or lower than the card
    there, regardless of suit; a joker goes on anything, and anything on a joker. The stock is
    turned card by card onto the waste, once. Aces and kings are worth eight points, twos, threes,
    jacks and queens six, fours, fives, nines and tens four, the others two, and jokers nothing.
    """
    tableau = Place("tableau", at=(0, 0), spread="down", up=5, take=top)
    return Game(
        layout={
            TABLEAU: tableau.times(7),
            STOCK: Place("stock", at=(0, 2), rest=True, click=turn(1, WASTE)),
            WASTE: Place("waste", at=(1, 2), up=1, on_top=on(NEIGHBOURS), does=steal),
        },
        deck=bytes(sorted(deck() + JOKERS)),
        won=all_gone_from(TABLEAU),
        tap=True,
        strategy=Strategy(
            weights=TO_THE_WASTE,
            hopeless=cannot_be_cleared(TABLEAU, STOCK, WASTE),
            essence=without_suits,
            shown={WASTE: 1},
        ),
    )


def steal(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the card there, and score what it is worth."""
    stack(draft, source, count, target)
    draft.score += WORTH[rank(draft.piles[target][-1])]
