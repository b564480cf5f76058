"""The server with its bots in a process beside the window, which starts while that does.

The window and the server each take a core for half a second until they are there; in one process
they would wait for each other. The lines that pass between the two are in `samedeal.demo.process`.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from client.bots.pace import Pace
from client.session.address import Address
from samedeal.demo.bots import HOST

PROGRAM: Final = ("-P", "-m", "samedeal.demo.process")
"""What Python runs."""
PATIENCE: Final = 5.0
"""Seconds that it has for its end, before it is made to."""


class DemoProblem(Exception):
    """There can be no server; the text says why."""


class Up(msgspec.Struct):
    """What the process says once: the server is there, or why it is not."""

    port: int = 0
    problem: str = ""
    """Why there is no server, in a sentence; empty if there is one."""


class DemoProcess:
    """`with DemoProcess(...) as demo:` begins it, and ends it with the block."""

    def __init__(self, pace: Pace | None, data: Path | None) -> None:
        """Prepare what `samedeal.demo.demo.Demo` runs with this pace and data."""
        given = {"pace": pace and pace.seconds, "data": data and str(data.absolute())}
        self._given = msgspec.json.encode(given).decode()
        self._process: subprocess.Popen[bytes]
        self._up: Up | None = None

    def __enter__(self) -> Self:
        """Begin it, and do not wait."""
        self._process = subprocess.Popen(  # noqa: S603 (our own program)
            [sys.executable, *PROGRAM, self._given], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Have it stop the bots and the server, and wait until it has."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended by itself
            self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def address(self) -> Address:
        """Return the server's address, as soon as it is there.

        Raises:
            DemoProblem: there can be no server.
        """
        return Address(HOST, self._wait().port)

    def call(self, code: str) -> None:
        """Have all bots come into the room with this code, and go with the people in it."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended, which the window sees by its connection
            self._process.stdin.write(code.encode() + b"\n")
            self._process.stdin.flush()

    def _wait(self) -> Up:
        if self._up is None:
            assert self._process.stdout is not None
            try:
                self._up = msgspec.json.decode(self._process.stdout.readline(), type=Up)
            except msgspec.DecodeError:
                self._up = Up(problem="the server for the demo has ended by itself")
        if self._up.problem:
            raise DemoProblem(self._up.problem)
        return self._up
