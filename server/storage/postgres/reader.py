"""Asking PostgreSQL: one connection, one question at a time."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from typing import Final

import asyncpg

from server.storage.database import BadDatabase, CannotWrite, Damaged, Reader, Row, Unreachable
from server.storage.postgres.address import where
from server.storage.postgres.schema import why_not_read
from server.storage.postgres.trouble import ERRORS, GONE, explain

CONNECTING: Final = 5.0
"""Seconds that a connection may take to come about."""
ANSWERING: Final = 60.0
"""Seconds that a question may take."""
_SESSION: Final = {
    "application_name": "samedeal",
    "jit": "off",
    # Who is paused in the midst of a transaction is in nobody's way for longer than this, nor who
    # is cut off.
    "idle_in_transaction_session_timeout": "3s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
_PLACEHOLDER: Final = re.compile(r"\?(\d*)")


@lru_cache(1024)
def numbered(sql: str) -> str:
    """Return SQL with its placeholders as PostgreSQL has them: $1 for ?1.

    A bare one has the number after the highest before it, as in SQLite.
    """
    highest = 0

    def number(found: re.Match[str]) -> str:
        nonlocal highest
        this = int(found[1] or highest + 1)
        highest = max(highest, this)
        return f"${this}"

    return _PLACEHOLDER.sub(number, sql)


async def connect(address: str) -> asyncpg.Connection:
    """Connect, with all that this program asks of a connection.

    Raises:
        CannotWrite, BadDatabase: there is none to be had; the text says why.
    """
    try:
        connection: asyncpg.Connection = await asyncpg.connect(
            address,
            timeout=CONNECTING,
            server_settings=_SESSION,
        )
    except ValueError as error:
        raise BadDatabase(f"that is no address of a database: {error}") from None
    except asyncpg.InvalidCatalogNameError:
        name = where(address)
        raise BadDatabase(f"{name} is not there: make it there with createdb") from None
    except ERRORS as error:
        raise explain(where(address), error) from None
    return connection


async def connect_to_ask(address: str) -> asyncpg.Connection:
    """Connect as `connect` does.

    Raises:
        BadDatabase: there is none to be had; `Unreachable` where that may pass.
    """
    try:
        return await connect(address)
    except CannotWrite as trouble:
        raise Unreachable(str(trouble)) from None


class PostgresReader(Reader):
    """A connection that asks, and comes about again where it was lost."""

    engine = "postgres"

    def __init__(self, address: str, connection: asyncpg.Connection) -> None:
        """Ask by this connection to the database at this address."""
        self._address, self._connection = address, connection
        self._asking = asyncio.Lock()

    @classmethod
    async def open(cls, address: str) -> "PostgresReader":
        """Connect to the database at an address.

        Raises:
            BadDatabase: it cannot be read.
        """
        return cls(address, await connect_to_ask(address))

    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """See `Reader`."""
        async with self._asking:
            if self._connection.is_closed():
                self._connection = await connect_to_ask(self._address)
            try:
                found = await self._connection.fetch(numbered(sql), *row, timeout=ANSWERING)
            except ERRORS as error:
                if isinstance(error, GONE):
                    self._connection.terminate()
                raise _unreadable(self._address, error) from error
        return [tuple(each) for each in found]

    async def close(self) -> None:
        """See `Reader`."""
        with suppress(*ERRORS):
            await self._connection.close(timeout=CONNECTING)


@asynccontextmanager
async def reading_database(address: str) -> AsyncIterator[PostgresReader]:
    """Open a database for a command that only reads.

    Raises:
        BadDatabase: it is not there, or of another version, or cannot be read.
    """
    async with connected_to_read(address) as connection:
        yield PostgresReader(address, connection)


@asynccontextmanager
async def connected_to_read(address: str) -> AsyncIterator[asyncpg.Connection]:
    """Connect to a database of this version, for as long as the block runs.

    Raises:
        BadDatabase: it is not there, or of another version, or cannot be read.
    """
    connection = await connect_to_ask(address)
    try:
        if problem := await why_not_read(connection, where(address)):
            raise BadDatabase(problem)
        yield connection
    finally:
        connection.terminate()


def _unreadable(address: str, error: Exception) -> BadDatabase:
    meant = explain(where(address), error)
    return (Unreachable if isinstance(meant, CannotWrite) else Damaged)(str(meant))
