"""Letters, and the mail of a room: what it has to say, and what has to be written down before."""

from typing import NamedTuple

from protocol.messages import FromServer
from server.rooms.events import Events
from server.rooms.records import Record


class Letter(NamedTuple):
    """A message to some players."""

    players: tuple[int, ...]
    message: FromServer


class Mail:
    """What comes out of a room.  All records have to be written before any letter is sent."""

    def __init__(self, events: Events) -> None:
        """Number what is told with these events."""
        self.events = events
        self.records: list[Record] = []
        """What has to be written down: add to it, in the order in which things happen."""
        self._letters: list[Letter] = []

    def tell(self, players: tuple[int, ...], *messages: FromServer) -> None:
        """Tell these players what has happened, as the next events of the room."""
        if players:
            self._letters += [Letter(players, self.events.add(players, m)) for m in messages]

    def answer(self, player: int, *messages: FromServer) -> None:
        """Tell one player alone: that is no event."""
        self._letters += [Letter((player,), message) for message in messages]

    def take_records(self) -> list[Record]:
        """Return what has to be written down before the letters are sent, and forget it."""
        records, self.records = self.records, []
        return records

    def take_letters(self) -> list[Letter]:
        """Return what has to be sent, in this order, and forget it."""
        letters, self._letters = self._letters, []
        return letters
