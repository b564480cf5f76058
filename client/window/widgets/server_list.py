"""The servers in the player's network, and those that one was on before; and how they are now."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHeaderView, QSizePolicy, QStyle, QTableWidgetItem

from client.session.address import Address
from client.session.nearby import Nearby
from client.window.online.probe import Probe
from client.window.widgets.elements import DataTable, plain_tip
from client.words.translation import translate

HERE: Final = Address("localhost")
"""The server on this computer: what a first visitor tries."""
AGAIN: Final = 10_000
"""Milliseconds between two looks at the servers, while the list is shown."""
ROWS: Final = 4
"""Servers that are seen at once; more are scrolled."""
FRAME: Final = 14
"""Pixels around all rows."""
STATE: Final = 0.6
"""The most that the state of a server, or its address, takes of the width."""


class ServerList(DataTable):
    """A line for each server: its address, and its state; or its name, and its address.

    First come the servers in the network, in the order in which they were found.
    """

    headed = False

    picked = Signal(object)
    """The address of the line that was chosen."""
    found = Signal(object, bool)
    """A server's address, and whether it answers."""
    changed = Signal()
    """What is listed is other than before, or how a server is."""
    entered = Signal()
    """The chosen server is wanted at once (a click, where it is there; a double click; Enter)."""

    def __init__(self) -> None:
        super().__init__([translate("server_list", "Server"), translate("server_list", "State")])
        self.setAccessibleName(self.tr("Servers"))
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._most = ROWS
        """Rows that are seen at once."""
        self._addresses: list[Address] = []
        self._nearby: list[Nearby] = []
        self._states: dict[Address, str] = {}
        self._up: set[Address] = set()
        """Those that answered when they were asked last."""
        self._probe = Probe(self)
        self._probe.found.connect(self._found)
        self._again = QTimer(self, interval=AGAIN)
        self._again.timeout.connect(self.refresh)
        self.itemSelectionChanged.connect(self._picked)
        self.itemActivated.connect(lambda _: self.entered.emit())
        self.itemClicked.connect(self._clicked)

    def show_servers(self, addresses: Sequence[Address]) -> None:
        """List these servers, and ask them how they are."""
        self._addresses = list(addresses)
        self._show()
        if self.isVisible():
            self.refresh()

    def show_nearby(self, servers: Sequence[Nearby]) -> None:
        """List these servers, too, which say that they are in the network; they are not asked."""
        self._nearby = list(servers)
        self._show()

    def refresh(self) -> None:
        """Ask the servers that one was on before how they are."""
        for address in self._addresses:
            self._probe.ask(address)
        self._show()

    def sizeHint(self) -> QSize:
        """Return the size at which all rows are seen, or as many as fit, `ROWS` at most."""
        return QSize(super().sizeHint().width(), self._height(self._most))

    def minimumSizeHint(self) -> QSize:
        """Return the least size, at which one row is seen."""
        return QSize(super().minimumSizeHint().width(), self._height(1))

    def fit(self, spare: int) -> None:
        """Show whole rows only, where there is room for one and so many pixels."""
        most = min(ROWS, 1 + max(0, spare) // self.verticalHeader().defaultSectionSize())
        if most != self._most:
            self._most = most
            self.updateGeometry()

    def _height(self, most: int) -> int:
        return (
            self.verticalHeader().defaultSectionSize() * min(most, max(1, self.rowCount())) + FRAME
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out anew."""
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Leave the names what the addresses do not need; and these what the names do not."""
        whole = self.viewport().width()
        most = max(round(whole * STATE), whole - self.sizeHintForColumn(0))
        self.horizontalHeader().resizeSection(1, min(most, self.sizeHintForColumn(1)))

    def showEvent(self, event: QShowEvent) -> None:
        """Ask the servers now and then, while the list is shown."""
        super().showEvent(event)
        self.look(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask no more while the list is hidden, unless it is told to."""
        super().hideEvent(event)
        self.look(False)

    def look(self, looks: bool) -> None:
        """Ask the servers now and then, or no more; for who shows what is found without a list."""
        if not looks:
            self._again.stop()
        elif not self._again.isActive():
            self._again.start()
            self.refresh()

    @property
    def lone(self) -> bool:
        """Whether there is nothing to choose: no server is known but the one on this computer."""
        return self._addresses in ([], [HERE]) and not self._nearby

    @property
    def state_here(self) -> str:
        """How the server on this computer is, in words; empty while that is not known."""
        return self._states.get(HERE, "")

    def _found(self, address: Address, state: str, answers: bool) -> None:
        self._states[address] = state
        (self._up.add if answers else self._up.discard)(address)
        self.found.emit(address, answers)
        self._show()

    def _show(self) -> None:
        known = self._addresses
        # One on this computer is in the list anyway, by a shorter name.
        near: dict[object, Nearby] = {
            next(filter(each.is_at, known), each.address): each
            for each in self._nearby
            if not (each.here and any(map(each.is_at, known)))
        }
        rows: list[tuple[object, list[str]]] = [
            (address, [each.shown_name(), _where(each)]) for address, each in near.items()
        ]
        rows += [
            (each, [_named(each), self._states.get(each, "…")])
            for each in known
            if each not in near
        ]
        before = self.rowCount()
        self.fill(rows)
        for y, (address, _) in enumerate(rows):
            if item := self.item(y, 0):
                self._describe(item, near.get(address))
        self._share()
        if self.rowCount() != before:
            self.updateGeometry()
        self.changed.emit()

    def _describe(self, item: QTableWidgetItem, found: Nearby | None) -> None:
        """Say more of a server that was found, to who listens or rests the mouse on it."""
        told = _spoken(found) if found else None
        item.setData(Qt.ItemDataRole.AccessibleTextRole, told)
        item.setToolTip(plain_tip(told or item.text()))

    def _picked(self) -> None:
        if isinstance(self.chosen, Address):
            self.picked.emit(self.chosen)

    def _clicked(self, _item: QTableWidgetItem) -> None:
        address = self.chosen
        there = address in self._up or any(
            isinstance(address, Address) and each.is_at(address) for each in self._nearby
        )
        by_itself = QStyle.StyleHint.SH_ItemView_ActivateItemOnSingleClick
        if there and not self.style().styleHint(by_itself, None, self):
            self.entered.emit()


def _named(address: Address) -> str:
    """Return an address, in words where it leads to this computer."""
    here = address == HERE
    return translate("server_list", "This computer") if here else str(address)


def _where(found: Nearby) -> str:
    """Return what stands beside the name of a server that was found."""
    if not found.understood:
        told = translate("server_list", "{address}, another version")
    else:
        told = translate("server_list", "{address}, nearby", "in the same network")
    return told.format(address=found.address)


def _spoken(found: Nearby) -> str:
    """Return all there is to say of a server that was found."""
    if not found.understood:
        told = translate(
            "server_list",
            "Server {name}, {address}, found in your network: of another version of Samedeal",
        )
    elif found.about.password:
        told = translate(
            "server_list",
            "Server {name}, {address}, found in your network: asks new players for a password",
        )
    else:
        told = translate("server_list", "Server {name}, {address}, found in your network")
    return told.format(name=found.shown_name(), address=found.address)
