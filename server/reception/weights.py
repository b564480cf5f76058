"""What a request weighs: for how many of the cheapest it counts against a rate.

A weight is about what the request costs the server, in the time of one that answers its sender with
what is at hand.  Moves are not weighed: they have a rate of their own.
"""

from collections.abc import Mapping
from typing import Final

from protocol.messages import (
    AnswerEnd,
    BeginAnew,
    CallBot,
    ChangeSettings,
    Chat,
    ClientMessage,
    CloseRoom,
    CreateRoom,
    DeleteMe,
    EndRace,
    GetAdvice,
    GetAnalysis,
    GetDailies,
    GetDaily,
    GetLeaderboard,
    GetOutlook,
    GetOverview,
    GetOwnData,
    GetPast,
    GetPositions,
    GetProfile,
    GetRatingCourse,
    GetRatings,
    GetReplay,
    GetRoomPast,
    HoldSeries,
    JoinRoom,
    Kick,
    LeaveRoom,
    ListRooms,
    Mute,
    PlayDaily,
    Practise,
    RaceGhosts,
    Rematch,
    RenewToken,
    Resync,
    SetReady,
    StartRace,
    StopLooking,
    Veto,
    WatchRoom,
)

READERS: Final = 32
"""Members of a room to whom something is told for the cost of one request, or rooms of a list."""
PASSWORD: Final = 4
"""What a password adds, right or wrong: it is hashed, slowly by design."""
WEIGHTS: Final[Mapping[type[ClientMessage], int]] = {
    ListRooms: 2,
    CreateRoom: 2,  # Writes to the disk, as do those down to `ChangeSettings`.
    Practise: 2,
    PlayDaily: 2,
    RaceGhosts: 2,
    JoinRoom: 2,
    WatchRoom: 2,
    StartRace: 2,
    ChangeSettings: 2,
    RenewToken: 4,  # Writes twice, one commit each.
    Resync: 2,  # The room and all its boards.
    DeleteMe: 4,  # Writes again and again.
    GetLeaderboard: 2,  # Asks the disk, as do the next ten.
    GetOverview: 2,
    GetOwnData: 2,
    GetProfile: 2,
    GetRatings: 2,
    GetRatingCourse: 2,
    GetDaily: 2,
    GetDailies: 2,
    GetPast: 2,
    GetRoomPast: 2,
    GetReplay: 2,
    GetPositions: 2,
    GetAnalysis: 2,
    GetOutlook: 2,
    CallBot: 5,  # Begins the work of another process.
    GetAdvice: 5,  # Tries all that can be done.
}
"""What weighs more than 1, whoever is told of it."""
TELLS_A_ROOM: Final = frozenset(
    {
        JoinRoom,
        WatchRoom,
        LeaveRoom,
        SetReady,
        StartRace,
        StopLooking,
        EndRace,
        AnswerEnd,
        Rematch,
        Veto,
        HoldSeries,
        BeginAnew,
        ChangeSettings,
        Kick,
        Mute,
        CloseRoom,
        Chat,
        Resync,  # Tells the sender alone, but about everybody.
        ListRooms,  # The same, about rooms.
    }
)
"""What goes to all members of a room, or lists them, or lists rooms."""


def weigh(message: ClientMessage) -> int:
    """Return what a request weighs, whoever is told of it."""
    weight = WEIGHTS.get(type(message), 1)
    match message:
        case GetAdvice("why"):
            return 1
        case JoinRoom() | WatchRoom() | CreateRoom() | ChangeSettings() if message.password:
            return weight + PASSWORD
    return weight


def weigh_telling(message: ClientMessage, members: int) -> int:
    """Return what it weighs to tell so many members of a room of a request, or of so many rooms."""
    return members // READERS if type(message) in TELLS_A_ROOM else 0
