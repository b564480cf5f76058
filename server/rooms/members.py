"""The members of a room: seats, readiness, connections, and which of them is the host."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from protocol.messages import FromServer, Member, MemberChanged
from server.rooms.output import Output
from server.rooms.refusal import Refusal

PING_STEP: Final = 20
"""Milliseconds by which a racer's ping has to change to be told."""


class Members(Mapping[int, Member]):
    """The members of one room, by their ids.  Whatever changes about a member is told."""

    def __init__(self, output: Output) -> None:
        """Begin with nobody; what is told goes to `output`."""
        self.host = 0
        """The id of the host, who decides what is played; 0 before anybody has come."""
        self._output = output
        self._members: dict[int, Member] = {}
        self._away: dict[int, int] = {}
        """When each member whose connection is lost went away, or when the grace began anew."""

    def __getitem__(self, player: int) -> Member:
        return self._members[player]

    def __iter__(self) -> Iterator[int]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    @property
    def seated(self) -> int:
        """How many members have a seat."""
        return sum(member.seated for member in self._members.values())

    @property
    def spectators(self) -> int:
        """How many members have no seat."""
        return len(self) - self.seated

    def tell(self, *messages: FromServer) -> None:
        """Tell all members what has happened."""
        self._output.tell(tuple(self._members), *messages)

    # Coming and going -----------------------------------------------------------------------------

    def add(self, member: Member) -> None:
        """Take a member in, or give one another place, and tell all others."""
        self._members[member.player] = member
        self._tell_others(member)

    def restore(self, member: Member, now: int) -> None:
        """Take up a member as the room stood before a restart: away from now on, until back."""
        self._members[member.player] = replace(member, connected=False)
        self._away[member.player] = now

    def remove(self, player: int) -> None:
        """Take a member out.  Who has to be told what is for the room to say."""
        del self._members[player]
        self._away.pop(player, None)

    def clear(self) -> None:
        """Take all members out."""
        self._members.clear()
        self._away.clear()

    def appoint_host(self) -> None:
        """Make somebody else the host: rather one who is connected, no bot, and has a seat."""
        heirs = self._members.values()
        self.host = min(heirs, key=lambda m: (not m.connected, m.bot, not m.seated)).player

    # Connections ----------------------------------------------------------------------------------

    def disconnect(self, player: int, now: int) -> None:
        """Note that a member's connection is lost: who is away is not ready."""
        self._away[player] = now
        member = replace(self._members[player], connected=False, ready=False)
        self._members[player] = member
        self._tell_others(member)

    def reconnect(self, player: int) -> None:
        """Note that a member is connected again."""
        self._away.pop(player, None)
        member = replace(self._members[player], connected=True)
        self._members[player] = member
        self._tell_others(member)

    @property
    def away(self) -> tuple[int, ...]:
        """Those whose connection is lost."""
        return tuple(self._away)

    def away_for(self, player: int, now: int) -> int:
        """Return for how many milliseconds a member has been away."""
        return now - self._away[player]

    def begin_grace(self, now: int) -> None:
        """Count from now on how long those are away who are."""
        self._away = dict.fromkeys(self._away, now)

    # What all are told ----------------------------------------------------------------------------

    def set_ready(self, player: int, *, ready: bool) -> None:
        """Note whether a member is ready for the race."""
        self._change(replace(self._members[player], ready=ready))

    def set_muted(self, player: int, *, muted: bool) -> None:
        """Note whether the host has taken a member's word away."""
        self._change(replace(self._members[player], muted=muted))

    def set_ping(self, player: int, milliseconds: int) -> None:
        """Note how long a message to a racer and back takes; small changes are not told."""
        member = self._members[player]
        if member.seated and (not member.ping or abs(member.ping - milliseconds) > PING_STEP):
            self._change(replace(member, ping=milliseconds))

    def rename(self, player: int, name: str) -> None:
        """Call a member otherwise from now on."""
        self._change(replace(self._members[player], name=name))

    def clear_ready(self) -> None:
        """Note that nobody is ready any more; the room tells it, with its new phase."""
        for player, member in self._members.items():
            self._members[player] = replace(member, ready=False)

    def _change(self, member: Member) -> None:
        self._members[member.player] = member
        self.tell(MemberChanged(member))

    def _tell_others(self, member: Member) -> None:
        others = tuple(player for player in self._members if player != member.player)
        self._output.tell(others, MemberChanged(member))

    # Conditions -----------------------------------------------------------------------------------

    def require_host(self, player: int) -> None:
        """Check that a player is the host.

        Raises:
            Refusal: it is somebody else.
        """
        if player != self.host:
            host = self._members[self.host].name
            raise Refusal("not the host", f"only the host, {host}, can do that")

    def require_another(self, player: int, other: int) -> None:
        """Check that a player is the host, and `other` another member.

        Raises:
            Refusal: that is not so.
        """
        self.require_host(player)
        if other not in self._members:
            raise Refusal("unknown player", "nobody with that id is in this room")
        if other == player:
            raise Refusal("not allowed", "you cannot do that to yourself")
