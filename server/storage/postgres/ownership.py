"""Whose each room is, where several servers share a database.

`rooms.owner` is the epoch of the server that has the room (see `.tenure`), and `rooms.epoch` grows
by one with each owner.  An entry of a race is inserted together with a look at both, in the same
statement, and the tables' own triggers let no other server touch a room or its members.  A room
whose server has no row in `servers` any more is free, and whoever claims it first has it.

A player is in one room at most, on whichever server.  So a server claims the player, in
`whereabouts`, before it lets one into a room.  A claim is worth nothing when its server has ended;
then there is still the row in `members`.
"""

import asyncio
import hmac
from contextlib import suppress
from typing import Final

import asyncpg

from server.storage.database import Database
from server.storage.neighbours import (
    PLAYER_RELEASED,
    Elsewhere,
    Keeper,
    Neighbour,
    Neighbours,
    Place,
)
from server.storage.postgres.tenure import Tenure

_CLAIMING: Final = 0x53414D45_00000003
"""Held while rooms are claimed: who waited for another claim has to see whose they are now."""
_FREE: Final = "(owner IS NULL OR NOT EXISTS (SELECT 1 FROM servers WHERE servers.epoch = owner))"
_HOW_MANY: Final = f"""
    SELECT (SELECT COUNT(*) FROM rooms WHERE {_FREE}) AS free,
        (SELECT COUNT(*) FROM servers WHERE NOT closing) AS servers
"""  # noqa: S608 (ours)
_CLAIM: Final = f"""
    UPDATE rooms SET owner = this_server(), epoch = epoch + 1 WHERE code IN (
        SELECT code FROM rooms WHERE {_FREE} ORDER BY code <> $1, number LIMIT $2)
"""  # noqa: S608 (ours)
_OURS: Final = "SELECT code, epoch FROM rooms WHERE owner = this_server() ORDER BY number"
_PLACE: Final = """
    SELECT rooms.code, COALESCE(address, ''), COALESCE(owner = ?1, FALSE),
        COALESCE(lease < clock_timestamp() + make_interval(secs => ?3), FALSE)
    FROM rooms LEFT JOIN servers ON servers.epoch = owner
"""
_ROOM: Final = f"{_PLACE} WHERE rooms.code = ?2"
_ROOM_OF: Final = f"{_PLACE} JOIN members ON members.code = rooms.code WHERE player = ?2"
_KEEPER: Final = """
    SELECT address, secret, lock <> '' FROM rooms JOIN servers ON servers.epoch = owner
    WHERE code = ? AND owner <> ?
"""
_COME: Final = """
    INSERT INTO whereabouts (player, server) VALUES (?, this_server())
    ON CONFLICT (player) DO UPDATE SET server = this_server()
    WHERE whereabouts.server = this_server()
        OR NOT EXISTS (SELECT 1 FROM servers WHERE epoch = whereabouts.server)
    RETURNING player
"""
_WHERE: Final = """
    SELECT address FROM whereabouts JOIN servers ON epoch = server WHERE player = ?
"""
_LIST: Final = """
    WITH gone AS (DELETE FROM listings WHERE server NOT IN (SELECT epoch FROM servers))
    INSERT INTO listings (server, rooms) VALUES (this_server(), ?)
    ON CONFLICT (server) DO UPDATE SET rooms = excluded.rooms
"""
_LISTED: Final = """
    SELECT rooms FROM listings JOIN servers ON epoch = server
    WHERE epoch <> ? AND lease > clock_timestamp() ORDER BY epoch
"""
_OTHERS: Final = "SELECT epoch FROM servers WHERE epoch <> ? AND lease > clock_timestamp()"
_ORDER: Final = """
    WITH old AS (DELETE FROM orders WHERE made < clock_timestamp() - INTERVAL '1 hour'),
        answered AS (DELETE FROM replies WHERE request NOT IN (SELECT id FROM orders))
    INSERT INTO orders (server, request) VALUES (this_server(), ?) RETURNING id
"""
_ORDERS: Final = "SELECT id, request FROM orders WHERE id > ? AND server <> ? ORDER BY id"
_REPLY: Final = """
    INSERT INTO replies (request, server, reply) VALUES (?, this_server(), ?)
    ON CONFLICT DO NOTHING
"""
_REPLIES: Final = "SELECT server, reply FROM replies WHERE request = ?"
ANSWERING: Final = 5.0
"""Seconds that the others have for a reply to an order."""
LOOK: Final = 0.05
"""Seconds between two looks whether they have replied."""


