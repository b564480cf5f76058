"""What a pile is: where it lies, how it is dealt, and which rules hold for it.

The rules are functions, made by `engine.rules` and by the games themselves:

`Take`    which numbers of top cards may be taken off the pile
`Put`     which cards the pile welcomes (the lowest of the cards that are put decides)
`Fits`    a further condition on a move, where the card alone does not decide it
`Effect`  what putting cards there does
`Press`   what a click on the pile does, and when it may be done
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from engine.relations import Acceptance
from engine.state import Draft, Position

Kind: TypeAlias = Literal["stock", "waste", "foundation", "tableau", "reserve", "discard"]
Spread: TypeAlias = Literal["squared", "down", "right"]

Take: TypeAlias = Callable[[Position, int], Sequence[int]]
"""(position, pile) -> the numbers of top cards that may be taken, smallest first."""
Put: TypeAlias = Callable[[Position, int], Acceptance]
"""(position, pile) -> the cards that it welcomes."""
Fits: TypeAlias = Callable[[Position, int, int, int], bool]
"""(position, source, count, target) -> whether this move, otherwise legal, may be made."""
Effect: TypeAlias = Callable[[Draft, int, int, int], None]
"""(draft, source, count, target): carries out the move."""


class Press(NamedTuple):
    """What a click does: `may` says whether it would change anything, `do` does it."""

    may: Callable[[Position, int], bool]
    do: Callable[[Draft, int], None]


def nothing(position: Position, pile: int) -> Sequence[int]:
    """Take nothing."""
    return ()


def stack(draft: Draft, source: int, count: int, target: int) -> None:
    """Put the cards on top of the pile."""
    draft.piles[target] += draft.lift(source, count)


@dataclass(frozen=True, slots=True)
class Place:
    """A pile of the layout and its rules.  What is not said about it cannot be done with it."""

    kind: Kind
    at: tuple[float, float]
    """The upper left corner, in card widths and card heights."""
    spread: Spread = "squared"
    fan: int = 0
    """How many of a spread pile's top cards are laid apart; 0 stands for all of them."""
    down: int = 0
    """Cards dealt face down to begin with."""
    up: int = 0
    """Cards dealt face up on these."""
    rest: bool = False
    """Takes what is left of the deck, face down (as the stock does)."""
    take: Take = nothing
    on_empty: Put | None = None
    """What the pile welcomes while it is empty; nothing, when not given."""
    on_top: Put | None = None
    """What the pile welcomes while it holds cards; nothing, when not given."""
    most: int = 256
    """The most cards that one move may put here."""
    fits: Fits | None = None
    reach: frozenset[int] | None = None
    """The piles that this pile's cards may go to, where not all of them come into question."""
    does: Effect = stack
    press: Press | None = None
    points: int = 0
    """What each card lying here is worth; moves by `stack` pay and charge it."""

    def times(self, count: int, step: tuple[float, float] = (1, 0)) -> list["Place"]:
        """Return `count` of these, each lying a `step` further than the one before."""
        x, y = self.at
        return [replace(self, at=(x + i * step[0], y + i * step[1])) for i in range(count)]

    def staircase(self, count: int) -> list["Place"]:
        """Return `count` of these side by side, dealt with 0, 1, 2... cards face down."""
        return self.dealt(down=range(count))

    def dealt(self, *, down: Sequence[int] = (), up: Sequence[int] = ()) -> list["Place"]:
        """Return as many of these as there are numbers, side by side, each dealt so many cards.

        `down` counts those face down, `up` those face up on them; one of the two may be left out.
        """
        places = self.times(max(len(down), len(up)))
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
