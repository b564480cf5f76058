"""A planned stop among several servers: the rooms go on at the others, one after the other.

Each is written down with its new owner, and whoever is in it is told where it is, and comes back
there, in the middle of a race.  What is not written is lost with it: what was said, and who was
ready.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Final

from server.neighbours.relays import Relays
from server.neighbours.takeover import Takeover
from server.network.delivery import Delivery
from server.rooms.lobby import Lobby
from server.rooms.room import Room
from server.shutdown import Shutdown
from server.storage.database import BadDatabase, CannotWrite
from server.storage.neighbours import Neighbour

log = logging.getLogger(__name__)

LONGEST: Final = 60.0
"""Seconds after which what could not be handed over is left to who takes it up."""
LOOK: Final = 0.05
"""Seconds between two looks at a room that is about to begin a race."""


class Handover:
    """Stops this server; if there are others, all rooms are handed over first."""

    def __init__(
        self,
        takeover: Takeover,
        relays: Relays,
        lobby: Lobby,
        delivery: Delivery,
        shutdown: Shutdown,
        clock: Callable[[], int],
    ) -> None:
        """Take what there is to hand over; `clock` returns milliseconds."""
        self._takeover, self._relays = takeover, relays
        self._lobby, self._delivery = lobby, delivery
        self._shutdown, self._clock = shutdown, clock
        self._task: asyncio.Task[None] | None = None

    @property
    def begun(self) -> bool:
        """Whether the server has been told to stop."""
        return self._task is not None or self._shutdown.begun

    def stop(self, after: float | None = None) -> float:
        """Stop when all rooms are handed over, or else as `Shutdown.begin` does.

        With a number, nothing is handed over that is not yet.  Returns the seconds that are left.
        """
        if after is None and self._takeover.neighbours.reached_at:
            self._task = self._task or asyncio.create_task(self._run(), name="handover")
            return 0
        return self._shutdown.begin(after)

    async def _run(self) -> None:
        with suppress(CannotWrite, BadDatabase, TimeoutError):  # They wait until our lease is over.
            async with asyncio.timeout(LONGEST):
                await self._hand_all_over()
        self._shutdown.begin()

    async def _hand_all_over(self) -> None:
        await self._takeover.close()
        others = await self._takeover.neighbours.close()
        if not others:
            return
        self._takeover.sends_on_to = others[0].address
        self._relays.send_on()
        turns = count()
        while rooms := list(self._lobby.rooms.values()):
            ripe = [room for room in rooms if room.phase != "countdown"]
            for room in ripe:
                if self._lobby.rooms.get(room.code) is room:
                    await self._hand_over(room, others[next(turns) % len(others)])
            if not ripe:
                await asyncio.sleep(LOOK)

    async def _hand_over(self, room: Room, to: Neighbour) -> None:
        players = self._lobby.hand_over(room, to.epoch, self._clock())
        self._delivery.send_on(players, to.address)
        log.info("room handed over", extra={"room": room.code, "to": to.address})
        await self._delivery.written()
