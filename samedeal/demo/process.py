"""The process beside the window in which server and bots run: `samedeal.demo.beside` begins it.

Its argument is JSON: the bots' `pace` in seconds a move and the folder `data`, each null if nobody
has chosen one. It says a line (`Up`) when the server is there. Each line that it is told is the
code of a room for the bots to come into, and it ends with its standard input.
"""

import signal
import sys
from pathlib import Path

import msgspec

from client.bots.pace import Pace
from samedeal.demo.beside import Up
from samedeal.demo.demo import Demo
from server.app import ServerProblem


class Given(msgspec.Struct):
    """What the argument says."""

    pace: float | None
    data: Path | None


def main(argument: str) -> int:
    """Run server and bots until the standard input is at its end; return the exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Control-C is for the window, which ends us.
    given = msgspec.json.decode(argument, type=Given, dec_hook=lambda kind, text: kind(text))
    pace = None if given.pace is None else Pace(given.pace)
    try:
        with Demo(pace, given.data) as demo:
            _say(Up(demo.address.port))
            for line in sys.stdin:
                demo.call(line.strip())
    except ServerProblem as problem:
        _say(Up(problem=str(problem)))
        return 1
    return 0


def _say(up: Up) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(up) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
