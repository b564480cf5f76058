"""Which part of the machine a process may have, where a control group of Linux bounds that.

systemd's `CPUQuota`, a container's `--cpus` and the like say so.  When a group has had its part,
all in it wait for the next tenth of a second, even where one had it whose priority is low: so those
who work in the background keep to a small share there.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

SHARE: Final = 0.2
"""The part of what all have together that one process in the background takes."""
PLENTY: Final = 4.0
"""Cores from which on nothing is bounded: server, foundry, analyst and bots have one each."""
LONGEST: Final = 5.0
"""Seconds that are waited at once, however much was used at once."""


def cores(root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")) -> float:
    """Return how many cores this process may use, with all others of its group; inf for all.

    `own` says in which groups it is, and `root` is where they are to be found.
    """
    found = [float("inf")]
    with suppress(OSError, ValueError, IndexError):
        for line in own.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if not controllers:  # Groups of the newer kind.
                found += _quotas(root, path, _unified)
            elif "cpu" in controllers.split(","):
                found += _quotas(root / "cpu", path, _older)
    return min(found)


def _quotas(tree: Path, path: str, read: Callable[[Path], float | None]) -> Iterator[float]:
    """Yield the bounds of a group and of those that it is in."""
    group = PurePosixPath(path.lstrip("/"))
    for folder in {tree / group, *(tree / each for each in group.parents), tree}:
        with suppress(OSError, ValueError):  # In a container, only the tree's root may be seen.
            if (quota := read(folder)) is not None:
                yield quota


def _unified(folder: Path) -> float | None:
    quota, period = (folder / "cpu.max").read_text().split()
    return None if quota == "max" else int(quota) / int(period)


def _older(folder: Path) -> float | None:
    quota = int((folder / "cpu.cfs_quota_us").read_text())
    return None if quota < 0 else quota / int((folder / "cpu.cfs_period_us").read_text())


class Thrift:
    """Keeps a process in the background to a share of what its group may have, if that is bounded.

    Whoever works asks between two pieces of work how long to wait.
    """

    def __init__(self, cores: float, used: Callable[[], float] = time.process_time) -> None:
        """Keep to the share where there are so few `cores`.

        `used` returns the seconds of processor time that were used so far.
        """
        self._share = SHARE * cores if cores < PLENTY else float("inf")
        self._used = used
        self._paid = used()

    @property
    def bounded(self) -> bool:
        """Whether there is anything to wait for."""
        return self._share != float("inf")

    def due(self) -> float:
        """Return the seconds to wait for what was used since the last question."""
        now = self._used()
        spent, self._paid = now - self._paid, now
        return max(0.0, min(LONGEST, spent / self._share - spent))
