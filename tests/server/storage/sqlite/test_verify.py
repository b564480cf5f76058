import asyncio
import shutil
import sqlite3
import tracemalloc
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from engine import catalogue
from protocol.messages import CreateRoom, GiveUp, Results, RoomState
from server.app import Server
from server.operator.requests import Delete
from server.operator.socket import ask
from server.storage.database import BadDatabase
from server.storage.sqlite.backup import backup
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.reader import SQLiteReader
from server.storage.sqlite.verify import FileVerification
from tests.server.play import AT_ONCE, change, client, comes_true, rows, start
from tests.server.storage.sqlite.old_databases import make_history
from tests.server.storage.sqlite.test_migrations import old_database

KLONDIKE = catalogue.make("klondike")


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("history")
    asyncio.run(make_history(directory))
    return directory


@pytest.fixture
def data(history: Path, tmp_path: Path) -> Path:
    """A copy of the history, to be damaged."""
    shutil.copy(history / FILE_NAME, tmp_path)
    return tmp_path


def do(data: Path, *statements: str) -> None:
    for statement in statements:
        change(data, statement)


def faults(data: Path) -> list[str]:
    return list(FileVerification(data).faults())


def test_what_the_server_wrote_checks_out(data: Path) -> None:
    looking = FileVerification(data)
    told: list[int] = []
    assert list(looking.faults(lambda: told.append(looking.done.races))) == []
    assert looking.done.races == looking.races == 5
    assert looking.done.entries == 45
    assert told == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        # What a result says is not what the moves come to.
        (
            "UPDATE racers SET score = 40 WHERE race = 2 AND seat = 0",
            ["race 2: bob's score is 40, and by the moves it is 52"],
        ),
        (
            "UPDATE racers SET status = 'stuck' WHERE race = 1 AND seat = 0",
            ["race 1: ann's status is stuck, and by the moves it is gave up"],
        ),
        (
            "UPDATE racers SET status = 'won' WHERE race = 3 AND seat = 0",
            ["race 3: bob's status is won, and by the moves it is racing"],
        ),
        (
            "UPDATE racers SET place = 3 - place WHERE race = 2",
            [
                "race 2: bob's place is 2, and by the moves it is 1",
                "race 2: eve's place is 1, and by the moves it is 2",
            ],
        ),
        (
            "UPDATE racers SET moves = 7 WHERE race = 3 AND seat = 1",
            ["race 3: eve's number of moves is 7, and by the moves it is 0"],
        ),
        (
            "UPDATE racers SET milliseconds = 1 WHERE race = 3 AND seat = 0",
            ["race 3: bob's time is 1, and by the moves it is 0"],
        ),
        (
            "UPDATE racers SET status = NULL WHERE race = 3 AND seat = 0",
            ["race 3: bob's status is None, and by the moves it is racing"],
        ),
        (
            "UPDATE racers SET score = 1 WHERE race = 4",
            ["race 4: it is not over, and has results"],
        ),
        (
            "UPDATE racers SET win = 1 - win WHERE race = 2",
            [
                "race 2: bob's race counts as no win, and by the moves it is one",
                "race 2: eve's race counts as a win, and by the moves it is none",
            ],
        ),
        (
            "UPDATE races SET ended = ended - 1 WHERE id = 2",
            ["race 2: it is told to have ended at another time than it did"],
        ),
        # The deal.
        (
            "UPDATE races SET commitment = 'x' WHERE id = 3",
            ["race 3: the seed is not the one that was promised before the start"],
        ),
        (
            "UPDATE races SET game = 'bridge' WHERE id = 3",
            ["race 3: it is filed as bridge {}, and the settings say otherwise"],
        ),
        (
            "UPDATE races SET settings = '{}' WHERE id = 3",
            ["race 3: its settings cannot be read: Object missing required field `game`"],
        ),
        # The journal.
        (
            "DELETE FROM entries WHERE race = 2 AND number = 33",
            [
                "race 2: bob's status is won, and by the moves it is racing",
                "race 2: bob's score is 52, and by the moves it is ",
                "race 2: bob's number of moves is 34, and by the moves it is 33",
                "race 2: bob's time is ",
            ],
        ),
        (
            "DELETE FROM entries WHERE race = 1 AND number = 4",
            [
                "race 1: its journal has a gap: entry 4 is missing",
                "race 1: bob's number of moves is 1, and by the moves it is 0",
            ],
        ),
        (
            "UPDATE entries SET player = 4 WHERE race = 1 AND number = 4",
            [
                "race 1: entry 4 is of player 4, who is not racing",
                "race 1: bob's number of moves is 1, and by the moves it is 0",
            ],
        ),
        (
            "UPDATE entries SET milliseconds = 99999 WHERE race = 4 AND number = 1",
            ["race 4: entry 2 is earlier than the one before it"],
        ),
        (
            "UPDATE entries SET entry = '[0,9,1]' WHERE race = 4 AND number = 1",
            ["race 4: entry 1 is refused: "],
        ),
        (
            "UPDATE entries SET entry = '{' WHERE race = 4 AND number = 1",
            ["race 4: entry 1 is refused: "],
        ),
        (
            "UPDATE entries SET entry = '7' WHERE race = 4 AND number = 1",
            ["race 4: entry 1 is refused: "],
        ),
        (
            "UPDATE entries SET entry = '\"give up\"' WHERE race = 4 AND number = 1",
            ["race 4: entry 2 is refused: the race is over for this racer"],
        ),
        (
            "UPDATE entries SET position = 7 WHERE race = 4 AND number = 3",
            ["race 4: entry 3 is refused: it leads to another position now"],
        ),
        # Rows that belong nowhere.
        (
            "DELETE FROM races WHERE id = 4",
            [
                "player 3 is racing in race 4, which is missing",
                "race 4 is missing, and its journal is here: 4 entries",
                "has race 4, which is missing",
                "player 3 was there in evening 4, which is missing",
            ],
        ),
        (
            "DELETE FROM players WHERE id = 4",
            ["a member of room "],
        ),
        ("DELETE FROM rooms WHERE race = 4", ["player 3 is in room ", "race 4 is under way in no"]),
        ("DELETE FROM members WHERE player = 3", ["the host of room "]),
        (
            "DELETE FROM racers WHERE race = 4",
            [
                "race 4: it has begun, and nobody is racing",
            ],
        ),
        (
            "UPDATE racers SET seat = 5 WHERE race = 4",
            ["race 4: the seats are not numbered from 0"],
        ),
        (
            "UPDATE races SET started = NULL WHERE id = 3",
            ["race 3: it never began, and has racers or moves"],
        ),
        # What is kept for the leaderboard.
        (
            "UPDATE bests SET best = 99 WHERE player = 2 AND game = 'thirteens'",
            ["bob's best in thirteens is not what the races come to"],
        ),
        (
            "UPDATE bests SET best_race = 77 WHERE player = 2 AND game = 'thirteens'",
            ["bob's best in thirteens is not what the races come to"],
        ),
        (
            "UPDATE bests SET best_race = 3 WHERE player = 2 AND game = 'thirteens'",
            ["bob's best in thirteens is not what the races come to"],
        ),
        (
            "UPDATE bests SET fastest_race = 3 WHERE player = 2 AND game = 'thirteens'",
            ["bob's best in thirteens is not what the races come to"],
        ),
        ("UPDATE players SET made = -5 WHERE id = 4", ["player 4: it is said to have come first"]),
        (
            "UPDATE races SET started = -9223372036854775808 WHERE id = 2",
            ["race 2: it is said to have started at -9223372036854775808, which is no time"],
        ),
        (
            "DELETE FROM bests WHERE player = 1",
            ["ann's best in klondike is not what the races come to"],
        ),
        # What a server reads when it starts.
        (
            "UPDATE rooms SET settings = '{}' WHERE race IS NOT NULL AND host = 3",
            ["the server keeps it closed, for its settings cannot be read: Object missing"],
        ),
        (
            "UPDATE rooms SET settings = CAST(x'ff' AS TEXT) WHERE host = 3",
            ["a text in it is no UTF-8", "its settings cannot be read"],
        ),
        ("UPDATE rooms SET lock = 'x' WHERE host = 3", ["its password is damaged"]),
        ("UPDATE players SET name = CAST(x'41ff' AS TEXT) WHERE id = 4", ["no UTF-8", "the name"]),
        ("UPDATE players SET token_hash = 'x' WHERE id = 3", ["player 3: the token is damaged"]),
        (
            "INSERT INTO bans (network, reason, made) VALUES ('everywhere', '', 0)",
            ["ban 1: it bans nobody, for 'everywhere' is no network"],
        ),
        (
            "UPDATE entries SET entry = CAST(x'ff' AS TEXT) WHERE race = 4 AND number = 1",
            ["race 4: a text in it is no UTF-8", "race 4: entry 1 is refused"],
        ),
        (
            "UPDATE races SET seed = '' WHERE id = 4",
            ["race 4: what is written of it makes no sense (a seed has 1 to 64"],
        ),
    ],
)
def test_each_damage_is_found(data: Path, statement: str, told: Sequence[str]) -> None:
    do(data, statement)
    found = faults(data)
    # A result that is wrong also makes a best wrong that was made of it: that comes last.
    assert all("is not what the races come to" in fault for fault in found[len(told) :]), found
    assert len(found) >= len(told)
    for text, fault in zip(told, found, strict=False):
        assert text in fault


