"""How far something has got, on a terminal; nothing where the standard error is none."""

import sys
import time
from types import TracebackType
from typing import Final, Self

EVERY: Final = 0.2
"""Seconds between two times that the line is written."""


class ProgressLine:
    """`with Progress("races") as progress: ... progress.show(3, 10)`."""

    def __init__(self, what: str) -> None:
        """Count `what`."""
        self._what = what
        self._shown = 0.0
        self._terminal = sys.stderr.isatty()

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Wipe the line away."""
        self.clear()

    def show(self, done: int, of: int) -> None:
        """Tell how many are done."""
        now = time.monotonic()
        if self._terminal and now - self._shown >= EVERY:
            self._shown = now
            print(f"\r\x1b[K{done} of {of} {self._what}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Wipe the line away, for something else to be written."""
        if self._terminal and self._shown:
            self._shown = 0.0
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
