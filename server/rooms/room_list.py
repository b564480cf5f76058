"""The list of rooms, and telling those who follow it when it changes.  Pure, like the rooms."""

from collections import Counter
from collections.abc import Collection, Hashable
from operator import itemgetter
from typing import Final

from msgspec.structs import replace

from protocol.messages import Phase, Rooms
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

    @property
    def followers(self) -> int:
        """How many players are told when the list changes."""
        return len(self._followers)

    def unfollow(self, player: int) -> None:
        """Do not tell a player any more."""
        self._followers.discard(player)

    def answer(
        self, player: int, rooms: Collection[Room], now: int, *, follow: bool = False
    ) -> Outgoing:
        """Return the list as it is now, for one player; tell this one when it changes, or never."""
        found = self._listed(rooms)
        listed = self._message(found)
        if follow:
            self._followers.add(player)
            if listed != self._told:  # What was told last is not what this one knows.
                self._told = None if len(self._followers) > 1 else listed
        else:
            self.unfollow(player)
        return Outgoing((player,), _with_times(listed, found, now))

    def changed(self, rooms: Collection[Room], now: int) -> Outgoing | None:
        """Return the list for all who follow it, if it has changed and they may be told again."""
        if not self._followers or now - self._told_at < LIST_EVERY:
            return None
        self._told_at = now
        found = self._listed(rooms)
        listed = self._message(found)
        if listed == self._told:
            return None
        self._told = listed
        return Outgoing(tuple(self._followers), _with_times(listed, found, now))

    def _listed(self, rooms: Collection[Room]) -> list[Room]:
        """Return the rooms that want to be listed: where people are first, and the newest first.

        So rooms that nobody is in push none out of the list that somebody waits in; and those of
        one household, beyond a few, none of anybody else's.
        """
        listed = [room for room in reversed([*rooms]) if room.settings.listed]
        listed.sort(key=_order)
        turns = _turns(listed)
        return [room for _, room in sorted(zip(turns, listed, strict=True), key=itemgetter(0))]

    def _message(self, rooms: list[Room]) -> Rooms:
        shown = [room.info for room in rooms[: self._most]]
        return Rooms(shown, len(rooms) - len(shown))


def _with_times(listed: Rooms, rooms: list[Room], now: int) -> Rooms:
    """Return the list with how long each race has been going on; that is no change of it."""
    infos = [
        replace(info, elapsed=room.round.delayed_elapsed(now))
        for info, room in zip(listed.rooms, rooms, strict=False)
    ]
    return replace(listed, rooms=infos)


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
