"""What several games measure for a solver: cards that have to leave before others can."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final, TypeAlias

from engine.cards import KING, RANK, SUIT, Pile, suit
from engine.state import Action, Move, State

FACE: Final = SUIT | RANK
FROM_BASE: Final = [
    bytes(
        card & ~RANK | ((card & RANK) - base) % KING + 1 if card & RANK <= KING else card
        for card in range(256)
    )
    for base in range(KING + 1)
]
"""By the rank that foundations begin with: for `bytes.translate`, makes that rank the ace."""


@lru_cache(1 << 16)
def above_lower(cards: Pile) -> int:
    """Return how many of the cards lie above a card of a lower rank."""
    found, lowest = 0, KING
    for card in cards:
        rank = card & RANK
        if rank > lowest:
            found += 1
        else:
            lowest = rank
    return found


def kept_longer(waits: Iterable[float]) -> float:
    """Return how much longer cards have to stay for those above them, all of them together.

    `waits` says how long each would have to stay by itself, the top card first.
    """
    longer = last = 0.0
    for wait in waits:
        if wait < last:
            longer += last - wait
        else:
            last = wait
    return longer


@lru_cache(1 << 16)
def ranks_to_wait(cards: Pile) -> float:
    """Return for how many ranks cards wait for a higher one above them, all of them together."""
    return kept_longer([card & RANK for card in reversed(cards)])


Heights: TypeAlias = tuple[tuple[int, ...], ...]
"""By suit how many cards lie on each of its foundations, the lowest first."""


@lru_cache(1 << 14)
def to_come(heights: Heights) -> tuple[float, ...]:
    """Return by face how many cards of its suit come before a card: midway between copies.

    One is wanted on the lower foundation that it still goes to, and another on the higher.
    """
    waits = [0.0] * (4 << 4)
    for each, homes in enumerate(heights):
        for rank in range(1, KING + 1):
            if left := [rank - height for height in homes if height < rank]:
                waits[each << 4 | rank] = (min(left) + sum(left) / len(left)) / 2
    return tuple(waits)


@lru_cache(1 << 16)
def longer(cards: Pile, heights: Heights) -> float:
    """Return how much longer the cards have to stay for those above them, all together."""
    waits = to_come(heights)
    return kept_longer([waits[card & FACE] for card in reversed(cards)])


def heights_of(piles: Sequence[Pile], foundations: Iterable[int], copies: int = 2) -> Heights:
    """Return how far the foundations have come in the position: so many a suit."""
    found: list[list[int]] = [[], [], [], []]
    for home in foundations:
        if cards := piles[home]:
            found[suit(cards[-1])].append(len(cards))
    return tuple([(*[0] * (copies - len(each)), *sorted(each)) for each in found])


def whoever_takes_it(foundations: range) -> Callable[[State, Action], bool]:
    """Return what tells moves of a card that each of these foundations has got or waits for.

    They are built up whatever the suits, so no other card of its rank can be in its way there.
    """
    homes = itemgetter(*foundations)

    def takes_it(state: State, action: Action) -> bool:
        piles = state.piles
        if not isinstance(action, Move) or action.target not in foundations:
            return False
        return min(map(len, homes(piles))) == len(piles[action.target])

    return takes_it
