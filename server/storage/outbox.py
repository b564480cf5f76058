"""Nothing is told before it is written: the queue between what was decided and who is told.

What waits is committed together: the busier the server, the more goes into one commit.  After a
slow one the next waits for half as long: what was sent meanwhile is read first, and a slow disk
gets few large commits.  What goes out keeps the order in which it came in.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Final

from server.monitoring.metrics import Metrics
from server.rooms.records import Record
from server.storage.database import CannotWrite
from server.storage.journal import Journal

log = logging.getLogger(__name__)

REST: Final = 0.5
"""The pause after a commit, as a part of the time that the commit took."""
LEAST_REST: Final = 0.001
"""Seconds; a shorter pause is left out."""
SLOW: Final = 1.0
"""Seconds; a commit that takes as long or longer is logged."""
_LOST: Final = "nothing can be written down at the moment, and the log tells why"


class Outbox:
    """Writes records to the journal, and lets others be told of them after that."""

    def __init__(
        self, journal: Journal, metrics: Metrics | None = None, *, slow: float = SLOW
    ) -> None:
        """Write to this journal; `metrics` counts the commits, and of `slow` ones the log tells."""
        self._journal = journal
        self._metrics = metrics
        self._slow = slow
        self._waiting: list[tuple[Sequence[Record], Callable[[], None]]] = []
        self._something = asyncio.Event()
        self._busy = False
        self._closed = False
        """Whether what is put in is thrown away: what came before it could not be written."""
        self._done: set[asyncio.Future[None]] = set()
        """Of those who wait until everything is written."""
        self._rested = 0.0
        """When the next commit may begin, in seconds of `time.perf_counter`."""

    def __len__(self) -> int:
        """Return how many calls of `put` wait for the disk."""
        return len(self._waiting)

    def put(self, records: Sequence[Record], tell: Callable[[], None]) -> None:
        """Call `tell` once `records`, and all that was put in before, are written.

        Where nothing waits and there is nothing to write, that is at once.  While the outbox is
        closed, it is never.
        """
        if self._closed:
            return
        if records or self._waiting or self._busy:
            self._waiting.append((records, tell))
            self._something.set()
        else:
            _call(tell)

    def close(self) -> None:
        """Throw away what waits, and what is put in until `open`: it cannot be written."""
        self._closed = True
        self._waiting = []
        for done in self._done:
            if not done.done():
                done.set_exception(CannotWrite(_LOST, _LOST))

    def open(self) -> None:
        """Take things in again."""
        self._closed = False

    async def written(self) -> None:
        """Wait until all that was put in so far is written.

        Raises:
            CannotWrite: it will never be.
        """
        if self._closed:
            raise CannotWrite(_LOST, _LOST)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._done.add(done)
        self.put((), lambda: None if done.done() else done.set_result(None))
        try:
            await done
        finally:
            self._done.discard(done)

    async def run(self) -> None:
        """Write and tell what is put in, until cancelled.

        What cannot be written now closes the outbox.

        Raises:
            Exception: writing failed for good.  Nothing more is told then.
        """
        while True:
            await self._something.wait()
            rest = self._rested - time.perf_counter()
            if rest >= LEAST_REST:
                await asyncio.sleep(rest)
            self._something.clear()
            try:
                await self.flush()
            except CannotWrite:  # Whoever wrote knows, and `server.outage` sees to it.
                self.close()

    async def flush(self) -> None:
        """Write and tell all that waits.

        Raises:
            CannotWrite: it is not written, and nothing of it is told.
        """
        while self._waiting:
            self._busy = True
            batch, self._waiting = self._waiting, []
            records = [record for records, _ in batch for record in records]
            if records:
                try:
                    await self._write(records)
                except CannotWrite:
                    self._busy = False
                    raise
            for _, tell in batch:
                _call(tell)
            self._busy = False

    async def _write(self, records: list[Record]) -> None:
        began = time.perf_counter()
        await self._journal.write(records)
        ended = time.perf_counter()
        seconds = ended - began
        self._rested = ended + REST * seconds
        if self._metrics:
            self._metrics.committed(records, seconds)
        if seconds >= self._slow:
            log.warning(
                "slow commit", extra={"seconds": round(seconds, 3), "records": len(records)}
            )


def _call(tell: Callable[[], None]) -> None:
    try:
        tell()
    except Exception:  # One message that cannot be sent must not hold up all others.
        log.exception("telling failed")
