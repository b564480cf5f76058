"""Our solver, for so many seconds of a processor."""

from time import process_time
from typing import Final

from engine.game import Game
from engine.solver.answer import Verdict
from engine.solver.search import Solver

STEP: Final = 2000
"""How many positions are made before the clock is looked at."""


def ask(game: Game, seed: str, seconds: float) -> Verdict:
    """Return what our solver finds out about a deal; a step more than the seconds at most."""
    began = process_time()
    solver = Solver(game, seed)
    while solver.go_on(STEP).verdict == "unknown" and process_time() - began < seconds:
        pass
    return solver.answer.verdict
