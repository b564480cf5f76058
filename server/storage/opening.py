"""Which database a server has: PostgreSQL where it was given an address, or else a file."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from server.storage.database import BadDatabase, Database, Reader
from server.storage.moving import Moved, Source, Target, move
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME, lock, make_directory
from server.storage.sqlite.moving import file_to_make, file_to_read
from server.storage.sqlite.reader import reading_file
from server.storage.sqlite.verify import FileVerification

if TYPE_CHECKING:
    from server.storage.postgres.verify import PostgresVerification

HOME_NAME: Final = "server-id"
"""The file in a data directory that says what it is known by, to servers on one PostgreSQL."""
_MISSING: Final = "for PostgreSQL, a package is missing: pip install 'samedeal[postgres]'"


def _home(data: Path) -> str:
    """Return what a data directory, which one server at a time has, is known by."""
    file = data / HOME_NAME
    try:
        if not file.exists():
            file.write_text(str(uuid4()), encoding="ascii")
        return file.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        raise BadDatabase(f"{file} cannot be read or written: {error}") from None


def _need_asyncpg() -> None:
    if find_spec("asyncpg") is None:
        raise BadDatabase(_MISSING)


@asynccontextmanager
async def open_database(
    data: Path, address: str = "", reached_at: str = ""
) -> AsyncIterator[Database]:
    """Open the database at an address (postgresql://...), or without one the file in `data`.

    The data directory is made where it is missing, and is no other server's meanwhile.  The address
    is shared with the other servers that say where players reach them, if `reached_at` does.

    Raises:
        BadDatabase: the directory or the database cannot be used.
    """
    with ExitStack() as locks:
        database: Database
        if address:
            _need_asyncpg()
            from server.storage.postgres.database import PostgresDatabase

            path = data / FILE_NAME
            make_directory(data, path)
            lock(data, path, locks)
            database = await PostgresDatabase.open(address, _home(data), reached_at)
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
        _need_asyncpg()
        from server.storage.postgres.reader import PostgresReader

        await (await PostgresReader.open(address)).close()
    except BadDatabase as error:
        return str(error)
    return ""


def reading(place: Path | str) -> AbstractAsyncContextManager[Reader]:
    """Open what is at a place for a command that only reads; a server may be running on it.

    Raises:
        BadDatabase: there is none, it cannot be read, or what it holds makes no sense.
    """
    if isinstance(place, Path):
        return reading_file(place)
    _need_asyncpg()
    from server.storage.postgres.reader import reading_database

    return reading_database(place)


def source_at(place: Path | str) -> AbstractAsyncContextManager[Source]:
    """Open a data directory, a file or an address to move from; no server may run on it.

    Raises:
        BadDatabase: there is none, it cannot be read, or a server uses it.
    """
    if isinstance(place, Path):
        return file_to_read(place)
    _need_asyncpg()
    from server.storage.postgres.moving import database_to_read

    return database_to_read(place)


def target_at(place: Path | str) -> AbstractAsyncContextManager[Target]:
    """Begin a database in a data directory or at an address; it comes to be by `Target.finish`.

    Raises:
        BadDatabase: there is one already, or none can be made.
    """
    if isinstance(place, Path):
        return file_to_make(place)
    _need_asyncpg()
    from server.storage.postgres.moving import database_to_make

    return database_to_make(place)


async def move_database(
    source: Path | str,
    target: Path | str,
    report: Callable[[str, int, int], None] = lambda *_: None,
) -> Moved:
    """Move all from one place to another: see `server.storage.moving.move`.

    Raises:
        BadDatabase: that cannot be done; nothing is there then.
    """
    async with source_at(source) as reading, target_at(target) as writing:
        return await move(reading, writing, report)


def verification(place: Path | str) -> "FileVerification | PostgresVerification":
    """Return a look through what is at a place; a server may be running on it.

    Raises:
        BadDatabase: there is none, or it is not of this version of Samedeal.
    """
    if isinstance(place, Path):
        return FileVerification(place)
    _need_asyncpg()
    from server.storage.postgres.verify import PostgresVerification

    return PostgresVerification(place)
