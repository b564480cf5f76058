"""Whose turn it is to write: one server's, or that of several that share the rooms.

A server that may write has a row in `servers`, with an epoch that no other ever has, and a lease
that it renews.  Every statement that changes anything looks for that row, in the statement itself
(by a trigger on each table), and fails without it.  Who finds that a lease has run out takes the
row away, and with it all that its server had: so a server that was paused, or cut off from the
database, writes nothing any more, acknowledges nothing, and notices.  Time is the database's own.
Nothing but the row decides; leases only say when it may be taken away.

The look at the row holds it until the statement's transaction ends, and whoever takes it away waits
for that: what was written before is there when the next one reads what there is.

A server that names no address where players reach it has its turn alone: others wait.  Those that
name one have theirs at the same time, and each room is one server's: see `.ownership`.
"""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import asyncpg

from server.chance import make_token
from server.storage.database import BadDatabase, CannotWrite
from server.storage.postgres.address import where
from server.storage.postgres.reader import CONNECTING, connect
from server.storage.postgres.trouble import ERRORS, explain

LEASE: Final = 5.0
"""Seconds for which a server may be silent before another one takes its place."""
BEATS: Final = 4
"""Times that a lease is renewed before it would run out."""
HINTS: Final = "samedeal"
"""What servers listen to: a hint says what to look at, and no more."""
_TAKING: Final = 0x53414D45_00000002
"""Held while a turn is taken."""
_OVER: Final = "DELETE FROM servers WHERE lease < clock_timestamp() OR home = $1"
_OTHERS: Final = "SELECT address FROM servers"
_TURN: Final = """
    INSERT INTO servers (home, address, secret, lease)
    VALUES ($1, $3, $4, clock_timestamp() + make_interval(secs => $2)) RETURNING epoch
"""
_LAST_ORDER: Final = "SELECT COALESCE(MAX(id), 0) FROM orders"
# One that holds its row still, in the midst of a statement, is left for the next time.
_DEAD: Final = """
    DELETE FROM servers WHERE epoch IN (
        SELECT epoch FROM servers WHERE lease < clock_timestamp() FOR UPDATE SKIP LOCKED)
"""
_RENEW: Final = """
    UPDATE servers SET lease = clock_timestamp() + make_interval(secs => $2) WHERE epoch = $1
    RETURNING epoch
"""
_CLOSING: Final = "UPDATE servers SET closing = TRUE WHERE epoch = $1"
_OTHERS_THERE: Final = """
    SELECT epoch, address FROM servers
    WHERE epoch <> $1 AND lease > clock_timestamp() AND NOT closing ORDER BY epoch
"""
_END: Final = "DELETE FROM servers WHERE epoch = $1"


