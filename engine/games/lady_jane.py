"""Lady Jane: Agnes's sister, with a reserve that the stock is dealt to."""

from dataclasses import replace

from engine.base_card import base_on, by_base, remember_base
from engine.cards import DOWN, KING, TURN_UP, deck
from engine.catalogue import game
from engine.game import Game
from engine.games import canfield, klondike
from engine.places import ClickRule, Place
from engine.relations import down, down_to_base, ranks
from engine.rules import all_on, cards_on, deal_row, on, only, run, top, turn_up
from engine.state import Draft, State
from engine.strategies.strategy import Strategy

STOCK, WASTE = 0, 1
FOUNDATIONS = range(2, 6)
TABLEAU = range(6, 13)
RESERVES = range(13, 20)
BASE = base_on(FOUNDATIONS, remembered=True)


@game(
    "lady-jane",
    title="Lady Jane",
    family="Klondike",
    tip="What the reserve buries is hard to reach: take its cards before the next deal.",
)
def lady_jane() -> Game:
    """Bring all cards to the four foundations, in suit from the base card's rank upwards.

    The base card is dealt to the first foundation; the others begin with its rank too, and the ace
    follows the king. Seven piles hold one to seven cards, the last one face up. They are built
    down in alternating colours, the king on the ace, but nothing lies on the base card's rank;
    cards in such order move together, and only the rank below the base card's, alone or with what
    lies on it, fills an empty pile. A click on the stock deals a card to each of the seven reserve
    piles, whose top cards may be played; the last two cards of the stock lie open side by side. The
    top card of a foundation may come back. Each card on a foundation is worth a point.
    """
    column = replace(
        klondike.COLUMN,
        take=by_base(BASE, lambda base: run(down_to_base(base, "alternate"))),
        on_empty=by_base(BASE, lambda base: only(ranks((base - 2) % 13 + 1))),
        on_top=by_base(BASE, lambda base: on(down_to_base(base, "alternate"))),
    )
    reserve = Place("reserve", at=(7, 0.5), take=top, up=1)
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, take=top, click=ClickRule(may_deal, deal)),
            WASTE: Place("waste", at=(1, 0), take=top),
            FOUNDATIONS: canfield.based(BASE).dealt(up=[1, 0, 0, 0]),
            TABLEAU: column.staircase(7),
            RESERVES: [
                *reserve.times(3, (0, 1)),
                *replace(reserve, at=(8, 0)).times(4, (0, 1)),
            ],
        },
        deck=deck(),
        after=[remember_base(BASE), turn_up(TABLEAU)],
        marks=(KING,),
        score=cards_on(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 52),
        strategy=Strategy(order=down("alternate"), base=BASE, safe=True),
    )


def may_deal(position: State, stock: int) -> bool:
    """Return whether there are cards that have not been dealt."""
    return position.piles[stock][-1:] >= bytes([DOWN])


def deal(draft: Draft, stock: int) -> None:
    """Deal a card to each reserve pile; of the last two, turn one over and the other up."""
    if len(draft.piles[stock]) >= len(RESERVES):
        deal_row(RESERVES).do(draft, stock)
    else:
        draft.piles[WASTE] = draft.lift(stock, 1).translate(TURN_UP)
        draft.piles[stock] = draft.piles[stock].translate(TURN_UP)
