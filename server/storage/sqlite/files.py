"""SQLite's file in the data directory: finding it, making it, and keeping other servers out."""

import os
import sqlite3
import sys
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Final

from server.storage.database import BadDatabase
from server.storage.sqlite.schema import APPLICATION, identify, migrate, read_text
from server.storage.sqlite.trouble import (
    BESIDE,
    SQLITE_ERRORS,
    explain,
    kind_of,
    no_file,
    not_made,
    whose,
)

if sys.platform != "win32":
    import fcntl

FILE_NAME: Final = "samedeal.sqlite3"
LOCK_NAME: Final = "lock"
LOOKS: Final = 3
"""Times that a database is looked at beside a server, which may begin or end meanwhile."""
PATIENCE: Final = 5
"""Seconds for which another program may lock the database before that is a failure."""

in_use: Final[set[Path]] = set()
"""The databases that are written in this process.

Nobody may open such a file but by SQLite: the system forgets SQLite's locks when it is closed.
"""


def database_file(place: Path) -> Path:
    """Return the database in a data directory; a file, such as a backup, is one itself.

    Raises:
        BadDatabase: there is none, or it is not ours to read, or there is nothing in it.
    """
    path = place if _is_file(place) else place / FILE_NAME
    if not _is_file(path):
        problem = whose(path, writing=False) or no_file(path)
        if not problem and os.path.islink(place):  # noqa: PTH114 (it takes any name)
            problem = no_file(place, or_directory=True)
        if problem:
            raise BadDatabase(problem)
        raise BadDatabase(f"there is no database in {place}; is it the data directory?")
    if problem := whose(path, writing=False) or _empty(path):
        raise BadDatabase(problem)
    return path


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # What may not be looked into is told later.
        return False


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _empty(path: Path) -> str:
    """Return what to do if a database file has nothing in it: a server is never made of that."""
    if path.stat().st_size:
        return ""
    return (
        f"{path} is empty, which no database of a server is: it was cut off, or a copy of it "
        "failed. Put your last backup in its place; if nobody ever played there, remove it"
    )


def strange_log(path: Path) -> str:
    """Return what to do if the write-ahead log of another database lies beside this one.

    SQLite would write what is in it into this one.  A copy that `samedeal backup` made says in its
    header (byte 18) that it has no such log.
    """
    path = path.resolve()  # SQLite keeps it where the file is, and not where a link to it is.
    if path in in_use:
        return ""
    log = path.with_name(f"{path.name}-wal")
    with path.open("rb") as file:
        header = file.read(20)
    if len(header) < 20 or header[18] != 1 or not log.exists() or not log.stat().st_size:
        return ""
    return (
        f"{log} belongs to another database than {path}, which is a restored copy: move that file "
        f"(and {path.name}-shm, if there is one) away first"
    )


def read_only(path: Path) -> str:
    """Return what SQLite opens a file by, for reading only."""
    return f"{path.absolute().as_uri()}?mode=ro"


def why_not_usable(directory: Path) -> str:
    """Return why no server can start on what is in a data directory; empty if one can.

    Nothing there is changed, and a server may be running on it.
    """
    path = directory / FILE_NAME
    problem = _no_name(directory) or no_file(directory, or_directory=True) or whose(path)
    if problem or not _is_there(directory):
        return problem
    try:
        if problem := _no_lock(directory / LOCK_NAME) or _not_provided(path):
            return problem
        for left in reversed(range(LOOKS)):
            try:
                if _is_file(path):
                    _identify_untouched(path)
                break
            except SQLITE_ERRORS as error:
                if not left:
                    return explain(path, error).sentence
    except BadDatabase as error:
        return str(error)
    except OSError as error:
        return f"{path} cannot be looked at: {error.strerror or error}"
    return ""


def _identify_untouched(path: Path) -> None:
    """See that a database file is one of ours, and change nothing, the files beside it included.

    Raises:
        BadDatabase: it is none that a server takes.
        sqlite3.Error, UnicodeDecodeError: it cannot be read, or a server began or ended just now.
    """
    # To read beside a log, SQLite makes an index of that, and leaves both behind where there was
    # none.  It can do without, but where a log has lost its index: only the start itself can tell.
    file = path.resolve()
    log, index = (file.with_name(file.name + ending) for ending in BESIDE)
    logged = log.exists() and log.stat().st_size > 0
    if logged and not index.exists():
        return
    how = "readonly_shm=1" if log.exists() and index.exists() else "immutable=1"
    uri = f"{read_only(path)}&{how}"
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.text_factory = read_text
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
        identify(connection, path)


def _no_name(directory: Path) -> str:
    """Return what to do if no file can have that name here: which can, the locale says."""
    try:
        os.fsencode(directory)
    except UnicodeEncodeError:
        return (
            f"{directory} has characters in its name that this system's locale does not know: set "
            "LC_ALL to one with UTF-8, as C.UTF-8, or choose another directory"
        )
    return ""


