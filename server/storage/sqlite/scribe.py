"""The thread that waits for the disk, so that the event loop need not when that takes long."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Final, TypeVar

Result = TypeVar("Result")

GRACE: Final = 0.002
"""Seconds for which the loop waits for the thread: what is written is on most disks by then."""
PATIENCE: Final = 0.005
"""Seconds that the disk may take where the loop itself writes, as it has much to write then."""
RESTS: Final = 20
"""So many times as long as a task that took longer, nothing is waited for after it."""


class Scribe:
    """Does one task after the other, in a thread of its own.

    For a moment the event loop does nothing but wait for the thread: if it did something else
    meanwhile, both would want the interpreter's lock again and again, which costs more than the
    moment.  Then it goes on, and for some time beside each task at once, so that a disk that is
    slow or hangs holds up only who has something to write.

    To hand a task over and take it back costs as much as a few moves do.  What is done `here` saves
    that: in the loop's thread, as long as the disk is quick.
    """

    def __init__(self) -> None:
        """Start no thread before there is something to do."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="scribe")
        self._turn = asyncio.Lock()
        self._slow_until = 0.0
        """By `time.monotonic`, when the loop may wait for the disk again."""

    async def do(self, task: Callable[[], Result], *, here: bool = False) -> Result:
        """Do a task when all before it are done, and return what it returns, or raise what it does.

        Who is cancelled meanwhile still waits for the end of a task that has begun.
        """
        async with self._turn:
            quick = time.monotonic() >= self._slow_until
            if here and quick:
                return self._do_here(task)
            given = self._thread.submit(task)
            if quick:
                with suppress(TimeoutError):
                    given.exception(GRACE)
            if given.done():
                return given.result()
            began = time.monotonic()
            try:
                return await _end_of(given)
            finally:
                if quick:
                    self._rest(GRACE + time.monotonic() - began)

    def _do_here(self, task: Callable[[], Result]) -> Result:
        worked, began = time.thread_time(), time.monotonic()
        try:
            return task()
        finally:
            # Of a large one, the work itself may take longer: that is not the disk's.
            waited = time.monotonic() - began - (time.thread_time() - worked)
            if waited > PATIENCE:
                self._rest(waited)

    def _rest(self, took: float) -> None:
        """After a task for which the disk took so many seconds, do without waiting for it."""
        self._slow_until = time.monotonic() + RESTS * took

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
