"""A search slice by slice, in a process that may be told something else meanwhile."""

from collections.abc import Callable
from typing import Final

from engine.solver.answer import Answer
from engine.solver.search import Solver

SLICE: Final = 50
"""Positions after which it looks whether there is something else to do, or it has to rest: some
milliseconds, as all others in a small control group may have to wait for what it uses."""


def solve(solver: Solver, positions: int, has_another: Callable[[], bool]) -> Answer | None:
    """Return what so many positions tell; None once there is something else to do."""
    answer = solver.answer
    while answer.verdict == "unknown" and answer.positions < positions:
        if has_another():
            return None
        answer = solver.go_on(min(SLICE, positions - answer.positions))
    return answer