def make_directory(directory: Path, path: Path) -> None:
    """Make the directory where it is missing, for nobody else to read."""
    if problem := _no_name(directory) or no_file(directory, or_directory=True):
        raise BadDatabase(problem)
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadDatabase(not_made(directory) or cannot_write(path, error)) from None
    if problem := whose(path):
        raise BadDatabase(problem)


def cannot_write(path: Path, error: OSError) -> str:
    """Return what to do where a directory or file cannot be made or read."""
    problem = whose(path) or (
        f"cannot write to the data directory {path.parent}: {error.strerror or error}"
    )
    return f"{problem}; or choose another one with --data"


def _not_provided(path: Path) -> str:
    """Return why the file cannot be taken for a server's, or made where it is missing."""
    if _is_file(path):
        return _empty(path) or strange_log(path)
    if problem := no_file(path):
        return problem
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        return (
            f"{path} is missing, and the write-ahead log that belongs to it is there: put the file "
            f"back beside {log}, or move that away, too, to begin with an empty server"
        )
    new = unfinished(path)
    if kind_of(new) == "directory":
        return (
            f"{new} is a directory, and the server makes a new database by that name: move it away"
        )
    return ""


def unfinished(path: Path) -> Path:
    """Return the name that a database has until all is in it."""
    return path.with_name(f"{path.name}.new")


def provide(path: Path) -> None:
    """Make the file where it is missing; see that it can be taken for a server's.

    It gets its name when all is in it, so that no crash leaves half of one behind.
    """
    if problem := _not_provided(path):
        raise BadDatabase(problem)
    if _is_file(path):
        return
    new = unfinished(path)
    try:
        make_new(new)
        give_name(new, path)
    except SQLITE_ERRORS as error:
        with suppress(OSError):
            new.unlink()
        raise BadDatabase(explain(path, error).sentence) from None
    except OSError as error:
        raise BadDatabase(cannot_write(path, error)) from None


def make_new(new: Path) -> None:
    """Make a database with empty tables; what is left of one that was never finished goes.

    Raises:
        sqlite3.Error, OSError: it cannot be written.
    """
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    _give_to_owner(new)
    with closing(sqlite3.connect(new, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        migrate(connection, 0)


def give_name(new: Path, path: Path) -> None:
    """Give a database that is whole its name, on the disk."""
    new.replace(path)
    _sync_names(path.parent)


def settle(path: Path) -> None:
    """Have on the disk what was found: who has put it there may not have waited for that.

    SQLite itself syncs only what it writes.

    Raises:
        BadDatabase: the disk fails.
    """
    try:
        for file in (path, path.with_name(f"{path.name}-wal")):
            if file.exists():
                sync_file(file)
    except OSError as error:
        raise BadDatabase(cannot_write(path, error)) from None
    _sync_names(path.parent)


def sync_file(path: Path) -> None:
    """Have a file, or the names in a directory, on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_names(directory: Path) -> None:
    """Have the names in a directory on the disk, where the system does that."""
    with suppress(OSError):
        sync_file(directory)


def _give_to_owner(path: Path) -> None:
    """Let a file that root has made belong to whoever the directory belongs to."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = path.parent.stat()
        with suppress(OSError):
            os.chown(path, owner.st_uid, owner.st_gid)


def lock(directory: Path, path: Path, locks: ExitStack) -> None:
    """Keep a second server out for as long as `locks` is open.

    The directory itself is locked, which nobody removes from under a server, and the file `lock`
    in it, by which servers before this version know of each other.
    """
    if sys.platform == "win32":
        return
    file = directory / LOCK_NAME
    if problem := _no_lock(file):
        raise BadDatabase(problem)
    try:
        made = not file.exists()
        new = os.O_RDONLY | os.O_CREAT | os.O_NOFOLLOW
        for place, flags in ((file, new), (directory, os.O_RDONLY)):
            descriptor = os.open(place, flags | os.O_CLOEXEC, 0o600)
            locks.callback(os.close, descriptor)
            _lock_one(descriptor, directory)
        if made:
            _give_to_owner(file)
    except OSError as error:
        raise BadDatabase(cannot_write(path, error)) from None


def _no_lock(file: Path) -> str:
    """Return what stands where the lock should be and is no file, and what to do."""
    kind = kind_of(file)
    if kind in ("", "file"):
        return ""
    return f"{file} is a {kind}, and servers lock a file of that name: move it away"


def _lock_one(descriptor: int, directory: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadDatabase(
            f"another server is using {directory}; choose another directory with --data"
        ) from None
    except OSError:  # Some file systems lock no directories, or nothing.
        return
