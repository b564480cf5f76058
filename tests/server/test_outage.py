"""A disk that takes nothing, for a while: a real server process, with a real limit on its files.

The limit (`RLIMIT_FSIZE`) is one that nobody needs rights for: from one moment to the next, no file
of the server may grow.  `python -m tools.faults.trials` does the same with a disk that is full.
"""

import asyncio
import os
import resource
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from websockets.asyncio.client import connect

from engine import catalogue
from harness.server_process import free_port
from protocol import wire
from protocol.messages import VERSION, Act, Board, GiveUp, Hello, Problem, Results
from server import outage
from server.app import Server, ServerProblem
from server.operator.requests import Announce, BanPlayer, Delete
from server.operator.socket import ask
from server.storage.database import CannotWrite
from server.storage.sqlite.backup import backup
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.verify import FileVerification
from tests.server.play import PATIENCE, Client, change, client, comes_true, file_of, start
from tools.faults.kill_server import serve

KLONDIKE = catalogue.make("klondike")
NO_LIMIT = resource.RLIM_INFINITY


class Process:
    """A server in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process, self.port = process, port

    def may_write(self, size: int) -> None:
        """Let no file of it grow beyond this size."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, NO_LIMIT))

    async def page(self, path: str) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            answer = await reader.read()
        writer.close()
        return answer.decode()

    async def until_health_is(self, status: str) -> str:
        async with asyncio.timeout(2 * PATIENCE):
            while not (answer := await self.page("/healthz")).startswith(  # noqa: ASYNC110
                f"HTTP/1.1 {status}"
            ):
                await asyncio.sleep(0.05)
        return answer

    @asynccontextmanager
    async def client(self, name: str = "", token: str = "") -> AsyncIterator[Client]:
        async with connect(f"ws://127.0.0.1:{self.port}", compression=None) as connection:
            somebody = Client(connection)
            if name or token:
                await somebody.hello(name, token)
            yield somebody


@asynccontextmanager
async def serving(data: Path) -> AsyncIterator[Process]:
    port = free_port()
    process = await serve(data, port, "--metrics", "127.0.0.1")
    try:
        yield Process(process, port)
    finally:
        process.kill()
        async with asyncio.timeout(PATIENCE):
            await process.wait()


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="prlimit is Linux's")


