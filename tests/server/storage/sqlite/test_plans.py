"""How SQLite finds what is asked for: nothing that anybody asks reads a table from end to end."""

import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from engine.chance import commitment
from engine.state import Click
from protocol.messages import OwnDataPart, OwnSection, Past, Period, Settings, Standing
from server.rooms.records import (
    Attended,
    Entered,
    RaceBegun,
    RaceMade,
    RaceOfEvening,
    RaceOver,
    RemarkMade,
)
from server.storage import leaderboard, players, replays
from server.storage.database import Reader, Row
from server.storage.journal import StoredJournal
from server.storage.past import evenings
from server.storage.past.talk import last_said
from server.storage.privacy import forgetting, own_data
from server.storage.records import career, feats
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.reader import SQLiteReader

BIG = ("players", "races", "racers", "entries", "bests", "attended", "said")
ALIASES = ("rival", "everybody", "asker", "mine")
"""What our SQL calls some of them."""


class Asked(SQLiteReader):
    """A reader that remembers what it was asked."""

    def __init__(self, reader: Reader) -> None:
        assert isinstance(reader, SQLiteReader)
        super().__init__(reader._connection, reader._path)
        self.questions: list[tuple[str, Row]] = []

    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        self.questions.append((sql, row))
        return await super().read_all(sql, row)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SQLiteDatabase]:
    database = await SQLiteDatabase.open(tmp_path)
    await players.register(database, "ann", "token", bot=False)
    standing = Standing(1, "ann", "won", 52, 1, 9, 1000)
    await StoredJournal(database).write(
        [
            RaceMade(1, Settings("4x13"), "seed", commitment("seed"), locked=True),
            RaceBegun(1, (1,)),
            Entered(1, 0, 1, Click(1), 5, None),
            RaceOver(1, 1000, (standing,)),
            RaceOfEvening(1, 1, 1, 1),
            Attended(1, 1, (1,)),
            RemarkMade("ABCD", 1, 1, 10, 1, "hello", (1,)),
        ]
    )
    yield database
    await database.close()


def whole_tables(file: Path, sql: str, row: Row) -> list[str]:
    """Return the steps of a plan that read a big table, or an index, from end to end."""
    connection = sqlite3.connect(file)
    steps = [step for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {sql}", row)]
    connection.close()
    return [
        step
        for step in steps
        if (found := re.match(r"SCAN (\w+)", step)) and found[1] in (*BIG, *ALIASES)
    ]


async def test_no_question_of_a_client_reads_a_whole_table(
    tmp_path: Path, database: SQLiteDatabase
) -> None:
    reader = Asked(database.reader)
    for period in get_args(Period):
        found = await leaderboard.find_leaderboard(reader, "4x13", {}, period)
        assert found.board.best
        full = replace(found.board, fastest=found.board.fastest * leaderboard.ROWS)
        await leaderboard.as_seen_by(reader, found._replace(board=full), 2)
    assert await leaderboard.profile(reader, 1, 2)
    assert await leaderboard.profile(reader, 1)
    assert await career.rivals(reader, 1, 2) == []
    assert await career.streaks(reader, 1)
    assert await feats.of_race(reader, 1)
    for section in get_args(OwnSection):
        await own_data.read_part(reader, 1, OwnDataPart(section))
    assert await replays.find_replay(reader, 1, 1)
    assert await replays.was_in(reader, 1, 1)
    assert await players.find(reader, "token")
    assert await players.find_named(reader, "ann")
    assert await players.find_named(reader, "@1")
    assert not await players.is_renewed(reader, "token")
    assert await leaderboard.find_player(reader, "1") == 1
    assert await replays.finished(reader, 1)
    assert [each async for each in players.find_all(reader)]
    past = (await evenings.latest(reader, 1, 0, 30)).answer
    assert isinstance(past, Past)
    assert [(each.evening, each.host, each.said) for each in past.evenings] == [(1, "ann", 1)]
    assert await evenings.one(reader, 1, 1, 0, 30)
    for sql, row in reader.questions:
        assert not whole_tables(tmp_path / FILE_NAME, sql, row), sql


async def test_what_is_asked_at_the_start_reads_no_whole_table(
    tmp_path: Path, database: SQLiteDatabase
) -> None:
    reader = Asked(database.reader)
    database.reader = reader
    journal = StoredJournal(database)
    await database.race_ids()
    await journal._race(1)
    await journal._members("ABCD")
    for what in (forgetting.MOVES, forgetting.CHAT):
        await forgetting._tell(database, 10**12, what)
    assert await forgetting.forget_some(database, 10**12)
    await forgetting.CHAT.some(database, 10**12)
    await last_said(reader, "ABCD")
    for sql, row in reader.questions:
        assert not whole_tables(tmp_path / FILE_NAME, sql, row), sql


def test_a_question_that_reads_a_whole_table_is_noticed(
    tmp_path: Path, database: SQLiteDatabase
) -> None:
    for sql in (
        "SELECT COUNT(*) FROM races WHERE seed = ?",
        "SELECT (SELECT COUNT(*) FROM racers AS rival WHERE rival.player <> ?)",
    ):
        assert whole_tables(tmp_path / FILE_NAME, sql, (1,))


@contextmanager
def statements(connection: sqlite3.Connection) -> Iterator[list[str]]:
    """Collect what a connection is told, without its values."""
    found: list[str] = []
    connection.set_trace_callback(found.append)
    yield found
    connection.set_trace_callback(None)


async def test_what_is_written_reads_no_whole_table(
    tmp_path: Path, database: SQLiteDatabase
) -> None:
    """New players, tokens, results, forgetting: what waits for these is a move."""
    with statements(database._writer) as told:
        await players.register(database, "bob", "other", bot=False)
        await players.mark_seen(database, 2)
        await players.renew_token(database, 2, "new")
        await players.settle_token(database, "new")
        await players.rename(database, 2, "bobby")
        await forgetting.forget_some(database, 10**12)
    for sql in told:
        if sql.startswith(("UPDATE", "DELETE", "INSERT", "SELECT")):
            assert not whole_tables(tmp_path / FILE_NAME, sql, ()), sql