def test_what_cannot_be_played_again_is_counted_or_passed_over(data: Path) -> None:
    do(
        data,
        "UPDATE races SET rules = 0 WHERE id = 2",
        "UPDATE racers SET moves = 9 WHERE race = 2",
        "UPDATE races SET closed = 'the rules have changed' WHERE id = 4",
        "UPDATE entries SET entry = '[0,9,1]' WHERE race = 4",
        "UPDATE rooms SET race = NULL WHERE race = 4",
    )
    looking = FileVerification(data)
    assert list(looking.faults()) == []
    assert looking.done.old == 1


def test_a_race_whose_only_racer_was_deleted_is_a_deal_that_nobody_played(data: Path) -> None:
    do(
        data,
        "DELETE FROM entries WHERE race = 2",
        "DELETE FROM racers WHERE race = 2",
        "UPDATE bests SET races = 1, wins = 0, solved = 0, fastest = NULL, fastest_race = NULL, "
        "(best, best_time, best_race) = (SELECT score, milliseconds, race FROM racers "
        "WHERE race = 3 AND racers.player = bests.player) "
        "WHERE game = 'thirteens' AND player IN (2, 5)",
    )
    assert faults(data) == []
    do(data, "UPDATE races SET over = NULL, ended = NULL WHERE id = 2")
    assert "race 2: it has begun, and nobody is racing" in faults(data)


