"""Making a room: the game with its options, and how the race is run."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent

from client.window.desktop.memory import Memory
from client.window.online.link import Link
from client.window.screens.commands import Command
from client.window.screens.room_form import RoomForm
from client.window.screens.screen import Screen
from client.window.widgets.elements import button, column, label, page, row
from client.window.widgets.fitting import Fitted


class MakeRoomScreen(Screen):
    """The settings of a room to be; the server has the last word on them."""

    back = Signal()

    def __init__(self, link: Link, memory: Memory) -> None:
        super().__init__(link)
        self.form = RoomForm(memory)
        self.games = self.form.games
        self.make = button(self.tr("Make the room"), self._make, main=True)
        self.leave = button(self.tr("Back"), self.back.emit)
        whole = column(
            label(self.tr("Make a room"), "title"),
            Fitted(self.form),
            row(self.leave, None, self.make),
        )
        whole.setStretch(1, 1)
        self.setLayout(page(whole))
        self.games.entered.connect(self._make)
        self.serve(self.make)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the deals that were wanted last, be it in a room that was changed."""
        super().showEvent(event)
        self.form.wish_as_before()

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        return self.make, self.leave

    def heading(self) -> str:
        """Return what there is to do here."""
        return self.tr("Make a room")

    def _make(self) -> None:
        if not self.make.isEnabled():
            return  # Enter is pressed in the list of games
        self.session.create_room(self.form.settings, self.form.password or "")
