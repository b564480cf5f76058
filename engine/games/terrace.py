"""Terrace, with the six games that differ from it in a number or a rule."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from engine.base_card import base_cards, base_on, by_base
from engine.cards import deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import ClickRule, Fits, Place, stack
from engine.relations import ANY, Suits, down, down_to_base, up_from_base
from engine.rules import all_on, cards_on, fill_gaps, gaps_only_from, on, only, top, turn
from engine.state import Draft, State
from engine.strategies.measures import FROM_BASE, above_lower
from engine.strategies.strategy import Strategy, Weights, without_shades

STOCK, WASTE, RESERVE = 0, 1, 2
FOUNDATIONS = range(3, 11)
BASE = base_on(FOUNDATIONS)
LOCKED = (1,)
"""The marks while no card may be turned: one was turned since there was a gap."""


class Variation(NamedTuple):
    """What the seven games differ in."""

    reserve: int = 11
    tableau: int = 9
    suits: Suits = "alternate"
    chosen: bool = False
    """Whether the player chooses the base, from four cards."""
    redeals: int = 0
    filled: tuple[int, ...] = ()
    """From where gaps are filled by themselves, if they are."""


VARIATIONS = {
    "terrace": Variation(chosen=True),
    "generals-patience": Variation(13, suits="suit", chosen=True, redeals=1),
    "falling-stars": Variation(),
    "signora": Variation(filled=(WASTE, STOCK)),
    "redheads": Variation(21, 8, filled=(RESERVE, WASTE, STOCK)),
    "blondes-and-brunettes": Variation(10, 8),
    "wood": Variation(10),
}


@game(
    "terrace",
    title="Terrace",
    family="Two decks",
    tip="Look through the reserve first: the base should not be buried in it.",
)
def terrace(
    variation: Literal[
        "terrace",
        "generals-patience",
        "falling-stars",
        "signora",
        "redheads",
        "blondes-and-brunettes",
        "wood",
    ] = "terrace",
) -> Game:
    """Bring both decks to the eight foundations, up from a base card in alternating colours.

    In Terrace and General's Patience bring one of four cards to a foundation, and its rank is the
    base; in the others it is dealt there. The piles are built down in alternating colours, card by
    card; both ways the king and the ace are neighbours. Of the reserve only the top card may be
    played, and only to a foundation. The stock is turned onto the waste card by card, by itself
    when the waste is empty. Gaps are filled from the waste; while there is one, no second card is
    turned unless the waste was played from. In Signora gaps fill from the waste by themselves, in
    Redheads first from the reserve. General's Patience builds its foundations in suit and turns the
    waste back once; then each card must be played before the next. Each card on a foundation is
    worth a point.
    """
    rules = VARIATIONS[variation]
    tableau = range(11, 11 + rules.tableau)
    fill_from_stock = fill_gaps(tableau, STOCK)
    flip = turn(1, WASTE, rules.redeals)

    def may_turn(position: State, stock: int) -> bool:
        return (
            flip.may(position, stock)
            and (not position.redeals or not position.piles[WASTE])
            and position.marks != LOCKED
            and bool(BASE(position))
        )

    def turn_one(draft: Draft, stock: int) -> None:
        flip.do(draft, stock)
        if draft.piles[WASTE] and not all(draft.piles[tableau.start : tableau.stop]):
            draft.marks = LOCKED

    def turn_by_itself(draft: Draft) -> bool:
        due = not draft.piles[WASTE] and may_turn(draft.freeze(), STOCK)
        if due:
            turn_one(draft, STOCK)
        return due

    def put(draft: Draft, source: int, count: int, target: int) -> None:
        chosen = not BASE(draft)
        stack(draft, source, count, target)
        if chosen:
            fill_from_stock(draft)
        if source == WASTE or all(draft.piles[tableau.start : tableau.stop]):
            draft.marks = ()

    def not_reserve_first(position: State, source: int, count: int, target: int) -> bool:
        return source != RESERVE or bool(BASE(position))

    stock = ClickRule(
        may_turn,
        turn_one,
        "first fill the gap, or choose the card that the foundations begin with",
        rules.redeals,
    )
    foundation = Place(
        "foundation",
        at=(0, 1),
        on_empty=base_cards(BASE, ANY),
        on_top=by_base(BASE, lambda base: on(up_from_base(base, rules.suits))),
        fits=Fits(not_reserve_first, "the first card comes from the tableau"),
        does=put,
    )
    pile = Place(
        "tableau",
        at=(0, 2),
        spread="down",
        take=top,
        on_empty=only(ANY),
        on_top=by_base(BASE, lambda base: on(down_to_base(base, "alternate"))),
        fits=gaps_only_from([WASTE]),
        does=put,
    )
    dealt = [1] * (4 if rules.chosen else rules.tableau)
    return Game(
        layout={
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: Place("waste", at=(1, 0), take=top),
            RESERVE: Place(
                "reserve",
                at=(3, 0),
                spread="right",
                up=rules.reserve,
                take=top,
                reach=frozenset(FOUNDATIONS),
                beyond="the reserve's cards go to a foundation only",
            ),
            FOUNDATIONS: foundation.dealt(up=[0 if rules.chosen else 1] + [0] * 7),
            tableau: pile.dealt(
                up=dealt + [0] * (rules.tableau - len(dealt)), step=(2 - rules.tableau / 8, 0)
            ),
        },
        deck=deck(2),
        after=[fill_gaps(tableau, *rules.filled), turn_by_itself],
        button=Button("Deal", stock, pile=STOCK),
        score=cards_on(FOUNDATIONS),
        won=all_on(FOUNDATIONS, 104),
        strategy=Strategy(
            weights=(
                Weights(out=2, broken=0.5, held=1, stock=0.7, waste=0.7, own=0.5),
                Weights(out=2, held=2, stock=0.5, waste=0.5, own=1),
                Weights(out=2, held=1, stock=1, waste=0.8, own=0.3),
            ),
            order=down("alternate", wrap=True),
            own=above_sooner(tableau),
            essence=None if rules.suits == "suit" else without_shades,
        ),
        marks=LOCKED,
    )


def above_sooner(tableau: range) -> Callable[[State], int]:
    """Return what counts the cards that lie above one that goes home sooner."""
    watched = (WASTE, RESERVE, *tableau)

    def count(position: State) -> int:
        piles, order = position.piles, FROM_BASE[BASE(position)]
        return sum([above_lower(piles[pile].translate(order)) for pile in watched])

    return count
