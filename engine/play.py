"""A play: a deal and what was done to it, which can be done again.

Undo, resuming after a crash, watching a replay and checking a claim all play a list of actions
again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from engine.game import Game, IllegalAction, Outcome
from engine.state import Action, State

Entry: TypeAlias = Action | Literal["undo"]
"""One entry of a journal: an action, or that the one before it was taken back."""


class Past(NamedTuple):
    """What an undo brings back: the piles that were other ones, and the rest of the position.

    All positions of a long game would take five times as much memory.
    """

    piles: bytes
    """Of each of these its number, how many cards it has, and the cards."""
    score: int
    redeals: int
    marks: tuple[int, ...]

    @classmethod
    def of(cls, before: State, after: State) -> "Past":
        """Return what leads back from the position `after` to the one `before`."""
        changed = [
            bytes((number, len(old))) + old
            for number, (old, new) in enumerate(zip(before.piles, after.piles, strict=True))
            if old is not new and old != new
        ]
        return cls(b"".join(changed), before.score, before.redeals, before.marks)

    def behind(self, after: State) -> State:
        """Return the position before `after`."""
        piles, at = list(after.piles), 0
        while at < len(self.piles):
            number, count = self.piles[at], self.piles[at + 1]
            at += 2 + count
            piles[number] = self.piles[at - count : at]
        return State(tuple(piles), self.score, self.redeals, self.marks)


@dataclass
class Play:
    """One player's game under way: the deal, and what was done to it."""

    game: Game
    seed: str | None
    state: State = field(default=State(()))
    """The position now; where none is given to go on from, the deal of the seed."""
    length: int = 0
    """Entries so far, those taken back and the undos included."""
    _found: list[Action] = field(default_factory=list, init=False, repr=False, compare=False)
    """What was found legal in the positions asked about, newest first."""
    _past: list[Past] = field(default_factory=list, init=False, repr=False)
    """The way back to the first position, the last step last."""

    def __post_init__(self) -> None:
        if not self.state.piles and self.seed is not None:
            self.state = self.game.deal(self.seed)

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back."""
        return bool(self._past)

    @property
    def states(self) -> list[State]:
        """The first position and every one since, without those that were taken back."""
        return self.newest(len(self._past) + 1)

    def newest(self, most: int) -> list[State]:
        """Return the last of these `states`, at most so many."""
        states = [self.state]
        for past in islice(reversed(self._past), most - 1):
            states.append(past.behind(states[-1]))
        return states[::-1]

    def copy(self) -> "Play":
        """Return another play that stands where this one does, with the same way back."""
        play = Play(self.game, self.seed, self.state, self.length)
        play._past = self._past[:]
        return play

    def outcome(self) -> Outcome | None:
        """Return "won", "stuck" (no legal action is left), or None while the game goes on."""
        return self.game.outcome(self.state, self._found)

    def enter(self, entry: Entry) -> State:
        """Do `entry` and return the position that follows.

        Raises:
            IllegalAction: the rules refuse it, or there is nothing to undo; nothing has changed.
        """
        if entry == "undo":
            if not self._past:
                raise IllegalAction("there is nothing to undo")
            self.state = self._past.pop().behind(self.state)
        else:
            self.go_on(self.game.play(self.state, entry, self.seed))
        self.length += 1
        return self.state

    def go_on(self, state: State) -> None:
        """Take this position, to which some move has led, so that an undo leads back."""
        self._past.append(Past.of(self.state, state))
        self.state = state


def replay(game: Game, seed: str, entries: Iterable[Entry]) -> Play:
    """Return the play that `seed` and `entries` stand for.

    Raises:
        IllegalAction: the rules refuse one of the entries.
    """
    play = Play(game, seed)
    for entry in entries:
        play.enter(entry)
    return play


def tried(entries: Iterable[Entry]) -> set[Action]:
    """Return which actions were taken back in the position to which these last entries have led."""
    way: list[Action] = []
    taken_back: list[set[Action]] = [set()]
    for entry in entries:
        if entry != "undo":
            way.append(entry)
            taken_back.append(set())
        elif way:
            taken_back.pop()
            taken_back[-1].add(way.pop())
        else:
            taken_back = [set()]  # What was taken back was done before these.
    return taken_back[-1]
