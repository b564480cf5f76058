import sqlite3
from pathlib import Path

import pytest

from server.storage import database
from server.storage.database import FILE_NAME, MIGRATIONS, BadDatabase, Database, Reader
from server.storage.names import name_key
from server.storage.players import NameTaken, register


async def test_the_schema_has_a_version_and_survives(tmp_path: Path) -> None:
    for _ in range(2):
        opened = await Database.open(tmp_path)
        assert await opened.reader.read_all("PRAGMA user_version") == [(len(MIGRATIONS),)]
        assert await opened.reader.read_all("PRAGMA journal_mode") == [("wal",)]
        await opened.close()


async def test_a_closed_database_is_one_file(tmp_path: Path) -> None:
    opened = await Database.open(tmp_path)
    await opened.write([("DELETE FROM players", [()])])
    await opened.close()
    assert files(tmp_path) == ["lock", FILE_NAME]


def files(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


async def test_it_is_synced_at_every_commit(tmp_path: Path) -> None:
    opened = await Database.open(tmp_path)
    assert opened._writer.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    await opened.close()


async def test_an_older_schema_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = await Database.open(tmp_path)
    await opened.close()
    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (x);"))
    with pytest.raises(BadDatabase, match="bring an older one up to date"):
        await Reader.open(tmp_path)
    opened = await Database.open(tmp_path)
    assert await opened.reader.read_all("SELECT * FROM more") == []
    await opened.close()


async def test_a_migration_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = (*MIGRATIONS, "CREATE TABLE more (x); CREATE TABLE more (x);")
    with monkeypatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", broken)
        with pytest.raises(BadDatabase):
            await Database.open(tmp_path)
    opened = await Database.open(tmp_path)
    with pytest.raises(BadDatabase, match="no such table"):
        await opened.reader.read_all("SELECT * FROM more")
    await opened.close()


async def test_statements_are_done_together_or_not_at_all(tmp_path: Path) -> None:
    opened = await Database.open(tmp_path)
    sql = "INSERT INTO players (name, name_key, token_hash, bot, made) VALUES (?, ?, ?, 0, 0)"
    with pytest.raises(sqlite3.IntegrityError):
        await opened.write([(sql, [("a", "a", "1")]), (sql, [("b", "a", "2")])])
    assert await opened.reader.read_all("SELECT * FROM players") == []
    await opened.write([(sql, [("a", "a", "1"), ("b", "b", "2")])])
    assert await opened.reader.read_all("SELECT name FROM players") == [("a",), ("b",)]
    await opened.close()


async def test_the_reader_only_reads(tmp_path: Path) -> None:
    opened = await Database.open(tmp_path)
    with pytest.raises(BadDatabase, match="readonly"):
        await opened.reader.read_all("DELETE FROM players")
    await opened.close()


async def test_reading_where_there_is_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="there is no database"):
        await Reader.open(tmp_path)
    (tmp_path / FILE_NAME).write_bytes(b"no database " * 1000)
    with pytest.raises(BadDatabase, match="is no database"):
        await Reader.open(tmp_path)


async def test_look_alikes_from_before_both_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", MIGRATIONS[:1])
        opened = await Database.open(tmp_path)
        names = ["Ann", "\u0410nn", "Bill", "BiII", "Bi1l", "Cat"]
        sql = "INSERT INTO players (name, name_key, token_hash, bot, made) VALUES (?, ?, ?, 0, 99)"
        await opened.write([(sql, [(name, name_key(name), name) for name in names])])
        await opened.close()
    opened = await Database.open(tmp_path)
    rows = await opened.reader.read_all("SELECT id, name, name_look, seen FROM players ORDER BY id")
    looks = ["ann", "ann\t2", "blll", "blll\t4", "blll\t5", "cat"]
    assert rows == [(i, *both, 99) for i, both in enumerate(zip(names, looks, strict=True), 1)]
    with pytest.raises(NameTaken):
        await register(opened, "Bil1", "a token", bot=False)
    await opened.close()
