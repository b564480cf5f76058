"""`samedeal backup`: a copy of the database, while the server runs."""

import argparse
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from samedeal.argument_type import destination
from samedeal.progress import progress
from samedeal.telling import complain
from server.storage.database import BadDatabase
from server.storage.sqlite.backup import BackupProblem, backup

ENDING: Final = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that end a command: a stop, and the end of its terminal."""
KILLED: Final = 128
"""What a shell adds to a signal's number, to tell the exit code after it."""


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let signals end the block as an error would, so that nothing half done is left behind.

    Those that are ignored, as SIGHUP is under nohup, stay so.
    """

    def end(number: int, _: object) -> None:
        sys.exit(KILLED + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {
        number: signal.signal(number, end)
        for number in ENDING
        if signal.getsignal(number) != signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Copy the database of a server, running or not, to a file: everything of one moment, "
        "checked and on the disk when this ends. An existing file is never replaced. To restore: "
        "stop the server, move its data directory away, make an empty one, and copy the file "
        "there as samedeal.sqlite3."
    )
    parser.epilog = """examples:
  samedeal backup /srv/samedeal /backups              a file named by the time
  samedeal backup /srv/samedeal monday.sqlite3"""
    parser.add_argument("data", type=Path, metavar="DATA-DIR", help="the server's data directory")
    parser.add_argument(
        "to",
        type=destination,
        metavar="TO",
        help="a new file, or a directory that is there, for one named by the time",
    )


def run(args: argparse.Namespace) -> int:
    """Make the copy; return the exit code."""
    try:
        with ended_by_signals(), progress("pages") as report:
            made = backup(args.data, args.to, report)
    except (BackupProblem, BadDatabase) as error:
        complain(f"samedeal backup: {error}")
        return 1
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")
    return 0
