"""How the daily deals went, as far as who asks may know it.

The results of a day are for who has made an attempt that is over, and for everybody but those who
are about theirs when the day is over.
"""

import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from protocol.daily import month_table, streak
from protocol.messages import (
    MAX_DAYS,
    MAX_ROWS,
    Attempt,
    Dailies,
    Daily,
    DailyDay,
    DailyResult,
    DailyTallied,
    Streak,
)
from server.storage.database import Reader, Row
from server.storage.filing import read_filed
from server.storage.leaderboard_rows import make, readable

KEPT: Final = 60.0
"""Seconds for which a month's table is kept."""
MONTHS_KEPT: Final = 24
"""How many of them are."""

_DAYS: Final = """
    SELECT day, game, options, band FROM dailies WHERE day BETWEEN ? AND ? ORDER BY day LIMIT ?
"""
_ALL_DAYS: Final = "SELECT day FROM dailies WHERE day <= ? ORDER BY day"
# One that was given up by the server (`closed`) is over without a result.
_ATTEMPTS: Final = """
    SELECT day, CASE WHEN races.over IS NULL AND closed IS NULL THEN 'on' ELSE 'over' END
    FROM daily_attempts JOIN races ON races.id = race
    WHERE player = ? AND day BETWEEN ? AND ? AND started IS NOT NULL
"""
# As `protocol.racing.rank`.
_ORDER: Final = """
    CASE WHEN status = 'won' THEN 0 ELSE 1 END,
    CASE WHEN status = 'won' THEN racers.milliseconds ELSE -racers.score END,
    CASE WHEN status = 'won' THEN -racers.score ELSE racers.milliseconds END
"""
_RANKED: Final = f"""
    SELECT daily_attempts.day AS day, daily_attempts.player AS player, name,
        RANK() OVER (PARTITION BY daily_attempts.day ORDER BY {_ORDER}) AS place,
        status, racers.score AS score, racers.milliseconds AS milliseconds, racers.moves AS moves,
        daily_attempts.race AS race,
        COUNT(*) OVER (PARTITION BY daily_attempts.day) AS players,
        SUM(CASE WHEN status = 'won' THEN 1 ELSE 0 END)
            OVER (PARTITION BY daily_attempts.day) AS winners
    FROM daily_attempts
    JOIN races ON races.id = daily_attempts.race
    JOIN racers ON racers.race = daily_attempts.race AND racers.player = daily_attempts.player
    JOIN players ON players.id = daily_attempts.player
    WHERE daily_attempts.day BETWEEN ?1 AND ?2
        AND races.over IS NOT NULL AND status IS NOT NULL
"""  # noqa: S608 (what stands in it is ours)
_FIRST_AND_OWN: Final = f"""
    SELECT * FROM ({_RANKED}) AS ranked WHERE place <= ?3 OR player = ?4
    ORDER BY day, place, player
"""  # noqa: S608 (what stands in it is ours)
_RESULTS: Final = f"SELECT * FROM ({_RANKED}) AS ranked ORDER BY day, place, player"  # noqa: S608
_FIRST_MONTH: Final = "SELECT MIN(day) FROM dailies WHERE day <= ?"
_PLAYER: Final = "SELECT 1 FROM players WHERE id = ? AND NOT gone"


class Result(NamedTuple):
    """A result of a day, with how many there are."""

    day: str
    result: DailyResult
    players: int
    winners: int


class FoundDay(NamedTuple):
    """A day, and how many results were ranked for it."""

    answer: Daily
    ranked: int


class FoundMonth(NamedTuple):
    """A month, and how many results were ranked for it."""

    answer: Dailies
    ranked: int


class UnknownPlayer(LookupError):
    """There is no such player."""


def _day(day: str, *values: object) -> Result:
    player, name, place, status, score, milliseconds, moves, race, players, winners = values
    told = (player, name, place, status, score, milliseconds, moves, race)
    return Result(day, make(DailyResult, *told), int(str(players)), int(str(winners)))


async def attempts(reader: Reader, player: int, first: str, last: str) -> dict[str, Attempt]:
    """Return which attempts a player has begun on days from the first to the last."""
    rows = await reader.read_all(_ATTEMPTS, (player, first, last))
    return {day: msgspec.convert(state, Attempt) for day, state in rows}


async def attempt(reader: Reader, player: int, day: str) -> Attempt:
    """Return how far a player is with the attempt of a day."""
    return (await attempts(reader, player, day, day)).get(day, "none")


def may_see(made: Attempt, day: str, today: str) -> bool:
    """Return whether somebody whose attempt is so far may know how a day went, and its deal."""
    return made == "over" or (made == "none" and day < today)


