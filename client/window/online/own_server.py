"""A server that a player opens from the window, for friends in the same network."""

import re
import socket
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from client.session.address import Address
from client.window.online.child_process import Child
from client.window.online.head_count import HERE, people_on
from client.window.online.lan_address import lan_address
from client.window.online.probe import Probe
from client.words.texts import sentence
from protocol.wire import DEFAULT_PORT

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 (it is there for others)
TRIES: Final = 3
"""How often a server that stops by itself is started again, until it stays up for `STEADY`."""
STEADY: Final = 60_000
"""Milliseconds after which a server counts as one that runs."""
LEFT_ALONE: Final = 300
"""Seconds with nobody connected after which a server that was left running ends."""
GREETING: Final = re.compile(r"Samedeal server at ws://.*:(\d+), ")
"""What `samedeal serve` prints once it listens."""


class OwnServer(QObject):
    """`samedeal serve`, open to the network for as long as the window is there."""

    opened = Signal()
    """It listens: `address` leads to it."""
    failed = Signal(str)
    """There is none, or none any more; why, as a sentence."""
    notice = Signal(str)
    """Something about it that changes nothing, as a sentence."""

    def __init__(
        self,
        data: Path,
        port: int = DEFAULT_PORT,
        parent: QObject | None = None,
        *,
        announced_as: str = "",
    ) -> None:
        """Keep players and races in the directory `data`; listen at `port`, 0 for any free one.

        `announced_as` is the name under which others in the network see it; empty for none.
        """
        super().__init__(parent)
        self._announced_as = announced_as
        self.address = Address("localhost", port)
        self._data = data
        self._port = port
        self._has_listened = False
        """Whether it has listened since it was opened: one that never could is not tried again."""
        self._tries = 0
        self._steady = QTimer(self, singleShot=True, interval=STEADY)
        self._steady.timeout.connect(self._is_steady)
        self._probe = Probe(self)
        self._probe.found.connect(self._on_probe)
        self._child = Child(self)
        self._child.said.connect(self._on_line)
        self._child.ended.connect(self._on_end)

    @property
    def running(self) -> bool:
        """Whether it is open, or about to be."""
        return self._child.running

    def open(self) -> None:
        """Start it; `opened` or `failed` follows."""
        self._has_listened, self._tries = False, 0
        if self._is_free():
            self._start()
        else:  # It may be one that was left running.
            self._probe.ask(Address("localhost", self._port))

    def people(self) -> int | None:
        """Return how many people, and no bots, are on it now; None if it does not say soon.

        Also while it is started again, as those who were on it come back by themselves.
        """
        listens = self.running and self._has_listened
        return people_on(self.address.port) if listens else 0

    def close(self, *, leave_running: bool = False) -> None:
        """Stop it; or leave one running in its place until nobody is connected any more.

        Whoever is on it comes back to that by itself, also into a race that is under way.
        """
        running, port = self.running, self.address.port
        self._steady.stop()
        self._child.end()
        if running and leave_running:
            alone = ("--limits-stop-empty", str(LEFT_ALONE))
            Child.leave_behind("serve", *self._options(port), *alone)

    def _start(self) -> None:
        self._child.start("serve", *self._options(self._port), "--metrics", HERE)

    def _options(self, port: int) -> tuple[str, ...]:
        # A race that is under way goes on when it is opened again, so the end need not wait for it.
        where = ("--data", str(self._data), "--host", EVERYWHERE, "--port", str(port))
        announced = ("--announced-as", self._announced_as) if self._announced_as else ()
        return (*where, *announced, "--limits-stop-after", "0")

    def _on_probe(self, _address: Address, _state: str, up: bool) -> None:
        if up:
            self.address = Address("localhost", self._port)
            self.opened.emit()
            return
        told = self.tr(
            "Another program on this computer uses port {port}: close it, and try again."
        )
        self.failed.emit(told.format(port=self._port))

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
            again, self._has_listened = self._has_listened, True
            self._port = int(greeting[1])  # Where it is started again, if it has to be.
            self.address = Address("localhost", self._port)
            self._steady.start()
            if not again:  # Else who was on it comes back by itself.
                self.opened.emit()

    def _is_steady(self) -> None:
        self._tries = 0

    def _on_end(self, why: str) -> None:
        if self._child.asked:
            return
        self._tries += 1
        self._steady.stop()
        if self._has_listened and self._tries <= TRIES:
            self.notice.emit(self.tr("The server that you opened has stopped. Starting it again…"))
            self._start()
        else:
            self.failed.emit(sentence(why or self.tr("The server that you opened has stopped.")))
