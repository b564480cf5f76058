"""Moves are forgotten after a time, a few at a time, and all else stays."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.chance import commitment
from engine.state import Click
from protocol.messages import Settings, Standing
from server.app import Server
from server.rooms.records import (
    Entered,
    MemberSaved,
    RaceBegun,
    RaceClosed,
    RaceMade,
    RaceOver,
    Record,
    RoomClosed,
    RoomSaved,
)
from server.storage import entries, players
from server.storage.database import Database, Statement
from server.storage.entries import FORGOTTEN
from server.storage.journal import StoredJournal
from server.storage.leaderboard import leaderboard, profile
from server.storage.privacy import forgetting
from server.storage.privacy.forgetting import DAY, forget, forget_some
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.verify import FileVerification
from tests.server.play import change, comes_true, rows
from tests.server.storage.sqlite.old_databases import make_history

NOWHERE = "DELETE FROM nowhere WHERE ? = ?"
OLD, NEW = 1_000_000, 2_000_000
SETTINGS = Settings("klondike")


@pytest.fixture
async def database(database: Database) -> Database:
    await players.register(database, "ann", "ann", bot=False)
    return database


async def race(database: Database, number: int, entries: int, ended: int, closed: str = "") -> None:
    """Write a race of ann's with so many entries, which ended at that time."""
    standing = Standing(1, "ann", "gave up", 3, 1, 0, 10)
    await StoredJournal(database).write(
        [
            RaceMade(number, SETTINGS, "seed", commitment("seed")),
            RoomSaved("AAAAAA", 1, SETTINGS, number),
            RaceBegun(number, (1,)),
            *(Entered(number, n, 1, Click(1), n, None) for n in range(entries)),
            RaceClosed(number, closed) if closed else RaceOver(number, 99, (standing,)),
            RoomClosed("AAAAAA"),
        ]
    )
    column = "started" if closed else "ended"
    await database.write([(f"UPDATE races SET {column} = ? WHERE id = ?", [(ended, number)])])


async def left(database: Database) -> dict[int, int]:
    """Return how many entries each race has."""
    found = await database.reader.read_all("SELECT race, COUNT(*) FROM entries GROUP BY race")
    return dict(found)  # type: ignore[arg-type]


async def test_old_moves_go_a_few_at_a_time_and_new_ones_stay(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "PIECE", 100)
    monkeypatch.setattr(entries, "LOT", 10)
    for number, count, ended in ((1, 30, OLD), (2, 250, OLD + 1), (3, 5, NEW), (4, 0, OLD)):
        await race(database, number, count, ended)
    seen = []
    while await forget_some(database, NEW):
        seen.append(await left(database))
    assert seen == [{2: 180, 3: 5}, {2: 80, 3: 5}, {3: 5}]
    found = await database.reader.read_all("SELECT id, forgotten FROM races ORDER BY id")
    assert found == [(1, 2), (2, 2), (3, 0), (4, 2)]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_piece_takes_all_of_a_lot(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "PIECE", 30)
    await race(database, 1, entries.LOT + 70, OLD)
    seen = []
    while await forget_some(database, NEW):
        seen.append(await left(database))
    assert seen == [{1: entries.LOT}, {}, {}]


async def test_results_profile_and_leaderboard_stay(database: Database) -> None:
    await race(database, 1, 30, OLD)

    async def known() -> tuple[object, ...]:
        reader = database.reader
        return await profile(reader, 1), await leaderboard(reader, "klondike", {})

    before = await known()
    assert await forget_some(database, NEW)
    assert await left(database) == {}
    assert await known() == before


@pytest.mark.parametrize("forgotten", [False, True])
async def test_what_is_forgotten_is_not_in_the_file_any_more(
    tmp_path: Path, forgotten: bool
) -> None:
    database = await SQLiteDatabase.open(tmp_path)
    await players.register(database, "ann", "ann", bot=False)
    await race(database, 1, 50, OLD)
    change(tmp_path, "UPDATE entries SET entry = '[201,202,203]'")
    if forgotten:
        assert await forget_some(database, NEW)
    await database.close()
    assert (b"[201,202,203]" in (tmp_path / FILE_NAME).read_bytes()) is not forgotten


async def test_a_race_that_the_server_closed_goes_too_and_one_under_way_does_not(
    database: Database,
) -> None:
    await race(database, 1, 3, OLD, closed="the rules have changed")
    under_way: list[Record] = [
        RaceMade(2, SETTINGS, "seed", commitment("seed")),
        RoomSaved("AAAAAA", 1, SETTINGS, 2),
        RaceBegun(2, (1,)),
    ]
    await StoredJournal(database).write([*under_way, Entered(2, 0, 1, Click(1), 5, None)])
    await database.write([("UPDATE races SET started = ? WHERE id = 2", [(OLD,)])])
    while await forget_some(database, NEW):
        pass
    assert await left(database) == {2: 1}


async def test_the_race_that_a_room_still_shows_is_kept(database: Database) -> None:
    for number in (1, 2):
        await race(database, number, 3, OLD)
    await StoredJournal(database).write(
        [RoomSaved("ABCD", 1, SETTINGS, 1), MemberSaved(1, "ABCD", True)]
    )
    while await forget_some(database, NEW):
        pass
    assert await left(database) == {1: 3}


