"""The other servers of the same club, which share its database: see `docs/operating.md`.

Each room is one server's, and so is each player in it.  This is what a server has to know of the
others; the ones in PostgreSQL are in `server.storage.postgres.ownership`.
"""

from typing import Final, NamedTuple

PLAYER_RELEASED: Final = "DELETE FROM whereabouts WHERE player = ? AND server = this_server()"
"""What ends a claim of a player's, in PostgreSQL."""


class Elsewhere(Exception):
    """What somebody wants is another server's.  The address is where players reach that one.

    It is empty while nobody has it: its server has ended, and another one is about to take it over.
    """

    def __init__(self, address: str) -> None:
        """Say where."""
        super().__init__(address)
        self.address = address


class Place(NamedTuple):
    """Where a room is."""

    code: str
    address: str
    """Where players reach the room's server; empty if it has none."""
    here: bool
    """Whether it is this one."""
    silent: bool = False
    """Whether that server should have been heard of, and may have ended."""


class Keeper(NamedTuple):
    """The server that has a room, for another one that wants to show it to its guests."""

    address: str
    """Where it is reached."""
    secret: str
    """What another server says to it."""
    locked: bool
    """Whether the room has a password."""


class Neighbour(NamedTuple):
    """Another server."""

    epoch: int
    """What it is known by, for as long as it keeps its turn."""
    address: str
    """Where players reach it."""


class Neighbours:
    """No other servers: a database that one server has for itself."""

    reached_at = ""
    """Where players reach this server, if it has neighbours."""

    @property
    def secret(self) -> str:
        """What those say to this server who have read it in the database; empty if none can."""
        return ""

    async def find_room(self, code: str) -> Place | None:
        """Return where a room is; None if there is none of this code.

        Raises:
            BadDatabase: it cannot be read now.
        """
        del code
        return None

    async def find_room_of(self, player: int) -> Place | None:
        """Return where the room is that a player is in; None if in none.

        Raises:
            BadDatabase: it cannot be read now.
        """
        del player
        return None

    async def find_keeper(self, code: str) -> Keeper | None:
        """Return which other server has a room; None if none of them has.

        Raises:
            BadDatabase: it cannot be read now.
        """
        del code
        return None

    def is_secret(self, text: str) -> bool:
        """Return whether only another server can have said this to this one."""
        del text
        return False

    async def claim_player(self, player: int) -> None:
        """Have a player for this server alone, who is about to come into a room.

        Raises:
            Elsewhere: the player is in a room of another server, or about to be.
            CannotWrite, BadDatabase: nothing can be written, or read, now.
        """

    async def release_player(self, player: int) -> None:
        """Let a player go who has not come into a room.

        Raises:
            CannotWrite, BadDatabase: nothing can be written now.
        """

    async def list_rooms(self, listing: str | None) -> list[str]:
        """Tell the others this server's part of the lobby's list, unless it is None; return theirs.

        Raises:
            CannotWrite, BadDatabase: the database cannot be reached.
        """
        del listing
        return []

    async def order(self, request: str) -> list[str | None]:
        """Have all others do something; return their replies, or None of one that is silent.

        Raises:
            CannotWrite, BadDatabase: the database cannot be reached.
        """
        del request
        return []

    async def orders(self) -> list[tuple[int, str]]:
        """Return what others have ordered since the last time, each with its number.

        Raises:
            BadDatabase: the database cannot be reached.
        """
        return []

    async def reply(self, order: int, reply: str) -> None:
        """Say what came of an order.

        Raises:
            CannotWrite, BadDatabase: the database cannot be reached.
        """

    async def close(self) -> list[Neighbour]:
        """Get no rooms from others any more; return who is there to take this server's.

        Raises:
            CannotWrite, BadDatabase: the database cannot be reached.
        """
        return []

    async def hint(self) -> bool:
        """Wait until there may be rooms to take over, or something else to look at.

        Returns False if there is no hint, and only some time has passed.
        """
        raise NotImplementedError("who has no neighbours waits for nothing")
