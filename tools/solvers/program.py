"""A program that solves deals, run with so many seconds of a processor."""

import resource
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar

from engine.game import Game
from engine.solver.answer import Verdict
from engine.state import State
from tools.solvers.setting import Setting, Terms

ENDED = (-signal.SIGXCPU, -signal.SIGKILL)
"""What a program returns that has used up its seconds."""


class CannotAsk(Exception):
    """A program cannot be run, or says what is no answer; the text has its words."""


class Program(ABC):
    """A program to be asked."""

    name: ClassVar[str]

    @property
    @abstractmethod
    def settings(self) -> Collection[Setting]:
        """What it can be asked about."""

    @abstractmethod
    def terms(self, setting: Setting) -> Terms:
        """Return how its rules of one of its settings compare with ours."""

    @abstractmethod
    def ask(self, setting: Setting, game: Game, deal: State, seconds: int) -> Verdict:
        """Return what it finds out about a deal in so many seconds of a processor.

        Raises:
            CannotAsk: it is not there, or does not answer.
        """


def output(command: Sequence[str], text: str, seconds: int) -> str | None:
    """Return what a program prints that reads `text`; None where its seconds are used up.

    They are seconds of a processor, so that it is all one what else the machine does.

    Raises:
        CannotAsk: it cannot be run, or fails.
    """
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    except OSError as error:
        raise CannotAsk(f"{command[0]} cannot be run: {error.strerror}") from None
    with process:
        try:
            # Also one that has ended is there until it is waited for. The second limit is for who
            # heeds no signal.
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (seconds, seconds + 1))
            printed, complaints = process.communicate(text)
        except BaseException:
            process.kill()
            raise
    if process.returncode in ENDED:
        return None
    if process.returncode:
        raise CannotAsk(f"{command[0]} ended with {process.returncode}: {complaints.strip()}")
    return printed
