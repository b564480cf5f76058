import asyncio
import errno
import os
import shutil
import sqlite3
import sys
from pathlib import Path

import pytest

from engine import catalogue
from protocol.messages import (
    Act,
    Board,
    CreateRoom,
    GiveUp,
    Results,
    RoomState,
    Settings,
    StartRace,
)
from protocol.wire import pack_action
from server.app import Server
from server.storage.database import BadDatabase
from server.storage.sqlite.backup import BackupProblem, backup
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.verify import FileVerification
from tests.server.play import PATIENCE, client
from tests.server.storage.sqlite.old_databases import RUNNING_MOVES, TOKENS, make_history

KLONDIKE = catalogue.make("klondike")


def restored(copy: Path, directory: Path) -> Path:
    """Do what docs/operating.md says: an empty directory, and the copy in it."""
    directory.mkdir()
    shutil.copy(copy, directory / FILE_NAME)
    return directory


async def test_a_backup_during_a_race_brings_it_back(tmp_path: Path) -> None:
    """Nothing acknowledged before the backup is missing from it, while moves go on being made."""
    async with Server.open(tmp_path / "data") as server, client(server, "ann") as ann:
        await ann.ask(CreateRoom(Settings("klondike", countdown=0)), RoomState)
        await ann.say(StartRace())
        await ann.until(Board)
        for _ in range(3):
            step = await ann.act(KLONDIKE)
        acknowledged = step.number
        making = asyncio.create_task(
            asyncio.to_thread(backup, tmp_path / "data", tmp_path / "copy")
        )
        done = 0
        while not making.done() and done < 50:
            await ann.act(KLONDIKE)
            done += 1
        assert await making == tmp_path / "copy"
        token, views = ann.welcome.token, ann.views
    data = restored(tmp_path / "copy", tmp_path / "again")
    assert list(FileVerification(data).faults()) == []
    async with Server.open(data) as server, client(server, token=token) as ann:
        board = await ann.until(Board)
        assert acknowledged <= board.number <= acknowledged + done
        if board.number == acknowledged + done:
            assert ann.views == views
        await ann.act(KLONDIKE)
        assert (await ann.ask(GiveUp(), Results)).standings[0].moves == board.number + 1


async def test_a_whole_history_comes_back(tmp_path: Path) -> None:
    await make_history(tmp_path / "data")
    pages: list[tuple[int, int]] = []
    backup(tmp_path / "data", tmp_path / "copy", lambda done, of: pages.append((done, of)))
    assert pages[-1][0] == pages[-1][1] > 5
    data = restored(tmp_path / "copy", tmp_path / "again")
    async with Server.open(data) as server, client(server, token=TOKENS["cat"]) as cat:
        assert (await cat.until(Board)).number == RUNNING_MOVES
        action = KLONDIKE.legal_actions(cat.views[cat.player])[0]
        await cat.say(Act(RUNNING_MOVES, pack_action(action)))
        assert (await cat.own_step()).number == RUNNING_MOVES + 1


async def test_the_copy_is_one_private_file_that_needs_no_other(tmp_path: Path) -> None:
    await make_history(tmp_path / "data")
    (tmp_path / "copies").mkdir()
    copy = backup(tmp_path / "data", tmp_path / "copies")
    assert copy.name.startswith("samedeal-20")
    assert list((tmp_path / "copies").iterdir()) == [copy]
    assert copy.stat().st_mode & 0o777 == 0o600
    copy.parent.chmod(0o500)
    connection = sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert connection.execute("SELECT COUNT(*) FROM races").fetchone() == (5,)
    connection.close()
    copy.parent.chmod(0o700)


def copy_killed(data: Path, to: Path) -> None:
    """Copy what a killed server would leave, but for the operator's socket."""
    shutil.copytree(data, to, ignore=shutil.ignore_patterns("*.sock"))


async def test_after_a_crash_it_takes_what_is_in_the_log(tmp_path: Path) -> None:
    """The write-ahead log of a server that was killed holds acknowledged moves."""
    data = tmp_path / "data"
    async with Server.open(data) as server, client(server, "ann"):
        await asyncio.to_thread(copy_killed, data, tmp_path / "killed")
    (tmp_path / "killed" / f"{FILE_NAME}-shm").unlink()
    copy = backup(tmp_path / "killed", tmp_path / "copy")
    connection = sqlite3.connect(copy)
    assert connection.execute("SELECT name FROM players").fetchall() == [("ann",)]
    connection.close()


