"""How a day went, ranked by the database, and by nobody but those who may know it."""

import random

import pytest

from protocol.daily import month_table
from protocol.messages import DailyResult, Status, Streak
from protocol.racing import rank
from server.storage.dailies import calendar, results
from server.storage.dailies.results import UnknownPlayer
from server.storage.database import Database, Statement
from server.storage.filing import options_key
from server.storage.privacy.forgetting import forget_some
from tests.server.stock.fake_foundry import certified, wish_of

DAYS = ("2026-11-25", "2026-11-26", "2026-11-27")
TODAY = DAYS[-1]
ENDS: tuple[Status, ...] = ("won", "stuck", "gave up", "out of time", "disconnected", "stopped")


class Attempts:
    """Writes attempts as a server does."""

    def __init__(self, database: Database) -> None:
        self.database, self.race = database, 0

    async def player(self, number: int) -> None:
        row = (number, f"p{number}", f"p{number}", f"hash {number}", False, 1)
        sql = "INSERT INTO players (id, name, name_key, token_hash, bot, made) VALUES (?,?,?,?,?,?)"
        await self.database.write([(sql, [row])])

    async def add(
        self,
        day: str,
        player: int,
        status: Status | None,
        score: int = 0,
        milliseconds: int = 0,
        started: int | None = 5,
        closed: str | None = None,
    ) -> None:
        """Write an attempt; without a status it is not over."""
        self.race += 1
        over = None if status is None else 9
        race = (self.race, "gay-gordons", "{}", "{}", "x", "y", started, over, closed, day)
        sql = (
            "INSERT INTO races (id, game, options, settings, seed, commitment, started, over, "
            "closed, daily) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        result = (self.race, player, 0, status, score, 1, 7, milliseconds)
        racer = (
            "INSERT INTO racers (race, player, seat, status, score, place, moves, milliseconds) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        attempt = "INSERT INTO daily_attempts (day, player, race) VALUES (?, ?, ?)"
        statements: list[Statement] = [(sql, [race]), (attempt, [(day, player, self.race)])]
        if started is not None:
            statements.append((racer, [result]))
        await self.database.write(statements)


@pytest.fixture
async def written(database: Database) -> Attempts:
    """Return what writes attempts, of players 1 to 9 and three days."""
    for number, day in enumerate(DAYS, 1):
        assert await calendar.keep(database, day, wish_of(), certified(number))
    attempts = Attempts(database)
    for player in range(1, 10):
        await attempts.player(player)
    return attempts


async def told(database: Database, day: str, player: int) -> list[DailyResult]:
    found = await results.daily(database.reader, day, TODAY, 0, player)
    assert found is not None
    return found.answer.rows


async def test_the_database_ranks_as_a_race_does(database: Database, written: Attempts) -> None:
    chance = random.Random(7)
    for player in range(1, 10):
        status = chance.choice(ENDS)
        await written.add(DAYS[0], player, status, chance.randrange(-1, 3), chance.randrange(1, 4))
    rows = await told(database, DAYS[0], 1)
    keys = [rank(row.status, row.score, row.milliseconds) for row in rows]
    assert keys == sorted(keys)
    assert len(rows) == 9
    assert [row.place for row in rows] == [1 + keys.index(key) for key in keys]


async def test_who_may_see_what_and_when(database: Database, written: Attempts) -> None:
    await written.add(TODAY, 1, "won", 52, 1000)
    await written.add(TODAY, 2, None)
    await written.add(TODAY, 3, "won", 52, 900, started=None)  # in its countdown
    await written.add(TODAY, 4, None, closed="its rules have changed")
    await written.add(DAYS[0], 1, "won", 52, 1000)
    await written.add(DAYS[0], 2, None)
    for player, rows in {1: 1, 2: 0, 3: 0, 4: 1, 5: 0}.items():
        assert len(await told(database, TODAY, player)) == rows
    for player, rows in {1: 1, 2: 0, 5: 1}.items():
        assert len(await told(database, DAYS[0], player)) == rows
    reader = database.reader
    states = [await results.attempt(reader, player, TODAY) for player in range(1, 6)]
    assert states == ["over", "on", "none", "over", "none"]
    found = await results.daily(reader, TODAY, TODAY, 99, 5)
    assert found is not None
    assert (found.answer.players, found.answer.winners, found.answer.until) == (1, 1, 99)
    assert await results.daily(reader, "2026-11-28", TODAY, 0, 1) is None
    assert await results.daily(reader, "2026-11-01", TODAY, 0, 1) is None


async def test_a_day_to_come_is_told_to_nobody(database: Database, written: Attempts) -> None:
    assert await results.daily(database.reader, TODAY, DAYS[0], 0, 1) is None
    months = results.Months(database.reader)
    month = (await months.month("2026-11", DAYS[0], 1, 1)).answer
    assert [day.day for day in month.days] == [DAYS[0]]


async def test_a_month(database: Database, written: Attempts) -> None:
    await written.add(DAYS[0], 1, "won", 52, 1000)
    await written.add(DAYS[0], 2, "stuck", 30, 500)
    await written.add(DAYS[1], 2, "won", 52, 900)
    await written.add(TODAY, 1, "gave up", 3, 10)
    await written.add(TODAY, 2, "won", 52, 10)
    months = results.Months(database.reader)
    month = (await months.month("2026-11", TODAY, 1, 1)).answer
    assert [day.attempt for day in month.days] == ["over", "none", "over"]
    assert [day.own.place if day.own else 0 for day in month.days] == [1, 0, 2]
    assert [day.best.player if day.best else 0 for day in month.days] == [1, 2, 2]
    assert [(day.players, day.winners) for day in month.days] == [(2, 1), (1, 1), (2, 1)]
    assert [(row.player, row.points, row.days) for row in month.rows] == [(2, 27, 2), (1, 20, 1)]
    assert month.own == month.rows[1]
    assert (month.first, month.players, month.streak) == ("2026-11", 2, Streak(1, 1))
    by_day = {day: await told(database, day, 1) for day in DAYS[:2]}
    assert month.rows == month_table(by_day)


async def test_of_another_player_today_is_told_to_who_has_played(
    database: Database, written: Attempts
) -> None:
    await written.add(DAYS[1], 1, "stuck", 3, 10)
    await written.add(TODAY, 1, "gave up", 3, 10)
    await written.add(TODAY, 2, "won", 52, 10)
    months = results.Months(database.reader)
    [_, _, hidden] = (mine := (await months.month("2026-11", TODAY, 3, 1)).answer).days
    assert (hidden.attempt, hidden.own, hidden.best, hidden.players) == ("none", None, None, 2)
    assert mine.streak == Streak(1, 1)
    [_, _, seen] = (theirs := (await months.month("2026-11", TODAY, 2, 1)).answer).days
    assert seen.attempt == "over"
    assert seen.own is not None
    assert seen.own.player == 1
    assert theirs.streak == Streak(2, 2)
    for asker, known in ((2, Streak(2, 2)), (3, Streak(1, 1))):
        before = (await months.month("2026-10", TODAY, asker, 1)).answer
        assert before.streak == known, "whichever month is asked for"
    with pytest.raises(UnknownPlayer):
        await months.month("2026-11", TODAY, 2, 77)


async def test_options_that_make_no_sense_leave_the_day_out(
    database: Database, written: Attempts
) -> None:
    sql = "UPDATE dailies SET options = ? WHERE day = ?"
    await database.write([(sql, [("{", DAYS[0])])])
    assert await results.daily(database.reader, DAYS[0], TODAY, 0, 1) is None
    await database.write([(sql, [(options_key({}), DAYS[0])])])
    assert await results.daily(database.reader, DAYS[0], TODAY, 0, 1) is not None


async def test_old_moves_of_attempts_are_forgotten_and_results_stay(
    database: Database, written: Attempts
) -> None:
    await written.add(DAYS[0], 1, "won", 52, 1000)
    await written.add(TODAY, 2, None)
    assert await forget_some(database, before=100)
    assert not await forget_some(database, before=100)
    reader = database.reader
    rows = await reader.read_all("SELECT id, forgotten FROM races ORDER BY id")
    assert [tuple(row) for row in rows] == [(1, 2), (2, 0)]
    assert [row.place for row in await told(database, DAYS[0], 1)] == [1]
