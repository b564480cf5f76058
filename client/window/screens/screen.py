"""What every screen of a connected client is."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client.session.session import Session
from client.window.online.link import Link
from protocol.messages import FromServer, Member


class Screen(QWidget):
    """A page of the window: it looks at the session, and sends wishes over the link."""

    notice = Signal(str)
    """A sentence for the status line."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.link = link

    @property
    def session(self) -> Session:
        """What this client knows."""
        return self.link.session

    @property
    def me(self) -> Member | None:
        """This client's own place in the room."""
        members = self.session.room.members if self.session.room else []
        return next((m for m in members if m.player == self.session.player), None)

    @property
    def seated(self) -> bool:
        """Whether this client is a racer in its room, and no spectator."""
        return self.me is not None and self.me.seated

    def take(self, message: FromServer) -> None:
        """Show what a message has changed; the session has taken it in already."""
