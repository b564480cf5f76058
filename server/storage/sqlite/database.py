"""The database in a file: SQLite, and the one connection that writes.

SQLite in WAL mode with `synchronous=FULL`: what was committed is on the disk.  A second connection
reads, so that a long question holds no move up.
"""

import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from server.storage.database import (
    BadDatabase,
    CannotWrite,
    Database,
    Rejected,
    Row,
    Statement,
)
from server.storage.neighbours import Neighbours
from server.storage.sqlite.files import (
    FILE_NAME,
    PATIENCE,
    cannot_write,
    in_use,
    lock,
    make_directory,
    provide,
    settle,
)
from server.storage.sqlite.held_file import HeldFile
from server.storage.sqlite.reader import SQLiteReader, unreadable
from server.storage.sqlite.schema import APPLICATION, identify, migrate, read_text
from server.storage.sqlite.scribe import Scribe
from server.storage.sqlite.trouble import SQLITE_ERRORS, explain

LAST_RACE: Final = 2**53
"""The highest id that the protocol can carry."""


class SQLiteDatabase(Database):
    """An open database.  Make one with `await SQLiteDatabase.open(directory)`.

    A `Scribe` writes it: nothing can be told before it is written anyway, and so the event loop
    waits for that, but not for long.
    """

    engine = "sqlite"

    def __init__(
        self, path: Path, writer: sqlite3.Connection, reader: SQLiteReader, locks: ExitStack
    ) -> None:
        """Take the two connections, and what keeps other servers out while it is open.

        Raises:
            OSError: the file cannot be opened once more.
        """
        super().__init__()
        self.path = path
        self._file = path.resolve()
        self._held = HeldFile(path, locks)
        self._writer = writer
        self._scribe = Scribe()
        self._locks = locks
        self.reader = reader
        self.neighbours = Neighbours()

    @classmethod
    async def open(cls, directory: Path) -> "SQLiteDatabase":
        """Open the database in a directory; both are made where they are not there yet.

        Raises:
            BadDatabase: the directory or the file cannot be used.
        """
        path = directory / FILE_NAME
        make_directory(directory, path)
        with ExitStack() as opened:
            locks = opened.enter_context(ExitStack())
            lock(directory, path, locks)
            provide(path)
            settle(path)
            try:
                writer = _connect_to_write(path)
            except SQLITE_ERRORS as error:
                raise BadDatabase(explain(path, error).sentence) from None
            opened.callback(writer.close)
            reader = await SQLiteReader.connect(path)
            try:
                database = cls(path, writer, reader, locks)
            except OSError as error:
                await reader.close()
                raise BadDatabase(cannot_write(path, error)) from None
            opened.pop_all()
        in_use.add(path.resolve())
        return database

    async def open_reader(self) -> SQLiteReader:
        """See `Database`."""
        return await SQLiteReader.connect(self.path)

    async def close(self) -> None:
        """See `Database`."""
        await self._scribe.close()
        if self.trouble and self.trouble.lasting:
            # Whoever is the last to close it, and may write, removes the log by its name, which may
            # be that of another database now.  The reader may not write.
            self._writer.close()
            await self.reader.close()
        else:
            await self.reader.close()
            self._writer.close()  # The last one: it may tidy the write-ahead log up.
        in_use.discard(self._file)
        self._locks.close()

    async def write(self, statements: Iterable[Statement], *, brief: bool = False) -> None:
        """See `Database`."""
        work = list(statements)
        try:
            await self._scribe.do(lambda: self._write(work), here=brief)
        except SQLITE_ERRORS as error:
            raise self._why(error) from error
        self.writes += 1

    def _write(self, work: list[Statement]) -> None:
        self.check()
        if len(work) == 1 and len(work[0][1]) == 1:
            [(sql, [row])] = work
            self._writer.execute(sql, row)
            return
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for sql, rows in work:
                self._writer.executemany(sql, rows)
            self._writer.execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                with suppress(sqlite3.Error):  # What went wrong first is what is told.
                    self._writer.execute("ROLLBACK")
            raise

    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """See `Database`."""
        try:
            return await self._scribe.do(lambda: self._fetch(sql, row), here=True)
        except SQLITE_ERRORS as error:
            raise unreadable(self.path, error) from error

    async def write_one(self, sql: str, row: Row) -> Row | None:
        """See `Database`."""

        def task() -> list[Row]:
            self.check()
            return self._fetch(sql, row)

        try:
            found = await self._scribe.do(task)
        except SQLITE_ERRORS as error:
            raise self._why(error) from error
        self.writes += 1
        return found[0] if found else None

    def _fetch(self, sql: str, row: Row) -> list[Row]:
        return self._writer.execute(sql, row).fetchall()

    async def claim_rooms(self, wanted: str = "") -> list[tuple[str, int]]:
        """See `Database`: all of them."""
        del wanted
        rows = await self.reader.read_all("SELECT code FROM rooms ORDER BY rowid")
        return [(code, 1) for (code,) in rows]

    async def race_ids(self) -> range:
        """See `Database`."""
        [[last]] = await self.reader.read_all("SELECT COALESCE(MAX(id), 0) FROM races")
        return range(last + 1, LAST_RACE)

    async def look(self) -> None:
        """See `Database`."""
        self._look()

    def _look(self) -> None:
        if self.trouble and self.trouble.lasting:
            self.check()
        if lost := self._held.lost():
            what = "the database file was taken away or changed by somebody else"
            raise self.fail(CannotWrite(what, lost, lasting=True))

    async def probe(self, spare: int = 0) -> None:
        """See `Database`."""
        self._look()
        try:
            free = shutil.disk_usage(self.path.parent).free
            if free < spare:
                what, text = "the disk is full", f"the disk that {self.path} is on is full"
                raise self.fail(CannotWrite(what, f"{text}: free some space there"))
            await self._scribe.do(self._write_page)
        except SQLITE_ERRORS as error:
            raise self._why(error) from error
        except OSError as error:
            text = f"the disk that {self.path} is on cannot be reached: {error.strerror or error}"
            raise self.fail(CannotWrite("the disk fails", text)) from error

    def _write_page(self) -> None:
        """Write a page, on the disk, in which is what was there before."""
        [version] = self._writer.execute("PRAGMA user_version").fetchone()
        self._writer.execute(f"PRAGMA user_version = {version}")

    def resume(self) -> None:
        """See `Database`."""
        self._wait_for_others(PATIENCE)
        super().resume()

    def _why(self, error: Exception) -> Exception:
        """Return what a failed write means; from now on no other is done, if it may pass."""
        if isinstance(error, sqlite3.IntegrityError):
            missing = error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
            return Rejected(str(error), missing=missing)
        try:
            self._look()
        except CannotWrite as lost:
            return lost
        trouble = explain(self.path, error)
        if trouble.damage:
            return BadDatabase(trouble.sentence)
        return self.fail(CannotWrite(trouble.what, trouble.sentence))

    def fail(self, trouble: CannotWrite) -> CannotWrite:
        """See `Database`."""
        self._wait_for_others(0)  # Who only tries must not hold up those who ask why.
        return super().fail(trouble)

    def _wait_for_others(self, seconds: int) -> None:
        """Wait so long, at most, for another program that locks the database."""
        self._writer.execute(f"PRAGMA busy_timeout = {seconds * 1000}")


def _connect_to_write(path: Path) -> sqlite3.Connection:
    """Open a file that is there, and bring its schema up to date.

    Raises:
        BadDatabase: it is no database of ours.
        sqlite3.Error: it cannot be read or written.
    """
    # No transactions but those we begin: a single statement is one by itself.  And the scribe sees
    # to it that two threads do not use it at once.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.text_factory = read_text
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
        version = identify(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # What is deleted is gone from the file.
        migrate(connection, version)
        if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
            with suppress(sqlite3.OperationalError):  # It can wait until there is space.
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
    except BaseException:
        connection.close()
        raise
    return connection
