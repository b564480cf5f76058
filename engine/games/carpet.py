"""Carpet: twenty cards to unpick."""

from engine.cards import deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import Place
from engine.relations import ACES, up
from engine.rules import all_on, dealt_first, fill_gaps, on, top, turn

STOCK, WASTE = 0, 1
FOUNDATIONS = range(2, 6)
CARPET = range(6, 26)


@game(
    "carpet",
    title="Carpet",
    family="Foundations",
    tip="Play from the carpet before you turn a card: its gaps take cards from the waste.",
)
def carpet() -> Game:
    """Bring all cards to the four foundations, each in suit from its ace up to the king.

    The aces lie there already. Twenty cards are laid out face up, four rows of five, and every one
    of them may be played. A gap is filled from the waste by itself, or from the stock when the
    waste is empty. The stock is turned card by card onto the waste, once; the waste's top card may
    be played too. Nothing is built but the foundations. Each card played is worth a point.
    """
    stock = turn(1, WASTE)
    foundation = Place("foundation", at=(3, 0), up=1, on_top=on(up("suit")), points=1)
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: Place("waste", at=(1, 0), take=top),
            FOUNDATIONS: foundation.times(4),
            CARPET: Place("tableau", at=(1, 1), up=1, take=top).grid(rows=4, columns=5),
        },
        deck=deck(),
        arrange=dealt_first(ACES),
        after=[fill_gaps(CARPET, WASTE, STOCK)],
        button=Button("Deal", stock, pile=STOCK),
        won=all_on(FOUNDATIONS, 52),
    )
