"""Wall, by Otto Wallenius and Markus Tuhkanen: a castle, stormed with three cards at a time."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.cards import COPY, DOWN, KING, RANKS, SPADES, TURN_UP, UNKNOWN, Pile, deck
from engine.catalogue import game
from engine.game import Button, Game
from engine.places import ClickRule, Fits, Place
from engine.relations import ANY, NOTHING, Acceptance, accept
from engine.rules import all_gone_from, deal_row, dealt_first, group, only
from engine.state import Draft, Position, State
from engine.strategies.strategy import Strategy, Weights, without_suits

THRONE, HIGH_GUARD, LOW_GUARD = 0, range(1, 4), range(4, 8)
WALL = [range(8, 16), range(16, 23), range(23, 31), range(31, 38), range(38, 46), range(46, 53)]
ROWS = [range(1), HIGH_GUARD, LOW_GUARD, *WALL]
"""The castle from the top down."""
HEIGHTS = [0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5]
CASTLE = range(53)
STOCK = 53
WASTE = range(54, 57)
DEAL_THREE = deal_row(WASTE, over_gaps=True)
KINGS_OF_SPADES = accept(lambda card: card & ~COPY == KING | SPADES << 4)


def across(row: range) -> dict[int, float]:
    """Return where the row's piles lie: side by side, or in the guard every other card width."""
    step = 2 if row in (HIGH_GUARD, LOW_GUARD) else 1
    return {pile: 3.5 + step * (i - (len(row) - 1) / 2) for i, pile in enumerate(row)}


X = {pile: x for row in ROWS for pile, x in across(row).items()}


def touching(pile: int, row: range) -> list[int]:
    """Return the piles of a row next above or below that this one touches at a corner."""
    return [other for other in row if abs(X[other] - X[pile]) <= 1]


FREED_BY: dict[int, list[int]] = {
    pile: [other for other in (pile - 1, pile + 1) if other in row and below]
    + touching(pile, below)
    for row, below in [*pairwise(ROWS[1:]), (WALL[-1], range(0))]
    for pile in row
}
"""Of these piles one has to be gone before the pile may be attacked: none for the bottom row."""
HEALTH_OF: dict[int, list[int]] = {pile: [pile] for pile in CASTLE}
"""The piles whose cards together are a pile's health."""
for above, row in pairwise(WALL):
    for pile in row:
        HEALTH_OF[pile] += touching(pile, above)
for two_above, row in zip(WALL, WALL[2:], strict=False):
    for pile in row:  # at the edge, the card straight above as well
        HEALTH_OF[pile] += [other for other in two_above if X[other] == X[pile] in (0, 7)]


"""What each card counts."""


@game(
    "wall",
    title="Wall",
    family="Odd ones",
    tip="Climb straight up, and use up all three cards before you deal the next.",
)
def wall() -> Game:
    """Break through the wall and the guard to the throne, and take away its two kings.

    An attack succeeds with cards that count more than the pile's health (ace one, king thirteen);
    then both leave. Attack with any of the three waste piles, heaped up as you like, or click to
    attack with all of them. A wall card's health counts the cards at its upper corners too, and at
    the edge the card straight above; a guard's or the throne's counts all its cards. The bottom row
    may always be attacked, other piles when a pile next to them or below is gone, the throne when
    the high guard is. The low guard lies face down: the first attack turns it up and costs its
    cards, even in vain. The stock deals three cards in place of the last, while it has any. Each
    attack that succeeds scores the pile's health.
    """
    target = Place(
        "tableau",
        at=(0, 0),
        on_top=attackers_of,
        fits=Fits(strong_enough, "that is too weak, or the way there is not free yet"),
        does=attack,
        click=ClickRule(may_attack_with_all, attack_with_all),
    )
    guard = replace(target, spread="right", fan=3)
    row_places = [replace(guard, up=2)] * 2 + [replace(guard, down=3)] + [replace(target, up=1)] * 6
    anything = only(ANY)
    waste = Place(
        "waste", at=(5, 0), spread="right", fan=3, take=group, on_empty=anything, on_top=anything
    )
    stock = ClickRule(may_deal, deal)
    return Game(
        layout={
            CASTLE: [
                replace(place, at=(X[pile], y))
                for place, row, y in zip(row_places, ROWS, HEIGHTS, strict=True)
                for pile in row
            ],
            STOCK: Place("stock", at=(0, 0), rest=True, click=stock),
            WASTE: waste.times(3),
        },
        deck=deck(2),
        arrange=dealt_first(KINGS_OF_SPADES),
        after=[deal_when_spent],
        button=Button("Deal", stock, pile=STOCK),
        won=all_gone_from([THRONE]),
        strategy=Strategy(
            weights=(Weights(own=1, stock=-7), Weights(own=1, stock=-3)),
            apart=CASTLE,
            own=defence,
            essence=values_and_heaps,
        ),
    )


