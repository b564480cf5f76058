import asyncio
import time
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.messages import Settings, Status
from server.ratings.model import Strength
from server.ratings.ranks import Finisher
from server.ratings.reckoning import RatedRace, Reckoning
from server.storage import players
from server.storage.database import Database, Rejected
from server.storage.ratings.books import GIVEN_UP, Ratings
from tests.server.storage.races import NAMES, SETTINGS, Races, register

Result = tuple[str, Status, int, int]
A: Result = ("ann", "won", 52, 1000)
B: Result = ("bob", "stuck", 20, 500)
C: Result = ("cat", "gave up", 5, 300)
ROBOT: Result = ("robot", "won", 52, 100)
FREECELL = Settings("freecell")


@pytest.fixture
async def database(database: Database) -> Database:
    await register(database)
    return database


@pytest.fixture
def ratings(database: Database) -> Ratings:
    return Ratings(database)


async def _rate_all(ratings: Ratings) -> None:
    while await ratings.rate_some():
        pass


async def _numbers(database: Database) -> list[int | None]:
    return [row[0] for row in await database.reader.read_all("SELECT rated FROM races ORDER BY id")]


async def _steps(database: Database) -> list[tuple[Any, ...]]:
    return await _sorted(
        database,
        "SELECT player, family, rated, mu, sigma, rating_steps.races FROM rating_steps "
        "JOIN rating_books ON id = book WHERE state = 'open'",
    )


async def _kept(database: Database) -> dict[tuple[str, int], Strength]:
    rows = await database.reader.read_all(
        "SELECT family, player, mu, sigma, races FROM ratings JOIN rating_books ON id = book "
        "WHERE state = 'open'"
    )
    return {(family, player): Strength(*rest) for family, player, *rest in rows}


async def _sorted(database: Database, sql: str) -> list[tuple[Any, ...]]:
    return sorted(map(tuple, await database.reader.read_all(sql)))


def _reckoned(*races: tuple[str, Sequence[Result]]) -> dict[Any, Strength]:
    reckoning = Reckoning()
    for number, (game, results) in enumerate(races, 1):
        finishers = [
            Finisher(NAMES.index(name) + 1, status, place, bot=name == "robot")
            for place, (name, status, _, _) in enumerate(results, 1)
        ]
        reckoning.rate(RatedRace(number, game, finishers))
    return dict(reckoning.strengths)


async def test_races_are_rated_in_the_order_of_their_ends(
    database: Database, races: Races, ratings: Ratings
) -> None:
    await races.add(A, B, C)
    await races.add(B, ROBOT, C, settings=FREECELL)
    assert await ratings.rate_some() == 2
    assert await ratings.rate_some() == 0
    assert await _numbers(database) == [1, 2]
    expected = _reckoned(("klondike", [A, B, C]), ("freecell", [B, ROBOT, C]))
    assert await _kept(database) == expected
    await races.add(C, A)
    await _rate_all(ratings)
    assert await _kept(database) == _reckoned(
        ("klondike", [A, B, C]), ("freecell", [B, ROBOT, C]), ("klondike", [C, A])
    )


async def test_what_is_not_rated_is_looked_at_once(
    database: Database, races: Races, ratings: Ratings
) -> None:
    await races.add(A)  # alone
    await races.add(A, ROBOT)  # with a bot
    await races.add(A, B, settings=replace(SETTINGS, rated=False))
    await races.add(A, B, over=False)
    await races.add(A, B, published=False)
    assert await ratings.rate_some() == 3
    assert await _numbers(database) == [0, 0, 0, None, None]
    assert await ratings.rate_some() == 0
    assert await _kept(database) == {}
    await races.journal.publish_orphans()
    await _rate_all(ratings)
    assert await _numbers(database) == [0, 0, 0, None, 1]


async def test_a_book_that_is_written_again_is_the_same_to_the_last_bit(
    database: Database, races: Races, ratings: Ratings
) -> None:
    for results in ([A, B, C], [B, C, A], [C, A], [A, B], [B, A, C]):
        await races.add(*results)
    await _rate_all(ratings)
    steps, kept = await _steps(database), await _kept(database)
    assert len(steps) == 26
    told: list[tuple[int, int]] = []
    done = await ratings.rewrite(lambda *counts: told.append(counts))
    assert done == (1, 5, 0)
    assert told == [(number, 5) for number in range(1, 6)]
    assert await _steps(database) == steps
    assert await _kept(database) == kept
    while await ratings.tidy():
        pass
    assert await _sorted(database, "SELECT id, season, state FROM rating_books") == [(2, 1, "open")]
    assert (
        len(await _sorted(database, "SELECT book, player, rated, family FROM rating_steps")) == 26
    )


async def test_who_does_not_count_is_taken_out_of_the_others_ratings(
    database: Database, races: Races, ratings: Ratings
) -> None:
    await races.add(A, B, C)
    await races.add(B, A)
    await races.add(B, C)
    await _rate_all(ratings)
    everybody = await _kept(database)
    await players.set_rated(database, 1, rated=False)
    assert (await ratings.rewrite()).players == 3
    without = _reckoned(("klondike", [B, C]), ("klondike", []), ("klondike", [B, C]))
    assert await _kept(database) == without
    await races.add(A, C)  # Nor do races to come.
    await _rate_all(ratings)
    assert await _numbers(database) == [1, 2, 3, 4]
    assert await _kept(database) == without
    await players.set_rated(database, 1, rated=True)
    await ratings.rewrite()
    assert {key: each.races for key, each in (await _kept(database)).items() if key[0] == ""} == {
        ("", 1): 3,
        ("", 2): 3,
        ("", 3): 3,
    }
    assert await _kept(database) != everybody


