"""Moving a club out of a database file, or into one."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from pathlib import Path

from server.storage.database import BadDatabase, Row
from server.storage.entries import written_as_texts
from server.storage.moving import ENTRIES, Source, Table, Target
from server.storage.sqlite.files import (
    FILE_NAME,
    cannot_write,
    database_file,
    give_name,
    lock,
    make_directory,
    make_new,
    sync_file,
    unfinished,
)
from server.storage.sqlite.reader import SQLiteReader
from server.storage.sqlite.trouble import SQLITE_ERRORS, explain
from server.storage.sqlite.verify import FileVerification


class FileSource(Source):
    """A database file that is moved from."""

    rooms_order = "rowid"

    def __init__(self, path: Path, reader: SQLiteReader) -> None:
        """Read this file by this reader."""
        self._path, self.reader = path, reader

    async def faults(self) -> list[str]:
        """See `Source`."""
        return await asyncio.to_thread(lambda: list(FileVerification(self._path).faults()))


@asynccontextmanager
async def file_to_read(place: Path) -> AsyncIterator[FileSource]:
    """Open the database in a data directory, or a file that is one.

    Raises:
        BadDatabase: there is none, it cannot be read, or a server uses it.
    """
    path = database_file(place)
    with ExitStack() as locks:
        if path != place:
            lock(place, path, locks)
        reader = await SQLiteReader.open(path)
        try:
            yield FileSource(path, reader)
        finally:
            await reader.close()


class FileTarget(Target):
    """A database file that gets its name when it is whole."""

    def __init__(self, new: Path, path: Path, connection: sqlite3.Connection) -> None:
        """Write `new` by this connection, in one transaction; in the end it is called `path`."""
        self._new, self._path, self._connection = new, path, connection
        connection.execute("BEGIN")

    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        """See `Target`."""
        if table is ENTRIES:
            sql, rows = written_as_texts(rows)
        else:
            marks = ", ".join("?" * len(table.columns))
            sql = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({marks})"  # noqa: S608
        try:
            self._connection.executemany(sql, rows)
        except SQLITE_ERRORS as error:
            raise BadDatabase(explain(self._new, error).sentence) from None

    async def faults(self, report: Callable[[int, int], None]) -> list[str]:
        """See `Target`."""
        try:
            self._connection.execute("COMMIT")
        except SQLITE_ERRORS as error:
            raise BadDatabase(explain(self._new, error).sentence) from None
        looking = FileVerification(self._new)
        found = looking.faults(lambda: report(looking.done.races, looking.races))
        return await asyncio.to_thread(list, found)

    async def finish(self) -> None:
        """See `Target`."""
        self._connection.close()
        try:
            sync_file(self._new)
            give_name(self._new, self._path)
        except OSError as error:
            raise BadDatabase(cannot_write(self._path, error)) from None


@asynccontextmanager
async def file_to_make(directory: Path) -> AsyncIterator[FileTarget]:
    """Begin a database in a data directory, which is made where it is missing.

    Raises:
        BadDatabase: there is one already, or it cannot be written.
    """
    path = directory / FILE_NAME
    make_directory(directory, path)
    if path.exists():
        raise BadDatabase(f"{path} is there already: move to another directory")
    new = unfinished(path)
    with ExitStack() as locks:
        lock(directory, path, locks)
        try:
            make_new(new)
            with closing(sqlite3.connect(new, isolation_level=None)) as connection:
                yield FileTarget(new, path, connection)
        except SQLITE_ERRORS as error:
            raise BadDatabase(explain(new, error).sentence) from None
        except OSError as error:
            raise BadDatabase(cannot_write(new, error)) from None
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)
