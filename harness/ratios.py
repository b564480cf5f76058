"""What benchmarks note for `python -m bench`: ratios, each to something of the same run.

A benchmark notes them where it prints for people.  Run alone, nothing becomes of that.  Run by
`python -m bench`, a variable of the environment names a file, to which each is written at once: so
what was measured is known, too, of one that fails or is stopped later.
"""

import os
from math import isfinite
from pathlib import Path
from typing import Final

import msgspec

VARIABLE: Final = "BENCH_RATIOS"
"""In the environment, where to write to."""


class Ratio(msgspec.Struct, frozen=True):
    """How many times as much something is as something else that was measured beside it."""

    what: str
    value: float
    beside: str
    at_least: float | None = None
    """What docs/performance.md wants it to be, if anything."""
    at_most: float | None = None
    """The same, where less is better."""

    @property
    def reached(self) -> bool | None:
        """Whether it is as it is wanted; None where nothing is."""
        if self.at_least is not None:
            return self.value >= self.at_least
        return None if self.at_most is None else self.value <= self.at_most


def note(
    what: str,
    value: float,
    beside: str,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
) -> None:
    """Note that `what` is so many times `beside`, if anybody wants to know."""
    assert isfinite(value), what
    if path := os.environ.get(VARIABLE):
        line = msgspec.json.encode(Ratio(what, value, beside, at_least, at_most)) + b"\n"
        with Path(path).open("ab") as file:
            file.write(line)


def noted(path: Path) -> list[Ratio]:
    """Return what was noted in a file so far, all of it that is whole; nothing without a file."""
    if not path.exists():
        return []
    *lines, _unfinished = path.read_bytes().split(b"\n")
    return [msgspec.json.decode(line, type=Ratio) for line in lines]
