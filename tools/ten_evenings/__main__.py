"""Let a club race for evenings, kill its server, and reckon: `python -m tools.ten_evenings`.

Five people come evening by evening, each a day after the one before, with bots of levels 1 to 3 and
into rooms of every kind: single races and rematches, series of each kind and rule, with vetoes,
late comers, people who leave, give up, or are sent away; hosts who end races; deals that can be
won; rooms with passwords, the same deal again, ghosts, and the deals of the days. The server gets
SIGKILL between and in the midst of them (with `--postgres`, PostgreSQL is killed as well), and each
night it is stopped one way or the other. With `--servers`, several share a PostgreSQL, and people
come to each of them.

In the end everything is asked that a server can be asked about what was raced, once of the server
that has lived through the evening and once of one that was just started. `python -m
tests.reckoning` then reckons all of it anew from the journal, and `samedeal verify` plays the
journal again. What differs is printed, and the exit code is 1 then. With `--keep`, all of it can be
looked at afterwards.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from harness.cluster import cluster
from samedeal import arguments
from samedeal.progress import progress
from samedeal.running import INTERRUPTED
from server.storage.opening import move_database
from tools.faults.kill_server import ROOT
from tools.ten_evenings.club import Club
from tools.ten_evenings.living import Course, live

MOST: Final = 100


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the module says; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.ten_evenings", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    number = arguments.number
    parser.add_argument("--evenings", type=number(1, MOST), default=10, metavar="N")
    text = "rooms in each evening (default: one of every kind)"
    parser.add_argument("--rooms", type=number(1, MOST), default=None, metavar="N", help=text)
    text = "kills in each evening (default: %(default)s)"
    parser.add_argument("--kills", type=number(0, MOST), default=4, metavar="N", help=text)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL, killed as well")
    text = "several of them on one PostgreSQL, which are also stopped, and hand their rooms over"
    parser.add_argument("--servers", type=number(1, 9), default=1, metavar="N", help=text)
    parser.add_argument("--seed", type=int, default=None, help="for the same choices again")
    text = "a new one for data, logs and answers, which stay there"
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help=text)
    args = parser.parse_args(argv)
    if args.servers > 1 and not args.postgres:
        parser.error("only a PostgreSQL can be shared by several servers: add --postgres")
    seed = random.randrange(10**6) if args.seed is None else args.seed  # noqa: S311
    course = Course(args.evenings, args.rooms, args.kills)
    with ExitStack() as stack:
        if args.keep:
            args.keep.mkdir(parents=True)
        folder = args.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = stack.enter_context(cluster(durable=True)) if args.postgres else None
        chance = random.Random(seed)  # noqa: S311
        club = Club(folder / "data", chance, postgres, args.servers)
        began = time.monotonic()
        try:
            asyncio.run(run(club, course, chance))
        except KeyboardInterrupt:
            return INTERRUPTED
        except (RuntimeError, TimeoutError) as error:
            club.heard.wrong.append(str(error) or "it did not come to an end")
        print(summary(club, course, time.monotonic() - began), f"(seed {seed})")
        return verdict(club, folder / "answers.json", keep=bool(args.keep))


async def run(club: Club, course: Course, chance: random.Random) -> None:
    """Let the evenings go by.

    Raises:
        RuntimeError, TimeoutError: something does not come to an end.
    """
    with progress("rooms") as show:
        try:
            await live(club, course, chance, show)
        finally:
            await club.close()


def summary(club: Club, course: Course, seconds: float) -> str:
    """Return what happened, in a line."""
    races = {race for _, race in club.heard.results}
    of_postgres = f" and {club.kills_of_postgres} of PostgreSQL" if club.postgres else ""
    stops = f", {club.stops} stops" if len(club.servers) > 1 else ""
    return (
        f"{course.evenings} evenings in {seconds:.0f} s: {len(races)} races told, "
        f"{club.kills} kills{of_postgres}{stops}, {club.heard.moves} moves acknowledged, "
        f"{len(club.heard.asked)} questions answered"
    )


def verdict(club: Club, answers: Path, *, keep: bool) -> int:
    """Print what is wrong, as the reckoning and `samedeal verify` see it; return the exit code.

    The `answers` are written to a file; what is in PostgreSQL comes beside it, if it is to `keep`.
    """
    for line in club.heard.wrong:
        print(f"WRONG: {line}")
    problems = Counter[str]()
    for person in club.people:
        problems += person.problems
    for problem, count in problems.most_common():
        print(f"refused {count} times: {problem}")
    if club.postgres and keep:
        asyncio.run(move_database(club.postgres.address(), answers.parent / "moved"))
    answers.write_text(json.dumps(club.heard.as_json()), encoding="utf-8")
    where = club.postgres.address() if club.postgres else str(club.data)
    programs = (("tests.reckoning", club.where, str(answers)), ("samedeal", "verify", where))
    failed = [
        subprocess.run([sys.executable, "-m", *program], cwd=ROOT, check=False).returncode
        for program in programs
    ]
    return 1 if any(failed) or club.heard.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
