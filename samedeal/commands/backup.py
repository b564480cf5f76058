"""`samedeal backup`: a copy of the database, while the server runs."""

import argparse
import sys
from pathlib import Path

from samedeal.progress import progress
from server.storage.backup import BackupProblem, backup


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
        "to", type=Path, metavar="TO", help="a new file, or a directory for one named by the time"
    )


def run(args: argparse.Namespace) -> int:
    """Make the copy; return the exit code."""
    try:
        with progress("pages") as report:
            made = backup(args.data, args.to, report)
    except BackupProblem as error:
        print(f"samedeal backup: {error}", file=sys.stderr)
        return 1
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")
    return 0
