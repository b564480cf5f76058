"""What was done and taken back, so that it can be done again. Pure."""

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.play import Entry, tried
from engine.state import Action

LAST: Final = 64
"""So many of the last entries tell what was tried."""


@dataclass
class UndoStack:
    """The actions of one game since it was begun (or taken up), and those taken back."""

    _done: list[Action] = field(default_factory=list)
    _undone: list[Action] = field(default_factory=list)
    """The one to be done again first comes last."""

    _last: deque[Entry] = field(default_factory=lambda: deque(maxlen=LAST))

    @property
    def tried(self) -> Collection[Action]:
        """The actions that were done where the game stands now, and taken back."""
        return tried(self._last)

    @property
    def redoable(self) -> Action | None:
        """The action taken back last; None once another was done since."""
        return self._undone[-1] if self._undone else None

    @property
    def done(self) -> Sequence[Action]:
        """The actions that are done, without those taken back."""
        return tuple(self._done)

    @property
    def length(self) -> int:
        """How many actions are done, without those taken back."""
        return len(self._done)

    def enter(self, entry: Entry) -> None:
        """Note an action or an undo. Doing again what was taken back keeps the rest of it."""
        self._last.append(entry)
        if entry == "undo":
            if self._done:
                self._undone.append(self._done.pop())
            return
        if self._undone and self._undone[-1] == entry:
            self._undone.pop()
        else:
            self._undone.clear()
        self._done.append(entry)
