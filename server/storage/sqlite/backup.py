"""A copy of the database, made while the server runs.

SQLite's own backup reads in one transaction, so that the copy is the database of one moment, and
the server goes on writing meanwhile.  The copy is one file that needs no write-ahead log beside it:
to restore it, put it in an empty data directory under the name `server.storage.database.FILE_NAME`.
"""

import errno
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from server.storage.database import BadDatabase
from server.storage.sqlite.files import database_file, sync_file
from server.storage.sqlite.reader import connect_read_only
from server.storage.sqlite.schema import identify
from server.storage.sqlite.trouble import SQLITE_ERRORS, explain

PAGES: Final = 1000
"""Pages that are copied between two reports of progress: 4 MB."""


class BackupProblem(Exception):
    """There is no backup; the text says why."""


def backup(directory: Path, to: Path, report: Callable[[int, int], None] = lambda *_: None) -> Path:
    """Copy the database in a data directory to the file `to`; return the file.

    If `to` is a directory, the file gets its name there from the time.  When this returns, the copy
    is whole, checked and on the disk; nobody but the owner may read it.  `report` is told the pages
    done and all pages.

    Raises:
        BackupProblem: it cannot be done, or there is such a file; nothing is left behind then.
        BadDatabase: there is no database, or it is not one of a server, or damaged.
    """
    source = database_file(directory)
    if to.is_dir():
        to = to / time.strftime("samedeal-%Y%m%d-%H%M%S.sqlite3", time.gmtime())
    if to.exists():
        raise BackupProblem(already_there(to))
    partial = to.with_name(f"{to.name}.partial")
    try:
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise BackupProblem(
            f"{partial} is there already: another backup is running, or one was interrupted; "
            "if none is, remove it"
        ) from None
    except OSError as error:
        raise BackupProblem(f"cannot write {partial}: {error.strerror}") from None
    try:
        _copy(source, partial, report)
        sync_file(partial)
        _name(partial, to)
    except FileExistsError:
        raise BackupProblem(already_there(to)) from None
    except OSError as error:
        raise BackupProblem(f"cannot write {to}: {error.strerror}") from None
    finally:
        partial.unlink(missing_ok=True)
    with suppress(OSError):  # Some file systems have no such thing for directories.
        sync_file(to.parent)
    return to


def already_there(to: Path) -> str:
    """Return what to tell who would replace the file `to`."""
    return f"{to} is there already; choose another name, or move it away"


def _name(partial: Path, to: Path) -> None:
    """Give a whole copy its name.

    Raises:
        FileExistsError: there is such a file.
    """
    try:
        os.link(partial, to)  # Unlike a rename, this replaces nothing.
    except FileExistsError:
        raise
    except OSError as error:
        # FAT, and some network disks, have no links.  No other backup gets in between, for that
        # would need the same name for its own unfinished copy.
        if to.exists():
            raise FileExistsError(errno.EEXIST, "File exists", str(to)) from error
        partial.rename(to)


def _copy(source: Path, to: Path, report: Callable[[int, int], None]) -> None:
    """Copy the database `source` to the file `to`.

    Raises:
        BadDatabase: it cannot be read.
        BackupProblem: the copy cannot be written.
    """
    with closing(connect_read_only(source)) as reading:
        try:
            identify(reading, source)
        except SQLITE_ERRORS as error:
            raise BadDatabase(explain(source, error).sentence) from None
        try:
            _copy_pages(reading, to, report)
        except SQLITE_ERRORS as error:
            raise _whose_fault(error, source, to) from None


def _whose_fault(error: Exception, source: Path, to: Path) -> Exception:
    """Return what went wrong while copying: with what was read, or with what was written."""
    trouble = explain(source, error)
    if trouble.damage:
        return BadDatabase(trouble.sentence)
    return BackupProblem(explain(to, error).sentence)


def _copy_pages(reading: sqlite3.Connection, to: Path, report: Callable[[int, int], None]) -> None:
    with closing(sqlite3.connect(to, isolation_level=None)) as writing:
        # Within a transaction of the reader, what is written meanwhile does not start it again.
        reading.execute("BEGIN")
        reading.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
        reading.backup(
            writing, pages=PAGES, progress=lambda _, left, pages: report(pages - left, pages)
        )
        reading.rollback()
        writing.execute("PRAGMA journal_mode = DELETE")
        [found] = writing.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(f"{found}; samedeal verify tells more")
