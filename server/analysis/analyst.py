"""What the server asks of an analyst: until when a game could be won, and whether it still can.

The analyst that there is, is a process of its own (`samedeal.foundry`), as a search keeps a core
busy for seconds.  It is told by lines of JSON, a `Question`, a `Look`, a `Rest` or a `Stop` each.
Each question that is not followed by something else it answers with `Report`s, the last of which is
`over`.
"""

from collections.abc import AsyncIterator
from typing import Protocol, TypeAlias

from msgspec import Struct

from engine.solver.answer import Verdict
from engine.state import State
from protocol.messages import (
    Analysis,
    Count,
    GameName,
    GameOptions,
    Id,
    Number,
    PackedEntry,
    Seed,
    Solution,
)


class Game(Struct, frozen=True):
    """A game that somebody has played to its end."""

    game: GameName
    options: GameOptions
    seed: Seed
    entries: list[PackedEntry]
    """What was done, in order."""
    solution: Solution = []
    """What wins its deal, where that is known."""


class Situation(Struct, frozen=True):
    """Where a game stands that somebody plays."""

    game: GameName
    options: GameOptions
    seed: Seed
    piles: tuple[bytes, ...]
    score: int
    redeals: int
    marks: tuple[int, ...]

    @classmethod
    def of(cls, game: GameName, options: GameOptions, seed: Seed, state: State) -> "Situation":
        """Return where this game stands: in that position."""
        return cls(game, options, seed, state.piles, state.score, state.redeals, state.marks)

    @property
    def state(self) -> State:
        """The position."""
        return State(self.piles, self.score, self.redeals, self.marks)


Matter: TypeAlias = Game | Situation
"""What is looked at."""


class Question(Struct, frozen=True, tag="question"):
    """Wants a game looked at, in place of any that is being looked at."""

    number: int
    game: Game
    positions: int
    """How many positions each search may make."""


class Look(Struct, frozen=True, tag="look"):
    """Asks whether a game can still be won, in place of anything that is being looked at."""

    number: int
    situation: Situation
    positions: int
    """How many positions the search may make."""


class Stop(Struct, frozen=True, tag="stop"):
    """Wants nothing looked at any more."""


class Report(Struct, frozen=True):
    """What is known of a game: see `protocol.messages.Analysis`.

    Of a game as it stands, moments are told from there: `won_until` or `lost_from` is 0, or neither
    is known.
    """

    number: Count
    """The question's."""
    over: bool
    share: int = 0
    won_until: Number | None = None
    lost_from: Number | None = None
    solution: Solution = []
    positions: Count = 0
    luck: bool = False

    def told(self, race: Id, player: Id) -> Analysis:
        """Return what is told of it to those who have asked."""
        return Analysis(
            race,
            player,
            "done" if self.over else "under way",
            self.share,
            self.won_until,
            self.lost_from,
            self.solution,
            self.positions,
            self.luck,
        )

    @property
    def verdict(self) -> Verdict:
        """Whether a game can still be won, where that was asked."""
        if self.won_until is not None:
            return "won"
        return "unknown" if self.lost_from is None else "impossible"


class AnalystGone(Exception):
    """There is no analyst now; the text says why.  Whoever asks again tries to begin another."""


class Analyst(Protocol):
    """Looks at games, one after the other."""

    def analyse(self, matter: Matter, positions: int) -> AsyncIterator[Report]:
        """Look at a game, or whether it can still be won; yield what is known until all is.

        When that is not gone on with to its end, it is given up.

        Raises:
            AnalystGone: nothing more comes of it.
        """

    def rest(self, *, resting: bool) -> None:
        """Let it rest, or go on: others need the processor more."""
