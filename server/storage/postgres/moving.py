"""Moving a club out of a database in PostgreSQL, or into one."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import asyncpg

from server.storage.database import BadDatabase, CannotWrite, Row
from server.storage.moving import Source, Table, Target
from server.storage.postgres.address import where
from server.storage.postgres.reader import PostgresReader, connect_to_ask, reading_database
from server.storage.postgres.schema import provide
from server.storage.postgres.tenure import one_turn, write_in
from server.storage.postgres.trouble import ERRORS, explain
from server.storage.postgres.verify import PostgresVerification


class DatabaseSource(Source):
    """A database that is moved from."""

    rooms_order = "number"

    def __init__(self, address: str, reader: PostgresReader) -> None:
        """Read the database at this address by this reader."""
        self._address, self.reader = address, reader

    async def faults(self) -> list[str]:
        """See `Source`."""
        return [fault async for fault in PostgresVerification(self._address).faults()]


@asynccontextmanager
async def database_to_read(address: str) -> AsyncIterator[DatabaseSource]:
    """Open the database at an address.

    Raises:
        BadDatabase: there is none, it cannot be read, or a server uses it.
    """
    async with reading_database(address) as reader, _turn(address):
        yield DatabaseSource(address, reader)


class DatabaseTarget(Target):
    """All that is moved, in one transaction."""

    def __init__(self, address: str, connection: asyncpg.Connection) -> None:
        """Write by this connection, which is in a transaction, to the database at an address."""
        self._address, self._connection = address, connection

    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        """See `Target`."""
        switches = {table.columns.index(column) for column in table.switches}
        records = [
            tuple(
                bool(value) if number in switches and value is not None else value
                for number, value in enumerate(row)
            )
            for row in rows
        ]
        try:
            await self._connection.copy_records_to_table(
                table.name, records=records, columns=table.columns
            )
        except (*ERRORS, TypeError, ValueError, OverflowError) as error:
            text = f"{table.name} cannot be written to {where(self._address)}: {error}"
            raise BadDatabase(text) from None

    async def faults(self, report: Callable[[int, int], None]) -> list[str]:
        """See `Target`."""
        looking = PostgresVerification(self._address)
        found = looking.faults_by(
            self._connection, lambda: report(looking.done.races, looking.races), one_moment=False
        )
        return [fault async for fault in found]

    async def finish(self) -> None:
        """See `Target`."""
        for table in (
            "players",
            "bans",
            "said",
        ):  # Who comes next has the number after the highest.
            await self._connection.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), "  # noqa: S608 (ours)
                f"COALESCE(MAX(id), 0) + 1, FALSE) FROM {table}"
            )


@asynccontextmanager
async def database_to_make(address: str) -> AsyncIterator[DatabaseTarget]:
    """Begin to fill the database at an address, which has to be empty.

    Raises:
        BadDatabase: it is not there, or not empty, or cannot be written.
    """
    name = where(address)
    connection = await connect_to_ask(address)
    try:
        # To look at what is moved from takes long, and nobody else is in this transaction's way.
        await connection.execute("SET idle_in_transaction_session_timeout = 0")
        await provide(connection, name)
        async with _turn(address) as epoch, connection.transaction():
            await write_in(connection, epoch)
            if await connection.fetchval(
                "SELECT EXISTS (SELECT 1 FROM players) OR EXISTS (SELECT 1 FROM races)"
            ):
                raise BadDatabase(
                    f"somebody has played in {name} already: move to a new one (createdb makes it)"
                )
            yield DatabaseTarget(address, connection)
        await connection.execute("ANALYZE")
    except ERRORS as error:
        raise BadDatabase(str(explain(name, error))) from None
    finally:
        connection.terminate()


@asynccontextmanager
async def _turn(address: str) -> AsyncIterator[int]:
    """Keep servers out."""
    try:
        async with one_turn(address) as epoch:
            yield epoch
    except CannotWrite as trouble:
        raise BadDatabase(str(trouble)) from None
