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
from server.race import Race
from server.records import (
    ClockRead,
    Entered,
    MemberGone,
    MemberSaved,
    Player,
    RaceBegun,
    RaceMade,
    RaceOver,
    Record,
    RoomClosed,
    RoomSaved,
    StoredRace,
    StoredRoom,
)

PROGRESS_EVERY: Final = 100
"""Milliseconds between two `Progress` messages, at least."""
CLOCK_EVERY: Final = 1000
"""Milliseconds between two readings of a race's clock that are written down."""


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

    def __init__(self, code: str, settings: Settings, limits: Limits | None = None) -> None:
        """Make an empty room in its lobby; the first to join becomes the host.

        Raises:
            UnknownGame, BadOption: the settings name a game that there is not.
        """
        entry = catalogue.entry(settings.game)
        options = entry.complete(settings.options)
        self.code = code
        self.settings = replace(settings, options=options)
        self.game = catalogue.make(settings.game, options)
        self.host = 0
        self.phase: Phase = "lobby"
        self.members: dict[int, Member] = {}
        self.race: Race | None = None
        """The race under way, or the one that has just finished."""
        self._coming: Coming | None = None
        self._limits = limits or Limits()
        self._entries = 0
        """Entries in the race's journal."""
        self._finished = 0
        """How long the race took."""
        self._gone_since: dict[int, int] = {}
        self._progress_due = False
        self._progress_at = 0
        self._clock_at = 0
        self._readers: dict[int, tuple[int, ...]] = {}
        """Who sees the board of each racer; made afresh when somebody comes or goes."""
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
    def info(self) -> RoomInfo:
        """The room in the lobby's list."""
        racers = sum(member.seated for member in self.members.values())
        host = self.members[self.host].name
        spectators = len(self.members) - racers
        return RoomInfo(self.code, self.settings, host, self.phase, racers, spectators)

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
            text = f"all {self.settings.seats} seats are taken; you can watch the room instead"
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
        self.members[player.id] = Member(player.id, player.name, seated, bot=player.bot)
        if not self.host:
            self.host = player.id
            self._save()
        self._readers.clear()
        self._records.append(MemberSaved(player.id, self.code, seated))
        self._tell_of(player.id)
        self.sync(player.id, now)

    def leave(self, player: int, now: int, reason: str = "") -> None:
        """Leave the room, and give up a race under way.  An empty room is closed."""
        if self.race and player in self.race.racers:
            self.race.racers[player].connected = False
            if self.phase == "running":
                self.give_up(player, now)
        del self.members[player]
        self._gone_since.pop(player, None)
        self._records.append(MemberGone(player))
        self._readers.clear()
        self._tell((player,), LeftRoom(reason))
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

    def returned(self, player: int, now: int) -> None:
        """Note that a member is connected again, and tell them where everything stands."""
        self._gone_since.pop(player, None)
        self._connected(player, connected=True)
        self.sync(player, now)

    def _connected(self, player: int, *, connected: bool) -> None:
        member = self.members[player]
        ready = member.ready and connected
        self.members[player] = replace(member, connected=connected, ready=ready)
        if self.race and player in self.race.racers:
            self.race.racers[player].connected = connected
            self._progress_due = self.phase == "running"
        self._tell_of(player)

    def sync(self, player: int, now: int) -> None:
        """Tell a member everything about the room and the race."""
        self._tell((player,), self._message(), *self._race_for(player, now))

    # The lobby ------------------------------------------------------------------------------------

    def chat(self, player: int, text: str) -> None:
        """Pass on what a member says; characters that cannot be printed become spaces."""
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
        self._records.append(RaceMade(race, self.settings, seed, commitment(seed)))
        self._save()
        self._announce()
        self._tell_all(_countdown(self._coming, now))
        self.tick(now)

    def rematch(self, player: int) -> None:
        """Go back to the lobby with everybody still here, for another race.

        Raises:
            Refusal: not the host, or no race is finished.
        """
        self._must_be_host(player)
        self._must_be("finished")
        self._back_to_lobby()
        self._announce()

    def _back_to_lobby(self) -> None:
        self.phase = "lobby"
        self.race = self._coming = None
        for player, member in self.members.items():
            self.members[player] = replace(member, ready=False)
        self._save()

    # The race -------------------------------------------------------------------------------------

    def act(self, player: int, number: int, entry: Entry, now: int) -> None:
        """Do a racer's move or undo; a `Step` or a `Refused` answers.

        Raises:
            Refusal: the player is in no race.
        """
        race = self._racing(player)
        answer = race.act(player, number, entry, now)
        if isinstance(answer, Refused):
            self._tell((player,), answer)
            return
        self._records.append(Entered(race.id, self._entries, player, entry, race.elapsed(now)))
        self._entries += 1
        self._letters.append(Letter(self._board_readers(player), answer))
        self._progress_due = True
        if answer.status != "racing":
            self._finish_if_over(now)

    def give_up(self, player: int, now: int) -> None:
        """End a racer's race; the board comes again, with the new status.

        Raises:
            Refusal: the player is in no race.
        """
        race = self._racing(player)
        if race.give_up(player):
            elapsed = race.elapsed(now)
            self._records.append(Entered(race.id, self._entries, player, "give up", elapsed))
            self._entries += 1
            self._tell(self._board_readers(player), race.racers[player].board())
            self._progress_due = True
            self._finish_if_over(now)

    def tick(self, now: int) -> None:
        """Do what is due at this time.  Call it often: the start and the end wait for it."""
        if self._coming and now >= self._coming.starts:
            self._begin(self._coming, now)
        if self.phase == "running" and self.race:
            self._tick_race(self.race, now)
        if self._gone_since:
            self._see_off(now)

    def _tick_race(self, race: Race, now: int) -> None:
        if race.tick(now):
            self._finish_if_over(now)
            return
        if self._progress_due and now - self._progress_at >= PROGRESS_EVERY:
            self._progress_due, self._progress_at = False, now
            self._tell_all(Progress(race.standings()))
        if now - self._clock_at >= CLOCK_EVERY:
            self._clock_at = now
            self._records += filter(None, [self.read_clock(now)])

    def read_clock(self, now: int) -> ClockRead | None:
        """Return the record of how long the race has been going on, if one is."""
        if self.phase != "running" or self.race is None:
            return None
        return ClockRead(self.race.id, self.race.elapsed(now))

    def _see_off(self, now: int) -> None:
        """Let those leave who have been away for long, unless they are racing."""
        for player, since in list(self._gone_since.items()):
            racing = self.members[player].seated and self._under_way
            if not racing and now - since >= self._limits.grace * 1000:
                self.leave(player, now, "the connection was lost for too long")

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
        race = self._deal(coming.race, coming.seed, players, now)
        self._records.append(RaceBegun(coming.race, tuple(player.id for player in players)))
        self._announce()
        self._tell_all(self._started(race, now))
        for racer in race.racers.values():
            self._tell(self._board_readers(racer.player.id), racer.board())
        self._finish_if_over(now)  # A deal may be lost or won before the first move.

    def _deal(self, number: int, seed: str, players: Iterable[Player], start: int) -> Race:
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
        self.phase, self.race = "running", race
        self._entries = 0
        self._progress_due, self._progress_at, self._clock_at = False, start, start
        self._readers.clear()
        return race

    def _finish_if_over(self, now: int) -> None:
        race = self.race
        if race is None or not race.over:
            return
        self.phase = "finished"
        self._finished = race.elapsed(now)
        self._progress_due = False
        standings = tuple(race.standings())
        self._records.append(RaceOver(race.id, self._finished, standings))
        for player in self._gone_since:  # Their grace begins now.
            self._gone_since[player] = now
        self._announce()
        self._tell_all(race.curves(), self._results(race))

    # After a restart ------------------------------------------------------------------------------

    @classmethod
    def restore(
        cls, stored: StoredRoom, now: int, limits: Limits, warn: Callable[[str], None]
    ) -> "Room":
        """Return the room as it stood: everybody in it is away, and a race goes on where it was.

        A countdown is called off.  A race that cannot be played again (the rules have changed
        since) is closed with what is known, and `warn` is told.
        """
        room = cls(stored.code, stored.settings, limits)
        room.host = stored.host
        for player, seated in stored.members:
            member = Member(player.id, player.name, seated, connected=False, bot=player.bot)
            room.members[player.id] = member
            room._gone_since[player.id] = now
        if stored.race and stored.race.racers:
            room._restore_race(stored.race, now, warn)
        elif stored.race:
            room._back_to_lobby()
        if not room.members:
            room._records.append(RoomClosed(room.code))
        return room

    def _restore_race(self, stored: StoredRace, now: int, warn: Callable[[str], None]) -> None:
        last = max((entered.milliseconds for entered in stored.entries), default=0)
        elapsed = max(stored.elapsed, last)
        race = self._deal(stored.id, stored.seed, stored.racers, now - elapsed)
        try:
            for entered in stored.entries:
                self._entries += 1
                if entered.entry == "give up":
                    race.give_up(entered.player)
                else:
                    race.racers[entered.player].enter(entered.entry, entered.milliseconds)
        except IllegalAction as error:
            warn(f"race {race.id}: entry {self._entries} is refused now ({error}); race closed")
            race.stop()
        if stored.over:
            race.stop()
            self.phase, self._finished = "finished", elapsed
        else:
            self._clock_at = now
            self._finish_if_over(now)

    # Messages -------------------------------------------------------------------------------------

    def _tell(self, players: tuple[int, ...], *messages: FromServer) -> None:
        self._letters.extend(Letter(players, message) for message in messages)

    def _tell_all(self, *messages: FromServer) -> None:
        self._tell(tuple(self.members), *messages)

    def _announce(self) -> None:
        """Tell everybody how the room is now."""
        self._tell_all(self._message())

    def _tell_of(self, player: int) -> None:
        """Tell all others how a member is now."""
        others = tuple(member for member in self.members if member != player)
        self._tell(others, MemberChanged(self.members[player]))

    def _save(self) -> None:
        race = self._coming.race if self._coming else self.race.id if self.race else None
        self._records.append(RoomSaved(self.code, self.host, self.settings, race))

    def _message(self) -> RoomMessage:
        members = list(self.members.values())
        return RoomMessage(self.code, self.settings, self.host, self.phase, members)

    def _race_for(self, player: int, now: int) -> list[FromServer]:
        """Return where the race stands, as far as this member may see it."""
        if self._coming:
            return [_countdown(self._coming, now)]
        race = self.race
        if race is None:
            return []
        boards = [
            racer.board()
            for racer in race.racers.values()
            if player in self._board_readers(racer.player.id)
        ]
        results = [self._results(race)] if self.phase == "finished" else []
        return [self._started(race, now), race.curves(), *boards, *results]

    def _started(self, race: Race, now: int) -> RaceStarted:
        elapsed = self._finished if self.phase == "finished" else race.elapsed(now)
        promised = commitment(race.seed)
        return RaceStarted(race.id, self.settings, elapsed, promised, race.standings())

    def _results(self, race: Race) -> Results:
        seed = race.seed
        return Results(race.id, self.settings, race.standings(), seed, commitment(seed))

    def _board_readers(self, racer: int) -> tuple[int, ...]:
        """Return who sees a racer's board: that racer, spectators, rivals if the room says so."""
        readers = self._readers.get(racer)
        if readers is None:
            readers = self._readers[racer] = tuple(
                member.player
                for member in self.members.values()
                if member.player == racer or not member.seated or self.settings.show_boards
            )
        return readers

    # Conditions -----------------------------------------------------------------------------------

    @property
    def _under_way(self) -> bool:
        return self.phase in ("countdown", "running")

    def _racing(self, player: int) -> Race:
        if self.race is None or player not in self.race.racers:
            raise Refusal("not racing", "you are not in a race here")
        return self.race

    def _must_be_host(self, player: int) -> None:
        if player != self.host:
            host = self.members[self.host].name
            raise Refusal("not the host", f"only the host, {host}, can do that")

    def _must_be(self, phase: Phase) -> None:
        if self.phase != phase:
            raise Refusal("wrong time", _WRONG_TIME[phase])


_WRONG_TIME: Final[dict[Phase, str]] = {
    "lobby": "that is only possible before the race; wait for the rematch",
    "finished": "that is only possible when the race is over",
}


def _countdown(coming: Coming, now: int) -> Countdown:
    return Countdown(coming.race, max(0, coming.starts - now), commitment(coming.seed))
