"""The process beside the window that finds deals that can be won, and ways to win.

It is begun when it is needed for the first time, and again after it has ended.
"""

from collections.abc import Sequence
from itertools import count
from typing import Final

import msgspec
from PySide6.QtCore import QObject, Signal

from client.session.solving.orders import Find, Found, Look, Order, answers
from client.window.online.child_process import Child
from engine.catalogue import Options
from engine.state import Action
from protocol.certificate import packed
from protocol.messages import Band

MODULE: Final = "samedeal.solving.beside"
"""What the process runs."""


class Solver(QObject):
    """Works on one order at a time: the last one."""

    found = Signal(object)
    """(Found): what is known of the order so far."""
    failed = Signal()
    """Nothing comes of the order: the process has ended by itself."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = count(1)
        self._child: Child | None = None
        self._order = 0
        """The number of the order that is worked on; 0 for none."""

    @property
    def busy(self) -> bool:
        """Whether there is an order that is worked on."""
        return self._order > 0

    def find(self, game: str, options: Options, band: Band | None = None) -> None:
        """Find a deal of this game that can be won: any, or one of this band."""
        self._give(Find(next(self._numbers), game, dict(options), band))

    def look(
        self, game: str, options: Options, seed: str, actions: Sequence[Action], positions: int
    ) -> None:
        """Find out whether a deal can still be won where these actions have led."""
        done = list(packed(actions))
        self._give(Look(next(self._numbers), game, dict(options), seed, done, positions))

    def forget(self) -> None:
        """Tell nothing more of the order; it may be worked on to its end."""
        self._order = 0

    def cancel(self) -> None:
        """Work on nothing any more."""
        if self._order and self._child is not None:
            self._child.ask_to_end()
            self._child = None
        self._order = 0

    def end(self) -> None:
        """End the process, and wait until it has."""
        self._order = 0
        if self._child is not None:
            self._child.end()

    def _give(self, order: Order) -> None:
        if self._child is None:
            self._child = self._begun()
        self._order = order.number
        self._child.tell(msgspec.json.encode(order))

    def _begun(self) -> Child:
        child = Child(self)
        child.said.connect(self._on_line)
        child.ended.connect(lambda _why: self._on_end(child))
        child.start_listening(MODULE)
        return child

    def _on_line(self, line: str) -> None:
        try:
            found: Found = answers.decode(line)
        except msgspec.DecodeError:
            return
        if found.number == self._order:
            if found.over:
                self._order = 0
            self.found.emit(found)

    def _on_end(self, child: Child) -> None:
        if child is self._child:
            self._child = None
            if self._order:
                self._order = 0
                self.failed.emit()
        child.deleteLater()
