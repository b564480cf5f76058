"""`samedeal move-database`: a club from its file to PostgreSQL, or back."""

import argparse
import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from samedeal.argument_type import place
from samedeal.commands.backup import ended_by_signals
from samedeal.progress import progress
from samedeal.telling import complain
from server.storage.database import BadDatabase
from server.storage.opening import move_database


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Move all that a stopped server has kept to another database: from its data directory to "
        "PostgreSQL, or back. There, every race is played again before it counts; whatever stops "
        "this leaves nothing behind there, and the old database stays as it is."
    )
    parser.epilog = """examples:
  samedeal move-database /srv/samedeal postgresql://samedeal@db.example.org/club
  samedeal move-database postgresql://samedeal@db.example.org/club /srv/samedeal-again"""
    about = "a data directory, or an address as postgresql://..."
    parser.add_argument("source", type=place, metavar="FROM", help=f"{about}, or a backup")
    parser.add_argument("target", type=place, metavar="TO", help=f"{about}, with nothing in it")


def run(args: argparse.Namespace) -> int:
    """Move everything; return the exit code."""
    try:
        with ended_by_signals(), _steps() as report:
            moved = asyncio.run(move_database(args.source, args.target, report))
    except BadDatabase as error:
        complain(f"samedeal move-database: {error}")
        return 1
    print(f"{moved.rows} rows were moved, and all races played again: they are the same.")
    if moved.faults:
        print(f"{len(moved.faults)} things did not check out before, and do not now:")
        for fault in moved.faults:
            print(f"  {fault}")
    return 0


@contextmanager
def _steps() -> Iterator[Callable[[str, int, int], None]]:
    """Show how far each step has got, one bar after the other."""
    with ExitStack() as shown:
        bars: dict[str, Callable[[int, int], None]] = {}

        def report(step: str, done: int, of: int) -> None:
            if step not in bars:
                shown.close()
                bars[step] = shown.enter_context(progress(step))
            bars[step](done, of)

        yield report
