"""Kansas: a Canfield of three piles, regardless of suit."""

from dataclasses import replace

from engine.catalogue import game
from engine.game import Game
from engine.games import canfield, klondike
from engine.places import nothing
from engine.relations import ANY, down
from engine.rules import gaps_only_from, on, only, run

DESCENDING = down("any", wrap=True)


@game(
    "kansas",
    title="Kansas",
    family="Canfield",
    tip="The waste comes but once: bring its cards to the piles while they are within reach.",
)
def kansas() -> Game:
    """Bring all cards to the four foundations, in suit from the base card's rank upwards.

    The base card is dealt to the first foundation; the others begin with its rank too, and the ace
    follows the king. Three piles are built down regardless of suit, the king on the ace; cards
    in such order move together. The reserve of twelve shows its top card, which may be played and
    fills an empty pile by itself; when it is used up, an empty pile takes the top card of the
    waste. The stock is turned card by card onto the waste, once. What lies on a foundation stays
    there, and is worth a point a card.
    """
    foundation = replace(canfield.based(canfield.BASE), at=(2.5, 0), take=nothing)
    column = replace(
        klondike.COLUMN,
        at=(3.5, 1),
        take=run(DESCENDING),
        on_empty=only(ANY),
        on_top=on(DESCENDING),
        fits=gaps_only_from([canfield.WASTE]),
    )
    game = canfield.variant(
        foundation.dealt(up=[1, 0, 0, 0]),
        column.times(3),
        reserve=12,
        redeals=0,
        strategy=replace(canfield.STRATEGY, order=DESCENDING),
    )
    return replace(game, button=None)
