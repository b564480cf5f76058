from collections import Counter

import pytest

from protocol.messages import Rival
from server.storage.database import Database
from server.storage.leaderboard import profile
from server.storage.records.career import Streaks, rivals, streaks
from tests.server.storage.races import Races, register
from tests.server.storage.records.history import PEOPLE, Racer, make_history, rows_of


@pytest.fixture
async def database(database: Database) -> Database:
    await register(database)
    return database


async def test_wins_in_a_row(database: Database, races: Races) -> None:
    assert await streaks(database.reader, 1) == Streaks(0, 0)
    for _ in range(3):
        await races.add(("ann", "won", 52, 900), ("bob", "stuck", 5, 100))
    assert await streaks(database.reader, 1) == Streaks(3, 3)
    assert await streaks(database.reader, 2) == Streaks(0, 0)
    await races.add(("ann", "stopped", 5, 100), ("bob", "stopped", 2, 100))
    assert await streaks(database.reader, 1) == Streaks(3, 3), "nobody has won or lost that"
    await races.add(("bob", "won", 52, 900), ("ann", "stopped", 5, 100))
    assert await streaks(database.reader, 1) == Streaks(0, 3)
    await races.add(("ann", "won", 52, 900))
    assert await streaks(database.reader, 1) == Streaks(1, 3)
    await races.add(("ann", "stuck", 5, 900), over=False)
    assert await streaks(database.reader, 1) == Streaks(1, 3)


async def test_of_several_servers_the_one_with_lower_numbers_may_be_the_later_one(
    database: Database, races: Races
) -> None:
    races.number = 100
    await races.add(("ann", "won", 52, 900))
    await races.add(("ann", "won", 52, 900))
    races.number = 0
    await races.add(("ann", "stuck", 5, 900))
    started = "UPDATE races SET started = ? WHERE id = ?"
    await database.write([(started, [(1000, 101), (2000, 102), (3000, 1)])])
    assert await streaks(database.reader, 1) == Streaks(0, 2)
    found = await profile(database.reader, 1)
    assert found is not None
    assert [race.race for race in found.recent] == [1, 102, 101]


def _streaks(rows: list[Racer], player: int) -> Streaks:
    now = best = 0
    winners = {row.race for row in rows if row.win}
    for row in rows:
        if row.player != player or (row.status == "stopped" and row.race not in winners):
            continue
        now = now + 1 if row.win else 0
        best = max(best, now)
    return Streaks(now, best)


@pytest.mark.parametrize("seed", range(3))
async def test_rows_of_wins_in_a_long_history(database: Database, races: Races, seed: int) -> None:
    await make_history(database, races, seed)
    rows = await rows_of(database)
    for player in PEOPLE:
        assert await streaks(database.reader, player) == _streaks(rows, player)


def _ahead(one: Racer, other: Racer) -> bool:
    counts = one.status == "won" or "stopped" not in (one.status, other.status)
    return one.place < other.place and counts


@pytest.mark.parametrize("seed", range(3))
async def test_against_whom_it_went_how(database: Database, races: Races, seed: int) -> None:
    await make_history(database, races, seed)
    rows = await rows_of(database)
    for player in PEOPLE:
        met, ahead, behind = Counter[int](), Counter[int](), Counter[int]()
        for own in rows:
            for other in rows:
                if own.player == player != other.player and own.race == other.race:
                    met[other.player] += 1
                    ahead[other.player] += _ahead(own, other)
                    behind[other.player] += _ahead(other, own)
        found = await rivals(database.reader, player)
        assert {(each.player, each.races, each.ahead, each.behind) for each in found} == {
            (other, met[other], ahead[other], behind[other]) for other in PEOPLE if other != player
        }
        assert [each.races for each in found] == sorted((e.races for e in found), reverse=True)


async def test_whom_one_met_behind_a_password_is_for_those_who_were_there(
    database: Database, races: Races
) -> None:
    race = await races.add(("ann", "won", 52, 900), ("bob", "stuck", 5, 100))
    await database.write([("UPDATE races SET locked = TRUE WHERE id = ?", [(race,)])])
    assert await rivals(database.reader, 1, 3) == []
    assert await rivals(database.reader, 1, 2) == [Rival(2, "bob", 1, 1, 0)]
    assert await rivals(database.reader, 1) == [Rival(2, "bob", 1, 1, 0)]
