import pytest

from protocol.messages import Feat, Ranked, Settings
from server.storage.database import Database
from server.storage.leaderboard import find_leaderboard
from server.storage.records import feats
from tests.server.storage.races import SETTINGS, Races, register
from tests.server.storage.records.history import PEOPLE, Racer, make_history, rows_of

OTHER = Settings("klondike", {"deal": "three-card-deals"})


@pytest.fixture
async def database(database: Database) -> Database:
    await register(database)
    return database


async def of(database: Database, race: int) -> list[Feat]:
    found = await feats.of_race(database.reader, race)
    assert found is not None
    return found


async def test_a_race_that_is_not_told_yet_has_changed_nothing_yet(
    database: Database, races: Races
) -> None:
    race = await races.add(("ann", "won", 52, 9000), published=False)
    assert await feats.of_race(database.reader, race) is None
    assert await feats.of_race(database.reader, 99) is None


async def test_firsts_are_told_once(database: Database, races: Races) -> None:
    first = await races.add(("ann", "won", 52, 9000), ("bob", "stuck", 5, 100))
    assert await of(database, first) == [
        Feat(1, first_win=True, first_solved=True, ranked="fastest", milliseconds=9000, place=1),
        Feat(2, ranked="best", score=5, place=2),
    ]
    second = await races.add(("ann", "won", 52, 9000), settings=OTHER)
    [feat] = await of(database, second)
    assert not feat.first_win, "with other options it is the same game"
    assert not feat.first_solved
    assert feat.place == 1


async def test_a_better_time_says_by_how_much_and_from_where(
    database: Database, races: Races
) -> None:
    await races.add(("ann", "won", 52, 9000), ("bob", "won", 52, 20_000))
    race = await races.add(("bob", "won", 52, 8000), ("ann", "won", 52, 8500))
    assert await of(database, race) == [
        Feat(
            1,
            ranked="fastest",
            milliseconds=8500,
            milliseconds_before=9000,
            place=2,
            place_before=1,
        ),
        Feat(
            2,
            first_win=True,
            ranked="fastest",
            milliseconds=8000,
            milliseconds_before=20_000,
            place=1,
            place_before=2,
        ),
    ]
    slower = await races.add(("bob", "won", 52, 9500))
    assert await of(database, slower) == []


async def test_bots_have_none(database: Database, races: Races) -> None:
    race = await races.add(("robot", "won", 52, 10), ("cat", "stuck", 0, 0))
    assert await of(database, race) == []


def _key(row: Racer, ranked: Ranked) -> tuple[int, ...] | None:
    if ranked == "fastest":
        return (row.milliseconds, row.race) if row.status == "won" else None
    return (-row.score, row.milliseconds, row.race) if row.score > 0 and row.milliseconds else None


def _bests(rows: list[Racer], ranked: Ranked) -> dict[int, tuple[int, ...]]:
    """Return each player's best: the less it is, the better."""
    best = dict[int, tuple[int, ...]]()
    for row in rows:
        key = _key(row, ranked)
        if key is not None and row.player in PEOPLE:
            best[row.player] = min(key, best.get(row.player, key))
    return best


@pytest.mark.parametrize("seed", range(3))
async def test_places_are_those_of_the_lists_before_and_after(
    database: Database, races: Races, seed: int
) -> None:
    await make_history(database, races, seed, 40)
    rows = await rows_of(database)
    last = max(row.race for row in rows)
    race = last
    while not await of(database, race):
        race -= 1
    filed = next(row.filed for row in rows if row.race == race)
    game = next(row.game for row in rows if row.race == race)
    there = [row for row in rows if (row.game, row.filed) == (game, filed)]
    for feat in await of(database, race):
        if feat.ranked is None:
            continue
        for listed, place in (
            (there, feat.place),
            ([row for row in there if row.race != race], feat.place_before),
        ):
            keys = _bests(listed, feat.ranked)
            own = keys.get(feat.player)
            assert place == (1 + sum(key < own for key in keys.values()) if own else 0)


async def test_it_agrees_with_the_leaderboard(database: Database, races: Races) -> None:
    await races.add(("ann", "won", 52, 9000), ("bob", "won", 52, 9000))
    race = await races.add(("cat", "won", 52, 9000))
    [feat] = await of(database, race)
    board = await find_leaderboard(database.reader, SETTINGS.game, SETTINGS.options, "all")
    names = [row.name for row in board.board.fastest]
    assert feat.place == names.index("cat") + 1 == 3
