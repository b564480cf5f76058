"""The members of a room: seats, readiness, connections, and which of them is the host.

Whatever changes about a member is told; what a racer does, later to those who see the race later.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from protocol.messages import FromServer, Guests, Member, MemberChanged, MemberLeft, Said
from server.rooms.late import HostPassedOn, LateView, heir
from server.rooms.output import Output
from server.rooms.refusal import Refusal

PING_STEP: Final = 20
"""Milliseconds by which a racer's ping has to change to be told."""


class Members(Mapping[int, Member]):
    """The members of one room, by their ids."""

    def __init__(self, output: Output) -> None:
        """Begin with nobody; what is told goes to `output`."""
        self.host = 0
        """The id of the host, who decides what is played; 0 before anybody has come."""
        self.late: LateView | None = None
        """How those see the room who see its race later, while there is a race that they see so."""
        self._output = output
        self._members: dict[int, Member] = {}
        self._away: dict[int, int] = {}
        """When each member whose connection is lost went away, or when the grace began anew."""
        self._places: dict[int, Hashable] = {}
        """Where members and guests connect from, as far as that is known."""
        self.guests: set[int] = set()
        """Those who look on, and are no members."""
        self.relays: dict[int, int] = {}
        """Those of them through whom guests of other servers look on, and how many these are."""
        self._guests_told = 0
        """How many of them have been told of."""

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

    @property
    def present(self) -> int:
        """How many are connected, as far as those know who are not in the race."""
        if self.late is None:
            return len(self._members) - len(self._away)
        return sum(member.connected for member in self.late.values())

    @property
    def own_guests(self) -> int:
        """How many look on at this server."""
        return len(self.guests) - len(self.relays)

    @property
    def all_guests(self) -> int:
        """How many look on at all servers."""
        return self.own_guests + sum(self.relays.values())

    def has(self, reader: int) -> bool:
        """Return whether somebody is here, as a member or a guest."""
        return reader in self._members or reader in self.guests

    @property
    def readers(self) -> tuple[int, ...]:
        """All who are told what happens: the members and the guests."""
        return (*self._members, *self.guests)

    def tell(self, *messages: FromServer) -> None:
        """Tell all what has happened."""
        self._output.tell(self.readers, *messages)

    def say(self, said: Said) -> tuple[tuple[int, ...], bool]:
        """Pass on what a member says.

        Return who is told it now, and whether others are told it later, as they see the race.
        """
        readers = self.readers
        self._tell(readers, said, said.player)
        racing = self.late is not None and said.player in self.late.racers
        self._output.note_said(said, late=not racing)
        return (self._live(readers) if racing else readers), racing

    def _tell(
        self, players: tuple[int, ...], message: MemberChanged | MemberLeft | Said, about: int
    ) -> None:
        """Tell what a member does: what a racer does, to those who see the race later, later."""
        if self.late is None:
            self._output.tell(players, message)
        elif about in self.late.racers:
            self._output.tell(self._live(players), message)
            self.late.wait(message)
        else:
            self._output.tell(players, message)
            self.late.take(message)

    def _live(self, players: Iterable[int]) -> tuple[int, ...]:
        return tuple(player for player in players if player not in self._output.late)

    # How the room looks ---------------------------------------------------------------------------

    def seen(self, player: int = 0) -> list[Member]:
        """Return the members as a player sees them; by default, as somebody from outside."""
        return list((self._late_for(player) or self._members).values())

    def host_seen(self, player: int = 0) -> Member:
        """Return the host, as far as a player knows; by default, somebody from outside."""
        late = self._late_for(player)
        return late[late.host] if late else self._members[self.host]

    def _late_for(self, player: int) -> LateView | None:
        inside = player in self._members and player not in self._output.late
        return None if inside else self.late

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
        """Take a member out, and tell all others, unless that was the host: see `pass_on`."""
        del self._members[player]
        self._away.pop(player, None)
        self._places.pop(player, None)
        if player != self.host:
            self._tell(self.readers, MemberLeft(player), player)

    def clear(self) -> None:
        """Take all out."""
        self._members.clear()
        self._away.clear()
        self._places.clear()
        self.guests.clear()
        self.relays.clear()
        self.late = None

    def let_in(self, guest: int, place: Hashable) -> None:
        """Let a guest look on, who connects from this place."""
        self.guests.add(guest)
        self._places[guest] = place

    def let_out(self, guest: int) -> None:
        """Let a guest go."""
        self.guests.discard(guest)
        self.relays.pop(guest, None)
        self._places.pop(guest, None)

    def tell_guests(self) -> None:
        """Tell all how many guests there are, if that has changed since it was told last."""
        if self._guests_told != self.all_guests:
            self._guests_told = self.all_guests
            self.tell(Guests(self._guests_told))

    def pass_on(self) -> tuple[int, ...]:
        """Make somebody else the host, as the host has left; return who has to be told so now.

        Where others see the race later, the choice must tell them nothing of its racers.
        """
        late, gone = self.late, self.host
        openly = late is None or gone not in late.racers
        secret = late.racers if late and openly else ()
        self.host = heir(self._members, secret)
        everybody = self.readers
        if late is None:
            return everybody
        if openly and late.host == gone:
            late.take(MemberLeft(gone))
            # Those outside, for whom there are racers alone now, are told what follows from those.
            late.take(HostPassedOn(heir(late, secret) if late else self.host))
            late.wait(HostPassedOn(self.host))
            return everybody
        self._tell(tuple(self._output.late), MemberLeft(gone), gone)
        late.wait(HostPassedOn(self.host))
        return self._live(everybody)

    # Connections ----------------------------------------------------------------------------------

    @property
    def unseen(self) -> Collection[int]:
        """Those of whom nobody knows where they connect from: not here yet since a restart."""
        return self._members.keys() - self._places.keys()

    def place(self, player: int) -> Hashable:
        """Return where a member connects from: equal for one address; None if not known."""
        return self._places.get(player)

    def note_place(self, player: int, place: Hashable) -> None:
        """Note where a member connects from; it stays so while the connection is lost."""
        self._places[player] = place

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

    def all_away_for(self, now: int) -> int:
        """Return for how many milliseconds nobody has been connected; 0 while anybody is."""
        if not self._away or len(self._away) < len(self):
            return 0
        return now - max(self._away.values())

    def begin_grace(self, now: int) -> None:
        """Count from now on how long those with a seat are away who are."""
        self._away |= {player: now for player in self._away if self._members[player].seated}

    # What all are told ----------------------------------------------------------------------------

    def set_ready(self, player: int, *, ready: bool) -> None:
        """Note whether a member is ready for the race."""
        self._change(replace(self._members[player], ready=ready))

    def set_muted(self, player: int, *, muted: bool) -> None:
        """Note whether the host has taken a member's word away."""
        self._alter(player, muted=muted)

    def set_ping(self, player: int, milliseconds: int) -> None:
        """Note how long a message to a racer and back takes; small changes are not told."""
        member = self._members[player]
        if member.seated and (not member.ping or abs(member.ping - milliseconds) > PING_STEP):
            self._change(replace(member, ping=milliseconds))

    def rename(self, player: int, name: str) -> None:
        """Call a member otherwise from now on."""
        self._alter(player, name=name)

    def note_level(self, player: int, level: int) -> None:
        """Note how well a member plays that is a bot."""
        self._alter(player, level=level)

    def clear_ready(self) -> None:
        """Note that nobody is ready any more; the room tells it, with its new phase."""
        for player, member in self._members.items():
            self._members[player] = replace(member, ready=False)

    def _change(self, member: Member) -> None:
        self._members[member.player] = member
        self._tell(self.readers, MemberChanged(member), member.player)

    def _alter(self, player: int, **fields: object) -> None:
        """Change what others decide about a member, which is no secret: all are told at once."""
        late, member = self.late, self._members.get(player)
        if member:
            member = self._members[player] = replace(member, **fields)
        if late is None:
            if member:
                self.tell(MemberChanged(member))
            return
        if member:
            self._output.tell(self._live(self.readers), MemberChanged(member))
        if shown := late.alter(player, **fields):
            self._output.tell(tuple(self._output.late), MemberChanged(shown))

    def _tell_others(self, member: Member) -> None:
        others = tuple(player for player in self.readers if player != member.player)
        self._tell(others, MemberChanged(member), member.player)

    # Conditions -----------------------------------------------------------------------------------

    def require_host(self, player: int) -> None:
        """Check that a player is the host.

        Raises:
            Refusal: it is somebody else.
        """
        host = self.host_seen(player)
        if player != host.player:
            raise Refusal("not the host", f"only the host, {host.name}, can do that")

    def require_another(self, player: int, other: int) -> None:
        """Check that a player is the host, and `other` another member.

        Raises:
            Refusal: that is not so.
        """
        self.require_host(player)
        if all(member.player != other for member in self.seen(player)):
            raise Refusal("unknown player", "nobody with that id is in this room")
        if other == player:
            raise Refusal("not allowed", "you cannot do that to yourself")
