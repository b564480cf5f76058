"""The servers that one was on before, and how they are just now."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent

from client.session.address import BadAddress, parse_address
from client.window.online.probe import Probe
from client.window.widgets.elements import DataTable
from client.words.translation import translate

AGAIN: Final = 10_000
"""Milliseconds between two looks at the servers, while the list is shown."""
ROWS: Final = 4
"""Servers that are seen at once; more are scrolled."""


class ServerList(DataTable):
    """A line for each server: its address, and its state."""

    picked = Signal(str)
    """The address of the line that was chosen."""
    found = Signal(str, bool)
    """A server's URL, and whether it answers."""
    entered = Signal()
    """The chosen server is wanted at once (a double click, or Enter)."""

    def __init__(self) -> None:
        super().__init__([translate("servers", "Server"), translate("servers", "State")])
        self.setAccessibleName(self.tr("Servers"))
        self.horizontalHeader().hide()
        self._addresses: list[str] = []
        self._states: dict[str, str] = {}
        self._probe = Probe(self)
        self._probe.found.connect(self._found)
        self._again = QTimer(self, interval=AGAIN)
        self._again.timeout.connect(self.refresh)
        self.itemSelectionChanged.connect(self._picked)
        self.itemActivated.connect(lambda _: self.entered.emit())

    def show_servers(self, addresses: Sequence[str]) -> None:
        """List these, as they were typed."""
        self._addresses = list(addresses)
        self.setFixedHeight(34 * min(ROWS, max(1, len(addresses))) + 14)
        self._show()
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Ask all of them how they are."""
        for text in self._addresses:
            try:
                self._probe.ask(parse_address(text))
            except BadAddress:
                self._states[text] = self.tr("no address")
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Look at them, now and then."""
        super().showEvent(event)
        self._again.start()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks."""
        super().hideEvent(event)
        self._again.stop()

    def _found(self, url: str, state: str, answers: bool) -> None:
        self.found.emit(url, answers)
        for text in self._addresses:
            try:
                if parse_address(text).url == url:
                    self._states[text] = state
            except BadAddress:
                continue
        self._show()

    def _show(self) -> None:
        self.fill([(text, [text, self._states.get(text, "…")]) for text in self._addresses])

    def _picked(self) -> None:
        if isinstance(self.chosen, str):
            self.picked.emit(self.chosen)
