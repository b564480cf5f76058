"""What a pile is: its number, where it lies, how it is dealt, and which rules hold for it.

A game gives each pile number its place in its `Layout`. The rules are functions, made by
`engine.rules` and by the games themselves:

`Take`       which numbers of top cards may be taken off the pile
`Put`        which cards the pile welcomes (the lowest of the cards that are put decides)
`Fits`       a further condition on a move, where the card alone does not decide it
`Effect`     what putting cards there does
`ClickRule`  what a click on the pile does, and when it may be done
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias, TypeVar, cast

from engine.relations import Acceptance
from engine.state import Draft, State

Kind: TypeAlias = Literal["stock", "waste", "foundation", "tableau", "reserve", "discard"]
Called: TypeAlias = Kind | Literal["cell"]
Spread: TypeAlias = Literal["squared", "down", "right"]

Take: TypeAlias = Callable[[State, int], Sequence[int]]
"""(position, pile) -> the numbers of top cards that may be taken, smallest first."""
Put: TypeAlias = Callable[[State, int], Acceptance]
"""(position, pile) -> the cards that it welcomes."""
Effect: TypeAlias = Callable[[Draft, int, int, int], None]
"""(draft, source, count, target): carries out the move."""


class Fits(NamedTuple):
    """A further condition on moves to a pile."""

    allows: Callable[[State, int, int, int], bool]
    """(position, source, count, target) -> whether this move, otherwise legal, may be made."""
    why: str
    """Why one that may not be made is refused, in words for the player."""


class ClickRule(NamedTuple):
    """What a click on a pile does: `may` says whether it would change anything, `do` does it."""

    may: Callable[[State, int], bool]
    do: Callable[[Draft, int], None]
    why: str = ""
    """Why it would not while there are cards to do it with, in words for the player."""
    redeals: int | None = 0
    """How often cards may come round again by it; None for as often as one likes."""


def nothing(position: State, pile: int) -> Sequence[int]:
    """Take nothing."""
    return ()


def stack(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the cards on top of the pile."""
    draft.piles[target] += draft.lift(source, count)


