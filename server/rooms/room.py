"""A room, pure: the way from its lobby to a countdown, a race, its results, and back.

It knows no socket, no database and no clock.  What a client wants comes in as a method call with
the time in milliseconds; what has to be written down and what has to be sent waits in
`Room.output`.  Who is here is in `Room.members`, and what they play in `Room.round`.
"""

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine import catalogue
from engine.chance import commitment
from engine.play import Entry, Play
from protocol import deal_code
from protocol.messages import (
    Announcement,
    GetAdvice,
    LeftRoom,
    Member,
    MemberChanged,
    MemberLeft,
    Phase,
    Practice,
    RoomInfo,
    Said,
    SaidBefore,
    Search,
    Searching,
    Settings,
)
from server.bounds import Limits
from server.rooms.audience import Audience, Beside
from server.rooms.deals.certified import Certified, Wish
from server.rooms.description import Description
from server.rooms.evenings.evening import Draw, RoomEvening
from server.rooms.evenings.talk import Talk
from server.rooms.events import Events
from server.rooms.intermission import Intermission
from server.rooms.late import Change, HostPassedOn, LateView
from server.rooms.members import Members
from server.rooms.moderation import Moderation
from server.rooms.opening import Opening
from server.rooms.output import Output
from server.rooms.passwords import Key, Lock
from server.rooms.printable import printable
from server.rooms.races.race import Race
from server.rooms.records import (
    Attempt,
    Exit,
    MemberGone,
    MemberSaved,
    Player,
    PracticeGone,
    PracticeOver,
    PracticeSaved,
    RaceClosed,
    RaceMade,
    RoomClosed,
    RoomSaved,
    StoredRace,
    StoredRoom,
)
from server.rooms.refusal import (
    Refusal,
    beside_a_racer,
    no_room_for_guests,
    not_racing,
    only_theirs,
)
from server.rooms.round import Round

GUESTS_EVERY: Final = 1000
"""Milliseconds between two times that it is told how many guests there are, at least."""
SEARCH_EVERY: Final = 2000
"""The same for how a search for a deal goes."""


class Practised(NamedTuple):
    """A game that is practised, as it stands."""

    race: int
    play: Play
    settings: Settings
    opening: Opening
    """The deal, and what is known of it."""


