"""A race, pure: it knows no socket, no database and no clock.

Times come in as arguments, in milliseconds of any clock that does not go back; messages come out.
What goes out is made from views alone, so that nothing hidden can leave.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from engine import empty_places
from engine.game import Game, IllegalAction
from engine.play import Entry, Play
from protocol.messages import (
    FIRST_GHOST,
    MAX_ENTRIES,
    Board,
    Curves,
    Refused,
    Standing,
    Status,
    Step,
)
from protocol.racing import placed
from server.rooms.deals.certified import Certified
from server.rooms.races.contestant import Contestant
from server.rooms.races.ghost import GhostGame, GhostRacer
from server.rooms.records import Entered, Exit, Player

EXITS: Final[dict[Exit, Status]] = {
    "give up": "gave up",
    "disconnected": "disconnected",
    "sent away": "stopped",
}
"""How a racer stands who is out of the race that way."""


class Race:
    """Some players on the same deal, from the first card to the last."""

    def __init__(
        self,
        number: int,
        game: Game,
        seed: str,
        players: Iterable[Player],
        *,
        start: int,
        time_limit: int,
        undo: bool = True,
        moves: int = MAX_ENTRIES,
        opening: Play | None = None,
        certified: Certified | None = None,
        ghosts: Sequence[GhostGame] = (),
    ) -> None:
        """Deal at the time `start`; the race lasts at most `time_limit`, both in milliseconds.

        Nobody makes more than so many `moves`, each of which is kept for the undo.  An `opening` is
        where all begin in place of the deal; it stays as it is.  `certified` is the deal with its
        solution, where that is known.  The `ghosts` race along.
        """
        self.certified = certified
        self.id = number
        self.seed = seed
        self.game = game
        begin = opening or Play(game, seed)
        self._dealt = game.view(begin.states[0])
        self.racers = {p.id: Contestant(begin.copy(), p) for p in players}
        self.ghosts = {
            ghost: GhostRacer(begin.copy(), played.player(ghost), past=played)
            for ghost, played in enumerate(ghosts, FIRST_GHOST)
        }
        """Who is in the race by a game of another one: nothing waits for these."""
        self.start = start
        self.time_limit = time_limit
        self.undo = undo
        self._moves = begin.length + moves

    @cached_property
    def certificate(self) -> str:
        """What is told of a deal that can be won; empty for any other."""
        return self.certified.certificate if self.certified else ""

    @cached_property
    def signs(self) -> dict[int, str]:
        """What empty places say by the deal: the same for all racers."""
        return empty_places.dealt_signs(self.game, self._dealt)

    @property
    def contestants(self) -> list[Contestant]:
        """All whose boards there are: the racers, and the ghosts."""
        return [*self.racers.values(), *self.ghosts.values()]

    @property
    def racing(self) -> list[int]:
        """Who is still racing."""
        return [player for player, racer in self.racers.items() if racer.status == "racing"]

    @property
    def over(self) -> bool:
        """Whether nobody is racing any more."""
        return not self.racing

    @property
    def left_to_bots(self) -> bool:
        """Whether people were in the race, and only bots are still racing."""
        bots = [self.racers[player].player.bot for player in self.racing]
        return bool(bots) and all(bots) and not all(r.player.bot for r in self.racers.values())

    def elapsed(self, now: int) -> int:
        """Return the milliseconds since the start, at most the time limit."""
        return min(now - self.start, self.time_limit)

    def act(self, player: int, number: int, entry: Entry, now: int) -> Step | Refused:
        """Do a racer's entry if it is legal and `number` the next one's number.

        Raises:
            KeyError: `player` is no racer here.
        """
        racer = self.racers[player]
        reason = self._refusal(racer, number, entry, now)
        if reason is None:
            try:
                return racer.act(entry, self.elapsed(now))
            except IllegalAction as error:
                reason = str(error)
        return Refused(number, racer.play.length, reason)

    def answered(self, player: int, number: int, entry: Entry) -> Step | Board | Refused | None:
        """Return the answer to an entry that was sent again; None if it was not there before.

        The same entry gets the answer that it got; one too old for that gets the whole board.

        Raises:
            KeyError: `player` is no racer here.
        """
        racer = self.racers[player]
        ago = racer.play.length - number
        if ago <= 0:
            return None
        if ago > len(racer.answers):
            return racer.board()
        before, step = racer.answers[-ago]
        if before == entry:
            return step
        return Refused(number, racer.play.length, f"entry {number} was another one")

    def _refusal(self, racer: Contestant, number: int, entry: Entry, now: int) -> str | None:
        if racer.status != "racing":
            return "your race is over"
        if now - self.start >= self.time_limit:
            return "the time is up"
        if number != racer.play.length:
            return f"this is entry {number}, and the next one is {racer.play.length}"
        if number >= self._moves:
            return f"a race has at most {self._moves} moves"
        if entry == "undo" and not self.undo:
            return "this room allows no undo"
        return None

    def take_out(self, player: int, how: Exit) -> bool:
        """End the race of one racer; return whether that changed anything."""
        return self.racers[player].end(EXITS[how])

    def redo(self, entered: Entered) -> Step | Board:
        """Do an entry of the journal once more; return what a viewer sees of it.

        Raises:
            IllegalAction: the rules refuse it now, or it leads to another position than it did.
            KeyError: it is about somebody who is no racer here.
        """
        racer = self.racers[entered.player]
        if (
            entered.entry == "give up"
            or entered.entry == "disconnected"
            or entered.entry == "sent away"
        ):
            self.take_out(entered.player, entered.entry)
            return racer.board()
        if racer.status != "racing":
            raise IllegalAction("the race is over for this racer")
        step = racer.act(entered.entry, entered.milliseconds)
        if entered.position not in (None, racer.position):
            raise IllegalAction("it leads to another position now")
        return step

    def play_again(self, entries: Iterable[Entered]) -> str:
        """Do all entries of the journal; return what is wrong with them, or nothing."""
        for entered in entries:
            try:
                self.redo(entered)
            except (IllegalAction, KeyError) as error:
                return f"its move {entered.number} cannot be done again ({error})"
        return ""

    def tick(self, now: int) -> bool:
        """End the race when the time is up; return whether that changed anything."""
        if now - self.start < self.time_limit:
            return False
        return self.stop()

    def stop(self) -> bool:
        """End the race of whoever is still racing; return whether anybody was."""
        ended = [racer.end("out of time") for racer in self.racers.values()]
        return any(ended)

    def move_ghosts(self, now: int) -> Iterator[tuple[int, Step | Board]]:
        """Let the ghosts go on to this time; yield each one's id with what a viewer sees of it."""
        for ghost, racer in self.ghosts.items():
            for seen in racer.go_on(self.elapsed(now)):
                yield ghost, seen

    def end_ghosts(self) -> Iterator[tuple[int, Board]]:
        """Let the ghosts stand as they ended; yield the boards of those that had not yet."""
        for ghost, racer in self.ghosts.items():
            if racer.finish():
                yield ghost, racer.board()

    def curves(self) -> Curves:
        """Return how everybody's score went so far."""
        points = {racer.player.id: racer.curve.points[:] for racer in self.contestants}
        return Curves(self.id, points)

    def standings(self) -> list[Standing]:
        """Return how all stand, the best first; those that nothing tells apart share a place."""
        return [racer.standing(place) for place, racer in placed(self.contestants)]
