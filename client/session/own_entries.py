"""What this client has asked for in a race: whatever else happens on its board is not its doing."""

from typing import Final

from engine.play import Entry

NOTHING: Final[frozenset[Entry]] = frozenset()


class OwnEntries:
    """The moves, undos and the giving up that this client has sent in its present race."""

    def __init__(self) -> None:
        self.player = 0
        """Who this client is; 0 until the server has said it."""
        self.race = 0
        """The number of the race that all this is about."""
        self.gave_up = False
        """Whether the player has given up, or has left the room, which gives up."""
        self._sent: dict[int, frozenset[Entry]] = {}
        self._fresh: set[int] = set()

    def begin(self, race: int) -> None:
        """Forget what was sent, if this is another race."""
        if race != self.race:
            self.race, self.gave_up = race, False
            self._sent.clear()
            self._fresh.clear()

    def reconnect(self) -> None:
        """Note that what is sent from now on goes over another connection."""
        self._fresh.clear()

    def send(self, number: int, entry: Entry) -> None:
        """Note that an entry was sent as the one with this number, maybe not for the first time."""
        if entry not in self.sent(number):
            self._sent[number] = self.sent(number) | {entry}
            self._fresh.add(number)

    def sent(self, number: int) -> frozenset[Entry]:
        """Return all that was ever sent as the entry with this number; mostly it is one."""
        return self._sent.get(number, NOTHING)

    def is_fresh(self, number: int) -> bool:
        """Return whether an entry with this number was sent first over the present connection."""
        return number in self._fresh
