"""Which card goes with which: tables made once, so that a comparison is a lookup.

An *acceptance* says of each of the 256 cards whether it is welcome (`bytes`, one flag a card).  A
*relation* holds an acceptance for each card: `relation[under][over]` is true when `over` may lie on
`under`.  Face-down and unknown cards are welcome nowhere and welcome nobody.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, Literal, TypeAlias

from engine.cards import ACE, JOKER, KING, RANK, Card, is_red, rank, suit

Acceptance: TypeAlias = bytes
"""A flag for each of the 256 cards: whether it is welcome."""
Relation: TypeAlias = tuple[Acceptance, ...]
"""An acceptance for each of the 256 cards: which cards may lie on it."""
Suits: TypeAlias = Literal["suit", "color", "alternate", "other", "any"]
"""The same suit, the same colour, the other colour, any other suit, or any suit."""

NOTHING: Final[Acceptance] = bytes(256)
"""Welcomes no card.  Always this very object, so that `is NOTHING` tells."""
_KNOWN: Final = [card for card in range(64) if 0 < card & RANK <= JOKER]
"""The face-up cards of one pack, with its joker."""


def accept(test: Callable[[Card], bool]) -> Acceptance:
    """Return the acceptance of the face-up cards that pass `test`."""
    half = bytes(bool(card & RANK) and card & RANK <= JOKER and test(card) for card in range(128))
    return half + bytes(128) if any(half) else NOTHING


def relate(test: Callable[[Card, Card], bool]) -> Relation:
    """Return the relation of the pairs of face-up cards (under, over) that pass `test`.

    `test` is asked about each rank and suit once: it cannot tell two copies of a card apart.
    """
    rows = [NOTHING] * 64
    for under in _KNOWN:
        row = bytearray(64)
        for over in _KNOWN:
            row[over] = test(under, over)
        if any(row):
            rows[under] = bytes(row + row) + bytes(128)
    return (*rows, *rows, *[NOTHING] * 128)


ANY: Final = accept(lambda card: True)
"""Welcomes every face-up card."""


@cache
def ranks(*wanted: int) -> Acceptance:
    """Welcome the cards of these ranks."""
    return accept(lambda card: rank(card) in wanted)


ACES: Final = ranks(ACE)
KINGS: Final = ranks(KING)

_SUIT_TESTS: Final[dict[str, Callable[[Card, Card], bool]]] = {
    "suit": lambda a, b: suit(a) == suit(b),
    "color": lambda a, b: is_red(a) == is_red(b),
    "alternate": lambda a, b: is_red(a) != is_red(b),
    "other": lambda a, b: suit(a) != suit(b),
    "any": lambda a, b: True,
}


_ONE_UP: Final = {low: low + 1 for low in range(ACE, KING)}
_NEXT: Final = (_ONE_UP, {**_ONE_UP, KING: ACE})
"""The rank above each, without wrapping and with it.  All games ask, whenever a program starts."""


@cache
def down(suits: Suits, *, wrap: bool = False) -> Relation:
    """Return the relation of the next lower card on top.

    `suits` says how their suits are related; `wrap` lets a king lie on an ace.
    """
    fits = _SUIT_TESTS[suits]
    return relate(lambda under, over: fits(under, over) and _steps(over, under, wrap))


@cache
def up(suits: Suits, *, wrap: bool = False) -> Relation:
    """Return the relation of the next higher card on top.

    `suits` says how their suits are related; `wrap` lets an ace lie on a king.
    """
    fits = _SUIT_TESTS[suits]
    return relate(lambda under, over: fits(under, over) and _steps(under, over, wrap))


@cache
def up_from_base(base: int, suits: Suits) -> Relation:
    """Return the relation `up` with `wrap`, but for cards of the rank `base`, which go nowhere.

    As long as there is no base (0), nothing goes anywhere.
    """
    if base == 0:
        return (NOTHING,) * 256
    anew = int.from_bytes(ranks(base))
    left = [int.from_bytes(row) & ~anew for row in up(suits, wrap=True)]
    return tuple(row.to_bytes(256) if row else NOTHING for row in left)


@cache
def down_to_base(base: int, suits: Suits) -> Relation:
    """Return the relation `down` with `wrap`, but with nothing on cards of the rank `base`.

    As long as there is no base (0), nothing goes anywhere.
    """
    rows = enumerate(down(suits, wrap=True))
    return tuple(row if base not in (0, card & RANK) else NOTHING for card, row in rows)


@cache
def next_to(*, wrap: bool = False) -> Relation:
    """Return the relation of one rank lower or higher on top, whatever the suits.

    `wrap` makes ace and king neighbours.
    """
    return relate(lambda under, over: _steps(under, over, wrap) or _steps(over, under, wrap))


def _steps(low: Card, high: Card, wrap: bool) -> bool:
    return _NEXT[wrap].get(low & RANK) == high & RANK


@cache
def total(sum_of_ranks: int) -> Relation:
    """Return the relation of two cards whose ranks add up to `sum_of_ranks`; a king is 13."""
    return relate(
        lambda a, b: rank(a) + rank(b) == sum_of_ranks and JOKER not in (rank(a), rank(b))
    )


@cache
def same(*what: Literal["rank", "suit"]) -> Relation:
    """Return the relation of two cards that are alike in any one of `what`."""
    return relate(
        lambda a, b: (
            ("rank" in what and rank(a) == rank(b)) or ("suit" in what and suit(a) == suit(b))
        )
    )


def union(acceptances: Iterable[Acceptance]) -> Acceptance:
    """Welcome what any of `acceptances` welcomes."""
    flags = 0  # one long number a table: or-ing them is much faster than going through 256 flags
    for acceptance in acceptances:
        flags |= int.from_bytes(acceptance)
    return flags.to_bytes(256) if flags else NOTHING


def either(one: Relation, other: Relation) -> Relation:
    """Return the relation of the pairs of cards that fit by one of the two relations."""
    return tuple(map(union, zip(one, other, strict=True)))
