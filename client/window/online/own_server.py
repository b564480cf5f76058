"""A server that a player opens from the window, for friends in the same network."""

import re
import socket
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from client.session.address import Address
from client.window.online.child_process import Child
from client.window.online.lan_address import lan_address
from client.words.texts import sentence
from protocol.wire import DEFAULT_PORT

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 (it is there for others)
GREETING: Final = re.compile(r"Samedeal server at ws://.*:(\d+), ")
"""What `samedeal serve` prints once it listens."""


class OwnServer(QObject):
    """`samedeal serve`, open to the network for as long as the window is there."""

    opened = Signal()
    """It listens: `address` leads to it."""
    failed = Signal(str)
    """There is none, or none any more; why, as a sentence."""

    def __init__(self, data: Path, port: int = DEFAULT_PORT, parent: QObject | None = None) -> None:
        """Keep players and races in the directory `data`; listen at `port`, 0 for any free one."""
        super().__init__(parent)
        self.address = Address("localhost", port)
        self._data = data
        self._port = port
        self._child = Child(self)
        self._child.said.connect(self._on_line)
        self._child.ended.connect(self._on_end)

    @property
    def running(self) -> bool:
        """Whether it is open, or about to be."""
        return self._child.running

    def open(self) -> None:
        """Start it; `opened` or `failed` follows."""
        if not self._is_free():
            told = self.tr(
                "Port {port} of this computer is taken. If a server is open here already, "
                "“localhost” leads to it."
            )
            self.failed.emit(told.format(port=self._port))
            return
        # A race that is under way goes on when it is opened again, so the end need not wait for it.
        options = ("--host", EVERYWHERE, "--port", str(self._port), "--limits-stop-after", "0")
        self._child.start("serve", "--data", str(self._data), *options)

    def close(self) -> None:
        """Stop it."""
        self._child.end()

    def address_for_others(self, address: Address) -> Address:
        """Return the address by which others in the network reach the server at `address`.

        It is another one only for this server, while it is open.
        """
        here = address.here and address.port == self.address.port and self.running
        host = lan_address() if here else ""
        return Address(host, address.port) if host else address

    def _is_free(self) -> bool:
        """Return whether the port can be had.  The server looks, too, but names its options."""
        try:
            socket.create_server((EVERYWHERE, self._port)).close()
        except OSError:
            return False
        return True

    def _on_line(self, line: str) -> None:
        greeting = GREETING.match(line)
        if greeting:
            self.address = Address("localhost", int(greeting[1]))
            self.opened.emit()

    def _on_end(self, why: str) -> None:
        if not self._child.asked:
            self.failed.emit(sentence(why or self.tr("The server that you opened has stopped.")))