async def daily(reader: Reader, day: str, today: str, until: int, player: int) -> FoundDay | None:
    """Return a day as a player may know it, without their curve; None if there is no such day.

    `until` is when it is over, in seconds since 1970.

    Raises:
        BadDatabase: it cannot be read.
    """
    days = await _days(reader, day, day) if day <= today else []
    if not days:
        return None
    made = await attempt(reader, player, day)
    rows = await reader.read_all(_FIRST_AND_OWN, (day, day, MAX_ROWS, player))
    found = readable(reader, rows, _day)
    players, winners = _counts(found)
    results = [each.result for each in found] if may_see(made, day, today) else []
    told = days[0]
    answer = Daily(
        day=day,
        game=told.game,
        options=told.options,
        deals=told.deals,
        until=until,
        over=day < today,
        attempt=made,
        players=players,
        winners=winners,
        rows=results[:MAX_ROWS],
        own=next((each for each in results if each.player == player), None),
        streak=await _streak(reader, player, today),
    )
    return FoundDay(answer, players)


async def _days(reader: Reader, first: str, last: str) -> list[DailyDay]:
    rows = await reader.read_all(_DAYS, (first, last, MAX_DAYS))
    return readable(reader, rows, _described)


def _described(day: str, game: str, text: str, band: str | None) -> DailyDay:
    """Return a day as it is filed, and as anybody may know it.

    Raises:
        msgspec.DecodeError: it makes no sense.
    """
    told = {"day": day, "game": game, "options": read_filed(text).options}
    return msgspec.convert({**told, "deals": band or "winnable"}, DailyDay)


def _counts(found: Sequence[Result]) -> tuple[int, int]:
    return (found[0].players, found[0].winners) if found else (0, 0)


async def _streak(reader: Reader, player: int, today: str, *, with_today: bool = True) -> Streak:
    days = [day for (day,) in await reader.read_all(_ALL_DAYS, (today,))]
    made = await attempts(reader, player, days[0], today) if days else {}
    return streak(days, {day for day in made if with_today or day < today}, today)


class Months:
    """The daily deals by the month; what a month adds up to is kept for a while."""

    def __init__(self, reader: Reader) -> None:
        """Ask this reader."""
        self._reader = reader
        self._kept: dict[tuple[str, str], tuple[float, list[DailyTallied], int]] = {}

    async def month(self, month: str, today: str, asker: int, player: int) -> FoundMonth:
        """Return a month with the results of a `player`, as far as the `asker` may know them.

        Raises:
            UnknownPlayer: there is no such player.
            BadDatabase: it cannot be read.
        """
        reader = self._reader
        if player != asker and not await reader.read_all(_PLAYER, (player,)):
            raise UnknownPlayer
        first, last = f"{month}-01", min(f"{month}-31", today)
        days = await _days(reader, first, last)
        made = await attempts(reader, player, first, last)
        seen = made if player == asker else await attempts(reader, asker, first, last)
        results: dict[str, list[Result]] = defaultdict(list)
        rows = await reader.read_all(_FIRST_AND_OWN, (first, last, 1, player))
        for each in readable(reader, rows, _day):
            results[each.day].append(each)
        told = []
        for plain in days:
            day = replace(plain, over=plain.day < today, attempt=made.get(plain.day, "none"))
            if may_see(seen.get(day.day, "none"), day.day, today):
                day = _with_results(day, results.get(day.day, ()), player)
            elif player != asker:
                day = replace(day, attempt="none")
            told.append(_with_counts(day, results.get(day.day, ())))
        table, counted = await self._table(month, today)
        [[begun]] = await reader.read_all(_FIRST_MONTH, (today,))
        # Today may be of another month than the one that is asked for.
        with_today = player == asker or may_see(await attempt(reader, asker, today), today, today)
        answer = Dailies(
            month=month,
            first=begun[: len(month)] if begun else "",
            days=told,
            players=len(table),
            rows=table[:MAX_ROWS],
            player=player,
            own=next((each for each in table if each.player == player), None),
            streak=await _streak(reader, player, today, with_today=with_today),
        )
        return FoundMonth(answer, counted + sum(day.players for day in told))

    async def _table(self, month: str, today: str) -> tuple[list[DailyTallied], int]:
        """Return what the days of a month add up to that are over, and of how many results."""
        key, now = (month, today), time.monotonic()
        kept = self._kept.get(key)
        if kept and kept[0] > now:
            return kept[1], 0
        span = f"{month}-01", min(f"{month}-31", today)
        rows: Sequence[Row] = await self._reader.read_all(_RESULTS, span)
        by_day: dict[str, list[DailyResult]] = defaultdict(list)
        for each in readable(self._reader, rows, _day):
            if each.day < today:
                by_day[each.day].append(each.result)
        table = month_table(by_day)
        while len(self._kept) >= MONTHS_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = now + KEPT, table, len(rows)
        return table, len(rows)


def _with_counts(day: DailyDay, results: Sequence[Result]) -> DailyDay:
    players, winners = _counts(results)
    return replace(day, players=players, winners=winners)


def _with_results(day: DailyDay, results: Sequence[Result], player: int) -> DailyDay:
    own = next((each.result for each in results if each.result.player == player), None)
    return replace(day, own=own, best=results[0].result if results else None)
