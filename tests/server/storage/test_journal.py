import logging
from collections.abc import Iterable

import pytest

from engine.chance import commitment
from engine.state import Click, Deal, Move
from protocol.messages import Settings, Standing
from server.rooms.lobby import Lobby
from server.rooms.records import (
    ClockRead,
    Entered,
    MemberGone,
    MemberSaved,
    Player,
    RaceBegun,
    RaceClosed,
    RaceMade,
    RaceOver,
    RoomClosed,
    RoomSaved,
    StoredRace,
    StoredRoom,
)
from server.storage import players
from server.storage.database import BadDatabase, Database, Row, Statement
from server.storage.entries import TABLE, read_entries
from server.storage.filing import options_key
from server.storage.journal import StoredJournal, WrongNumber
from tests.server.storage.conftest import change_entries

SETTINGS = Settings("klondike", {"deal": "no-redeals"})
ANN, BOB = Player(1, "ann"), Player(2, "bob", bot=True)
MADE = RaceMade(7, SETTINGS, "seed", commitment("seed"))
ROOM = RoomSaved("AAAAAA", 1, SETTINGS, 7)
ENTRIES = [
    Entered(7, 0, 1, Move(0, 1, 2), 10),
    Entered(7, 1, 2, Click(5), 20),
    Entered(7, 2, 1, Deal(), 30),
    Entered(7, 3, 1, "undo", 40),
    Entered(7, 4, 2, "give up", 50),
]


@pytest.fixture
async def database(database: Database) -> Database:
    for player in (ANN, BOB):
        await players.register(database, player.name, f"token {player.id}", bot=player.bot)
    return database


@pytest.fixture
def journal(database: Database) -> StoredJournal:
    return StoredJournal(database)


async def test_what_was_written_is_read(journal: StoredJournal, database: Database) -> None:
    await journal.write([MADE, ROOM, *ENTRIES])
    assert await read_entries(database.reader, 7) == ENTRIES
    assert await read_entries(database.reader, 8) == []


async def test_a_number_is_written_once_and_nothing_with_the_second(
    journal: StoredJournal, database: Database
) -> None:
    await journal.write([MADE, ROOM, ENTRIES[0]])
    await journal.write(ENTRIES[1:2])
    with pytest.raises(WrongNumber):
        await journal.write([ENTRIES[2], Entered(7, 1, 2, Click(0), 60)])
    assert await read_entries(database.reader, 7) == ENTRIES[:2]
    await journal.write([ENTRIES[2]])


async def test_rooms_come_back_as_they_were(journal: StoredJournal, database: Database) -> None:
    await journal.write(
        [
            RoomSaved("AAAAAA", 1, SETTINGS, None),
            MemberSaved(1, "AAAAAA", True),
            MemberSaved(2, "AAAAAA", False),
            MADE,
            RoomSaved("AAAAAA", 2, SETTINGS, 7),
        ]
    )
    room = StoredRoom("AAAAAA", 2, SETTINGS, [(ANN, True), (BOB, False)], StoredRace(7, "seed"))
    assert await journal.rooms() == [room]
    await journal.write(
        [MemberSaved(2, "AAAAAA", True), RaceBegun(7, (2, 1)), *ENTRIES, ClockRead(7, 2000)]
    )
    room.members[1] = (BOB, True)
    room.race = StoredRace(7, "seed", [BOB, ANN], 2000, False, ENTRIES)
    assert await journal.rooms() == [room]
    standings = (Standing(1, "ann", "stuck", 5, 1, 3, 10), Standing(2, "bob", "gave up", place=2))
    await journal.write([RaceOver(7, 2500, standings)])
    room.race.elapsed, room.race.over = 2500, True
    assert await journal.rooms() == [room]
    await journal.write([MemberGone(1)])
    del room.members[0]
    assert await journal.rooms() == [room]
    await journal.write([RoomClosed("AAAAAA")])
    assert await journal.rooms() == []
    assert await read_entries(database.reader, 7) == ENTRIES


async def test_the_order_of_members_is_that_of_their_coming(journal: StoredJournal) -> None:
    await journal.write(
        [
            RoomSaved("AAAAAA", 2, SETTINGS, None),
            MemberSaved(2, "AAAAAA", True),
            MemberSaved(1, "AAAAAA", True),
            MemberSaved(2, "AAAAAA", False),
        ]
    )
    [room] = await journal.rooms()
    assert room.members == [(BOB, False), (ANN, True)]


async def test_race_ids_go_on(database: Database, journal: StoredJournal) -> None:
    first = await database.race_ids()
    assert first.start == 1
    await journal.write([MADE])
    then = await database.race_ids()
    if database.engine == "sqlite":
        assert then.start == MADE.race + 1
    else:  # Another server may have those, and nobody else those.
        assert set(first).isdisjoint(then)


def test_the_same_options_are_the_same_text() -> None:
    assert options_key({"b": True, "a": "x"}) == options_key({"a": "x", "b": True})


async def test_checksums_and_rules_are_kept(journal: StoredJournal) -> None:
    entered = Entered(7, 0, 1, Click(5), 20, 2**32 - 1)
    made = MADE._replace(rules=3)
    await journal.write([made, ROOM, entered])
    [room] = await journal.rooms()
    assert room.race == StoredRace(7, "seed", entries=[entered], rules=3)