async def test_it_goes_on_by_the_clock(database: Database) -> None:
    await race(database, 1, 30, OLD)
    now = OLD + 4 * DAY
    forgetter = asyncio.create_task(forget(database, 5, clock=lambda: now, every=0.001))
    for _ in range(50):
        await database.reader.read_all("SELECT 1")
    assert await left(database) == {1: 30}
    now += 2 * DAY
    async with asyncio.timeout(60):
        while await left(database):
            pass
    forgetter.cancel()


@pytest.mark.parametrize("piece", [1, 1000])
async def test_what_is_left_checks_out_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    """A server's own data: by half or wholly forgotten, they verify, and open again."""
    await make_history(tmp_path)
    change(tmp_path, "UPDATE races SET over = 1, ended = 1 WHERE ended IS NOT NULL")
    monkeypatch.setattr(forgetting, "PIECE", piece)
    database = await SQLiteDatabase.open(tmp_path)
    assert await forget_some(database, NEW)
    await database.close()
    looking = FileVerification(tmp_path)
    assert list(looking.faults()) == []
    assert looking.done.forgotten == len(
        rows(tmp_path, "SELECT id FROM races WHERE forgotten AND started IS NOT NULL")
    )
    assert looking.done.forgotten
    async with Server.open(tmp_path) as server:
        assert len(server.lobby.rooms) == len(rows(tmp_path, "SELECT 1 FROM rooms"))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_deleted_player_s_own_races_go_in_pieces_and_nothing_is_left_by_half(
    tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "WAITED_FOR", 7)
    monkeypatch.setattr(entries, "LOT", 1)
    monkeypatch.setattr(forgetting, "RACES", 2)
    await players.register(database, "bob", "bob", bot=False)
    for number in range(1, 5):
        await race(database, number, 10, OLD)
    await database.write([("INSERT INTO racers (race, player, seat) VALUES (4, 2, 1)", [()])])
    most = 0
    write = database.write

    async def watched(statements: list[Statement]) -> None:
        nonlocal most
        assert isinstance(database, SQLiteDatabase)
        before = database._writer.total_changes
        await write(statements)
        most = max(most, database._writer.total_changes - before)

    monkeypatch.setattr(database, "write", watched)
    await players.delete(database, 1)
    assert await left(database) == {4: 10}
    assert await database.reader.read_all("SELECT race, player FROM racers") == [(4, 1), (4, 2)]
    assert 7 <= most <= 7 + 3 * 2
    found = await database.reader.read_all("SELECT id, forgotten FROM races ORDER BY id")
    assert found == [(1, 2), (2, 2), (3, 2), (4, 0)]


async def test_a_deleted_player_in_the_races_of_others_checks_out(tmp_path: Path) -> None:
    await make_history(tmp_path)
    database = await SQLiteDatabase.open(tmp_path)
    await players.delete(database, 1)
    await database.close()
    assert list(FileVerification(tmp_path).faults()) == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_is_said_to_be_gone_and_is_here_is_a_fault(
    tmp_path: Path, database: Database
) -> None:
    await race(database, 1, 3, OLD)
    await database.write([("UPDATE races SET forgotten = 2", [()])])
    faults = list(FileVerification(tmp_path).faults())
    assert "race 1: its moves are said to be deleted, and some are here" in faults


async def test_a_disk_that_cannot_be_written_is_no_end(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await race(database, 1, 3, OLD)
    with monkeypatch.context() as patch:
        patch.setattr(forgetting, "FORGOTTEN", dict.fromkeys(FORGOTTEN, NOWHERE))
        forgetter = asyncio.create_task(forget(database, 1, clock=lambda: NEW, every=0.001))
        await comes_true(lambda: "could not be deleted" in caplog.text)
        assert await left(database) == {1: 3}
    async with asyncio.timeout(60):
        while await left(database):
            pass
    forgetter.cancel()


async def test_what_is_forgotten_is_told(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    for number in (1, 2):
        await race(database, number, 30, OLD)
    async with running(forget(database, 5, clock=lambda: OLD + 6 * DAY, every=0.001)):
        await comes_true(lambda: "old moves" in caplog.text)
        async with asyncio.timeout(60):
            while await left(database):
                pass
    [told] = [record for record in caplog.records if "old moves" in record.message]
    assert told.__dict__["races"] == 2
    assert told.__dict__["before"] == "1970-01-13"


async def test_a_clock_that_is_far_ahead_deletes_nothing(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    await race(database, 1, 30, OLD)
    [[newest]] = await database.reader.read_all("SELECT made FROM players")
    now = int(str(newest)) + 31 * DAY
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return now

    async with running(forget(database, 5, clock=clock, every=0.001)):
        await comes_true(lambda: "clock" in caplog.text)
        # Who plays meanwhile is written down by the same clock.
        await database.write([("UPDATE players SET seen = ?", [(now,)])])
        seen = looks
        await comes_true(lambda: looks > seen + 3)
        assert await left(database) == {1: 30}
    assert caplog.text.count("far ahead") == 1
    async with running(forget(database, 5, clock=clock, every=0.001)):
        async with asyncio.timeout(60):
            while await left(database):
                pass


@asynccontextmanager
async def running(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    task = asyncio.create_task(work)
    yield
    task.cancel()
    await asyncio.wait([task])
