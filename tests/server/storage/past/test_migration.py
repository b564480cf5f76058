"""Evenings that there were before anybody wrote down who was there."""

import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from server.storage.database import Reader
from server.storage.past import evenings
from server.storage.postgres import schema as postgres_schema
from server.storage.postgres.database import PostgresDatabase
from server.storage.sqlite import schema as sqlite_schema
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME

PLAYERS = (
    "INSERT INTO players (name, name_key, token_hash, bot, made, gone) VALUES "
    "('ann', 'ann', 'a', FALSE, 0, FALSE), ('bob', 'bob', 'b', FALSE, 0, FALSE), "
    "('deleted 3', '3', '3', FALSE, 0, TRUE)"
)
RACE = (
    "INSERT INTO races (id, game, options, settings, seed, commitment, started, over, ended, "
    "evening, number) VALUES ({}, 'golf', '{{}}', '{{\"game\":\"golf\"}}', '', '', {})"
)
RACER = (
    "INSERT INTO racers (race, player, seat, status, score, place, moves, milliseconds) "
    "VALUES ({}, {}, {}, 'stuck', 5, 1, 3, 9)"
)
SCRIPT = ";\n".join(
    (
        PLAYERS,
        RACE.format(7, "100, 200, 200, 7, 1"),
        RACE.format(8, "300, 400, 400, 7, 2"),
        RACE.format(9, "500, NULL, NULL, 7, 3"),
        RACE.format(10, "500, 600, 600, NULL, NULL"),
        *(RACER.format(*each) for each in ((7, 2, 0), (7, 1, 1), (8, 1, 0), (8, 3, 1), (10, 2, 0))),
    )
)


def before(migrations: tuple[str, ...]) -> tuple[str, ...]:
    """Return those that were before who was there was written down."""
    first = next(n for n, script in enumerate(migrations) if "CREATE TABLE attended" in script)
    return migrations[:first]


async def check(reader: Reader) -> None:
    rows = await reader.read_all("SELECT player, evening, number FROM attended ORDER BY player")
    assert [tuple(row) for row in rows] == [(1, 7, 2), (2, 7, 1)]
    for player, raced in ((1, [7, 8]), (2, [7, 8])):
        told = await evenings.one(reader, player, 7, 0, 0)
        assert told is not None
        [past] = (await evenings.latest(reader, player, 0, 0)).answer.evenings  # type: ignore[union-attr]
        assert (past.host, past.began, past.ended) == ("ann", 100, 400)
        assert [deal.race for deal in told.answer.races] == raced  # type: ignore[union-attr]
    assert await evenings.one(reader, 3, 7, 0, 0) is None


async def test_their_racers_were_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr(sqlite_schema, "MIGRATIONS", before(sqlite_schema.MIGRATIONS))
        await (await SQLiteDatabase.open(tmp_path)).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.executescript(SCRIPT)
    opened = await SQLiteDatabase.open(tmp_path)
    await check(opened.reader)
    await opened.close()


async def test_in_postgres_too(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    with monkeypatch.context() as older:
        older.setattr(postgres_schema, "MIGRATIONS", before(postgres_schema.MIGRATIONS))
        await postgres_schema.provide(connection, "it")
    await connection.execute(f"SET session_replication_role = replica; {SCRIPT}")
    await connection.close()
    opened = await PostgresDatabase.open(address)
    await check(opened.reader)
    await opened.close()
