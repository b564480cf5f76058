"""Straight Up: the twos lie there from the start, and all goes up in suit to the ace."""

from dataclasses import replace

from engine.cards import TURN_DOWN, TURN_UP, Pile, deck
from engine.catalogue import game
from engine.game import Game
from engine.games import canfield, klondike
from engine.places import ByNumber, nothing, stack_in_turn
from engine.relations import ANY, NOTHING, down, same, up
from engine.rules import above_first, gaps_only_from, in_turn, on, only, run

IN_SUIT = down("suit", wrap=True)
TWOS = deck(ranks=range(2, 3))


@game(
    "straight-up",
    title="Straight Up",
    family="Canfield",
    tip="Bring to the foundations whatever goes there: nothing is won by waiting.",
)
def straight_up() -> Game:
    """Bring all cards to the four foundations, each in suit from the two up to the ace.

    The twos lie there from the start. Four piles are built down in suit, the king on the ace; cards
    in such order move together, to a foundation too. The reserve of thirteen shows its top card,
    which may be played and fills an empty pile by itself; when it is used up, an empty pile takes
    the top card of the waste. The stock is turned card by card onto the waste, which goes back
    twice. What lies on a foundation stays there; each card brought there is worth a point.
    """
    foundation = replace(
        klondike.FOUNDATION,
        take=nothing,
        on_empty=None,
        on_top=on(same("suit")),
        most=13,
        fits=in_turn(NOTHING, up("suit", wrap=True)),
        does=stack_in_turn,
        points=0,
    )
    column = replace(
        klondike.COLUMN,
        at=(3, 1),
        take=run(IN_SUIT),
        on_empty=only(ANY),
        on_top=on(IN_SUIT),
        fits=gaps_only_from([canfield.WASTE]),
    )
    game = canfield.variant(
        foundation.times(4),
        column.times(4),
        reserve=13,
        redeals=2,
        strategy=replace(canfield.STRATEGY, order=IN_SUIT),
    )
    # The twos count nothing.
    return replace(game, deal_out=deal_out, score=above_first(canfield.FOUNDATIONS))


def deal_out(cards: Pile) -> ByNumber[Pile]:
    """Deal the twos to the foundations, then the reserve and the piles; the rest is the stock."""
    others = bytes(card for card in cards if card not in TWOS).translate(TURN_DOWN)
    twos = [TWOS[i : i + 1] for i in range(4)]
    columns = [others[i : i + 1].translate(TURN_UP) for i in range(13, 17)]
    return {
        canfield.STOCK: others[17:],
        canfield.FOUNDATIONS: twos,
        canfield.RESERVE: others[:13],
        range(7, 11): columns,
    }
