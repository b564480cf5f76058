"""Solo practice without a server: one deal under way, and its clock.

Pure: time comes in, as seconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import msgspec

from client.session.undo_stack import UndoStack
from client.words.translation import translate
from engine import catalogue
from engine.catalogue import Options
from engine.chance import commitment
from engine.game import Game, IllegalAction, Outcome
from engine.hints import REMEMBERED, leading_on
from engine.play import Entry, Play
from engine.state import Action, State
from protocol.certificate import wins
from protocol.messages import MAX_ENTRIES, GameOptions, PackedEntry, Replay, Solution
from protocol.racing import PRACTICE, Racer
from protocol.wire import pack_entry, parse_entry

LONGEST: Final = 10**9
"""Milliseconds that a replay counts at most, eleven days: a clock beyond that stands in it."""


class SavedGame(msgspec.Struct, frozen=True):
    """A practice game put away: enough to go on with it another day."""

    game: str
    options: GameOptions
    seed: str
    entries: list[PackedEntry]
    seconds: float
    """What the clock showed."""
    counted: bool = False
    """Whether this deal is in the records already."""
    times: list[int] = []
    """What the clock showed at each entry, in milliseconds; none in files of older versions."""
    given: int = 0
    """How many of the entries are of a replay that is played on."""
    origin: str = ""
    """Whose replay that is."""
    known: bool = False
    """Whether the player had seen this deal before."""
    solution: Solution = []
    """What wins the deal, where that is known."""


@dataclass
class PracticeGame:
    """A deal that one player plays alone, from `seed`.

    The clock starts with the first action, and stands still while the game is won or stuck, and
    from `pause` to `resume`: nobody sees the board then.

    Raises:
        UnknownGame, BadOption: as `engine.catalogue.make`.
        ValueError: the seed is none (see `engine.chance.check_seed`).
    """

    name: str
    options: Options
    seed: str
    outcome: Outcome | None = field(init=False, default=None)
    counted: bool = field(init=False, default=False)
    """Whether this game is in the player's records already."""
    known: bool = field(init=False, default=False)
    """Whether the player had seen this deal before, where its cards lie: it is not for records."""
    given: int = field(init=False, default=0)
    """How many entries are not the player's own: those of a replay that is played on."""
    origin: str = field(init=False, default="")
    """Whose replay that is."""
    solution: Solution = field(init=False, default_factory=list)
    """What wins the deal, from its start, where that came with it."""
    _play: Play = field(init=False)
    _entries: list[Entry] = field(init=False, default_factory=list)
    _times: list[int] = field(init=False, default_factory=list)
    """What the clock showed at each, in milliseconds."""
    _line: UndoStack = field(init=False, default_factory=UndoStack)
    _before: float = field(init=False, default=0.0)
    _since: float | None = field(init=False, default=None)
    _paused: bool = field(init=False, default=False)
    """Whether the clock would run if somebody saw the board."""

    def __post_init__(self) -> None:
        self._play = Play(catalogue.make(self.name, self.options), self.seed)
        self.outcome = self._play.outcome()

    @classmethod
    def restore(cls, saved: SavedGame) -> "PracticeGame":
        """Return the game that was put away; its clock goes on with the next action.

        Raises:
            UnknownGame, BadOption, ValueError: as for a new one.
            IllegalAction, BadMessage: the rules have changed since, or the entries are damaged.
        """
        practice = cls(saved.game, dict(saved.options), saved.seed)
        for packed, at in zip(saved.entries, _times_of(saved), strict=True):
            practice._enter(parse_entry(packed), at)
        practice.outcome = practice._play.outcome()
        practice._before = max(0.0, saved.seconds, *(at / 1000 for at in practice._times[-1:]))
        practice.counted, practice.known = saved.counted, saved.known
        practice.given, practice.origin = min(saved.given, len(saved.entries)), saved.origin
        if wins(practice.game, saved.seed, saved.solution):
            practice.solution = saved.solution
        return practice

    @classmethod
    def play_on(cls, replay: Replay, number: int) -> "PracticeGame":
        """Return the game of a replay as it was after `number` entries, to be played on from there.

        All of that can be taken back, to the deal; it is not in the player's records.

        Raises:
            UnknownGame, BadOption, ValueError: as for a new one.
            IllegalAction, BadMessage: the rules refuse one of these entries.
        """
        entries, times = replay.entries[:number], replay.times[:number]
        options = catalogue.entry(replay.game).complete(replay.options)
        seconds = times[-1] / 1000 if times else 0.0
        return cls.restore(
            SavedGame(
                replay.game,
                options,
                replay.seed,
                entries,
                seconds,
                times=times,
                given=len(entries),
                origin=replay.name,
                known=True,
            )
        )

    def saved(self, now: float) -> SavedGame:
        """Return what is needed to go on with this game another day."""
        entries = [pack_entry(entry) for entry in self._entries]
        options, seconds = dict(self.options), self.elapsed(now)
        return SavedGame(
            self.name,
            options,
            self.seed,
            entries,
            seconds,
            self.counted,
            list(self._times),
            self.given,
            self.origin,
            self.known,
            self.solution,
        )

    def replay(self, player: str) -> Replay:
        """Return all that was done so far, under the name of this player.

        (Of a very long game, as much as a replay holds.)
        """
        racer = Racer(Play(self.game, self.seed), alone=True)
        entries = self._entries[:MAX_ENTRIES]
        times = _apart(self._times[:MAX_ENTRIES])
        for entry, at in zip(entries, times, strict=True):
            racer.enter(entry, at)
        return Replay(
            PRACTICE,
            0,
            player,
            self.name,
            dict(self.options),
            self.seed,
            [pack_entry(entry) for entry in entries],
            times,
            racer.status,
            racer.view.score,
            racer.milliseconds,
            commitment(self.seed),
        )

    @property
    def game(self) -> Game:
        """The game that is played, with the options that were chosen."""
        return self._play.game

    @property
    def view(self) -> State:
        """The position, as the player may see it."""
        return self.game.view(self._play.state)

    @property
    def state(self) -> State:
        """The position as it is, with the cards that the player may not see."""
        return self._play.state

    @property
    def actions(self) -> Sequence[Action]:
        """The actions that led to the position, without those taken back."""
        return self._line.done

    @property
    def touched(self) -> bool:
        """Whether the player did anything, taken back or not."""
        return len(self._entries) > self.given

    @property
    def length(self) -> int:
        """How many entries there are, those taken back and those not the player's own included."""
        return len(self._entries)

    @property
    def moves(self) -> int:
        """How many actions led to the position: those taken back are none of them."""
        return self._line.length

    @property
    def can_undo(self) -> bool:
        """Whether anything was done that can be taken back."""
        return self._play.can_undo

    def hint(self) -> Action | None:
        """Return what looks best and leads on; None where nothing does."""
        play = self._play
        return leading_on(self.game, play.state, play.newest(REMEMBERED), self._line.tried)

    def act(self, action: Action, now: float) -> None:
        """Play an action at the time `now`.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
        """
        self._enter(action, self._milliseconds(now))
        self._tick(now)

    def undo(self, now: float) -> None:
        """Take the last action back.

        Raises:
            IllegalAction: there is none.
        """
        self._enter("undo", self._milliseconds(now))
        self._tick(now)

    @property
    def can_redo(self) -> bool:
        """Whether anything was taken back and no other action done since."""
        return self._line.redoable is not None

    def redo(self, now: float) -> None:
        """Do again what was taken back last.

        Raises:
            IllegalAction: there is nothing.
        """
        action = self._line.redoable
        if action is None:
            raise IllegalAction(translate("practice_game", "there is nothing to redo"))
        self.act(action, now)

    @property
    def running(self) -> bool:
        """Whether the clock runs: from the first move to the end."""
        return self._since is not None

    def begin(self, now: float) -> None:
        """Let the clock run from now on, before anything was done: somebody else's does, too."""
        if self._since is None and self.outcome is None:
            self._since = now

    def pause(self, now: float) -> None:
        """Let the clock stand still from `now` on: the board is out of sight."""
        if self._since is not None:
            self._before, self._since, self._paused = self.elapsed(now), None, True

    def resume(self, now: float) -> None:
        """Let the clock go on at `now` if it ran when it was paused."""
        if self._paused:
            self._since, self._paused = now, False

    def elapsed(self, now: float) -> float:
        """Return what the clock shows at the time `now`, in seconds."""
        return self._before + (0.0 if self._since is None else now - self._since)

    def _milliseconds(self, now: float) -> int:
        return round(1000 * self.elapsed(now))

    def _enter(self, entry: Entry, at: int) -> None:
        self._play.enter(entry)
        self._line.enter(entry)
        self._entries.append(entry)
        self._times.append(at)

    def _tick(self, now: float) -> None:
        self.outcome, self._paused = self._play.outcome(), False
        if self.outcome is None and self._since is None:
            self._since = now
        elif self.outcome is not None:
            self._before, self._since = self.elapsed(now), None


def _times_of(saved: SavedGame) -> list[int]:
    """Return when each entry was made; where that was not kept, as if all took equally long."""
    count = len(saved.entries)
    if len(saved.times) == count and all(a <= b for a, b in pairwise([0, *saved.times])):
        return saved.times
    length = min(LONGEST, max(0.0, 1000 * saved.seconds))
    return [round(length * number / count) for number in range(1, count + 1)]


def _apart(times: list[int]) -> list[int]:
    """Return the times a millisecond after each other at least, the first after the deal.

    So there is a moment for each position: the clock stands at 0 when the first move is made.
    """
    found: list[int] = []
    for at in times:
        found.append(min(max(at, found[-1] + 1 if found else 1), LONGEST))
    return found
