"""Lines that go out in a thread of their own, so that nobody who reads them can hold a server up.

A terminal stops at Control-S, and a pipe when the program at its other end takes nothing.  Whoever
writes there waits, for hours perhaps: that must be neither the event loop nor the program's end.
"""

import contextlib
import logging
import os
import queue
import threading
import time
from typing import Final, TextIO

log = logging.getLogger(__name__)

MOST: Final = 10_000
"""Lines that wait while nobody reads; more are counted, and not kept."""
AT_ONCE: Final = 500
"""Lines that are written together."""
PATIENCE: Final = 1.0
"""Seconds that the last lines have, when a program ends."""
SOON: Final = 0.2
"""Seconds that one line has which somebody is told."""


class LogWriter(logging.Handler):
    """Writes what is logged."""

    def __init__(self, descriptor: int, most: int = MOST) -> None:
        """Write to a file descriptor; so many lines at most wait while nobody reads."""
        super().__init__()
        self._descriptor = descriptor
        self._lines: queue.Queue[str | None] = queue.Queue(most)
        self._lost = 0
        self._thread = threading.Thread(target=self._run, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Let a line go out; if nobody has read the last ones for long, only count it."""
        try:
            if self._lost and not self._lines.full():
                told, extra = "lines of the log were lost", {"count": self._lost}
                level, name = logging.WARNING, log.name
                lost = log.makeRecord(name, level, __file__, 0, told, (), None, extra=extra)
                self._lines.put_nowait(self.format(lost))
                self._lost = 0
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self._lost += 1
        except Exception:  # noqa: BLE001 (as every handler does)
            self.handleError(record)

    def flush(self) -> None:
        """Wait until all is written, but not for long: it may be that nobody reads."""
        deadline = time.monotonic() + PATIENCE
        with self._lines.all_tasks_done:
            while self._lines.unfinished_tasks and (left := deadline - time.monotonic()) > 0:
                self._lines.all_tasks_done.wait(left)

    def close(self) -> None:
        """Write what still waits, if somebody reads it soon."""
        self.flush()
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(None)
        super().close()

    def _run(self) -> None:
        while True:
            lines = [self._lines.get()]
            while len(lines) < AT_ONCE and not self._lines.empty():
                lines.append(self._lines.get_nowait())
            _write(self._descriptor, "".join(f"{line}\n" for line in lines if line is not None))
            for _ in lines:
                self._lines.task_done()
            if None in lines:
                return


def descriptor_of(stream: TextIO) -> int | None:
    """Return a stream's file descriptor; None for one that is no file of the system's."""
    try:
        return stream.fileno()
    except OSError:
        return None


def tell(stream: TextIO, text: str) -> None:
    """Write a line for whoever looks, and do not wait for long until it can be read."""
    descriptor = descriptor_of(stream)
    if descriptor is None:
        stream.write(f"{text}\n")
        return
    writing = threading.Thread(target=_write, args=(descriptor, f"{text}\n"), daemon=True)
    writing.start()
    writing.join(SOON)


def _write(descriptor: int, text: str) -> None:
    """Write all of a text; where nothing is taken any more, that is the end of it."""
    # Not by a stream: who waits there holds a lock that the interpreter wants at its end.
    left = text.encode("utf-8", "backslashreplace")
    with contextlib.suppress(OSError):
        while left:
            left = left[os.write(descriptor, left) :]
