"""Everybody's game in a race that is over, analysed one after the other."""

from collections.abc import Callable, Sequence
from typing import Self

from PySide6.QtCore import QObject, Signal

from client.board.past_move import past_move_text
from client.session.recording import Recording
from client.session.solving.analysed import Analysed, can_be_analysed, solution_in
from client.window.online.analyses import Analyses
from client.words.analysis import analysis_text
from protocol.messages import Replay, Results, Solution, Standing


class RaceAnalysis(QObject):
    """Fetches the replays of a race, and has those analysed that were not won.

    Where somebody won, that game comes first: how it was won tells a lot about the others.
    """

    changed = Signal()
    """More is known, or it goes on, or it has ended."""

    def __init__(
        self,
        analyses: Analyses,
        get_replay: Callable[[int, int], None],
        parent: QObject | None = None,
    ) -> None:
        """Ask `analyses`; `get_replay` asks the server for the replay of a race and a player."""
        super().__init__(parent)
        self._analyses, self._get_replay = analyses, get_replay
        analyses.changed.connect(self._on_change)
        self._race = 0
        self._solution: Solution = []
        self._wanted: list[int] = []
        """The players whose replays have still to come, in order: the first is asked for."""
        self._recordings: dict[int, Recording] = {}
        self._under_way: set[int] = set()
        """The players whose games are being analysed, or wait for it."""

    @property
    def under_way(self) -> bool:
        """Whether anything is still to be found out that was asked for."""
        return bool(self._wanted or self._under_way)

    def show_results(self, results: Results) -> None:
        """Be about this race; another one is analysed no further."""
        if results.race != self._race:
            self.cancel()
            self._race, self._solution, self._recordings = results.race, results.solution, {}

    def follow(self, before: Self) -> None:
        """Go on where another such analysis was, of which nobody hears any more."""
        self._race, self._solution = before._race, before._solution
        self._wanted, self._recordings = before._wanted, before._recordings
        self._under_way = before._under_way

    def ask(self, standings: Sequence[Standing]) -> None:
        """Have the games of all these racers analysed."""
        lost = [racer.player for racer in standings if racer.status != "won" and racer.moves]
        won = [racer.player for racer in standings if racer.status == "won"]
        self._wanted = [*([] if self._solution else won[:1]), *lost]
        self._next()
        self.changed.emit()

    def cancel(self) -> None:
        """Have nothing more found out; what is known stays."""
        self._wanted = []
        for player in list(self._under_way):
            self._under_way.discard(player)
            self._analyses.cancel(self._recordings[player].replay)
        self.changed.emit()

    def take(self, replay: Replay) -> bool:
        """Take a replay that has come; return whether it was asked for here."""
        if not self._wanted or (replay.race, replay.player) != (self._race, self._wanted[0]):
            return False
        del self._wanted[0]
        self._next()
        recording = self._recordings[replay.player] = Recording(replay)
        if recording.fault:
            pass  # whoever watches it is told
        elif replay.status == "won":
            self._solution = self._solution or solution_in(replay)
        elif can_be_analysed(replay):
            self._under_way.add(replay.player)
            self._analyses.ask(replay, self._solution)
            self._note(replay)
        self.changed.emit()
        return True

    def refused(self) -> None:
        """Take in that the server refuses something: replays that were asked for may not come."""
        if self._wanted:
            del self._wanted[0]
            self._next()
            self.changed.emit()

    def of(self, player: int) -> Analysed | None:
        """Return what is known of a racer's game; None if nothing is."""
        recording = self._recordings.get(player)
        known = self._analyses.of(recording.replay) if recording else None
        return None if known is None or known.luck else known

    def text(self, player: int) -> str:
        """Return the same in sentences; empty if nothing is known."""
        known = self.of(player)
        if known is None:
            return ""
        recording, lost = self._recordings[player], known.lost_from
        lost_by = past_move_text(recording.replay, recording.views, lost) if lost else ""
        return analysis_text(known.finding, known.moves, lost_by)

    def _next(self) -> None:
        if self._wanted:
            self._get_replay(self._race, self._wanted[0])

    def _on_change(self, replay: object) -> None:
        if isinstance(replay, Replay) and replay.race == self._race:
            self._note(replay)
            self.changed.emit()

    def _note(self, replay: Replay) -> None:
        """Note whether the analysis of a game has ended."""
        if not self._analyses.asked(replay):
            self._under_way.discard(replay.player)
