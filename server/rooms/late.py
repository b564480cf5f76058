"""A room as those see it who see its race later: its members, its host and what racers say.  Pure.

That somebody leaves, or speaks with relief, tells how the race goes as well as its boards do.  So
all that racers do is shown to the others when the race of that moment is.  What everybody else does
is never late.
"""

from collections import deque
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from protocol.messages import Member, MemberChanged, MemberLeft, Said


class HostPassedOn(NamedTuple):
    """Somebody else is the host from now on."""

    player: int


Change: TypeAlias = MemberChanged | MemberLeft | Said | HostPassedOn
"""Something that happens in a room beside its race."""


class LateView(Mapping[int, Member]):
    """The members of a room during a race, as all but its racers see them."""

    def __init__(
        self, members: Iterable[Member], racers: Iterable[int], host: int, delay: int
    ) -> None:
        """Begin with the room as it is; what the `racers` do is shown `delay` milliseconds later.

        Racers who leave the race stay racers, wherever they come in again.
        """
        self.host = host
        """The host, as far as the others know."""
        self.racers = frozenset(racers)
        self._members = {member.player: member for member in members}
        self._delay = delay
        self._fresh: list[Change] = []
        """What has happened since the last look at the clock."""
        self._waiting: deque[tuple[int, Change]] = deque()
        """What has happened, and when it is shown."""

    def __getitem__(self, player: int) -> Member:
        return self._members[player]

    def __iter__(self) -> Iterator[int]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def release(self, player: int) -> None:
        """Count somebody as no racer who has left before the race began."""
        self.racers -= {player}

    def wait(self, change: Change) -> None:
        """Show this later: it happens now."""
        self._fresh.append(change)

    def take(self, change: Change) -> bool:
        """Show this; return whether there is anything to show."""
        match change:
            case MemberChanged(member):
                self._members[member.player] = member
            case MemberLeft(player):
                return self._members.pop(player, None) is not None
            case HostPassedOn(player):
                if player not in self._members:
                    return False  # Has left again: somebody else follows.
                self.host = player
        return True

    def _show(self, change: Change) -> Iterator[Change]:
        host = self.host
        if self.take(change):
            yield change
            if self.host not in self._members and self._members:
                self.host = heir(self._members, self.racers)
            if host != self.host and not isinstance(change, HostPassedOn):
                yield HostPassedOn(self.host)

    def alter(self, player: int, **fields: object) -> Member | None:
        """Show at once what is no secret about a member, now and in all that still waits."""

        def altered(change: Change) -> Change:
            if isinstance(change, MemberChanged) and change.member.player == player:
                return MemberChanged(replace(change.member, **fields))
            return change

        self._fresh = [altered(change) for change in self._fresh]
        self._waiting = deque((due, altered(change)) for due, change in self._waiting)
        if player not in self._members:
            return None
        member = self._members[player] = replace(self._members[player], **fields)
        return member

    def due(self, now: int) -> Iterator[Change]:
        """Show what has waited until this time, and yield it."""
        self._waiting += [(now + self._delay, change) for change in self._fresh]
        self._fresh.clear()
        while self._waiting and self._waiting[0][0] <= now:
            _, change = self._waiting.popleft()
            yield from self._show(change)

    def rest(self) -> Iterator[Change]:
        """Show all that still waits, and yield it: there is no secret any more."""
        waiting = [*(change for _, change in self._waiting), *self._fresh]
        self._waiting.clear()
        self._fresh.clear()
        for change in waiting:
            yield from self._show(change)


def heir(members: Mapping[int, Member], last: Container[int] = ()) -> int:
    """Return who is to be the host when the host has left, but rather nobody of the `last`.

    It is somebody who is connected, no bot, and has a seat, where there is one.
    """

    def order(player: int) -> tuple[bool, ...]:
        member = members[player]
        return (player in last, not member.connected, member.bot, not member.seated)

    return min(members, key=order)
