"""The host's way to end a race that others are still in."""

from collections.abc import Iterable

from client.session.session import Session
from client.window.widgets.elements import SureButton
from client.words.evening import asked_text, goes_on_text
from protocol.messages import EndAsked, Standing


class EndRaceButton(SureButton):
    """Asks, and ends the race for all who are still racing."""

    def __init__(self, session: Session) -> None:
        self._session = session
        super().__init__(self.tr("End the race"), self.tr("End it for all?"), session.end_race)

    def refresh(self) -> None:
        """Be there for the host alone, while the race has no results."""
        self.setVisible(self._session.is_host and self._session.results is None)


def news_of_end(asked: EndAsked, standings: Iterable[Standing], session: Session) -> str:
    """Return what is to be told of the question whether the race may end; empty for nothing new."""
    if asked.by and asked.by != session.player:
        names = {standing.player: standing.name for standing in standings}
        return goes_on_text(names.get(asked.by, ""))
    first = len(asked.agreed) == 1 and asked.agreed[0] == session.player
    return asked_text() if first and session.is_host else ""
