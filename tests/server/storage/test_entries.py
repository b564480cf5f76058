"""Entries are read as they were written, one by one or in lots, in both kinds of database."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import commitment
from engine.state import Click, Move
from protocol.messages import Settings
from server.rooms.records import Entered, RaceEntry, RaceMade, RoomSaved
from server.storage import entries
from server.storage.database import Database
from server.storage.entries import counted, read_entries, written, written_as_texts
from server.storage.journal import StoredJournal
from server.storage.sqlite.database import SQLiteDatabase

DONE: tuple[RaceEntry, ...] = (Click(3), Move(1, 2, 3), "undo", "give up", "disconnected")
SETTINGS = Settings("klondike")
READ = "SELECT race, number, player, entry, milliseconds, position FROM entries"


def made(race: int) -> RaceMade:
    return RaceMade(race, SETTINGS, "seed", commitment("seed"))


def entered(race: int, number: int) -> Entered:
    checksum = None if number % 2 else number
    return Entered(race, number, 1 + number % 3, DONE[number % len(DONE)], number * 10, checksum)


@pytest.fixture
async def journal(database: Database) -> StoredJournal:
    journal = StoredJournal(database)
    for race, code in ((1, "AAAAAA"), (2, "BBBBBB")):
        await journal.write([made(race), RoomSaved(code, 1, SETTINGS, race)])
    return journal


async def test_races_that_go_on_together_are_read_apart(
    journal: StoredJournal, database: Database
) -> None:
    first = [entered(race, number) for number in range(7) for race in (1, 2)]
    await journal.write(first)
    await journal.write([entered(2, 7), entered(1, 7)])
    for race in (1, 2):
        wanted = [entered(race, number) for number in range(8)]
        assert await read_entries(database.reader, race) == wanted
        [[count]] = await database.reader.read_all(
            f"SELECT {counted(database.engine, 'races.id')} FROM races WHERE id = ?", (race,)
        )
        assert count == 8


async def test_a_long_lot_becomes_several(tmp_path: Path) -> None:
    long = [entered(1, number) for number in range(2 * entries.LOT + 1)]
    _, lots = written(long, "sqlite", lambda _: 1)
    assert [lot[:2] for lot in lots] == [(1, 0), (1, entries.LOT), (1, 2 * entries.LOT)]
    database = await SQLiteDatabase.open(tmp_path)
    await StoredJournal(database).write([made(1), *long])
    assert await read_entries(database.reader, 1) == long
    await database.close()


@given(st.lists(st.integers(-3, 40), unique=True, max_size=30))
def test_a_lot_has_no_gap(numbers: list[int]) -> None:
    _, lots = written([entered(1, number) for number in numbers], "sqlite", lambda _: 1)
    found = [first + place for _, first, lot in lots for place in range(len(json.loads(lot)))]
    assert found == numbers


async def test_what_is_read_can_be_written_again(tmp_path: Path) -> None:
    """That is how a club is moved, with what is damaged in it."""
    database = await SQLiteDatabase.open(tmp_path)
    await StoredJournal(database).write([made(1), *(entered(1, number) for number in range(5))])
    rows = await database.reader.read_all(READ)
    spoilt = [*rows[:4], (1, 4, 1, "[1,", 40, None), (1, 9, 1, "[3]", 50, None)]
    await database.write([("DELETE FROM lots", [()]), written_as_texts(spoilt)])
    again = await database.reader.read_all(READ)
    assert again == [*rows[:4], (1, 4, 1, '"[1,"', 40, None), (1, 9, 1, "[3]", 50, None)]
    with pytest.raises(ValueError, match="Invalid enum"):
        await read_entries(database.reader, 1)
    await database.close()
