"""A real `samedeal serve` as a process of its own, which may be killed and started again."""

import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from client.session.address import Address

ROOT: Final = Path(__file__).parents[1]


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class ServerProcess:
    """A server on a port of its own, for as long as the `with` lasts."""

    def __init__(
        self, data: Path, database: str = "", *arguments: str, before: Sequence[str] = ()
    ) -> None:
        """Keep what it writes in this folder, or in a database that it shares with others.

        It is started with these `arguments`, too, by what stands `before` its command, as `nice`.
        """
        self._before = before
        self._data = data
        self.port = free_port()
        shares = ("--database", database, "--reached-at", self.address.url) if database else ()
        # A daily deal is looked for at once, which is work that nobody here waits for.
        quiet = () if "--daily" in arguments else ("--daily", "none")
        self._arguments = ("--port", str(self.port), *shares, *quiet, *arguments)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> Address:
        """Where this is."""
        return Address("127.0.0.1", self.port)

    @property
    def pid(self) -> int:
        """The number of the process, while there is one."""
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it was started, and not killed since."""
        return self._process is not None

    def start(self) -> None:
        """Start it on the same data and port as before, and wait until it listens.

        Raises:
            RuntimeError: it does not.
        """
        command = [
            *self._before,
            sys.executable,
            "-m",
            "samedeal",
            "serve",
            "--data",
            str(self._data),
        ]
        self._process = subprocess.Popen(
            [*command, *self._arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.startswith(b"Samedeal server at"):
            self.kill()
            raise RuntimeError(f"the server did not start: {line!r}")

    def kill(self) -> None:
        """Kill it, as it cannot notice."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait(20)
        self._process.stdout.close()
        self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self.kill()  # told to stop, it would let races go on for a while
