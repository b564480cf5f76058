"""Requests about rooms that cost the server more than others.

Passwords are hashed, which takes milliseconds, in a thread.  How many rooms a player makes, and how
many rooms are made and races started from an address, is bounded by the hour; and so is how many
rooms there are at once that were made from one address.
"""

import hmac
import time
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from typing import Final, NamedTuple, TypeAlias

from protocol import deal_code
from protocol.deal_code import BadCode
from protocol.messages import (
    ChangeSettings,
    CreateRoom,
    JoinRoom,
    PlayDaily,
    Practice,
    Practise,
    RaceGhosts,
    StartRace,
    WatchRoom,
)
from server.bounds import Limits
from server.buckets import Allowance
from server.company.company import Company
from server.dailies.almanac import Almanac
from server.neighbours.takeover import Takeover
from server.network.access import Site, household, site
from server.network.connection import BoundedConnection
from server.network.presence import Presence
from server.reception.admission import Admission
from server.reception.lookups import DayRoom, Lookups
from server.rooms.lobby import Lobby, as_code
from server.rooms.opening import Opening
from server.rooms.passwords import NO_KEY, NO_LOCK, Key, Lock
from server.rooms.records import Player
from server.rooms.refusal import Refusal, in_a_room
from server.storage.journal import StoredJournal

RoomRequest: TypeAlias = (
    CreateRoom
    | Practise
    | RaceGhosts
    | PlayDaily
    | JoinRoom
    | WatchRoom
    | StartRace
    | ChangeSettings
)
_MAKES: Final = CreateRoom | Practise | RaceGhosts | PlayDaily
"""What makes a room."""
MARK: Final = 16
"""Characters that are kept of where an attempt at a daily deal comes from, hashed."""


class _Bound(NamedTuple):
    """What a request counts against, and under which key; `what` there are too many of."""

    allowance: Allowance
    key: Hashable
    what: str

    def check(self, now: float) -> None:
        """Raise a `Refusal` if nothing is left at the time `now`, in seconds."""
        if not self.allowance.has_any(self.key, now):
            raise Refusal("too fast", f"too many {self.what}; try again in a few minutes")


