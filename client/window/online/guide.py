"""What a player who practises is told of the deal on the table: whether and how it can be won.

It is found out by a process beside the window.  In a race there is none of it.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, Signal

from client.session.practice_game import PracticeGame
from client.session.solving.orders import Found
from client.window.online.solver import Solver
from engine.catalogue import Options
from engine.solver.answer import Verdict
from engine.solver.winnable import Winnable
from engine.state import Action, State
from protocol import deal_code, wire
from protocol.messages import Band, WireAction

POSITIONS: Final = 50_000
"""How many positions are looked at from where the game stands: a second or two."""


class PracticeGuide(QObject):
    """Finds deals that can be won, and follows the game on the table."""

    found = Signal(str, object)
    """(seed, solution): a deal that can be won."""
    none_found = Signal()
    """No deal was found that can be won."""
    told = Signal()
    """There is more, or something else, to tell of the position on the table."""

    def __init__(self, parent: QObject | None = None, solver: Solver | None = None) -> None:
        """Ask this solver, or one of its own."""
        super().__init__(parent)
        self._solver = solver or Solver(self)
        self._solver.told.connect(self._take)
        self._solver.failed.connect(self._fail)
        self._finding = False
        self._watching = False
        self._practice: PracticeGame | None = None
        self._code = ""
        """The code of the deal on the table."""
        self._known: Winnable | None = None
        self._before: State | None = None
        """The position that was on the table last."""
        self._moves = 0
        """How many actions had led there."""
        self._asked: State | None = None
        """The position that is looked at; None for none."""
        self._passed_over: set[State] = set()
        """Positions of this deal that were looked at in vain."""

    @property
    def finding(self) -> bool:
        """Whether a deal is being looked for."""
        return self._finding

    def find(self, game: str, options: Options, band: Band | None = None) -> None:
        """Find a deal that can be won, of this band or any.

        The table is looked at again when that is over.
        """
        self._finding, self._asked = True, None
        self._solver.find(game, options, band)

    def stop_finding(self) -> None:
        """Find none any more."""
        if self._finding:
            self._finding = False
            self._solver.cancel()
            self.follow()

    def watch(self, watching: bool) -> None:
        """Find out from now on whether the game on the table can still be won, or no longer."""
        if watching == self._watching:
            return
        self._watching = watching
        if not watching and self._asked is not None:
            self._asked = None
            self._solver.forget()
        self.follow()

    def begin(self, practice: PracticeGame) -> None:
        """Follow another game from now on; a solution of its deal, where it has one, helps."""
        code = deal_code.write(practice.name, practice.options, practice.seed)
        if self._known is None or code != self._code:
            self._known, self._code = Winnable(practice.game, practice.seed), code
            self._passed_over = set()
        self._practice, self._before = practice, None
        if practice.solution:
            self._note_way(practice.game.deal(practice.seed), practice.solution)
        self.follow()

    def follow(self) -> None:
        """See where the game on the table stands now."""
        practice, known = self._practice, self._known
        if practice is None or known is None:
            return
        state, before = practice.state, self._before
        if before is not None and practice.moves == self._moves + 1:  # and none was taken back
            known.note_action(before, state)
        self._before, self._moves = state, practice.moves
        if practice.outcome == "stuck":
            known.note_lost(state)
        if self._asked is not None and self._asked != state:
            self._asked = None
            self._solver.forget()
        wanted = self._watching and not self._finding and self._asked is None
        if wanted and self.verdict == "unknown" and state not in self._passed_over:
            self._asked = state
            self._solver.look(
                practice.name, practice.options, practice.seed, practice.actions, POSITIONS
            )
        self.told.emit()

    @property
    def verdict(self) -> Verdict:
        """Whether the game on the table can still be won, as far as it is known."""
        if self._practice is None or self._known is None:
            return "unknown"
        return self._known.verdict(self._practice.state)

    @property
    def looking(self) -> bool:
        """Whether that is being found out."""
        return self._asked is not None

    def action(self) -> Action | None:
        """Return what leads on to a win from where the game stands; None where none is known."""
        if self._practice is None or self._known is None:
            return None
        return self._known.action(self._practice.state)

    def end(self) -> None:
        """End it all."""
        self._finding, self._asked = False, None
        self._solver.end()

    def _take(self, found: Found) -> None:
        if self._finding:
            if found.over:
                self._finding = False
                if found.verdict == "won":
                    self.found.emit(found.seed, found.solution)
                else:
                    self.none_found.emit()
                    self.follow()
            return
        asked, self._asked = self._asked, None
        if asked is None or self._known is None:
            return
        if found.verdict == "won":
            self._note_way(asked, found.solution)
        elif found.verdict == "impossible":
            self._known.note_lost(asked)
        if self._known.verdict(asked) == "unknown":
            self._passed_over.add(asked)
        self.told.emit()

    def _note_way(self, start: State, solution: Sequence[WireAction]) -> None:
        """Note what wins from there, and from all positions that led there."""
        practice, known = self._practice, self._known
        if practice is None or known is None:
            return
        way = [wire.parse_action(action) for action in solution]
        if practice.state == start:
            start, way = practice.game.deal(practice.seed), [*practice.actions, *way]
        known.note_way(start, way)

    def _fail(self) -> None:
        finding, self._finding = self._finding, False
        if self._asked is not None:
            self._passed_over.add(self._asked)
            self._asked = None
        if finding:
            self.none_found.emit()
        self.told.emit()
