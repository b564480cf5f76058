"""Finished games analysed: until when they could still be won, and how.  Pure.

A process beside the window does the work; what passes between the two is here, a line of JSON each.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from client.session.solving.solution import SOLVER
from client.words.deals import solution_name
from engine import catalogue
from engine.catalogue import Choice
from engine.game import Game
from engine.play import Play
from engine.solver.analysis import Analysis, Finding, Way, luck_decides, nothing_to_decide, way_of
from engine.solver.search import POSITIONS
from protocol import wire
from protocol.certificate import packed, wins
from protocol.messages import MAX_ENTRIES, Replay, Solution, WireAction
from protocol.racing import Racer
from protocol.solution import PACE


class Analysed(Struct, frozen=True):
    """What is known of one game so far.  Moments are told in entries, as `Finding` tells them."""

    race: int
    player: int
    name: str
    game: str
    moves: int
    """How many entries the game has."""
    share: float
    """How much of the work is done, from 0 to 1."""
    over: bool
    """Whether nothing more will be known."""
    luck: bool
    """Whether luck alone decided, so that there is nothing to say."""
    won_until: int | None
    lost_from: int | None
    solution: list[WireAction]
    """Actions that win from where it stood after `won_until` entries."""
    positions: int

    @property
    def finding(self) -> Finding:
        """The same, as the analysis told it."""
        actions = tuple(wire.parse_action(action) for action in self.solution)
        return Finding(self.won_until, self.lost_from, actions, self.positions)


def can_be_analysed(replay: Replay) -> bool:
    """Return whether there is anything to find out about a replay that checks out.

    There is nothing where it was won, or where luck alone decides.
    """
    if replay.status == "won":
        return False
    game = catalogue.make(replay.game, replay.options)
    return not luck_decides(game, _way_of(replay, game))


def luck_alone_decides(name: str, options: Mapping[str, Choice]) -> bool:
    """Return whether a game is one in which nothing that is done makes a difference."""
    return nothing_to_decide(catalogue.make(name, options))


def _way_of(replay: Replay, game: Game) -> Way:
    return way_of(game, replay.seed, map(wire.parse_entry, replay.entries))


class ReplayAnalysis:
    """The analysis of a replay, which may be gone on with."""

    def __init__(
        self, replay: Replay, positions: int = POSITIONS, solutions: Iterable[Solution] = ()
    ) -> None:
        """Look at each of its positions for as many as `positions`.

        The first of `solutions` that wins the deal helps.

        Raises:
            IllegalAction, BadMessage, ValueError: it is no replay of a game that can be dealt, or
                its moves are refused.
        """
        self._replay = replay
        game = catalogue.make(replay.game, replay.options)
        way = _way_of(replay, game)
        self._luck = luck_decides(game, way)
        solution = next((each for each in solutions if wins(game, replay.seed, each)), [])
        known = [wire.parse_action(action) for action in solution]
        self._analysis = Analysis(game, replay.seed, way, positions, known)

    def go_on(self, positions: int) -> Analysed:
        """Make some `positions` more, and return what is known then."""
        analysis, replay = self._analysis, self._replay
        finding = Finding() if self._luck else analysis.go_on(positions)
        return Analysed(
            replay.race,
            replay.player,
            replay.name,
            replay.game,
            len(replay.entries),
            1.0 if self._luck else round(analysis.share, 3),
            self._luck or analysis.over,
            self._luck,
            finding.won_until,
            finding.lost_from,
            list(packed(finding.actions)),
            finding.positions,
        )


def solution_in(replay: Replay) -> Solution:
    """Return what wins the deal in a replay, without what was taken back; nothing if it does not.

    Raises:
        IllegalAction, BadMessage, ValueError: as `ReplayAnalysis`.
    """
    if replay.status != "won":
        return []
    game = catalogue.make(replay.game, replay.options)
    way = _way_of(replay, game)
    done = [replay.entries[number] for number in way.numbers[:-1]]
    actions = [entry for entry in done if entry != "undo"]
    return actions if wins(game, replay.seed, actions) else []


def won_after(replay: Replay, analysed: Analysed) -> Replay | None:
    """Return how the game of `replay` could still have been won, as one more racer's replay.

    It is what the racer did as long as it could be won, at the same times, and then the solution.
    None where nothing is known, or there would be more entries than a replay may have.
    """
    until = analysed.won_until
    if until is None or until + len(analysed.solution) > MAX_ENTRIES:
        return None
    entries = [*replay.entries[:until], *analysed.solution]
    begun = replay.times[until - 1] if until else 0
    paces = range(1, len(analysed.solution) + 1)
    times = [*replay.times[:until], *(begun + PACE * number for number in paces)]
    racer = Racer(Play(catalogue.make(replay.game, replay.options), replay.seed), alone=True)
    for entry, at in zip(entries, times, strict=True):
        racer.enter(wire.parse_entry(entry), at)
    return replace(
        replay,
        player=SOLVER,
        name=solution_name(),
        entries=entries,
        times=times,
        status=racer.status,
        score=racer.view.score,
        milliseconds=racer.milliseconds,
    )
