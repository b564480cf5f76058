"""What every screen is, and every screen of a connected client."""

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client.session.session import Session
from client.window.online.link import Link
from client.window.screens.commands import Command
from protocol.messages import FromServer


class Page(QWidget):
    """What the window shows one of at a time."""

    has_help: ClassVar[bool] = False
    """Whether there is a board here, over which the rules can be shown."""
    begins_at: QWidget | None = None
    """What has the keys when the page is first shown; None for the first thing that takes them."""

    def heading(self) -> str:
        """Return what the page is, in a few words: they are the window's title, too."""
        return ""

    def spoken(self) -> str:
        """Return what a listener hears on coming here."""
        return self.heading()

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu, in their order; what is not offered is left out."""
        return ()

    def lingers(self) -> int:
        """Return for how many milliseconds the page stays when the results of a race have come."""
        return 0

    def show_help(self) -> None:
        """Show the rules over the board, with the keys where one plays; or put them away."""


class Screen(Page):
    """A page that shows the session, and calls it for what the player wants."""

    notice = Signal(str)
    """A sentence for the status line."""
    profile = Signal(object)
    """The page of the player with this id is wanted."""
    ghost = Signal(object, object)
    """(race, player): a race against this game is wanted."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.link = link
        self._served: dict[QWidget, bool] = {}
        """What needs the server, and whether it would be of use now."""
        self._up = True

    @property
    def session(self) -> Session:
        """What this client knows."""
        return self.link.session

    def serve(self, *parts: QWidget) -> None:
        """Let these parts be used while the connection stands, as they need the server."""
        self._served |= dict.fromkeys(parts, True)

    def allow(self, part: QWidget, wanted: bool) -> None:
        """Let a part that needs the server be used where it is `wanted` and the connection stands.

        The others of a screen work without.
        """
        self._served[part] = wanted
        part.setEnabled(wanted and self._up)

    def set_up(self, up: bool) -> None:
        """Take note whether the connection stands: what needs it works only then."""
        self._up = up
        for part, wanted in self._served.items():
            part.setEnabled(wanted and up)

    def take(self, message: FromServer) -> None:
        """Show what a message has changed; the session has taken it in already."""
