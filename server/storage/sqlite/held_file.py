"""Whether the database file is still the one that is open.

SQLite does not look: where the file was removed or replaced under it, it goes on writing into what
it has open, which is gone with the server's end.
"""

import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Final, TypeAlias

from server.storage.sqlite.trouble import RESTORE

_File: TypeAlias = tuple[int, int]
"""Device and inode."""

_WAL_MODE: Final = b"\x02\x02"
"""What bytes 18 and 19 of a database say that is written through a write-ahead log."""
_RESCUE: Final = (
    'the server has the old one open still, and loses it when it ends: before that, see "When the '
    'file is taken away" in docs/operating.md'
)


class HeldFile:
    """A database file that SQLite has open, and the write-ahead log beside it."""

    def __init__(self, path: Path, locks: ExitStack) -> None:
        """Hold a database that is open, until `locks` is closed: after SQLite has closed it.

        (Until then nobody may close it, for the system would forget SQLite's locks.)

        Raises:
            OSError: it cannot be opened.
        """
        self._path = path
        # SQLite keeps it where the file is, and not where a link to it is.
        file = path.resolve()
        self._log = file.with_name(f"{file.name}-wal")
        self._descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
        locks.callback(os.close, self._descriptor)
        self._open_log = _which(self._log)
        self._size = 0

    def lost(self) -> str:
        """Return what happened to the file and what to do; empty if all is well.

        What else keeps it from being looked at is told by whoever writes to it.
        """
        if sys.platform == "win32":  # Nobody can take a file away there that is open.
            return ""
        try:
            return self._lost()
        except OSError:
            return ""

    def _lost(self) -> str:
        held = os.fstat(self._descriptor)
        found = _which(self._path)
        if found is None:
            return f"{self._path} was removed or moved away under the running server: {_RESCUE}"
        if found != (held.st_dev, held.st_ino):
            return (
                f"{self._path} was replaced under the running server, which writes nothing into "
                f"the new file: {_RESCUE}"
            )
        if self._open_log is not None and _which(self._log) != self._open_log:
            return (
                f"{self._log}, which has the last moves in it, was removed or replaced under the "
                f"running server: {_RESCUE}"
            )
        header = os.pread(self._descriptor, 100, 0)
        before, self._size = self._size, held.st_size
        if header[18:20] != _WAL_MODE or held.st_size < min(before, _size_by(header)):
            return f"{self._path} was overwritten or cut off under the running server: {RESTORE}"
        return ""


def _which(path: Path) -> _File | None:
    """Return which file has this name; None if none has.

    Raises:
        OSError: that cannot be known.
    """
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def _size_by(header: bytes) -> int:
    """Return how long a database is, in bytes, by its own header.

    (After a crash it may be shorter for a while, and the rest be in the log.)
    """
    page = int.from_bytes(header[16:18])
    return (65536 if page == 1 else page) * int.from_bytes(header[28:32])
