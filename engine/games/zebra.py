"""Zebra: two decks, striped."""

from engine.cards import deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import Place, stack_in_turn
from engine.relations import ACES, ANY, NOTHING, down, up
from engine.rules import (
    above_first,
    all_on,
    dealt_first,
    fill_gaps,
    group,
    in_turn,
    on,
    only,
    top,
    turn,
)
from engine.strategies.measures import above_lower
from engine.strategies.strategy import Strategy, Weights, without_shades

STOCK, WASTE = 0, 1
FOUNDATIONS = range(2, 10)
TABLEAU = range(10, 18)


@game(
    "zebra",
    title="Zebra",
    family="Two decks",
    tip="Remember where the low cards lie in the waste: the second round needs them.",
)
def zebra() -> Game:
    """Bring both decks to the eight foundations, each in alternating colours from its ace upwards.

    The aces lie there already. Eight piles begin with one card and are built down in alternating
    colours, card by card, but any number of cards may go from a pile to a foundation at once. A gap
    is filled from the waste by itself, or from the stock. The stock is turned card by card onto the
    waste, which goes back once. Each card brought to a foundation is worth a point.
    """
    stock = turn(1, WASTE, 1)
    foundation = Place(
        "foundation",
        at=(7 / 3, 0),
        up=1,
        on_top=only(ANY),
        fits=in_turn(NOTHING, up("alternate")),
        does=stack_in_turn,
    )
    pile = Place(
        "tableau", at=(0, 1), spread="down", up=1, take=group, on_top=on(down("alternate")), most=1
    )
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: Place("waste", at=(1, 0), take=top),
            FOUNDATIONS: foundation.times(8),
            TABLEAU: pile.times(8, (4 / 3, 0)),
        },
        deck=deck(2),
        arrange=dealt_first(ACES),
        after=[fill_gaps(TABLEAU, WASTE, STOCK)],
        button=Button("Deal", stock, pile=STOCK),
        score=above_first(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 104),
        strategy=Strategy(
            weights=(
                Weights(out=2, buried=1, broken=1, own=1),
                Weights(out=3, buried=1, waste=1, own=1),
                Weights(out=1, buried=2, stock=1, waste=1, own=1),
            ),
            order=down("alternate"),
            own=lambda position: above_lower(position.piles[WASTE]),
            essence=without_shades,
        ),
    )