@pytest.mark.parametrize("lot", ["[[1,", "7", "[7]", '["x"]', '{"a": [1]}', "", "[[]]"])
def test_what_lies_in_a_damaged_lot_is_a_fault_of_its_race_alone(data: Path, lot: str) -> None:
    do(data, f"UPDATE lots SET entries = '{lot}' WHERE race = 4 AND number = 0")
    found = faults(data)
    assert found
    assert all(fault.startswith("race 4: ") for fault in found), found


def test_a_damaged_file_is_found(data: Path) -> None:
    file = data / FILE_NAME
    [(root,)] = rows(data, "SELECT rootpage FROM sqlite_schema WHERE name = 'lots'")
    page = int(str(root)) - 1
    content = bytearray(file.read_bytes())
    content[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    file.write_bytes(content)
    looking = FileVerification(data)
    found = list(looking.faults())
    assert found[0].startswith("the file is damaged")
    assert any(fault.startswith("the file is damaged, and cannot be read on") for fault in found)
    assert looking.damaged
    file.write_bytes(b"no database " * 1000)
    with pytest.raises(BadDatabase, match="is no database, or its beginning is damaged: keep it"):
        FileVerification(data)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        (
            "PRAGMA user_version = 0",
            "it says that it is of version 0, and has .*, which came later",
        ),
        ("PRAGMA user_version = 1", "which came later"),
        ("DROP TABLE bests", "bests is missing; keep it"),
        ("DROP TRIGGER add_to_bests", "add_to_bests is missing"),
        ("ALTER TABLE players DROP COLUMN seen", "the column seen of players is missing"),
        ("PRAGMA user_version = 99", "comes from a newer Samedeal .*please update"),
    ],
)
def test_what_is_no_database_of_ours_any_more(data: Path, statement: str, told: str) -> None:
    do(data, statement)
    before = (data / FILE_NAME).read_bytes()
    with pytest.raises(BadDatabase, match=told):
        FileVerification(data)
    for _ in range(2):
        with pytest.raises(BadDatabase, match=told):
            asyncio.run(SQLiteDatabase.open(data))
        with pytest.raises(BadDatabase, match=told):
            asyncio.run(SQLiteReader.open(data))
        with pytest.raises(BadDatabase, match=told):
            backup(data, data / "copy")
    assert (data / FILE_NAME).read_bytes() == before
    assert not (data / "copy").exists()


