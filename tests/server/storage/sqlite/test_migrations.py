"""From every older schema to the newest: the races replay, the players know their tokens."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine import catalogue
from protocol.messages import (
    Board,
    GetLeaderboard,
    GetProfile,
    GetRatingCourse,
    Leaderboard,
    Profile,
    RatingCourse,
)
from server.app import Server
from server.storage.filing import options_key, solution_text
from server.storage.sqlite import schema as tables
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.schema import MIGRATIONS
from server.storage.sqlite.verify import FileVerification
from server.storage.stock import Stock
from tests.server.play import change, client, comes_true, rows
from tests.server.stock.fake_foundry import certified, wish_of
from tests.server.storage.sqlite.old_databases import DATA, RUNNING_MOVES, TOKENS, load

DUMPS = {int(path.stem.partition("-")[2]): path for path in DATA.glob("schema-*.sql")}


def schema(file: Path) -> set[str]:
    """Return what makes the tables and indexes, without regard to spaces and comments."""
    connection = sqlite3.connect(file)
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    columns = {
        f"{name}.{column[1:]}"
        for [name] in rows
        for column in connection.execute(f"PRAGMA table_xinfo({name})")
    }
    indexed = {
        f"{name}: {connection.execute(f'PRAGMA index_xinfo({name})').fetchall()}" for [name] in rows
    }
    connection.close()
    return columns | indexed


async def old_database(version: int, directory: Path, patch: pytest.MonkeyPatch) -> None:
    """Make a database of an older schema: as it was written then, or from one older still."""
    nearest = max(number for number in DUMPS if number <= version)
    load(DUMPS[nearest].read_text(), directory)
    with patch.context() as older:
        older.setattr(tables, "MIGRATIONS", MIGRATIONS[:version])
        await (await SQLiteDatabase.open(directory)).close()


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
async def test_an_older_database_goes_on(
    version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await old_database(version, tmp_path / "old", monkeypatch)
    async with Server.open(tmp_path / "old") as server:
        async with client(server, token=TOKENS["cat"]) as cat:
            assert (await cat.until(Board)).number == RUNNING_MOVES
            await cat.act(catalogue.make("klondike"))
        async with client(server, token=TOKENS["bob"]) as bob:
            board = await bob.ask(GetLeaderboard("thirteens"), Leaderboard)
            assert [(record.name, record.race) for record in board.fastest] == [("bob", 2)]
    assert list(FileVerification(tmp_path / "old").faults()) == []
    await (await SQLiteDatabase.open(tmp_path / "new")).close()
    assert schema(tmp_path / "old" / FILE_NAME) == schema(tmp_path / "new" / FILE_NAME)


BEFORE_LOTS = 18


async def test_entries_come_into_lots_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those of a race with gaps, and what is no entry."""
    await old_database(BEFORE_LOTS, tmp_path, monkeypatch)
    numbers = [*range(250), *range(260, 1000), 2000]
    kinds = ("[0,9,1]", "[3]", '"undo"', '"give up"', "[1,", "7")
    made = [
        (race, number, 1, kinds[number % len(kinds)], number * 7, None if number % 3 else number)
        for race in (101, 103, 102)
        for number in numbers
    ]
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute(
            "INSERT INTO races (id, game, options, settings, seed, commitment) "
            "SELECT id + 100, game, options, settings, seed, commitment FROM races WHERE id < 4"
        )
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", reversed(made))
    await (await SQLiteDatabase.open(tmp_path)).close()
    found = rows(tmp_path, "SELECT * FROM entries WHERE race > 100 ORDER BY race, number")
    no_json = {"[1,": '"[1,"'}
    assert found == [
        (race, number, player, no_json.get(entry, entry), *others)
        for race, number, player, entry, *others in sorted(made, key=lambda row: row[:2])
    ]
    [(lots,)] = rows(tmp_path, "SELECT COUNT(*) FROM lots WHERE race = 101")
    assert lots == 12


async def test_who_was_sent_away_is_not_out_of_time_any_more(tmp_path: Path) -> None:
    load(DUMPS[8].read_text(), tmp_path)
    database = await SQLiteDatabase.open(tmp_path)
    rows = await database.reader.read_all("SELECT race, status FROM racers WHERE race IN (3, 6)")
    await database.close()
    assert {tuple(row) for row in rows} == {(3, "out of time"), (6, "stopped")}


