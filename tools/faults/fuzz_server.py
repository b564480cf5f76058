"""A server among clients that do everything wrong, and what becomes of it and of the others.

`python -m tools.faults.fuzz_server --minutes 20` runs `samedeal serve` with data of its own,
lets clients misbehave in every way that `tools.faults.attacks` knows, and beside them some who
behave (`tools.faults.racers`) and measure how long each answer takes, with and without: every
minute begins with ten quiet seconds.  At the end it tells, and its exit code says, whether

- the server still runs, answers and stops when it is told to, and its log has no error;
- its memory has not grown, and its file descriptors are back where they were;
- nobody who behaved was disturbed, or waited more than twice the usual (the 99th percentile).

The last is only as good as the machine is quiet: what else runs there slows the answers too.
Attack number N of a seed is always the same: `--seed S --start N --attacks 1` does it alone.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import signal
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tools.faults.attacks import ATTACKS, ENDED, Attacker, cut_off

ROOT: Final = Path(__file__).parents[2]
SERVE: Final = ("-m", "samedeal", "serve", "--host", "127.0.0.1", "--port", "0")
"""How the server is started; bounds that other attacks need are set here."""
ROUND: Final = 60.0
"""Seconds of one round: a quiet sixth, then attacks."""
TWICE: Final = 2.0
"""So many times its usual 99th percentile an answer may take, at the 99th percentile."""
TICK: Final = 5.0
"""Milliseconds below which no delay counts: the system's own."""
GROWTH: Final = 32.0
"""MiB by which the server may grow: rooms and players are still there for a while."""
SETTLED: Final = 45.0
"""Seconds that the server has to close what was left open: a ping has to go unanswered."""
TROUBLE: Final = re.compile(r"Traceback|\bERROR\b|\bCRITICAL\b|Exception")


@dataclass
class Report:
    """What was measured, and what was wrong."""

    seed: int
    attacks: Counter[str] = field(default_factory=Counter)
    connections: int = 0
    quiet: list[float] = field(default_factory=list)
    """Delays without attacks, in milliseconds."""
    loud: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    """The server's resident memory before, after each round and at the end, in MiB."""
    descriptors: tuple[int, int] = (0, 0)
    """The server's open files before and after."""
    faults: list[str] = field(default_factory=list)
    """What must not be."""

    def judge(self, *, delays: bool) -> None:
        """Add to the faults what is not as promised."""
        before, after = self.descriptors
        if after > before:
            self.faults.append(f"{after - before} file descriptors are still open")
        if self.memory and self.memory[-1] - self.memory[0] > GROWTH:
            self.faults.append(f"memory grew by {self.memory[-1] - self.memory[0]:.1f} MiB")
        if delays and self.quiet and self.loud:
            usual, now = high(self.quiet), high(self.loud)
            if now > TWICE * max(usual, TICK):
                self.faults.append(f"answers took {now:.1f} ms instead of {usual:.1f} ms")

    def lines(self) -> list[str]:
        """Return the report as lines for a person to read."""
        lines = [f"seed {self.seed}: {self.attacks.total()} attacks"]
        lines += [f"  {count:7} {name}" for name, count in sorted(self.attacks.items())]
        lines.append(f"connections opened: {self.connections}")
        for name, delays in (("quiet", self.quiet), ("attacked", self.loud)):
            if delays:
                median = statistics.median(delays)
                lines.append(
                    f"delay, {name}: {len(delays)} answers, median {median:.2f} ms, "
                    f"99th percentile {high(delays):.2f} ms, longest {max(delays):.1f} ms"
                )
        if self.quiet and self.loud:
            slow = sum(delay > TWICE * high(self.quiet) for delay in self.loud) / len(self.loud)
            lines.append(f"more than twice the usual 99th percentile: {slow:.2%} of the answers")
        if self.memory:
            growth = self.memory[-1] - self.memory[0]
            thousands = max(self.connections, 1) / 1000
            lines.append(
                f"memory: {self.memory[0]:.1f} MiB before, {self.memory[-1]:.1f} after "
                f"({growth / thousands * 1024:+.0f} KiB a thousand connections); "
                f"on the way: {', '.join(f'{m:.0f}' for m in self.memory[1:-1])}"
            )
        lines.append(f"file descriptors: {self.descriptors[0]} before, {self.descriptors[1]} after")
        lines += [f"FAULT: {fault}" for fault in self.faults]
        return lines


