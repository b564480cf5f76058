"""A play: a deal and what was done to it, which can be done again.

Undo, resuming after a crash, watching a replay and checking a claim all play a list of actions
again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from struct import Struct
from typing import Final, Literal, TypeAlias

from engine.game import Game, IllegalAction, Outcome
from engine.state import Action, State, changed_piles

Entry: TypeAlias = Action | Literal["undo"]
"""One entry of a journal: an action, or that the one before it was taken back."""


_NUMBERS: Final = Struct("<qiB")
"""The score, the redeals, and how many marks there are."""
_MARK: Final = Struct("<q")
_BYTE: Final = [bytes((number,)) for number in range(256)]


def _way_back(before: State, changed: list[int]) -> bytes:
    """Return what leads back to the position `before` from one in which these piles are others.

    That is the numbers and marks of the position, and of each of these piles its number, how many
    cards it has, and the cards.  All positions of a long game would take five times as much memory,
    and as anything but bytes the garbage collector would look at each of them.
    """
    way = [_NUMBERS.pack(before.score, before.redeals, len(before.marks))]
    if before.marks:
        way += map(_MARK.pack, before.marks)
    for number in changed:
        old = before.piles[number]
        way.append(_BYTE[number])
        way.append(_BYTE[len(old)])
        way.append(old)
    return b"".join(way)


def _behind(after: State, way: bytes) -> State:
    """Return the position before `after`, to which this way leads back."""
    score, redeals, marked = _NUMBERS.unpack_from(way)
    at = _NUMBERS.size + marked * _MARK.size
    marks = tuple(mark for (mark,) in _MARK.iter_unpack(way[_NUMBERS.size : at])) if marked else ()
    piles = list(after.piles)
    while at < len(way):
        number, count = way[at], way[at + 1]
        at += 2 + count
        piles[number] = way[at - count : at]
    return State(tuple(piles), score, redeals, marks)


@dataclass
class Play:
    """One player's game under way: the deal, and what was done to it."""

    game: Game
    seed: str | None
    state: State = field(default=State(()))
    """The position now; where none is given to go on from, the deal of the seed."""
    length: int = 0
    """Entries so far, those taken back and the undos included."""
    changed: list[int] = field(default_factory=list, init=False, repr=False, compare=False)
    """The numbers of the piles that the last entry has changed."""
    _found: list[Action] = field(default_factory=list, init=False, repr=False, compare=False)
    """What was found legal in the positions asked about, newest first."""
    _past: list[bytes] = field(default_factory=list, init=False, repr=False)
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
            states.append(_behind(states[-1], past))
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
            after, self.state = self.state, _behind(self.state, self._past.pop())
            self.changed = changed_piles(after, self.state)
        else:
            self.go_on(self.game.play(self.state, entry, self.seed))
        self.length += 1
        return self.state

    def go_on(self, state: State) -> None:
        """Take this position, to which some move has led, so that an undo leads back."""
        self.changed = changed_piles(self.state, state)
        self._past.append(_way_back(self.state, self.changed))
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
