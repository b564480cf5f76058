"""What racing is: a play against the clock, who is ahead of whom, and whether a replay is true.

The server races by it, and whoever holds a replay checks it by the same: the window, `samedeal
replay` and `samedeal verify`.  Pure: times come in as arguments, in milliseconds from the start.
"""

from collections.abc import Collection, Generator, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple, Protocol, TypeVar

from engine import catalogue
from engine.chance import commitment
from engine.game import IllegalAction
from engine.play import Entry, Play
from engine.state import State
from protocol import wire
from protocol.curve import Curve
from protocol.forms import BadMessage
from protocol.messages import (
    FIRST_GHOST,
    FIRST_GUEST,
    MAX_ENTRIES,
    Announcement,
    Replay,
    Status,
)

ENDS_WITHOUT_A_MOVE: Final[frozenset[Status]] = frozenset(
    ("gave up", "out of time", "disconnected", "stopped")
)
"""How a race may end for a racer whose moves alone would let it go on."""

PRACTICE: Final = 0
"""The race of a replay that comes from none: somebody played alone."""

ONLY_BOTS: Final = Announcement("Only bots are still racing: the race ends in ten seconds.")
"""Says that people have ended their race.  It holds for these seconds: nobody needs to keep it."""


def is_ghost(player: int) -> bool:
    """Return whether somebody in a race is a ghost: a game of a race that is over, played again."""
    return FIRST_GHOST <= player < FIRST_GUEST


@dataclass
class Racer:
    """A play against the clock: how it stands, and what ranks it."""

    play: Play
    status: Status = field(default="racing", kw_only=True)
    alone: bool = field(default=False, kw_only=True)
    """Whether this is practice and no race: there, whoever takes the end back plays on."""
    won_at: int = field(init=False)
    reached: dict[int, int] = field(default_factory=dict, init=False)
    """When each score that this racer has had was first reached."""
    curve: Curve = field(default_factory=Curve, init=False)
    """How the score went."""
    undos: int = field(init=False)
    view: State = field(init=False)
    """The position as a player may see it."""

    def __post_init__(self) -> None:
        self.won_at = self.undos = 0
        self.view = self.play.game.view(self.play.state)
        self.reached[self.view.score] = 0
        self.curve.add(0, self.view.score)
        self._note_outcome(0)

    def enter(self, entry: Entry, elapsed: int) -> None:
        """Do an entry, `elapsed` milliseconds after the start.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
        """
        play, score, before = self.play, self.view.score, self.play.state
        state = play.enter(entry)
        self.view = play.game.view_after(self.view, before, state, play.changed)
        if state.score != score:
            self.reached.setdefault(state.score, elapsed)
            self.curve.add(elapsed, state.score)
        if entry == "undo":
            self.undos += 1
            if self.alone:
                self.status = "racing"
        else:  # A position that was played on from is not the end.
            self._note_outcome(elapsed)

    def _note_outcome(self, elapsed: int) -> None:
        outcome = self.play.outcome()
        if outcome is not None:
            self.status = outcome
            self.won_at = elapsed

    def end(self, status: Status) -> bool:
        """End the race without a move; return whether it was still going on."""
        if self.status != "racing" or status not in ENDS_WITHOUT_A_MOVE:
            return False
        self.status = status
        return True

    @property
    def milliseconds(self) -> int:
        """When the game was won, or else when the present score was first reached."""
        return self.won_at if self.status == "won" else self.reached[self.view.score]

    @property
    def rank(self) -> tuple[int, int, int]:
        """What makes the order."""
        return rank(self.status, self.view.score, self.milliseconds)


def rank(status: Status, score: int, milliseconds: int) -> tuple[int, int, int]:
    """Return what makes the order: winners by time; then by score; then by who reached it first."""
    if status == "won":
        return (0, milliseconds, -score)
    return (1, -score, milliseconds)


RacerT = TypeVar("RacerT", bound=Racer)


def placed(racers: Iterable[RacerT]) -> list[tuple[int, RacerT]]:
    """Return the racers with their places, the best first.

    Those that nothing tells apart share a place.
    """
    found: list[tuple[int, RacerT]] = []
    for number, racer in enumerate(sorted(racers, key=lambda racer: racer.rank), 1):
        shared = found and found[-1][1].rank == racer.rank
        found.append((found[-1][0] if shared else number, racer))
    return found


class Finisher(Protocol):
    """How somebody's race ended, as `Standing` says it."""

    @property
    def player(self) -> int:
        """Who it is."""

    @property
    def status(self) -> Status:
        """How it ended."""

    @property
    def place(self) -> int:
        """1 for the first, and for all who share that place."""

    @property
    def moves(self) -> int:
        """Entries in the racer's journal."""

    @property
    def milliseconds(self) -> int:
        """When the game was won, or else when the score was first reached."""


def winners(finishers: Collection[Finisher]) -> frozenset[int]:
    """Return who has won a race that ended so: whose win counts, wherever wins are counted.

    A winner came first, made a move, and either won the game or was ahead of a rival who made a
    move, too.  Those who share the first place are ahead of nobody while they have no more than the
    deal gave them.

    Those who were `stopped` were sent away from the race, or it was ended while they were racing.
    That is nobody's win: they have not won, and nobody has left them behind.  So who can break a
    race off gains nothing by the moment in which they do.

    A ghost wins nothing, but it can be beaten.
    """
    first = [racer for racer in finishers if racer.place == 1]
    raced = {racer.player for racer in finishers if racer.moves and racer.status != "stopped"}
    found = set()
    for racer in first:
        rivals = raced - {racer.player}
        gained = len(first) == 1 or racer.milliseconds > 0
        mortal = racer.player in raced and not is_ghost(racer.player)
        if mortal and (racer.status == "won" or (rivals and gained)):
            found.add(racer.player)
    return frozenset(found)


