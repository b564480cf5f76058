"""Kill the server again and again under racers: `python -m tools.faults.kill_server --kills 50`.

`samedeal serve` runs as a process of its own and gets SIGKILL at random moments; the racers come
back by themselves. In the end, `harness.checking_racers.faults` has to find nothing wrong; what it
finds is printed, and the exit code is 1 then. Every second room is raced on deals that can be won,
of each kind, which the server's foundry finds meanwhile, and is killed with it.

With `--postgres`, what the server writes is in a PostgreSQL of its own, which is killed as often as
the server is. In the end, all is moved to a file, as `samedeal move-database` does it, and looked
at there.
"""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from client.session.address import Address
from harness.checking_racers import CheckingRacers, faults, some_moves, told_alike
from harness.cluster import Cluster, cluster
from harness.server_process import free_port
from server.storage.opening import move_database, open_database
from tools.faults.stocked import fill

ROOT: Final = Path(__file__).parents[2]
SEATS: Final = 5
START: Final = 60.0
"""Seconds in which a server has to be there, on a machine that is busy with other faults."""


async def serve(
    data: Path,
    port: int,
    *arguments: str,
    program: Sequence[str] = ("samedeal",),
    patience: float = START,
) -> Process:
    """Start a server with these arguments besides, and wait for so many seconds until it listens.

    Its log is beside the data.
    """
    log = data.with_suffix(".log").open("ab")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", *program, "serve", "--data", str(data), "--port", str(port), *arguments),
        cwd=ROOT,
        stdout=PIPE,
        stderr=log,
    )
    log.close()
    assert process.stdout is not None
    try:
        async with asyncio.timeout(patience):
            line = await process.stdout.readline()
    except TimeoutError:
        process.kill()  # Nobody else knows of it.
        await process.wait()
        raise RuntimeError(f"the server did not start in {patience} s") from None
    if not line.startswith(b"Samedeal server at"):
        raise RuntimeError(f"the server did not start: {line!r}")
    return process


async def run(
    data: Path, kills: int, racers: int, chance: random.Random, postgres: Cluster | None = None
) -> tuple[CheckingRacers, str]:
    """Let them race and kill the server so often; return them, and what happened in a line.

    Where it keeps its data in `postgres`, that is killed, too.
    """
    port = free_port()
    where = ("--database", postgres.address()) if postgres else ()
    async with open_database(data, postgres.address() if postgres else "") as database:
        await fill(database)
    process = await serve(data, port, *where)
    company = CheckingRacers(Address("127.0.0.1", port))
    begun = time.monotonic()
    try:
        async with asyncio.timeout(START):
            await company.gather(racers, SEATS, chance, certified=True)
        for _ in range(kills):
            await some_moves(company, chance.choice((0, 1, 10, 100, 300)))
            await asyncio.sleep(chance.uniform(0, 0.02))
            company.check()
            if postgres and chance.random() < 0.5:
                await asyncio.to_thread(postgres.stop)
                await asyncio.to_thread(postgres.start)
                continue
            process.send_signal(signal.SIGKILL)
            await process.wait()
            process = await serve(data, port, *where)
        await company.finish()
        process.terminate()
        await process.wait()
    finally:
        await company.leave()
        if process.returncode is None:
            process.kill()
            await process.wait()
    races = {race for racer in company.racers for race in racer.session.outcomes}
    return company, (
        f"{kills} kills in {time.monotonic() - begun:.0f} s under {racers} racers: "
        f"{company.acknowledged} entries acknowledged, {company.again} sent again, "
        f"{len(races)} races finished"
    )


def verdict(data: Path, company: CheckingRacers, summary: str, seen: Sequence[str] = ()) -> int:
    """Print what happened, and what is wrong in the database at `data`; return the exit code.

    `seen` is what was seen to be wrong before.
    """
    sessions = [racer.session for racer in company.racers]
    wrong = [*seen, *faults(data, sessions), *told_alike(sessions)]
    print(summary)
    for line in wrong:
        print(f"WRONG: {line}")
    print("All is as it was promised." if not wrong else f"{len(wrong)} things are wrong.")
    return 1 if wrong else 0


def main(arguments: list[str] | None = None) -> int:
    """Do what the module says; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--racers", type=int, default=20)
    parser.add_argument("--postgres", action="store_true", help="kill PostgreSQL as well")
    parser.add_argument("--seed", type=int, default=None, help="for the same choices again")
    args = parser.parse_args(arguments)
    seed = random.randrange(10**6) if args.seed is None else args.seed  # noqa: S311
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
        postgres = stack.enter_context(cluster(durable=True)) if args.postgres else None
        chance = random.Random(seed)  # noqa: S311
        company, summary = asyncio.run(run(data, args.kills, args.racers, chance, postgres))
        if postgres:
            data = data / "moved"
            asyncio.run(move_database(postgres.address(), data))
        return verdict(data, company, f"{summary} (seed {seed})")


if __name__ == "__main__":
    sys.exit(main())
