import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

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
from samedeal.__main__ import main
from samedeal.commands import serve
from server.app import ServerProblem
from server.storage.sqlite.files import FILE_NAME
from tests.samedeal.webhooks.listener import WebhookListener
from tests.server.network.test_certificate import issue
from tests.server.play import PATIENCE, Client, change, comes_true, rows
from tests.server.storage.sqlite.old_databases import make_history

ROOT = Path(__file__).parents[3]
PROGRAM = """
import argparse, sys
from samedeal.commands import serve
parser = argparse.ArgumentParser()
serve.add_arguments(parser)
sys.exit(serve.run(parser.parse_args()))
"""


IGNORE_HANGUP = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
"""What nohup does."""
SIGNAL_AT_START = """
import os
from server.reception.bans import Bans
load = Bans.load
async def load_and_signal(database):
    os.kill(os.getpid(), %d)
    return await load(database)
Bans.load = load_and_signal
"""


async def begin(*arguments: str, before: str = "", stdout: Any = PIPE) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-X", "faulthandler", "-c", before + PROGRAM),
        *arguments,
        cwd=ROOT,
        stdout=stdout,
        stderr=PIPE,
    )


async def ended(process: Process) -> tuple[bytes, bytes]:
    """Wait for the end of a process, and return what it has said; one that hangs tells where."""
    saying = asyncio.ensure_future(process.communicate())
    if not (await asyncio.wait([saying], timeout=PATIENCE * 2))[0]:
        process.send_signal(signal.SIGABRT)
        raise AssertionError((await saying)[1].decode())
    return saying.result()


@asynccontextmanager
async def serving(
    data: Path, *arguments: str, before: str = ""
) -> AsyncIterator[tuple[Process, int]]:
    """Run a server as its user would; yields the process and its port."""
    process = await begin("--port", "0", "--data", str(data), *arguments, before=before)
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


@pytest.mark.usefixtures("hangups")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_it_stops_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    async with serving(tmp_path / "data") as (process, port), player(port, "ann") as ann:
        process.send_signal(number)
        assert await ann.closed() == 1001
        out, err = await ended(process)
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


