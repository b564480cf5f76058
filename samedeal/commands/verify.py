"""`samedeal verify`: plays all that is stored again, and tells what does not check out."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Final

from samedeal.argument_type import place
from samedeal.progress import progress
from samedeal.telling import complain, tell
from server.storage.database import BadDatabase
from server.storage.opening import verification
from server.storage.sqlite.verify import FileVerification

if TYPE_CHECKING:
    from server.storage.postgres.verify import PostgresVerification

FILE_DAMAGED: Final = (
    "The file itself is damaged: stop the server, keep its directory, restore the last backup that "
    "checks out (docs/operating.md tells how), and have a look at the disk."
)
CONTENT_WRONG: Final = (
    "The file itself is sound: a server leaves aside what it cannot read, and goes on with all the "
    "rest. Restore a backup only if more is lost than has been played since it was made."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Play every stored race again through the rules and hold it against its result; look for "
        "gaps in the journals, rows that belong nowhere, and damage to the file. It changes "
        "nothing and works beside a running server. The exit code is 1 when something does not "
        "check out. Whether a deal was easy, medium or hard is not looked at: that was measured "
        "then, and may come out otherwise today, as `samedeal solve CODE --band` tells."
    )
    parser.epilog = """examples:
  samedeal verify /srv/samedeal
  samedeal verify /backups/monday.sqlite3
  samedeal verify postgresql://samedeal@db.example.org/club"""
    parser.add_argument(
        "data",
        type=place,
        metavar="DATA-DIR",
        help="the server's data directory, a backup, or an address as postgresql://...",
    )


def run(args: argparse.Namespace) -> int:
    """Check everything; return the exit code."""
    wrong = 0
    try:
        looking = verification(args.data)
        with progress("races") as report:
            for fault in _faults(looking, lambda: report(looking.done.races, looking.races)):
                wrong += 1
                tell(fault)
    except BadDatabase as error:
        complain(f"samedeal verify: {error}")
        return 1
    races = "1 race" if looking.done.races == 1 else f"{looking.done.races} races"
    looked = f"{races} with {looking.done.entries} moves"
    if looking.done.old:
        looked += f", {looking.done.old} of them by older rules and not played again"
    if looking.done.forgotten:
        looked += f", {looking.done.forgotten} without their moves, which are not kept any more"
    if wrong:
        told = "1 thing does" if wrong == 1 else f"{wrong} things do"
        print(f"{looked}: {told} not check out", file=sys.stderr)
        print(FILE_DAMAGED if looking.damaged else CONTENT_WRONG, file=sys.stderr)
        return 1
    print(f"{looked}: all check out")
    return 0


def _faults(
    looking: "FileVerification | PostgresVerification", report: Callable[[], None]
) -> Iterator[str]:
    """Return what does not check out, one by one, as it is found."""
    if isinstance(looking, FileVerification):
        yield from looking.faults(report)
        return
    found = looking.faults(report)

    async def following(found: AsyncIterator[str]) -> str | None:
        return await anext(found, None)

    with asyncio.Runner() as runner:
        while fault := runner.run(following(found)):
            yield fault