# Attacks ------------------------------------------------------------------------------------------


def is_open(position: State, pile: int) -> bool:
    """Return whether the way to this pile of the castle is free."""
    piles = position.piles
    if pile == THRONE:
        return not any(map(piles.__getitem__, HIGH_GUARD))
    below_or_beside = FREED_BY[pile]
    return not below_or_beside or not all(map(piles.__getitem__, below_or_beside))


def on_waste(position: Position) -> Pile:
    """Return all cards to attack with."""
    return b"".join(position.piles[WASTE.start :])


def strength(cards: Pile) -> int:
    """Return what cards count together."""
    return sum(cards.translate(RANKS))


def health(position: Position, pile: int) -> int:
    """Return the health of a pile that lies face up."""
    return strength(b"".join(map(position.piles.__getitem__, HEALTH_OF[pile])))


def worth_attacking(position: Position, attackers: Pile, pile: int) -> bool:
    """Return whether the attack succeeds, or is the first one, which turns the pile up."""
    cards = position.piles[pile]
    if cards[-1] >= DOWN:
        return True
    return UNKNOWN not in attackers + cards and strength(attackers) > health(position, pile)


def may_attack_with_all(position: State, pile: int) -> bool:
    """Return whether the way is free, and an attack with all cards of the waste worth it."""
    if not position.piles[pile] or not is_open(position, pile):
        return False
    attackers = on_waste(position)
    return bool(attackers) and worth_attacking(position, attackers, pile)


def attackers_of(position: State, pile: int) -> Acceptance:
    """Welcome any card that attacks the pile, unless not even all together can."""
    return ANY if may_attack_with_all(position, pile) else NOTHING


def strong_enough(position: State, source: int, count: int, target: int) -> bool:
    """Allow an attack that is worth it with these cards."""
    return worth_attacking(position, position.piles[source][-count:], target)


def strike(draft: Draft, attackers: Pile, pile: int) -> None:
    """Turn the pile up, and take it away if the attack succeeds.

    In a view that ran ahead, what was face down is not known: it stays until that is told.
    """
    draft.piles[pile] = draft.piles[pile].translate(TURN_UP)
    if worth_attacking(draft, attackers, pile):
        draft.score += health(draft, pile)
        draft.piles[pile] = b""


def attack(draft: Draft, source: int, count: int, target: int) -> None:
    """Attack the pile with these cards, which leave."""
    strike(draft, draft.lift(source, count), target)


def attack_with_all(draft: Draft, pile: int) -> None:
    """Attack the pile with all cards of the waste."""
    attackers = on_waste(draft)
    clear_waste(draft)
    strike(draft, attackers, pile)


# Stock and waste ----------------------------------------------------------------------------------


def clear_waste(draft: Draft) -> None:
    """Take the cards of the waste out of the game."""
    for pile in WASTE:
        draft.piles[pile] = b""


def may_deal(position: State, stock: int) -> bool:
    """Return whether there is a stock."""
    return bool(position.piles[stock])


def deal(draft: Draft, stock: int) -> None:
    """Deal the next three cards; those that are still on the waste leave."""
    clear_waste(draft)
    DEAL_THREE.do(draft, stock)


def deal_when_spent(draft: Draft) -> bool:
    """Deal the next three cards when the last ones are used up."""
    if not draft.piles[STOCK] or on_waste(draft):
        return False
    deal(draft, STOCK)
    return True


# For a solver -------------------------------------------------------------------------------------


def defence(position: State) -> int:
    """Return how much health lies on the weakest way to the throne."""
    piles = position.piles
    way = [0] * len(CASTLE)
    for row in reversed(ROWS[2:]):
        for pile in row:
            if piles[pile]:
                below = [way[other] for other in FREED_BY[pile] if other > row[-1]]
                way[pile] = health(position, pile) + min(below, default=0)
    guards = [pile for pile in HIGH_GUARD if piles[pile]]
    last = [*guards, THRONE]
    climbed = len(guards) < len(HIGH_GUARD)
    climb = 0 if climbed else min([way[pile] for pile in LOW_GUARD])
    return climb + sum([health(position, pile) for pile in last])


def values_and_heaps(piles: Sequence[Pile]) -> Sequence[Pile]:
    """Return the piles without suits, and those of the waste sorted: which is which is all one."""
    lying = list(without_suits(piles))
    lying[WASTE.start :] = sorted(lying[WASTE.start :])
    return lying
