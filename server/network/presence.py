"""Who is connected: the newest connection of each player."""

from collections.abc import Iterator

from server.network.access import IPAddress
from server.network.connection import BoundedConnection


class Presence:
    """The players who have said hello and are connected.

    A player has one connection.  Whoever connects again leaves the older one void: what still comes
    there is not read any more.
    """

    def __init__(self) -> None:
        """Begin with nobody."""
        self.newest: dict[int, BoundedConnection] = {}
        """The newest connection of each player, by the player's id.  Only to be read."""

    def __len__(self) -> int:
        """Return how many are connected, other servers among them."""
        return len(self.newest)

    @property
    def people(self) -> tuple[int, ...]:
        """All who are connected, but for other servers."""
        newest = self.newest.items()
        return tuple(player for player, each in newest if each.visit.counts_as != "neighbour")

    @property
    def bots(self) -> int:
        """How many of them are bots."""
        return sum(self.newest[player].bot for player in self.people)

    def arrive(self, player: int, connection: BoundedConnection) -> BoundedConnection | None:
        """Note a player's new connection; return the one that it replaces, if there is one."""
        before = self.newest.get(player)
        self.newest[player] = connection
        return before

    def depart(self, player: int) -> BoundedConnection | None:
        """Forget a player's connection and return it; None if there is none."""
        return self.newest.pop(player, None)

    def is_newest(self, player: int, connection: BoundedConnection) -> bool:
        """Return whether a player has not connected again since, nor been cut off."""
        return self.newest.get(player) is connection

    @property
    def addresses(self) -> dict[int, IPAddress]:
        """From where each player is connected."""
        return {player: connection.address for player, connection in self.newest.items()}

    def latencies(self) -> Iterator[tuple[int, int]]:
        """Yield player and milliseconds there and back, for each player where that is known."""
        for player, connection in self.newest.items():
            if connection.latency:
                yield player, max(1, round(connection.latency * 1000))
