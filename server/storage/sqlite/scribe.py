"""Who writes: the event loop, or where the disk takes long a thread that waits for it."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Final, TypeVar

Result = TypeVar("Result")

GRACE: Final = 0.002
"""Seconds for which the loop waits for a task: what is written is on most disks by then."""
PATIENCE: Final = 0.008
"""Seconds that it has waited for more than that, with tasks that it did itself, until it gives up.
A single one may be late because another program had the processor."""
RESTS: Final = 100
"""So many times as long the thread does all then: the loop seldom tries again whether the disk is
quick."""


class Scribe:
    """Does one task after the other: where the disk is quick in the loop, or else in a thread.

    To hand a task over to a thread and take it back costs as much as a move or two do, and lets
    every answer wait until the thread has its turn on a processor.  So what may be done `here` is
    done by the event loop itself, until that has to wait for the disk.

    Then the thread does it, for some time.  For a moment the loop does nothing but wait for that:
    if it did something else meanwhile, both would want the interpreter's lock again and again,
    which costs more than the moment.  Then it goes on, and beside the next task at once, so that a
    disk that is slow or hangs holds up only who has something to write.
    """

    def __init__(self) -> None:
        """Start no thread before there is something to do."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="scribe")
        self._turn = asyncio.Lock()
        self._quick = True
        """Whether the last task that was given to the thread took no longer than the grace."""
        self._slow_until = 0.0
        """By `time.monotonic`, when the loop may do a task itself again."""
        self._too_long = 0.0
        """Seconds that it has waited too long of late; tasks that are quick make up for that."""

    async def do(self, task: Callable[[], Result], *, here: bool = False) -> Result:
        """Do a task when all before it are done, and return what it returns, or raise what it does.

        Who is cancelled meanwhile still waits for the end of a task that has begun.
        """
        async with self._turn:
            if here and time.monotonic() >= self._slow_until:
                return self._do_here(task)
            began = time.monotonic()
            try:
                given = self._thread.submit(task)
                if self._quick:
                    with suppress(TimeoutError):
                        given.exception(GRACE)
                return given.result() if given.done() else await _end_of(given)
            finally:
                self._quick = time.monotonic() - began <= GRACE

    def _do_here(self, task: Callable[[], Result]) -> Result:
        worked, began = time.thread_time(), time.monotonic()
        try:
            return task()
        finally:
            # Of a large one, the work itself may take longer: that is not the disk's.
            now = time.monotonic()
            waited = now - began - (time.thread_time() - worked)
            self._too_long = max(0.0, self._too_long + waited - GRACE)
            if self._too_long > PATIENCE:
                self._slow_until = now + RESTS * self._too_long
                self._too_long = 0.0

    async def close(self) -> None:
        """Wait for what is being done; nothing can be given to it any more."""
        async with self._turn:
            self._thread.shutdown()


async def _end_of(given: Future[Result]) -> Result:
    end = asyncio.wrap_future(given)
    try:
        return await asyncio.shield(end)
    except asyncio.CancelledError:
        await asyncio.wait([end])
        end.exception()  # It is nobody's any more.
        raise
