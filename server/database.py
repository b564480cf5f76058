"""The database file: opening it, its schema, and the one connection that writes.

SQLite in WAL mode with `synchronous=FULL`: what was committed is on the disk.  A second connection
reads, so that a long question holds no move up.
"""

import asyncio
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import aiosqlite

if sys.platform != "win32":
    import fcntl

FILE_NAME: Final = "samedeal.sqlite3"

Row: TypeAlias = Sequence[Any]
Statement: TypeAlias = tuple[str, list[Row]]
"""SQL with placeholders, and the rows to do it with."""

MIGRATIONS: Final = (
    """
    CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL UNIQUE,      -- case-folded: names too alike are one name
        token_hash TEXT NOT NULL UNIQUE,    -- SHA-256 in hexadecimal; the token itself is nowhere
        bot INTEGER NOT NULL,
        made INTEGER NOT NULL               -- seconds since 1970
    ) STRICT;

    CREATE TABLE races (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        options TEXT NOT NULL,              -- JSON, complete, keys in order: equal when the same
        settings TEXT NOT NULL,             -- JSON
        seed TEXT NOT NULL,
        commitment TEXT NOT NULL,           -- SHA-256 of the seed in hexadecimal
        started INTEGER,                    -- seconds since 1970; NULL: called off in the countdown
        ended INTEGER,                      -- seconds since 1970; NULL: still going on
        elapsed INTEGER NOT NULL DEFAULT 0  -- milliseconds on the race's clock
    ) STRICT;
    CREATE INDEX races_by_game ON races (game, options) WHERE ended IS NOT NULL;

    CREATE TABLE racers (
        race INTEGER NOT NULL REFERENCES races,
        player INTEGER NOT NULL REFERENCES players,
        seat INTEGER NOT NULL,
        status TEXT,                        -- NULL, as is all that follows, until the race is over
        score INTEGER,
        place INTEGER,
        moves INTEGER,
        milliseconds INTEGER,
        PRIMARY KEY (race, player)
    ) STRICT, WITHOUT ROWID;

    -- The journal: with the seed and these, every race can be played again.
    CREATE TABLE entries (
        race INTEGER NOT NULL REFERENCES races,
        number INTEGER NOT NULL,            -- entries of the race before this one
        player INTEGER NOT NULL,
        entry TEXT NOT NULL,                -- JSON: an action as on the wire, "undo", "give up"
        milliseconds INTEGER NOT NULL,      -- from the start
        PRIMARY KEY (race, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE rooms (
        code TEXT PRIMARY KEY,
        host INTEGER NOT NULL,
        settings TEXT NOT NULL,             -- JSON
        race INTEGER REFERENCES races
    ) STRICT;

    CREATE TABLE members (
        player INTEGER PRIMARY KEY,         -- a player is in one room at most
        code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
        seated INTEGER NOT NULL,
        came INTEGER NOT NULL               -- the order in which they came
    ) STRICT;
    CREATE INDEX members_by_room ON members (code);
    """,
    """
    ALTER TABLE races ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;  -- the version of the game's
    ALTER TABLE races ADD COLUMN closed TEXT;       -- why the server gave it up; else NULL
    ALTER TABLE entries ADD COLUMN position INTEGER;  -- the checksum of the position after it
    """,
)
"""What makes version n of the schema into version n + 1.  Never change one that was released."""


class BadDatabase(Exception):
    """The database cannot be used; the text says why, and what to do."""


