"""How a room is, as a message, for each who may know."""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from protocol.messages import Phase, Practice, RoomInfo, RoomState, Search, Settings
from server.rooms.evenings.evening import RoomEvening
from server.rooms.members import Members
from server.rooms.moderation import Moderation
from server.rooms.output import Output


@dataclass(frozen=True)
class Description:
    """A room in words; it knows what the room is made of, and not the room itself."""

    code: str
    settings: Settings
    members: Members
    moderation: Moderation
    output: Output
    practice: Practice | None = None
    search: Search = "none"
    evening: RoomEvening | None = None
    daily: str = ""

    def state(self, phase: Phase, player: int) -> RoomState:
        """Return the room as a player sees it for whom it is in this phase."""
        host = self.members.host_seen(player).player
        members, locked = self.members.seen(player), bool(self.moderation.lock)
        return RoomState(
            self.code,
            self.settings,
            host,
            phase,
            members,
            locked,
            guests=self.members.all_guests,
            practice=self.practice,
            search=self.search if phase == "lobby" else "none",
            evening=self.evening.told(phase) if self.evening else None,
            daily=self.daily,
        )

    def tell(self, players: Iterable[int], phase: Phase) -> None:
        """Tell players how the room is for whom it is in this phase."""
        late = self.output.late
        for group in (
            tuple(player for player in players if player not in late),
            tuple(player for player in players if player in late),
        ):
            if group:
                self.output.tell(group, self.state(phase, group[0]))

    def info(self, phase: Phase) -> RoomInfo:
        """Return the room in the lobby's list: as it is for those outside, in this phase."""
        members = self.members.seen()
        racers = sum(member.seated for member in members)
        return RoomInfo(
            self.code,
            _briefly(self.settings),
            self.members.host_seen().name,
            phase,
            racers,
            len(members) - racers + self.members.all_guests,
            bool(self.moderation.lock),
        )


def _briefly(settings: Settings) -> Settings:
    """Return settings without the games of a series: a thousand lists are too much for a frame."""
    series = settings.series
    if series is None or not series.games:
        return settings
    return replace(settings, series=replace(series, games=[]))
