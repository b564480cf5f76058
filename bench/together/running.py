"""Running benchmarks one after the other, each in a process of its own, and leaving none behind."""

import asyncio
import ctypes
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, STDOUT, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from bench.together.programme import Benchmark
from harness.ratios import VARIABLE, Ratio, noted

ROOT: Final = Path(__file__).parents[2]
PRINTED: Final = ROOT / "build" / "bench"
"""Where each leaves what it printed.  Git ignores it, and `make clean` takes it away."""
GRACE: Final = 10.0
"""Seconds in which one that is stopped has to end what it began: servers, databases, files."""
SUBREAPER: Final = 36
"""What Linux calls it by which orphans become a process's children: PR_SET_CHILD_SUBREAPER."""


class Outcome(NamedTuple):
    """What came of a benchmark."""

    name: str
    ratios: Sequence[Ratio]
    trouble: str = ""
    """What went wrong or is not here, and what to do."""
    failed: bool = False
    """Whether it was begun, and went wrong."""


async def run_all(
    benchmarks: Sequence[Benchmark],
    scale: float,
    outcomes: list[Outcome],
    begun: Callable[[int], object],
    printed: Path = PRINTED,
) -> None:
    """Run them, with everything measured so many times as long.

    Each outcome is added when there is one, also that of a benchmark in which this is cancelled.
    `begun` is called before each with how many are over.
    """
    for number, benchmark in enumerate(benchmarks):
        begun(number)
        if lacking := benchmark.lacks():
            outcomes.append(Outcome(benchmark.name, (), lacking))
            continue
        ratios, output = (printed / f"{benchmark.name}.{end}" for end in ("jsonl", "txt"))
        ratios.unlink(missing_ok=True)
        trouble, failed = "stopped", False
        try:
            trouble = await run(benchmark, scale, ratios, output)
            failed = bool(trouble)
        finally:
            outcomes.append(Outcome(benchmark.name, noted(ratios), trouble, failed))


async def run(benchmark: Benchmark, scale: float, ratios: Path, output: Path) -> str:
    """Run one, which writes to these files; return what went wrong."""
    limit, before = benchmark.limit(scale), descendants()
    safe = ["-P"] if sys.flags.safe_path else []
    with output.open("wb") as file:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *safe,
            *benchmark.command(scale),
            cwd=ROOT,
            env={**os.environ, VARIABLE: str(ratios)},
            stdin=DEVNULL,
            stdout=file,
            stderr=STDOUT,
            start_new_session=True,  # Control-C is for who started it, who tells it.
        )
        try:
            async with asyncio.timeout(limit):
                code = await process.wait()
        except TimeoutError:
            return f"stopped, as it took longer than {limit:.0f} s: see {shown(output)}"
        finally:
            await end(process, before)
    return f"failed ({code}): {last_line(output)}; see {shown(output)}" if code else ""


def shown(path: Path) -> Path:
    """Return a path as short as it can be written."""
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def last_line(path: Path) -> str:
    """Return the last line of a text file that says anything."""
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")


# Ending, and leaving nothing behind ---------------------------------------------------------------


async def end(process: Process, before: set[int]) -> None:
    """End a benchmark if it has not, and whatever it has left: all that was not there `before`."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGINT)
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()
    until = time.monotonic() + GRACE
    while (left := descendants() - before) and time.monotonic() < until:
        kill(left)
        bury(left)
        await asyncio.sleep(0.01)


def adopt_orphans() -> None:
    """Have processes that have lost their parents become this one's children, where that can be.

    So a database that a benchmark started as a daemon is found, too.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def descendants() -> set[int]:
    """Return the processes that this one has begun or adopted, and those that these have."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # It has gone meanwhile.
            parent = stat.read_text(errors="replace").rpartition(")")[2].split()[1]
            children.setdefault(int(parent), []).append(int(stat.parent.name))
    found, unseen = set[int](), [os.getpid()]
    while unseen:
        some = children.get(unseen.pop(), [])
        found.update(some)
        unseen += some
    return found


def bury(processes: set[int]) -> None:
    """Take note of the ends of adopted children, who stay until somebody does."""
    for pid in processes:
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


def kill(processes: set[int]) -> None:
    """Kill them all."""
    for pid in processes:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
