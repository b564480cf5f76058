"""Servers on one PostgreSQL that do not behave: `python -m tools.cluster_trial --faults 20`.

Two servers run on a PostgreSQL of their own. The racers know the first one; the second waits for
its turn. Again and again, at random moments, one of these befalls them:

  pause     the first server stands still until the second has its turn, and goes on then
  kill      the first server is killed, and started again
  postgres  PostgreSQL is killed, and started again

When it is the second one's turn then, that is killed after a while, and started again. In the end,
everything is moved to a file, and `harness.checking_racers.faults` has to find nothing wrong there:
every acknowledged move once and in order, each client's board as the replay has it. And while it is
the second one's turn, where nobody races, no entry may come: only the first could have written it.

`--unfenced` takes the look at whose turn it is out of the database, which has to be found.
"""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import asyncpg

from client.session.address import Address
from harness.checking_racers import CheckingRacers, some_moves
from harness.cluster import Cluster, cluster
from harness.server_process import free_port
from server.storage.opening import HOME_NAME, move_database
from tools.faults.kill_server import SEATS, START, serve, verdict

FAULTS: Final = ("pause", "kill", "postgres")
TURN_OF: Final = "SELECT home FROM servers WHERE lease > clock_timestamp() ORDER BY epoch DESC"
UNFENCE: Final = "DROP FUNCTION in_turn() CASCADE"
ENTRIES: Final = "SELECT COUNT(*) FROM entries"
TURN: Final = 30.0
"""Seconds in which the turn has to pass to another server."""
LOOK: Final = 0.05
"""Seconds between two looks whose turn it is."""


class Trial:
    """Two servers, a PostgreSQL and some racers."""

    def __init__(self, postgres: Cluster, data: Path, chance: random.Random) -> None:
        """Keep the servers' own in `data`; `chance` says what happens when."""
        self.postgres, self.data, self.chance = postgres, data, chance
        self.done: Counter[str] = Counter()
        self.wrong: list[str] = []
        """What was seen that must not be."""
        self.longest = 0.0
        """Seconds that a turn took at most to pass on."""
        self._ports = [free_port(), free_port()]
        self._servers: list[Process] = []

    async def start(self, number: int) -> Process:
        """Start one of the servers."""
        data, port = self.data / str(number), self._ports[number]
        return await serve(data, port, "--database", self.postgres.address())

    async def ask(self, question: str) -> object:
        """Return the one value that a question brings."""
        connection = await asyncpg.connect(self.postgres.address())
        try:
            return await connection.fetchval(question)
        finally:
            await connection.close()

    async def whose_turn(self) -> int:
        """Return when it is the turn of one of the servers, and whose."""
        homes = [(self.data / str(number) / HOME_NAME).read_text() for number in (0, 1)]
        async with asyncio.timeout(TURN):
            while True:
                home = await self.ask(TURN_OF)
                if home in homes:
                    return homes.index(str(home))
                await asyncio.sleep(LOOK)

    async def turn_passes_to(self, number: int) -> None:
        """Return when it is the turn of a server."""
        began = time.monotonic()
        async with asyncio.timeout(TURN):
            while await self.whose_turn() != number:  # noqa: ASYNC110 (it is in the database)
                await asyncio.sleep(LOOK)
        self.longest = max(self.longest, time.monotonic() - began)

    async def befall(self, fault: str) -> None:
        """Let one of the faults happen."""
        self.done[fault] += 1
        first, second = self._servers
        if fault == "pause":
            first.send_signal(signal.SIGSTOP)
            await self.turn_passes_to(1)
            before = await self.ask(ENTRIES)
            first.send_signal(signal.SIGCONT)
            await asyncio.sleep(self.chance.uniform(0.5, 1.5))
            if (after := await self.ask(ENTRIES)) != before:
                self.wrong.append(f"{after} entries, {before} when the first server had its turn")
        elif fault == "kill":
            first.kill()
            await first.wait()
            self._servers[0] = await self.start(0)
        else:
            await asyncio.to_thread(self.postgres.stop)
            await asyncio.to_thread(self.postgres.start)
        if await self.whose_turn() == 1:
            await asyncio.sleep(self.chance.uniform(0, 1.5))
            second.kill()
            await second.wait()
            await self.turn_passes_to(0)
            self._servers[1] = await self.start(1)

    async def run(self, number: int, racers: int, *, unfenced: bool) -> tuple[CheckingRacers, str]:
        """Let so many faults happen under so many racers; return these, and a line about it."""
        self._servers = [await self.start(0), await self.start(1)]
        if unfenced:
            connection = await asyncpg.connect(self.postgres.address())
            await connection.execute(UNFENCE)
            await connection.close()
        company, began = CheckingRacers(Address("127.0.0.1", self._ports[0])), time.monotonic()
        try:
            async with asyncio.timeout(START):
                await company.gather(racers, SEATS, self.chance)
            for _ in range(number):
                await some_moves(company, self.chance.choice((0, 1, 10, 100, 300)))
                await asyncio.sleep(self.chance.uniform(0, 0.02))
                company.check()
                await self.befall(self.chance.choice(FAULTS))
            await company.finish()
        finally:
            await company.leave()
            for server in self._servers:
                if server.returncode is None:
                    server.terminate()
                    await server.wait()
        happened = ", ".join(f"{fault} {count} times" for fault, count in self.done.items())
        return company, (
            f"{happened} in {time.monotonic() - began:.0f} s under {racers} racers: "
            f"{company.acknowledged} entries acknowledged, {company.again} sent again, "
            f"{self.longest:.1f} s at most until another turn"
        )


def main(arguments: list[str] | None = None) -> int:
    """Do what the module says; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--faults", type=int, default=20)
    parser.add_argument("--racers", type=int, default=20)
    parser.add_argument("--seed", type=int, default=None, help="for the same choices again")
    parser.add_argument("--unfenced", action="store_true", help="a fault of ours, to be found")
    args = parser.parse_args(arguments)
    seed = random.randrange(10**6) if args.seed is None else args.seed  # noqa: S311
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        postgres = stack.enter_context(cluster(durable=True))
        trial = Trial(postgres, data, random.Random(seed))  # noqa: S311
        running = trial.run(args.faults, args.racers, unfenced=args.unfenced)
        company, summary = asyncio.run(running)
        asyncio.run(move_database(postgres.address(), data / "moved"))
        return verdict(data / "moved", company, f"{summary} (seed {seed})", trial.wrong)


if __name__ == "__main__":
    sys.exit(main())
