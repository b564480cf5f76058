"""What was done and taken back, so that it can be done again. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.play import Entry
from engine.state import Action


@dataclass
class UndoStack:
    """The actions of one game since it was begun (or taken up), and those taken back."""

    _done: list[Action] = field(default_factory=list)
    _undone: list[Action] = field(default_factory=list)
    """The one to be done again first comes last."""

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
        if entry == "undo":
            if self._done:
                self._undone.append(self._done.pop())
            return
        if self._undone and self._undone[-1] == entry:
            self._undone.pop()
        else:
            self._undone.clear()
        self._done.append(entry)
