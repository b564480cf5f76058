"""Which database a server has: PostgreSQL where it was given an address, or else a file."""

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from server.storage.database import BadDatabase, Database
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME, lock, make_directory

_MISSING: Final = "for PostgreSQL, a package is missing: pip install 'samedeal[postgres]'"


@asynccontextmanager
async def open_database(data: Path, address: str = "") -> AsyncIterator[Database]:
    """Open the database at an address (postgresql://...), or without one the file in `data`.

    The data directory is made where it is missing, and is no other server's meanwhile.

    Raises:
        BadDatabase: the directory or the database cannot be used.
    """
    with ExitStack() as locks:
        database: Database
        if address:
            try:
                from server.storage.postgres.database import PostgresDatabase
            except ImportError:
                raise BadDatabase(_MISSING) from None
            path = data / FILE_NAME
            make_directory(data, path)
            lock(data, path, locks)
            database = await PostgresDatabase.open(address)
        else:
            database = await SQLiteDatabase.open(data)
        try:
            yield database
        finally:
            await database.close()


async def why_not_asked(address: str) -> str:
    """Return why the database at an address cannot be asked anything; empty if it can, or is none.

    Nothing there is changed, and a server may be running on it.
    """
    if not address:
        return ""
    try:
        from server.storage.postgres.reader import PostgresReader
    except ImportError:
        return _MISSING
    try:
        await (await PostgresReader.open(address)).close()
    except BadDatabase as error:
        return str(error)
    return ""
