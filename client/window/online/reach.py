"""Whether others in the network reach a server that is known here as `localhost`."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from client.session.address import Address
from client.window.online.lan_address import lan_address
from client.window.online.probe import Probe


class Reach(QObject):
    """Asks for a server of this computer at the address that others would use.

    A server may listen to this computer alone, as the demo's does: so nobody is told an address
    that was not tried.
    """

    found = Signal(object, object)
    """The server's address here, and the one by which it answers to the network, too."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: dict[Address, Address] = {}
        """Addresses in the network, and those here for which they were asked."""
        self._probe = Probe(self)
        self._probe.found.connect(self._on_probe)

    def ask(self, address: Address) -> None:
        """Ask for the server at `address`, if that leads to this computer."""
        host = lan_address() if address.here and not address.secure else ""
        if host:
            there = replace(address, host=host, code="")
            self._asked[there] = address
            self._probe.ask(there)

    def _on_probe(self, there: Address, _state: str, up: bool) -> None:
        here = self._asked.pop(there, None)
        if up and here is not None:
            self.found.emit(here, there)
