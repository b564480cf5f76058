"""A round of a room, pure: one race on its way from the countdown to the results.

A rematch is the next round.  It knows who is in the room, what each of them may see, and how to
write and tell; coming, going and hosting are the room's business.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from engine.chance import commitment
from engine.game import Game
from engine.play import Entry, Play
from engine.solver.winnable import Winnable
from protocol.messages import (
    Countdown,
    Feats,
    FromServer,
    GetAdvice,
    Member,
    Phase,
    Progress,
    Rated,
    Refused,
    Settings,
)
from protocol.racing import FEWEST_RATED, ONLY_BOTS, is_ghost
from server.rooms.audience import Audience
from server.rooms.deals.certified import Certified
from server.rooms.description import Description
from server.rooms.evenings.evening import RoomEvening
from server.rooms.members import Members
from server.rooms.output import Output
from server.rooms.races import prompter
from server.rooms.races.broadcast import Broadcast
from server.rooms.races.ending import Ending
from server.rooms.races.ghost import GhostGame
from server.rooms.races.race import EXITS, Race
from server.rooms.records import (
    ClockRead,
    Entered,
    Exit,
    Player,
    RaceBegun,
    RaceEntry,
    RaceOver,
    RacePublished,
    StoredRace,
)
from server.rooms.refusal import Refusal, not_racing

BOTS_ALONE: Final = 10_000
"""Milliseconds that bots have when all people have ended their race: these wait for the results."""
CLOCK_EVERY: Final = 1000
"""Milliseconds between two readings of a race's clock that are written down."""


