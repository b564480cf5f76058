"""The list of rooms, and telling those who follow it when it changes.  Pure, like the rooms."""

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from protocol.messages import RoomInfo, Rooms
from server.rooms.output import Outgoing
from server.rooms.room import Room

LIST_EVERY: Final = 1000
"""Milliseconds between two times that those who follow the list of rooms are told, at least."""


class RoomList:
    """What those who follow the list of rooms know of it.

    The rooms themselves are the lobby's; they come in with each question, the oldest first.
    """

    def __init__(self, most: int) -> None:
        """Begin without followers; a list has at most `most` rooms."""
        self._most = most
        self._followers: set[int] = set()
        self._told: list[RoomInfo] | None = None
        """The list that all followers know, without times; None if some know another."""
        self._told_at = 0

    @property
    def followers(self) -> int:
        """How many players are told when the list changes."""
        return len(self._followers)

    def follow(self, player: int, rooms: Collection[Room]) -> None:
        """Tell a player from now on when the list changes.  The list itself is in `answer`."""
        self._followers.add(player)
        listed = [room.info for room in self._listed(rooms)]
        if listed != self._told:  # What was told last is not what this one knows.
            self._told = None if len(self._followers) > 1 else listed

    def unfollow(self, player: int) -> None:
        """Do not tell a player any more."""
        self._followers.discard(player)

    def answer(self, player: int, rooms: Collection[Room], now: int) -> Outgoing:
        """Return the list as it is now, for one player."""
        return Outgoing((player,), _message(self._listed(rooms), now))

    def changed(self, rooms: Collection[Room], now: int) -> Outgoing | None:
        """Return the list for all who follow it, if it has changed and they may be told again."""
        if not self._followers or now - self._told_at < LIST_EVERY:
            return None
        self._told_at = now
        found = self._listed(rooms)
        listed = [room.info for room in found]
        if listed == self._told:
            return None
        self._told = listed
        return Outgoing(tuple(self._followers), _message(found, now))

    def _listed(self, rooms: Collection[Room]) -> list[Room]:
        """Return the newest of those rooms that want to be listed."""
        listed = [room for room in rooms if room.settings.listed]
        return listed[: -self._most - 1 : -1]


def _message(rooms: list[Room], now: int) -> Rooms:
    """Return the list with how long each race has been going on; that is no change of it."""
    return Rooms([replace(room.info, elapsed=room.round.delayed_elapsed(now)) for room in rooms])
