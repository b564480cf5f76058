"""The servers that one was on before, and how they are just now."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent

from client.session.address import Address
from client.window.desktop import theme
from client.window.online.probe import Probe
from client.window.widgets.elements import TABLE_ROW, DataTable
from client.words.translation import translate

AGAIN: Final = 10_000
"""Milliseconds between two looks at the servers, while the list is shown."""
ROWS: Final = 4
"""Servers that are seen at once; more are scrolled."""


class ServerList(DataTable):
    """A line for each server: its address, and its state."""

    picked = Signal(object)
    """The address of the line that was chosen."""
    found = Signal(object, bool)
    """A server's address, and whether it answers."""
    entered = Signal()
    """The chosen server is wanted at once (a double click, or Enter)."""

    def __init__(self) -> None:
        super().__init__([translate("server_list", "Server"), translate("server_list", "State")])
        self.setAccessibleName(self.tr("Servers"))
        self.horizontalHeader().hide()
        self._addresses: list[Address] = []
        self._states: dict[Address, str] = {}
        self._probe = Probe(self)
        self._probe.found.connect(self._found)
        self._again = QTimer(self, interval=AGAIN)
        self._again.timeout.connect(self.refresh)
        self.itemSelectionChanged.connect(self._picked)
        self.itemActivated.connect(lambda _: self.entered.emit())

    def show_servers(self, addresses: Sequence[Address]) -> None:
        """List these servers, and ask them how they are."""
        self._addresses = list(addresses)
        theme.fix(self, height=TABLE_ROW * min(ROWS, max(1, len(addresses))) + 14)
        self._show()
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Ask all servers how they are."""
        for address in self._addresses:
            self._probe.ask(address)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask the servers now and then, while the list is shown."""
        super().showEvent(event)
        self._again.start()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask no more while the list is hidden."""
        super().hideEvent(event)
        self._again.stop()

    def _found(self, address: Address, state: str, answers: bool) -> None:
        self._states[address] = state
        self.found.emit(address, answers)
        self._show()

    def _show(self) -> None:
        self.fill([(each, [str(each), self._states.get(each, "…")]) for each in self._addresses])

    def _picked(self) -> None:
        if isinstance(self.chosen, Address):
            self.picked.emit(self.chosen)
