"""The list of rooms, and telling those who follow it when it changes.  Pure, like the rooms."""

from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from operator import itemgetter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from protocol.messages import Phase, RoomInfo, Rooms
from server.rooms.output import Outgoing
from server.rooms.room import Room

LIST_EVERY: Final = 1000
"""Milliseconds between two times that those who follow the list of rooms are told, at least."""
COMPANY: Final = 2
"""How many people in a room make it as good as any that more are in."""
A_FEW: Final = 2
"""Rooms of one household that are listed among those of all others."""
UNDER_WAY: Final[frozenset[Phase]] = frozenset({"countdown", "running"})
"""When a room has no seats for those who come."""


class Listed(Struct, frozen=True):
    """A room in a list."""

    rank: tuple[int, int, int]
    """What makes its place: its turn, its order, and how many rooms of its server come before."""
    info: RoomInfo
    """What is told of it, but for the time."""
    elapsed: int
    """The milliseconds for which its race is on."""


class Listing(Struct, frozen=True):
    """The rooms of one server that are listed, or the first of them."""

    rooms: list[Listed]
    more: int


class RoomListing:
    """What those who follow the list of rooms know of it.

    The rooms themselves are the lobby's; they come in with each question, the oldest first.
    """

    def __init__(self, most: int) -> None:
        """Begin without followers; a list has at most `most` rooms."""
        self._most = most
        self._followers: set[int] = set()
        self._told: Rooms | None = None
        """The list that all followers know, without times; None if some know another."""
        self._told_at = 0
        self._others: Sequence[Listing] = ()
        self._others_at = 0

    @property
    def followers(self) -> int:
        """How many players are told when the list changes."""
        return len(self._followers)

    def unfollow(self, player: int) -> None:
        """Do not tell a player any more."""
        self._followers.discard(player)

    def see_others(self, others: Sequence[Listing], now: int) -> None:
        """List the rooms of other servers, too, as they are now."""
        self._others, self._others_at = others, now

    def elsewhere(self, code: str) -> RoomInfo | None:
        """Return what is known of a room of another server; None if nothing is."""
        rooms = (each.info for other in self._others for each in other.rooms)
        return next((info for info in rooms if info.code == code), None)

    def answer(
        self, player: int, rooms: Collection[Room], now: int, *, follow: bool = False
    ) -> Outgoing:
        """Return the list as it is now, for one player; tell this one when it changes, or never."""
        listing = self._all(rooms, now)
        listed = _without_times(listing)
        if follow:
            self._followers.add(player)
            if listed != self._told:  # What was told last is not what this one knows.
                self._told = None if len(self._followers) > 1 else listed
        else:
            self.unfollow(player)
        return Outgoing((player,), _with_times(listing))

    def changed(self, rooms: Collection[Room], now: int) -> Outgoing | None:
        """Return the list for all who follow it, if it has changed and they may be told again."""
        if not self._followers or now - self._told_at < LIST_EVERY:
            return None
        self._told_at = now
        listing = self._all(rooms, now)
        listed = _without_times(listing)
        if listed == self._told:
            return None
        self._told = listed
        return Outgoing(tuple(self._followers), _with_times(listing))

    def own(self, rooms: Collection[Room], now: int) -> Listing:
        """Return those of these rooms that want to be listed, in the order of the list.

        People come first, and the newest rooms.  So rooms that nobody is in push none out of the
        list that somebody waits in; and those of one household, beyond a few, none of anybody
        else's.
        """
        wanted = [room for room in reversed([*rooms]) if room.settings.listed]
        wanted.sort(key=_order)
        found = sorted(zip(_turns(wanted), wanted, strict=True), key=itemgetter(0))
        listed = [
            Listed((turn, _order(room), place), room.info, room.round.delayed_elapsed(now))
            for place, (turn, room) in enumerate(found[: self._most])
        ]
        return Listing(listed, len(found) - len(listed))

    def _all(self, rooms: Collection[Room], now: int) -> Listing:
        """Return the list with the rooms of all servers."""
        own = self.own(rooms, now)
        if not self._others:
            return own
        age = now - self._others_at
        listed = [
            *own.rooms,
            *(_later(each, age) for other in self._others for each in other.rooms),
        ]
        listed.sort(key=lambda each: each.rank)
        more = sum(other.more for other in (own, *self._others))
        return Listing(listed[: self._most], more + max(0, len(listed) - self._most))


def _later(listed: Listed, milliseconds: int) -> Listed:
    """Return a room's line after some time."""
    if listed.info.phase != "running":
        return listed
    return replace(listed, elapsed=listed.elapsed + milliseconds)


def _without_times(listing: Listing) -> Rooms:
    """Return the list without how long each race has been going on: that is no change of it."""
    return Rooms([each.info for each in listing.rooms], listing.more)


def _with_times(listing: Listing) -> Rooms:
    """Return the list as it is told."""
    infos = [replace(each.info, elapsed=each.elapsed) for each in listing.rooms]
    return Rooms(infos, listing.more)


def _order(room: Room) -> int:
    """Return what makes the order: how many are there, two being a company, and who still waits."""
    under_way = room.round.delayed_phase in UNDER_WAY
    return under_way - 2 * min(room.members.present, COMPANY)


def _turns(rooms: list[Room]) -> list[int]:
    """Return for each room when it is its host's place's turn, the few first ones of which are 0.

    Hosts on the server's own machine, and those whose place is not known, are taken for strangers.
    """
    counts: Counter[Hashable] = Counter()
    turns = []
    for room in rooms:
        place = room.members.place(room.members.host_seen().player)
        counts[place] += place is not None
        turns.append(counts[place] if counts[place] > A_FEW else 0)
    return turns
