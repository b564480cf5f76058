"""Auld Lang Syne: the cards come in fours, and nothing can be put off."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import ClickRule, Place
from engine.relations import ACES, up
from engine.rules import all_on, deal_row, dealt_first, on, top
from engine.strategies.measures import above_lower, whoever_takes_it
from engine.strategies.strategy import Strategy, Weights, without_suits

STOCK = 0
FOUNDATIONS = range(1, 5)
RESERVE = range(5, 9)
ROW = deal_row(RESERVE, over_gaps=True)
STRATEGY = Strategy(
    weights=(Weights(out=1, own=1),),
    own=lambda position: sum(map(above_lower, position.piles[RESERVE.start :])),
)
"""How a solver goes about it."""


@game(
    "auld-lang-syne",
    title="Auld Lang Syne",
    family="Foundations",
    tip="When two reserve piles have the card you need, play the one that uncovers more.",
)
def auld_lang_syne() -> Game:
    """Bring all cards to the four foundations, up from the aces, regardless of suit.

    The aces lie on the foundations from the start; all other cards are the stock. A click on the
    stock deals a card to each of the four reserve piles. Their top cards may go to the
    foundations, and nowhere else; the stock is dealt once. Each card brought to a foundation is
    worth a point.
    """
    # A card that leaves earlier changes nothing of what is dealt.
    strategy = replace(STRATEGY, essence=without_suits, at_once=whoever_takes_it(FOUNDATIONS))
    return with_stock(ROW, Button("Deal", ROW, pile=STOCK), strategy)


def with_stock(
    stock: ClickRule, button: Button | None = None, strategy: Strategy = STRATEGY
) -> Game:
    """Return the game with this click on the stock."""
    foundation = Place("foundation", at=(2, 0), up=1, on_top=on(up("any")), most=1, points=1)
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            FOUNDATIONS: foundation.times(4),
            RESERVE: Place("reserve", at=(2, 1), take=top).times(4),
        },
        deck=deck(),
        arrange=dealt_first(ACES),
        button=button,
        won=all_on(FOUNDATIONS, 52),
        strategy=strategy,
    )
