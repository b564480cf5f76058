"""Hamilton: choose the card with which the foundations begin."""

from engine.base_card import by_base, fits_by_base
from engine.cards import KING, TURN_DOWN, TURN_UP, deck, rank
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import ClickRule, Fits, Place, nothing, stack_in_turn
from engine.relations import ANY, NOTHING, down, down_to_base, ranks, same, up_from_base
from engine.rules import all_on, cards_on, deal_row, in_turn, on, only, run, top
from engine.state import Draft, Position, State
from engine.strategies.strategy import Strategy

STOCK, CHOOSER = 0, 1
FOUNDATIONS = range(2, 6)
TABLEAU = range(6, 13)
CHOICES = 3
ROW = deal_row(TABLEAU, over_gaps=True)


def shown(position: Position) -> int:
    """Return how many cards have been shown to choose from: the first mark."""
    return position.marks[0] if position.marks else 0


def start(position: Position) -> int:
    """Return the rank chosen, 0 before that: the second mark, for its card may leave again."""
    return position.marks[1] if len(position.marks) > 1 else 0


@game(
    "hamilton",
    title="Hamilton",
    family="Klondike",
    tip="Choose a rank whose cards lie open: with one of them buried the game is hard.",
)
def hamilton() -> Game:
    """Bring all cards to the four foundations, each in suit and round from the card you choose.

    Seven piles hold one to seven cards, all face up. First click the stock: bring the card that it
    shows to a foundation, or click again for another one, three in all. Its rank begins the
    foundations, which go up, the ace on the king; their top cards may come back. The piles are
    built down in the same colour, a king on an ace too. Sequences of one suit move together, to an
    empty pile or to a foundation as well; an empty pile takes any card. A click on the stock deals
    a card to each pile. Each card on a foundation is worth a point.
    """
    stock = ClickRule(may_click, show_or_deal, "no more cards are shown: choose one of them")
    foundation = Place(
        "foundation",
        at=(3, 0),
        take=top,
        on_empty=only(ANY),
        on_top=on(same("suit")),
        fits=fits_by_base(
            start,
            one_suit_upwards,
            "only cards that follow in suit go there",
        ),
        does=put_on_foundation,
    )
    pile = Place(
        "tableau",
        at=(0, 1),
        spread="down",
        take=by_base(start, lambda base: run(down_to_base(base, "suit")) if base else nothing),
        on_empty=by_base(start, lambda base: only(ANY if base else NOTHING)),
        on_top=by_base(start, lambda base: on(down_to_base(base, "color"))),
    )
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            CHOOSER: Place("waste", at=(1, 0), take=top),
            FOUNDATIONS: foundation.times(4),
            TABLEAU: pile.dealt(up=range(1, 8)),
        },
        deck=deck(),
        button=Button("Deal", stock, pile=STOCK),
        score=cards_on(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 52),
        marks=(CHOICES, KING),
        strategy=Strategy(order=down("color"), base=start, safe=True, apart=TABLEAU),
    )


def may_click(position: State, stock: int) -> bool:
    """Return whether there is a card to be shown, or after the choice a row to be dealt."""
    if start(position):
        return ROW.may(position, stock)
    return shown(position) < CHOICES


def show_or_deal(draft: Draft, stock: int) -> None:
    """Deal a row, or before the choice show the next card; the one refused goes to the bottom."""
    if start(draft):
        ROW.do(draft, stock)
        return
    draft.marks = (shown(draft) + 1,)
    draft.piles[stock] = draft.piles[CHOOSER].translate(TURN_DOWN) + draft.piles[stock]
    draft.piles[CHOOSER] = draft.lift(stock, 1).translate(TURN_UP)


def one_suit_upwards(base: int) -> Fits:
    """Allow what can be put there card by card; before the choice that is any card."""
    return in_turn(ranks(base) if base else ANY, up_from_base(base, "suit"))


def put_on_foundation(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the cards there; the first one is the choice."""
    if not start(draft):
        draft.marks = (CHOICES, rank(draft.piles[source][-1]))
    stack_in_turn(draft, source, count, target)
