import asyncio
import json
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from engine import catalogue
from protocol.messages import (
    Board,
    CreateRoom,
    GiveUp,
    Results,
    RoomState,
    Settings,
    StartRace,
    Stopping,
)
from samedeal.commands import serve
from tests.server.play import PATIENCE, Client, change, comes_true, rows
from tests.server.storage.old_databases import make_history

ROOT = Path(__file__).parents[3]
PROGRAM = """
import argparse, sys
from samedeal.commands import serve
parser = argparse.ArgumentParser()
serve.add_arguments(parser)
sys.exit(serve.run(parser.parse_args()))
"""


async def begin(*arguments: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, *arguments, cwd=ROOT, stdout=PIPE, stderr=PIPE
    )


@asynccontextmanager
async def serving(data: Path, *arguments: str) -> AsyncIterator[tuple[Process, int]]:
    """Run a server as its user would; yields the process and its port."""
    process = await begin("--port", "0", "--data", str(data), *arguments)
    try:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE * 2):
            line = (await process.stdout.readline()).decode()
        found = re.match(r"Samedeal server at ws://127\.0\.0\.1:(\d+), data in ", line)
        assert found, line
        yield process, int(found[1])
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@asynccontextmanager
async def player(port: int, name: str = "", token: str = "") -> AsyncIterator[Client]:
    async with connect(f"ws://127.0.0.1:{port}", compression=None) as connection:
        client = Client(connection)
        await client.hello(name, token)
        yield client


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_stops_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    async with serving(tmp_path / "data") as (process, port), player(port, "ann") as ann:
        process.send_signal(number)
        assert await ann.closed() == 1001
        async with asyncio.timeout(PATIENCE):
            out, err = await process.communicate()
        assert process.returncode == 0
        assert f"samedeal play ws://127.0.0.1:{port}" in out.decode()
        assert out.decode().endswith("Stopped.\n")
        events = [json.loads(line)["event"] for line in err.splitlines()]
        assert (events[0], events[-1]) == ("started", "stopped")


async def test_killed_at_any_moment_it_comes_back_with_the_race(tmp_path: Path) -> None:
    game = catalogue.make("klondike")
    async with serving(tmp_path) as (process, port), player(port, "ann") as ann:
        await ann.ask(CreateRoom(Settings("klondike", countdown=0)), RoomState)
        await ann.say(StartRace())
        await ann.until(Board)
        for _ in range(5):
            await ann.act(game)
        process.send_signal(signal.SIGKILL)
        await process.wait()
    async with serving(tmp_path) as (_, port), player(port, token=ann.welcome.token) as again:
        await again.until(Board)
        assert (again.views, again.numbers) == (ann.views, {1: 5})
        await again.act(game)
        results = await again.ask(GiveUp(), Results)
        assert results.standings[0].moves == 6


async def test_old_moves_are_deleted_when_it_starts_and_only_if_told_so(tmp_path: Path) -> None:
    await make_history(tmp_path)
    change(tmp_path, "UPDATE races SET over = 1, ended = 1 WHERE ended IS NOT NULL")
    before = rows(tmp_path, "SELECT * FROM entries")
    async with serving(tmp_path) as (_, port), player(port, "fay"):
        assert rows(tmp_path, "SELECT * FROM entries") == before
    async with serving(tmp_path, "--keep", "30"):
        await comes_true(lambda: rows(tmp_path, "SELECT 1 FROM races WHERE forgotten = 2"))
        assert len(rows(tmp_path, "SELECT * FROM entries")) < len(before)


async def test_told_to_stop_it_lets_the_race_go_on_and_stops_at_the_second_signal(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path / "data") as (process, port), player(port, "ann") as ann:
        await ann.ask(CreateRoom(Settings("klondike", countdown=0)), RoomState)
        await ann.say(StartRace())
        await ann.until(Board)
        process.send_signal(signal.SIGTERM)
        assert (await ann.until(Stopping)).seconds == 30
        await ann.act(catalogue.make("klondike"))
        process.send_signal(signal.SIGTERM)
        assert await ann.closed() == 1001
        async with asyncio.timeout(PATIENCE):
            out, err = await process.communicate()
        assert process.returncode == 0
        assert b"Traceback" not in err
        assert b"in 30 seconds at the latest. Control-C again stops at once.\n" in out


async def test_what_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    process = await begin("--port", "0", "--data", str(tmp_path / "file"))
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate()
    assert process.returncode == 1
    assert out == b""
    assert err.decode().startswith("samedeal serve: command line, --data: data: ")
    assert err.count(b"\n") == 1


async def test_a_whole_configuration_is_checked(tmp_path: Path) -> None:
    file = tmp_path / "samedeal.toml"
    file.write_text('host = "127.0.0.1"\nprot = 1\n')
    process = await begin("--config", str(file), "--check")
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate()
    assert (process.returncode, out) == (1, b"")
    assert err.decode() == (
        f"samedeal serve: {file}, line 2: prot: there is no setting prot; did you mean port?\n"
    )
    file.write_text('host = "127.0.0.1"\npassword = "hush"\n')
    process = await begin("--config", str(file), "--check", "--limits-rooms", "7")
    async with asyncio.timeout(PATIENCE):
        out, err = await process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert b"hush" not in out
    assert f"{file}, line 1" in out.decode()
    assert re.search(r"^limits\.rooms +7 ", out.decode(), re.MULTILINE)
    assert "chmod 600" in out.decode()
    assert not (tmp_path / "samedeal-data").exists()


def test_other_machines_are_told_an_address_that_makes_sense(
    capsys: pytest.CaptureFixture[str],
) -> None:
    serve._greet("0.0.0.0", 8765, Path("data"))
    out = capsys.readouterr().out
    assert "THIS-MACHINE:8765" in out
    assert "0.0.0.0" not in out
    serve._greet("::1", 8765, Path("data"))
    assert "ws://[::1]:8765" in capsys.readouterr().out
