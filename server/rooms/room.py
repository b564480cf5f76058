"""A room, pure: who is in it, and the way from lobby to countdown to race to results and back.

It knows no socket, no database and no clock.  What a client wants comes in as a method call with
the time in milliseconds; what has to be written down and what has to be sent waits in `Room.mail`.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from engine import catalogue
from engine.chance import commitment
from engine.replay import Entry
from protocol.messages import (
    Announcement,
    FromServer,
    LeftRoom,
    Member,
    MemberChanged,
    MemberLeft,
    Phase,
    RoomInfo,
    RoomState,
    Said,
    Settings,
)
from server.bounds import Limits
from server.rooms.audience import Audience
from server.rooms.events import Events
from server.rooms.house import HouseRules
from server.rooms.letters import Mail
from server.rooms.passwords import NO_LOCK, Key, Lock
from server.rooms.race import Race
from server.rooms.records import (
    ClockRead,
    MemberGone,
    MemberSaved,
    Player,
    RaceClosed,
    RaceMade,
    RoomClosed,
    RoomSaved,
    StoredRace,
    StoredRoom,
)
from server.rooms.refusal import Refusal
from server.rooms.round import Round, not_racing

PING_STEP: Final = 20
"""Milliseconds by which a racer's ping has to change to be told."""


