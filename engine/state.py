"""Positions and actions: what a game is at a moment, and what a player may do about it."""

from typing import Final, NamedTuple, Protocol, TypeAlias

from engine.cards import UNKNOWN, Pile
from engine.chance import shuffle


class Move(NamedTuple):
    """Take the `count` top cards of the pile `source` and put them on the pile `target`."""

    source: int
    count: int  # type: ignore[assignment]  # Hides tuple.count, which nobody asks of a move.
    target: int


class Click(NamedTuple):
    """Click the pile `pile`: turn the stock, deal a row, take a king away."""

    pile: int


class Deal(NamedTuple):
    """Press the game's button: deal, or reshuffle."""


def move(source: int, count: int, target: int) -> Move:
    """Return this move: as `Move` does, but for a call in Python, for which compiled code waits."""
    return _new(Move, (source, count, target))


_new: Final = tuple.__new__
Action: TypeAlias = Move | Click | Deal


class State:
    """A position: hashable, and all that undo would bring back.  Nobody changes one.

    The seed is no part of it.  The score is, because in some games it depends on the way here.

    It could be a named tuple, but each move makes one: compiled, that takes a fifth of the time.
    """

    __slots__ = ("marks", "piles", "redeals", "score")

    def __init__(
        self,
        piles: tuple[Pile, ...],
        score: int = 0,
        redeals: int = 0,
        marks: tuple[int, ...] = (),
    ) -> None:
        """Make a position.

        `redeals` are those used so far, and `marks` are what else a game has to remember (a
        direction chosen, a limit reached), if anything.
        """
        self.piles = piles
        self.score = score
        self.redeals = redeals
        self.marks = marks

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.piles == other.piles
            and self.score == other.score
            and self.redeals == other.redeals
            and self.marks == other.marks
        )

    def __hash__(self) -> int:
        return hash((self.piles, self.score, self.redeals, self.marks))

    def __repr__(self) -> str:
        return f"State({self.piles}, {self.score}, {self.redeals}, {self.marks})"

    def __reduce__(self) -> tuple[type["State"], tuple[object, ...]]:
        return State, (self.piles, self.score, self.redeals, self.marks)

    def _replace(
        self,
        piles: tuple[Pile, ...] | None = None,
        score: int | None = None,
        redeals: int | None = None,
        marks: tuple[int, ...] | None = None,
    ) -> "State":
        """Return a position in which this is different."""
        return State(
            self.piles if piles is None else piles,
            self.score if score is None else score,
            self.redeals if redeals is None else redeals,
            self.marks if marks is None else marks,
        )


def changed_piles(before: State, after: State) -> list[int]:
    """Return the numbers of the piles that are not in one position what they are in the other."""
    old, new = before.piles, after.piles
    # Most are the same object, which is seen sooner than that they are equal.
    return [n for n in range(len(new)) if old[n] is not new[n] and old[n] != new[n]]


class Position(Protocol):
    """A `State`, or the `Draft` of the next one, for rules that are asked about both."""

    @property
    def piles(self) -> tuple[Pile, ...] | list[Pile]:
        """The cards of each pile."""

    @property
    def score(self) -> int:
        """The score so far."""

    @property
    def redeals(self) -> int:
        """Redeals used so far."""

    @property
    def marks(self) -> tuple[int, ...]:
        """What else the game remembers."""


class Draft:
    """The next state while the rules are making it, which they may change."""

    __slots__ = ("marks", "piles", "redeals", "score", "seed")

    def __init__(self, state: State, seed: str | None = None) -> None:
        """Start from `state`; without a `seed`, cards that are shuffled become unknown."""
        self.piles = list(state.piles)
        self.score = state.score
        self.redeals = state.redeals
        self.marks = state.marks
        self.seed = seed

    def lift(self, source: int, count: int) -> Pile:
        """Take the `count` top cards off a pile and return them, bottom card first."""
        cards = self.piles[source]
        self.piles[source] = cards[:-count]
        return cards[-count:]

    def reshuffle(self, cards: Pile) -> Pile:
        """Return `cards` shuffled, and count it as a redeal.

        They are sorted first, and the stream is the redeal's own: two players who come to the same
        redeal with the same cards get the same outcome, however they came there.
        """
        self.redeals += 1
        if self.seed is None:
            return bytes([UNKNOWN]) * len(cards)
        return shuffle(bytes(sorted(cards)), f"redeal/{self.redeals}", self.seed)

    def freeze(self) -> State:
        """Return the state that was made."""
        return State(tuple(self.piles), self.score, self.redeals, self.marks)