async def test_it_replaces_nothing_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    async with Server.open(data):
        pass
    there = tmp_path / "there"
    there.write_text("precious")
    with pytest.raises(BackupProblem, match="is there already"):
        backup(data, there)
    assert there.read_text() == "precious"
    with pytest.raises(BackupProblem, match="cannot write"):
        backup(data, tmp_path / "nowhere" / "copy")
    with pytest.raises(BadDatabase, match="is it the data directory"):
        backup(tmp_path, tmp_path / "copy")
    partial = tmp_path / "copy.partial"
    partial.touch()
    with pytest.raises(BackupProblem, match="another backup is running"):
        backup(data, tmp_path / "copy")
    partial.unlink()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BackupProblem, match="No space left"):
        backup(data, tmp_path / "copy")
    (data / FILE_NAME).write_bytes(b"no database " * 1000)
    with pytest.raises(BadDatabase, match="is no database"):
        backup(data, tmp_path / "copy")
    assert sorted(os.listdir(tmp_path)) == ["data", "there"]  # noqa: PTH208 (a coroutine)


async def test_a_disk_without_links_gets_its_copy_and_none_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FAT and some network disks, which a test cannot have for itself."""
    await make_history(tmp_path / "data")

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    copy = backup(tmp_path / "data", tmp_path / "copy")
    assert list(FileVerification(copy).faults()) == []
    with pytest.raises(BackupProblem, match="is there already"):
        backup(tmp_path / "data", tmp_path / "copy")

    def come_in_between(*_: object) -> None:
        (tmp_path / "another").write_text("precious")
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", come_in_between)
    with pytest.raises(BackupProblem, match="is there already"):
        backup(tmp_path / "data", tmp_path / "another")
    assert (tmp_path / "another").read_text() == "precious"
    assert sorted(os.listdir(tmp_path)) == ["another", "copy", "data"]  # noqa: PTH208


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.usefixtures("hangups")
@pytest.mark.parametrize(
    ("ending", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("ignored SIGHUP", 0)]
)
async def test_a_backup_that_is_ended_leaves_nothing_behind(
    tmp_path: Path, ending: str, code: int
) -> None:
    await make_history(tmp_path / "data")
    (tmp_path / "copies").mkdir()
    # The process ends itself in the middle of its work, by the signal that systemd sends, or the
    # end of the terminal, which nohup has it ignore.
    program = (
        "import os, signal, sys\n"
        "import samedeal.commands.backup as command\n"
        "from samedeal.__main__ import main\n"
        "from server.storage.sqlite import backup\n"
        f"ending = signal.{ending.rsplit(maxsplit=1)[-1]}\n"
        f"{'signal.signal(ending, signal.SIG_IGN)' if ' ' in ending else ''}\n"
        "backup.PAGES = 1\n"
        "copied = command.backup\n"
        "def stopped(data, to, report):\n"
        "    return copied(data, to, lambda *_: os.kill(os.getpid(), ending))\n"
        "command.backup = stopped\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", program, "backup", str(tmp_path / "data"), str(tmp_path / "copies" / "one")),
    )
    async with asyncio.timeout(PATIENCE):
        assert await process.wait() == code
    assert [path.name for path in (tmp_path / "copies").iterdir()] == ([] if code else ["one"])


@pytest.mark.parametrize("missing", [1, 4095])
async def test_of_a_file_that_was_cut_off_there_is_no_copy(tmp_path: Path, missing: int) -> None:
    """SQLite takes what is missing of the last page for zeros, and finds that sound."""
    await make_history(tmp_path / "data")
    file = tmp_path / "data" / FILE_NAME
    os.truncate(file, file.stat().st_size - missing)
    with pytest.raises(BadDatabase, match=r"is damaged: its end was cut off; keep it"):
        backup(tmp_path / "data", tmp_path / "copy")
    with pytest.raises(BadDatabase, match="its end was cut off"):
        FileVerification(tmp_path / "data")
    assert not (tmp_path / "copy").exists()
    # After a crash, the log may have all of that page.
    (tmp_path / "data" / f"{FILE_NAME}-wal").write_bytes(b"x")
    FileVerification(tmp_path / "data")