def high(delays: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return sorted(delays)[min(len(delays) - 1, int(len(delays) * 0.99))]


class Target:
    """The server under attack, in a process of its own."""

    def __init__(self, process: Process, port: int, log: Path) -> None:
        self._process, self.port, self._log = process, port, log

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def processor(self) -> float:
        """The seconds of processor time that it has used; 0 where the system does not tell."""
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    @property
    def logged(self) -> int:
        """The bytes in its log."""
        return self._log.stat().st_size

    @property
    def running(self) -> bool:
        """Whether the server has not ended."""
        return self._process.returncode is None

    @property
    def memory(self) -> float:
        """Its resident memory in MiB; 0 where the system does not tell."""
        with contextlib.suppress(OSError):
            status = Path(f"/proc/{self._process.pid}/status").read_text()
            if found := re.search(r"VmRSS:\s+(\d+)", status):
                return int(found[1]) / 1024
        return 0.0

    @property
    def descriptors(self) -> int:
        """How many files and sockets it has open; 0 where the system does not tell."""
        with contextlib.suppress(OSError):
            return len(list(Path(f"/proc/{self._process.pid}/fd").iterdir()))
        return 0

    @property
    def trouble(self) -> str:
        """The first error in its log, with what stands there."""
        text = self._log.read_text(errors="replace")
        found = TROUBLE.search(text)
        return text[max(0, found.start() - 300) : found.start() + 3000] if found else ""

    async def stop(self) -> int | None:
        """Tell it to stop; return its exit code, None if it had to be killed."""
        if self.running:
            self._process.send_signal(signal.SIGINT)
            self._process.send_signal(signal.SIGTERM)  # The second one: races need not end first.
        try:
            async with asyncio.timeout(20):
                return await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
            return None


@contextlib.asynccontextmanager
async def serving(directory: Path, *options: str) -> AsyncIterator[Target]:
    """Run a server as its user would, with its log and data in `directory`."""
    log = directory / "log"
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *SERVE, "--data", str(directory / "data"), *options,
            cwd=ROOT, stdout=PIPE, stderr=errors,
        )  # fmt: skip
    try:
        assert process.stdout is not None
        async with asyncio.timeout(30):
            line = (await process.stdout.readline()).decode()
        found = re.search(r"wss?://127\.0\.0\.1:(\d+)", line)
        if found is None:
            raise SystemExit(f"the server did not start: {log.read_text()}")
        yield Target(process, int(found[1]), log)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


class Racers:
    """Players who behave, in a process of their own, so that the attacks do not slow them."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.answers: list[tuple[float, float]] = []
        """When each move was answered, in seconds, and its delay in milliseconds."""
        self.hellos: list[tuple[float, float]] = []
        """The same for each hello, if they were told to say some."""
        self._begun = {"move": asyncio.Event(), "hello": asyncio.Event()}
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            at, delay, what = line.decode().split()
            answers = self.hellos if what == "hello" else self.answers
            answers.append((float(at), float(delay)))
            self._begun[what].set()

    async def begun(self, *kinds: str) -> None:
        """Wait until the first `move`, and the first `hello`, was answered; or until they end."""
        for kind in kinds:
            first = asyncio.create_task(self._begun[kind].wait())
            await asyncio.wait({first, self._reading}, return_when=asyncio.FIRST_COMPLETED)
            first.cancel()

    @property
    def pid(self) -> int:
        """The number of their process."""
        return self._process.pid

    async def stop(self) -> str:
        """Let them go; return what went wrong with one of them."""
        assert self._process.stdin is not None
        assert self._process.stderr is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(20):
                errors = (await self._process.stderr.read()).decode()
                code = await self._process.wait()
        except TimeoutError:
            self._process.kill()
            return "the racers did not end"
        await self._reading
        return errors[-3000:] if code else ""


async def racing(port: int, count: int, *options: str) -> Racers:
    """Start the players who behave."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tools.faults.racers", str(port), str(count), *options,
        cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=PIPE,
    )  # fmt: skip
    return Racers(process)


class Fuzz:
    """Attacks by number, each from a seed of its own."""

    def __init__(
        self, target: Target, report: Report, kinds: Sequence[str], first: int, count: int
    ) -> None:
        self._target, self._report, self._kinds = target, report, kinds
        self._next, self._end = first, first + count
        self._codes: list[str] = []
        self._tokens: list[str] = []
        self.last: deque[str] = deque(maxlen=20)

    async def attack(self, kind: str = "") -> None:
        """Do the next attack."""
        number, self._next = self._next, self._next + 1
        chance = random.Random(f"{self._report.seed} {number}")  # noqa: S311 (no secret)
        chosen = kind or chance.choice(self._kinds)
        port, name = self._target.port, f"fuzz {number}"
        attacker = Attacker(port, chance, name, self._codes, self._tokens)
        self.last.append(f"{number} ({chosen})")
        does = cut_off if chosen == "cut off" else ATTACKS[chosen]
        with contextlib.suppress(*ENDED):
            async with asyncio.timeout(30):
                await does(attacker)
        self._report.attacks[chosen] += 1
        self._report.connections += attacker.connections

    @property
    def over(self) -> bool:
        """Whether there is nothing more to do."""
        return self._next >= self._end or not self._target.running

    async def go_on(self, until: float) -> None:
        """Attack until a time, with pauses: it is no flood."""
        while time.monotonic() < until and not self.over:
            await self.attack()
            await asyncio.sleep(random.random() * 0.05)  # noqa: S311


