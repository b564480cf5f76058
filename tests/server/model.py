"""A small model of what the server promises, written from the protocol's words and not from the
server's code; a journal in memory; and what a client knows from what it was told.

`tests/server/test_histories.py` drives the lobby and this side by side.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from engine import catalogue
from engine.game import Game
from engine.play import Entry
from engine.state import Action, State
from protocol import wire
from protocol.messages import (
    Act,
    Board,
    Chat,
    Countdown,
    CreateRoom,
    Deals,
    FromClient,
    FromServer,
    GiveUp,
    JoinRoom,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    Member,
    MemberChanged,
    MemberLeft,
    Phase,
    PlayDaily,
    Practise,
    Progress,
    RaceStarted,
    Rematch,
    Results,
    Resync,
    RoomState,
    Search,
    SetReady,
    Settings,
    Standing,
    StartRace,
    Status,
    Step,
    StopLooking,
    Undo,
    WatchRoom,
)
from server.bounds import Limits
from server.rooms.deals.certified import Certified
from server.rooms.deals.daily import DailyDeal
from server.rooms.opening import Opening
from server.rooms.races.race_ids import RaceIds
from server.rooms.records import (
    Attempt,
    Attended,
    ClockRead,
    Entered,
    EveningSaved,
    MemberGone,
    MemberSaved,
    PastRace,
    Player,
    PracticeOver,
    PracticeSaved,
    RaceBegun,
    RaceEntry,
    RaceMade,
    RaceOfEvening,
    RaceOver,
    Record,
    RoomClosed,
    RoomSaved,
    StoredEvening,
    StoredRace,
    StoredRoom,
)
from tests.server.stock.fake_foundry import QUICK, certified

LIMITS: Final = Limits(rooms=3, spectators=2, grace=10, abandoned=4)
GRACE: Final = 10_000
LONELY: Final = 4_000
"""After so long a room in its lobby is closed that nobody in it is connected to."""
CLOCK_EVERY: Final = 1000
"""Milliseconds of a race's clock that a crash may cost, at most."""
ANSWERS: Final = 64
"""How many of a racer's last entries get their answer again; older ones get the whole board."""
IN_ORDER: Final = {
    ("lobby", "countdown"),
    ("countdown", "running"),
    ("countdown", "lobby"),  # All racers have left.
    ("running", "finished"),
    ("finished", "lobby"),
}
"""How the phases of a room follow each other."""


TODAY: Final = DailyDeal("2026-11-27", QUICK, {}, None, certified(1_000_000))
"""The deal of the day, which never ends here."""


# The model ----------------------------------------------------------------------------------------


@dataclass
class Racer:
    """One player's race."""

    player: Player
    game: Game
    seed: str
    states: list[State]
    status: Status = "racing"
    entries: list[Entry] = field(default_factory=list)
    won_at: int = 0
    reached: dict[int, int] = field(default_factory=dict)
    given: int = 0
    """How many of the entries were there before the race."""

    @property
    def view(self) -> State:
        return self.game.view(self.states[-1])

    def refuses(self, entry: Entry) -> bool:
        if entry == "undo":
            return len(self.states) == 1
        return not self.game.is_legal(self.states[-1], entry)

    def enter(self, entry: Entry, elapsed: int) -> None:
        if entry == "undo":
            del self.states[-1]
        else:
            self.states.append(self.game.play(self.states[-1], entry, self.seed))
        self.entries.append(entry)
        self.look(elapsed)

    def go_on(self, actions: Iterable[Action]) -> None:
        """Do what was done before the race."""
        for action in actions:
            self.states.append(self.game.play(self.states[-1], action, self.seed))
            self.entries.append(action)
        self.given = len(self.entries)

    def look(self, elapsed: int) -> None:
        self.reached.setdefault(self.states[-1].score, elapsed)
        outcome = self.game.outcome(self.states[-1])
        if outcome == "won":
            self.won_at = elapsed
        self.status = outcome or self.status

    @property
    def order(self) -> tuple[object, ...]:
        """Winners by time; then by score; then by who reached that score first."""
        score = self.states[-1].score
        if self.status == "won":
            return ("1 won", self.won_at, -score)
        return ("2 not won", -score, self.reached[score])

    def standing(self, place: int) -> Standing:
        won, score = self.status == "won", self.states[-1].score
        return Standing(
            player=self.player.id,
            name=self.player.name,
            status=self.status,
            score=score,
            place=place,
            moves=len(self.entries),
            milliseconds=self.won_at if won else self.reached[score],
            bot=self.player.bot,
            undos=self.entries.count("undo"),
        )


