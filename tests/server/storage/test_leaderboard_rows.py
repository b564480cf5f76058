"""Whatever is wrong in one row: all that has nothing to do with it is told as before."""

import asyncio
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from engine.chance import commitment
from protocol import wire
from protocol.forms import BadMessage
from protocol.messages import Period, Settings, Standing, Status
from server.rooms.records import RaceBegun, RaceMade, RaceOver
from server.storage import players
from server.storage.database import Reader
from server.storage.journal import StoredJournal
from server.storage.leaderboard import leaderboard, profile
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.reader import reading_file
from server.storage.sqlite.verify import FileVerification

NAMES: Final = ("ann", "bob", "cat")
SETTINGS: Final = Settings("klondike")
COLUMNS: Final = {
    "races": (
        *("game", "options", "settings", "seed", "commitment", "started", "over", "ended"),
        *("elapsed", "rules", "closed", "locked", "forgotten"),
    ),
    "racers": ("seat", "status", "score", "place", "moves", "milliseconds", "win"),
    "bests": (
        *("game", "options", "races", "wins", "solved", "fastest", "fastest_race"),
        *("best", "best_time", "best_race"),
    ),
    "players": ("name", "name_key", "token_hash", "bot", "made", "seen", "gone", "name_look"),
}
"""What one damaged value is tried in: of a race, of ann in it, of what she came to, of her."""
WHERE: Final = {
    "races": "id = 1",
    "racers": "race = 1 AND player = 1",
    "bests": "player = 1",
    "players": "id = 1",
}
VALUES: Final = (
    *(None, -(2**63), -(2**53) - 1, -1, 0, 1, 77, 2**35 + 1, 2**53 + 1, 2**63 - 1),
    *("", "x", "{", "[]", "{}", "[0]", "null", '{"deal":7}', "[" * 5000, "9" * 5000, "a\x00b"),
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with three races: of ann and bob, of all, and of bob and cat."""
    directory = tmp_path_factory.mktemp("whole")
    asyncio.run(_write(directory))
    return directory


async def _write(directory: Path) -> None:
    database = await SQLiteDatabase.open(directory)
    for name in NAMES:
        await players.register(database, name, name, bot=False)
    results: tuple[tuple[tuple[int, Status, int, int], ...], ...] = (
        ((1, "won", 52, 1000), (2, "gave up", 4, 500)),
        ((2, "won", 52, 3000), (1, "won", 52, 4000), (3, "gave up", 3, 10)),
        ((3, "won", 52, 9000), (2, "stuck", 9, 5000)),
    )
    for race, racers in enumerate(results, 1):
        standings = tuple(
            Standing(player, NAMES[player - 1], status, score, place, 9, at)
            for place, (player, status, score, at) in enumerate(racers, 1)
        )
        await StoredJournal(database).write(
            [
                RaceMade(race, SETTINGS, "seed", commitment("seed")),
                RaceBegun(race, tuple(standing.player for standing in standings)),
                RaceOver(race, 1000, standings, published=True),
            ]
        )
    await database.close()


def damage(data: Path, table: str, column: str, value: object) -> None:
    with closing(sqlite3.connect(data / FILE_NAME)) as connection, connection:
        question = f"UPDATE {table} SET {column} = ? WHERE {WHERE[table]}"
        connection.execute(question, (value,))


async def told(data: Path) -> dict[str, Any]:
    """Return what everybody is told of bob and cat, and ann of hers if they can be sent."""
    async with reading_file(data) as reader:
        return await _told(reader)


async def _told(reader: Reader) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for period in get_args(Period):
        board = await leaderboard(reader, "klondike", {}, period)
        wire.decode_server(wire.encode(board))
        for what in ("fastest", "best", "players"):
            entries: list[Any] = [each for each in getattr(board, what) if each.player != 1]
            # What a damaged race itself says of bob is its own trouble.
            found[f"{period} {what}"] = [msgspec.structs.astuple(each) for each in entries]
    for player in (1, 2, 3):
        seen = await profile(reader, player)
        assert seen is not None
        try:
            wire.decode_server(wire.encode(seen))
        except BadMessage:
            seen = None
        found[f"profile {player}"] = seen
    return found


@hypothesis_settings(max_examples=30, deadline=None)
@given(
    st.sampled_from([(table, column) for table, columns in COLUMNS.items() for column in columns]),
    st.sampled_from(VALUES),
)
@example(("races", "ended"), -(2**63))
@example(("races", "options"), "{")
@example(("races", "options"), "[" * 5000)
@example(("racers", "milliseconds"), -1)
@example(("racers", "status"), "x")
@example(("racers", "score"), 2**63 - 1)
@example(("racers", "place"), None)
@example(("racers", "win"), None)
@example(("racers", "win"), 2**63 - 1)
@example(("bests", "wins"), -1)
@example(("bests", "races"), 2**63 - 1)
@example(("bests", "solved"), 2**63 - 1)
@example(("bests", "options"), "{")
@example(("players", "name"), "")
@example(("players", "made"), 2**63 - 1)
def test_one_damaged_value_is_the_trouble_of_its_row(
    whole: Path, where: tuple[str, str], value: object
) -> None:
    table, column = where
    with tempfile.TemporaryDirectory() as directory:
        data = Path(directory)
        shutil.copy(whole / FILE_NAME, data)
        before = asyncio.run(told(data))
        try:
            damage(data, table, column, value)
        except sqlite3.IntegrityError:
            return  # SQLite itself does not hold that there.
        after = asyncio.run(told(data))
    if table != "races":
        for what, entries in before.items():
            if what != "profile 1":
                assert after[what] == entries, what
    else:
        assert after["profile 3"] == before["profile 3"]
        for what, entries in before.items():
            if not what.startswith("profile"):
                assert [each for each in after[what] if 3 in each[:2]] == [
                    each for each in entries if 3 in each[:2]
                ], what
    for name in ("profile 1", "profile 2"):
        if name == "profile 1" and table == "players":
            continue
        assert after[name] is not None, name
        assert [past for past in after[name].recent if past.race != 1] == [
            past for past in before[name].recent if past.race != 1
        ]


async def test_it_is_told_once_and_who_looks_finds_it(
    whole: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copy(whole / FILE_NAME, tmp_path)
    damage(tmp_path, "racers", "milliseconds", -1)
    async with reading_file(tmp_path) as reader:
        for _ in range(2):
            for period in get_args(Period):
                await leaderboard(reader, "klondike", {}, period)
            seen = await profile(reader, 1)
            assert seen is not None
            assert [past.race for past in seen.recent] == [2]
    told_once = (
        "a result makes no sense (Expected `int` >= 0 - at `$.milliseconds`) and is left out of "
        "leaderboards and profiles, as are others like it; `samedeal verify` tells more"
    )
    assert [record.message for record in caplog.records] == [told_once]
    assert any(fault.startswith("race 1: ") for fault in FileVerification(tmp_path).faults())