async def claim_rooms(writer: asyncpg.Connection, wanted: str = "") -> list[tuple[str, int]]:
    """Claim this server's share of the free rooms; return code and epoch of all that it has.

    The one whose code is `wanted` comes first among them.
    """
    async with writer.transaction():
        await writer.execute("SELECT pg_advisory_xact_lock($1)", _CLAIMING)
        found = await writer.fetchrow(_HOW_MANY)
        assert found is not None
        if found["free"]:
            await writer.execute(_CLAIM, wanted, -(-found["free"] // max(1, found["servers"])))
        return [(each["code"], each["epoch"]) for each in await writer.fetch(_OURS)]


class PostgresNeighbours(Neighbours):
    """The servers that share a database in PostgreSQL, as one of them sees the others."""

    def __init__(self, database: Database, tenure: Tenure) -> None:
        """Ask this database; whose turns it has, says the tenure."""
        self._database, self._tenure = database, tenure
        self.reached_at = tenure.reached_at

    async def find_room(self, code: str) -> Place | None:
        """See `Neighbours`."""
        return await self._find(_ROOM, code)

    async def find_room_of(self, player: int) -> Place | None:
        """See `Neighbours`."""
        return await self._find(_ROOM_OF, player)

    async def find_keeper(self, code: str) -> Keeper | None:
        """See `Neighbours`."""
        rows = await self._database.read_all(_KEEPER, (code, self._epoch))
        return Keeper(*rows[0]) if rows else None

    def is_secret(self, text: str) -> bool:
        """See `Neighbours`."""
        return bool(self.secret) and hmac.compare_digest(text.encode(), self.secret.encode())

    @property
    def secret(self) -> str:
        """See `Neighbours`."""
        return self._tenure.secret

    async def _find(self, sql: str, what: str | int) -> Place | None:
        rows = await self._database.read_all(sql, (self._epoch, what, self._tenure.doubtful))
        return Place(*rows[0]) if rows else None

    async def claim_player(self, player: int) -> None:
        """See `Neighbours`."""
        if await self._database.write_one(_COME, (player,)) is None:
            [[address]] = await self._database.read_all(_WHERE, (player,)) or [[""]]
            raise Elsewhere(address)
        place = await self.find_room_of(player)
        if place and not place.here:
            await self.release_player(player)
            raise Elsewhere(place.address)

    async def release_player(self, player: int) -> None:
        """See `Neighbours`."""
        await self._database.write([(PLAYER_RELEASED, [(player,)])])

    async def list_rooms(self, listing: str | None) -> list[str]:
        """See `Neighbours`."""
        if listing is not None:
            await self._database.write([(_LIST, [(listing,)])])
        rows = await self._database.read_all(_LISTED, (self._epoch,))
        return [rooms for (rooms,) in rows]

    async def order(self, request: str) -> list[str | None]:
        """See `Neighbours`."""
        others = {epoch for (epoch,) in await self._database.read_all(_OTHERS, (self._epoch,))}
        row = await self._database.write_one(_ORDER, (request,))
        assert row is not None
        replies: dict[int, str] = {}
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWERING):
                while others - replies.keys():
                    await asyncio.sleep(LOOK)
                    found = await self._database.read_all(_REPLIES, (row[0],))
                    replies = {int(epoch): str(reply) for epoch, reply in found}
        return [replies.get(epoch) for epoch in sorted(others)]

    async def orders(self) -> list[tuple[int, str]]:
        """See `Neighbours`."""
        rows = await self._database.read_all(_ORDERS, (self._tenure.last_order, self._epoch))
        if rows:  # (If another turn has begun meanwhile, later ones may be old, too.)
            self._tenure.last_order = max(self._tenure.last_order, rows[-1][0])
        return [(number, request) for number, request in rows]

    async def reply(self, order: int, reply: str) -> None:
        """See `Neighbours`."""
        await self._database.write([(_REPLY, [(order, reply)])])

    @property
    def _epoch(self) -> int:
        return self._tenure.epoch

    async def close(self) -> list[Neighbour]:
        """See `Neighbours`."""
        rows = await self._tenure.close()
        return [Neighbour(*each) for each in rows]

    async def hint(self) -> bool:
        """See `Neighbours`."""
        return await self._tenure.hint()
