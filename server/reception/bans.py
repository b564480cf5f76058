"""Whom the operator does not let in: players and networks, for a time or for good.

Few, and asked for at every hello: so they are all in memory, and in the database to be kept.
"""

import contextlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from server.network.access import BadAccess, IPAddress, Network, is_in, parse_network
from server.storage.database import CannotWrite, Database

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ban:
    """One ban: of a player or of a network."""

    id: int
    player: int | None
    network: Network | None
    reason: str
    made: int
    """Seconds since 1970, as `until`."""
    until: int | None
    """None: for good."""

    @property
    def sentence(self) -> str:
        """What the one who is banned is told."""
        why = f": {self.reason}" if self.reason else ""
        if self.until is None:
            return f"you may not play on this server{why}"
        end = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(self.until))
        return f"you may not play on this server until {end}{why}"


class Bans:
    """All bans that hold.  Make it with `await Bans.load(database)`."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        """Keep them in `database`; `clock` returns seconds since 1970."""
        self._database, self._clock = database, clock
        self._bans: dict[int, Ban] = {}

    @classmethod
    async def load(cls, database: Database, clock: Callable[[], float] = time.time) -> "Bans":
        """Return what the database has; what is over is forgotten there."""
        bans = cls(database, clock)
        with contextlib.suppress(CannotWrite):  # They can be forgotten another time.
            await database.write([("DELETE FROM bans WHERE until <= ?", [(int(clock()),)])])
        await bans.reload()
        return bans

    async def reload(self) -> None:
        """Have those that the database has: another server may have changed them.

        Raises:
            BadDatabase: they cannot be read.
        """
        rows = await self._database.reader.read_all(
            "SELECT id, player, network, reason, made, until FROM bans ORDER BY id"
        )
        found = {}
        for number, player, network, reason, made, until in rows:
            try:
                place = parse_network(network) if network else None
            except BadAccess as error:
                log.warning("ban %s is damaged, and bans nobody: %s", number, error)
                continue
            found[number] = Ban(number, player, place, reason, made, until)
        self._bans = found

    @property
    def all(self) -> list[Ban]:
        """Those that hold now."""
        now = self._clock()
        return [ban for ban in self._bans.values() if ban.until is None or ban.until > now]

    def of_player(self, player: int) -> Ban | None:
        """Return the ban that keeps this player out."""
        return next((ban for ban in self.all if ban.player == player), None)

    def of_address(self, address: IPAddress) -> Ban | None:
        """Return the ban that keeps this address out."""
        return next((b for b in self.all if b.network and is_in(address, [b.network])), None)

    async def add(
        self,
        *,
        player: int | None = None,
        network: Network | None = None,
        reason: str = "",
        until: int | None = None,
    ) -> Ban:
        """Ban a player or a network from now on."""
        made = int(self._clock())
        row = await self._database.write_one(
            "INSERT INTO bans (player, network, reason, made, until) VALUES (?, ?, ?, ?, ?) "
            "RETURNING id",
            (player, str(network) if network else None, reason, made, until),
        )
        assert row is not None
        ban = Ban(int(row[0]), player, network, reason, made, until)
        self._bans[ban.id] = ban
        return ban

    async def lift(self, number: int) -> bool:
        """End a ban; return whether there was one of this number."""
        await self._database.write([("DELETE FROM bans WHERE id = ?", [(number,)])])
        return self._bans.pop(number, None) is not None

    def forget_player(self, player: int) -> None:
        """Drop the bans of a player who is deleted, here as well as there."""
        self._bans = {n: ban for n, ban in self._bans.items() if ban.player != player}