FEWEST_RATED: Final = 2
"""People in a race that is rated."""


class Ratable(Protocol):
    """How somebody's race ended, as far as ratings depend on it."""

    @property
    def status(self) -> Status:
        """How it ended."""

    @property
    def place(self) -> int:
        """1 for the first, and for all who share that place."""

    @property
    def bot(self) -> bool:
        """Whether it is none of the people."""


RatableT = TypeVar("RatableT", bound=Ratable)


def ratable(racers: Iterable[RatableT]) -> list[RatableT]:
    """Return whom a race rates that ended so; nobody where it rates none.

    Bots are passed over, as if they had not been there.  Who was stopped (sent away, or racing when
    the race was ended) is passed over as well, unless somebody had won: else who ends a race would
    take the others' chance, and after a win it would take a loss back.  Nobody is rated where fewer
    than two are left, nor where all share a place: who give up together have shown nothing.
    """
    people = [each for each in racers if not each.bot]
    won = any(each.status == "won" for each in people)
    rated = [each for each in people if won or each.status != "stopped"]
    apart = len({each.place for each in rated}) > 1
    return rated if len(rated) >= FEWEST_RATED and apart else []


# Replays --------------------------------------------------------------------------------------


class ReplayFault:
    """Why a replay is not true: a sentence, and what stands in its braces."""

    def __init__(self, text: str, **values: object) -> None:
        """Keep both apart, so that the sentence can be looked up in another language."""
        self.text, self.values = text, values

    def __str__(self) -> str:
        return self.text.format(**self.values)


class Replayed(NamedTuple):
    """What became of a replay that was played again."""

    views: list[State]
    """The positions as the racer saw them, the deal first, as far as the rules let the moves
    lead; none where the game cannot even be dealt."""
    fault: ReplayFault | None
    """What the replay claims and its moves do not bear out; None if all of it is true."""


def ended_at(replay: Replay) -> int:
    """Return when the race was over for the racer, in ms from the start; 0 where nobody knows."""
    return next((racer.ended for racer in replay.racers if racer.player == replay.player), 0)


def play_again(replay: Replay) -> Replayed:
    """Play a replay again, and hold everything that it claims against its moves."""
    views: list[State] = []
    playing = playing_again(replay)
    while True:
        try:
            views.append(next(playing))
        except StopIteration as done:
            return Replayed(views, done.value[1])


def playing_again(
    replay: Replay,
) -> Generator[State, None, tuple[Racer | None, ReplayFault | None]]:
    """Do the same as `play_again`, a move a turn, for who has other things to do in between.

    Yields the positions as the racer saw them, the deal first. In the end comes the racer, None
    where the game cannot be dealt, and what the moves do not bear out.
    """
    try:
        play = Play(catalogue.make(replay.game, replay.options), replay.seed)
    except ValueError as error:
        return None, ReplayFault("the game cannot be dealt: {reason}", reason=error)
    racer = Racer(play, alone=replay.race == PRACTICE)
    yield racer.view
    if len(replay.entries) > MAX_ENTRIES:
        return racer, ReplayFault("there are more than {most} moves in it", most=MAX_ENTRIES)
    fault = _fault_before_moves(replay)
    timed = len(replay.times) == len(replay.entries)
    times = replay.times if timed else [0] * len(replay.entries)
    for number, (entry, at) in enumerate(zip(replay.entries, times, strict=True), 1):
        if racer.status != "racing" and not (racer.alone and entry == "undo"):
            fault = fault or ReplayFault(
                "move {number} comes after the end of the race", number=number
            )
        try:
            racer.enter(wire.parse_entry(entry), at)
        except (IllegalAction, BadMessage) as error:
            refused = ReplayFault("move {number} is refused: {reason}", number=number, reason=error)
            return racer, fault or refused
        yield racer.view
    racer.end(replay.status)
    return racer, fault or _fault_of_end(replay, racer)


def _fault_before_moves(replay: Replay) -> ReplayFault | None:
    """Return what is wrong with a replay before its moves are played: its promise, its times."""
    if replay.commitment != commitment(replay.seed):
        return ReplayFault("the seed is not the one that was promised before the start")
    if len(replay.times) != len(replay.entries):
        return ReplayFault("there is not a time for each move")
    if any(later < earlier for earlier, later in pairwise([0, *replay.times])):
        return ReplayFault("the times of the moves run backwards")
    ended = ended_at(replay)
    if ended and ended < max(replay.times, default=0):
        return ReplayFault("the last moves come after the end of the race")
    return None


def _fault_of_end(replay: Replay, racer: Racer) -> ReplayFault | None:
    """Return what a replay says of its end that its moves do not bear out."""
    if replay.status == "racing" and not racer.alone:
        return ReplayFault("the race was still going on")
    if racer.status != replay.status:
        text = "the status is {found}, not {claimed}"
        return ReplayFault(text, found=racer.status, claimed=replay.status)
    if racer.view.score != replay.score:
        text = "the score is {found}, not {claimed}"
        return ReplayFault(text, found=racer.view.score, claimed=replay.score)
    if racer.milliseconds != replay.milliseconds:
        text = "the time is {found} ms, not {claimed} ms"
        return ReplayFault(text, found=racer.milliseconds, claimed=replay.milliseconds)
    return None
