"""What is the matter with a database, in a sentence that says what to do.

A full disk, a file of somebody else's and a damaged file need different things done; only for a
damaged one is it right to put a backup in its place.
"""

import errno
import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

if sys.platform != "win32":
    import grp
    import pwd

SQLITE_ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What comes of a database that cannot be read or written.

(The second where SQLite's own message has a damaged name in it.)
"""
BESIDE: Final = ("-wal", "-shm")
"""What the names of the files end with that SQLite keeps beside a database in use."""
NOTHING: Final = 64 * 1024
"""Bytes on a disk that are as good as none: the file beside the database alone has half of that."""
MOST_HOLDERS: Final = 3
"""The most programs that are named."""
RESTORE: Final = (
    "keep it where it is or move it away, but do not delete it, and restore the last backup "
    "(docs/operating.md tells how)"
)


class Trouble(NamedTuple):
    """Why a database cannot be read or written."""

    what: str
    """In a few words, without names of files: for everybody."""
    sentence: str
    """With the names and what to do: for whoever runs the server."""
    passing: bool
    """Whether it can be over without anything being done to the database."""

    @property
    def damage(self) -> bool:
        """Whether it is the database itself that is broken."""
        return not self.passing


def explain(path: Path, error: Exception) -> Trouble:
    """Return what is the matter with the database file `path`, from one of `SQLITE_ERRORS`."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_IOERR and _is_full(path):
        code = sqlite3.SQLITE_FULL  # Of the files beside the database, SQLite does not say so.
    match code:
        case sqlite3.SQLITE_FULL:
            text = f"the disk that {path} is on is full: free some space there"
            return Trouble("the disk is full", text, passing=True)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL:
            return Trouble("another program locks the database", _locked(path), passing=True)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            text = whose(path) or (
                f"{path} cannot be opened ({error}): look whether it is there, and whether its "
                "disk may be written to (a disk with faults is often made read-only)"
            )
            return Trouble("the database may not be used", text, passing=True)
        case sqlite3.SQLITE_IOERR:
            text = whose(path) or (
                f"the disk that {path} is on does not do what it is asked ({error}): it may be "
                "full, or broken; `df` and `dmesg` tell"
            )
            return Trouble("the disk fails", text, passing=True)
        case sqlite3.SQLITE_NOMEM:
            text = f"there is not enough memory for {path}: end other programs"
            return Trouble("there is no memory left", text, passing=True)
        case sqlite3.SQLITE_NOTADB:
            text = f"{path} is no database, or its beginning is damaged: {RESTORE}"
            return Trouble("the database is damaged", text, passing=False)
        case _:
            text = f"{path} is damaged ({error}): {RESTORE}"
            return Trouble("the database is damaged", text, passing=False)


def no_file(path: Path, *, or_directory: bool = False) -> str:
    """Return what stands where a database should be and is no file, and what to do.

    Empty if it is a file, or if nothing is there: a server may make a new one then.  So it is for a
    directory where one may be instead.
    """
    kind = kind_of(path)
    if kind == "link":
        try:
            kind = _kind(path.stat().st_mode)
        except OSError as error:
            if error.errno == errno.ELOOP:
                return (
                    f"{path} is a link that leads to itself: put the database, or a link to it, "
                    "in its place"
                )
            why = "is not there" if error.errno == errno.ENOENT else f"fails ({error.strerror})"
            return (
                f"{path} is a link to {path.readlink()}, which {why}: mount the disk that it is "
                "on, or let the link lead to where it is now; a new server is made only where "
                "there is neither a file nor a link"
            )
    if kind in ("", "file") or (or_directory and kind == "directory"):
        return ""
    return f"{path} is a {kind} and no file: move it away, and put the database in its place"


def kind_of(path: Path) -> str:
    """Return what has this name, as "file", "directory" or "link"; empty if nothing has."""
    try:
        return _kind(path.lstat().st_mode)
    except OSError:
        return ""


def _kind(mode: int) -> str:
    return next(name for is_one, name in _KINDS if is_one(mode))


_KINDS: Final = (
    (stat.S_ISREG, "file"),
    (stat.S_ISLNK, "link"),
    (stat.S_ISDIR, "directory"),
    (stat.S_ISFIFO, "pipe"),
    (stat.S_ISSOCK, "socket"),
    (lambda _: True, "device"),
)


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < NOTHING
    except OSError:
        return False


def _locked(path: Path) -> str:
    who = ", ".join(list(holders(path))[:MOST_HOLDERS])
    by = f" ({who})" if who else ""
    return (
        f"{path} is in use by another program{by}: wait until that is done, or end it; "
        "the database is not harmed"
    )


def holders(path: Path) -> Iterator[str]:
    """Yield the other programs that have a database open, as far as the system tells us (Linux)."""
    wanted = {str(path.absolute()) + ending for ending in ("", *BESIDE)}
    for process in Path("/proc").glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        try:
            opened = {str(link.readlink()) for link in (process / "fd").iterdir()}
            name = (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
        except OSError:  # It has ended, or is not ours to look at.
            continue
        if opened & wanted:
            yield f"process {process.name}, {name}"


def whose(path: Path, *, writing: bool = True) -> str:
    """Return whose the file or directory is that keeps us from using a database, and what to type.

    `path` is the database file, which need not be there.  Empty if nothing keeps us from it.
    """
    if sys.platform == "win32":
        return ""
    directory = path.parent
    for ancestor in reversed(directory.parents):
        if ancestor.exists() and not _may(ancestor, os.X_OK):
            return _closed(ancestor, directory)
    if not _is_directory(directory):
        return ""
    if not _may(directory, os.R_OK | os.X_OK | (os.W_OK if writing else 0)):
        return _closed(directory, directory)
    kept = [path, *(path.with_name(path.name + ending) for ending in BESIDE)]
    for file in (*kept, directory / "lock") if writing else kept:
        # The lock need only be read.
        wanted = os.R_OK | (os.W_OK if writing and file in kept else 0)
        # (A server that ends meanwhile takes those beside the database away.)
        if file.exists() and not _may(file, wanted) and file.exists():
            return _closed(file, directory)
    return ""


def _is_directory(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # Its name is too long, say.
        return False


def _may(path: Path, what: int) -> bool:
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def _closed(closed: Path, directory: Path) -> str:
    """Say whose `closed` is, which keeps us from a data directory, and what to type."""
    if os.statvfs(closed).f_flag & os.ST_RDONLY:
        return (
            f"{closed} is on a disk that may only be read: it was mounted so, or the system has "
            "made it so because of faults (`dmesg` tells); let it be written again, or copy the "
            "directory to another disk"
        )
    me, owner = os.geteuid(), closed.stat().st_uid
    if owner == me:
        return f"{closed} is yours, and its mode does not let you use it: chmod u+rwX {closed}"
    text = f"{closed} belongs to {_user(owner)}, and you are {_user(me)}: "
    if closed != directory and directory not in closed.parents:
        again = f"run it as that user, {_as_user(owner)}, or " if owner else ""
        return f"{text}{again}choose another place"
    keeper = directory.stat()
    if keeper.st_uid == me:
        return f"{text}{_give(directory, keeper.st_gid)} gives it back"
    if keeper.st_uid:
        whom = "that user" if closed == directory else "the user whose data these are"
        return f"{text}run it as {whom}, {_as_user(keeper.st_uid)}"
    # A server that ran as root would be the worse advice; but the directory may be anything.
    return (
        f"{text}the data belong to the user as whom the server runs, which is not root; if that is "
        f"you, {_give(directory, os.getegid())} gives them to you"
    )


def not_made(directory: Path) -> str:
    """Return why this user cannot make a data directory that is not there, and what to type.

    Empty if it is there, or if nothing keeps them from it but what `whose` tells.
    """
    if sys.platform == "win32" or _is_directory(directory):
        return ""
    above = next(each for each in directory.parents if _is_directory(each))
    if _may(above, os.W_OK) or not _may(above, os.X_OK):
        return ""
    text = f"{directory} cannot be made: "
    owner, me = above.stat().st_uid, os.geteuid()
    if owner == me or os.statvfs(above).f_flag & os.ST_RDONLY:
        return text + _closed(above, above)
    make = f"`sudo install -d -o {_name(me)} -g {_group(os.getegid())} -m 700 {directory}` makes it"
    return f"{text}{above} belongs to {_user(owner)}, and you are {_user(me)}; {make} for you"


def _give(directory: Path, group: int) -> str:
    """Return what to type so that all of a directory is this user's, and of that group."""
    return f"`sudo chown -R {_name(os.geteuid())}:{_group(group)} {directory}`"


def _as_user(number: int) -> str:
    """Return what to type to run a command as a user; one without a name is named by a number."""
    name = _name(number)
    return (
        f"`sudo -u {name} samedeal ...`"
        if name != str(number)
        else (f"`sudo -u '#{name}' samedeal ...`")
    )


def _user(number: int) -> str:
    """Return what a user is called in a sentence."""
    name = _name(number)
    return name if name != str(number) else f"user {name}"


def _name(number: int) -> str:
    """Return what a user is called in a command: the number, where there is no name."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)
