"""A room, pure: who is in it, and the way from lobby to countdown to race to results and back.

It knows no socket, no database and no clock.  What a client wants comes in as a method call with
the time in milliseconds; what has to be written down and what has to be sent waits in
`take_records` and `take_letters`.  All records have to be written before any letter is sent.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine import catalogue
from engine.chance import commitment
from engine.game import IllegalAction
from engine.replay import Entry
from protocol.messages import (
    Announcement,
    Countdown,
    FromServer,
    LeftRoom,
    Member,
    MemberChanged,
    MemberLeft,
    Phase,
    ProblemCode,
    Progress,
    RaceStarted,
    Refused,
    Results,
    RoomInfo,
    Said,
    Settings,
)
from protocol.messages import Room as RoomMessage
from server.bounds import Limits
from server.events import Events
from server.passwords import opens
from server.race import EXITS, Race
from server.records import (
    ClockRead,
    Entered,
    Exit,
    MemberGone,
    MemberSaved,
    Player,
    RaceBegun,
    RaceClosed,
    RaceEntry,
    RaceMade,
    RaceOver,
    Record,
    RoomClosed,
    RoomSaved,
    RuleSaved,
    StoredRace,
    StoredRoom,
)
from server.showing import Showing

CLOCK_EVERY: Final = 1000
"""Milliseconds between two readings of a race's clock that are written down."""
PING_STEP: Final = 20
"""Milliseconds by which a racer's ping has to change to be told."""


class Refusal(Exception):
    """What was asked for is not done, and nothing has changed."""

    def __init__(self, code: ProblemCode, text: str) -> None:
        """Take the word for programs and the sentence for people."""
        super().__init__(text)
        self.code: ProblemCode = code


class Letter(NamedTuple):
    """A message to some players."""

    players: tuple[int, ...]
    message: FromServer


class Coming(NamedTuple):
    """A race that the countdown leads to."""

    race: int
    seed: str
    starts: int
    """When the countdown ends."""


