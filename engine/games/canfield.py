"""Canfield: the casino's patience, with a reserve of thirteen."""

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.games import klondike
from engine.places import Place
from engine.relations import ANY, down, ranks, up
from engine.rules import all_on, by_base, fill_from, on, only, remember_base, run, top, turn, turn_up
from engine.state import Position

STOCK, WASTE = 0, 1
FOUNDATIONS = range(2, 6)
RESERVE = 6
TABLEAU = range(7, 11)
ALTERNATING = down("alternate", wrap=True)


@game(
    "canfield",
    title="Canfield",
    family="Canfield",
    tip="Play off the reserve first of all: as long as it lasts it fills every gap.",
)
def canfield() -> Game:
    """Bring all cards to the four foundations, in suit from the base card's rank upwards.

    The base card is dealt to the first foundation; the others begin with its rank too, and on the
    king follows the ace. Four piles are built down in alternating colours, the king on the ace;
    cards in such order move together. The reserve of thirteen shows its top card, which may be
    played and fills an empty pile by itself; when it is used up, an empty pile takes any card. The
    stock is turned onto the waste three cards at a time, as often as you like. The top card of a
    foundation may come back, but not its first. Each card on a foundation is worth a point.
    """
    stock = turn(3, WASTE, None)
    foundation = replace(
        klondike.FOUNDATION,
        take=top_above_base,
        on_empty=by_base(lambda base: only(ranks(base))),
        on_top=on(up("suit", wrap=True)),
    )
    column = replace(
        klondike.COLUMN,
        at=(3, 1),
        take=run(ALTERNATING),
        on_empty=only(ANY),
        on_top=on(ALTERNATING),
    )
    return Game(
        places=[
            Place("stock", at=(0, 0), rest=True, press=stock),
            Place("waste", at=(1, 0), spread="right", fan=3, take=top),
            *foundation.dealt(up=[1, 0, 0, 0]),
            Place("reserve", at=(0, 1), take=top, down=12, up=1),
            *column.times(4),
        ],
        deck=deck(),
        after=[remember_base(FOUNDATIONS), fill_from(RESERVE, TABLEAU), turn_up([RESERVE])],
        button=Button("Deal", stock, pile=STOCK),
        won=all_on(FOUNDATIONS, 52),
    )


def top_above_base(position: Position, foundation: int) -> Sequence[int]:
    """Take the top card, but not the one that the foundation begins with."""
    return top(position, foundation) if len(position.piles[foundation]) > 1 else ()
