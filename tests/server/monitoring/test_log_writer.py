"""A log that nobody reads, as in a terminal after Control-S, or behind a pipe that stands still."""

import asyncio
import fcntl
import json
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from protocol.messages import CreateRoom, RoomState, Settings
from server.monitoring import log_writer
from server.monitoring.log_writer import LogWriter, tell
from tests.samedeal.commands.test_serve import ROOT, player


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    os.close(writing)
    os.close(reading)


def log_to(handler: logging.Handler) -> logging.Logger:
    logger = logging.Logger("tried")  # noqa: LOG001 (of this test alone)
    logger.addHandler(handler)
    return logger


def test_lines_go_out_in_their_order(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    handler = LogWriter(writing)
    for number in range(1000):
        log_to(handler).warning("line %d", number)
    handler.close()
    assert os.read(reading, 1 << 16).decode().split("\n") == [
        *(f"line {number}" for number in range(1000)),
        "",
    ]


def test_whoever_reads_nothing_holds_nobody_up(
    pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_writer, "PATIENCE", 0.1)
    reading, writing = pipe
    handler = LogWriter(writing, most=50)
    logger = log_to(handler)
    for _ in range(20_000):
        logger.warning("x" * 100)
    handler.flush()
    heard = b""
    while b"were lost" not in heard:
        heard += os.read(reading, 1 << 16)
        logger.warning("read again")
    handler.close()
    assert heard.count(b"\n") < 20_000
    assert b"lines of the log were lost" in heard


def test_a_line_for_whoever_looks_waits_for_nobody(pipe: tuple[int, int]) -> None:
    reading, writing = pipe
    os.set_blocking(writing, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writing, bytes(1 << 12))
    os.set_blocking(writing, True)
    with os.fdopen(os.dup(writing), "w") as stream:
        tell(stream, "nobody sees this")
        assert b"nobody" not in os.read(reading, 1 << 20)


async def come_and_go(port: int) -> None:
    async with connect(f"ws://127.0.0.1:{port}", compression=None):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere pipes have one size")
async def test_a_server_whose_log_nobody_reads_serves_and_stops(
    tmp_path: Path, pipe: tuple[int, int]
) -> None:
    """As in `samedeal serve 2>&1 | less`, or in a terminal that was stopped by Control-S."""
    reading, writing = pipe
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal", "serve", "--port", "0", "--data", str(tmp_path)),
        cwd=ROOT,
        stdout=PIPE,
        stderr=writing,
    )
    assert process.stdout is not None
    port = int((await process.stdout.readline()).split(b",")[0].rsplit(b":", 1)[1])
    async with player(port, "ann") as ann:
        # Who comes and goes is logged.
        await asyncio.gather(*(come_and_go(port) for _ in range(40)))
        await ann.ask(CreateRoom(Settings("klondike")), RoomState)
    process.send_signal(signal.SIGTERM)
    assert await process.wait() == 0
    told = os.read(reading, 1 << 16).splitlines()
    assert told[0].startswith(b"{"), told[:3]
    assert json.loads(told[0])["event"] == "started"
    assert len(told) < 80