class Room:
    """A room and the race in it."""

    def __init__(
        self,
        code: str,
        settings: Settings,
        limits: Limits | None = None,
        stream: str = "",
        lock: str = "",
    ) -> None:
        """Make an empty room in its lobby; the first to join becomes the host.

        `stream` names the numbering of its events, and no other's.  `lock` is what the room's
        password opens: see `server.passwords`.

        Raises:
            UnknownGame, BadOption: the settings name a game that there is not.
        """
        self.code = code
        self.settings = _completed(settings)
        self.game = catalogue.make(self.settings.game, self.settings.options)
        self.lock = lock
        self._kicked: set[int] = set()
        self._muted: set[int] = set()
        """Both hold for as long as the room is there, also for those who have left."""
        self._active: int | None = None
        """When something last happened here; None: look at the clock first."""
        self.host = 0
        self.phase: Phase = "lobby"
        self.members: dict[int, Member] = {}
        self._live: Showing | None = None
        """The race under way, or the one that has just finished."""
        self._later: Showing | None = None
        """The same for the spectators, where they see it later."""
        self._coming: Coming | None = None
        self._limits = limits or Limits()
        self._entries = 0
        """Entries in the race's journal."""
        self._stream = stream
        self._events = Events(self._limits.events, self._limits.event_bytes)
        self._came: dict[int, int] = {}
        """The number of the event after which each member came in as what they are."""
        self._notices: dict[int, str] = {}
        """What members have to be told when they come back."""
        self._gone_since: dict[int, int] = {}
        self._clock_at = 0
        self._readers: dict[int, tuple[int, ...]] = {}
        """Who sees the board of each racer, live; made afresh when somebody comes or goes."""
        self._audiences: tuple[tuple[int, ...], tuple[int, ...]] | None = None
        """Who sees the race live, and who later; made afresh likewise."""
        self._records: list[Record] = []
        self._letters: list[Letter] = []

    # What comes out -------------------------------------------------------------------------------

    def take_records(self) -> list[Record]:
        """Return what has to be written down before the letters are sent, and forget it."""
        records, self._records = self._records, []
        return records

    def take_letters(self) -> list[Letter]:
        """Return what has to be sent, in this order, and forget it."""
        letters, self._letters = self._letters, []
        return letters

    @property
    def race(self) -> Race | None:
        """The race under way, or the one that has just finished."""
        return self._live.race if self._live else None

    @property
    def info(self) -> RoomInfo:
        """The room in the lobby's list: as spectators see it, for that is what others may know."""
        racers = sum(member.seated for member in self.members.values())
        host = self.members[self.host].name
        spectators = len(self.members) - racers
        locked = bool(self.lock)
        phase = self._later.phase if self._later else self.phase
        return RoomInfo(self.code, self.settings, host, phase, racers, spectators, locked)

    def elapsed(self, now: int) -> int:
        """Return how many milliseconds the race has been going on, as spectators see it, or 0."""
        showing = self._later or self._live
        return showing.elapsed(now) if showing and showing.phase == "running" else 0

    def hides(self, player: int, race: int) -> bool:
        """Return whether this race is still to be shown to spectators, and the player is one."""
        later = self._later
        if later is None or later.race.id != race or later.phase == "finished":
            return False
        return player not in later.race.racers

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
        if sum(member.seated for member in self.members.values()) >= self.settings.seats:
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
        if sum(not member.seated for member in self.members.values()) >= self._limits.spectators:
            raise Refusal("room full", "there is no room for another spectator")
        self._admit(player, seated=False, now=now)

    def _admit(self, player: Player, *, seated: bool, now: int) -> None:
        muted = player.id in self._muted
        member = Member(player.id, player.name, seated, bot=player.bot, muted=muted)
        self.members[player.id] = member
        if not self.host:
            self.host = player.id
            self._save()
        self._forget_readers()
        self._came[player.id] = self._events.number
        self._records.append(MemberSaved(player.id, self.code, seated))
        self._tell_of(player.id)
        self.sync(player.id, now)

    def leave(self, player: int, now: int, reason: str = "") -> None:
        """Leave the room, and give up a race under way.  An empty room is closed."""
        self._note_connection(player, connected=False)
        if self.phase == "running" and self.race and player in self.race.racers:
            self._take_out(player, "give up", now)
        del self.members[player]
        for known in (self._gone_since, self._came, self._notices):
            known.pop(player, None)
        self._records.append(MemberGone(player))
        self._forget_readers()
        self._tell_alone(player, LeftRoom(reason))
        if not self.members:
            self._records.append(RoomClosed(self.code))
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
        missed = self._events.since(player, seen) if known else None
        if missed is None:
            self.sync(player, now)
        else:
            showing = self._showing_for(player)
            missed.append(MemberChanged(self.members[player]))  # Who was ready is so no longer.
            if showing and showing.phase == "running":
                missed.append(Progress(showing.race.standings(), seq=self._events.number))
            self._letters += [Letter((player,), message) for message in missed]
        if notice := self._notices.pop(player, ""):
            self._tell_alone(player, Announcement(notice))

    def _connected(self, player: int, *, connected: bool) -> None:
        member = self.members[player]
        ready = member.ready and connected
        self.members[player] = replace(member, connected=connected, ready=ready)
        self._note_connection(player, connected=connected)
        self._tell_of(player)

    def _note_connection(self, player: int, *, connected: bool) -> None:
        for showing in self._showings:
            if player in showing.race.racers:
                showing.race.racers[player].connected = connected
                showing.news = showing.phase == "running"

    def set_ping(self, player: int, milliseconds: int) -> None:
        """Note how long a message to a racer and back takes; small changes are not told."""
        member = self.members[player]
        if member.seated and (not member.ping or abs(member.ping - milliseconds) > PING_STEP):
            self.members[player] = replace(member, ping=milliseconds)
            self._tell_all(MemberChanged(self.members[player]))

    def sync(self, player: int, now: int) -> None:
        """Tell a member everything about the room and the race."""
        showing = self._showing_for(player)
        *before, last = self._message(showing), *self._race_for(player, showing, now)
        # Only who has got all of it knows what there was up to this event.
        self._tell_alone(player, *before, replace(last, seq=self._events.number))

    def admit(self, player: int, key: str) -> None:
        """See whether somebody may come in with the key that a password makes (`make_key`).

        Raises:
            Refusal: that is not the key, or the host has sent this player away.
        """
        if player in self.members:
            return
        if player in self._kicked:
            raise Refusal("not allowed", "the host has sent you away from this room")
        if self.lock and not key:
            raise Refusal("password needed", "this room takes a password to come in")
        if self.lock and not opens(key, self.lock):
            raise Refusal("wrong password", "that is not the password of this room")

    # What the host may ----------------------------------------------------------------------------

    def change_settings(self, player: int, settings: Settings, lock: str | None) -> None:
        """Play something else, or otherwise; nobody is ready any more.  None keeps the lock.

        Raises:
            Refusal: not the host, not in the lobby, or more have a seat than there would be.
            UnknownGame, BadOption: the settings name a game that there is not.
        """
        self._must_be_host(player)
        self._must_be("lobby")
        seated = sum(member.seated for member in self.members.values())
        if seated > settings.seats:
            raise Refusal("room full", f"{seated} have a seat; let some of them watch first")
        completed = _completed(settings)
        self.game = catalogue.make(completed.game, completed.options)
        self.settings = completed
        self.lock = self.lock if lock is None else lock
        self._back_to_lobby()
        self._announce()

    def kick(self, player: int, other: int, now: int) -> None:
        """Send a member away, for as long as this room is there.

        Raises:
            Refusal: not the host, or not somebody else in the room.
        """
        self._must_be_another(player, other)
        self._kicked.add(other)
        self._rule(other)
        self.leave(other, now, "the host has sent you away")

    def mute(self, player: int, other: int, *, muted: bool) -> None:
        """Take a member's word away, or give it back.

        Raises:
            Refusal: not the host, or not somebody else in the room.
        """
        self._must_be_another(player, other)
        (self._muted.add if muted else self._muted.discard)(other)
        self._rule(other)
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
        self._coming = None
        self._records += [MemberGone(player) for player in self.members]
        self._tell_all(LeftRoom(reason))
        self.members.clear()
        self._gone_since.clear()
        self._live = self._later = None
        self._records.append(RoomClosed(self.code))

    def rename(self, player: int, name: str) -> None:
        """Call a member or racer otherwise from now on."""
        if player in self.members:
            self.members[player] = replace(self.members[player], name=name)
            self._tell_all(MemberChanged(self.members[player]))
        for showing in self._showings:
            if racer := showing.race.racers.get(player):
                racer.player = racer.player._replace(name=name)
                showing.news = showing.phase == "running"

    def _rule(self, player: int) -> None:
        kicked, muted = player in self._kicked, player in self._muted
        self._records.append(RuleSaved(player, self.code, kicked, muted))

    # The lobby ------------------------------------------------------------------------------------

    def chat(self, player: int, text: str) -> None:
        """Pass on what a member says; characters that cannot be printed become spaces.

        Raises:
            Refusal: the host has taken this member's word away.
        """
        if player in self._muted and player != self.host:
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
        self.phase = "countdown"
        self._coming = Coming(race, seed, now + self.settings.countdown * 1000)
        rules = catalogue.entry(self.settings.game).version
        self._records.append(RaceMade(race, self.settings, seed, commitment(seed), rules))
        self._save()
        self._forget_readers()
        self._announce()
        live, later = self._audience(later=False), self._audience(later=True)
        self._tell(live, _countdown(self._coming, now))
        self._tell(later, _countdown(self._coming, now, self._delay))
        self.tick(now)

    def rematch(self, player: int) -> None:
        """Go back to the lobby with everybody still here, for another race.

        Spectators who have not seen the end of the last one yet get it at once.

        Raises:
            Refusal: not the host, or no race is finished.
        """
        self._must_be_host(player)
        self._must_be("finished")
        if self._live and self._later and self._later.phase != "finished":
            last = self._message(self._live), *self._outcome(self._live)
            self._tell(self._audience(later=True), *last)
        self._back_to_lobby()
        self._announce()

    def _back_to_lobby(self) -> None:
        self.phase = "lobby"
        self._live = self._later = self._coming = None
        self._forget_readers()
        for player, member in self.members.items():
            self.members[player] = replace(member, ready=False)
        self._save()

    # The race -------------------------------------------------------------------------------------

    def act(self, player: int, number: int, entry: Entry, now: int, race: int = 0) -> None:
        """Do a racer's move or undo; a `Step` or a `Refused` answers.

        Raises:
            Refusal: the player is in no race, or not in the one with the id `race` (0: any).
        """
        live = self._racing(player)
        if race not in (0, live.race.id):
            raise Refusal("not racing", "the race that this was for is over")
        again = live.race.answered(player, number, entry)
        answer = again or live.race.act(player, number, entry, now)
        if again or isinstance(answer, Refused):
            self._tell_alone(player, answer)
            return
        self._enter(live, player, entry, now)
        self._tell(self._board_readers(player), answer)
        if answer.status != "racing":
            self._finish_if_over(live, now)

    def give_up(self, player: int, now: int) -> None:
        """End a racer's race; the board comes again, with the new status.

        Raises:
            Refusal: the player is in no race.
        """
        self._racing(player)
        self._take_out(player, "give up", now)

    def _take_out(self, player: int, how: Exit, now: int) -> None:
        live = self._racing(player)
        if live.race.take_out(player, how):
            self._enter(live, player, how, now)
            self._tell(self._board_readers(player), live.race.racers[player].board())
            self._finish_if_over(live, now)

    def _enter(self, live: Showing, player: int, entry: RaceEntry, now: int) -> None:
        """Write an entry down that was done."""
        race, live.news = live.race, True
        position = None if entry in EXITS else race.racers[player].position
        at = race.elapsed(now)
        entered = Entered(race.id, self._entries, player, entry, at, position)
        self._records.append(entered)
        self._entries += 1
        if self._later:
            self._later.wait_for(entered)

    def tick(self, now: int) -> None:
        """Do what is due at this time.  Call it often: the start and the end wait for it."""
        if self._coming and now >= self._coming.starts:
            self._begin(self._coming, now)
        if self._live and self._live.phase == "running":
            self._tick_race(self._live, now)
        if self._later and self._later.phase != "finished":
            self._tick_later(self._later, now)
        if self._gone_since:
            self._see_off(now)
        if self._under_way or self._active is None:
            self._active = now
        elif self.members and now - self._active >= self._limits.idle * 1000:
            self.close(now, "nothing has happened in this room for long, so it was closed")

    def _tick_race(self, live: Showing, now: int) -> None:
        if live.race.tick(now):
            self._finish_if_over(live, now)
            return
        if progress := live.progress(now):
            self._tell(self._audience(later=False), progress)
        if now - self._clock_at >= CLOCK_EVERY:
            self._clock_at = now
            self._records += filter(None, [self.read_clock(now)])

    def _tick_later(self, later: Showing, now: int) -> None:
        audience = self._audience(later=True)
        if later.phase == "countdown":
            if now < later.race.start:
                return
            later.begin()
            self._tell(audience, self._message(later), self._started(later, now))
            self._tell(audience, *(racer.board() for racer in later.race.racers.values()))
        self._tell(audience, *later.due(now))
        later.race.tick(now)
        if later.race.over:
            later.finish(now)
            self._tell(audience, self._message(later), *self._outcome(later))
        elif progress := later.progress(now):
            self._tell(audience, progress)

    def read_clock(self, now: int) -> ClockRead | None:
        """Return the record of how long the race has been going on, if one is."""
        if self.phase != "running" or self.race is None:
            return None
        return ClockRead(self.race.id, self.race.elapsed(now))

    def _see_off(self, now: int) -> None:
        """Let those leave who have been away for long; who races is out of the race first."""
        for player in list(self._gone_since):
            # Looked up each time: when the last racer is out of the race, the grace begins anew.
            if now - self._gone_since[player] < self._limits.grace * 1000:
                continue
            if not (self.members[player].seated and self._under_way):
                self.leave(player, now, "the connection was lost for too long")
            elif self.phase == "running" and self.race and player in self.race.racers:
                self._take_out(player, "disconnected", now)

    def _begin(self, coming: Coming, now: int) -> None:
        players = [
            Player(member.player, member.name, member.bot)
            for member in self.members.values()
            if member.seated
        ]
        if not players:  # All racers left during the countdown.
            self._back_to_lobby()
            self._announce()
            return
        self._coming = None
        live = self._deal(coming.race, coming.seed, players, now)
        self._show(live)
        self._records.append(RaceBegun(coming.race, tuple(player.id for player in players)))
        audience = self._audience(later=False)
        self._tell(audience, self._message(live), self._started(live, now))
        for player, racer in live.race.racers.items():
            self._tell(self._board_readers(player), racer.board())
        self._finish_if_over(live, now)  # A deal may be lost or won before the first move.

    def _deal(self, number: int, seed: str, players: Iterable[Player], start: int) -> Showing:
        race = Race(
            number,
            self.game,
            seed,
            players,
            start=start,
            time_limit=self.settings.time_limit * 1000,
            undo=self.settings.undo,
        )
        for player, racer in race.racers.items():
            racer.connected = player in self.members and self.members[player].connected
        return Showing(race)

    def _show(self, live: Showing) -> None:
        """Show a race to everybody from now on, or to the spectators later."""
        race = live.race
        self.phase, self._live, self._entries, self._clock_at = "running", live, 0, race.start
        live.begin()
        if self._delay:
            players = [racer.player for racer in race.racers.values()]
            self._later = self._deal(race.id, race.seed, players, race.start + self._delay)
        self._forget_readers()

    def _finish_if_over(self, live: Showing, now: int) -> None:
        race = live.race
        if not race.over:
            return
        self.phase = "finished"
        live.finish(now)
        self._active = None
        self._records.append(RaceOver(race.id, live.elapsed(now), tuple(race.standings())))
        for player in self._gone_since:  # Their grace begins now.
            self._gone_since[player] = now
        self._tell(self._audience(later=False), self._message(live), *self._outcome(live))

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
        room._kicked |= stored.kicked
        room._muted |= stored.muted
        room.host = stored.host
        for player, seated in stored.members:
            muted = player.id in room._muted
            member = Member(
                player.id, player.name, seated, connected=False, bot=player.bot, muted=muted
            )
            room.members[player.id] = member
            room._gone_since[player.id] = now
        if not room.members:
            room._records.append(RoomClosed(room.code))
        elif stored.race and (stored.race.racers or stored.race.damage):
            room._restore_race(stored.race, now, warn)
        elif stored.race:
            room._back_to_lobby()
        return room

    def _restore_race(self, stored: StoredRace, now: int, warn: Callable[[str], None]) -> None:
        last = max((entered.milliseconds for entered in stored.entries), default=0)
        elapsed = max(stored.elapsed, last)
        live = self._deal(stored.id, stored.seed, stored.racers, now - elapsed)
        damage = stored.damage or _play_again(live.race, stored.entries)
        if damage:
            warn(f"race {stored.id} is closed: {damage}")
            if stored.rules != catalogue.entry(self.settings.game).version:
                damage = "the rules of the game have changed since it began"
            reason = f"The race could not go on after the server was started again: {damage}."
            if not stored.over:
                self._records.append(RaceClosed(stored.id, reason))
                self._notices = dict.fromkeys(self.members, reason)
            self._back_to_lobby()
            return
        self._show(live)
        self._entries = len(stored.entries)
        if self._later:
            for entered in stored.entries:
                self._later.wait_for(entered)
            self._tick_later(self._later, now)
        if stored.over:
            live.race.stop()
            self.phase = "finished"
            live.finish(now)
        else:
            self._clock_at = now
            self._finish_if_over(live, now)

    # Messages -------------------------------------------------------------------------------------

    def _tell(self, players: tuple[int, ...], *messages: FromServer) -> None:
        """Tell these players what has happened, as the next events of the room."""
        if players:
            self._letters += [Letter(players, self._events.add(players, m)) for m in messages]

    def _tell_all(self, *messages: FromServer) -> None:
        self._tell(tuple(self.members), *messages)

    def _tell_alone(self, player: int, *messages: FromServer) -> None:
        """Answer one player: that is no event."""
        self._letters += [Letter((player,), message) for message in messages]

    def _announce(self) -> None:
        """Tell everybody how the room is now."""
        self._tell(self._audience(later=False), self._message(self._live))
        self._tell(self._audience(later=True), self._message(self._later))

    def _tell_of(self, player: int) -> None:
        """Tell all others how a member is now."""
        others = tuple(member for member in self.members if member != player)
        self._tell(others, MemberChanged(self.members[player]))

    def _save(self) -> None:
        race = self._coming.race if self._coming else self.race.id if self.race else None
        self._records.append(RoomSaved(self.code, self.host, self.settings, race, self.lock))

    def _message(self, showing: Showing | None) -> RoomMessage:
        """Return the room as the audience of this showing sees it."""
        phase = showing.phase if showing else self.phase
        members = list(self.members.values())
        return RoomMessage(
            self.code, self.settings, self.host, phase, members, bool(self.lock), self._stream
        )

    def _race_for(self, player: int, showing: Showing | None, now: int) -> list[FromServer]:
        """Return where the race stands, as far as this member may see it."""
        if self._coming:
            delay = self._delay if player in self._audience(later=True) else 0
            return [_countdown(self._coming, now, delay)]
        if showing is None:
            return []
        race = showing.race
        if showing.phase == "countdown":
            return [Countdown(race.id, max(0, race.start - now), commitment(race.seed))]
        boards = [
            racer.board()
            for racer in race.racers.values()
            if showing is self._later or player in self._board_readers(racer.player.id)
        ]
        results = [self._results(race)] if showing.phase == "finished" else []
        return [self._started(showing, now), race.curves(), *boards, *results]

    def _started(self, showing: Showing, now: int) -> RaceStarted:
        race, elapsed = showing.race, showing.elapsed(now)
        promised = commitment(race.seed)
        return RaceStarted(race.id, self.settings, elapsed, promised, race.standings())

    def _outcome(self, showing: Showing) -> list[FromServer]:
        return [showing.race.curves(), self._results(showing.race)]

    def _results(self, race: Race) -> Results:
        seed = race.seed
        return Results(race.id, self.settings, race.standings(), seed, commitment(seed))

    # Who sees what --------------------------------------------------------------------------------

    @property
    def _delay(self) -> int:
        """How much later spectators see the race, in milliseconds."""
        return self.settings.delay * 1000

    @property
    def _showings(self) -> list[Showing]:
        return [showing for showing in (self._live, self._later) if showing]

    def _showing_for(self, player: int) -> Showing | None:
        """Return the race as this member may see it, if there is one."""
        return self._later if player in self._audience(later=True) else self._live

    def _audience(self, *, later: bool) -> tuple[int, ...]:
        """Return who sees the race live: the racers with a seat, and all without a delay; or not.

        Who comes in or takes a seat when the race has begun is no racer of it.
        """
        if self._audiences is None:
            parts: tuple[list[int], list[int]] = ([], [])
            for player, member in self.members.items():
                racing = member.seated and (self.race is None or player in self.race.racers)
                parts[bool(self._delay) and not racing].append(player)
            self._audiences = tuple(parts[0]), tuple(parts[1])
        return self._audiences[later]

    def _board_readers(self, racer: int) -> tuple[int, ...]:
        """Return who sees a racer's board live: that racer, some or all others as the room says."""
        readers = self._readers.get(racer)
        if readers is None:
            readers = self._readers[racer] = tuple(
                player
                for player in self._audience(later=False)
                if player == racer or not self.members[player].seated or self.settings.show_boards
            )
        return readers

    def _forget_readers(self) -> None:
        self._readers.clear()
        self._audiences = None

    # Conditions -----------------------------------------------------------------------------------

    @property
    def _under_way(self) -> bool:
        return self.phase in ("countdown", "running")

    def _racing(self, player: int) -> Showing:
        if self._live is None or player not in self._live.race.racers:
            raise Refusal("not racing", "you are not in a race here")
        return self._live

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


def _countdown(coming: Coming, now: int, delay: int = 0) -> Countdown:
    left = max(0, coming.starts + delay - now)
    return Countdown(coming.race, left, commitment(coming.seed))


def _play_again(race: Race, entries: Iterable[Entered]) -> str:
    """Do all entries; return what is wrong with them, or nothing."""
    for entered in entries:
        try:
            race.redo(entered)
        except (IllegalAction, KeyError) as error:
            return f"its move {entered.number} cannot be done again ({error})"
    return ""


def _completed(settings: Settings) -> Settings:
    """Return the settings with all options of the game.

    Raises:
        UnknownGame, BadOption: they name a game that there is not.
    """
    options = catalogue.entry(settings.game).complete(settings.options)
    return replace(settings, options=options)
