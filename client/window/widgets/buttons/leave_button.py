"""The way out of a room."""

from client.window.online.link import Link
from client.window.widgets.elements import SureButton


class LeaveButton(SureButton):
    """Leaves the room, by a lost connection too; it asks a host who would leave it to others."""

    def __init__(self, link: Link) -> None:
        super().__init__(self.tr("Leave"), self.tr("Really?"), link.leave_room)
        self._session = link.session
        self.pressed.connect(self._look)

    def _look(self) -> None:
        """See whether there is anything to ask, as of now."""
        self.asks = self._session.hands_room_on
        self.setToolTip(self.tr("Somebody else becomes the host of the room.") if self.asks else "")
