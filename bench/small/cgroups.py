"""A control group of Linux that holds a process, and all that it begins, to little of the machine.

There are two kinds.  In the older one (v1) each controller has a tree of its own, in the newer one
(v2) there is one tree for all.  Either wants to be asked by root, or by somebody to whom a part of
the tree was given.
"""

import contextlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path("/sys/fs/cgroup")
EMPTY_BY: Final = 5.0
"""Seconds in which the processes of a group have to be gone when they were killed."""
HEAVIEST: Final = 10_000
MOST_SHARES: Final = 262_144
"""How much a group comes before others, at most: a board's processor has nothing else to do."""
_ENTER: Final = 'for group in $GROUPS_TO_ENTER; do echo $$ > "$group" || exit 1; done; exec "$@"'


class NoGroup(Exception):
    """There can be no such group; the text says why."""


class Bounds(NamedTuple):
    """What a group may have."""

    core: float
    """The part of one core, as 0.25."""
    memory: int
    """Bytes, what the kernel keeps of its files included."""
    period: float = 0.1
    """Seconds in which the part of a core is counted: who has had it waits for the next period."""


class Used(NamedTuple):
    """What a group has had so far."""

    processor: float
    """Seconds."""
    held: float
    """Seconds for which it had to wait for the next period, of all cores together."""
    periods: int
    """Periods in which it ran."""
    held_periods: int
    """Those of them in which it had to wait."""
    peak: int
    """Bytes of memory at its peak, files included."""
    resident: int
    """Bytes of memory now, without files."""


@dataclass(frozen=True)
class Group:
    """A group that is there."""

    cpu: Path
    memory: Path
    unified: bool
    """Whether it is of the newer kind, and both are one folder."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that are the group."""
        return (self.cpu,) if self.unified else (self.cpu, self.memory)

    def entering(self) -> list[str]:
        """Return what has to stand before a command so that it runs in the group."""
        files = " ".join(str(folder / "cgroup.procs") for folder in self.folders)
        return ["env", f"GROUPS_TO_ENTER={files}", "sh", "-c", _ENTER, "sh"]

    def processes(self) -> list[int]:
        """Return the numbers of the processes in it."""
        return [*map(int, (self.memory / "cgroup.procs").read_text().split())]

    def used(self) -> Used:
        """Return what it has had."""
        stat, memory = _numbers(self.cpu / "cpu.stat"), _numbers(self.memory / "memory.stat")
        if self.unified:
            held, resident = stat.get("throttled_usec", 0) / 1e6, memory["anon"]
            processor = stat["usage_usec"] / 1e6
            peak = _number(self.memory / "memory.peak")  # from Linux 5.19 on
        else:
            held, resident = stat["throttled_time"] / 1e9, memory["total_rss"]
            processor = sum(map(_processor_of, self.processes()))
            peak = _number(self.memory / "memory.max_usage_in_bytes")
        periods = stat.get("nr_periods", 0), stat.get("nr_throttled", 0)
        return Used(processor, held, *periods, peak, resident)

    def bound(self, bounds: Bounds) -> None:
        """Hold it to these bounds; what it may have it gets at once, whatever else runs here."""
        period = round(bounds.period * 1e6)
        quota = round(bounds.core * period)
        if self.unified:
            (self.cpu / "cpu.weight").write_text(f"{HEAVIEST}")
            (self.cpu / "cpu.max").write_text(f"{quota} {period}")
            (self.memory / "memory.max").write_text(f"{bounds.memory}")
            return
        (self.cpu / "cpu.shares").write_text(f"{MOST_SHARES}")
        (self.cpu / "cpu.cfs_period_us").write_text(f"{period}")
        (self.cpu / "cpu.cfs_quota_us").write_text(f"{quota}")
        (self.memory / "memory.limit_in_bytes").write_text(f"{bounds.memory}")


@contextlib.contextmanager
def group(bounds: Bounds, root: Path = ROOT) -> Iterator[Group]:
    """Make a group for as long as the `with` lasts; what is in it then is killed.

    Raises:
        NoGroup: there can be none here.
    """
    name = f"samedeal-{os.getpid()}"
    unified = (root / "cgroup.controllers").exists()
    trees = (root, root) if unified else (root / "cpu", root / "memory")
    made = Group(trees[0] / name, trees[1] / name, unified)
    try:
        try:
            for folder in made.folders:
                folder.mkdir()
            made.bound(bounds)
        except OSError as error:
            reason = f"{error.filename}: {error.strerror or error}"
            raise NoGroup(f"there can be no control group here ({reason})") from None
        yield made
    finally:
        _remove(made)


def _remove(made: Group) -> None:
    """Kill what is in a group, and take it away."""
    by = time.monotonic() + EMPTY_BY
    for folder in made.folders:
        while folder.exists():
            with contextlib.suppress(OSError, ValueError):
                for process in (folder / "cgroup.procs").read_text().split():
                    os.kill(int(process), 9)
            try:
                folder.rmdir()
            except OSError:  # What was killed needs a moment to be gone.
                if time.monotonic() > by:
                    raise
                time.sleep(0.02)


def _number(file: Path) -> int:
    try:
        return int(file.read_text())
    except FileNotFoundError:
        return 0


def _numbers(file: Path) -> dict[str, int]:
    """Return what a file of lines like `nr_periods 12` says."""
    lines = (line.split() for line in file.read_text().splitlines())
    return {name: int(number) for name, number in lines}


def _processor_of(pid: int) -> float:
    """Return the seconds of processor time of a process, those that it has waited for included."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, stat[11:15])) / os.sysconf("SC_CLK_TCK")
    return 0.0
