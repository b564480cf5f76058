"""Many deals solved, by several processes."""

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from client.bots.hardness import hardness_of
from engine import catalogue
from engine.catalogue import Choice
from engine.game import Game
from engine.solver.answer import Answer
from engine.solver.search import solve
from protocol.bands import measured
from protocol.messages import Band


@dataclass(frozen=True)
class Question:
    """A deal, and how long is looked for a win of it."""

    game: str
    options: tuple[tuple[str, Choice], ...]
    seed: str
    positions: int
    banded: bool = False
    """Whether is asked, too, how hard it is, where the game has bands."""


class Solved(NamedTuple):
    """A deal, and what is known of it."""

    question: Question
    answer: Answer
    band: Band | None = None
    """How hard it is; None where that was not asked, or it is not won, or the game has no bands."""


def ask(question: Question) -> Solved:
    """Look for a win."""
    game = catalogue.make(question.game, dict(question.options))
    answer = solve(game, question.seed, question.positions)
    return Solved(question, answer, _band(game, question, answer) if question.banded else None)


def _band(game: Game, question: Question, answer: Answer) -> Band | None:
    limits = measured(question.game, dict(question.options))
    if limits is None or answer.verdict != "won":
        return None
    return limits.band(hardness_of(game, question.seed, answer.actions, answer.positions))


@contextmanager
def survey(questions: Sequence[Question], jobs: int) -> Iterator[Iterator[Solved]]:
    """Give the answers, in the order of the questions, as they come.

    With several `jobs` so many processes look for them; they end with the block, whatever they do.
    """
    if jobs == 1:
        yield map(ask, questions)
        return
    # Spawned, not forked: nothing of this process, its threads above all, comes along.
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs, _leave_interrupts_to_parent) as pool:
        yield pool.imap(ask, questions)


def _leave_interrupts_to_parent() -> None:
    """Control-C reaches all processes of a terminal: the parent says what becomes of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
