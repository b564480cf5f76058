"""Those who watch without a name: who they are for as long as they are connected, and may do."""

import itertools
from typing import Final

from protocol.messages import (
    FIRST_GUEST,
    FromClient,
    GetAnalysis,
    GetDailies,
    GetDaily,
    GetLeaderboard,
    GetOverview,
    GetPositions,
    GetProfile,
    GetRatingCourse,
    GetRatings,
    GetReplay,
    LeaveRoom,
    ListRooms,
    Ping,
    Resync,
    StopAnalysis,
    WatchRoom,
)
from server.rooms.records import Player
from server.rooms.refusal import not_for_guests

NAME: Final = "Guest"
"""What all of them are called."""
_ALLOWED: Final = (
    *(ListRooms, WatchRoom, LeaveRoom, Resync, Ping),
    *(
        GetLeaderboard,
        GetOverview,
        GetProfile,
        GetRatings,
        GetRatingCourse,
        GetReplay,
        GetPositions,
        GetAnalysis,
        StopAnalysis,
        GetDaily,
        GetDailies,
    ),
)


class Guests:
    """Gives each guest an id of their own."""

    def __init__(self) -> None:
        """Begin with the first."""
        self._ids = itertools.count(FIRST_GUEST)

    def new(self) -> Player:
        """Return somebody who has not been here before."""
        return Player(next(self._ids), NAME)


def check(player: Player, message: FromClient) -> None:
    """Check that a message is one that its player may send.

    Raises:
        Refusal: it is not for guests.
    """
    if player.guest and not isinstance(message, _ALLOWED):
        raise not_for_guests()