def test_a_backup_is_verified_where_it_lies(data: Path, tmp_path: Path) -> None:
    copy = backup(data, tmp_path / "monday.bak")
    assert list(FileVerification(copy).faults()) == []
    do(data, "UPDATE racers SET score = 40 WHERE race = 2 AND seat = 0")
    assert list(FileVerification(copy).faults()) == []


def test_an_index_that_lies_is_found(data: Path) -> None:
    """A row that an index does not know: what PRAGMA integrity_check is for."""
    with closing(sqlite3.connect(data / FILE_NAME)) as connection:
        connection.executescript("""
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = 'CREATE INDEX members_by_room ON members (seated)'
                WHERE name = 'members_by_room';
        """)
    assert "the file is damaged: " in faults(data)[0]


def test_where_there_is_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="is it the data directory"):
        FileVerification(tmp_path)


async def test_beside_a_writer(data: Path) -> None:
    """Neither waits for the other: each race is a transaction of its own."""
    database = await SQLiteDatabase.open(data)
    looking = FileVerification(data).faults()
    await database.write([("UPDATE races SET elapsed = elapsed + 1 WHERE id = ?", [(4,)])])
    assert await asyncio.to_thread(list, looking) == []
    await database.close()


def test_memory_does_not_grow_with_the_races(data: Path) -> None:
    def peak() -> int:
        tracemalloc.start()
        assert faults(data) == []
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    peak()  # What is made once.
    before = peak()
    tables = (
        ("races", "game, options, settings, seed, commitment, started, over, ended, elapsed", "id"),
        ("racers", "player, seat, status, score, place, moves, milliseconds, win", "race"),
        ("entries", "number, player, entry, milliseconds, position", "race"),
    )
    do(
        data,
        *(
            f"INSERT INTO {table} ({key}, {columns}) SELECT {to}, {columns} FROM {table} "
            f"WHERE {key} = 2"
            for to in range(10, 210)
            for table, columns, key in tables
        ),
        "UPDATE races SET ended = NULL WHERE id >= 10",
        "UPDATE races SET ended = over WHERE id >= 10",
    )
    assert peak() < before + 500_000  # All at once would be twenty times as much.


async def test_a_room_that_has_had_no_race_is_right(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        await ann.ask(CreateRoom(AT_ONCE), RoomState)
        assert faults(tmp_path) == []


async def test_of_a_player_deleted_in_a_race_nothing_is_kept_for_the_leaderboards(
    tmp_path: Path,
) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await start(ann, bob)
        await ann.act(KLONDIKE)
        assert (await ask(tmp_path, Delete("ann"))).ok
        await bob.ask(GiveUp(), Results)
        await comes_true(lambda: rows(tmp_path, "SELECT 1 FROM races WHERE ended IS NOT NULL"))
        assert rows(tmp_path, "SELECT player FROM bests") == [(bob.player,)]
        assert faults(tmp_path) == []


def test_what_was_kept_of_deleted_players_goes_when_an_older_database_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "old"
    asyncio.run(old_database(6, data, monkeypatch))
    do(data, "UPDATE players SET gone = 1 WHERE id = 2")
    assert (2,) in rows(data, "SELECT player FROM bests")
    asyncio.run(open_and_close(data))
    assert (2,) not in rows(data, "SELECT player FROM bests")
    assert faults(data) == []


async def open_and_close(data: Path) -> None:
    await (await SQLiteDatabase.open(data)).close()


def test_the_log_of_another_database_beside_a_restored_one_is_told(
    data: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A server refuses it, and so all is not well."""
    place = tmp_path_factory.mktemp("restored")
    backup(data, place / FILE_NAME)
    (place / f"{FILE_NAME}-wal").write_bytes(b"of the old one")
    with pytest.raises(BadDatabase, match=r"belongs to another database .*move that file"):
        FileVerification(place)
    with pytest.raises(BadDatabase, match=r"belongs to another database .*move that file"):
        backup(place, place / "copy")