async def test_a_disk_that_is_full_for_a_while(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, server.client("ann") as ann:
        async with server.client("bob") as bob:
            await start(ann, bob)
            for _ in range(3):
                await ann.act(KLONDIKE)
            server.may_write(8192)
            views, number = ann.views[ann.player], ann.numbers[ann.player]
            action = KLONDIKE.legal_actions(views)[0]
            await ann.say(Act(number, wire.pack_action(action)))
            for player in (ann, bob):
                problem = await player.until(Problem)
                assert problem.code == "out of service"
                assert "cannot write" in problem.text
                assert await player.closed() == 1013
            assert ann.numbers[ann.player] == number
        told = await server.until_health_is("503")
        assert "nothing can be written down" in told
        assert str(tmp_path) not in told
        assert "samedeal_errors_total 0.0" in await server.page("/metrics")
        assert "samedeal_write_failures_total 0.0" not in await server.page("/metrics")
        async with server.client() as again:
            await again.say(hello(ann))
            assert (await again.until(Problem)).code == "out of service"
            assert await again.closed() == 1013
        assert (await ask(tmp_path, Announce("hello"))).ok
        reply = await ask(tmp_path, BanPlayer(player="ann"))
        assert not reply.ok
        assert "nothing can be written" in reply.text

        server.may_write(NO_LIMIT)
        await server.until_health_is("200")
        async with server.client(token=ann.welcome.token) as again:
            board = await again.until(Board)
            while board.player != ann.player:
                board = await again.until(Board)
            assert board.number == number
            assert again.views[ann.player] == views
            assert (await again.act(KLONDIKE)).number == number + 1
            async with server.client(token=bob.welcome.token) as other:
                await other.until(Board)
                await other.say(GiveUp())
                await again.ask(GiveUp(), Results)
    assert list(FileVerification(tmp_path).faults()) == []


def hello(somebody: Client) -> Hello:
    return Hello(VERSION, token=somebody.welcome.token)


async def test_an_idle_server_notices(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        server.may_write(0)
        async with server.client() as new:
            await new.say(Hello(VERSION, "ann"))
            assert (await new.until(Problem)).code == "out of service"
        await server.until_health_is("503")
        server.may_write(NO_LIMIT)
        await server.until_health_is("200")
        async with server.client("ann") as ann:
            await start(ann)


async def test_nobody_needs_to_come_for_it_to_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A start on a full disk, and one that fills up while nobody is there."""
    free = 0

    def usage(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=free)

    monkeypatch.setattr("server.storage.sqlite.database.shutil.disk_usage", usage)
    monkeypatch.setattr(outage, "PAUSES", (0.01,))
    monkeypatch.setattr(outage, "LOOK_EVERY", 0.05)
    async with Server.open(tmp_path) as server:
        async with client(server) as ann:
            await ann.say(Hello(VERSION, "ann"))
            assert (await ann.until(Problem)).code == "out of service"
        free = 2**30
        await comes_true(lambda: server.database.trouble is None)
        async with client(server, "ann") as ann:
            await start(ann)
        file_of(server)._writer.execute("PRAGMA query_only = ON")
        await comes_true(lambda: server.database.trouble)
        file_of(server)._writer.execute("PRAGMA query_only = OFF")
        await comes_true(lambda: server.database.trouble is None)
        async with client(server, token=ann.welcome.token) as ann:
            await ann.until(Board)
    told = [record for record in caplog.records if record.levelname == "CRITICAL"]
    assert len(told) == 2
    assert "Traceback" not in caplog.text


async def test_a_program_that_locks_the_database_is_waited_for(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        await start(ann)
        file_of(server)._writer.execute("PRAGMA busy_timeout = 10")
        other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await ann.say(Act(0, wire.pack_action(KLONDIKE.legal_actions(ann.views[ann.player])[0])))
        assert (await ann.until(Problem)).code == "out of service"
        assert server.database.trouble
        assert server.database.trouble.what == "another program locks the database"
        other.execute("ROLLBACK")
        other.close()
        await comes_true(lambda: server.database.trouble is None)
        async with client(server, token=ann.welcome.token) as again:
            assert (await again.until(Board)).number == 0
            await again.act(KLONDIKE)


async def test_damage_does_not_pass_so_the_server_stops(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        await start(ann)
        change(tmp_path, "DROP TABLE lots")
        await ann.say(Act(0, wire.pack_action(KLONDIKE.legal_actions(ann.views[ann.player])[0])))
        with pytest.raises(ServerProblem, match=r"is damaged .*restore the last backup"):
            async with asyncio.timeout(PATIENCE):
                await server.serve_forever()
        assert (await ann.until(Problem)).code == "out of service"
    assert "Traceback" not in caplog.text
    with pytest.raises(ServerProblem, match=r"is damaged: lots is missing"):
        async with Server.open(tmp_path):
            pass


async def test_a_server_can_be_stopped_meanwhile(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        await start(ann)
        file_of(server)._writer.execute("PRAGMA query_only = ON")
        with pytest.raises(CannotWrite):
            await server.database.probe()
        assert (await ann.until(Problem)).code == "out of service"
        assert server.stop(100) == 0
        async with asyncio.timeout(PATIENCE):
            await server.serve_forever()
    async with Server.open(tmp_path) as server, client(server, token=ann.welcome.token) as ann:
        await ann.until(Board)


async def test_a_delete_that_is_not_written_deletes_nobody(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        await start(ann)
        file_of(server)._writer.execute("PRAGMA query_only = ON")
        reply = await ask(tmp_path, Delete("ann"))
        assert not reply.ok
        assert "nothing can be written" in reply.text
        file_of(server)._writer.execute("PRAGMA query_only = OFF")
        await comes_true(lambda: server.database.trouble is None)
        async with client(server, token=ann.welcome.token) as again:
            await again.until(Board)


async def test_a_full_database_is_told_as_that(tmp_path: Path) -> None:
    """What SQLite says of a full disk, without one: no page more than there are."""
    database = await SQLiteDatabase.open(tmp_path)
    [pages] = database._writer.execute("PRAGMA page_count").fetchone()
    database._writer.execute(f"PRAGMA max_page_count = {pages}")
    sql = "INSERT INTO bans (reason, made) VALUES (?, 0)"
    with pytest.raises(CannotWrite, match="full: free some space") as caught:
        await database.write([(sql, [("x" * 10_000,), ("y" * 10_000,)])])
    assert caught.value.what == "the disk is full"
    database._writer.execute("PRAGMA max_page_count = 1000000")
    with pytest.raises(CannotWrite):  # Nothing before what is in mind was forgotten.
        await database.write_one("DELETE FROM bans RETURNING id", ())
    database.resume()
    await database.write([(sql, [("x",)])])
    assert await database.reader.read_all("SELECT reason FROM bans") == [("x",)]
    await database.close()


def remove(data: Path) -> None:
    (data / FILE_NAME).unlink()


def remove_log(data: Path) -> None:
    (data / f"{FILE_NAME}-wal").unlink()
    (data / f"{FILE_NAME}-shm").unlink()


def remove_all(data: Path) -> None:
    shutil.rmtree(data)


def move_away(data: Path) -> None:
    data.rename(data.with_name("old"))


def replace(data: Path) -> None:
    shutil.copy(data.with_name("copy"), data.with_name("new"))
    data.with_name("new").rename(data / FILE_NAME)


def restore_beside(data: Path) -> None:
    move_away(data)
    data.mkdir()
    shutil.copy(data.with_name("copy"), data / FILE_NAME)


def overwrite(data: Path) -> None:
    shutil.copyfile(data.with_name("copy"), data / FILE_NAME)


def cut_off(data: Path) -> None:
    os.truncate(data / FILE_NAME, 8192)


def empty(data: Path) -> None:
    os.truncate(data / FILE_NAME, 0)


@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.parametrize(
    ("deed", "told"),
    [
        (remove, "was removed or moved away under the running server"),
        (remove_log, "wal, which has the last moves in it, was removed or replaced"),
        (remove_all, "was removed or moved away"),
        (move_away, "was removed or moved away"),
        (replace, "was replaced under the running server"),
        (restore_beside, "was replaced under the running server"),
        (overwrite, "was overwritten or cut off"),
        (cut_off, "was overwritten or cut off"),
        (empty, "was overwritten or cut off"),
    ],
)
async def test_a_file_that_is_taken_away_is_noticed_and_nothing_is_written_into_another(
    deed: Callable[[Path], None],
    told: str,
    busy: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(outage, "PAUSES", (0.01,))
    monkeypatch.setattr(outage, "LOOK_EVERY", 0.05)
    data = tmp_path / "data"
    # The clock stands, as a race's time is written down each second: into what is taken away, too.
    async with Server.open(data, clock=lambda: 0) as server, client(server, "ann") as ann:
        await start(ann)
        file_of(server)._writer.execute("PRAGMA wal_checkpoint")
        size = (data / FILE_NAME).stat().st_size
        await comes_true(lambda: file_of(server)._held._size == size)  # It has looked.
        backup(data, tmp_path / "copy")
        async with file_of(server)._scribe._turn:  # What is on its way already is no fault.
            deed(data)
            before = contents(data)
        if busy:
            working = asyncio.create_task(keep_busy(file_of(server)))
        assert (await ann.until(Problem)).code == "out of service"
        if busy:
            working.cancel()
        trouble = server.database.trouble
        assert trouble
        assert trouble.lasting
        assert told in str(trouble)
        assert "docs/operating.md" in str(trouble)
        if deed in (move_away, restore_beside):  # Even when it is back, somebody has to look.
            shutil.rmtree(data, ignore_errors=True)
            (tmp_path / "old").rename(data)
            before = contents(data)
        with pytest.raises(CannotWrite, match=told):
            await server.database.probe()
        page = await read_page(server, "/healthz")
        assert page.startswith("HTTP/1.1 503")
        assert "the log says what to do" in page
        assert str(tmp_path) not in page
    assert contents(data) == before
    assert "Traceback" not in caplog.text


async def keep_busy(database: SQLiteDatabase) -> None:
    """Have it seem that something is written all the time."""
    while True:
        database.writes += 1
        await asyncio.sleep(0)


async def read_page(server: Server, path: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
    async with asyncio.timeout(PATIENCE):
        answer = await reader.read()
    writer.close()
    return answer.decode()


def contents(data: Path) -> dict[str, bytes]:
    """Return what is in the database file and its log, if they are there."""
    files = (data / FILE_NAME, data / f"{FILE_NAME}-wal")
    return {file.name: file.read_bytes() for file in files if file.exists()}


def copy_out(process: int, to: Path) -> None:
    """Copy the database and its log, as a process has them open, whatever became of the names."""
    for link in Path(f"/proc/{process}/fd").iterdir():
        name = Path(os.readlink(link).removesuffix(" (deleted)")).name  # noqa: PTH115
        if name in (FILE_NAME, f"{FILE_NAME}-wal"):
            shutil.copy(link, to / name)


@pytest.mark.parametrize("deed", [remove, remove_log, remove_all, replace])
async def test_what_was_taken_away_can_be_copied_out_of_the_running_server(
    deed: Callable[[Path], None], tmp_path: Path
) -> None:
    """What docs/operating.md says of it, with moves that are only in the log."""
    data, rescue = tmp_path / "data", tmp_path / "rescue"
    rescue.mkdir()
    async with serving(data) as server, server.client("ann") as ann:
        await start(ann)
        backup(data, tmp_path / "copy")
        await ann.act(KLONDIKE)
        deed(data)
        number = (await ann.act(KLONDIKE)).number  # It was acknowledged before anybody looked.
        copy_out(server.process.pid, rescue)
    assert list(FileVerification(rescue).faults()) == []
    async with Server.open(rescue) as again, client(again, token=ann.welcome.token) as ann:
        assert (await ann.until(Board)).number == number