async def test_a_new_season_begins_anew_and_the_last_one_is_kept(
    database: Database, races: Races, ratings: Ratings
) -> None:
    await races.add(A, B)
    await _rate_all(ratings)
    first = await _kept(database)
    assert await ratings.close_season() == 2
    assert await _kept(database) == {}
    await races.add(B, A)
    await _rate_all(ratings)
    assert await _kept(database) == _reckoned(("klondike", [B, A]))
    assert (await ratings.rewrite())[:2] == (2, 1)
    assert await _kept(database) == _reckoned(("klondike", [B, A]))
    closed = await database.reader.read_all(
        "SELECT family, player, mu, sigma, ratings.races FROM ratings "
        "JOIN rating_books ON id = book WHERE state = 'closed'"
    )
    assert {(row[0], row[1]): Strength(*row[2:]) for row in closed} == first


async def test_a_season_may_be_closed_before_anybody_has_raced(
    database: Database, races: Races, ratings: Ratings
) -> None:
    assert await ratings.close_season() == 2
    await races.add(A, B)
    await _rate_all(ratings)
    assert len(await _kept(database)) == 4


async def test_a_deleted_player_has_no_rating_and_the_others_keep_theirs(
    database: Database, races: Races, ratings: Ratings
) -> None:
    await races.add(A, B, C)
    await races.add(B, A, C)
    await _rate_all(ratings)
    before = await _kept(database)
    await players.delete(database, 1)
    others = {key: each for key, each in before.items() if key[1] != 1}
    assert await _kept(database) == others
    assert (await ratings.rewrite()).players == 0
    assert await _kept(database) == others
    assert not await _sorted(database, "SELECT player, rated FROM rating_steps WHERE player = 1")


async def test_of_two_who_rate_at_once_one_is_refused_and_loses_nothing(
    database: Database, races: Races, ratings: Ratings, monkeypatch: pytest.MonkeyPatch
) -> None:
    await races.add(A, B)
    other, looking = Ratings(database), asyncio.Event()
    strengths = ratings._strengths

    async def slowly(*of: Any) -> Any:
        looking.set()
        await going_on.wait()
        return await strengths(*of)

    going_on = asyncio.Event()
    monkeypatch.setattr(ratings, "_strengths", slowly)
    slow = asyncio.create_task(ratings.rate_some())
    await looking.wait()
    assert await other.rate_some() == 1
    await races.add(B, A)
    going_on.set()
    with pytest.raises(Rejected):
        await slow
    assert await ratings.rate_some() == 1
    assert await _kept(database) == _reckoned(("klondike", [A, B]), ("klondike", [B, A]))


async def test_a_race_that_ends_while_the_book_is_written_again_is_in_it(
    database: Database, races: Races, ratings: Ratings
) -> None:
    await races.add(A, B)
    await races.add(B, A)
    await _rate_all(ratings)
    more: list[asyncio.Task[None]] = []

    async def race() -> None:
        await races.add(A, C)
        await _rate_all(Ratings(database))

    def begin(*_: int) -> None:
        if not more:
            more.append(asyncio.create_task(race()))

    opened = ratings._open_book

    async def after_the_race() -> Any:
        await asyncio.gather(*more)
        return await opened()

    ratings._open_book = after_the_race  # type: ignore[method-assign]
    done = await ratings.rewrite(begin)
    assert done.races == 3
    assert await _kept(database) == _reckoned(
        ("klondike", [A, B]), ("klondike", [B, A]), ("klondike", [A, C])
    )


async def test_a_season_that_is_closed_while_its_book_is_written_again_stays_closed(
    database: Database, races: Races, ratings: Ratings
) -> None:
    await races.add(A, B)
    await _rate_all(ratings)
    opened, closed = ratings._open_book, False

    async def after_its_end() -> Any:
        nonlocal closed
        if not closed and await database.reader.read_all(
            "SELECT 1 FROM rating_books WHERE state = 'writing'"
        ):
            closed = True
            assert await Ratings(database).close_season() == 2
        return await opened()

    ratings._open_book = after_its_end  # type: ignore[method-assign]
    assert await ratings.rewrite() == (2, 0, 0)
    assert await _kept(database) == {}
    states = "SELECT season, state FROM rating_books WHERE state <> 'old' ORDER BY season"
    assert await _sorted(database, states) == [(1, "closed"), (2, "open")]


async def test_of_two_who_close_a_season_at_once_each_closes_one(
    database: Database, ratings: Ratings
) -> None:
    found = await asyncio.gather(ratings.close_season(), Ratings(database).close_season())
    assert sorted(found) == [2, 3]


async def test_what_a_killed_server_was_writing_is_deleted_in_the_end(
    database: Database, races: Races, ratings: Ratings
) -> None:
    await races.add(A, B)
    await _rate_all(ratings)
    long_ago = int(time.time()) - GIVEN_UP - 1
    await database.write(
        [("INSERT INTO rating_books VALUES (?, ?, ?, ?, ?)", [(7, 1, 0, "writing", long_ago)])]
    )
    columns = "(book, player, family, rated, mu, sigma, races)"
    sql = f"INSERT INTO rating_steps {columns} VALUES (?, ?, ?, ?, ?, ?, ?)"
    await database.write([(sql, [(7, 1, "", 1, 1.0, 2.0, 1)])])
    kept = await _kept(database)
    while await ratings.tidy():
        pass
    assert await _sorted(database, "SELECT id FROM rating_books") == [(1,)]
    assert not await _sorted(database, "SELECT book FROM rating_steps WHERE book = 7")
    assert await _kept(database) == kept
