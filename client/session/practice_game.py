"""Solo practice without a server: one deal under way, and its clock.

Pure: time comes in, as seconds.
"""

from dataclasses import dataclass, field

import msgspec

from client.session.undo_stack import UndoStack
from client.words.translation import translate
from engine import catalogue
from engine.catalogue import Options
from engine.game import Game, IllegalAction, Outcome
from engine.play import Entry, Play
from engine.state import Action, State
from protocol.messages import GameOptions, PackedEntry
from protocol.wire import pack_entry, parse_entry


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


@dataclass
class PracticeGame:
    """A deal that one player plays alone, from `seed`.

    The clock starts with the first action, and stands still while the game is won or stuck.

    Raises:
        UnknownGame, BadOption: as `engine.catalogue.make`.
        ValueError: the seed is none (see `engine.chance.check_seed`).
    """

    name: str
    options: Options
    seed: str
    outcome: Outcome | None = field(init=False, default=None)
    counted: bool = field(init=False, default=False)
    """Whether this deal is in the player's records already: a deal counts once."""
    _play: Play = field(init=False)
    _entries: list[Entry] = field(init=False, default_factory=list)
    _line: UndoStack = field(init=False, default_factory=UndoStack)
    _before: float = field(init=False, default=0.0)
    _since: float | None = field(init=False, default=None)

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
        for packed in saved.entries:
            practice._enter(parse_entry(packed))
        practice.outcome = practice._play.outcome()
        practice._before = max(0.0, saved.seconds)
        practice.counted = saved.counted
        return practice

    def saved(self, now: float) -> SavedGame:
        """Return what is needed to go on with this game another day."""
        entries = [pack_entry(entry) for entry in self._entries]
        options, seconds = dict(self.options), self.elapsed(now)
        return SavedGame(self.name, options, self.seed, entries, seconds, self.counted)

    @property
    def game(self) -> Game:
        """The game that is played, with the options that were chosen."""
        return self._play.game

    @property
    def view(self) -> State:
        """The position, as the player may see it."""
        return self.game.view(self._play.state)

    @property
    def touched(self) -> bool:
        """Whether anything was done, taken back or not."""
        return bool(self._entries)

    @property
    def can_undo(self) -> bool:
        """Whether anything was done that can be taken back."""
        return self._play.can_undo

    def act(self, action: Action, now: float) -> None:
        """Play an action at the time `now`.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
        """
        self._enter(action)
        self._tick(now)

    def undo(self, now: float) -> None:
        """Take the last action back.

        Raises:
            IllegalAction: there is none.
        """
        self._enter("undo")
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

    def elapsed(self, now: float) -> float:
        """Return what the clock shows at the time `now`, in seconds."""
        return self._before + (0.0 if self._since is None else now - self._since)

    def _enter(self, entry: Entry) -> None:
        self._play.enter(entry)
        self._line.enter(entry)
        self._entries.append(entry)

    def _tick(self, now: float) -> None:
        self.outcome = self._play.outcome()
        if self.outcome is None and self._since is None:
            self._since = now
        elif self.outcome is not None:
            self._before, self._since = self.elapsed(now), None
