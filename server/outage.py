"""When nothing can be written: nobody is served, until it works again.

What the rooms have in mind is then not what is on the disk.  So everybody is let go, all rooms are
forgotten with what waited to be written or told, and once the disk takes something again, they are
opened from what is written there, as after a crash: in the same process, without anybody's help.
Where the file itself was taken away or changed, that is never so: somebody has to look, and start
the server again.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from server.monitoring.metrics import Metrics
from server.network.delivery import Delivery
from server.rooms.lobby import Lobby
from server.storage.database import SPARE, CannotWrite, Database, Unreachable
from server.storage.journal import StoredJournal
from server.storage.outbox import Outbox

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 10.0
"""Seconds after which a server looks whether the file is still there that it writes to.

One that has had nothing to write tries whether it could, too.
"""
PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 5.0)
"""Seconds between two tries while nothing can be written; the last one holds from then on."""
TELL_EVERY: Final = 60.0
"""Seconds between two lines of the log about the same outage."""


class Outage:
    """Sees to it that the rooms in memory are those on the disk."""

    def __init__(
        self,
        database: Database,
        journal: StoredJournal,
        lobby: Lobby,
        outbox: Outbox,
        delivery: Delivery,
        metrics: Metrics,
        clock: Callable[[], int],
    ) -> None:
        """Take what has to be brought to a halt and on its way; `clock` returns milliseconds."""
        self._database, self._journal, self._lobby = database, journal, lobby
        self._outbox, self._delivery, self._metrics = outbox, delivery, metrics
        self._clock = clock
        self._halted = False
        self._told_at = 0.0

    async def begin(self) -> None:
        """Open the rooms for the first time, or begin with an outage.

        Raises:
            BadDatabase: the database is damaged.
        """
        try:
            await self._database.probe(SPARE)
            await self._open_rooms()
        except CannotWrite as trouble:
            self._halt(trouble)

    async def run(self) -> None:
        """Watch over writing until cancelled.

        Raises:
            BadDatabase: the database is damaged.
        """
        while True:
            if await self._has_failed():
                if (trouble := self._database.trouble) and not self._halted:
                    self._halt(trouble)
                await self._come_back()
                log.warning("writing works again", extra={"rooms": len(self._lobby.rooms)})

    async def _has_failed(self) -> bool:
        """Wait for a write that fails; after a while, look at the file, or try one."""
        writes = self._database.writes
        try:
            async with asyncio.timeout(LOOK_EVERY):
                await self._database.failed.wait()
        except TimeoutError:
            try:
                if self._database.writes == writes:
                    await self._database.probe()
                else:
                    await self._database.look()
            except CannotWrite:
                return True
            return False
        return True

    def _halt(self, trouble: CannotWrite) -> None:
        """Let everybody go, and forget what is not written."""
        log.critical("nothing can be written, so nobody is served: %s", trouble)
        self._metrics.write_failures.inc()
        self._halted, self._told_at = True, time.monotonic()
        self._outbox.close()
        self._lobby.clear()
        self._delivery.let_go()

    async def _come_back(self) -> None:
        while True:
            await self._wait_until_it_works()
            with suppress(CannotWrite, Unreachable):  # It has gone again.
                await self._open_rooms()
                return

    async def _wait_until_it_works(self) -> None:
        tries = 0
        while True:
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1
            try:
                await self._database.probe(SPARE)
            except CannotWrite as trouble:
                self._metrics.write_failures.inc()
                if time.monotonic() - self._told_at >= TELL_EVERY:
                    self._told_at = time.monotonic()
                    log.error("still nothing can be written: %s", trouble)
            else:
                return

    async def _open_rooms(self) -> None:
        """Take the rooms up as they are written down, and let everybody in.

        Raises:
            BadDatabase: they cannot be read.
        """
        rooms = await self._journal.rooms()
        self._lobby.clear()
        await self._journal.provide(self._lobby.race_ids)
        self._lobby.restore(rooms, self._clock(), log.warning)
        self._delivery.begin()
        self._halted = False
        self._database.resume()
        self._outbox.open()
        with suppress(CannotWrite):  # Then that is the next outage, and there is a next time.
            await self._journal.publish_orphans()
        self._delivery.post()