class Room:
    """Who is together, who of them is the host, and the round that they play."""

    def __init__(
        self,
        code: str,
        settings: Settings,
        limits: Limits | None = None,
        stream: str = "",
        lock: Lock = NO_LOCK,
    ) -> None:
        """Make an empty room in its lobby; the first to join becomes the host.

        `stream` names the numbering of its events, and no other's.

        Raises:
            UnknownGame, BadOption: the settings name a game that there is not.
        """
        limits = limits or Limits()
        self.code = code
        self.settings = _completed(settings)
        self.game = catalogue.make(self.settings.game, self.settings.options)
        self.house = HouseRules(lock)
        self.host = 0
        self.members: dict[int, Member] = {}
        self.mail = Mail(Events(limits.events, limits.event_bytes))
        """What comes out."""
        self._limits = limits
        self._stream = stream
        self._round: Round | None = None
        """None in the lobby."""
        self._audience = Audience(self.members)
        self._active: int | None = None
        """When something last happened here; None: look at the clock first."""
        self._came: dict[int, int] = {}
        """The number of the event after which each member came in as what they are."""
        self._notices: dict[int, str] = {}
        """What members have to be told when they come back."""
        self._gone_since: dict[int, int] = {}

    @property
    def race(self) -> Race | None:
        """The race under way, or the one that has just finished."""
        return self._round.race if self._round else None

    @property
    def phase(self) -> Phase:
        """Where the room is, for those who see the race live."""
        return self._round.phase if self._round else "lobby"

    @property
    def _phase_later(self) -> Phase:
        """Where the room is, for those who see the race later."""
        return self._round.phase_later if self._round else "lobby"

    @property
    def info(self) -> RoomInfo:
        """The room in the lobby's list: as spectators see it, for that is what others may know."""
        host = self.members[self.host].name
        spectators = len(self.members) - self._seated
        locked = bool(self.house.lock)
        phase = self._phase_later
        return RoomInfo(self.code, self.settings, host, phase, self._seated, spectators, locked)

    def elapsed(self, now: int) -> int:
        """Return how many milliseconds the race has been going on, as spectators see it, or 0."""
        return self._round.elapsed_later(now) if self._round else 0

    def hides(self, player: int, race: int) -> bool:
        """Return whether this race is still to be shown to spectators, and the player is one."""
        return self._round is not None and self._round.hides(player, race)

    # Coming and going -----------------------------------------------------------------------------

    def join(self, player: Player, now: int) -> None:
        """Take a seat; during a race, come in as a spectator.

        A spectator who is here already takes a seat where that is possible.

        Raises:
            Refusal: all seats, or all places for spectators, are taken.
        """
        here = self.members.get(player.id)
        if here and here.seated:
            self.sync(player.id, now)
            return
        if self._under_way:
            self.watch(player, now)
            return
        if self._seated >= self.settings.seats:
            text = "all seats are taken; you can watch the room instead"
            raise Refusal("room full", text)
        self._admit(player, seated=True, now=now)

    def watch(self, player: Player, now: int) -> None:
        """Come in as a spectator; who has a seat gives it back.

        Raises:
            Refusal: there are as many spectators as there may be.
        """
        here = self.members.get(player.id)
        if here and (not here.seated or self._under_way):
            self.sync(player.id, now)
            return
        if len(self.members) - self._seated >= self._limits.spectators:
            raise Refusal("room full", "there is no room for another spectator")
        self._admit(player, seated=False, now=now)

    def _admit(self, player: Player, *, seated: bool, now: int) -> None:
        muted = player.id in self.house.muted
        member = Member(player.id, player.name, seated, bot=player.bot, muted=muted)
        self.members[player.id] = member
        if not self.host:
            self.host = player.id
            self._save()
        self._settle_audience()
        self._came[player.id] = self.mail.events.number
        self.mail.records.append(MemberSaved(player.id, self.code, seated))
        self._tell_of(player.id)
        self.sync(player.id, now)

    def leave(self, player: int, now: int, reason: str = "") -> None:
        """Leave the room, and give up a race under way.  An empty room is closed."""
        if self._round:
            self._round.note_connection(player, connected=False)
            if self._round.is_racing(player):
                self.give_up(player, now)
        del self.members[player]
        for known in (self._gone_since, self._came, self._notices):
            known.pop(player, None)
        self.mail.records.append(MemberGone(player))
        self._settle_audience()
        self.mail.answer(player, LeftRoom(reason))
        if not self.members:
            self.mail.records.append(RoomClosed(self.code))
            return
        if player == self.host:
            self.host = min(
                self.members.values(), key=lambda m: (not m.connected, m.bot, not m.seated)
            ).player
            self._save()
            self._announce()
        else:
            self._tell_all(MemberLeft(player))

    def dropped(self, player: int, now: int) -> None:
        """Note that a member's connection is lost; the seat is kept."""
        self._gone_since[player] = now
        self._connected(player, connected=False)

    def returned(self, player: int, now: int, stream: str = "", seen: int = 0) -> None:
        """Note that a member is connected again, and tell them where everything stands.

        Who has seen the event `seen` of this room's `stream` is told what came after it, as far as
        it was for them; or else everything.
        """
        self._gone_since.pop(player, None)
        self._connected(player, connected=True)
        known = stream == self._stream and seen >= max(1, self._came.get(player, 1))
        missed = self.mail.events.since(player, seen) if known else None
        if missed is None:
            self.sync(player, now)
        else:
            missed.append(MemberChanged(self.members[player]))  # Who was ready is so no longer.
            if progress := self._round.progress(player) if self._round else None:
                missed.append(progress)
            self.mail.answer(player, *missed)
        if notice := self._notices.pop(player, ""):
            self.mail.answer(player, Announcement(notice))

    def _connected(self, player: int, *, connected: bool) -> None:
        member = self.members[player]
        ready = member.ready and connected
        self.members[player] = replace(member, connected=connected, ready=ready)
        if self._round:
            self._round.note_connection(player, connected=connected)
        self._tell_of(player)

    def set_ping(self, player: int, milliseconds: int) -> None:
        """Note how long a message to a racer and back takes; small changes are not told."""
        member = self.members[player]
        if member.seated and (not member.ping or abs(member.ping - milliseconds) > PING_STEP):
            self.members[player] = replace(member, ping=milliseconds)
            self._tell_all(MemberChanged(self.members[player]))

    def sync(self, player: int, now: int) -> None:
        """Tell a member everything about the room and the race."""
        phase, race = self.phase, list[FromServer]()
        if self._round:
            phase, race = self._round.phase_for(player), self._round.view(player, now)
        *before, last = self._message(phase), *race
        # Only who has got all of it knows what there was up to this event.
        self.mail.answer(player, *before, replace(last, seq=self.mail.events.number))

    def admit(self, player: int, key: Key) -> None:
        """See whether somebody may come in with the key that a password makes (`make_key`).

        Raises:
            Refusal: that is not the key, or the host has sent this player away.
        """
        if player not in self.members:
            self.house.admit(player, key)

    # What the host may ----------------------------------------------------------------------------

    def change_settings(self, player: int, settings: Settings, lock: Lock | None) -> None:
        """Play something else, or otherwise; nobody is ready any more.  None keeps the lock.

        Raises:
            Refusal: not the host, not in the lobby, or more have a seat than there would be.
            UnknownGame, BadOption: the settings name a game that there is not.
        """
        self._must_be_host(player)
        self._must_be("lobby")
        if self._seated > settings.seats:
            raise Refusal("room full", f"{self._seated} have a seat; let some of them watch first")
        completed = _completed(settings)
        self.game = catalogue.make(completed.game, completed.options)
        self.settings = completed
        if lock is not None:
            self.house.lock = lock
        self._back_to_lobby()
        self._announce()

    def kick(self, player: int, other: int, now: int) -> None:
        """Send a member away, for as long as this room is there.

        Raises:
            Refusal: not the host, or not somebody else in the room.
        """
        self._must_be_another(player, other)
        self.house.kicked.add(other)
        self.mail.records.append(self.house.record(other, self.code))
        self.leave(other, now, "the host has sent you away")

    def mute(self, player: int, other: int, *, muted: bool) -> None:
        """Take a member's word away, or give it back.

        Raises:
            Refusal: not the host, or not somebody else in the room.
        """
        self._must_be_another(player, other)
        (self.house.muted.add if muted else self.house.muted.discard)(other)
        self.mail.records.append(self.house.record(other, self.code))
        self.members[other] = replace(self.members[other], muted=muted)
        self._tell_all(MemberChanged(self.members[other]))

    def close_by(self, player: int, now: int) -> None:
        """Close the room.

        Raises:
            Refusal: not the host.
        """
        self._must_be_host(player)
        self.close(now, "the host has closed the room")

    def close(self, now: int, reason: str) -> None:
        """Send everybody away, giving up a race under way."""
        for player in list(self.race.racers) if self.race and self.phase == "running" else ():
            self.give_up(player, now)
        self.mail.records += [MemberGone(player) for player in self.members]
        self._tell_all(LeftRoom(reason))
        self.members.clear()
        self._gone_since.clear()
        self._round = None
        self.mail.records.append(RoomClosed(self.code))

    def rename(self, player: int, name: str) -> None:
        """Call a member or racer otherwise from now on."""
        if player in self.members:
            self.members[player] = replace(self.members[player], name=name)
            self._tell_all(MemberChanged(self.members[player]))
        if self._round:
            self._round.rename(player, name)

    # The lobby ------------------------------------------------------------------------------------

    def chat(self, player: int, text: str) -> None:
        """Pass on what a member says; characters that cannot be printed become spaces.

        Raises:
            Refusal: the host has taken this member's word away.
        """
        if player in self.house.muted and player != self.host:
            raise Refusal("not allowed", "the host has taken your word away in this room")
        self._active = None
        said = "".join(letter if letter.isprintable() else " " for letter in text).strip()
        if said:
            self._tell_all(Said(player, self.members[player].name, said))

    def set_ready(self, player: int, *, ready: bool) -> None:
        """Note whether a racer is ready.

        Raises:
            Refusal: not in the lobby, or not with a seat.
        """
        self._must_be("lobby")
        if not self.members[player].seated:
            raise Refusal("not racing", "spectators cannot be ready; take a seat first")
        self.members[player] = replace(self.members[player], ready=ready)
        self._tell_all(MemberChanged(self.members[player]))

    def start(self, player: int, race: int, seed: str, now: int, *, anyway: bool = False) -> None:
        """Begin the countdown to the race with this id and this seed.

        Raises:
            Refusal: not the host, not in the lobby, nobody has a seat, or somebody is not ready.
        """
        self._must_be_host(player)
        self._must_be("lobby")
        seated = [member for member in self.members.values() if member.seated]
        if not seated:
            raise Refusal("not ready", "nobody has a seat; somebody has to race")
        waiting = [m.name for m in seated if not m.ready and m.player != self.host]
        if waiting and not anyway:
            raise Refusal("not ready", f"not ready yet: {', '.join(waiting)}")
        self._round = self._make_round(race, seed, now + self.settings.countdown * 1000)
        rules = catalogue.entry(self.settings.game).version
        self.mail.records.append(RaceMade(race, self.settings, seed, commitment(seed), rules))
        self._save()
        self._announce()
        self._round.announce(now)
        self.tick(now)

    def _make_round(self, race: int, seed: str, starts: int) -> Round:
        return Round(
            race,
            seed,
            self.settings,
            self.game,
            starts=starts,
            members=self.members,
            audience=self._audience,
            mail=self.mail,
            describe=self._message,
        )

    def rematch(self, player: int) -> None:
        """Go back to the lobby with everybody still here, for another race.

        Spectators who have not seen the end of the last one yet get it at once.

        Raises:
            Refusal: not the host, or no race is finished.
        """
        self._must_be_host(player)
        self._must_be("finished")
        if self._round:
            self._round.show_end()
        self._back_to_lobby()
        self._announce()

    def _back_to_lobby(self) -> None:
        self._round = None
        self._settle_audience()
        for player, member in self.members.items():
            self.members[player] = replace(member, ready=False)
        self._save()

    # The race -------------------------------------------------------------------------------------

    def act(self, player: int, number: int, entry: Entry, now: int, race: int = 0) -> None:
        """Do a racer's move or undo; a `Step` or a `Refused` answers.

        Raises:
            Refusal: the player is in no race, or not in the one with the id `race` (0: any).
        """
        if self._round is None:
            raise not_racing()
        if self._round.act(player, number, entry, now, race):
            self._race_over(now)

    def give_up(self, player: int, now: int) -> None:
        """End a racer's race; the board comes again, with the new status.

        Raises:
            Refusal: the player is in no race.
        """
        if self._round is None:
            raise not_racing()
        if self._round.take_out(player, "give up", now):
            self._race_over(now)

    def _race_over(self, now: int) -> None:
        """Begin to count anew: the time that nothing happens, and the grace of who is away."""
        self._active = None
        self._gone_since = dict.fromkeys(self._gone_since, now)

    def tick(self, now: int) -> None:
        """Do what is due at this time.  Call it often: the start and the end wait for it."""
        if self._round and self._round.is_due(now) and not self._seated:
            self._back_to_lobby()  # All racers left during the countdown.
            self._announce()
        if self._round and self._round.tick(now):
            self._race_over(now)
        if self._gone_since:
            self._see_off(now)
        if self._under_way or self._active is None:
            self._active = now
        elif self.members and now - self._active >= self._limits.idle * 1000:
            self.close(now, "nothing has happened in this room for long, so it was closed")

    def read_clock(self, now: int) -> ClockRead | None:
        """Return the record of how long the race has been going on, if one is."""
        return self._round.read_clock(now) if self._round else None

    def _see_off(self, now: int) -> None:
        """Let those leave who have been away for long; who races is out of the race first."""
        for player in list(self._gone_since):
            # Looked up each time: when the last racer is out of the race, the grace begins anew.
            if now - self._gone_since[player] < self._limits.grace * 1000:
                continue
            if not (self.members[player].seated and self._under_way):
                self.leave(player, now, "the connection was lost for too long")
            elif self._round and self._round.is_racing(player):
                over = self._round.take_out(player, "disconnected", now)
                if over:
                    self._race_over(now)

    # After a restart ------------------------------------------------------------------------------

    @classmethod
    def restore(
        cls,
        stored: StoredRoom,
        now: int,
        limits: Limits,
        warn: Callable[[str], None],
        stream: str = "",
    ) -> "Room":
        """Return the room as it stood: everybody in it is away, and a race goes on where it was.

        A countdown is called off.  A race that cannot be played again to the same (the rules have
        changed since, or its data are damaged) is closed: `warn` is told, and so is each member.

        Raises:
            UnknownGame, BadOption: the settings name a game that there is not any more.
        """
        room = cls(stored.code, stored.settings, limits, stream, stored.lock)
        room.house.kicked |= stored.kicked
        room.house.muted |= stored.muted
        room.host = stored.host
        for player, seated in stored.members:
            muted = player.id in room.house.muted
            member = Member(
                player.id, player.name, seated, connected=False, bot=player.bot, muted=muted
            )
            room.members[player.id] = member
            room._gone_since[player.id] = now
        room._settle_audience()
        if not room.members:
            room.mail.records.append(RoomClosed(room.code))
        elif stored.race and (stored.race.racers or stored.race.damage):
            room._restore_race(stored.race, now, warn)
        elif stored.race:
            room._back_to_lobby()
        return room

    def _restore_race(self, stored: StoredRace, now: int, warn: Callable[[str], None]) -> None:
        self._round = self._make_round(stored.id, stored.seed, now)
        damage = self._round.resume(stored, now)
        if not damage:
            return
        warn(f"race {stored.id} is closed: {damage}")
        if stored.rules != catalogue.entry(self.settings.game).version:
            damage = "the rules of the game have changed since it began"
        reason = f"The race could not go on after the server was started again: {damage}."
        if not stored.over:
            self.mail.records.append(RaceClosed(stored.id, reason))
            self._notices = dict.fromkeys(self.members, reason)
        self._back_to_lobby()

    # Messages -------------------------------------------------------------------------------------

    def _tell_all(self, *messages: FromServer) -> None:
        self.mail.tell(tuple(self.members), *messages)

    def _announce(self) -> None:
        """Tell everybody how the room is now."""
        self.mail.tell(self._audience.live, self._message(self.phase))
        self.mail.tell(self._audience.later, self._message(self._phase_later))

    def _tell_of(self, player: int) -> None:
        """Tell all others how a member is now."""
        others = tuple(member for member in self.members if member != player)
        self.mail.tell(others, MemberChanged(self.members[player]))

    def _save(self) -> None:
        race = self._round.id if self._round else None
        saved = RoomSaved(self.code, self.host, self.settings, race, self.house.lock)
        self.mail.records.append(saved)

    def _message(self, phase: Phase) -> RoomState:
        """Return the room as those see it for whom it is in this phase."""
        members = list(self.members.values())
        return RoomState(
            self.code, self.settings, self.host, phase, members, bool(self.house.lock), self._stream
        )

    def _settle_audience(self) -> None:
        self._audience.settle(self.settings, self.race.racers if self.race else None)

    # Conditions -----------------------------------------------------------------------------------

    @property
    def _seated(self) -> int:
        """How many have a seat."""
        return sum(member.seated for member in self.members.values())

    @property
    def _under_way(self) -> bool:
        return self.phase in ("countdown", "running")

    def _must_be_host(self, player: int) -> None:
        if player != self.host:
            host = self.members[self.host].name
            raise Refusal("not the host", f"only the host, {host}, can do that")

    def _must_be_another(self, player: int, other: int) -> None:
        self._must_be_host(player)
        if other not in self.members:
            raise Refusal("unknown player", "nobody with that id is in this room")
        if other == player:
            raise Refusal("not allowed", "you cannot do that to yourself")

    def _must_be(self, phase: Phase) -> None:
        if self.phase != phase:
            raise Refusal("wrong time", _WRONG_TIME[phase])


_WRONG_TIME: Final[dict[Phase, str]] = {
    "lobby": "that is only possible before the race; wait for the rematch",
    "finished": "that is only possible when the race is over",
}


def _completed(settings: Settings) -> Settings:
    """Return the settings with all options of the game.

    Raises:
        UnknownGame, BadOption: they name a game that there is not.
    """
    options = catalogue.entry(settings.game).complete(settings.options)
    return replace(settings, options=options)