async def test_a_closed_terminal_stops_it_in_order_and_nohup_keeps_it_going(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", before=IGNORE_HANGUP) as (process, port):
        process.send_signal(signal.SIGHUP)
        async with player(port, "ann"):
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(PATIENCE):
                out, _ = await process.communicate()
        assert process.returncode == 0
        assert out.decode().endswith("Stopped.\n")


@pytest.mark.usefixtures("hangups")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_during_the_start_stops_it_in_order(
    tmp_path: Path, number: signal.Signals
) -> None:
    # The signal comes when the database is open and nothing is listened to.
    process = await begin("--port", "0", "--data", str(tmp_path), before=SIGNAL_AT_START % number)
    async with asyncio.timeout(PATIENCE * 2):
        out, err = await process.communicate()
    assert (process.returncode, out.decode()) == (0, "Stopped.\n"), err.decode()
    assert err == b""
    async with serving(tmp_path) as (_, port), player(port, "ann"):
        pass  # It left nothing that is in the way.


async def test_any_number_of_control_cs_stops_it_in_order(tmp_path: Path) -> None:
    async with serving(tmp_path) as (process, port), player(port, "ann") as ann:
        await ann.ask(CreateRoom(Settings("klondike", countdown=0)), RoomState)
        await ann.say(StartRace())
        await ann.until(Board)
        process.send_signal(signal.SIGINT)
        await ann.until(Stopping)
        while process.returncode is None:  # also while it closes what it has open
            # Its own `send_signal` would take the exit code away from who waits for it.
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGINT)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), 0.005)
        out, err = await process.communicate()
        assert process.returncode == 0, err.decode()
        assert out.decode().endswith("Stopped.\n")
        assert [json.loads(line)["event"] for line in err.splitlines()][-1] == "stopped"


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
@pytest.mark.parametrize("abstract", [False, True])
async def test_a_service_manager_is_told_when_it_is_up_and_when_it_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool
) -> None:
    path = f"@{tmp_path}" if abstract else f"{tmp_path}/notify"
    monkeypatch.setenv("NOTIFY_SOCKET", path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.setblocking(False)
        manager.bind(path.replace("@", "\0"))
        heard = partial(asyncio.get_running_loop().sock_recv, manager, 100)
        process = await begin("--port", "0", "--data", str(tmp_path / "data"))
        assert process.stderr is not None
        async with asyncio.timeout(PATIENCE * 5):
            assert await heard() == b"READY=1"
            started = json.loads(await process.stderr.readline())
            async with player(started["port"], "ann"):  # it is up when it says so
                process.send_signal(signal.SIGTERM)
                assert await heard() == b"STOPPING=1"
                await ended(process)
        assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
async def test_that_nobody_can_read_what_it_prints_stops_no_server(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:  # noqa: ASYNC230 (it is no disk)
        process = await begin("--port", "0", "--data", str(tmp_path), stdout=full)
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE * 2):
        started = json.loads(await process.stderr.readline())
        async with player(started["port"], "ann"):
            process.send_signal(signal.SIGTERM)
            _, err = await process.communicate()
    assert (process.returncode, json.loads(err.splitlines()[-1])["event"]) == (0, "stopped")


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
    assert "keeps them out" in out.decode()
    assert not (tmp_path / "samedeal-data").exists()


def test_a_check_tells_of_data_that_no_server_starts_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    data.symlink_to(tmp_path / "disk")
    for told in ("disk, which is not there: mount the disk", "is empty, which no database", ""):
        assert main(["serve", "--check", "--data", str(data)]) == (1 if told else 0)
        said = capsys.readouterr()
        if told:
            assert said.out == ""
            assert said.err.startswith("samedeal serve: command line, --data: data: ")
            assert told in said.err
            assert said.err.count("\n") == 1
            (tmp_path / "disk").mkdir(exist_ok=True)
            (data / FILE_NAME).touch()
        if "empty" in told:
            (data / FILE_NAME).unlink()
    assert said.out.endswith("This configuration is good.\n")
    assert list(data.iterdir()) == []


def test_an_empty_name_of_a_configuration_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAMEDEAL_CONFIG", "")
    assert main(["serve", "--check"]) == 1
    told = capsys.readouterr().err
    assert (
        told
        == "samedeal serve: environment: SAMEDEAL_CONFIG: it is empty: unset it, or name a file\n"
    )


async def test_a_certificate_is_looked_at_before_anybody_is_let_in(tmp_path: Path) -> None:
    certificate, key = issue(tmp_path, "example.org", days=(-9, -1))
    key.chmod(0o600)
    tls = ("--tls-certificate", str(certificate), "--tls-key", str(key))
    process = await begin("--check", *tls)
    out, err = await process.communicate()
    assert (process.returncode, err) == (0, b"")
    note = f"the certificate in {certificate} has expired, and clients refuse it: renew it"
    assert f"note: {note}\n" in out.decode()
    process = await begin("--port", "0", "--data", str(tmp_path / "data"), *tls)
    assert process.stderr is not None
    events = [json.loads(await process.stderr.readline())["event"] for _ in range(2)]
    assert events == ["started", note]
    process.terminate()
    await process.communicate()
    key.write_bytes(b"")
    for more in (["--check"], ["--data", str(tmp_path / "data")]):
        process = await begin(*more, *tls)
        out, err = await process.communicate()
        assert (process.returncode, out) == (1, b"")
        assert err.decode().startswith(
            "samedeal serve: command line, --tls-certificate: tls.certificate: "
            f"cannot use {certificate} and {key} for TLS ("
        )
        assert err.count(b"\n") == 1


def test_other_machines_are_told_an_address_that_makes_sense(
    capsys: pytest.CaptureFixture[str],
) -> None:
    serve._greet("0.0.0.0", 8765, "data")
    out = capsys.readouterr().out
    assert "THIS-MACHINE:8765" in out
    assert "0.0.0.0" not in out
    serve._greet("::1", 8765, "data")
    out = capsys.readouterr().out
    assert "ws://[::1]:8765" in out
    assert "browser" not in out
    serve._greet("::1", 8765, "data", secure=True, page=True)
    assert "Open in a browser:  https://[::1]:8765/\n" in capsys.readouterr().out


@pytest.mark.parametrize(("flags", "there"), [((), True), (("--no-page",), False)])
def test_a_server_has_the_page_unless_it_is_told_not_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...], there: bool
) -> None:
    """(That a server opens with what it is given here is in tests/server.)"""
    given = []

    def refuse(*_: object, page: object, **__: object) -> None:
        given.append(page)
        raise ServerProblem("that is enough")

    monkeypatch.setattr("server.app.Server.open", refuse)
    monkeypatch.setattr(serve, "page_folders", lambda: {"": tmp_path})
    # It would leave this process, and all that it starts, deaf to signals.
    monkeypatch.setattr(serve, "_Stopping", contextlib.nullcontext)
    monkeypatch.setattr("server.monitoring.logs.configure", lambda *_: None)
    monkeypatch.setattr("server.network.descriptors.allow", lambda _: None)
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    assert serve.run(parser.parse_args(["--data", str(tmp_path / "data"), *flags])) == 1
    assert given == [{"": tmp_path} if there else None]


async def test_what_happens_in_the_open_is_told_outside(tmp_path: Path) -> None:
    with WebhookListener() as there:
        hooks = ("--webhook", there.url(), "--page-at", "https://example.org")
        async with serving(tmp_path, *hooks) as (server, port):
            async with connect(f"ws://127.0.0.1:{port}") as connection:
                ann = Client(connection)
                await ann.hello("ann")
                room = await ann.ask(CreateRoom(Settings("klondike")), RoomState)
                told = await asyncio.to_thread(there.next)
            [news] = told["news"]
            assert news["text"] == f"ann has opened room {room.code}: Klondike."
            assert news["link"] == f"https://example.org/r/{room.code}"
            server.terminate()
            await server.communicate()
        assert server.returncode == 0