class Round:
    """One race of a room, before those who see it live and those who see it delayed."""

    def __init__(
        self,
        race: int,
        seed: str,
        settings: Settings,
        game: Game,
        *,
        starts: int,
        members: Members,
        audience: Audience,
        output: Output,
        description: Description,
        moves: int,
        opening: Play | None = None,
        certified: Certified | None = None,
        evening: RoomEvening | None = None,
        ghosts: Sequence[GhostGame] = (),
    ) -> None:
        """Count down to the race with the id `race`, which starts at the time `starts`.

        `members` and `audience` are the room's, and change while the round goes on.  What is told
        and written goes to `output`.  `description` tells how the room is.  Each racer has at most
        so many `moves`, after the `opening` where there is one.  `certified` is the deal with its
        solution, where that is known.  The race counts for the `evening`, if there is one.  The
        `ghosts` race along.
        """
        self.id = race
        self._seed = seed
        self._settings = settings
        self._game = game
        self._starts = starts
        self._members = members
        self._audience = audience
        self._output = output
        self._description = description
        self._moves = moves
        self._opening = opening
        self._certified = certified
        self._evening = evening
        self._ghosts = tuple(ghosts)
        self._certificate = certified.certificate if certified else ""
        self._live: Broadcast | None = None
        """The race under way, or just finished; None in the countdown."""
        self._delayed: Broadcast | None = None
        """The same for the spectators, in a room with a spectators' delay."""
        self._entries = 0
        """Entries in the race's journal."""
        self._clock_at = 0
        self._bots_until: int | None = None
        """When the race ends for the bots, once it is over for all others."""
        self._ending: Ending | None = None
        """Whether the host has asked for the end of the race, and what became of that."""
        self._over = self._published = False
        """Whether the race is over, and whether everybody may know how it ended."""
        self._rated: Rated | None = None
        self._feats: Feats | None = None
        """What the race has made of its racers' ratings, once that is known."""

    @property
    def phase(self) -> Phase:
        """Where the round is, for those who see it live."""
        return self._live.phase if self._live else "countdown"

    @property
    def delayed_phase(self) -> Phase:
        """Where the round is, for those who see it delayed."""
        return self._delayed.phase if self._delayed else self.phase

    def delayed_elapsed(self, now: int) -> int:
        """Return how many milliseconds the race goes on for those who see it delayed; 0 if not."""
        broadcast = self._delayed or self._live
        return broadcast.elapsed(now) if broadcast and broadcast.phase == "running" else 0

    def hides(self, player: int, race: int) -> bool:
        """Return whether it is this race, and the player a spectator who has not seen its end."""
        delayed = self._delayed
        if delayed is None or self.id != race or delayed.phase == "finished":
            return False
        return player not in delayed.race.racers

    def showed(self, player: int, race: int) -> bool:
        """Return whether it is this race, and the player here."""
        return race == self.id and self._members.has(player)

    def phase_for(self, player: int) -> Phase:
        """Where the round is, for this member."""
        return self.delayed_phase if player in self._audience.delayed else self.phase

    @property
    def race(self) -> Race | None:
        """The race under way, or the one that has just finished."""
        return self._live.race if self._live else None

    @property
    def racing(self) -> frozenset[int]:
        """Whose race goes on, or is about to begin, as far as spectators know; bots left out.

        (Whoever calls their program a bot is on no leaderboard.)
        """
        broadcast = self._delayed or self._live
        if broadcast is None:
            members = self._members.values()
            return frozenset(m.player for m in members if m.seated and not m.bot)
        racers = broadcast.race.racers.values()
        return frozenset(
            racer.player.id for racer in racers if racer.status == "racing" and not racer.player.bot
        )

    def is_racing(self, player: int) -> bool:
        """Whether the race is under way, with this player."""
        live = self._live
        return live is not None and live.phase == "running" and player in live.race.racers

    # Countdown and start --------------------------------------------------------------------------

    def announce(self, now: int) -> None:
        """Tell everybody when it starts for them."""
        self._output.tell(self._audience.live, self._countdown(self._starts, now))
        self._output.tell(self._audience.delayed, self._countdown(self._starts + self._delay, now))

    def is_due(self, now: int) -> bool:
        """Whether the countdown is at its end."""
        return self._live is None and now >= self._starts

    def _begin(self, now: int) -> bool:
        """Deal to everybody who has a seat; return whether that ended the race already."""
        players = [
            Player(member.player, member.name, member.bot, member.level)
            for member in self._members.values()
            if member.seated
        ]
        live = self._deal(players, now)
        self._show(live)
        self._output.records.append(RaceBegun(self.id, tuple(player.id for player in players)))
        started = live.started(self._settings, now)
        self._description.tell(self._audience.live, live.phase)
        self._output.tell(self._audience.live, started)
        for racer in live.race.contestants:
            self._output.tell(self._audience.of_board(racer.player.id), racer.board())
        self._tell_blind(self._audience.live)
        return self._finish_if_over(live, now)  # A deal may be lost or won before the first move.

    def resume(self, stored: StoredRace, now: int) -> str:
        """Go on where a race stood that was written down.

        Return why that cannot be, if so (the rules have changed since, or its data are damaged).
        """
        if stored.damage:
            return stored.damage
        last = max((entered.milliseconds for entered in stored.entries), default=0)
        elapsed = max(stored.elapsed, last)
        self._over, self._published = stored.over, not self._delay
        try:
            live = self._deal(stored.racers, now - elapsed)
        except ValueError as error:
            return f"it cannot be dealt again ({error})"
        if damage := live.race.play_again(stored.entries):
            return damage
        for _ in live.race.move_ghosts(now):
            pass  # Nobody is here yet who would see it.
        self._show(live)
        self._entries = len(stored.entries)
        if self._delayed:
            for entered in stored.entries:
                self._delayed.wait_for(entered)
            self._tick_delayed(self._delayed, now)
        if stored.over:
            live.race.stop()
            self._end_ghosts(live)
            live.finish(now)
        else:
            self._clock_at = now
            self._hurry_bots(live, now)
            self._finish_if_over(live, now)
        return ""

    def _deal(self, players: Iterable[Player], start: int) -> Broadcast:
        race = Race(
            self.id,
            self._game,
            self._seed,
            players,
            start=start,
            time_limit=self._settings.time_limit * 1000,
            undo=self._settings.undo,
            moves=self._moves,
            opening=self._opening,
            certified=self._certified,
            ghosts=self._ghosts,
        )
        for player, racer in race.racers.items():
            racer.connected = player in self._members and self._members[player].connected
        return Broadcast(race)

    def _show(self, live: Broadcast) -> None:
        """Show the race to everybody from now on, or to the spectators delayed."""
        race = live.race
        self._live, self._clock_at = live, race.start
        live.begin()
        if self._delay:
            players = [racer.player for racer in race.racers.values()]
            self._delayed = self._deal(players, race.start + self._delay)
        self._settle()

    def _settle(self) -> None:
        if self.race:
            self._audience.settle(self._settings, self.race.racers, self.racing)

    def _tell_blind(self, audience: Iterable[int]) -> None:
        """Tell those of an audience who see no boards, and why."""
        for player in audience:
            if reason := self._audience.blind.get(player):
                self._output.answer(player, reason)

    def _open_eyes(self, broadcast: Broadcast) -> None:
        """Show the boards to those who have not seen them until somebody's race ended."""
        before = self._audience.blind
        if not before:
            return
        self._settle()
        boards = [racer.board() for racer in broadcast.race.contestants]
        for player, reason in before.items():
            if not self._members.has(player):
                continue
            still = self._audience.blind.get(player)
            if still is None:
                self._output.answer(player, *boards)
            elif still != reason:
                self._output.answer(player, still)

    # The race -------------------------------------------------------------------------------------

    def act(self, player: int, number: int, entry: Entry, now: int, race: int = 0) -> bool:
        """Do a racer's move or undo; a `Step` or a `Refused` answers.

        Return whether that ended the race.

        Raises:
            Refusal: the player is in no race, or not in the one with the id `race` (0: any).
        """
        live = self._live
        if live is None or player not in live.race.racers:
            raise not_racing()
        if race not in (0, live.race.id):
            raise Refusal("not racing", "that is for another race than the one that you are in")
        again = live.race.answered(player, number, entry)
        answer = again or live.race.act(player, number, entry, now)
        if again or isinstance(answer, Refused):
            self._output.answer(player, answer)
            return False
        self._enter(live, player, entry, now)
        self._output.tell(self._audience.of_board(player), answer)
        return answer.status != "racing" and self._ended_for_one(live, now)

    def advise(self, player: int, asked: GetAdvice, known: Winnable | None) -> None:
        """Tell a racer what looks best, what wins the game, or why something cannot be done.

        What is `known` to lead on to a win is best.

        Raises:
            BadMessage: what it asks about is no action.
            Refusal: the player is in no race or its race is over, or the room allows no hints.
        """
        racer = self._live.race.racers.get(player) if self._live else None
        if racer is None or racer.status != "racing":
            raise not_racing()
        if asked.about == "hint" and not self._settings.hints:
            raise Refusal("not allowed", "this room allows no hints")
        self._output.answer(player, prompter.advice(racer, asked, known))

    def take_out(self, player: int, how: Exit, now: int) -> bool:
        """End a racer's race; the board comes again, with the new status.

        Return whether that ended the race of all.

        Raises:
            Refusal: the player is in no race.
        """
        live = self._live
        if live is None or player not in live.race.racers:
            raise not_racing()
        if not live.race.take_out(player, how):
            return False
        self._enter(live, player, how, now)
        self._output.tell(self._audience.of_board(player), live.race.racers[player].board())
        return self._ended_for_one(live, now)

    def _ended_for_one(self, live: Broadcast, now: int) -> bool:
        """Do what follows from the end of a racer's race; return whether that ended all."""
        if self._delayed is None:
            self._open_eyes(live)
        self._hurry_bots(live, now)
        return self._finish_if_over(live, now)

    def _hurry_bots(self, live: Broadcast, now: int) -> None:
        """Give bots a last while, if only they are still racing, and say so."""
        if self._bots_until is None and live.race.left_to_bots:
            self._bots_until = now + BOTS_ALONE
            self._output.tell(self._audience.live, ONLY_BOTS)

    def _enter(self, live: Broadcast, player: int, entry: RaceEntry, now: int) -> None:
        """Write an entry down that was done."""
        race, live.news = live.race, True
        position = None if entry in EXITS else race.racers[player].position
        at = race.elapsed(now)
        entered = Entered(race.id, self._entries, player, entry, at, position)
        self._output.records.append(entered)
        self._entries += 1
        if self._delayed:
            self._delayed.wait_for(entered)

    # The end that the host wants ------------------------------------------------------------------

    def may_end(self, host: int, now: int) -> bool:
        """Return whether the host may end the race now; if not, those who race are asked first."""
        if self._ending is None and self._unasked({host}):
            self._ending = Ending(self.id, host, now)
            self._tell_ending(self._ending, now)
            return False
        ending = self._ending
        if ending is None or (ending.asks and not self._unasked(ending.agreed)):
            return True
        if ending.asks:
            return False
        if not ending.is_free(now):
            text = "somebody would rather go on; the race may be ended a minute after that was said"
            raise Refusal("wrong time", text)
        return True

    def answer_end(self, player: int, now: int, *, go_on: bool) -> bool:
        """Note what a racer says to the end of the race; return whether it is to end now.

        Raises:
            Refusal: the player is in no race, or its race is over.
        """
        if player not in self._still_racing:
            raise not_racing()
        ending = self._ending
        if ending is None or not ending.asks:
            return False
        if go_on:
            ending.go_on(player, now)
        else:
            ending.agree(player)
        self._tell_ending(ending, now)
        return not go_on and not self._unasked(ending.agreed)

    def end_is_due(self, now: int) -> bool:
        """Return whether the race is to end now, as the host has asked for it."""
        ending = self._ending
        if ending is None or not ending.asks or not self._still_racing:
            return False
        return ending.is_due(now) or not self._unasked(ending.agreed)

    @property
    def _still_racing(self) -> frozenset[int]:
        """The people whose race goes on."""
        racers = self.race.racers.values() if self.race else ()
        return frozenset(r.player.id for r in racers if r.status == "racing" and not r.player.bot)

    def _unasked(self, agreed: Collection[int]) -> frozenset[int]:
        """Return who is connected and racing, and has not agreed."""
        members = self._members
        return frozenset(
            p for p in self._still_racing if p in members and members[p].connected
        ).difference(agreed)

    def _tell_ending(self, ending: Ending, now: int) -> None:
        self._output.tell(self._audience.live, ending.told(now))

    def note_connection(self, player: int, *, connected: bool) -> None:
        """Show that a racer's connection is lost, or there again, to those who see it live."""
        if self._live:
            self._live.note_connection(player, connected=connected)

    def show_connection(self, player: int, *, connected: bool) -> None:
        """Show the same to those who see it delayed."""
        if self._delayed:
            self._delayed.note_connection(player, connected=connected)

    def absent(self) -> list[Member]:
        """Return the racers as members who are away, for those who do not know that they left."""
        racers = self.race.racers.values() if self.race else ()
        return [
            Member(player, name, True, connected=False, bot=bot, level=level)
            for player, name, bot, level in (racer.player for racer in racers)
        ]

    def rename(self, player: int, name: str) -> None:
        """Call a racer otherwise from now on, and the ghosts of that player's games."""
        self._ghosts = tuple(ghost.renamed(player, name) for ghost in self._ghosts)
        for broadcast in self._broadcasts:
            broadcast.rename(player, name)

    def note_level(self, player: int, level: int) -> None:
        """Note how well a racer plays that is a bot."""
        for broadcast in self._broadcasts:
            broadcast.note_level(player, level)

    def tick(self, now: int) -> bool:
        """Do what is due at this time; return whether that ended the race."""
        over = self.is_due(now) and self._begin(now)
        if self._live and self._live.phase == "running":
            over = self._tick_live(self._live, now)
        if self._delayed and self._delayed.phase != "finished":
            self._tick_delayed(self._delayed, now)
        return over

    def _tick_live(self, live: Broadcast, now: int) -> bool:
        for ghost, seen in live.race.move_ghosts(now):
            live.news = True
            self._output.tell(self._audience.of_board(ghost), seen)
        if live.race.tick(now):
            self._open_eyes(live)
            return self._finish_if_over(live, now)
        if self._bots_until is not None and now >= self._bots_until:
            return any(self.take_out(bot, "sent away", now) for bot in live.race.racing)
        if progress := live.progress(now):
            self._output.tell(self._audience.live, progress)
        if now - self._clock_at >= CLOCK_EVERY:
            self._clock_at = now
            self._output.records += filter(None, [self.read_clock(now)])
        return False

    def _tick_delayed(self, delayed: Broadcast, now: int) -> None:
        output, audience = self._output, self._audience.delayed
        if delayed.phase == "countdown":
            if now < delayed.race.start:
                return
            delayed.begin()
            self._description.tell(audience, delayed.phase)
            output.tell(audience, delayed.started(self._settings, now))
            boards = (racer.board() for racer in delayed.race.contestants)
            output.tell(self._audience.delayed_boards, *boards)
            self._tell_blind(audience)
        output.tell(self._audience.delayed_boards, *delayed.due(now))
        ghosts = delayed.race.move_ghosts(now)
        output.tell(self._audience.delayed_boards, *(seen for _, seen in ghosts))
        delayed.race.tick(now)
        self._open_eyes(delayed)
        if delayed.race.over:
            ghosts = delayed.race.end_ghosts()
            output.tell(self._audience.delayed_boards, *(seen for _, seen in ghosts))
            delayed.finish(now)
            self.publish()
            self._attend(audience)
            self._description.tell(audience, delayed.phase)
            output.tell(audience, *delayed.outcome(self._settings))
        elif progress := delayed.progress(now):
            output.tell(audience, progress)

    def show_end(self) -> None:
        """Show how it ended to those who would see it delayed."""
        live, delayed = self._live, self._delayed
        if live and delayed and delayed.phase != "finished":
            self.publish()
            self._attend(self._audience.delayed)
            self._description.tell(self._audience.delayed, live.phase)
            self._output.tell(self._audience.delayed, *live.outcome(self._settings))

    def publish(self) -> None:
        """Let everybody know how the race ended, if it is over and that has not been so yet."""
        if self._over and not self._published:
            self._published = True
            self._output.records.append(RacePublished(self.id))

    @property
    def to_rate(self) -> int | None:
        """The race, if it is over and it is not known yet what ratings come of it."""
        known = self._rated or self._opening or not self._settings.rated
        if known or not (self._over and self._published):
            return None
        racers = self.race.racers.values() if self.race else ()
        return self.id if sum(not racer.player.bot for racer in racers) >= FEWEST_RATED else None

    def note_rated(self, rated: Rated) -> None:
        """Tell everybody what the race has made of its racers' ratings."""
        self._rated = rated
        if rated.changes:
            self._members.tell(rated)

    @property
    def awaits_feats(self) -> int | None:
        """The race, if it is over and it is not known yet what it has changed in records."""
        known = self._feats or self._opening or not (self._over and self._published)
        if known or not self.race:
            return None
        people = any(not racer.player.bot for racer in self.race.racers.values())
        return self.id if people else None

    def note_feats(self, feats: Feats) -> None:
        """Tell everybody what the race has changed for its racers on the leaderboards."""
        self._feats = feats
        if feats.feats:
            self._members.tell(feats)

    def read_clock(self, now: int) -> ClockRead | None:
        """Return the record of how long the race has been going on, if it is on."""
        if self._live is None or self._live.phase != "running":
            return None
        return ClockRead(self.id, self._live.elapsed(now))

    def _finish_if_over(self, live: Broadcast, now: int) -> bool:
        race = live.race
        if not race.over:
            return False
        self._end_ghosts(live)
        live.finish(now)
        self._over, self._published = True, not self._delay
        standings = tuple(each for each in race.standings() if not is_ghost(each.player))
        elapsed = live.elapsed(now)
        over = RaceOver(race.id, elapsed, standings, self._published)
        self._output.records.append(over)
        if self._evening:
            self._evening.add(race, now)
            self._attend({*race.racers, *self._audience.live})
        self._description.tell(self._audience.live, live.phase)
        self._output.tell(self._audience.live, *live.outcome(self._settings))
        return True

    def _attend(self, players: Iterable[int]) -> None:
        """Note that these know now how the race has ended."""
        if self._evening:
            self._evening.attend(players, "finished")

    def _end_ghosts(self, live: Broadcast) -> None:
        """Let the ghosts stand as they ended, as the race is over: nobody waited for them."""
        for ghost, board in live.race.end_ghosts():
            self._output.tell(self._audience.of_board(ghost), board)

    # What a member sees ---------------------------------------------------------------------------

    def view(self, player: int, now: int) -> list[FromServer]:
        """Return where the race stands, as far as this member may see it."""
        broadcast = self._broadcast_for(player)
        if broadcast is None:
            delay = self._delay if player in self._audience.delayed else 0
            return [self._countdown(self._starts + delay, now)]
        if broadcast.phase == "countdown":
            return [self._countdown(broadcast.race.start, now)]
        boards = [
            racer.board()
            for racer in broadcast.race.contestants
            if self._sees(player, racer.player.id)
        ]
        started = broadcast.started(self._settings, now)
        results: list[FromServer] = []
        if broadcast.phase == "finished":
            feats = self._feats if self._feats and self._feats.feats else None
            results = [broadcast.results(self._settings)]
            results += [known for known in (self._rated, feats) if known]
        ending = self._ending if broadcast is self._live and not results else None
        question = [ending.told(now)] if ending and ending.asks else []
        return [started, broadcast.race.curves(), *boards, *question, *results]

    def _sees(self, player: int, racer: int) -> bool:
        if player in self._audience.delayed:
            return player not in self._audience.blind
        return player in self._audience.of_board(racer)

    def progress(self, player: int) -> Progress | None:
        """Return how all stand, as this member may see it; None when no race is on for them."""
        broadcast = self._broadcast_for(player)
        if broadcast is None or broadcast.phase != "running":
            return None
        return Progress(broadcast.race.standings(), seq=self._output.events(player).number)

    def _broadcast_for(self, player: int) -> Broadcast | None:
        return self._delayed if player in self._audience.delayed else self._live

    @property
    def _broadcasts(self) -> list[Broadcast]:
        return [broadcast for broadcast in (self._live, self._delayed) if broadcast]

    @property
    def _delay(self) -> int:
        """By how many milliseconds spectators see the race later."""
        return self._settings.delay * 1000

    def _countdown(self, starts: int, now: int) -> Countdown:
        promise = commitment(self._seed)
        return Countdown(self.id, max(0, starts - now), promise, self._certificate)
