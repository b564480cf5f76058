from collections import Counter, defaultdict

import pytest
from msgspec.structs import replace

from protocol.messages import MAX_NEWS, Overview
from server.ratings.model import Strength
from server.storage import players
from server.storage.database import Database
from server.storage.filing import read_filed
from server.storage.records.overview import OverviewCache
from tests.server.storage.races import Races, register
from tests.server.storage.records.history import NOW, PEOPLE, Racer, make_history, rows_of

DAY = 86_400
STEPS = """
    SELECT player, ended, mu, sigma FROM rating_steps
    JOIN races ON races.rated = rating_steps.rated WHERE family = '' ORDER BY rating_steps.rated
"""


@pytest.fixture
async def database(database: Database) -> Database:
    await register(database)
    return database


async def overview(database: Database, asker: int = 1) -> Overview:
    return await OverviewCache(database.reader, now=lambda: NOW).seen_by(asker)


def people_in(rows: list[Racer]) -> list[Racer]:
    return [row for row in rows if row.player in PEOPLE]


async def test_a_server_without_races_has_an_empty_overview(database: Database) -> None:
    assert await overview(database) == Overview()


@pytest.mark.parametrize("seed", range(3))
async def test_the_past_day(database: Database, races: Races, seed: int) -> None:
    await make_history(database, races, seed)
    found = await overview(database)
    rows = await rows_of(database)
    lately = [row for row in people_in(rows) if row.ended >= NOW - DAY]
    assert found.races == len({row.race for row in lately}) > 0
    assert found.people == len({row.player for row in lately})
    best = {row.race: row for row in reversed(lately)}  # rows come with the best first
    newest = sorted(best.values(), key=lambda row: -row.race)[:MAX_NEWS]
    racers = Counter(row.race for row in rows)
    assert [
        (
            r.race,
            r.game,
            r.player,
            r.place,
            r.status,
            r.score,
            r.milliseconds,
            r.at,
            r.won,
            r.racers,
        )
        for r in found.latest
    ] == [
        (
            *(row.race, row.game, row.player, row.place, row.status, row.score),
            *(row.milliseconds, row.ended, bool(row.win), racers[row.race]),
        )
        for row in newest
    ]


@pytest.mark.parametrize("seed", range(3))
async def test_the_games_and_how_many_results_each_has(
    database: Database, races: Races, seed: int
) -> None:
    await make_history(database, races, seed)
    rows = people_in(await rows_of(database))
    results = Counter(row.game for row in rows)
    kinds = Counter((row.game, row.filed) for row in rows)
    found = (await overview(database)).games
    assert {each.game: each.results for each in found} == results
    assert [each.results for each in found] == sorted(results.values(), reverse=True)
    for each in found:
        most = max(number for (game, _), number in kinds.items() if game == each.game)
        filed = [kind for (game, kind), n in kinds.items() if (game, n) == (each.game, most)]
        assert (each.options, each.deals) in [
            (read_filed(kind).options, read_filed(kind).deals) for kind in filed
        ]


@pytest.mark.parametrize("seed", range(3))
async def test_the_records_that_hold_and_what_they_have_beaten(
    database: Database, races: Races, seed: int
) -> None:
    await make_history(database, races, seed)
    wins = defaultdict[tuple[str, str], list[Racer]](list)
    for row in people_in(await rows_of(database)):
        if row.status == "won":
            wins[row.game, row.filed].append(row)
    expected = []
    for won in wins.values():
        record = min(won, key=lambda row: (row.milliseconds, row.race, row.player))
        earlier = [row.milliseconds for row in won if row.race < record.race]
        before = min(earlier, default=0)
        expected.append((record.race, record.player, record.milliseconds, record.ended, before))
    found = (await overview(database)).records
    told = [(each.race, each.player, each.milliseconds, each.at, each.before) for each in found]
    assert told == sorted(expected, key=lambda each: -each[0])
    assert any(each.before for each in found)


@pytest.mark.parametrize("seed", range(3))
async def test_whose_rating_rose_most_in_a_week(
    database: Database, races: Races, seed: int
) -> None:
    await make_history(database, races, seed, 120)
    now, then = dict[int, int](), dict[int, int]()
    for player, ended, mu, sigma in await database.reader.read_all(STEPS):
        now[player] = Strength(mu, sigma).shown
        if ended < NOW - 7 * DAY:
            then[player] = now[player]
    gains = {player: value - then.get(player, 1000) for player, value in now.items()}
    found = (await overview(database)).risers
    assert {each.player: each.gained for each in found} == {
        player: gain for player, gain in gains.items() if gain > 0
    }
    assert [each.gained for each in found] == sorted((e.gained for e in found), reverse=True)
    assert {each.player: each.rating.value for each in found}.items() <= now.items()
    await players.set_rated(database, found[0].player, rated=False)
    assert found[0].player not in [each.player for each in (await overview(database)).risers]


async def test_a_race_behind_a_password_shows_no_more_than_its_record(
    database: Database, races: Races
) -> None:
    race = await races.add(("ann", "won", 52, 9000), ("bob", "stuck", 5, 100))
    await database.write(
        [("UPDATE races SET locked = TRUE, ended = ? WHERE id = ?", [(NOW - 9, race)])]
    )
    theirs = await overview(database)
    assert (theirs.races, theirs.people, theirs.latest) == (1, 2, [])
    assert [each.race for each in theirs.records] == [race]
    others = await overview(database, 3)
    assert others == replace(theirs, records=[replace(theirs.records[0], race=0)])


async def test_it_is_kept_for_a_minute(database: Database, races: Races) -> None:
    seconds = 0.0
    cache = OverviewCache(database.reader, clock=lambda: seconds)
    kept = [cache.kept]
    told = [len((await cache.seen_by(1)).games)]
    await races.add(("ann", "won", 52, 9000))
    for later in (59.0, 61.0):
        seconds = later
        kept.append(cache.kept)
        told.append(len((await cache.seen_by(1)).games))
    assert kept == [False, True, False]
    assert told == [0, 0, 1]
