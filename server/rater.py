"""The rater: gives each race that is over its number, and tells its room what ratings come of it.

It tells rooms as well what their races have changed on the leaderboards.

What decides is the table: so a race is rated also if its room is gone, or its server was killed in
the moment of its end, and by whichever of several servers is the first.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from protocol.messages import Feats, Rated
from server.monitoring.metrics import Metrics
from server.network.delivery import Delivery
from server.rooms.lobby import Lobby
from server.storage.database import BadDatabase, CannotWrite, Database, Rejected
from server.storage.ratings import lists as rating_lists
from server.storage.ratings.books import Ratings
from server.storage.records import feats

log = logging.getLogger(__name__)

EVERY: Final = 0.2
"""Seconds between two looks whether a race is over in a room here."""
LOOK_EVERY: Final = 60.0
"""Seconds between two looks at the table, where no room here has anything to rate."""
REST: Final = 4.0
"""How many times as long as rating some races took nothing is rated: a table full of old races is
not worth that anybody waits."""
TROUBLE: Final = 5.0
"""Seconds after which is tried again what could not be read or written."""


class Rater:
    """Rates races that are over."""

    def __init__(
        self,
        lobby: Lobby,
        database: Database,
        delivery: Delivery,
        metrics: Metrics,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Rate what is in this database; `clock` returns seconds."""
        self._lobby, self._delivery, self._metrics = lobby, delivery, metrics
        self._database, self._clock = database, clock
        self._ratings = Ratings(database)
        self._look_at = clock()

    async def run(self) -> None:
        """Do so until cancelled."""
        while True:
            pause = EVERY
            try:
                await self._look()
            except Rejected:
                pass  # Another server was quicker.
            except (CannotWrite, BadDatabase):  # It passes, or is told by others.
                pause = TROUBLE
            except Exception:  # Races go on without it.
                log.exception("rating failed")
                self._metrics.mistakes.inc()
                pause = LOOK_EVERY
            await asyncio.sleep(pause)

    async def _look(self) -> None:
        for race in self._lobby.awaiting_feats():
            found = await feats.of_race(self._database.reader, race)
            if found is not None:
                self._lobby.note_feats(Feats(race, found))
                self._delivery.post()
        waiting = self._lobby.to_rate()
        if not waiting and self._clock() < self._look_at:
            return
        began = self._clock()
        while await self._ratings.rate_some():
            await self._tell(waiting)
            waiting = self._lobby.to_rate()
            await asyncio.sleep(REST * (self._clock() - began))
            began = self._clock()
        await self._tell(waiting)
        if self._clock() >= self._look_at:
            while await self._ratings.tidy():
                await asyncio.sleep(REST * (self._clock() - began))
                began = self._clock()
            self._look_at = self._clock() + LOOK_EVERY

    async def _tell(self, races: list[int]) -> None:
        for race in races:
            changes = await rating_lists.changes(self._database.reader, race)
            if changes is not None:
                self._lobby.note_rated(Rated(race, changes))
                self._delivery.post()
