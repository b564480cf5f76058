"""A bot and a spectator end when they are told to, however the server and the reader behave."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tools.faults.hostile_server import HostileServer

COMMANDS = (
    ["bot", "ABCDEF", "--count", "3"],
    ["watch", "ABCDEF", "--terminal"],
)


def start(
    command: list[str], server: HostileServer, out: int = subprocess.PIPE
) -> subprocess.Popen[str]:
    """Start a command, and wait until it has come to the server."""
    process = subprocess.Popen(
        [sys.executable, "-m", "samedeal", *command, "--server", str(server.address)],
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.came.wait(30)
    return process


@pytest.mark.parametrize("deed", ["deaf", "silence", "hang-ups"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("signals", [1, 2])
def test_control_c_ends_it(command: list[str], deed: str, signals: int) -> None:
    with HostileServer(deed) as server:
        process = start(command, server)
        for _ in range(signals):
            process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is none here")
@pytest.mark.parametrize("deed", ["hang-ups", "texts"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_full_disk_is_told(command: list[str], deed: str) -> None:
    with HostileServer(deed) as server, Path("/dev/full").open("w") as full:
        process = start(command, server, full.fileno())
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err == f"samedeal {command[0]}: cannot write the output: {os.strerror(28)}\n"


@pytest.mark.parametrize("deed", ["hang-ups", "texts"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_where_nobody_reads_any_more_it_ends_in_silence(command: list[str], deed: str) -> None:
    with HostileServer(deed) as server:
        process = start(command, server)
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (1, "")
