"""Rooms that come from other servers: of one that has ended, or that hands them over.

Where several servers share a database, each looks again and again whether there is a room that has
come to be its own, or could: and takes it up as it is written down, as after a restart.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

from server.network.delivery import Delivery
from server.rooms.lobby import Lobby
from server.rooms.records import Player
from server.storage.database import Database
from server.storage.journal import StoredJournal
from server.storage.neighbours import Elsewhere, Place

log = logging.getLogger(__name__)

LONGEST: Final = 8.0
"""Seconds for which somebody's room is waited for, whose server may have ended."""


class Takeover:
    """Takes up rooms, and finds out where those are that are another server's."""

    def __init__(
        self,
        database: Database,
        journal: StoredJournal,
        lobby: Lobby,
        delivery: Delivery,
        clock: Callable[[], int],
    ) -> None:
        """Take what is looked at and what is filled; `clock` returns milliseconds."""
        self._database, self._journal = database, journal
        self.neighbours = database.neighbours
        self._lobby, self._delivery, self._clock = lobby, delivery, clock
        self._looking = asyncio.Lock()
        self._looked = asyncio.Event()
        """Set with the next look at what there is to take up, when another takes its place."""
        self._closed = False
        self.sends_on_to = ""
        """Where rooms are to be made instead, as this server is about to stop."""

    async def close(self) -> None:
        """Take up nothing any more; wait until what is being taken up is."""
        self._closed = True
        async with self._looking:
            pass

    async def seek_room(self, code: str) -> None:
        """Return if a room is here, or there is none of this code.

        Raises:
            Elsewhere: it is another server's.
            CannotWrite, BadDatabase: that cannot be found out now.
        """
        if code not in self._lobby.rooms:
            await self._seek(partial(self.neighbours.find_room, code))

    async def seek_player(self, player: int) -> None:
        """Return if a player is in a room here, or in none.

        Raises:
            Elsewhere: in a room of another server.
            CannotWrite, BadDatabase: that cannot be found out now.
        """
        if self._lobby.room_of(player) is None:
            await self._seek(partial(self.neighbours.find_room_of, player))

    async def free_code(self) -> str:
        """Return a code that no room has, here or elsewhere.

        Raises:
            Elsewhere: rooms are not made here any more.
            BadDatabase: that cannot be found out now.
        """
        if self.sends_on_to:
            raise Elsewhere(self.sends_on_to)
        code = self._lobby.draw_code()
        while await self.neighbours.find_room(code):
            code = self._lobby.draw_code()
        return code

    @asynccontextmanager
    async def claimed(self, player: Player) -> AsyncIterator[None]:
        """Have a player for this server alone who wants to come into a room within the block.

        Raises:
            Elsewhere: the player is in a room of another server, or about to be.
            CannotWrite, BadDatabase: that cannot be found out now.
        """
        here = self._lobby.room_of(player.id)
        if here or player.guest or not self.neighbours.reached_at:
            yield
            return
        await self._delivery.written()  # What is written of an earlier room would end the claim.
        await self.neighbours.claim_player(player.id)
        try:
            yield
        finally:
            if self._lobby.room_of(player.id) is None:
                await self.neighbours.release_player(player.id)

    async def _seek(self, find: Callable[[], Awaitable[Place | None]]) -> None:
        clock = asyncio.get_running_loop().time
        deadline = clock() + LONGEST
        while clock() < deadline and not self._closed:
            looked = self._looked
            place = await find()
            if place is None or place.code in self._lobby.rooms:
                return
            if place.here:
                await self.look(place.code)
                return  # It is open now; or it is just being closed, or damaged.
            if place.address and not place.silent:
                raise Elsewhere(place.address)
            if place.address:  # Until it has a server that is there.
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(deadline):
                        await looked.wait()
            else:
                await self.look(place.code)
        raise Elsewhere("")

    async def look(self, wanted: str = "") -> None:
        """Take up the rooms that there are for this server; the one with the code `wanted` first.

        Raises:
            CannotWrite, BadDatabase: that is not possible now.
        """
        # Who asked may be gone meanwhile; a claim is not broken off by that.
        await asyncio.shield(asyncio.create_task(self._take_up(wanted)))

    async def _take_up(self, wanted: str) -> None:
        async with self._looking:
            if self._closed:
                return
            self._database.check()
            looked, self._looked = self._looked, asyncio.Event()
            looked.set()
            generation = self._lobby.generation
            rooms = await self._journal.more_rooms(wanted)
            if generation != self._lobby.generation:
                return  # All rooms were forgotten meanwhile, and are opened anew by who did that.
            if rooms:
                log.info("rooms taken over", extra={"rooms": [room.code for room in rooms]})
                self._lobby.restore(rooms, self._clock(), log.warning)
                self._delivery.begin()
                self._delivery.post()
