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
        """Return the buttons for the menu, in their order; those that are hidden are left out."""
        return ()

    def show_help(self) -> None:
        """Show the rules over the board, with the keys where one plays; or put them away."""


class Screen(Page):
    """A page that shows the session, and calls it for what the player wants."""

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

    def take(self, message: FromServer) -> None:
        """Show what a message has changed; the session has taken it in already."""