async def test_old_wins_that_nobody_had_to_be_beaten_for_are_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(tables, "MIGRATIONS", MIGRATIONS[:4])
        old = await SQLiteDatabase.open(tmp_path)
        player = "INSERT INTO players (name, name_key, token_hash, bot, made) VALUES (?,?,?,0,0)"
        race = "INSERT INTO races (id, game, options, settings, seed, commitment) VALUES "
        await old.write(
            [
                (player, [(f"p{n}",) * 3 for n in range(1, 4)]),
                (f"{race} (?, 'klondike', '{{}}', '{{}}', '', '')", [(1,), (2,), (3,), (4,)]),
                (
                    "INSERT INTO racers VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        *((1, p, p, "gave up", 0, 1, 0, 0) for p in (1, 2, 3)),
                        (2, 1, 0, "stuck", 9, 1, 5, 700),
                        (2, 2, 1, "gave up", 0, 2, 1, 0),
                        (3, 1, 0, "won", 52, 1, 99, 9000),
                        (4, 1, 0, "stuck", 9, 1, 5, 700),
                        (4, 2, 1, "gave up", 0, 2, 0, 0),
                    ],
                ),
                ("UPDATE races SET ended = 1000 + id WHERE id = ?", [(1,), (2,), (3,), (4,)]),
            ]
        )
        wins = "SELECT player, races, wins FROM bests ORDER BY player"
        assert await old.reader.read_all(wins) == [(1, 4, 4), (2, 3, 1), (3, 1, 1)]
        await old.close()
    new = await SQLiteDatabase.open(tmp_path)
    assert await new.reader.read_all(wins) == [(1, 4, 2), (2, 3, 0), (3, 1, 0)]
    won = await new.reader.read_all("SELECT race, player FROM racers WHERE win ORDER BY race")
    assert won == [(2, 1), (3, 1)]
    assert await new.reader.read_all("SELECT id FROM races WHERE over <> ended") == []
    await new.close()


async def test_what_was_reached_is_ones_best_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(tables, "MIGRATIONS", MIGRATIONS[:17])
        old = await SQLiteDatabase.open(tmp_path)
        player = "INSERT INTO players (name, name_key, token_hash, bot, made) VALUES (?,?,?,0,0)"
        race = "INSERT INTO races (id, game, options, settings, seed, commitment) VALUES "
        racer = "INSERT INTO racers (race, player, seat, status, score, place, moves, milliseconds)"
        await old.write(
            [
                (player, [(f"p{n}",) * 3 for n in (1, 2)]),
                (f"{race} (?, 'montana', '{{}}', '{{}}', '', '')", [(1,), (2,), (3,)]),
                (
                    f"{racer} VALUES (?, ?, ?, ?, ?, 1, 5, ?)",
                    [
                        (1, 1, 0, "stuck", 9, 700),
                        (1, 2, 1, "gave up", 3, 0),
                        (2, 1, 0, "stuck", 7, 600),
                        (3, 1, 0, "gave up", 9, 0),
                    ],
                ),
                ("UPDATE races SET ended = 1000 + id WHERE id = ?", [(1,), (2,), (3,)]),
            ]
        )
        bests = "SELECT player, races, best, best_time, best_race FROM bests ORDER BY player"
        assert await old.reader.read_all(bests) == [(1, 3, 9, 0, 3), (2, 1, 3, 0, 1)]
        await old.close()
    new = await SQLiteDatabase.open(tmp_path)
    assert await new.reader.read_all(bests) == [(1, 3, 9, 700, 1), (2, 1, 3, 0, 1)]
    await new.close()


async def test_of_older_deals_in_stock_it_is_not_known_how_hard_they_are(tmp_path: Path) -> None:
    load(DUMPS[10].read_text(), tmp_path)
    deal, wish = certified(), wish_of()
    texts = (deal.seed, wish.game, options_key(dict(wish.options)), solution_text(deal.solution))
    row = ", ".join(f"'{text}'" for text in texts)
    columns = "seed, game, options, solution, rules, solver, positions, made"
    change(tmp_path, f"INSERT INTO stock ({columns}) VALUES ({row}, 1, 1, 9, 0)")
    database = await SQLiteDatabase.open(tmp_path)
    assert await Stock(database).counts() == {wish: 1}
    taken = await Stock(database).take(wish)
    assert taken == deal._replace(positions=9, solver=1)
    await database.close()


def test_there_is_a_dump_of_the_first_schema() -> None:
    assert 1 in DUMPS
    assert max(DUMPS) <= len(MIGRATIONS)


async def test_of_older_races_those_of_a_locked_room_that_is_there_are_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await old_database(4, tmp_path, monkeypatch)
    before = rows(tmp_path, "SELECT race FROM rooms WHERE race IS NOT NULL ORDER BY race")
    change(tmp_path, f"UPDATE rooms SET lock = 'a lock' WHERE race = {before[0][0]}")
    await (await SQLiteDatabase.open(tmp_path)).close()
    assert rows(tmp_path, "SELECT id FROM races WHERE locked") == before[:1]


@pytest.mark.parametrize("version", [1, 8, 11])
async def test_races_that_there_were_are_rated(
    version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann and Bob have raced each other once; other races were against a bot, or alone."""
    await old_database(version, tmp_path, monkeypatch)
    async with Server.open(tmp_path) as server:
        async with client(server, token=TOKENS["bob"]) as bob:
            await comes_true(lambda: rows(tmp_path, "SELECT 1 FROM ratings"))
            profile = await bob.ask(GetProfile(bob.player), Profile)
            assert [(rating.family, rating.races) for rating in profile.ratings] == [
                ("", 1),
                ("Klondike", 1),
            ]
            course = await bob.ask(GetRatingCourse(bob.player), RatingCourse)
            assert [point.race for point in course.points] == [1]
        told = rows(tmp_path, "SELECT id, rated FROM races WHERE rated IS NOT NULL ORDER BY id")
        assert told[:3] == [(1, 1), (2, 0), (3, 0)]
        assert not any(rated for _, rated in told[1:])
    assert list(FileVerification(tmp_path).faults()) == []