class Room:
    """Some players together: who comes and goes, what the host does, and the rounds they play."""

    def __init__(
        self,
        code: str,
        settings: Settings,
        limits: Limits | None = None,
        stream: str = "",
        moderation: Moderation | None = None,
        opening: Opening | None = None,
        draw: Draw | None = None,
        daily: str = "",
        keep_said: int = 0,
    ) -> None:
        """Make an empty room in its lobby; the first to join becomes the host.

        `stream` names the numbering of its events, and no other's.  With an `opening`, the room is
        for practice: each race begins there, and none counts.  `draw` draws the games of a series;
        without it, each is the first that there is.  With a `daily`, it is for the host's attempt
        at the deal of that day.  The last `keep_said` lines of its chat are kept beyond it.

        Raises:
            UnknownGame, BadOption: the settings name a game that there is not.
        """
        limits = limits or Limits()
        self.code = code
        streams = (stream, f"{stream}-late")
        self.output = Output(*(Events(limits.events, limits.event_bytes, name) for name in streams))
        self.moderation = moderation or Moderation()
        self.members = Members(self.output)
        self._talk = Talk(code, self.output, keep_said)
        self._unsaid: set[int] = set()
        """Those of whom nothing that they have said is told any more."""
        self._draw = draw or (lambda _: 0)
        self._opening = opening
        self._evening: RoomEvening | None = None
        """What the races add up to; None in a room for practice, or for a daily deal."""
        self.daily = daily
        """The day on whose deal the host's attempt is made here; empty of any other room."""
        self._place = ""
        """Where that comes from, hashed."""
        if not daily and (opening is None or opening.practice.once):
            self._evening = RoomEvening(code, settings, self.members, self.output, self._draw)
            settings = self._evening.start()
        self.settings = _completed(settings)
        self.game = catalogue.make(self.settings.game, self.settings.options)
        self.round: Round | Intermission = Intermission()
        """What is played; an intermission while the room is in its lobby."""
        self._limits = limits
        self._audience = Audience(self.members)
        self._active: int | None = None
        """When something last happened here; None: it has to be read from the clock first."""
        self._lonely = limits.abandoned
        """Seconds after which it closes in its lobby when nobody in it is connected."""
        self._guests_told = 0
        """When it was told last how many guests there are."""
        self._search: Search = "none"
        """Whether a deal is looked for that can be won, for the race that the host has started."""
        self._search_began = 0
        """When that began."""
        self._search_told: int | None = None
        """When it was told last how the search goes; None where it never was."""
        self._tried_before = 0
        """How many deals had been tried for others when it began."""
        self._notices: dict[int, str] = {}
        """What members have to be told when they come back."""

    @property
    def race(self) -> Race | None:
        """The race under way, or the one that has just finished."""
        return self.round.race

    @property
    def phase(self) -> Phase:
        """Where the room is, for those who see the race live."""
        return self.round.phase

    @property
    def info(self) -> RoomInfo:
        """The room in the lobby's list: as spectators see it, for that is what others may know."""
        return self._described.info(self.round.delayed_phase)

    @property
    def for_practice(self) -> bool:
        """Whether what is played here counts nowhere, as its deal was known before."""
        return self._opening is not None

    @property
    def is_private(self) -> bool:
        """Whether nobody else may see what is played here: it is the deal of some day."""
        return bool(self.daily or (self._opening and self._opening.practice.daily))

    def holds(self, player: int) -> bool:
        """Return whether somebody is in a race here that is on, or about to begin, for anybody.

        One who is through with it is, too, or has left: how it ends is not known yet.
        """
        phases = (self.phase, self.round.delayed_phase)
        if not any(phase in ("countdown", "running") for phase in phases):
            return False
        race, member = self.race, self.members.get(player)
        return player in race.racers if race else bool(member and member.seated)

    @property
    def wish(self) -> Wish | None:
        """Which deals that can be won are raced on here; None where any will do, or one is told."""
        return None if self._opening or self.daily else Wish.by(self.settings)

    @property
    def looking(self) -> bool:
        """Whether a race begins as soon as there is a deal that can be won."""
        return self._search == "looking"

    @property
    def beside(self) -> Beside:
        """From where nobody may watch now."""
        return self._audience.beside(self.settings, self.round.racing)

    # Coming and going -----------------------------------------------------------------------------

    def check_entry(self, player: int, key: Key) -> None:
        """Check that a player may come in with the key that they bring; a member always may.

        Raises:
            Refusal: the key does not open the room, or the host has sent this player away; or it is
                for one player's daily deal.
        """
        if player not in self.members:
            if self.is_private:
                raise only_theirs()
            self.moderation.check_entry(player, key)

    def join(self, player: Player, now: int, place: Hashable = None) -> None:
        """Take a seat; during a race, come in as a spectator.

        A spectator who is here already takes a seat where that is possible.  A race goes on until
        its spectators have seen the end: nobody learns from a seat that it was over before.

        `place` is where the player connects from: equal for one address; None if not known.

        Raises:
            Refusal: all seats, or all places for spectators, are taken.
        """
        here = self.members.get(player.id)
        if here and here.seated:
            self.sync(player.id, now)
            return
        if self._shown_under_way:
            self.watch(player, now, place)
            return
        self.check_free_seat()
        self._come_in(player, place, seated=True, now=now)

    def check_free_seat(self, beside: int = 0) -> None:
        """Check that somebody can take a seat now, beside so many others who are coming.

        Raises:
            Refusal: a race is on, or all seats are taken.
        """
        if self._shown_under_way:
            raise Refusal("wrong time", _WRONG_TIME["lobby"])
        if self.members.seated + beside >= self.settings.seats:
            raise Refusal("room full", "all seats are taken; you can watch the room instead")

    def watch(self, player: Player, now: int, place: Hashable = None) -> None:
        """Come in as a spectator; who has a seat gives it back.  `place` is as in `join`.

        Raises:
            Refusal: there are as many spectators as there may be, or somebody is racing at the same
                place and this room does not allow that.
        """
        here = self.members.get(player.id)
        if here and (not here.seated or self._shown_under_way):
            self.sync(player.id, now)
            return
        if here is None:
            self._check_place(place)
        if self.members.spectators >= self._limits.spectators:
            raise Refusal("room full", "there is no room for another spectator")
        self._come_in(player, place, seated=False, now=now)

    def look_on(self, guest: int, now: int, place: Hashable = None) -> None:
        """Let a guest see the room: what it does there nobody remembers.  `place` is as in `join`.

        Raises:
            Refusal: there are as many guests as there may be, or somebody is racing at the same
                place and this room does not allow that.
        """
        if guest not in self.members.guests:
            self._check_place(place)
            if self.members.own_guests >= self._limits.guests:
                raise no_room_for_guests()
            self._let_in(guest, place)
        self.sync(guest, now)
        if reason := self._audience.blind.get(guest):
            self.output.answer(guest, reason)

    def relay(self, guest: int, others: int) -> None:
        """Let a guest see the room who stands for so many at another server.

        Boards are kept there from those who may not see them: see `beside`.
        """
        if guest not in self.members.guests:
            self._let_in(guest, None)
        self.members.relays[guest] = others
        self.output.note_arrival(guest)  # What was said is not for those who come in only now.

    def _let_in(self, guest: int, place: Hashable) -> None:
        self.members.let_in(guest, place)
        self.output.note_arrival(guest)
        if self.settings.delay:
            self._settle_audience()
        else:
            self._audience.admit(guest)

    def look_away(self, guest: int) -> None:
        """Let a guest go."""
        self.members.let_out(guest)
        self.output.note_departure(guest)
        if self.settings.delay:
            self._settle_audience()
        else:
            self._audience.dismiss(guest)

    def _check_place(self, place: Hashable) -> None:
        """Raise a `Refusal` if who is at this place must not see what somebody there does."""
        if place in self.beside.places:
            raise beside_a_racer()

    def _come_in(self, player: Player, place: Hashable, *, seated: bool, now: int) -> None:
        self.members.note_place(player.id, place)
        self.output.note_arrival(player.id)
        muted = player.id in self.moderation.muted
        bot, level = player.bot, player.level
        self.members.add(Member(player.id, player.name, seated, bot=bot, muted=muted, level=level))
        if not self.members.host:
            self.members.host = player.id
            self._save()
            if opening := self._opening:
                saved = PracticeSaved(self.code, opening.practice, opening.actions)
                self.output.records.append(saved)
        self._settle_audience()
        self.output.records.append(MemberSaved(player.id, self.code, seated))
        if self._evening:
            self._evening.attend((player.id,), self.round.phase_for(player.id))
        self.sync(player.id, now)
        if reason := self._audience.blind.get(player.id):
            self.output.answer(player.id, reason)

    def leave(self, player: int, now: int) -> None:
        """Leave the room, and give up a race under way.  An empty room is closed."""
        self._part(player, now, "give up")

    def send_away(self, player: int, now: int, reason: str) -> None:
        """Let a member leave, whom the host or the operator does not want here."""
        self._part(player, now, "sent away", reason)

    def _part(self, player: int, now: int, how: Exit, reason: str = "") -> None:
        self.round.note_connection(player, connected=False)
        if self.round.is_racing(player):
            self._take_out(player, how, now)
        if self.phase == "countdown" and self.members.late:
            self.members.late.release(player)
        self.members.remove(player)
        self.output.note_departure(player)
        self._notices.pop(player, None)
        self.output.records.append(MemberGone(player))
        self._settle_audience()
        self.output.answer(player, LeftRoom(reason))
        if not self.members:
            self._vanish()
        elif player == self.members.host:
            self._search = "none"  # It was the wish of who has left.
            to_tell = self.members.pass_on()
            self._save()
            self._tell_state(to_tell)

    def dropped(self, player: int, now: int) -> None:
        """Note that a member's connection is lost; the seat is kept."""
        self.members.disconnect(player, now)
        self.round.note_connection(player, connected=False)

    def returned(
        self, player: int, now: int, stream: str = "", seen: int = 0, place: Hashable = None
    ) -> None:
        """Note that a member is connected again, and tell them where everything stands.

        Who has seen the event `seen` of this room's `stream` is told what came after it, as far as
        it was for them; or else everything.
        """
        self._lonely = self._limits.abandoned
        moved = self._move(player, place, now)
        self.members.reconnect(player)
        self.round.note_connection(player, connected=True)
        missed = None if moved else self.output.events(player).missed(player, stream, seen)
        if missed is None:
            self.sync(player, now)
        else:
            missed.append(MemberChanged(self.members[player]))  # Who was ready is so no longer.
            if progress := self.round.progress(player):
                missed.append(progress)
            self.output.answer(player, *missed)
        if notice := self._notices.pop(player, ""):
            self.output.answer(player, Announcement(notice))
        elif reason := self._audience.blind.get(player):
            self.output.answer(player, reason)

    def _move(self, player: int, place: Hashable, now: int) -> bool:
        """Note where a member connects from now; return whether that lets them see more or less.

        The others who do so are told.
        """
        before = self._audience.blind
        self.members.note_place(player, place)
        self._settle_audience()
        after = self._audience.blind
        changed = {other for other in {*before, *after} if before.get(other) != after.get(other)}
        for other in changed - {player}:
            if reason := after.get(other):
                self.output.answer(other, reason)
            else:
                self.sync(other, now)
        return player in changed

    def sync(self, player: int, now: int) -> None:
        """Tell a member everything about the room and the race."""
        state = self._described.state(self.round.phase_for(player), player)
        events = self.output.events(player)
        # Guests are strangers who come by the hundred: they hear what is said while they are here.
        said = events.said(player, whole=player in self.members)
        messages = [events.name_stream(state), *([SaidBefore(said)] if said else ())]
        messages += self.round.view(player, now)
        # Only who has got all of it knows what there was up to this event.
        messages[-1] = replace(messages[-1], seq=events.number)
        self.output.answer(player, *messages)

    def rename(self, player: int, name: str) -> None:
        """Call a member or racer otherwise from now on."""
        self.members.rename(player, name)
        self.round.rename(player, name)
        known = self._evening is not None and self._evening.names(player)
        if self._evening and known:
            self._evening.rename(player, name)
        if self._opening and player in self._opening.players:
            self._opening = self._opening.renamed(player, name)
            self._announce()
        elif known:
            self._announce()

    def note_level(self, player: Player) -> None:
        """Note how well a bot plays that has come back: nobody wrote that down."""
        member = self.members.get(player.id)
        if member and member.level != player.level:
            self.members.note_level(player.id, player.level)
            self.round.note_level(player.id, player.level)

    def names(self, player: int) -> bool:
        """Return whether this player is here, races here, or has played what is practised here."""
        racers = self.race.racers if self.race else ()
        practised = self._opening.players if self._opening else ()
        if self._evening and self._evening.names(player):
            return True
        return player in self.members or player in racers or player in practised

    def close(self, now: int, reason: str) -> None:
        """Send everybody away, and break off a race under way."""
        self._break_off(now)
        self.output.records += [MemberGone(player) for player in self.members]
        self.members.tell(LeftRoom(reason))
        self.members.clear()
        self._vanish()

    def _vanish(self) -> None:
        """Be gone: nobody is left who would see the end of a race later, or only guests."""
        self.members.tell(LeftRoom("everybody has left this room"))
        self.members.clear()
        self.round.publish()
        self._end_round(Intermission())
        self.output.records.append(RoomClosed(self.code))

    # What the host may ----------------------------------------------------------------------------

    def change_settings(self, player: int, settings: Settings, lock: Lock | None) -> None:
        """Play something else, or otherwise; nobody is ready any more.  None keeps the lock.

        Raises:
            Refusal: not the host, not in the lobby, or more have a seat than there would be; or the
                room is for practice.
            UnknownGame, BadOption: the settings name a game that there is not.
        """
        self.members.require_host(player)
        self._require_phase("lobby", player)
        if self.daily or (self._opening and not self._opening.practice.once):
            raise Refusal("not allowed", "this room is for one deal; make another room for others")
        seated = self.members.seated
        if seated > settings.seats:
            raise Refusal("room full", f"{seated} have a seat; let some of them watch first")
        completed = _completed(settings)
        if self._evening:
            completed = _completed(self._evening.change(completed))
        self.game = catalogue.make(completed.game, completed.options)
        self.settings = completed
        self._search = "none"
        if self._opening:
            self.output.records.append(PracticeGone(self.code))
            self._opening = None
        if lock is not None:
            self.moderation.lock = lock
        self.members.clear_ready()  # for what it was
        self._back_to_lobby()
        self._announce()

    def start(
        self,
        player: int,
        race: int,
        seed: str,
        now: int,
        *,
        anyway: bool = False,
        certified: Certified | None = None,
        place: str = "",
    ) -> bool:
        """Begin the countdown to the race with this id and this seed; in practice, with its own.

        Where only deals are wanted that can be won, `certified` is one.  Without it, the room looks
        for one from now on, until somebody calls `begin_found` or `find_none`.  Of an attempt at a
        daily deal, it is that deal, and `place` is where the host is, hashed.

        Return whether the countdown has begun.

        Raises:
            Refusal: not the host, not in the lobby, nobody has a seat, or somebody is not ready; or
                the room looks for a deal already.
        """
        self.members.require_host(player)
        self._require_phase("lobby", player)
        seated = [member for member in self.members.values() if member.seated]
        if not seated:
            raise Refusal("not ready", "nobody has a seat; somebody has to race")
        waiting = [m.name for m in seated if not m.ready and m.player != player]
        if waiting and not anyway:
            raise Refusal("not ready", f"not ready yet: {', '.join(waiting)}")
        if self.looking:
            raise Refusal("wrong time", "a deal is being looked for; the race begins by itself")
        if self.wish and certified is None:
            self._search, self._search_began, self._search_told = "looking", now, None
            self._announce()
            return False
        opening = self._opening
        seed = opening.seed if opening else certified.seed if certified else seed
        self._place = place
        self._count_down(race, seed, certified, now)
        return True

    def _count_down(self, race: int, seed: str, certified: Certified | None, now: int) -> None:
        self._search = "none"
        starts = now + self.settings.countdown * 1000
        self.round = self._make_round(race, seed, starts, certified)
        self.members.clear_ready()  # for this race: nobody has said it for the next one
        self._begin_late(member.player for member in self.members.values() if member.seated)
        rules = catalogue.entry(self.settings.game).version
        locked, practice = bool(self.moderation.lock), bool(self._opening)
        promise = commitment(seed)
        day, host = self.daily, self.members.host
        attempt = Attempt(day, host, self._place) if day else None
        made = RaceMade(
            race, self.settings, seed, promise, rules, locked, practice, certified, attempt
        )
        self.output.records.append(made)
        if self._evening and not self._opening:
            self._evening.begin(race)
        self._save()
        self._announce()
        self.round.announce(now)
        self.tick(now)

    @property
    def starts_itself(self) -> bool:
        """Whether the next race of a series begins without the host: everybody is ready for it."""
        idle = self.phase == "lobby" and self._search == "none" and not self._opening
        return idle and self._evening is not None and self._evening.starts

    @property
    def can_begin(self) -> bool:
        """Whether a race may begin by itself: somebody has a seat, and the host is there."""
        host = self.members.get(self.members.host)
        return bool(self.members.seated and host and host.connected)

    def begin_found(self, race: int, certified: Certified, now: int) -> None:
        """Begin the countdown to the race for which a deal was looked for."""
        self._count_down(race, certified.seed, certified, now)

    def count_tries(self, tried: int) -> None:
        """Count anew how many deals are tried: so many were, for others, when a search begins."""
        self._tried_before = tried

    def tell_search(self, tried: int, now: int) -> None:
        """Tell all how the search goes, now and then; so many deals were `tried`, for anybody."""
        if self._search_told is not None and now - self._search_told < SEARCH_EVERY:
            return
        self._search_told = now
        deals = max(0, tried - self._tried_before)
        told = Searching(deals, now - self._search_began)
        readers = tuple(p for p in self.members.readers if self.round.phase_for(p) == "lobby")
        self.output.tell(readers, told)

    def find_none(self) -> None:
        """Tell everybody that no deal was found that can be won."""
        self._search = "no deal"
        self._announce()

    def stop_looking(self, player: int) -> None:
        """Look for no deal any more.

        Raises:
            Refusal: not the host.
        """
        self.members.require_host(player)
        self.drop_search()

    def drop_search(self) -> None:
        """Look for no deal any more, and say so to everybody."""
        if self._search != "none":
            self._search = "none"
            self._announce()

    def end_race(self, player: int, now: int) -> None:
        """End the race of all who are still racing: none of them wins by it (see `winners`).

        Other people who are racing are asked first, once in a race.

        Raises:
            Refusal: not the host, or no race is on, or somebody has just said to go on with it.
        """
        self.members.require_host(player)
        if self.phase != "running":
            raise Refusal("wrong time", "no race is on")
        if self.round.may_end(player, now):
            self._break_off(now)

    def answer_end(self, player: int, now: int, *, go_on: bool) -> None:
        """Note what a racer says to the end of the race that the host would like.

        Raises:
            Refusal: the player is in no race.
        """
        if self.round.answer_end(player, now, go_on=go_on):
            self._break_off(now)

    def _break_off(self, now: int) -> None:
        for racer in self.race.racing if self.race else ():
            self._take_out(racer, "sent away", now)

    def rematch(self, player: int, *, same_deal: bool = False) -> None:
        """Go back to the lobby with everybody still here, for another race.

        Spectators who have not seen the end of the last one yet get it at once.  On the `same_deal`
        the next race is practice, and after an attempt at a daily deal all that follow are.

        Raises:
            Refusal: not the host, or no race is finished.
        """
        self.members.require_host(player)
        self._require_phase("finished", player)
        self._open(self._same_deal() if same_deal or self.daily else None)

    def _open(self, opening: Opening | None = None) -> None:
        """Be in the lobby, for a race with this opening in a room whose races count."""
        self.round.show_end()
        self._back_to_lobby(opening)
        self._announce()

    def _same_deal(self) -> Opening | None:
        """Return where the last race began, to go on from there once more."""
        race, settings = self.race, self.settings
        if race is None or (self._opening and not self._opening.practice.once):
            return None  # It is the same deal anyway.
        code = deal_code.write(settings.game, settings.options, race.seed)
        day = self.daily
        return Opening.again(Practice(code, race.id, once=not day, daily=day))

    def veto(self, player: int) -> None:
        """Have another game come next in a series.

        Raises:
            Refusal: the server chooses none here, the player has no veto, or a race is on.
        """
        if self.round.phase_for(player) != "finished":
            self._require_phase("lobby", player)
        if self._evening is None:
            raise Refusal("wrong time", "no game is chosen here that another could come for")
        before = self.phase == "lobby"
        if before and self._opening:
            raise Refusal("wrong time", "this race is on the same deal once more")
        self._evening.veto(player, before=before)
        self._search = "none"
        if before:
            self._take_next()
            self._save()
        self.members.clear_ready()  # for what it was
        self._announce()

    def _take_next(self) -> None:
        """Race the game that is next."""
        if self._evening:
            self.settings = _completed(self._evening.open(self.settings))
            self.game = catalogue.make(self.settings.game, self.settings.options)

    def hold_series(self, player: int, now: int, *, held: bool) -> None:
        """Hold the pause of a series, or begin it again.

        Raises:
            Refusal: not the host, or there is none.
        """
        self.members.require_host(player)
        self._require_phase("finished", player)
        if self._evening is None:
            raise Refusal("wrong time", "nothing begins here by itself that could be held")
        self._evening.hold(now, held=held)
        self._announce()

    def begin_anew(self, player: int) -> None:
        """Begin the evening anew: nothing was raced yet.

        Raises:
            Refusal: not the host, or a race is on, or those who see it later have not seen its end.
        """
        self.members.require_host(player)
        if self._evening is None or self._shown_under_way or self._under_way:
            raise Refusal("wrong time", "that is only possible between two races")
        self._evening.renew()
        self._announce()

    def kick(self, player: int, other: int, now: int) -> None:
        """Send a member away, for as long as this room is there.

        Raises:
            Refusal: not the host, or not somebody else in the room.
        """
        self.members.require_another(player, other)
        self.moderation.kick(other)
        self.output.records.append(self.moderation.record(other, self.code))
        if other in self.members:
            self.send_away(other, now, "the host has sent you away")

    def mute(self, player: int, other: int, *, muted: bool) -> None:
        """Take a member's word away, or give it back.

        Raises:
            Refusal: not the host, or not somebody else in the room.
        """
        self.members.require_another(player, other)
        self.moderation.mute(other, muted=muted)
        self.output.records.append(self.moderation.record(other, self.code))
        self.members.set_muted(other, muted=muted)

    def close_by(self, player: int, now: int) -> None:
        """Close the room.

        Raises:
            Refusal: not the host.
        """
        self.members.require_host(player)
        self.close(now, "the host has closed the room")

    # What every member may ------------------------------------------------------------------------

    def chat(self, player: int, text: str) -> None:
        """Pass on what a member says; characters that cannot be printed become spaces.

        Raises:
            Refusal: the host has taken this member's word away, or nothing of it can be printed.
        """
        if player in self.moderation.muted and player != self.members.host_seen(player).player:
            raise Refusal("not allowed", "the host has muted you in this room")
        said = printable(text)
        if not said:
            raise Refusal("bad message", "there is nothing in that to read; write some words")
        self._active = None
        remark = Said(player, self.members[player].name, said)
        told, waits = self.members.say(remark)
        if self._evening:
            self._talk.note(remark, told, self._evening.id, waits=waits)

    def unsay(self, player: int) -> None:
        """Tell nobody any more what a player has said here."""
        self._unsaid.add(player)
        self.output.unsay(player)

    def set_ready(self, player: int, *, ready: bool) -> None:
        """Note whether a racer is ready: for this race or, when one is over, for the next.

        Raises:
            Refusal: a race is on, or the player has no seat.
        """
        if self.round.phase_for(player) != "finished":
            self._require_phase("lobby", player)
        if not self.members[player].seated:
            raise Refusal("not racing", "spectators cannot be ready; take a seat first")
        self.members.set_ready(player, ready=ready)

    def act(self, player: int, number: int, entry: Entry, now: int, race: int = 0) -> None:
        """Do a racer's move or undo; a `Step` or a `Refused` answers.

        Raises:
            Refusal: the player is in no race, or not in the one with the id `race` (0: any).
        """
        if self.round.act(player, number, entry, now, race):
            self._race_over(now)

    def advise(self, player: int, asked: GetAdvice) -> None:
        """Tell a racer what looks best, what wins the game, or why something cannot be done.

        Raises:
            BadMessage: what it asks about is no action.
            Refusal: the player is in no race, or the room allows no hints.
        """
        self.round.advise(player, asked, self._opening.known if self._opening else None)

    def practised(self, player: int) -> Practised:
        """Return how a member's game stands that is practised here, with nobody else there.

        Raises:
            Refusal: the player is in no game, others are here, or it is a race.
        """
        if not self._opening or self._opening.ghosts:
            raise Refusal("not allowed", _NO_PRACTICE)
        if len(self.members) > 1:
            raise Refusal("not allowed", _NOT_ALONE)
        racer = self.race.racers.get(player) if self.race else None
        if racer is None or racer.status != "racing":
            raise not_racing()
        assert self.round.id is not None
        return Practised(self.round.id, racer.play, self.settings, self._opening)

    def give_up(self, player: int, now: int) -> None:
        """End a racer's race; the board comes again, with the new status.

        Raises:
            Refusal: the player is in no race.
        """
        self._take_out(player, "give up", now)

    def _take_out(self, player: int, how: Exit, now: int) -> None:
        if self.round.take_out(player, how, now):
            self._race_over(now)

    # As time goes by ------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        """Do what is due at this time.  Call it often: the start and the end wait for it."""
        if self.round.is_due(now):
            self._see_bots_off(now)
        if self.round.is_due(now) and not self.members.seated:
            self._back_to_lobby()  # All racers left during the countdown.
            self._announce()
        if self.round.tick(now):
            self._race_over(now)
        if self.round.end_is_due(now):
            self._break_off(now)
        self._show_late(now)
        if self._evening and self._evening.opens(now) and self.round.delayed_phase == "finished":
            self._open()
        self._see_off(now)
        if now - self._guests_told >= GUESTS_EVERY:
            self._guests_told = now
            self.members.tell_guests()
        if self._under_way or self._active is None:
            self._active = now
        if self.members and now - self._active >= self._limits.idle * 1000:
            self.close(now, "nothing has happened in this room for a long time, so it was closed")
        elif self.phase == "lobby" and self.members.all_away_for(now) >= self._lonely * 1000:
            self.close(now, "everybody in this room had lost the connection, so it was closed")

    def _race_over(self, now: int) -> None:
        """Begin to count anew: the time that nothing happens, and the grace of who is away."""
        self._active = None
        self.members.begin_grace(now)

    def _see_bots_off(self, now: int) -> None:
        """Let bots leave that are away when it starts: nobody is to wait for their grace."""
        for player in self.members.away:
            if self.members[player].bot and self.members[player].seated:
                self._part(player, now, "disconnected", "the connection was lost for too long")

    def _see_off(self, now: int) -> None:
        """Let those leave who have been away for long; who races is out of the race first."""
        for player in self.members.away:
            # Asked each time: when the last racer is out of the race, the grace begins anew.
            if self.members.away_for(player, now) < self._limits.grace * 1000:
                continue
            if not (self.members[player].seated and self._under_way):
                self._part(player, now, "disconnected", "the connection was lost for too long")
            elif self.round.is_racing(player):
                self._take_out(player, "disconnected", now)

    # After a restart ------------------------------------------------------------------------------

    @classmethod
    def restore(
        cls,
        stored: StoredRoom,
        now: int,
        limits: Limits,
        warn: Callable[[str], None],
        stream: str = "",
        draw: Draw | None = None,
        keep_said: int = 0,
    ) -> "Room":
        """Return the room as it stood: everybody in it is away, and a race goes on where it was.

        A countdown is called off.  A race that cannot be played again to the same (the rules have
        changed since, or its data are damaged) is closed: `warn` is told, and so is each member.

        Raises:
            UnknownGame, BadOption: the settings name a game that there is not any more.
            ValueError: what is practised there cannot be played to its beginning any more.
        """
        moderation = Moderation(stored.lock, stored.kicked, stored.muted)
        kept = stored.practice
        opening = Opening.restored(kept.practice, kept.actions, stored.ghosts) if kept else None
        room = cls(
            *(stored.code, stored.settings, limits, stream, moderation, opening, draw),
            daily=stored.daily,
            keep_said=keep_said,
        )
        room._go_on_with(stored)
        room.members.host = stored.host
        for player, seated in stored.members:
            muted = player.id in moderation.muted
            member = Member(player.id, player.name, seated, bot=player.bot, muted=muted)
            room.members.restore(member, now)
        room._lonely = max(limits.abandoned, limits.grace)  # The server was away, and not they.
        room._settle_audience()
        waiting = room._talk.resume(stored.said)
        if not room.members:
            room.output.records.append(RoomClosed(room.code))
        elif stored.race and (stored.race.racers or stored.race.damage):
            room._resume(stored.race, now, warn)
        elif stored.race:
            room._back_to_lobby()
        room._take_up(waiting)
        return room

    def _take_up(self, waiting: Iterable[Said]) -> None:
        """Show what racers have said when the race of that moment is shown, or now."""
        for said in waiting:
            if self.members.late:
                self.members.late.wait(said)
            else:
                self._show_change(said)

    def _go_on_with(self, stored: StoredRoom) -> None:
        """Take up the settings and the evening as they were written down."""
        self.settings = _completed(stored.settings)
        self.game = catalogue.make(self.settings.game, self.settings.options)
        if self._evening:
            race = stored.race.id if stored.race else None
            of = self.members, self.output, self._draw
            self._evening = RoomEvening(self.code, self.settings, *of, stored.evening, race)

    def _resume(self, stored: StoredRace, now: int, warn: Callable[[str], None]) -> None:
        self.round = self._make_round(stored.id, stored.seed, now, stored.certified)
        damage = self.round.resume(stored, now)
        if not damage:
            if stored.over and self._evening and not self._opening:  # Else it counted nowhere.
                self._evening.resume(now)
            self._begin_late(racer.id for racer in stored.racers)
            return
        warn(f"race {stored.id} is closed: {damage}")
        if stored.rules != catalogue.entry(self.settings.game).version:
            damage = "the rules of the game have changed since it began"
        reason = f"The race could not go on after the server was started again: {damage}."
        if stored.over:
            self.round.publish()
        else:
            self.output.records.append(RaceClosed(stored.id, reason))
            self._notices = dict.fromkeys(self.members, reason)
        self._back_to_lobby()

    # Rounds ---------------------------------------------------------------------------------------

    def _make_round(
        self, race: int, seed: str, starts: int, certified: Certified | None = None
    ) -> Round:
        return Round(
            race,
            seed,
            self.settings,
            self.game,
            starts=starts,
            members=self.members,
            audience=self._audience,
            output=self.output,
            description=self._described,
            moves=self._limits.moves,
            opening=self._opening.play if self._opening else None,
            certified=certified,
            evening=None if self._opening else self._evening,
            ghosts=self._opening.ghosts if self._opening else (),
        )

    def _back_to_lobby(self, opening: Opening | None = None) -> None:
        self._end_late()
        if not isinstance(self.round, Intermission):
            over = self.phase == "finished"
            self._end_round(Intermission(self.round.id, self.members))
            if over and (self._evening or opening):
                self._turn_to(opening)
        self._settle_audience()
        self._save()

    def _turn_to(self, opening: Opening | None) -> None:
        """Race the next game, or the same deal once more with this `opening`."""
        if self._opening:
            self.output.records.append(PracticeGone(self.code))
        self._opening = opening
        if opening is None:
            self._take_next()
        else:
            self.output.records.append(PracticeSaved(self.code, opening.practice, opening.actions))
            if self.daily:
                self.daily, self.settings = "", opening.settings
            if self._evening:
                self._evening.set_aside()

    def _end_round(self, then: Intermission) -> None:
        if self._opening and self.round.id is not None:
            self.output.records.append(PracticeOver(self.round.id))
        self.round = then

    def _settle_audience(self) -> None:
        racers = self.race.racers if self.race else None
        self._audience.settle(self.settings, racers, self.round.racing if racers else ())
        late = self.members.late
        known = late.racers if late else racers or ()
        lobby = self.phase == "lobby"
        self.output.divide(p for p in self._audience.delayed if not (lobby or p in known))

    # What is shown later --------------------------------------------------------------------------

    def _begin_late(self, racers: Iterable[int]) -> None:
        """Show what these do only later to all others, if the room is so."""
        if self.settings.delay and self.round.delayed_phase != "finished":
            members = self.members
            ids = [*racers]
            gone = [m for m in self.round.absent() if m.player not in members]
            members.late = LateView(
                [*members.values(), *gone], ids, members.host, self.settings.delay * 1000
            )
            self._settle_audience()

    def _show_late(self, now: int) -> None:
        """Show what is to be seen now of what racers did beside the race."""
        late = self.members.late
        if late is None:
            return
        for change in late.due(now):
            self._show_change(change)
        if self.round.delayed_phase == "finished":
            self._end_late()

    def _end_late(self) -> None:
        """Show all the rest: the race is no secret any more."""
        if late := self.members.late:
            for change in late.rest():
                self._show_change(change)
            self.members.late = None

    def _show_change(self, change: Change) -> None:
        match change:
            case MemberChanged(member):
                self.round.show_connection(member.player, connected=member.connected)
            case MemberLeft(player):
                self.round.show_connection(player, connected=False)
            case Said(player) if player in self._unsaid:
                self._talk.note_shown(())
                return
            case Said():
                self.output.note_said(change, live=False)
                self._talk.note_shown(self.output.late)
            case _:
                pass
        readers = tuple(self.output.late)
        if isinstance(change, HostPassedOn):
            self._described.tell(readers, self.round.delayed_phase)
        else:
            self.output.tell(readers, change)

    @property
    def _under_way(self) -> bool:
        return self.phase in ("countdown", "running")

    @property
    def _shown_under_way(self) -> bool:
        return self.round.delayed_phase in ("countdown", "running")

    def _require_phase(self, phase: Phase, player: int) -> None:
        if self.round.phase_for(player) != phase:
            raise Refusal("wrong time", _WRONG_TIME[phase])

    # How the room is ------------------------------------------------------------------------------

    @property
    def _described(self) -> Description:
        practice = self._opening.practice if self._opening else None
        return Description(
            self.code,
            self.settings,
            self.members,
            self.moderation,
            self.output,
            practice,
            self._search,
            self._evening,
            self.daily,
        )

    def _announce(self) -> None:
        """Tell everybody how the room is now."""
        self._tell_state(self.members.readers)

    def _tell_state(self, players: Collection[int]) -> None:
        """Tell some members how the room is now, for each of them."""
        for audience in (self._audience.live, self._audience.delayed):
            readers = tuple(player for player in audience if player in players)
            if readers:
                self._described.tell(readers, self.round.phase_for(readers[0]))

    def _save(self) -> None:
        host, lock = self.members.host, self.moderation.lock
        saved = RoomSaved(self.code, host, self.settings, self.round.id, lock, self.daily)
        self.output.records.append(saved)


_NO_PRACTICE: Final = (
    "whether a game can still be won is told in practice alone, where nobody races"
)
_NOT_ALONE: Final = "whether a game can still be won is told while nobody else is in the room"
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
