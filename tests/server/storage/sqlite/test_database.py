import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest

from server.storage.database import BadDatabase, Rejected
from server.storage.names import name_key
from server.storage.players import NameTaken, register
from server.storage.sqlite import files as sqlite_files
from server.storage.sqlite import schema
from server.storage.sqlite.backup import backup
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME, why_not_usable
from server.storage.sqlite.reader import SQLiteReader
from server.storage.sqlite.schema import MIGRATIONS
from server.storage.sqlite.verify import FileVerification


async def test_the_schema_has_a_version_and_survives(tmp_path: Path) -> None:
    for _ in range(2):
        opened = await SQLiteDatabase.open(tmp_path)
        assert await opened.reader.read_all("PRAGMA user_version") == [(len(MIGRATIONS),)]
        assert await opened.reader.read_all("PRAGMA journal_mode") == [("wal",)]
        await opened.close()


async def test_a_closed_database_is_one_file(tmp_path: Path) -> None:
    opened = await SQLiteDatabase.open(tmp_path)
    await opened.write([("DELETE FROM players", [()])])
    await opened.close()
    assert files(tmp_path) == ["lock", FILE_NAME]


def files(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


async def test_it_is_synced_at_every_commit(tmp_path: Path) -> None:
    opened = await SQLiteDatabase.open(tmp_path)
    assert opened._writer.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    await opened.close()


async def test_the_loop_goes_on_while_another_program_holds_the_file(tmp_path: Path) -> None:
    opened = await SQLiteDatabase.open(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asyncio.get_running_loop().call_soon(other.rollback)
        # A loop that stood still would not come to that, and this would fail in the end.
        await opened.write([("DELETE FROM players", [()])])
    await opened.close()


async def test_what_a_start_finds_is_synced_before_anything_is_done_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy that was put there a moment ago may be in memory alone; its log, too."""
    there, here = tmp_path / "there", tmp_path / "here"
    opened = await SQLiteDatabase.open(there)
    await opened.write([("DELETE FROM players", [()])])
    shutil.copytree(there, here)
    await opened.close()
    synced: list[tuple[int, int]] = []
    sync: Callable[[int], None] = os.fsync
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def note(descriptor: int) -> None:
        found = os.fstat(descriptor)
        synced.append((found.st_dev, found.st_ino))
        sync(descriptor)

    def connected(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        assert len(synced) == 3
        return connect(*args, **kwargs)

    log = here / f"{FILE_NAME}-wal"
    files = [(each.stat().st_dev, each.stat().st_ino) for each in (here / FILE_NAME, log, here)]
    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(sqlite3, "connect", connected)
    again = await SQLiteDatabase.open(here)
    assert synced[:3] == files
    await again.close()


async def test_an_older_schema_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = await SQLiteDatabase.open(tmp_path)
    await opened.close()
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (x);"))
    with pytest.raises(BadDatabase, match="bring an older one up to date"):
        await SQLiteReader.open(tmp_path)
    opened = await SQLiteDatabase.open(tmp_path)
    assert await opened.reader.read_all("SELECT * FROM more") == []
    await opened.close()


async def test_a_migration_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = (*MIGRATIONS, "CREATE TABLE more (x); CREATE TABLE more (x);")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", broken)
        with pytest.raises(BadDatabase):
            await SQLiteDatabase.open(tmp_path)
    opened = await SQLiteDatabase.open(tmp_path)
    with pytest.raises(BadDatabase, match="no such table"):
        await opened.reader.read_all("SELECT * FROM more")
    await opened.close()


async def test_statements_are_done_together_or_not_at_all(tmp_path: Path) -> None:
    opened = await SQLiteDatabase.open(tmp_path)
    sql = "INSERT INTO players (name, name_key, token_hash, bot, made) VALUES (?, ?, ?, 0, 0)"
    with pytest.raises(Rejected):
        await opened.write([(sql, [("a", "a", "1")]), (sql, [("b", "a", "2")])])
    assert await opened.reader.read_all("SELECT * FROM players") == []
    await opened.write([(sql, [("a", "a", "1"), ("b", "b", "2")])])
    assert await opened.reader.read_all("SELECT name FROM players") == [("a",), ("b",)]
    await opened.close()


async def test_the_reader_only_reads(tmp_path: Path) -> None:
    opened = await SQLiteDatabase.open(tmp_path)
    with pytest.raises(BadDatabase, match="readonly"):
        await opened.reader.read_all("DELETE FROM players")
    await opened.close()


async def test_reading_where_there_is_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="there is no database"):
        await SQLiteReader.open(tmp_path)
    (tmp_path / FILE_NAME).write_bytes(b"no database " * 1000)
    with pytest.raises(BadDatabase, match="is no database"):
        await SQLiteReader.open(tmp_path)


async def test_look_alikes_from_before_both_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", MIGRATIONS[:1])
        opened = await SQLiteDatabase.open(tmp_path)
        names = ["Ann", "\u0410nn", "Bill", "BiII", "Bi1l", "Cat"]
        sql = "INSERT INTO players (name, name_key, token_hash, bot, made) VALUES (?, ?, ?, 0, 99)"
        await opened.write([(sql, [(name, name_key(name), name) for name in names])])
        await opened.close()
    opened = await SQLiteDatabase.open(tmp_path)
    rows = await opened.reader.read_all("SELECT id, name, name_look, seen FROM players ORDER BY id")
    looks = ["ann", "ann\t2", "blll", "blll\t4", "blll\t5", "cat"]
    assert rows == [(i, *both, 99) for i, both in enumerate(zip(names, looks, strict=True), 1)]
    with pytest.raises(NameTaken):
        await register(opened, "Bil1", "a token", bot=False)
    await opened.close()


ENDLESS = """
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
    SELECT MAX(n) FROM number
"""
"""A question whose answer never comes."""


async def test_a_question_is_broken_off_with_its_asker_and_those_after_it_are_answered(
    tmp_path: Path,
) -> None:
    opened = await SQLiteDatabase.open(tmp_path)
    for _ in range(3):
        endless = asyncio.create_task(opened.reader.read_all(ENDLESS))
        forgotten = asyncio.create_task(opened.reader.read_all(ENDLESS))
        waiting = asyncio.create_task(opened.reader.read_all("SELECT 1"))
        for _ in range(5):
            await asyncio.sleep(0)
        assert not waiting.done()
        forgotten.cancel()
        endless.cancel()
        async with asyncio.timeout(60):
            assert await waiting == [(1,)]
        assert endless.cancelled()
        assert forgotten.cancelled()
    await opened.close()


async def test_another_reader_does_not_wait(tmp_path: Path) -> None:
    opened = await SQLiteDatabase.open(tmp_path)
    other = await opened.open_reader()
    endless = asyncio.create_task(other.read_all(ENDLESS))
    async with asyncio.timeout(60):
        assert await opened.reader.read_all("SELECT 1") == [(1,)]
    endless.cancel()
    await asyncio.wait([endless])
    await other.close()
    await opened.close()


async def test_an_empty_file_is_no_empty_server(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    for opening in (SQLiteDatabase.open(tmp_path), SQLiteReader.open(tmp_path)):
        with pytest.raises(BadDatabase, match="is empty, which no database of a server is"):
            await opening
    assert (tmp_path / FILE_NAME).stat().st_size == 0
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    for opening in (SQLiteDatabase.open(tmp_path), SQLiteReader.open(tmp_path)):
        with pytest.raises(BadDatabase, match="has no tables in it"):
            await opening


def dangle(path: Path) -> None:
    path.symlink_to(path.parent / "disk" / FILE_NAME)


def loop(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX has them")
@pytest.mark.parametrize(
    ("make", "told"),
    [
        (dangle, r"is a link to .*disk.*, which is not there: .*mount"),
        (loop, r"is a link that leads to itself: .*put the database"),
        (os.mkfifo if sys.platform != "win32" else dangle, r"is a pipe.*: .*put the database"),
        (Path.mkdir, r"is a directory.*: .*put the database"),
    ],
)
async def test_a_server_makes_a_new_file_only_where_there_is_none(
    tmp_path: Path, make: Callable[[Path], None], told: str
) -> None:
    path = tmp_path / FILE_NAME
    make(path)
    before = path.lstat()
    for opening in (SQLiteDatabase.open(tmp_path), SQLiteReader.open(tmp_path)):
        with pytest.raises(BadDatabase, match=told):
            await opening
    with pytest.raises(BadDatabase, match=told):
        FileVerification(tmp_path)
    with pytest.raises(BadDatabase, match=told):
        backup(tmp_path, tmp_path / "copy")
    assert path.lstat() == before
    assert files(tmp_path) == ["lock", FILE_NAME]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX has them")
@pytest.mark.parametrize("make", [Path.mkdir, dangle, os.mkfifo])
async def test_a_lock_that_is_no_file_stays_as_it_is(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "lock")
    with pytest.raises(BadDatabase, match=r"lock is a (directory|link|pipe), and .* move it away"):
        await SQLiteDatabase.open(tmp_path)
    assert "move it away" in why_not_usable(tmp_path)
    assert files(tmp_path) == ["lock"]


async def test_a_directory_where_a_new_database_is_made_is_told(tmp_path: Path) -> None:
    (tmp_path / f"{FILE_NAME}.new").mkdir()
    assert "sqlite3.new is a directory" in why_not_usable(tmp_path)
    with pytest.raises(BadDatabase, match=r"sqlite3\.new is a directory, and .*: move it away"):
        await SQLiteDatabase.open(tmp_path)


@pytest.mark.parametrize("version", [-1, -(2**31) + 7])
async def test_a_version_below_zero_is_damage(tmp_path: Path, version: int) -> None:
    await (await SQLiteDatabase.open(tmp_path)).close()
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    before = (tmp_path / FILE_NAME).read_bytes()
    for opening in (SQLiteDatabase.open(tmp_path), SQLiteReader.open(tmp_path)):
        with pytest.raises(BadDatabase, match=f"is damaged: .* of version {version}, which none"):
            await opening
    assert (tmp_path / FILE_NAME).read_bytes() == before


def make_newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()


def make_garbage(path: Path) -> None:
    path.write_bytes(b"garbage " * 1000)


def make_empty(path: Path) -> None:
    path.write_bytes(b"")


def make_directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def make_foreign(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE cats (name TEXT)")
    connection.close()


def leave(path: Path) -> None:
    """Leave all as it is."""


def everything(directory: Path) -> list[tuple[str, int, bytes]]:
    """Return the names, the times of the last change and the contents of what is there."""
    return [
        (path.name, path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in sorted(directory.iterdir())
    ]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (make_newer, "comes from a newer Samedeal"),
        (make_garbage, "is no database, or its beginning is damaged"),
        (make_empty, "is empty"),
        (make_directory, "is a directory and no file"),
        (make_foreign, "is the database of another program"),
        (Path.unlink, ""),
        (leave, ""),
    ],
)
async def test_what_a_start_would_refuse_is_told_before_and_nothing_changed(
    tmp_path: Path, spoil: Callable[[Path], None], told: str
) -> None:
    await (await SQLiteDatabase.open(tmp_path)).close()
    spoil(tmp_path / FILE_NAME)
    before = everything(tmp_path)
    why = why_not_usable(tmp_path)
    assert (told in why) if told else why == ""
    assert everything(tmp_path) == before
    with pytest.raises(BadDatabase) if why else nullcontext() as caught:
        await (await SQLiteDatabase.open(tmp_path)).close()
    assert why == (str(caught.value) if caught else "")


@pytest.mark.parametrize("left", [("", "-wal", "-shm"), ("", "-wal"), ("",)])
async def test_a_look_beside_a_server_and_after_a_crash_changes_nothing(
    tmp_path: Path, left: tuple[str, ...]
) -> None:
    data, crashed = tmp_path / "data", tmp_path / "crashed"
    opened = await SQLiteDatabase.open(data)
    await opened.write([("PRAGMA user_version = 99", [()])])
    crashed.mkdir()
    for ending in left:
        shutil.copy(data / f"{FILE_NAME}{ending}", crashed)
    for directory in (data, crashed):
        before = everything(directory)
        why = look_as_another_process(directory)
        assert everything(directory) == before
        if directory == data or "-shm" in left:
            assert "version 99" in why, "it is in the log"
        else:
            assert why == ""
    await opened.write([(f"PRAGMA user_version = {len(MIGRATIONS)}", [()])])
    assert look_as_another_process(data) == ""
    await opened.close()


async def test_a_server_that_ends_during_a_look_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = await SQLiteDatabase.open(tmp_path)
    await opened.write([("DELETE FROM players", [()])])
    for ending in ("", "-wal", "-shm"):
        shutil.copy(tmp_path / f"{FILE_NAME}{ending}", tmp_path / f"kept{ending}")
    await opened.close()
    for ending in ("-wal", "-shm"):
        shutil.copy(tmp_path / f"kept{ending}", tmp_path / f"{FILE_NAME}{ending}")
    read_only = sqlite_files.read_only

    def end_before(path: Path) -> str:
        for ending in ("-wal", "-shm"):
            (tmp_path / f"{FILE_NAME}{ending}").unlink(missing_ok=True)
        return read_only(path)

    monkeypatch.setattr(sqlite_files, "read_only", end_before)
    assert why_not_usable(tmp_path) == ""


def look_as_another_process(directory: Path) -> str:
    """Return what `why_not_usable` says; within one process, SQLite shares what it has open."""
    code = "import sys, pathlib; from server.storage.sqlite.files import why_not_usable as why"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; print(why(pathlib.Path(sys.argv[1])))", str(directory)],
        cwd=Path(__file__).parents[4],
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
async def test_a_data_directory_on_a_disk_that_is_away_is_no_new_one(tmp_path: Path) -> None:
    (tmp_path / "data").symlink_to(tmp_path / "disk")
    for opening in (SQLiteDatabase.open(tmp_path / "data"), SQLiteReader.open(tmp_path / "data")):
        with pytest.raises(BadDatabase, match="disk, which is not there: mount the disk"):
            await opening
    assert "disk, which is not there: mount the disk" in why_not_usable(tmp_path / "data")
    assert files(tmp_path) == ["data"]
    (tmp_path / "disk").mkdir()
    await (await SQLiteDatabase.open(tmp_path / "data")).close()


async def test_a_crash_while_it_is_made_leaves_no_half_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", crash)
        with pytest.raises(KeyboardInterrupt):
            await SQLiteDatabase.open(tmp_path)
    assert not (tmp_path / FILE_NAME).exists()
    opened = await SQLiteDatabase.open(tmp_path)
    await opened.close()
    assert files(tmp_path) == ["lock", FILE_NAME]


@pytest.mark.parametrize("more", ["", "PRAGMA user_version = 3", "PRAGMA application_id = 7"])
async def test_another_programs_database_stays_as_it_is(tmp_path: Path, more: str) -> None:
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    connection.executescript(f"CREATE TABLE recipes (name); {more}")
    connection.close()
    before = (tmp_path / FILE_NAME).read_bytes()
    for opening in (SQLiteDatabase.open(tmp_path), SQLiteReader.open(tmp_path)):
        with pytest.raises(BadDatabase, match=r"another program \(its tables: recipes"):
            await opening
    with pytest.raises(BadDatabase, match="another program"):
        FileVerification(tmp_path)
    with pytest.raises(BadDatabase, match="another program"):
        backup(tmp_path, tmp_path / "copy")
    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert not (tmp_path / "copy").exists()


async def test_a_database_says_whose_it_is_and_so_does_one_from_before(tmp_path: Path) -> None:
    for _ in range(2):
        opened = await SQLiteDatabase.open(tmp_path)
        asked = await opened.reader.read_all("PRAGMA application_id")
        assert asked == [(int.from_bytes(b"SAME"),)]
        await opened.write([("PRAGMA application_id = 0", [()])])
        await opened.close()


async def test_a_log_that_lost_its_database_is_not_forgotten(tmp_path: Path) -> None:
    """What was acknowledged last is in there: a new server would throw it away."""
    (tmp_path / f"{FILE_NAME}-wal").write_bytes(b"moves")
    with pytest.raises(BadDatabase, match=r"is missing, and the write-ahead log .* is there"):
        await SQLiteDatabase.open(tmp_path)
    assert files(tmp_path) == ["lock", f"{FILE_NAME}-wal"]


async def test_a_restored_copy_meets_no_log_of_another(tmp_path: Path) -> None:
    opened = await SQLiteDatabase.open(tmp_path / "data")
    await opened.close()
    backup(tmp_path / "data", tmp_path / "copy")
    shutil.copy(tmp_path / "copy", tmp_path / "data" / FILE_NAME)
    log = tmp_path / "data" / f"{FILE_NAME}-wal"
    log.write_bytes(b"of the old one")
    for opening in (SQLiteDatabase.open(tmp_path / "data"), SQLiteReader.open(tmp_path / "data")):
        with pytest.raises(BadDatabase, match=r"belongs to another database .*move that file"):
            await opening
    log.unlink()
    opened = await SQLiteDatabase.open(tmp_path / "data")
    await opened.close()


async def test_a_lock_removed_by_hand_lets_no_second_server_in(tmp_path: Path) -> None:
    opened = await SQLiteDatabase.open(tmp_path)
    (tmp_path / "lock").unlink()
    with pytest.raises(BadDatabase, match="another server is using"):
        await SQLiteDatabase.open(tmp_path)
    await opened.close()
    opened = await SQLiteDatabase.open(tmp_path)
    await opened.close()


async def test_a_database_in_use_is_not_called_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody reads a restored copy, which has to change its mode before a server may use it."""
    monkeypatch.setattr("server.storage.sqlite.files.PATIENCE", 1)
    opened = await SQLiteDatabase.open(tmp_path)
    await opened.close()
    program = (
        "import sqlite3, sys\n"
        "reading = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "reading.execute('PRAGMA locking_mode = EXCLUSIVE')\n"
        "reading.execute('BEGIN EXCLUSIVE')\n"
        "print('locked', flush=True)\n"
        "sys.stdin.read()\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", program, str(tmp_path / FILE_NAME)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"locked\n"
    with pytest.raises(BadDatabase, match="is in use by another program") as caught:
        await SQLiteDatabase.open(tmp_path)
    assert "backup" not in str(caught.value)
    if sys.platform == "linux":
        assert f"process {process.pid}, python" in str(caught.value)
    process.kill()
    await process.communicate()
    opened = await SQLiteDatabase.open(tmp_path)
    await opened.close()


async def test_reading_in_the_servers_own_process_loosens_no_lock(tmp_path: Path) -> None:
    """To open and close the file is to lose SQLite's locks: another program would tidy up then."""
    opened = await SQLiteDatabase.open(tmp_path)
    await opened.write([("INSERT INTO bans (reason, made) VALUES ('x', 0)", [()])])
    reader = await SQLiteReader.open(tmp_path)
    await reader.close()
    assert list(FileVerification(tmp_path).faults()) == []
    backup(tmp_path, tmp_path / "copy")
    program = (
        "import sqlite3, sys\n"
        "other = sqlite3.connect(sys.argv[1])\n"
        "print(other.execute('SELECT reason FROM bans').fetchall())\n"
        "other.close()\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", program, str(tmp_path / FILE_NAME)),
        stdout=asyncio.subprocess.PIPE,
    )
    told, _ = await process.communicate()
    assert told == b"[('x',)]\n"
    assert f"{FILE_NAME}-wal" in files(tmp_path)
    await opened.write([("DELETE FROM bans", [()])])
    assert await opened.reader.read_all("SELECT * FROM bans") == []
    await opened.close()
