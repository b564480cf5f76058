"""Australian Patience: all open, in suit, and home by itself."""

from dataclasses import replace

from engine.catalogue import game
from engine.game import Button, Game
from engine.games import klondike
from engine.places import ClickRule, nothing, stack
from engine.relations import ACES, down, up
from engine.rules import cards_on, group, on, send_home, turn
from engine.state import Draft
from engine.strategies.strategy import Strategy

STOCK, WASTE = 0, 1
FOUNDATIONS = range(2, 6)
TABLEAU = range(6, 13)
TURN = turn(1, WASTE)
home = send_home([WASTE, *TABLEAU], FOUNDATIONS, ACES, up("suit"))


@game(
    "australian-patience",
    title="Australian Patience",
    family="Yukon",
    tip="Look for the card that each top card takes, and dig where the low cards lie deep.",
)
def australian_patience() -> Game:
    """Bring all cards to the four foundations, each in suit from the ace up to the king.

    Seven piles hold four cards each, all face up. They are built down in suit: any card moves
    there, with all that lies on it, in order or not. Only a king, with what lies on it, fills an
    empty pile. The stock is turned card by card onto the waste, once. After every move all top
    cards of the piles and the waste that fit a foundation go there by themselves, and stay there.
    Each card on a foundation is worth a point.
    """
    foundation = replace(klondike.FOUNDATION, take=nothing, points=0, does=put)
    column = replace(klondike.COLUMN, take=group, on_top=on(down("suit")), does=put, up=4)
    click = ClickRule(TURN.may, turn_over)
    game = klondike.variant(column.times(7), foundation.times(4))
    return replace(
        game,
        layout={**game.layout, STOCK: replace(game.places[STOCK], click=click)},
        after=(),
        button=Button("Deal", click, pile=STOCK),
        score=cards_on(FOUNDATIONS),
        strategy=Strategy(order=down("suit")),
    )


def put(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the cards there; then all goes home that can."""
    stack(draft, source, count, target)
    while home(draft):
        pass


def turn_over(draft: Draft, stock: int) -> None:
    """Turn a card of the stock over; then all goes home that can."""
    TURN.do(draft, stock)
    while home(draft):
        pass