class RoomRequests:
    """Bounds these requests, makes locks and keys of passwords, and hands all to the lobby."""

    def __init__(
        self,
        lobby: Lobby,
        admission: Admission,
        lookups: Lookups,
        takeover: Takeover,
        journal: StoredJournal,
        presence: Presence,
        company: Company,
        almanac: Almanac,
        limits: Limits,
        clock: Callable[[], int],
    ) -> None:
        """Take what a request needs; `clock` returns milliseconds."""
        self._lookups, self._takeover = lookups, takeover
        self._journal, self._company, self._almanac = journal, company, almanac
        self._lobby, self._admission, self._presence = lobby, admission, presence
        self._clock = clock
        self._limits = limits
        self._new_rooms = Allowance(limits.rooms_per_hour, 3600)
        self._address_rooms = Allowance(limits.address_rooms_per_hour, 3600)
        self._made_from: dict[str, Site] = {}
        """From where each room was made, by its code; some of them may be gone."""
        self._races = Allowance(limits.races_per_hour, 3600)

    async def receive(
        self, connection: BoundedConnection, player: Player, message: RoomRequest
    ) -> None:
        """Do what a player asks for, unless the player has connected again meanwhile.

        Raises:
            Refusal: it is not done, or not that often.
            Elsewhere: the room is another server's, or the player is in one there.
        """
        bounds, now = self._bounds(connection, player, message), time.monotonic()
        for bound in bounds:
            bound.check(now)
        if isinstance(message, JoinRoom | WatchRoom):
            await self._takeover.seek_room(as_code(message.code))
        key, lock, opening, mark = NO_KEY, None, None, ""
        match message:
            case JoinRoom() | WatchRoom():
                key = await self._make_key(connection, player, message)
            case CreateRoom(password=str(password)) | ChangeSettings(password=str(password)):
                lock = await self._make_lock(connection, password)
            case StartRace():
                await self._journal.provide(self._lobby.race_ids)
                mark = await self._make_mark(connection, player)
            case PlayDaily():
                await self._almanac.today()
                if (found := await self._make_day_room(connection, player, message)) is None:
                    return
                opening = found.opening
            case Practise() | RaceGhosts():
                opening = await self._make_opening(connection, player, message)
                if opening is None:
                    return
        code = ""
        if isinstance(message, _MAKES):
            code = await self._takeover.free_code()
        comes_in = isinstance(message, _MAKES | JoinRoom | WatchRoom)
        async with self._takeover.claimed(player) if comes_in else nullcontext():
            if not self._presence.is_newest(player.id, connection):
                return
            if isinstance(message, _MAKES):
                self._check_rooms(site(connection.address))
            place = household(connection.address)
            self._lobby.receive(
                player,
                message,
                self._clock(),
                key=key,
                lock=lock,
                opening=opening,
                place=place,
                code=code,
                mark=mark,
            )
        for bound in bounds:
            bound.allowance.take(bound.key, now)
        made = self._lobby.room_of(player.id)
        if isinstance(message, _MAKES) and made:
            self._made_from[made.code] = site(connection.address)

    def _bounds(
        self, connection: BoundedConnection, player: Player, message: RoomRequest
    ) -> list[_Bound]:
        place = site(connection.address)
        own = _Bound(self._new_rooms, player.id, "rooms were made by you")
        match message:
            case JoinRoom() | WatchRoom() | ChangeSettings(password=None | ""):
                return []
            case StartRace():
                return [_Bound(self._races, place, "races were started from your address")]
            case ChangeSettings():
                return [own]
            case CreateRoom() | Practise() | RaceGhosts() | PlayDaily():
                return [
                    own,
                    _Bound(self._address_rooms, place, "rooms were made from your address"),
                ]

    def _check_rooms(self, place: Site) -> None:
        """Raise a `Refusal` if there are too many rooms that were made from this place."""
        there = {c: made for c, made in self._made_from.items() if c in self._lobby.rooms}
        self._made_from = there
        if sum(made == place for made in there.values()) >= self._limits.rooms_per_address:
            text = "too many rooms were made from your address that are still there; close one"
            raise Refusal("too many rooms", text)

    async def _make_key(
        self, connection: BoundedConnection, player: Player, message: JoinRoom | WatchRoom
    ) -> Key:
        """Return the key that the message's password makes of the room's lock."""
        room = self._lobby.find(message.code)
        lock = room.moderation.lock
        if message.password and self._company.admits(player.id, room.code, message.password):
            return Key(lock)  # It was called.
        if not (message.password and lock) or player.id in room.members:
            return NO_KEY
        return await self._admission.make_key(connection.address, message.password, lock)

    async def _make_opening(
        self, connection: BoundedConnection, player: Player, message: Practise | RaceGhosts
    ) -> Opening | None:
        """Return where somebody wants to begin; None if the connection is gone meanwhile."""
        if self._lobby.room_of(player.id):
            raise in_a_room()
        if isinstance(message, RaceGhosts) or not message.code:
            return await self._lookups.opening(connection, player.id, message)
        try:
            origin = deal_code.read(message.code)
            day = await self._lookups.days.of_seed(player.id, origin.seed)
            begun = Opening.again(Practice(deal_code.write(*origin), daily=day))
        except BadCode as error:
            raise Refusal("bad code", str(error)) from None
        return await self._lookups.of_code(connection, player.id, begun)

    async def _make_day_room(
        self, connection: BoundedConnection, player: Player, message: PlayDaily
    ) -> DayRoom | None:
        """Return what a room for a day's deal is for; None if the connection is gone meanwhile."""
        if self._lobby.room_of(player.id):
            raise in_a_room()
        return await self._lookups.day_room(connection, player.id, message)

    async def _make_mark(self, connection: BoundedConnection, player: Player) -> str:
        """Return what is kept of where an attempt at a daily deal comes from; else nothing.

        The day is looked at as well: it may have ended a moment ago.
        """
        room, place = self._lobby.room_of(player.id), household(connection.address)
        if room is None or not room.daily:
            return ""
        today = await self._almanac.today()
        if today is None or place is None or not today.secret:
            return ""
        return hmac.digest(today.secret, place.encode(), "sha256").hex()[:MARK]

    async def _make_lock(self, connection: BoundedConnection, password: str) -> Lock:
        """Return the lock that a room's new password makes."""
        if not password:
            return NO_LOCK
        return await self._admission.make_lock(connection.address, password)
