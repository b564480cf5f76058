"""The servers that are announced in the player's network, live."""

from PySide6.QtCore import QObject, QSysInfo, Signal

from client.session import nearby
from client.window.online.child_process import Child
from protocol.nearby import LONGEST_NAME


class NearbyServers(QObject):
    """Looks for servers by a process of its own (`samedeal nearby`), which may hear anything."""

    changed = Signal(object)
    """The servers that are there now, as a list of `Nearby`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted = False
        self._child = Child(self)
        self._child.said.connect(self._on_line)
        self._child.ended.connect(self._on_end)

    def look(self, wanted: bool) -> None:
        """Look for servers from now on, or no longer."""
        if wanted == self._wanted:
            return
        self._wanted = wanted
        if not wanted:
            self._child.ask_to_end()
            self.changed.emit([])
        elif not self._child.running:
            self._start()

    def close(self) -> None:
        """Look no longer, and wait for the end of the process."""
        self._wanted = False
        self._child.end()

    def _start(self) -> None:
        self._child.start("nearby", "--follow")

    def _on_line(self, line: str) -> None:
        if self._wanted:
            try:
                found = nearby.read(line)
            except ValueError:
                return
            self.changed.emit(found)

    def _on_end(self, _why: str) -> None:
        if self._wanted and self._child.asked:  # Wanted again before it had ended.
            self._start()
        elif self._wanted:  # It cannot be done here: whoever plays can type an address.
            self.changed.emit([])


def computer_name() -> str:
    """Return the name under which a server on this computer is announced: the computer's own."""
    name = QSysInfo.machineHostName().partition(".")[0]
    name = "".join(c for c in name if c.isprintable()).strip()
    return name.encode()[:LONGEST_NAME].decode(errors="ignore").strip() or "Samedeal"
