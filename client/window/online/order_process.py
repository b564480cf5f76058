"""A process beside the window that works on orders, one at a time.

It is begun when it is needed for the first time, and again after it has ended.
"""

from collections.abc import Callable
from itertools import count
from typing import Protocol

import msgspec
from PySide6.QtCore import QObject, Signal

from client.window.online.child_process import Child


class Order(Protocol):
    """What such a process is told to do."""

    @property
    def number(self) -> int:
        """The order's: each has another one."""


class Answer(Protocol):
    """What comes of an order."""

    @property
    def number(self) -> int:
        """The order's."""

    @property
    def over(self) -> bool:
        """Whether nothing more comes of it."""


class OrderProcess(QObject):
    """Works on one order at a time: the last one."""

    told = Signal(object)
    """(Answer): what has come of the order."""
    failed = Signal()
    """Nothing more comes of the order: the process has ended by itself."""

    def __init__(
        self, module: str, read: Callable[[str], Answer], parent: QObject | None = None
    ) -> None:
        """Begin none yet: it will run this module, whose lines are to be `read` so."""
        super().__init__(parent)
        self._module, self._read = module, read
        self._child: Child | None = None
        self._order = 0
        """The number of the order that is worked on; 0 for none."""
        self.numbers = count(1)
        """Those of the next orders."""

    @property
    def busy(self) -> bool:
        """Whether there is an order that is worked on."""
        return self._order > 0

    def give(self, order: Order) -> None:
        """Have an order worked on, in the place of any other."""
        if self._child is None:
            self._child = self._begun()
        self._order = order.number
        self._child.tell(msgspec.json.encode(order))

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

    def _begun(self) -> Child:
        child = Child(self)
        child.said.connect(self._on_line)
        child.ended.connect(lambda _why: self._on_end(child))
        child.start_listening(self._module)
        return child

    def _on_line(self, line: str) -> None:
        try:
            answer = self._read(line)
        except msgspec.DecodeError:
            return
        if answer.number == self._order:
            if answer.over:
                self._order = 0
            self.told.emit(answer)

    def _on_end(self, child: Child) -> None:
        if child is self._child:
            self._child = None
            if self._order:
                self._order = 0
                self.failed.emit()
        child.deleteLater()
