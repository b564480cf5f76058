"""What comes out of a room: messages for players, and records that are written down before."""

from typing import NamedTuple

from protocol.messages import FromServer
from server.rooms.events import Events
from server.rooms.records import Record


class Outgoing(NamedTuple):
    """A message, and the players whom it goes to."""

    players: tuple[int, ...]
    message: FromServer


class Output:
    """What came out of a room and nobody has taken yet.

    All records have to be written down before any of the messages is sent.
    """

    def __init__(self, events: Events) -> None:
        """Begin with nothing; `events` numbers what is told."""
        self.events = events
        self.records: list[Record] = []
        """What has to be written down: append to it, in the order in which things happen."""
        self._outgoing: list[Outgoing] = []

    def tell(self, players: tuple[int, ...], *messages: FromServer) -> None:
        """Tell these players what has happened, as the next events of the room."""
        if players:
            self._outgoing += [Outgoing(players, self.events.add(players, m)) for m in messages]

    def answer(self, player: int, *messages: FromServer) -> None:
        """Tell one player alone.  That is no event and has no number."""
        self._outgoing += [Outgoing((player,), message) for message in messages]

    def take_records(self) -> list[Record]:
        """Return what has to be written down before the messages are sent, and forget it."""
        records, self.records = self.records, []
        return records

    def take_outgoing(self) -> list[Outgoing]:
        """Return what has to be sent, in this order, and forget it."""
        outgoing, self._outgoing = self._outgoing, []
        return outgoing
