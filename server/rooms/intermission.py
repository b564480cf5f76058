"""The time between two rounds, pure: the room is in its lobby, and nobody races."""

from collections.abc import Iterable

from engine.play import Entry
from engine.solver.winnable import Winnable
from protocol.messages import Feats, FromServer, GetAdvice, Member, Phase, Progress, Rated
from server.rooms.records import ClockRead, Exit
from server.rooms.refusal import not_racing


class Intermission:
    """What a room has in place of a `Round` while it is in its lobby.

    It answers what a round is asked, so that the room need not ask whether there is one.
    """

    id: None = None
    race: None = None
    to_rate: None = None
    awaits_feats: None = None
    phase: Phase = "lobby"
    delayed_phase: Phase = "lobby"
    racing: frozenset[int] = frozenset()

    def __init__(self, last: int | None = None, there: Iterable[int] = ()) -> None:
        """Begin after the race with the id `last`, if there was one, with those who are `there`."""
        self._last = last
        self._there = frozenset(there)

    def showed(self, player: int, race: int) -> bool:
        """Return whether it is the last race, and the player was there when it was over."""
        return race == self._last and player in self._there

    def phase_for(self, player: int) -> Phase:
        """Return where the room is, for this member."""
        return self.phase

    def delayed_elapsed(self, now: int) -> int:
        """Return for how many milliseconds a race goes on: none does, so 0."""
        return 0

    def hides(self, player: int, race: int) -> bool:
        """Return whether a race is still to be shown to this player."""
        return False

    def is_racing(self, player: int) -> bool:
        """Return whether this player races."""
        return False

    def is_due(self, now: int) -> bool:
        """Return whether a countdown is at its end."""
        return False

    def tick(self, now: int) -> bool:
        """Do what is due, which is nothing; return whether that ended a race."""
        return False

    def act(self, player: int, number: int, entry: Entry, now: int, race: int = 0) -> bool:
        """Refuse a move.

        Raises:
            Refusal: always.
        """
        raise not_racing()

    def advise(self, player: int, asked: GetAdvice, known: Winnable | None) -> None:
        """Refuse to say what looks best.

        Raises:
            Refusal: always.
        """
        raise not_racing()

    def take_out(self, player: int, how: Exit, now: int) -> bool:
        """Refuse to end a racer's race.

        Raises:
            Refusal: always.
        """
        raise not_racing()

    def may_end(self, host: int, now: int) -> bool:
        """Return whether a race may be ended: there is none."""
        return False

    def answer_end(self, player: int, now: int, *, go_on: bool) -> bool:
        """Refuse to hear of the end of a race.

        Raises:
            Refusal: always.
        """
        raise not_racing()

    def end_is_due(self, now: int) -> bool:
        """Return whether a race is to end: there is none."""
        return False

    def note_connection(self, player: int, *, connected: bool) -> None:
        """Show nobody's connection: there are no racers."""

    def show_connection(self, player: int, *, connected: bool) -> None:
        """Show nobody's connection, for the same reason."""

    def absent(self) -> list[Member]:
        """Return the racers who left: there are none."""
        return []

    def publish(self) -> None:
        """Let everybody know how a race ended: there is none."""

    def note_rated(self, rated: Rated) -> None:
        """Tell nobody of ratings: no race is shown any more."""

    def note_feats(self, feats: Feats) -> None:
        """Tell nobody of records, for the same reason."""

    def rename(self, player: int, name: str) -> None:
        """Rename no racer: there are none."""

    def note_level(self, player: int, level: int) -> None:
        """Note how well no racer plays."""

    def show_end(self) -> None:
        """Show no end."""

    def read_clock(self, now: int) -> ClockRead | None:
        """Return the record of how long a race has been going on: there is none."""
        return None

    def view(self, player: int, now: int) -> list[FromServer]:
        """Return where a race stands, as messages: there are none."""
        return []

    def progress(self, player: int) -> Progress | None:
        """Return how all stand: nobody races, so None."""
        return None