async def test_a_closed_race_keeps_its_data(journal: StoredJournal, database: Database) -> None:
    await journal.write([MADE, ROOM, *ENTRIES, RaceClosed(7, "the rules have changed")])
    assert await read_entries(database.reader, 7) == ENTRIES
    rows = await database.reader.read_all("SELECT closed, ended FROM races")
    assert rows == [("the rules have changed", None)]


@pytest.mark.parametrize("entry", ["no JSON", '"no word"', "[1, 2]", "[1.5]", "[300]", "{}"])
async def test_a_damaged_entry_is_told_of_and_harms_no_other_room(
    journal: StoredJournal, database: Database, entry: str
) -> None:
    await journal.write(
        [
            MADE,
            RoomSaved("AAAAAA", 1, SETTINGS, 7),
            *ENTRIES,
            RoomSaved("BBBBBB", 2, SETTINGS, None),
        ]
    )
    await change_entries(database, "UPDATE entries SET entry = ? WHERE number = 2", entry)
    damaged, whole = await journal.rooms()
    assert damaged.race is not None
    assert "damaged" in damaged.race.damage
    assert whole == StoredRoom("BBBBBB", 2, SETTINGS, [])


async def test_a_room_with_damaged_settings_is_left_out(
    journal: StoredJournal, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    for code in ("AAAAAA", "BBBBBB"):
        await journal.write([RoomSaved(code, 1, SETTINGS, None)])
    await database.write([("UPDATE rooms SET settings = '{}' WHERE code = 'AAAAAA'", [()])])
    assert [room.code for room in await journal.rooms()] == ["BBBBBB"]
    assert "room AAAAAA is damaged and stays closed" in caplog.text


NO_TEXT = "CAST(x'ff' || 'x' AS TEXT)"


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE rooms SET settings = {NO_TEXT} WHERE code = 'AAAAAA'",
        f"UPDATE rooms SET code = {NO_TEXT} WHERE code = 'AAAAAA'",
        "UPDATE rooms SET settings = '' WHERE code = 'AAAAAA'",
        "UPDATE rooms SET settings = '{\"game\": \"bridge\"}' WHERE code = 'AAAAAA'",
    ],
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_room_that_makes_no_sense_is_no_other_rooms_trouble(
    journal: StoredJournal,
    database: Database,
    caplog: pytest.LogCaptureFixture,
    statement: str,
) -> None:
    for player, code in ((1, "AAAAAA"), (2, "BBBBBB")):
        await journal.write([RoomSaved(code, player, SETTINGS, None)])
        await journal.write([MemberSaved(player, code, True)])
    await database.write([("PRAGMA foreign_keys = OFF", [()])])
    await database.write([(statement, [()])])
    lobby = Lobby()
    lobby.restore(await journal.rooms(), 0, logging.getLogger("lobby").warning)
    assert list(lobby.rooms) == ["BBBBBB"]
    assert "room " in caplog.text


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM races",
        f"UPDATE races SET seed = {NO_TEXT}",
        f"UPDATE entries SET entry = {NO_TEXT} WHERE number = 2",
        "DELETE FROM entries WHERE number = 2",
        "UPDATE entries SET player = 77 WHERE number = 2",
        "DELETE FROM players WHERE id = 2",
        "UPDATE entries SET number = -5 WHERE number = 0",
    ],
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_of_a_race_that_makes_no_sense_the_room_is_left(
    journal: StoredJournal, database: Database, statement: str
) -> None:
    await journal.write([MADE, ROOM, MemberSaved(1, "AAAAAA", True)])
    await journal.write([RaceBegun(7, (1, 2)), *ENTRIES])
    await database.write([("PRAGMA foreign_keys = OFF", [()])])
    if "entries" in statement:
        await change_entries(database, statement)
    else:
        await database.write([(statement, [()])])
    lobby = Lobby()
    lobby.restore(await journal.rooms(), 0, logging.getLogger("lobby").warning)
    room = lobby.rooms["AAAAAA"]
    assert (room.phase, list(room.members)) == ("lobby", [1])
    records, _ = lobby.take()
    [closed] = [record for record in records if isinstance(record, RaceClosed)]
    assert "could not go on" in closed.reason


async def test_a_host_who_is_not_there_is_replaced(
    journal: StoredJournal, database: Database
) -> None:
    await journal.write([RoomSaved("AAAAAA", 2, SETTINGS, None), MemberSaved(1, "AAAAAA", True)])
    [room] = await journal.rooms()
    assert room.host == 1


async def test_a_disk_that_fails_for_a_moment_closes_no_race(
    journal: StoredJournal, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be read now is not damaged: to close it would lose what was acknowledged."""
    await journal.write([MADE, ROOM, MemberSaved(1, "AAAAAA", True)])
    await journal.write([RaceBegun(7, (1, 2)), *ENTRIES])
    read_all = database.reader.read_all

    async def fail(sql: str, row: Row = ()) -> list[Row]:
        if f"FROM {TABLE[database.engine]}" in sql:
            raise BadDatabase("the disk fails")
        return await read_all(sql, row)

    monkeypatch.setattr(database.reader, "read_all", fail)
    with pytest.raises(BadDatabase, match="the disk fails"):
        await journal.rooms()


async def test_what_is_recorded_is_written_before_anything_else(
    journal: StoredJournal, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []
    write = database.write

    async def note(statements: Iterable[Statement], *, brief: bool = False) -> None:
        told.append(brief)
        await write(statements, brief=brief)

    monkeypatch.setattr(database, "write", note)
    await journal.write([MADE])
    await journal.publish_orphans()
    assert told == [True, False]
