"""What every screen of a connected client is."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client.session.session import Session
from client.window.online.link import Link
from client.window.widgets.commands import Command
from protocol.messages import FromServer


class Screen(QWidget):
    """A page of the window: it shows the session, and calls it for what the player wants."""

    notice = Signal(str)
    """A sentence for the status line."""
    profile = Signal(object)
    """The page of the player with this id is wanted."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.link = link

    @property
    def session(self) -> Session:
        """What this client knows."""
        return self.link.session

    def commands(self) -> Sequence[Command]:
        """Return the screen's buttons for the menu, in their order."""
        return ()

    def take(self, message: FromServer) -> None:
        """Show what a message has changed; the session has taken it in already."""
