"""Kansas: a Canfield of three piles, whatever the suits."""

from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Game
from engine.games import klondike
from engine.places import Place, nothing
from engine.relations import ANY, down, ranks, up
from engine.rules import all_on, by_base, fill_from, gaps_only_from, on, only, remember_base, run, top, turn, turn_up

WASTE = 1
FOUNDATIONS = range(2, 6)
RESERVE = 6
TABLEAU = range(7, 10)
DESCENDING = down("any", wrap=True)


@game(
    "kansas",
    title="Kansas",
    family="Canfield",
    tip="The waste comes but once: bring its cards to the piles while they are within reach.",
)
def kansas() -> Game:
    """Bring all cards to the four foundations, in suit from the base card's rank upwards.

    The base card is dealt to the first foundation; the others begin with its rank too, and on the
    king follows the ace. Three piles are built down whatever the suits, the king on the ace; cards
    in such order move together. The reserve of twelve shows its top card, which may be played and
    fills an empty pile by itself; when it is used up, an empty pile takes the top card of the
    waste. The stock is turned card by card onto the waste, once. What lies on a foundation stays
    there, and is worth a point a card.
    """
    foundation = replace(
        klondike.FOUNDATION,
        at=(2.5, 0),
        take=nothing,
        on_empty=by_base(lambda base: only(ranks(base))),
        on_top=on(up("suit", wrap=True)),
    )
    column = replace(
        klondike.COLUMN,
        at=(3.5, 1),
        take=run(DESCENDING),
        on_empty=only(ANY),
        on_top=on(DESCENDING),
        fits=gaps_only_from([WASTE]),
    )
    return Game(
        places=[
            Place("stock", at=(0, 0), rest=True, press=turn(1, WASTE)),
            Place("waste", at=(1, 0), take=top),
            *foundation.dealt(up=[1, 0, 0, 0]),
            Place("reserve", at=(0, 1), take=top, down=11, up=1),
            *column.times(3),
        ],
        deck=deck(),
        after=[remember_base(FOUNDATIONS), fill_from(RESERVE, TABLEAU), turn_up([RESERVE])],
        won=all_on(FOUNDATIONS, 52),
    )
