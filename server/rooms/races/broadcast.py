"""A race as its audience sees it: live, or some seconds later.

A room with a spectators' delay has two broadcasts of one race.  The delayed one is the race itself
once more: the same deal and the same journal, with each entry done when its time has come.  So
boards, scores, curves and results are those of that time for whoever looks, whenever they come in.
"""

from collections import deque
from collections.abc import Iterator
from typing import Final

from engine.chance import commitment
from protocol.messages import (
    Board,
    FromServer,
    Phase,
    Progress,
    RaceStarted,
    Results,
    Settings,
    Step,
)
from protocol.racing import winners
from server.rooms.races.race import Race
from server.rooms.records import Entered

PROGRESS_EVERY: Final = 100
"""Milliseconds between two `Progress` messages, at least."""


class Broadcast:
    """One race, and how far its audience has seen it."""

    def __init__(self, race: Race) -> None:
        """Prepare the broadcast of this race; see `begin`."""
        self.race = race
        self.phase: Phase = "countdown"
        self.news = False
        """Whether somebody stands differently since the last `Progress`."""
        self._told_at = race.start
        self._waiting: deque[Entered] = deque()
        """Entries of the journal whose time has not come yet; always empty when it is live."""
        self._took = 0
        """The milliseconds that the race took, when it is finished."""

    def begin(self) -> None:
        """Note that the audience sees the race now."""
        self.phase = "running"

    def finish(self, now: int) -> None:
        """Note that the race is over for this audience."""
        self.phase, self.news, self._took = "finished", False, self.race.elapsed(now)

    def elapsed(self, now: int) -> int:
        """Return the milliseconds that the race has been going on, or that it took."""
        return self._took if self.phase == "finished" else self.race.elapsed(now)

    def progress(self, now: int) -> Progress | None:
        """Return how all stand, when that is new and the last time was long enough ago."""
        if not self.news or now - self._told_at < PROGRESS_EVERY:
            return None
        self.news, self._told_at = False, now
        return Progress(self.race.standings())

    def note_connection(self, player: int, *, connected: bool) -> None:
        """Show that a racer's connection is lost, or there again."""
        if racer := self.race.racers.get(player):
            racer.connected = connected
            self.news = self.phase == "running"

    def rename(self, player: int, name: str) -> None:
        """Call a racer otherwise from now on, and the ghosts of that player's games."""
        if racer := self.race.racers.get(player):
            racer.player = racer.player._replace(name=name)
            self.news = self.phase == "running"
        for ghost in self.race.ghosts.values():
            if ghost.past.told.player == player:
                ghost.player = ghost.player._replace(name=name)
                self.news = self.phase == "running"

    def note_level(self, player: int, level: int) -> None:
        """Note how well a racer plays that is a bot."""
        if racer := self.race.racers.get(player):
            racer.player = racer.player._replace(level=level)
            self.news = self.phase == "running"

    def started(self, settings: Settings, now: int) -> RaceStarted:
        """Return the message that a race in a room with these settings is on, and for how long."""
        race, elapsed = self.race, self.elapsed(now)
        promise, standings = commitment(race.seed), race.standings()
        return RaceStarted(race.id, settings, elapsed, promise, standings, race.certificate)

    def results(self, settings: Settings) -> Results:
        """Return how the race ended, with seed and solution, which nobody is told before."""
        race = self.race
        promise, standings = commitment(race.seed), race.standings()
        won = sorted(winners(standings))
        solution = [*race.certified.solution] if race.certified else []
        return Results(
            race.id,
            settings,
            standings,
            race.seed,
            promise,
            won,
            race.certificate,
            solution,
        )

    def outcome(self, settings: Settings) -> list[FromServer]:
        """Return all that is told when the race is over."""
        return [self.race.curves(), self.results(settings)]

    def wait_for(self, entered: Entered) -> None:
        """Keep an entry of the journal until its time comes."""
        self._waiting.append(entered)

    def due(self, now: int) -> Iterator[Step | Board]:
        """Do the entries whose time has come; yield what their audience sees of them."""
        while self._waiting and self._waiting[0].milliseconds <= now - self.race.start:
            self.news = True
            yield self.race.redo(self._waiting.popleft())