def stack_in_turn(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the cards on top of the pile one after the other, so that they come to lie reversed."""
    draft.piles[target] += draft.lift(source, count)[::-1]


@dataclass(frozen=True, slots=True)
class Place:
    """A pile of the layout and its rules.  What is not said about it cannot be done with it."""

    kind: Kind
    """What the pile is for."""
    at: tuple[float, float]
    """The upper left corner, in card widths and card heights."""
    spread: Spread = "squared"
    """Which way the cards lie apart, if they do."""
    fan: int = 0
    """How many of a spread pile's top cards are laid apart; 0 stands for all of them."""
    down: int = 0
    """Cards dealt face down to begin with."""
    up: int = 0
    """Cards dealt face up on these."""
    rest: bool = False
    """Takes what is left of the deck, face down (as the stock does)."""
    take: Take = nothing
    """Which numbers of top cards may be taken off the pile; none, when not given."""
    on_empty: Put | None = None
    """What the pile welcomes while it is empty; nothing, when not given."""
    on_top: Put | None = None
    """What the pile welcomes while it holds cards; nothing, when not given."""
    most: int = 256
    """The most cards that one move may put here."""
    fits: Fits | None = None
    """A further condition on moves to the pile, if there is one."""
    reach: frozenset[int] | None = None
    """The piles that this pile's cards may go to, where not all of them come into question."""
    beyond: str = ""
    """Why a move to another pile is refused, in words for the player."""
    does: Effect = stack
    """What a move to the pile does."""
    click: ClickRule | None = None
    """What a click on the pile does; nothing, when not given."""
    points: int = 0
    """What a move pays for each card that it puts here, and costs for each that it takes away."""
    cell: bool = False
    """Whether players call it a cell and no reserve, as one card at a time is kept there."""
    mark: str = ""
    """What stands on the pile for players to tell it by: the hour on a clock."""

    @property
    def called(self) -> Called:
        """What players call the pile."""
        return "cell" if self.cell else self.kind

    def allows(self, state: State, source: int, count: int, target: int) -> bool:
        """Return whether these cards may go to this pile, `target`, if the lowest is welcome."""
        fits = self.fits
        return count <= self.most and (fits is None or fits.allows(state, source, count, target))

    def times(self, count: int, step: tuple[float, float] = (1, 0)) -> list["Place"]:
        """Return `count` of these, each lying a `step` further than the one before."""
        x, y = self.at
        return [replace(self, at=(x + i * step[0], y + i * step[1])) for i in range(count)]

    def staircase(self, count: int) -> list["Place"]:
        """Return `count` of these side by side, dealt with 0, 1, 2... cards face down."""
        return self.dealt(down=range(count))

    def dealt(
        self,
        *,
        down: Sequence[int] = (),
        up: Sequence[int] = (),
        step: tuple[float, float] = (1, 0),
    ) -> list["Place"]:
        """Return as many of these as there are numbers, a `step` apart, each dealt so many cards.

        `down` counts those face down, `up` those face up on them; one of the two may be left out.
        """
        places = self.times(max(len(down), len(up)), step)
        for i, count in enumerate(down):
            places[i] = replace(places[i], down=count)
        for i, count in enumerate(up):
            places[i] = replace(places[i], up=count)
        return places

    def grid(self, rows: int, columns: int) -> list["Place"]:
        """Return rows of these, side by side, numbered row by row."""
        return [place for row in self.times(rows, (0, 1)) for place in row.times(columns)]

    def rows(self, lengths: Sequence[int], step: float) -> list["Place"]:
        """Return rows of these, each `step` lower, centred under the first: a pyramid, say."""
        x, y = self.at
        starts = [(x + (lengths[0] - n) / 2, y + row * step) for row, n in enumerate(lengths)]
        return [
            place
            for start, n in zip(starts, lengths, strict=True)
            for place in replace(self, at=start).times(n)
        ]


_T = TypeVar("_T")

Numbers: TypeAlias = int | range | tuple[int, ...]
"""Pile numbers as a game names them: `STOCK = 0`, `FOUNDATIONS = range(2, 6)`."""
ByNumber: TypeAlias = Mapping[Numbers, _T | Sequence[_T]]
"""What each of some piles gets: one thing for a single number, or as many as there are numbers."""
Layout: TypeAlias = ByNumber[Place]
"""The place of each pile of a game: of all the numbers from 0 on, in any order."""


def by_number(given: ByNumber[_T], kind: type[_T]) -> dict[int, _T]:
    """Return what each pile gets by its number, in the order of the numbers.

    `kind` is the type of what they get.

    Raises:
        ValueError: a pile gets two things, or there are more or fewer things than numbers.
    """
    found: dict[int, _T] = {}
    for numbers, things in given.items():
        piles = (numbers,) if isinstance(numbers, int) else numbers
        each = (things,) if isinstance(things, kind) else cast("Sequence[_T]", things)
        if len(piles) != len(each):
            raise ValueError(
                f"{numbers} names {len(piles)} piles, and {len(each)} are given: give one for each"
            )
        for pile, thing in zip(piles, each, strict=True):
            if pile in found:
                raise ValueError(f"pile {pile} is named twice: give each pile its own number")
            found[pile] = thing
    return dict(sorted(found.items()))


def places_of(layout: Layout) -> tuple[Place, ...]:
    """Return the places of a layout, in the order of their piles' numbers.

    Raises:
        ValueError: a pile has two places or none, or there are more or fewer places than numbers.
    """
    places = by_number(layout, Place)
    for pile in range(len(places)):
        if pile not in places:
            raise ValueError(f"pile {pile} has no place: number the piles from 0, without a gap")
    return tuple(places.values())