@dataclass
class Race:
    """Some players on one deal."""

    id: int
    seed: str
    start: int
    settings: Settings
    racers: dict[int, Racer]
    certified: Certified | None = None

    @property
    def limit(self) -> int:
        return self.settings.time_limit * 1000

    def elapsed(self, now: int) -> int:
        return min(now - self.start, self.limit)

    def standings(self) -> dict[int, Standing]:
        racers = list(self.racers.values())
        return {
            racer.player.id: racer.standing(1 + sum(other.order < racer.order for other in racers))
            for racer in racers
        }

    @property
    def over(self) -> bool:
        return all(racer.status != "racing" for racer in self.racers.values())


@dataclass
class Here:
    """Somebody in a room."""

    player: Player
    seated: bool
    ready: bool = False
    connected: bool = True


@dataclass
class Room:
    """A room."""

    code: str
    settings: Settings
    host: int
    phase: Phase = "lobby"
    members: dict[int, Here] = field(default_factory=dict)
    away: dict[int, int] = field(default_factory=dict)
    """Since when those who are not connected are away, in the order in which they went."""
    race: Race | None = None
    coming: RaceMade | None = None
    starts: int = 0
    practice: PracticeSaved | None = None
    """What is practised here."""
    daily: str = ""
    """The day on whose deal the host's attempt is made here."""
    search: Search = "none"
    lonely: int = LONELY

    @property
    def under_way(self) -> bool:
        return self.phase in ("countdown", "running")

    @property
    def wish(self) -> tuple[str, Deals] | None:
        """Which deals that can be won are raced on here; None where any will do."""
        settings = self.settings
        told = self.practice or self.daily or settings.deals == "any"
        return None if told else (settings.game, settings.deals)

    @property
    def private(self) -> bool:
        """Whether nobody else may come in: a daily deal is played here."""
        return bool(self.daily or (self.practice and self.practice.practice.daily))

    def count(self, *, seated: bool) -> int:
        return sum(member.seated == seated for member in self.members.values())

    def may_see(self, reader: int, racer: int) -> bool:
        """Own boards; every board for spectators; rivals' where the room says so."""
        here = self.members.get(reader)
        if here is None:
            return False
        return reader == racer or not here.seated or self.settings.show_boards

    # What is done, `now` being the time in milliseconds

    def take_in(self, player: Player, *, seated: bool) -> None:
        self.members[player.id] = Here(player, seated)

    def join(self, player: Player) -> None:
        here = self.members.get(player.id)
        if here is None or (not here.seated and not self.under_way):
            self.take_in(player, seated=not self.under_way)

    def watch(self, player: Player) -> None:
        here = self.members.get(player.id)
        if here is None or (here.seated and not self.under_way):
            self.take_in(player, seated=False)

    def leave(self, player: int, now: int) -> None:
        if self.phase == "running" and self.race and player in self.race.racers:
            self.take_out(player, "gave up", now)
        del self.members[player]
        self.away.pop(player, None)
        if player == self.host and self.members:  # To somebody who is there, and no bot.
            self.search = "none"
            heirs = self.members.values()
            self.host = min(
                heirs, key=lambda h: (not h.connected, h.player.bot, not h.seated)
            ).player.id

    def take_out(self, player: int, status: Status, now: int) -> None:
        assert self.race is not None
        racer = self.race.racers[player]
        if racer.status == "racing":
            racer.status = status
            self.finish_if_over(now)

    def tick(self, now: int) -> None:
        if self.coming and now >= self.starts:
            self.begin(self.coming, now)
        if self.phase == "running" and self.race and now - self.race.start >= self.race.limit:
            for racer in self.race.racers.values():
                if racer.status == "racing":
                    racer.status = "out of time"
            self.finish_if_over(now)
        for player in list(self.away):
            if now - self.away[player] < GRACE:
                continue
            if not (self.members[player].seated and self.under_way):
                self.leave(player, now)
            elif self.phase == "running":
                self.take_out(player, "disconnected", now)
        lonely = self.phase == "lobby" and len(self.away) == len(self.members) > 0
        if lonely and now - max(self.away.values()) >= self.lonely:
            self.members.clear()

    def begin(self, made: RaceMade, now: int) -> None:
        for player in [*self.away]:  # No race waits for a bot.
            if self.members[player].player.bot and self.members[player].seated:
                self.leave(player, now)
        self.coming = None
        game = catalogue.make(self.settings.game, self.settings.options)
        racers = {
            number: Racer(here.player, game, made.seed, [game.deal(made.seed)])
            for number, here in self.members.items()
            if here.seated
        }
        if not racers:
            self.to_lobby()
            return
        for racer in racers.values():
            if self.practice:
                racer.go_on(self.practice.actions)
            racer.look(0)
        self.phase = "running"
        self.race = Race(made.race, made.seed, now, self.settings, racers, made.certified)
        self.finish_if_over(now)

    def finish_if_over(self, now: int) -> None:
        if self.race and self.race.over:
            self.phase = "finished"
            for player in self.away:
                if self.members[player].seated:
                    self.away[player] = now  # Their grace begins now.

    def to_lobby(self) -> None:
        self.phase, self.race, self.coming = "lobby", None, None

    def clear_ready(self) -> None:
        for here in self.members.values():
            here.ready = False

    @property
    def can_begin(self) -> bool:
        """Whether a deal that is found may be raced at once."""
        return self.count(seated=True) > 0 and self.members[self.host].connected

    def count_down(self, records: list[Record], deal: Certified | None, now: int) -> None:
        """Begin the countdown to the race that is written down, on this deal or any."""
        [made] = [record for record in records if isinstance(record, RaceMade)]
        assert made.certified == deal
        assert deal is None or made.seed == deal.seed
        self.phase, self.coming, self.search = "countdown", made, "none"
        self.starts = now + self.settings.countdown * 1000
        self.clear_ready()


