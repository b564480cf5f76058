"""Reading SQLite's file, beside a server or without one."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Final

import aiosqlite

from server.storage.database import BadDatabase, Damaged, Reader, Row
from server.storage.sqlite.files import PATIENCE, database_file, read_only, strange_log
from server.storage.sqlite.schema import identify, read_text, too_old
from server.storage.sqlite.trouble import SQLITE_ERRORS, explain

BREAKING_OFF: Final = 0.01
"""Seconds between two tries to break a question off."""


class SQLiteReader(Reader):
    """A database open for reading only, beside a server or without one.

    It asks in a thread of its own.
    """

    engine = "sqlite"

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        """Take the connection, and the file that it reads."""
        self._connection, self._path = connection, path
        self._asking = asyncio.Lock()

    @classmethod
    async def open(cls, place: Path) -> "SQLiteReader":
        """Open the database in a data directory, or a file that is one.

        Raises:
            BadDatabase: there is none, or it cannot be read.
        """
        path = database_file(place)
        with closing(_connect_to_check(path)) as looking:
            try:
                version = identify(looking, path)
            except SQLITE_ERRORS as error:
                raise BadDatabase(explain(path, error).sentence) from None
        if problem := too_old(path, version):
            raise BadDatabase(problem)
        return await cls.connect(path)

    @classmethod
    async def connect(cls, path: Path) -> "SQLiteReader":
        """Open a database file that was recognized already."""
        connection = await aiosqlite.connect(read_only(path), uri=True)
        try:
            connection.text_factory = read_text
            # Read to its end: beside a statement that is open, what is interrupted once stays so.
            await connection.execute_fetchall(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
            # Its files are opened now, and not with the first question.
            await connection.execute_fetchall("PRAGMA schema_version")
        except SQLITE_ERRORS as error:
            await connection.close()
            raise BadDatabase(explain(path, error).sentence) from None
        except BaseException:
            await connection.close()
            raise
        return cls(connection, path)

    async def close(self) -> None:
        """See `Reader`."""
        await self._connection.close()

    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """See `Reader`."""
        async with self._asking:
            question = asyncio.ensure_future(self._connection.execute_fetchall(sql, row))
            try:
                found = await asyncio.shield(question)
            except asyncio.CancelledError:
                while not question.done():  # It may be on its way to the thread still.
                    await self._connection.interrupt()
                    await asyncio.wait([question], timeout=BREAKING_OFF)
                question.exception()  # It is nobody's any more.
                raise
            except SQLITE_ERRORS as error:
                raise unreadable(self._path, error) from error
            return list(found)


def unreadable(path: Path, error: Exception) -> BadDatabase:
    """Return what it means that something could not be read."""
    trouble = explain(path, error)
    return (Damaged if trouble.damage else BadDatabase)(trouble.sentence)


@asynccontextmanager
async def reading_file(place: Path) -> AsyncIterator[SQLiteReader]:
    """Open a database as `SQLiteReader.open` does; tell of rows in it that nobody could read.

    For a command that reads, and may meet anything in a file that is damaged.

    Raises:
        BadDatabase: there is none, it cannot be read, or what it holds makes no sense.
    """
    reader = await SQLiteReader.open(place)
    try:
        yield reader
    except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
        raise BadDatabase(
            f"what {database_file(place)} holds makes no sense ({error}); "
            f"`samedeal verify {place}` tells what is damaged"
        ) from error
    finally:
        await reader.close()


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Return a connection that only reads, and begins no transactions by itself.

    Raises:
        BadDatabase: the file cannot be opened.
    """
    connection = _connect_to_check(path)
    connection.text_factory = read_text
    return connection


def _connect_to_check(path: Path) -> sqlite3.Connection:
    if problem := strange_log(path):
        raise BadDatabase(problem)
    try:
        connection = sqlite3.connect(read_only(path), uri=True, isolation_level=None)
    except SQLITE_ERRORS as error:
        raise BadDatabase(explain(path, error).sentence) from None
    connection.text_factory = read_text
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
    return connection
