"""The evening of a room, pure: what its races add up to, and which game of a series is next."""

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from msgspec.structs import replace

from protocol.messages import (
    FIRST_GUEST,
    MAX_DEALS,
    MAX_TALLIED,
    Evening,
    Phase,
    Series,
    SeriesGame,
    Settings,
)
from protocol.series import candidates
from protocol.tally import tally
from server.rooms.members import Members
from server.rooms.output import Output
from server.rooms.races.race import Race
from server.rooms.records import (
    Attended,
    Course,
    EveningSaved,
    PastRace,
    RaceOfEvening,
    StoredEvening,
)
from server.rooms.refusal import Refusal

Draw: TypeAlias = Callable[[int], int]
"""Returns one of so many by lot, counted from 0."""

_PAST: Final[tuple[Phase, ...]] = ("finished", "lobby")
"""The phases in which all races are past that there were."""
USUAL: Final = Series(0)
"""What an evening goes by that is no series: as many races as there are, by the usual rule."""


class RoomEvening:
    """The races of a room from the first on, or from where its host began anew."""

    def __init__(
        self,
        code: str,
        settings: Settings,
        members: Members,
        output: Output,
        draw: Draw,
        stored: StoredEvening | None = None,
        race: int | None = None,
    ) -> None:
        """Begin in the room with this code, or go on as it was written down, with this race on.

        `draw` draws the games of a family.  What has to be written goes to `output`.
        """
        stored = stored or StoredEvening()
        self._code = code
        self._members, self._output, self._draw = members, output, draw
        self._settings = settings
        self._id, self._course = stored.id, stored.course
        self._saved = (stored.id, stored.course)
        self._races = list(stored.races)
        self._race = race
        """The race that is on, or was last, until the room is open for the next one."""
        self._told: dict[int, Evening] = {}
        """The tally after so many races, as it was made last."""
        self._opens: int | None = None
        """When the room opens for the next deal by itself, if it does."""
        self._held = False
        self._now = 0

    @property
    def id(self) -> int:
        """The race that it began with, by which it is known; 0 before that."""
        return self._id

    @property
    def series(self) -> Series:
        """What it goes by."""
        return self._settings.series or USUAL

    @property
    def is_series(self) -> bool:
        """Whether it is a series."""
        return self._settings.series is not None

    @property
    def deals(self) -> int:
        """How many were raced."""
        return len(self._races)

    @property
    def over(self) -> bool:
        """Whether the next race begins another evening."""
        return self.deals >= (self.series.deals or MAX_DEALS)

    def start(self) -> Settings:
        """Return the settings of a room that is made, with the first game of its series."""
        self._settings = self.with_game(self._settings)
        return self._settings

    # Its races ------------------------------------------------------------------------------------

    def begin(self, race: int) -> None:
        """Note that a race of it is about to begin."""
        self._id, self._race = self._id or race, race
        self._save()
        of = RaceOfEvening(race, self._id, self.deals + 1, self._members.host)
        self._output.records.append(of)
        self.attend(self._members, "countdown")

    def attend(self, players: Iterable[int], phase: Phase) -> None:
        """Note that these are here, or were in a race that is over, and what they know of it.

        They know how those races ended that are over in the phase in which the room is for them.
        """
        known = tuple(player for player in players if player < FIRST_GUEST)
        if self._id and known:
            self._output.records.append(Attended(self._id, len(self._past(phase)), known))

    def add(self, race: Race, now: int) -> None:
        """Add a race that is over, and say which game is next."""
        self._now = now
        past = PastRace(race.id, self._settings.game, tuple(race.standings()))
        self._races.append(past)
        self._told.clear()
        self._pause()
        if not self.over:
            self._choose()
        self._save()

    def resume(self, now: int) -> None:
        """Begin the pause again, of which nothing is written down: a race is over."""
        self._now = now
        self._pause()

    def _pause(self) -> None:
        self._held = False
        on = self.is_series and self.deals and not self.over
        self._opens = self._now + self.series.pause * 1000 if on else None

    def open(self, settings: Settings) -> Settings:
        """Return the settings for the next race, which have its game.

        An evening that is over ends here.
        """
        if self.over:
            self._clear()
            settings = self.with_game(settings)
            self._save()
        elif game := self._course.next:
            settings = replace(settings, game=game.game, options=game.options)
            self._course = replace(self._course, next=None)
            self._save()
        self._settings = settings
        self._race, self._opens, self._held = None, None, False
        return settings

    def set_aside(self) -> None:
        """Wait while a race is on that counts nowhere."""
        self._race, self._opens, self._held = None, None, False

    def renew(self) -> None:
        """Begin anew: nothing was raced yet, and so the host says when it goes on."""
        self._clear()
        if self._race is not None and self._course.next is None:
            self._choose()  # for when the room opens for it
        self._pause()
        self._save()

    def _clear(self) -> None:
        self._id, self._course, self._races = 0, Course(next=self._course.next), []
        self._told.clear()

    def change(self, settings: Settings) -> Settings:
        """Go by other settings from now on; return them with the game that is next.

        Another series begins another evening.
        """
        if settings.series == self._settings.series:
            if self.series.mixed:
                kept = self._settings
                settings = replace(settings, game=kept.game, options=kept.options)
        else:
            self._clear()
            self._course = Course()
            settings = self.with_game(settings)
            self._save()
        self._settings = settings
        return settings

    # Its games ------------------------------------------------------------------------------------

    def with_game(self, settings: Settings) -> Settings:
        """Return settings with the first game of their series."""
        if settings.series is None or not settings.series.mixed:
            return settings
        game = self._drawn(settings)
        return replace(settings, game=game.game, options=game.options) if game else settings

    def _choose(self) -> None:
        self._course = replace(self._course, next=self._drawn(self._settings))

    def _drawn(self, settings: Settings) -> SeriesGame | None:
        raced, passed = [past.game for past in self._races], self._course.passed
        past, series = [*passed, *raced], settings.series
        games = candidates(series, settings.deals, past, len(past)) if series else []
        if not games:
            return None
        return games[self._draw(len(games))] if len(games) > 1 else games[0]

    def veto(self, player: int, *, before: bool) -> None:
        """Have another game come next; `before` its race, or else when the last one is over.

        Raises:
            Refusal: the server does not choose here, or the player has no veto.
        """
        if not self.series.mixed or self.over:
            raise Refusal("wrong time", "no game is chosen here that another could come for")
        if not self._vetoes_of(player):
            raise Refusal("not allowed", "you have no veto left in this series")
        passed = self._settings.game if before else (self._course.next or self._settings).game
        spent = {**self._course.spent, player: self._course.spent.get(player, 0) + 1}
        self._course = replace(self._course, spent=spent, passed=[*self._course.passed, passed])
        self._choose()
        self._save()

    def _vetoes_of(self, player: int) -> int:
        member = self._members.get(player)
        if member is None or not member.seated or member.bot:
            return 0
        return max(0, self.series.vetoes - self._course.spent.get(player, 0))

    # The pause ------------------------------------------------------------------------------------

    def hold(self, now: int, *, held: bool) -> None:
        """Hold the pause, or begin it again.

        Raises:
            Refusal: there is none.
        """
        if self._opens is None:
            raise Refusal("wrong time", "nothing begins here by itself that could be held")
        self._now, self._held = now, held
        self._opens = now + self.series.pause * 1000

    def opens(self, now: int) -> bool:
        """Return whether the room opens for the next deal by itself at this time.

        It does when all people who have a seat and are there are ready, or the pause is over.
        """
        self._now = now
        if self._opens is None:
            return False
        people = [m for m in self._members.values() if m.seated and not m.bot and m.connected]
        if people and all(member.ready for member in people):
            return True
        return bool(people) and not self._held and now >= self._opens

    @property
    def starts(self) -> bool:
        """Whether a race of a series begins by itself: all people who have a seat are ready."""
        people = [m for m in self._members.values() if m.seated and not m.bot]
        going = self.is_series and self.deals > 0 and not self.over
        return going and bool(people) and all(m.ready and m.connected for m in people)

    # What is told and written ---------------------------------------------------------------------

    def told(self, phase: Phase) -> Evening:
        """Return how it stands for those for whom the room is in this phase.

        Who does not know yet how the race has ended that is on for them is told nothing of it.
        """
        past, races = phase in _PAST, self._past(phase)
        known = self._told.get(len(races))
        if known is None:
            known = self._told[len(races)] = self._make(races)
        resting = phase == "finished" and self._opens is not None
        vetoes = {p: left for p in self._members if (left := self._vetoes_of(p))}
        return replace(
            known,
            over=past and self.is_series and self.over,
            next=self._course.next if phase == "finished" else None,
            vetoes=vetoes if past and self.series.mixed else {},
            pause=max(1, self._opens - self._now) if resting and self._opens else 0,
            held=resting and self._held,
        )

    def _past(self, phase: Phase) -> list[PastRace]:
        """Return the races of which those know the end for whom the room is in this phase."""
        if phase in _PAST:
            return self._races
        return [each for each in self._races if each.id != self._race]

    def _make(self, races: list[PastRace]) -> Evening:
        rule = self.series.points
        rows = tally(rule, [past.standings for past in races])
        told = rows[:MAX_TALLIED]
        return Evening(rule, len(races), told, len(rows) - len(told))

    def rename(self, player: int, name: str) -> None:
        """Call a player otherwise from now on."""
        self._told.clear()
        self._races = [
            past._replace(
                standings=tuple(
                    replace(each, name=name) if each.player == player else each
                    for each in past.standings
                )
            )
            for past in self._races
        ]

    def names(self, player: int) -> bool:
        """Return whether this player was in one of its races."""
        return any(each.player == player for past in self._races for each in past.standings)

    def _save(self) -> None:
        if (self._id, self._course) == self._saved:
            return
        self._saved = (self._id, self._course)
        self._output.records.append(EveningSaved(self._code, self._id, self._course))
