"""The lobby's list of rooms, one for all servers: each tells the others its part of it."""

import logging
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from server.rooms.lobby import Lobby
from server.rooms.room_list import LIST_EVERY, Listing
from server.storage.database import Database

log = logging.getLogger(__name__)

_LISTING: Final = msgspec.json.Decoder(Listing)


class SharedListing:
    """Tells the others what is listed here, and lists what they tell."""

    def __init__(self, database: Database, lobby: Lobby, clock: Callable[[], int]) -> None:
        """Take the rooms of this lobby; `clock` returns milliseconds."""
        self._database, self._lobby, self._clock = database, lobby, clock
        self._told: Listing | None = None
        """What the others know, without times."""
        self._exchanged_at = -LIST_EVERY

    async def exchange(self) -> None:
        """Tell and hear, if that was not a moment ago.

        Raises:
            CannotWrite, BadDatabase: the database cannot be reached.
        """
        now = self._clock()
        if now - self._exchanged_at < LIST_EVERY:
            return
        self._exchanged_at = now
        listing = self._lobby.room_list.own(self._lobby.rooms.values(), now)
        known = _without_times(listing)
        text = None if known == self._told else msgspec.json.encode(listing).decode()
        told = await self._database.neighbours.list_rooms(text)
        self._told = known
        self._lobby.room_list.see_others([*_read(told)], self._clock())


def _without_times(listing: Listing) -> Listing:
    rooms = [msgspec.structs.replace(each, elapsed=0) for each in listing.rooms]
    return Listing(rooms, listing.more)


def _read(told: list[str]) -> Iterator[Listing]:
    for text in told:
        try:
            yield _LISTING.decode(text)
        except msgspec.MsgspecError as error:  # Of another version, say.
            log.warning("another server's list of rooms makes no sense: %s", error)
