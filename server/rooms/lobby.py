"""All rooms, and who is in which: the directory.  Pure, like the rooms.

A message from a player goes in with the time; records, and messages for players, come out.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager

from engine.catalogue import BadOption, UnknownGame
from engine.play import Entry
from protocol.deals import check_deals
from protocol.messages import (
    Act,
    AnswerEnd,
    BeginAnew,
    ChangeSettings,
    Chat,
    CloseRoom,
    CreateRoom,
    EndRace,
    Feats,
    FromClient,
    GetAdvice,
    GiveUp,
    HoldSeries,
    JoinRoom,
    Kick,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    Mute,
    PlayDaily,
    Practise,
    Problem,
    RaceGhosts,
    Rated,
    Rematch,
    Resync,
    RoomInfo,
    SetReady,
    Settings,
    StartRace,
    StopLooking,
    Stopping,
    Undo,
    Veto,
    WatchRoom,
)
from protocol.series import check_series
from protocol.wire import parse_action
from server.bounds import Limits
from server.chance import Chance
from server.rooms.audience import Spectators
from server.rooms.deals.certified import Wish
from server.rooms.deals.daily import DailyDeal
from server.rooms.deals.shelf import Shelf
from server.rooms.moderation import Moderation
from server.rooms.opening import Opening
from server.rooms.output import Outgoing
from server.rooms.passwords import NO_KEY, NO_LOCK, Key, Lock
from server.rooms.races import prompter
from server.rooms.races.race_ids import RaceIds
from server.rooms.records import (
    Entered,
    MemberGone,
    MemberSaved,
    Player,
    PracticeOver,
    RaceBegun,
    RaceClosed,
    Record,
    RoomClosed,
    RoomHandedOver,
    StoredRoom,
)
from server.rooms.refusal import (
    Refusal,
    day_is_over,
    in_a_room,
    not_for_guests,
    unknown_day,
    watching_another,
)
from server.rooms.room import Practised, Room
from server.rooms.room_list import RoomListing


def stopping(left: int) -> Stopping:
    """Return the message that the server is going to stop in so many milliseconds."""
    return Stopping(max(0, -(-left // 1000)))


def as_code(text: str) -> str:
    """Return the code of a room as it is kept, however it was typed."""
    return text.strip().upper()


class Lobby:
    """The rooms of this server, and who is in which."""

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        race_ids: RaceIds | None = None,
        chance: Chance | None = None,
        keep_said: int = 0,
    ) -> None:
        """Start without rooms; races have these ids, or else 1, 2, 3...

        The last `keep_said` lines of each room's chat are kept beyond it.
        """
        self.rooms: dict[str, Room] = {}
        self.spectators = Spectators()
        """Everybody who is in a room without a seat."""
        self._guests: dict[int, Room] = {}
        """Those who look on in a room without being in it, and which room that is."""
        self._prompted: set[int] = set()
        """Those who are connected with a client that asked for help."""
        self._limits = limits or Limits()
        self._keep_said = keep_said
        self.room_list = RoomListing(self._limits.listed)
        self._stops: int | None = None
        """When the server is going to stop, if it is."""
        self._room_of: dict[int, Room] = {}
        self.race_ids = race_ids or RaceIds()
        self.shelf = Shelf()
        """The deals that can be won, for the next races."""
        self.daily: DailyDeal | None = None
        """The deal of today, where there is one."""
        self.wanted_for_day: Wish | None = None
        """Which deal the next day wants, or this one, that has none yet; see `day_waits`."""
        self.day_waits = False
        """Whether it is wanted now, as a room wants one that looks for it."""
        self._attempts: set[tuple[str, int]] = set()
        """The days and players of attempts that were begun here, as long as they may be asked for.
        """
        self.generation = 0
        """How often all rooms were forgotten."""
        self._chance = chance or Chance()
        self._records: list[Record] = []
        self._outgoing: list[Outgoing] = []

    def clear(self) -> None:
        """Forget all rooms, and what came out of them."""
        self.generation += 1
        self.rooms.clear()
        self.spectators.clear()
        self._guests.clear()
        self._prompted.clear()
        self.room_list = RoomListing(self._limits.listed)
        self._room_of.clear()
        self._records, self._outgoing = [], []

    def restore(
        self,
        stored: Iterable[StoredRoom],
        now: int,
        warn: Callable[[str], None],
    ) -> None:
        """Take up the rooms as they were written down."""
        for each in stored:
            try:
                stream, draw = self._chance.stream(), self._chance.draw
                room = Room.restore(each, now, self._limits, warn, stream, draw, self._keep_said)
            except Exception as error:  # noqa: BLE001  One room's trouble must not be the others'.
                warn(f"room {each.code} cannot be opened again: {error!r}")
                if each.practice:  # It would be of no use to anybody, and keep its members.
                    self._records += _given_up(each)
                continue
            self.rooms[room.code] = room
            for player, member in room.members.items():
                self._room_of[player] = room
                self._seat(player, seated=member.seated)
            self._collect(room)

    def take(self) -> tuple[list[Record], list[Outgoing]]:
        """Return what has to be written down, and what has to be sent after that; forget both."""
        taken = self._records, self._outgoing
        self._records, self._outgoing = [], []
        return taken

    @property
    def players(self) -> list[int]:
        """Everybody who is in a room."""
        return [*self._room_of]

    def room_of(self, player: int) -> Room | None:
        """Return the room that a player is in, or that a guest sees."""
        return self._room_of.get(player) or self._guests.get(player)

    def receive(
        self,
        player: Player,
        message: FromClient,
        now: int,
        *,
        key: Key = NO_KEY,
        lock: Lock | None = None,
        opening: Opening | None = None,
        place: Hashable = None,
        code: str = "",
        mark: str = "",
    ) -> None:
        """Do what a player asks for.

        A password in the message is not looked at, for hashing takes long: the caller has made it a
        `key` (of `JoinRoom` and `WatchRoom`) or a `lock` (of `CreateRoom` and `ChangeSettings`;
        None if the message has no password).  The `opening` is what a `Practise` or a
        `RaceGhosts` asks for, which takes long, too, or a `PlayDaily` that is not for an attempt at
        today's deal.  `place` is where the player connects from: equal for one address; None if not
        known.  A room that is made has the `code`, or one that is drawn.
        `mark` is what is kept of that place with an attempt at a daily deal.

        Raises:
            Refusal: it is not done.
            BadMessage: an action that is none.
        """
        if player.guest:
            self._receive_of_guest(player.id, message, now, key, place)
            return
        match message:
            case Act() | Undo():
                self.move(player, message, now)
                return
            case ListRooms(follow):
                self._list_rooms(player.id, now, follow=follow)
                return
            case CreateRoom(settings):
                room = self._create(player, settings, lock or NO_LOCK, code=code)
                room.join(player, now, place)
            case PlayDaily() if opening is None:
                room = self._create_for_day(player, code)
                room.join(player, now, place)
            case Practise() | RaceGhosts() | PlayDaily() if opening is not None:
                room = self._create(player, opening.settings, NO_LOCK, opening, code)
                room.join(player, now, place)
            case JoinRoom(code):
                room = self._enter(player, code, key)
                room.join(player, now, place)
            case WatchRoom(code):
                room = self._enter(player, code, key)
                room.watch(player, now, place)
            case StartRace(anyway):
                room = self._room(player)
                self._start_by_host(room, player.id, now, mark, anyway=anyway)
            case ChangeSettings(settings):
                room = self._room(player)
                with _told_in_words():
                    _check(settings)
                    room.change_settings(player.id, settings, lock)
            case _:
                room = self._room(player)
                self._receive_in_room(room, player.id, message, now)
        if isinstance(message, CreateRoom | ChangeSettings) and room.wish:
            self.shelf.sought()
        self._collect(room)

    def move(self, player: Player, message: Act | Undo, now: int) -> None:
        """Do a move or undo of a player's.

        Raises:
            Refusal, BadMessage: as `receive`.
        """
        room = self._room(player)
        entry: Entry = "undo" if isinstance(message, Undo) else parse_action(message.action)
        room.act(player.id, message.number, entry, now, message.race)
        self._collect(room)

    def _receive_of_guest(
        self, guest: int, message: FromClient, now: int, key: Key, place: Hashable
    ) -> None:
        here = self._guests.get(guest)
        match message:
            case ListRooms(follow):
                self._list_rooms(guest, now, follow=follow)
            case WatchRoom(code):
                room = self.find(code)
                if here not in (None, room):
                    raise watching_another()
                room.check_entry(guest, key)
                room.look_on(guest, now, place)
                self._see(guest, room)
                self._collect(room)
            case LeaveRoom() if here:
                self._look_away(guest)
                self._outgoing.append(Outgoing((guest,), LeftRoom()))
            case Resync() if here:
                here.sync(guest, now)
                self._collect(here)
            case LeaveRoom() | Resync():
                raise Refusal("not in a room", "you are watching no room; choose one first")
            case _:
                raise not_for_guests()

    def relay(self, guest: int, code: str, others: int) -> None:
        """Let a guest see a room who stands for so many at another server: see `Room.relay`.

        Raises:
            Refusal: there is no such room, or it has a password.
        """
        room = self.find(code)
        if self._guests.get(guest) is not room:
            room.check_entry(guest, NO_KEY)
            self._see(guest, room)
        room.relay(guest, others)
        self._collect(room)

    def _see(self, guest: int, room: Room) -> None:
        self._guests[guest] = room
        self.spectators.add(guest)
        self.room_list.unfollow(guest)

    def prompts(self, player: int) -> bool:
        """Return whether somebody is connected with a client that asked for help."""
        return player in self._prompted

    def _look_away(self, guest: int) -> None:
        if room := self._guests.pop(guest, None):
            self.spectators.discard(guest)
            room.look_away(guest)
            self._collect(room)

    def _list_rooms(self, player: int, now: int, *, follow: bool) -> None:
        follow = follow and self.room_of(player) is None
        self._outgoing.append(
            self.room_list.answer(player, self.rooms.values(), now, follow=follow)
        )

    def _receive_in_room(self, room: Room, player: int, message: FromClient, now: int) -> None:
        match message:
            case LeaveRoom():
                room.leave(player, now)
            case SetReady(ready):
                room.set_ready(player, ready=ready)
            case StopLooking():
                room.stop_looking(player)
            case EndRace() | AnswerEnd():
                _receive_of_end(room, player, message, now)
            case Rematch() | Veto() | HoldSeries() | BeginAnew():
                _receive_between_races(room, player, message, now)
            case Chat(text):
                room.chat(player, text)
            case Kick(other):
                room.kick(player, other, now)
            case Mute(other, muted):
                room.mute(player, other, muted=muted)
            case CloseRoom():
                room.close_by(player, now)
            case GiveUp():
                room.give_up(player, now)
            case GetAdvice():
                room.advise(player, message)
            case Resync():
                room.sync(player, now)
            case _:
                raise Refusal("wrong time", "that cannot be asked for now")

    def _start_by_host(self, room: Room, player: int, now: int, mark: str, *, anyway: bool) -> None:
        if self._stops is not None:
            raise Refusal("stopping", "this server is about to stop; race when it is back")
        if not room.daily:
            self._start(room, player, now, anyway=anyway)
            return
        room.members.require_host(player)
        today = self.daily
        if today is None or today.day != room.daily:
            raise day_is_over()
        race, deal = self.race_ids.next, today.deal
        if room.start(player, race, deal.seed, now, anyway=True, certified=deal, place=mark):
            self.race_ids.take()

    def has_attempted(self, day: str, player: int) -> bool:
        """Return whether somebody was seen here to begin an attempt at a daily deal."""
        return (day, player) in self._attempts

    def _start(self, room: Room, player: int, now: int, *, anyway: bool) -> None:
        race, seed, wish = self.race_ids.next, self._chance.seed(), room.wish
        deal = self.shelf.next(wish) if wish else None
        if room.start(player, race, seed, now, anyway=anyway, certified=deal):
            self.race_ids.take()
            if wish:
                self.shelf.take(wish)
        elif wish:
            room.count_tries(self.shelf.tried(wish))
            self.shelf.seek(wish)

    def _look_for_deal(self, room: Room, wish: Wish, now: int) -> None:
        """Begin the race of a room that looks for a deal, if there is one now."""
        if self._stops is not None:
            room.drop_search()
        elif (deal := self.shelf.next(wish)) and room.can_begin and self.race_ids.has_next:
            self.shelf.take(wish)
            race = self.race_ids.next
            self.race_ids.take()
            room.begin_found(race, deal, now)
        elif deal is None and self.shelf.is_vain(wish):
            room.find_none()

    def to_rate(self) -> list[int]:
        """Return the races that are over, and of which rooms wait for the ratings."""
        return [race for room in self.rooms.values() if (race := room.round.to_rate)]

    def note_rated(self, rated: Rated) -> None:
        """Tell the room of a race, if it still shows it, what ratings come of it."""
        for room in self.rooms.values():
            if room.round.to_rate == rated.race:
                room.round.note_rated(rated)
                self._collect(room)

    def awaiting_feats(self) -> list[int]:
        """Return the races that are over, of which rooms wait for what they changed in records.

        An attempt at a daily deal changes nothing there.
        """
        rooms = (room for room in self.rooms.values() if not room.daily)
        return [race for room in rooms if (race := room.round.awaits_feats)]

    def note_feats(self, feats: Feats) -> None:
        """Tell the room of a race, if it still shows it, what the race has changed in records."""
        for room in self.rooms.values():
            if room.round.awaits_feats == feats.race:
                room.round.note_feats(feats)
                self._collect(room)

    def sought(self) -> list[Wish]:
        """Return which deals rooms look for, that of each room, and which one the day waits for."""
        sought = [wish for room in self.rooms.values() if room.looking and (wish := room.wish)]
        if self.wanted_for_day and self.day_waits:
            sought.append(self.wanted_for_day)
        return sought

    def expected(self) -> list[Wish]:
        """Return which deals rooms will want when they are started, that of each game once.

        That of the next day is among them.
        """
        rooms = (room for room in self.rooms.values() if not room.looking)
        expected = [wish for room in rooms if (wish := room.wish)]
        if self.wanted_for_day and not self.day_waits:
            expected.append(self.wanted_for_day)
        return list(dict.fromkeys(expected))

    def stop(self, at: int) -> None:
        """Let no race start any more: the server is going to stop at that time."""
        self._stops = at

    @property
    def racing(self) -> bool:
        """Whether a race is on, or about to start."""
        return any(room.phase in ("countdown", "running") for room in self.rooms.values())

    def arrived(
        self,
        player: int,
        now: int,
        stream: str = "",
        seen: int = 0,
        place: Hashable = None,
        *,
        prompted: bool = False,
    ) -> None:
        """Note that a player is connected, and has seen this much of the room's events.

        `place` is as in `receive`; `prompted` says whether the client asks for help (see `Hello`).
        """
        (self._prompted.add if prompted else self._prompted.discard)(player)
        if self._stops is not None:
            self._outgoing.append(Outgoing((player,), stopping(self._stops - now)))
        if room := self._room_of.get(player):
            room.returned(player, now, stream, seen, place)
            self._collect(room)

    def note_level(self, player: Player) -> None:
        """Note how well a bot plays that is connected."""
        if room := self._room_of.get(player.id):
            room.note_level(player)
            self._collect(room)

    def dropped(self, player: int, now: int) -> None:
        """Note that a player is not connected any more."""
        self.room_list.unfollow(player)
        self._prompted.discard(player)
        self._look_away(player)
        if room := self._room_of.get(player):
            room.dropped(player, now)
            self._collect(room)

    def tell_followers(self, now: int) -> None:
        """Tell those who follow the list of rooms how it is, if it has changed.  Call it often."""
        if changed := self.room_list.changed(self.rooms.values(), now):
            self._outgoing.append(changed)

    def tell_refusal(self, player: int, refusal: Refusal) -> None:
        """Tell a player why something is not done that was begun a while ago."""
        self._outgoing.append(Outgoing((player,), Problem(refusal.code, str(refusal))))

    def tick(self, room: Room, now: int) -> None:
        """Do what is due in a room at this time."""
        if room.looking and (wish := room.wish):
            self._look_for_deal(room, wish, now)
            if room.looking:
                room.tell_search(self.shelf.tried(wish), now)
        room.tick(now)
        if room.starts_itself and self._stops is None and self.race_ids.has_next:
            self._start(room, room.members.host, now, anyway=True)
        self._collect(room)

    def hand_over(self, room: Room, server: int, now: int) -> list[int]:
        """Let a room go on at the server with this epoch; return all who are in it, or see it."""
        self._collect(room)
        if clock := room.round.read_clock(now):
            self._records.append(clock)
        self._records.append(RoomHandedOver(room.code, server))
        del self.rooms[room.code]
        players = [*room.members]
        for player in players:
            self._room_of.pop(player, None)
            self.spectators.discard(player)
        guests = [guest for guest, seen in self._guests.items() if seen is room]
        for guest in guests:
            del self._guests[guest]
            self.spectators.discard(guest)
        return players + guests

    # What an operator does ------------------------------------------------------------------------

    def send_away(self, player: int, now: int, reason: str) -> None:
        """Let a player leave the room they are in, if any."""
        if room := self._room_of.get(player):
            room.send_away(player, now, reason)
            self._collect(room)

    def rename(self, player: int, name: str) -> None:
        """Call a player otherwise from now on, wherever they are or race."""
        for room in list(self.rooms.values()):
            if room.names(player):
                room.rename(player, name)
                self._collect(room)

    def unsay(self, player: int) -> None:
        """Tell nobody any more what a player has said in any room."""
        for room in self.rooms.values():
            room.unsay(player)

    def close(self, room: Room, now: int, reason: str) -> None:
        """Close a room."""
        room.close(now, reason)
        self._collect(room)

    def hides(self, player: int, race: int) -> bool:
        """Return whether a player may not know yet how a race went that is over."""
        return any(room.round.hides(player, race) for room in self.rooms.values())

    def set_ping(self, player: int, milliseconds: int) -> None:
        """Note how long a message to a player and back takes."""
        if room := self._room_of.get(player):
            room.members.set_ping(player, milliseconds)
            self._collect(room)

    # The directory --------------------------------------------------------------------------------

    def _room(self, player: Player) -> Room:
        room = self._room_of.get(player.id)
        if room is None:
            raise Refusal("not in a room", "you are in no room; join one first")
        return room

    def practised(self, player: Player) -> Practised:
        """Return how a player's game stands that is practised: see `Room.practised`.

        Raises:
            Refusal: there is none.
        """
        return self._room(player).practised(player.id)

    def hosted_by(self, player: Player) -> Room:
        """Return the room of which a player is the host.

        Raises:
            Refusal: there is none.
        """
        room = self._room(player)
        room.members.require_host(player.id)
        return room

    def find(self, text: str) -> Room:
        """Return the room with this code.

        Raises:
            Refusal: there is none.
        """
        room = self.rooms.get(as_code(text))
        if room is None:
            raise Refusal("unknown room", "there is no room with that code")
        return room

    def find_anywhere(self, code: str) -> Room | RoomInfo | None:
        """Return the room with this code, or what the list tells of one of another server."""
        return self.rooms.get(code) or self.room_list.elsewhere(code)

    def _enter(self, player: Player, code: str, key: Key) -> Room:
        room = self.find(code)
        here = self._room_of.get(player.id)
        if here not in (None, room):
            raise Refusal("already in a room", "you are in another room; leave that one first")
        room.check_entry(player.id, key)
        return room

    def draw_code(self) -> str:
        """Return a code that no room here has."""
        code = self._chance.code()
        while code in self.rooms:
            code = self._chance.code()
        return code

    def _create(
        self,
        player: Player,
        settings: Settings,
        lock: Lock,
        opening: Opening | None = None,
        code: str = "",
        daily: str = "",
    ) -> Room:
        if player.id in self._room_of:
            raise in_a_room()
        if len(self.rooms) >= self._limits.rooms:
            raise Refusal(
                "too many rooms", "this server has as many rooms as it may; try again later"
            )
        code = code or self.draw_code()
        with _told_in_words():
            _check(settings)
            stream, draw = self._chance.stream(), self._chance.draw
            room = Room(
                *(code, settings, self._limits, stream, Moderation(lock), opening, draw, daily),
                keep_said=self._keep_said,
            )
        self.rooms[code] = room
        return room

    def _create_for_day(self, player: Player, code: str) -> Room:
        """Make a room for an attempt at the deal of today."""
        if self.daily is None:
            raise unknown_day()
        if player.bot:
            raise Refusal("not allowed", "daily deals are for people; a bot can practise any deal")
        today = self.daily
        return self._create(player, today.settings, NO_LOCK, code=code, daily=today.day)

    def _collect(self, room: Room) -> None:
        """Take what came out of a room, and keep true who is in which."""
        records = room.output.take_records()
        outgoing = room.output.take_outgoing()
        self._outgoing += (
            prompter.added(outgoing, room.race, self._prompted) if self._prompted else outgoing
        )
        self._records += records
        for record in records:
            if type(record) is Entered:  # There are so many.
                continue
            match record:
                case MemberSaved(player, _, seated):
                    self._room_of[player] = room
                    self.room_list.unfollow(player)
                    self._seat(player, seated=seated)
                case RaceBegun(_, racers) if room.daily:
                    self._note_attempts(room.daily, racers)
                case MemberGone(player):
                    self._room_of.pop(player, None)
                    self._seat(player, seated=True)
                case RoomClosed(code):
                    self.rooms.pop(code, None)
                    for guest in [each for each, seen in self._guests.items() if seen is room]:
                        self._look_away(guest)

    def _note_attempts(self, day: str, players: Iterable[int]) -> None:
        """Note whose attempts have begun; those of days long past are in the database for sure."""
        if self.daily:
            self._attempts = {each for each in self._attempts if each[0] >= self.daily.day}
        self._attempts.update((day, player) for player in players)

    def _seat(self, player: int, *, seated: bool) -> None:
        """Note whether a player is a spectator."""
        if seated:
            self.spectators.discard(player)
        else:
            self.spectators.add(player)


def _receive_of_end(room: Room, player: int, message: EndRace | AnswerEnd, now: int) -> None:
    match message:
        case EndRace():
            room.end_race(player, now)
        case AnswerEnd(go_on):
            room.answer_end(player, now, go_on=go_on)


def _receive_between_races(
    room: Room, player: int, message: Rematch | Veto | HoldSeries | BeginAnew, now: int
) -> None:
    match message:
        case Rematch(same_deal):
            room.rematch(player, same_deal=same_deal)
        case Veto():
            room.veto(player)
        case HoldSeries(held):
            room.hold_series(player, now, held=held)
        case BeginAnew():
            room.begin_anew(player)


def _check(settings: Settings) -> None:
    """Check that there are the games of a room, and those of its series, with such deals.

    Raises:
        UnknownGame, BadOption: there are not.
    """
    if settings.series is None or not settings.series.mixed:
        check_deals(settings.game, settings.options, settings.deals)
    if settings.series:
        check_series(settings.series, settings.deals)


def _given_up(stored: StoredRoom) -> Iterator[Record]:
    """Yield the records of a room for practice that cannot be opened again."""
    if race := stored.race:
        if race.racers and not race.over:
            yield RaceClosed(race.id, "its deal cannot be practised any more")
        yield PracticeOver(race.id)
    yield from (MemberGone(player.id) for player, _ in stored.members)
    yield RoomClosed(stored.code)


@contextmanager
def _told_in_words() -> Iterator[None]:
    """Refuse settings for a game, options or deals that there are not."""
    try:
        yield
    except UnknownGame as unknown:  # Two names: compiled, a generator's has one type.
        raise Refusal("unknown game", str(unknown)) from None
    except BadOption as bad:
        raise Refusal("bad option", str(bad)) from None
