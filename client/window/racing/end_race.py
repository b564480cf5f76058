"""The host's way to end a race that others are still in."""

from client.session.session import Session
from client.window.widgets.elements import SureButton


class EndRaceButton(SureButton):
    """Asks, and ends the race for all who are still racing."""

    def __init__(self, session: Session) -> None:
        self._session = session
        super().__init__(self.tr("End the race"), self.tr("End it for all?"), session.end_race)

    def refresh(self) -> None:
        """Be there for the host alone, while the race has no results."""
        self.setVisible(self._session.is_host and self._session.results is None)