class Model:
    """All rooms."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.shelf: dict[tuple[str, Deals], list[Certified]] = {}
        """Deals that can be won and lie ready, by what was wished: each for one race."""
        self.vain: set[tuple[str, Deals]] = set()
        """The wishes of which it is known that none can be found."""

    def room_of(self, player: int) -> Room | None:
        return next((room for room in self.rooms.values() if player in room.members), None)

    def problems(self, player: Player, message: FromClient) -> set[str]:
        """Return the codes of all that speaks against a message; it is done if nothing does."""
        room = self.room_of(player.id)
        match message:
            case ListRooms():
                return set()
            case CreateRoom() | Practise() | PlayDaily():
                full = len(self.rooms) >= LIMITS.rooms
                mere = player.bot and isinstance(message, PlayDaily)
                return given(
                    ("already in a room", room), ("too many rooms", full), ("not allowed", mere)
                )
            case JoinRoom(code) | WatchRoom(code):
                there = self.rooms.get(code)
                if there is None:
                    return {"unknown room"}
                if room not in (None, there):
                    return {"already in a room"}
                stranger = there.private and player.id not in there.members
                full = is_full(there, player.id, message)
                return given(("not allowed", stranger), ("room full", full))
        return {"not in a room"} if room is None else self._problems_in(room, player.id, message)

    def _problems_in(self, room: Room, player: int, message: FromClient) -> set[str]:
        host, here = player == room.host, room.members[player]
        match message:
            case SetReady():
                late = room.phase not in ("lobby", "finished")
                return given(("wrong time", late), ("not racing", not here.seated))
            case StartRace(anyway):
                seated = [h for h in room.members.values() if h.seated]
                waiting = any(not h.ready for h in seated if h.player.id != room.host)
                return given(
                    ("not the host", not host),
                    ("wrong time", room.phase != "lobby" or room.search == "looking"),
                    ("not ready", not seated or (waiting and not anyway)),
                )
            case StopLooking():
                return given(("not the host", not host))
            case Rematch():
                early = room.phase != "finished"
                return given(("not the host", not host), ("wrong time", early))
            case Act() | Undo() | GiveUp():
                race, meant = room.race, getattr(message, "race", 0)
                if race is None or player not in race.racers:
                    return {"not racing"}
                return given(("not racing", meant not in (0, race.id)))
        return set()

    def refuses(self, player: int, number: int, entry: Entry, now: int) -> bool:
        """Whether the answer to an entry is `Refused`."""
        room = self.room_of(player)
        assert room is not None
        assert room.race is not None
        race, racer = room.race, room.race.racers[player]
        return (
            racer.status != "racing"
            or now - race.start >= race.limit
            or number != len(racer.entries)
            or (entry == "undo" and not room.settings.undo)
            or racer.refuses(entry)
        )

    def do(self, player: Player, message: FromClient, now: int, records: list[Record]) -> None:
        """Do what nothing speaks against; `records` say what was drawn by lot."""
        if isinstance(message, CreateRoom | Practise | PlayDaily):
            [saved] = [record for record in records if isinstance(record, RoomSaved)]
            assert saved.code not in self.rooms
            room = Room(saved.code, saved.settings, player.id, daily=saved.daily)
            if not isinstance(message, CreateRoom) and not room.daily:
                [room.practice] = [each for each in records if isinstance(each, PracticeSaved)]
            assert not room.daily or isinstance(message, PlayDaily)
            self.rooms[room.code] = room
            room.take_in(player, seated=True)
            return
        if isinstance(message, JoinRoom | WatchRoom):
            room = self.rooms[message.code]
            (room.join if isinstance(message, JoinRoom) else room.watch)(player)
            return
        there = self.room_of(player.id)
        if there is not None:
            self._do_in(there, player.id, message, now, records)

    def _do_in(
        self, room: Room, player: int, message: FromClient, now: int, records: list[Record]
    ) -> None:
        match message:
            case LeaveRoom():
                room.leave(player, now)
            case SetReady(ready):
                room.members[player].ready = ready
            case StartRace() if room.wish and not self.shelf.get(room.wish):
                assert records == [], "a search is not written down"
                room.search = "looking"
                self.vain.discard(room.wish)
            case StartRace():
                deal = self.shelf[room.wish].pop(0) if room.wish else None
                deal = TODAY.deal if room.daily else deal
                room.count_down(records, deal, now)
                room.tick(now)
            case StopLooking():
                room.search = "none"
            case Rematch():
                if room.daily:
                    assert room.race is not None
                    [room.practice] = [each for each in records if isinstance(each, PracticeSaved)]
                    assert room.practice.practice == TODAY.practice(room.race.id)
                    room.daily, room.settings = "", Opening.again(TODAY.practice()).settings
                room.to_lobby()
            case GiveUp():
                room.take_out(player, "gave up", now)
            case Act(number, action):
                self._enter(room, player, number, wire.parse_action(action), now)
            case Undo(number):
                self._enter(room, player, number, "undo", now)
            case ListRooms() | Chat() | Resync():
                pass
            case _:
                raise AssertionError(f"the model does not know {message}")
        self._close_if_empty(room)

    def _enter(self, room: Room, player: int, number: int, entry: Entry, now: int) -> None:
        if not self.refuses(player, number, entry, now):
            assert room.race is not None
            room.race.racers[player].enter(entry, room.race.elapsed(now))
            room.finish_if_over(now)

    def tick(self, room: Room, now: int, records: list[Record]) -> None:
        if room.search == "looking" and room.wish:
            deals = self.shelf.get(room.wish)
            if deals and room.can_begin:
                room.count_down(records, deals.pop(0), now)
            elif not deals and room.wish in self.vain:
                room.search = "no deal"
        room.tick(now)
        self._close_if_empty(room)

    def dropped(self, player: int, now: int) -> None:
        if room := self.room_of(player):
            here = room.members[player]
            here.connected, here.ready = False, False
            room.away[player] = now

    def arrived(self, player: int) -> None:
        if room := self.room_of(player):
            room.members[player].connected = True
            room.lonely = LONELY
            del room.away[player]

    def restart(self, now: int, clocks: dict[int, int]) -> None:
        """Everybody is away, no countdown and no search goes on, races are where `clocks` say.

        What lay ready is lost.
        """
        self.shelf.clear()
        self.vain.clear()
        for room in self.rooms.values():
            room.search = "none"
            if room.phase == "countdown":
                room.to_lobby()
            if room.race:
                room.race.start = now - clocks[room.race.id]
            for here in room.members.values():
                here.connected, here.ready = False, False
            room.away = dict.fromkeys(room.members, now)
            room.lonely = GRACE  # The server was away, and not they.

    def _close_if_empty(self, room: Room) -> None:
        if not room.members:
            del self.rooms[room.code]


def given(*reasons: tuple[str, object]) -> set[str]:
    """Return those reasons that are given."""
    return {code for code, holds in reasons if holds}


def is_full(room: Room, player: int, message: JoinRoom | WatchRoom) -> bool:
    """Whether the place that a message asks for is not to be had."""
    here = room.members.get(player)
    sits = isinstance(message, JoinRoom) and not room.under_way
    if here is not None and (here.seated == sits or room.under_way):
        return False
    bound = room.settings.seats if sits else LIMITS.spectators
    return room.count(seated=sits) >= bound


# The journal --------------------------------------------------------------------------------------


class Journal:
    """What was written down, in memory."""

    def __init__(self) -> None:
        self.saved: dict[str, RoomSaved] = {}
        self.members: dict[int, MemberSaved] = {}
        self.races: dict[int, StoredRace] = {}
        self.practice: dict[str, PracticeSaved] = {}
        self.uncounted: set[int] = set()
        """Races that count nowhere."""
        self.evenings: dict[str, EveningSaved] = {}
        self.of_evening: dict[int, RaceOfEvening] = {}
        self.results: dict[int, PastRace] = {}
        self.games: dict[int, str] = {}
        self.attempts: dict[int, Attempt] = {}
        """Whose attempts at a daily deal races are."""
        self.made: set[tuple[str, int]] = set()
        """The days and players of those that have begun."""
        self.past: set[int] = set()
        """Those of them whose moves nobody needs any more."""

    @property
    def race_ids(self) -> RaceIds:
        return RaceIds(range(max(self.races, default=0) + 1, 2**53))

    def write(self, records: list[Record], players: dict[int, Player]) -> None:
        for record in records:
            match record:
                case RoomSaved(code):
                    self.saved[code] = record
                case RoomClosed(code):
                    assert code not in {member.code for member in self.members.values()}
                    del self.saved[code]
                    self.practice.pop(code, None)
                    self.evenings.pop(code, None)
                case PracticeSaved(code):
                    assert code in self.saved
                    self.practice[code] = record
                case PracticeOver(race):
                    assert race in self.uncounted
                    self.past.add(race)
                case MemberSaved(player):
                    before = self.members.get(player)
                    assert before is None or before.code == record.code, "one room a player"
                    self.members[player] = record
                case MemberGone(player):
                    del self.members[player]
                case RaceMade():
                    self._make(record)
                case RaceBegun(race, racers):
                    assert not self.races[race].racers
                    if attempt := self.attempts.get(race):
                        assert racers == (attempt.player,)
                        assert (attempt.day, attempt.player) not in self.made, "one attempt a day"
                        self.made.add((attempt.day, attempt.player))
                    self.races[race].racers = [players[racer] for racer in racers]
                case Entered(race, number):
                    stored = self.races[race]
                    assert not stored.over
                    assert record.player in {racer.id for racer in stored.racers}
                    assert number == len(stored.entries), "numbers are consecutive"
                    stored.entries.append(record)
                case ClockRead(race, elapsed) | RaceOver(race, elapsed):
                    stored = self.races[race]
                    assert not stored.over
                    assert stored.elapsed <= elapsed
                    stored.elapsed = elapsed
                    stored.over = isinstance(record, RaceOver)
                    if isinstance(record, RaceOver) and race in self.of_evening:
                        past = PastRace(race, self.games[race], record.standings)
                        self.results[race] = past
                case _:
                    self._write_of_evening(record)

    def _make(self, record: RaceMade) -> None:
        """Note a race that counts down."""
        race, seed = record.race, record.seed
        assert race not in self.races
        self.games[race] = record.settings.game
        used = {kept.seed for kept in self.races.values() if kept.certified}
        again = record.practice or record.attempt
        assert seed not in used or again, "no deal in stock is raced twice"
        self.races[race] = StoredRace(race, seed, certified=record.certified)
        if record.attempt:
            self.attempts[race] = record.attempt
        if record.practice:
            self.uncounted.add(race)

    def _write_of_evening(self, record: Record) -> None:
        match record:
            case EveningSaved(code):
                assert code in self.saved
                self.evenings[code] = record
            case RaceOfEvening():
                self._file(record)
            case Attended(evening, number):
                done = [each for each in self.of_evening.values() if each.race in self.results]
                known = [each.number for each in done if each.evening == evening]
                assert 0 <= number <= len(known), "nobody knows the end of what is not over"
            case _:
                raise AssertionError(f"the journal does not know {record}")

    def _file(self, record: RaceOfEvening) -> None:
        """Note of which evening a race is; its number follows the last one's."""
        assert record.race not in self.uncounted
        assert record.race not in self.attempts
        assert record.evening in {saved.evening for saved in self.evenings.values()}
        done = [
            each
            for each in self.of_evening.values()
            if each.evening == record.evening and each.race in self.results
        ]
        assert record.number == len(done) + 1
        self.of_evening[record.race] = record

    def evening(self, code: str) -> StoredEvening | None:
        saved = self.evenings.get(code)
        if saved is None:
            return None
        races = [
            self.results[each.race]
            for each in sorted(self.of_evening.values(), key=lambda each: each.number)
            if each.evening == saved.evening and each.race in self.results
        ]
        return StoredEvening(saved.evening, saved.course, races)

    def rooms(self, players: dict[int, Player]) -> list[StoredRoom]:
        """Return what a server that starts would read."""
        return [
            StoredRoom(
                saved.code,
                saved.host,
                saved.settings,
                [
                    (players[member.player], member.seated)
                    for member in self.members.values()
                    if member.code == saved.code
                ],
                None if saved.race is None else self.stored(saved.race),
                practice=self.practice.get(saved.code),
                evening=self.evening(saved.code),
                daily=saved.daily,
            )
            for saved in self.saved.values()
        ]

    def stored(self, race: int) -> StoredRace:
        assert race not in self.past
        kept = self.races[race]
        return StoredRace(
            kept.id,
            kept.seed,
            list(kept.racers),
            kept.elapsed,
            kept.over,
            list(kept.entries),
            certified=kept.certified,
        )

    def entries(self, race: int, player: int) -> list[RaceEntry]:
        return [entered.entry for entered in self.races[race].entries if entered.player == player]

    def clock(self, race: int) -> int:
        """How long a race has been going on, as far as is written down."""
        kept = self.races[race]
        return max([kept.elapsed, *(entered.milliseconds for entered in kept.entries)])