class Tenure:
    """A server's turns at a database, on a connection of their own."""

    def __init__(self, address: str, home: str, reached_at: str = "") -> None:
        """Take turns at the database at this address.

        Of two servers with the same `home`, the first is known to have ended: its turn is over.
        `reached_at` is where players reach this one, if it shares the database with others.
        """
        self._address, self._home, self.reached_at = address, home, reached_at
        self._connection: asyncpg.Connection | None = None
        self._busy = asyncio.Lock()
        self._hinted = asyncio.Event()
        self.epoch = 0
        """Of this turn; 0 between two of them."""
        self.secret = ""
        """What other servers say to this one in this turn, who have read it here."""
        self.last_order = 0
        """The last order that this server need not heed any more: it did, or it is older than this
        turn."""

    @property
    def doubtful(self) -> float:
        """The seconds that are left of a lease of which two renewals have not come."""
        return LEASE * (1 - 2 / BEATS)

    async def take(self) -> int:
        """Begin a new turn, and return its epoch; what was under way in the one before is over.

        Raises:
            CannotWrite: it is another server's turn, or the database cannot be reached.
            BadDatabase: it cannot be used.
        """
        self.epoch = 0
        async with self._at_hand(2 * LEASE) as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _TAKING)
            await connection.execute(_OVER, self._home)
            others = {each["address"] for each in await connection.fetch(_OTHERS)}
            if not others or (self.reached_at and "" not in others):
                self.secret = make_token()
                turn = (self._home, LEASE, self.reached_at, self.secret)
                self.last_order = int(await connection.fetchval(_LAST_ORDER))
                self.epoch = int(await connection.fetchval(_TURN, *turn))
        if not self.epoch:
            text = f"another server is using {where(self._address)}; this one takes over if it ends"
            if self.reached_at or others != {""}:
                text += "; those that shall share it all have to be started with --reached-at"
            raise CannotWrite("another server is at work", text)
        return self.epoch

    async def renew(self) -> bool:
        """Keep the turn for longer, and end others' that are over; return whether it was there.

        Raises:
            CannotWrite: the database cannot be reached.
        """
        async with self._at_hand(LEASE) as connection:
            found = await connection.fetchval(_RENEW, self.epoch, LEASE)
            if self.reached_at:
                await connection.execute(_DEAD)
        return found is not None

    async def close(self) -> list[tuple[int, str]]:
        """Say that this server is about to end; return epochs and addresses of those that stay.

        Raises:
            CannotWrite: the database cannot be reached.
        """
        async with self._at_hand(LEASE) as connection, connection.transaction():
            # Of two that close at once, one sees that the other does.
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _TAKING)
            await connection.execute(_CLOSING, self.epoch)
            return [tuple(each) for each in await connection.fetch(_OTHERS_THERE, self.epoch)]

    async def hint(self) -> bool:
        """Wait until another server hints that there is something to look at, or for a while.

        Returns whether there was a hint.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(LEASE / BEATS):
                await self._hinted.wait()
        hinted = self._hinted.is_set()
        self._hinted.clear()
        return hinted

    async def end(self) -> None:
        """End the turn, so that another one need not wait for the lease."""
        if self._connection is None:
            return
        try:
            # A renewal that was cancelled a moment ago lets go of the connection first.
            async with asyncio.timeout(CONNECTING), self._busy:
                await self._connection.execute(_END, self.epoch)
        except ERRORS:
            pass  # It runs out.
        finally:
            self._connection.terminate()

    @asynccontextmanager
    async def _at_hand(self, seconds: float) -> AsyncIterator[asyncpg.Connection]:
        """Have the connection for the block, and for so many seconds at most.

        Raises:
            CannotWrite, BadDatabase: the database cannot be reached, or used.
        """
        async with self._busy:
            try:
                async with asyncio.timeout(seconds):
                    yield await self._connected()
            except ERRORS as error:
                raise self._lost(error) from None

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._address)
            if self.reached_at:
                await self._connection.add_listener(HINTS, lambda *_: self._hinted.set())
                self._hinted.set()  # One may have come meanwhile.
        return self._connection

    def _lost(self, error: Exception) -> Exception:
        if self._connection is not None:
            self._connection.terminate()
        return explain(where(self._address), error)


@asynccontextmanager
async def one_turn(address: str) -> AsyncIterator[int]:
    """Take a turn at a database for as long as the block runs; the epoch is what it gets.

    Raises:
        CannotWrite: it is another server's turn.
        BadDatabase: the database cannot be used.
    """
    tenure = Tenure(address, str(uuid.uuid4()))

    async def keep() -> None:
        while True:
            await asyncio.sleep(LEASE / BEATS)
            with suppress(CannotWrite, BadDatabase):  # Who writes notices that, too.
                await tenure.renew()

    try:
        epoch = await tenure.take()
        keeping = asyncio.create_task(keep())
        try:
            yield epoch
        finally:
            keeping.cancel()
    finally:
        await tenure.end()


async def write_in(connection: asyncpg.Connection, epoch: int) -> None:
    """Have a connection write in the turn of an epoch."""
    await connection.execute("SELECT set_config('samedeal.epoch', $1, FALSE)", str(epoch))
