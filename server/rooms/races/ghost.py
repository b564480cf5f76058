"""A game of a race that is over, which races along in another one on the same deal: a ghost.  Pure.

What it has done at any moment follows from what was written down of that game and from the clock of
the race it is in, so nothing of it needs to be written down again.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace

from msgspec import structs

from engine.play import Entry
from engine.state import State
from protocol.messages import Board, Ghost, Settings, Step
from protocol.racing import Racer, ended_at, playing_again
from protocol.wire import parse_entry
from server.rooms.races.contestant import Contestant
from server.rooms.records import PastGame, Player


class UntrueGame(ValueError):
    """The rules do not lead through a game to the end that it claims."""


@dataclass(frozen=True)
class GhostGame:
    """What a ghost does, and when: checked by having been played."""

    told: Ghost
    """What is told of it."""
    settings: Settings
    """How its race was."""
    seed: str
    entries: tuple[Entry, ...]
    times: tuple[int, ...]
    """When each was done, in milliseconds from the start."""
    over: int
    """When its race was over for it, in the same."""
    end: Racer
    """How it stood then: nobody goes on with it."""

    @classmethod
    def playing(cls, past: PastGame) -> Generator[State, None, "GhostGame"]:
        """Play a game to its end, an entry a turn; what comes of it is what a ghost does.

        Raises:
            UntrueGame: the rules do not lead there.
        """
        replay = past.replay
        racer, fault = yield from playing_again(replay)
        if racer is None or fault is not None:
            text = f"the moves of race {replay.race} cannot be played again: {fault}"
            raise UntrueGame(text)
        entries = tuple(map(parse_entry, replay.entries))
        bot = any(each.bot for each in replay.racers if each.player == replay.player)
        ended = replay.status, replay.score, replay.milliseconds
        told = Ghost(replay.race, replay.player, replay.name, past.at, *ended, bot)
        over = max(ended_at(replay), *replay.times[-1:], 0)
        return cls(told, past.settings, replay.seed, entries, tuple(replay.times), over, racer)

    @classmethod
    def of(cls, past: PastGame) -> "GhostGame":
        """Do the same at once.

        Raises:
            UntrueGame: the rules do not lead to its end.
        """
        playing = cls.playing(past)
        while True:
            try:
                next(playing)
            except StopIteration as done:
                game: GhostGame = done.value
                return game

    def player(self, ghost: int) -> Player:
        """Return who it is in a race where its id is `ghost`."""
        return Player(ghost, self.told.name, self.told.bot)

    def renamed(self, player: int, name: str) -> "GhostGame":
        """Return the same, called so if it is a game of this player."""
        if player != self.told.player:
            return self
        return replace(self, told=structs.replace(self.told, name=name))


@dataclass
class GhostRacer(Contestant):
    """A ghost in a race."""

    past: GhostGame = field(kw_only=True)

    def go_on(self, elapsed: int) -> Iterator[Step | Board]:
        """Do what was done by this time, in milliseconds from the start; yield what is seen."""
        entries, times = self.past.entries, self.past.times
        while (number := self.play.length) < len(entries) and times[number] <= elapsed:
            yield self.act(entries[number], times[number])
        if elapsed >= self.past.over and self.end(self.past.told.status):
            yield self.board()

    def finish(self) -> bool:
        """Stand as it ended; return whether it had not come to that by itself."""
        end = self.past.end
        if self.play.length == end.play.length and self.status == end.status:
            return False
        self.play, self.view, self.status = end.play, end.view, end.status
        self.won_at, self.reached, self.curve = end.won_at, end.reached, end.curve
        self.undos = end.undos
        return True