async def run(
    seconds: float,
    seed: int,
    *,
    clients: int = 6,
    racers: int = 5,
    cutoffs: int = 1000,
    start: int = 0,
    attacks: int = 10**9,
    kinds: Sequence[str] = tuple(ATTACKS),
    judge_delays: bool = True,
) -> Report:
    """Attack a server for so long, and return what was seen.

    `clients` misbehave at once, `racers` behave; `cutoffs` are connections that are cut one after
    the other, beside what else there is.
    """
    report = Report(seed)
    with tempfile.TemporaryDirectory(prefix="samedeal-fuzz-") as name:
        async with serving(Path(name)) as target:
            wellbehaved = await racing(target.port, racers)
            fuzz = Fuzz(target, report, kinds, start, attacks)
            spans = await _rounds(target, wellbehaved, fuzz, report, seconds, clients, cutoffs)
            await _settle(target, report)
            report.memory.append(target.memory)
            if not target.running:
                report.faults.append("the server ended")
            if disturbed := await wellbehaved.stop():
                report.faults.append(f"somebody who behaved was disturbed: {disturbed}")
            if not wellbehaved.answers:
                report.faults.append("nobody who behaved got an answer")
            if (code := await target.stop()) != 0:
                report.faults.append(f"the server did not stop as it should (exit code {code})")
            if trouble := target.trouble:
                report.faults.append(f"the server's log has an error:\n{trouble}")
    for at, delay in wellbehaved.answers:
        loud = any(begin <= at <= end for begin, end in spans)
        (report.loud if loud else report.quiet).append(delay)
    report.judge(delays=judge_delays)
    if report.faults:
        report.faults.append(f"the last attacks: {', '.join(fuzz.last)}")
    return report


async def _rounds(
    target: Target,
    wellbehaved: Racers,
    fuzz: Fuzz,
    report: Report,
    seconds: float,
    clients: int,
    cutoffs: int,
) -> list[tuple[float, float]]:
    """Attack in rounds, with quiet before each; return when there were attacks."""
    await _until(lambda: len(wellbehaved.answers) >= 10, 30)
    rounds = max(1, round(seconds / ROUND))
    length = seconds / rounds
    spans: list[tuple[float, float]] = []
    for number in range(rounds):
        await asyncio.sleep(length / 6)
        if not number:
            report.memory.append(target.memory)
            report.descriptors = (target.descriptors, 0)
        begin = time.monotonic()
        async with asyncio.TaskGroup() as group:
            group.create_task(_cut_offs(fuzz, cutoffs // rounds))
            for _ in range(clients):
                group.create_task(fuzz.go_on(begin + length * 5 / 6))
        spans.append((begin, time.monotonic()))
        report.memory.append(target.memory)
        print(f"round {number + 1} of {rounds}: {report.attacks.total()} attacks", flush=True)
        if not target.running:
            break
    return spans


async def _cut_offs(fuzz: Fuzz, count: int) -> None:
    for _ in range(count):
        if not fuzz.over:
            await fuzz.attack("cut off")


async def _until(condition: Callable[[], bool], seconds: float) -> None:
    """Wait until something holds, but no longer than so many seconds."""
    for _ in range(int(seconds * 10)):
        if condition():
            return
        await asyncio.sleep(0.1)


async def _settle(target: Target, report: Report) -> None:
    """Wait until what was left open is closed."""
    before = report.descriptors[0]
    await _until(lambda: target.descriptors <= before, SETTLED)
    report.descriptors = (before, target.descriptors)


def main() -> int:
    """Attack a server as long as the command line says; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="chance starts here")
    parser.add_argument("--clients", type=int, default=6, help="so many misbehave at once")
    parser.add_argument("--racers", type=int, default=5, help="so many behave")
    parser.add_argument("--cutoffs", type=int, default=1000, help="so many are cut off abruptly")
    parser.add_argument("--start", type=int, default=0, help="number of the first attack")
    parser.add_argument("--attacks", type=int, default=10**9, help="so many attacks at most")
    parser.add_argument("--only", choices=ATTACKS, action="append", help="this kind of attack")
    chosen = parser.parse_args()
    report = asyncio.run(
        run(
            chosen.minutes * 60,
            chosen.seed,
            clients=chosen.clients,
            racers=chosen.racers,
            cutoffs=chosen.cutoffs,
            start=chosen.start,
            attacks=chosen.attacks,
            kinds=chosen.only or tuple(ATTACKS),
        )
    )
    print("\n".join(report.lines()))
    if report.faults:
        again = f"--seed {chosen.seed} --minutes {chosen.minutes:g} --clients {chosen.clients}"
        print(f"To repeat it: python -m tools.faults.fuzz_server {again}")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
