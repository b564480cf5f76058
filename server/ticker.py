"""The ticker: what happens in the rooms as time goes by, without anybody's message."""

import asyncio
import gc
import logging
import time
from collections.abc import Callable, Sequence
from typing import Final

from server.company.company import Company
from server.monitoring.metrics import Metrics
from server.network.delivery import Delivery
from server.network.presence import Presence
from server.rooms.lobby import Lobby
from server.rooms.room import Room
from server.shutdown import Shutdown

log = logging.getLogger(__name__)

TICK: Final = 0.05
"""Seconds between two looks at what is due in a room."""
TURNS: Final = 10
"""Parts of that time in which the rooms take turns, so that moves never wait for all of them."""
LEFT_BY: Final = 250
"""Moves after which the collector is sent for: what these leave takes it 0.4 ms with 100 racers,
and 1.6 with 1,000, whose games are not in the processor's cache any more."""
PINGS_TOLD: Final = 10.0
"""Seconds between two looks at how long messages take to the racers and back."""


class Ticker:
    """Looks again and again at what is due."""

    def __init__(
        self,
        lobby: Lobby,
        presence: Presence,
        delivery: Delivery,
        company: Company,
        shutdown: Shutdown,
        metrics: Metrics,
        clock: Callable[[], int],
    ) -> None:
        """Take what has to be looked at; `clock` returns milliseconds."""
        self._lobby, self._presence, self._delivery = lobby, presence, delivery
        self._company, self._shutdown = company, shutdown
        self._metrics, self._clock = metrics, clock
        self._pings_due = 0.0
        self._collected = 0
        """How much had been written when the collector was sent for."""

    async def run(self) -> None:
        """Tick until cancelled."""
        while True:
            self._tick_lobby()
            rooms = list(self._lobby.rooms.values())
            turns = max(1, min(TURNS, len(rooms)))
            for turn in range(turns):
                began = time.monotonic()
                await asyncio.sleep(TICK / turns)
                self._metrics.late(time.monotonic() - began - TICK / turns)
                self._tick_rooms(rooms[turn::turns])
                self._collect()

    def _collect(self) -> None:
        """Let the collector look at what the last moves have left, before it is much.

        By itself it comes when there are 3000 objects more than before, and looks at what came
        since, a second time when it has come four times more.  With moves there are hardly ever so
        many more, as old answers and events go with each: with 700 it came after a thousand moves
        so, and held everybody up for 17 ms.  Here it looks once, at both, and is done with them.
        """
        written = self._metrics.written
        if written - self._collected >= LEFT_BY:
            self._collected = written
            gc.collect(1)

    def _tick_lobby(self) -> None:
        now = self._clock()
        self._lobby.tell_followers(now)
        self._company.look()
        if time.monotonic() >= self._pings_due:
            self._pings_due = time.monotonic() + PINGS_TOLD
            for player, ping in self._presence.latencies():
                self._lobby.set_ping(player, ping)
        self._delivery.post()
        self._shutdown.check(now)

    def _tick_rooms(self, rooms: Sequence[Room]) -> None:
        """Do what is due in those of these rooms that are still there."""
        now = self._clock()
        for room in rooms:
            if self._lobby.rooms.get(room.code) is not room:
                continue
            try:
                self._lobby.tick(room, now)
            except Exception:  # One room's trouble must not be the others'.
                log.exception("a room failed", extra={"room": room.code})
                self._metrics.mistakes.inc()
        self._delivery.post()
