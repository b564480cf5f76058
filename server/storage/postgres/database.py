"""The database in PostgreSQL, and the one connection of a server that writes.

What was committed is on the disk of the database: `synchronous_commit` stays on.  Others ask by
connections of their own, so that no question holds a move up.
"""

import asyncio
import uuid
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import asyncpg

from server.storage.database import BadDatabase, CannotWrite, Database, Row, Statement
from server.storage.postgres.address import where
from server.storage.postgres.reader import CONNECTING, PostgresReader, connect, numbered
from server.storage.postgres.schema import provide
from server.storage.postgres.trouble import ERRORS, GONE, explain

WRITING: Final = 10.0
"""Seconds that a commit may take; then the connection counts as lost."""
ENDING: Final = 5.0
"""Seconds that a server waits at most for the end of the one before it."""
_ONE_SERVER: Final = 0x53414D45_00000002
"""Held by whoever writes, for as long as the connection lasts."""
_PROBE: Final = "UPDATE samedeal SET version = version RETURNING id"


class PostgresDatabase(Database):
    """An open database.  Make one with `await PostgresDatabase.open(address)`.

    A lock in the database, which lasts as long as the connection that writes, keeps a second server
    out.  It is also what makes a lost connection harmless: what was under way on it is done or
    undone before anybody can hold the lock again, and so before it is read what there is.
    """

    engine = "postgres"

    def __init__(
        self,
        address: str,
        identity: uuid.UUID,
        writer: asyncpg.Connection,
        asker: PostgresReader,
        reader: PostgresReader,
    ) -> None:
        """Take three connections to the database of this identity."""
        super().__init__()
        self._address, self._identity = address, identity
        self._name = where(address)
        self._writer = self._watched(writer)
        self._writing = asyncio.Lock()
        self._asker = asker
        """Asks what is found at once; `reader` may be busy for longer."""
        self.reader = reader

    @classmethod
    async def open(cls, address: str) -> "PostgresDatabase":
        """Open the database at an address (postgresql://...); its tables are made if need be.

        Raises:
            BadDatabase: it cannot be used.
        """
        try:
            writer = await connect_to_write(address)
        except CannotWrite as trouble:
            raise BadDatabase(str(trouble)) from None
        try:
            identity = await provide(writer, where(address))
            asker = await PostgresReader.open(address)
            reader = await PostgresReader.open(address)
        except ERRORS as error:
            writer.terminate()
            raise BadDatabase(str(explain(where(address), error))) from None
        except BaseException:
            writer.terminate()
            raise
        return cls(address, identity, writer, asker, reader)

    async def open_reader(self) -> PostgresReader:
        """See `Database`."""
        return await PostgresReader.open(self._address)

    async def close(self) -> None:
        """See `Database`."""
        self._writer.remove_termination_listener(self._note_loss)
        await self.reader.close()
        await self._asker.close()
        with suppress(*ERRORS):
            await self._writer.close(timeout=CONNECTING)

    async def write(self, statements: Iterable[Statement]) -> None:
        """See `Database`."""
        work = [(numbered(sql), rows) for sql, rows in statements if rows]
        self.check()
        async with self._writing:
            self.check()
            try:
                async with asyncio.timeout(WRITING):
                    if len(work) == 1 and len(work[0][1]) == 1:
                        [(sql, [row])] = work
                        await self._writer.execute(sql, *row)
                    else:
                        await self._write_together(work)
            except ERRORS as error:
                raise self._why(error) from error
            except asyncio.CancelledError:
                self._writer.terminate()  # Whether it was done, nobody knows now.
                raise
        self.writes += 1

    async def _write_together(self, work: list[Statement]) -> None:
        async with self._writer.transaction():
            for sql, rows in work:
                if len(rows) == 1:
                    await self._writer.execute(sql, *rows[0])
                else:
                    await self._writer.executemany(sql, rows)

    async def write_one(self, sql: str, row: Row) -> Row | None:
        """See `Database`."""
        self.check()
        async with self._writing:
            self.check()
            try:
                found = await self._writer.fetchrow(numbered(sql), *row, timeout=WRITING)
            except ERRORS as error:
                raise self._why(error) from error
            except asyncio.CancelledError:
                self._writer.terminate()
                raise
        self.writes += 1
        return None if found is None else tuple(found)

    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """See `Database`."""
        return await self._asker.read_all(sql, row)

    async def look(self) -> None:
        """See `Database`."""
        if self.trouble and self.trouble.lasting:
            self.check()
        if self._writer.is_closed():
            raise self.fail(self._lost())

    async def probe(self, spare: int = 0) -> None:  # noqa: ARG002 (the disk is not ours)
        """See `Database`."""
        if self.trouble and self.trouble.lasting:
            self.check()
        async with self._writing:
            try:
                async with asyncio.timeout(WRITING):
                    if self._writer.is_closed():
                        self._writer = self._watched(await connect_to_write(self._address))
                    identity = await self._writer.fetchval(_PROBE)
            except CannotWrite as trouble:
                raise self.fail(trouble) from None
            except ERRORS as error:
                raise self._why(error) from error
        if identity != self._identity:
            text = f"{self._name} is another one than before: start the server again if it is right"
            raise self.fail(CannotWrite("the database is another one", text, lasting=True))

    def _watched(self, writer: asyncpg.Connection) -> asyncpg.Connection:
        writer.add_termination_listener(self._note_loss)
        return writer

    def _note_loss(self, _: object) -> None:
        if not self.trouble:
            self.fail(self._lost())

    def _lost(self) -> CannotWrite:
        lost = explain(self._name, ConnectionError("the connection was lost"))
        assert isinstance(lost, CannotWrite)
        return lost

    def _why(self, error: Exception) -> Exception:
        """Return what a failed write means; from now on no other is done, if it may pass."""
        if isinstance(error, GONE):
            self._writer.terminate()
        meant = explain(self._name, error)
        return self.fail(meant) if isinstance(meant, CannotWrite) else meant


async def connect_to_write(address: str) -> asyncpg.Connection:
    """Connect as the one server that writes.

    Raises:
        CannotWrite, BadDatabase: that is not possible.
    """
    connection = await connect(address)
    try:
        # Of one that was killed, PostgreSQL takes a moment to notice the end.
        await connection.execute(f"SET lock_timeout = '{ENDING * 1000:.0f}ms'")
        await connection.execute("SELECT pg_advisory_lock($1)", _ONE_SERVER)
        await connection.execute("RESET lock_timeout")
    except asyncpg.LockNotAvailableError:
        connection.terminate()
        text = f"another server is using {where(address)}: stop it, or give this one its own"
        raise CannotWrite("another server uses the database", text) from None
    except ERRORS as error:
        connection.terminate()
        raise explain(where(address), error) from None
    except BaseException:
        connection.terminate()
        raise
    return connection
