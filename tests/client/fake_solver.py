"""A solver that a test speaks for, in place of the process beside the window."""

from collections.abc import Sequence

from client.session.solving.orders import Find, Found, Look
from client.window.online.solver import Solver
from engine.catalogue import Options
from engine.solver.answer import Verdict
from engine.state import Action
from protocol.certificate import packed
from protocol.messages import Band, WireAction


class FakeSolver(Solver):
    """Keeps what was asked for last, and finds what it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.order: Find | Look | None = None
        """What is worked on; None for nothing."""

    def find(self, game: str, options: Options, band: Band | None = None) -> None:
        """Keep the order."""
        self.order = Find(1, game, dict(options), band)

    def look(
        self, game: str, options: Options, seed: str, actions: Sequence[Action], positions: int
    ) -> None:
        """Keep the order."""
        self.order = Look(1, game, dict(options), seed, list(packed(actions)), positions)

    def forget(self) -> None:
        """Work on nothing any more."""
        self.order = None

    def cancel(self) -> None:
        """Work on nothing any more."""
        self.order = None

    def end(self) -> None:
        """Work on nothing any more."""
        self.order = None

    def answer(self, verdict: Verdict, solution: Sequence[WireAction] = (), seed: str = "") -> None:
        """Tell what became of the order."""
        self.order = None
        self.told.emit(Found(1, True, verdict, seed, list(solution)))
