"""The way out of a room."""

from client.session.session import Session
from client.window.widgets.elements import SureButton


class LeaveButton(SureButton):
    """Leaves the room; it asks a host who would leave it to others."""

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Leave"), self.tr("Really?"), session.leave_room)
        self._session = session
        self.pressed.connect(self._look)

    def _look(self) -> None:
        """See whether there is anything to ask, as of now."""
        self.asks = self._session.hands_room_on
        self.setToolTip(self.tr("Somebody else becomes the host of the room.") if self.asks else "")