class Reader:
    """A database open for reading only, beside a server or without one."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        """Take the connection."""
        self._connection = connection

    @classmethod
    async def open(cls, directory: Path) -> "Reader":
        """Open the database in a directory.

        Raises:
            BadDatabase: there is none, or it cannot be read.
        """
        path = directory / FILE_NAME
        if not path.is_file():
            raise BadDatabase(f"there is no database in {directory}; is it the data directory?")
        connection = await _connect_to_read(path)
        try:
            version = await _version(connection, path)
            if version != len(MIGRATIONS):
                raise BadDatabase(
                    f"{path} is of version {version}, and this Samedeal reads {len(MIGRATIONS)}; "
                    "start the server once to bring an older one up to date"
                )
        except BaseException:
            await connection.close()
            raise
        return cls(connection)

    async def close(self) -> None:
        """Close it."""
        await self._connection.close()

    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """Return all rows that a question brings."""
        return [tuple(found) for found in await self._connection.execute_fetchall(sql, row)]


class Database:
    """An open database.  Make one with `await Database.open(directory)`."""

    def __init__(
        self, writer: aiosqlite.Connection, reader: Reader, lock: IO[bytes] | None = None
    ) -> None:
        """Take the two connections, and the file that keeps other servers out while it is open."""
        self._writer = writer
        self._file_lock = lock
        self.reader = reader
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, directory: Path) -> "Database":
        """Open the database in a directory; both are made where they are not there yet.

        Raises:
            BadDatabase: the directory or the file cannot be used.
        """
        path = _provide(directory)
        lock = _lock(directory)
        writer = await aiosqlite.connect(path)
        try:
            await _prepare(writer, path)
        except BaseException:
            await writer.close()
            if lock:
                lock.close()
            raise
        return cls(writer, Reader(await _connect_to_read(path)), lock)

    async def close(self) -> None:
        """Close the database; what is not committed is lost."""
        await self.reader.close()
        await self._writer.close()  # The last one: it may tidy the write-ahead log up.
        if self._file_lock:
            self._file_lock.close()

    async def write(self, statements: Iterable[Statement]) -> None:
        """Do all statements, or in case of an error none.  When this returns, it is on the disk."""
        async with self._lock:
            try:
                for sql, rows in statements:
                    await self._writer.executemany(sql, rows)
                await self._writer.commit()
            except BaseException:
                await self._writer.rollback()
                raise

    async def write_one(self, sql: str, row: Row) -> Row | None:
        """Do a statement with a RETURNING clause and return the first row that it returns."""
        async with self._lock:
            try:
                cursor = await self._writer.execute(sql, row)
                found = await cursor.fetchone()
                await cursor.close()
                await self._writer.commit()
            except BaseException:
                await self._writer.rollback()
                raise
            return tuple(found) if found else None


def _provide(directory: Path) -> Path:
    """Make the directory and the file where they are missing, for nobody else to read."""
    path = directory / FILE_NAME
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        with path.open("ab"):
            return path
    except OSError as error:
        reason = f"cannot write to the data directory {directory}: {error.strerror or error}"
        raise BadDatabase(f"{reason}; choose another one with --data") from None


def _lock(directory: Path) -> IO[bytes] | None:
    """Keep a second server out of the directory for as long as the file is open."""
    if sys.platform == "win32":
        return None
    file = (directory / "lock").open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BadDatabase(
            f"another server is using {directory}; choose another directory with --data"
        ) from None
    return file


async def _connect_to_read(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(_read_only(path), uri=True)
    await connection.execute("PRAGMA busy_timeout = 5000")
    return connection


async def _version(connection: aiosqlite.Connection, path: Path) -> int:
    try:
        [row] = await connection.execute_fetchall("PRAGMA user_version")
    except sqlite3.DatabaseError as error:
        raise BadDatabase(_broken(path, error)) from None
    return int(row[0])


async def _prepare(connection: aiosqlite.Connection, path: Path) -> None:
    version = await _version(connection, path)
    if version > len(MIGRATIONS):
        raise BadDatabase(
            f"{path} comes from a newer Samedeal (version {version}, this one knows "
            f"{len(MIGRATIONS)}); please update Samedeal"
        )
    try:
        await connection.execute("PRAGMA busy_timeout = 5000")
        await connection.execute("PRAGMA journal_mode = WAL")
        await connection.execute("PRAGMA synchronous = FULL")
        await connection.execute("PRAGMA foreign_keys = ON")
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            # One transaction: a migration is done wholly or not at all.
            await connection.executescript(
                f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;"
            )
    except sqlite3.DatabaseError as error:
        raise BadDatabase(_broken(path, error)) from None


def _broken(path: Path, error: Exception) -> str:
    return (
        f"{path} cannot be used: {error}. Put a copy of yours in its place, or move it away "
        "to start with an empty one"
    )


def _read_only(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=ro"
