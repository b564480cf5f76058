"""`samedeal referee GAME`: the engine on a pipe, a line of JSON for every line read."""

import argparse
import sys
import time
from collections.abc import Iterator
from typing import BinaryIO

from engine.catalogue import UnknownGame
from engine.referee import MAX_LINE, Referee
from samedeal.telling import complain


def lines(source: BinaryIO) -> Iterator[str]:
    """Yield the lines of `source`; of one that is too long, no more than shows that it is."""
    while line := source.readline(MAX_LINE + 2):
        ended = line.endswith(b"\n")
        yield line.decode(errors="replace")
        while not ended and (rest := source.readline(MAX_LINE)):
            ended = rest.endswith(b"\n")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Play a game by lines of text: a command a line, a line of JSON for each. "
        "docs/referee.md has the commands."
    )
    parser.epilog = """examples:
  echo new 1 | samedeal referee klondike
  samedeal referee 4x13 < commands.txt"""
    parser.add_argument("game", metavar="GAME", help="the game's name, as klondike")


def run(args: argparse.Namespace) -> int:
    """Answer the lines of the standard input on the standard output until it ends.

    Returns the exit status: 0, or 2 when there is no such game.
    """
    try:
        referee = Referee(args.game, time.perf_counter)
    except UnknownGame as unknown:
        complain(f"samedeal referee: {unknown}")
        return 2
    try:
        for line in lines(sys.stdin.buffer):
            print(referee.answer(line), flush=True)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()  # nobody listens any more
    return 0
