"""Standard input, output and error as the commands want them: open, and fit for every character."""

import os
import sys
from io import TextIOWrapper
from typing import Final

STREAMS: Final = ("stdin", "stdout", "stderr")
"""By the numbers of their files."""


def prepare() -> None:
    """Make what was closed a null device, and let a `?` stand for what an output cannot carry.

    Else the next file that is opened, a database say, would get the number of the one that was
    closed, and whatever is told there would be written into it.
    """
    for number, name in enumerate(STREAMS):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # It takes the lowest number that is free: this one.
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdout else "backslashreplace")


def flush() -> None:
    """Let everything that was printed go out.

    Raises:
        OSError: It cannot: the disk is full, or whoever read it has gone.
    """
    sys.stdout.flush()


def give_up() -> None:
    """Let what is still to be printed go nowhere, if it cannot go out; else Python tries again."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
