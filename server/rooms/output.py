"""What comes out of a room: messages for players, and records that are written down before."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from protocol.messages import FromServer, Said
from server.rooms.events import Events
from server.rooms.records import Record

NOBODY: Final[frozenset[int]] = frozenset()


class Outgoing(NamedTuple):
    """A message, and the players whom it goes to."""

    players: tuple[int, ...]
    message: FromServer


class Output:
    """What came out of a room and nobody has taken yet.

    All records have to be written down before any of the messages is sent.

    Who sees the race later has numbers of another stream: gaps in the numbers of those who see it
    live would tell how much happens.
    """

    def __init__(self, live: Events, late: Events) -> None:
        """Begin with nothing; `live` and `late` number what is told."""
        self._live, self._late = live, late
        self.late: frozenset[int] = NOBODY
        """The players who see the race later, and have the numbers of that stream; see `divide`."""
        self.records: list[Record] = []
        """What has to be written down: append to it, in the order in which things happen."""
        self._outgoing: list[Outgoing] = []

    def events(self, player: int) -> Events:
        """Return the events whose numbers a player has."""
        return self._late if player in self.late else self._live

    def divide(self, late: Iterable[int]) -> None:
        """Let these players see the race later, and no others.

        Who changes sides has to be told the whole room next.
        """
        before, self.late = self.late, frozenset(late) or NOBODY
        for player in before ^ self.late:
            self.note_arrival(player)

    def note_arrival(self, player: int) -> None:
        """Note that a player comes in now, or takes another place: what was before is void."""
        for events in (self._live, self._late):
            events.note_arrival(player)

    def note_departure(self, player: int) -> None:
        """Forget when a player came in."""
        for events in (self._live, self._late):
            events.note_departure(player)

    def note_said(self, said: Said, *, live: bool = True, late: bool = True) -> None:
        """Keep what was said for those who come in later: who see the race live, or `late`."""
        for events, hears in ((self._live, live), (self._late, late)):
            if hears:
                events.note_said(said)

    def unsay(self, player: int) -> None:
        """Keep nothing any more that a player has said."""
        for events in (self._live, self._late):
            events.unsay(player)

    def tell(self, players: tuple[int, ...], *messages: FromServer) -> None:
        """Tell these players what has happened, as the next events of the room."""
        if self.late is NOBODY:
            self._tell(self._live, players, messages)
        else:
            self._tell(self._live, tuple(p for p in players if p not in self.late), messages)
            self._tell(self._late, tuple(p for p in players if p in self.late), messages)

    def _tell(
        self, events: Events, players: tuple[int, ...], messages: tuple[FromServer, ...]
    ) -> None:
        if players:
            self._outgoing += [Outgoing(players, events.add(players, m)) for m in messages]

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