# A client -----------------------------------------------------------------------------------------


class Client:
    """What one player knows from messages alone."""

    def __init__(self) -> None:
        self.room: RoomState | None = None
        self.members: dict[int, Member] = {}
        self.race: int | None = None
        self.boards: dict[int, tuple[int, State]] = {}
        self.standings: list[Standing] = []
        self.results: Results | None = None
        self.certificates: dict[int, str] = {}
        """What was told of each race's deal; empty where it may be any."""
        self.seen = 0
        """The number of the last event."""
        self.back = False
        """Whether this one is just coming back, and may have missed something."""

    def hear(self, message: FromServer) -> None:
        if isinstance(message, RoomState):
            self._hear_room(message)
        assert message.seq == 0 or message.seq >= self.seen, "events come in order"
        self.seen = max(self.seen, message.seq)
        match message:
            case LeftRoom():
                self.__init__()  # type: ignore[misc]
            case MemberChanged():
                self.members[message.member.player] = message.member
            case MemberLeft():
                self.members.pop(message.player, None)
            case Countdown():
                assert self.room is not None
                assert self.room.phase == "countdown"
                self._forget_race()
                self._certify(message)
            case RaceStarted():
                self._forget_race()
                self._certify(message)
                self.race, self.standings = message.race, message.standings
            case Board():
                self.boards[message.player] = (message.number, wire.board_view(message))
            case Step():
                number, view = self.boards[message.player]
                if message.seq == 0 and message.number <= number:
                    return  # The answer to an entry that was sent again.
                assert message.number == number + 1, "no step is left out, none comes twice"
                self.boards[message.player] = (number + 1, wire.step_view(view, message))
            case Progress():
                self.standings = message.standings
            case Results():
                self._certify(message)
                self.results, self.standings = message, message.standings

    def _certify(self, message: Countdown | RaceStarted | Results) -> None:
        told = self.certificates.setdefault(message.race, message.certificate)
        assert told == message.certificate, "the deal stays the one that was told first"

    def _hear_room(self, message: RoomState) -> None:
        before = self.room
        if before is None or before.stream != message.stream:
            self.seen = message.seq
        elif before.phase != message.phase and not self.back:
            assert (before.phase, message.phase) in IN_ORDER
        self.room = message
        self.members = {member.player: member for member in message.members}
        assert len(self.members) == len(message.members)
        if message.phase == "lobby":
            self._forget_race()

    def _forget_race(self) -> None:
        self.race, self.results, self.standings = None, None, []
        self.boards.clear()
