"""What there is to see on the leaderboards: the past day, new records, risers, the games raced."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from protocol.messages import (
    FIRST_RATING,
    MAX_GAMES,
    MAX_NEWS,
    NewRecord,
    NewResult,
    Overview,
    RacedGame,
    Rating,
    Riser,
)
from server.ratings.model import CAUTION, MEAN, SPREAD, UNKNOWN, Strength
from server.storage.database import Reader
from server.storage.filing import read_filed
from server.storage.leaderboard import KEPT_FOR, LISTED, SECONDS, races_of
from server.storage.leaderboard_rows import make, readable

MOST_KNOWN: Final = 1000
"""Records of which is kept in mind what they have beaten."""

# What stands in these strings is ours, and no input.
_OF_THE_DAY: Final = f"""
    FROM races JOIN racers ON race = races.id JOIN players ON players.id = racers.player
    WHERE ended >= ?1 AND status IS NOT NULL AND {LISTED}
"""
_COUNTED: Final = f"SELECT COUNT(DISTINCT races.id), COUNT(DISTINCT racers.player) {_OF_THE_DAY}"
# Of a race in a room with a password, others see what it adds to counts and bests, and no more.
_LATEST: Final = f"""
    SELECT races.id, game, options,
        (SELECT COUNT(*) FROM racers AS everybody WHERE everybody.race = races.id),
        racers.player, name, place, status, score, milliseconds, ended, win
    {_OF_THE_DAY} AND NOT locked AND NOT EXISTS (
        SELECT 1 FROM racers AS rival JOIN players AS other ON other.id = rival.player
        WHERE rival.race = races.id AND NOT other.bot AND NOT other.gone
            AND (rival.place, rival.player) < (racers.place, racers.player))
    ORDER BY ended DESC, races.id DESC LIMIT ?2
"""  # noqa: S608
_GAMES: Final = f"""
    SELECT game, options, results FROM (
        SELECT game, options, SUM(SUM(races)) OVER (PARTITION BY game) AS results,
            ROW_NUMBER() OVER (PARTITION BY game ORDER BY SUM(races) DESC, options) AS nth
        FROM bests JOIN players ON players.id = bests.player WHERE {LISTED}
        GROUP BY game, options
    ) AS raced WHERE nth = 1 ORDER BY results DESC, game LIMIT ?
"""  # noqa: S608
# Each record is the first row of an index.  Who reaches the same time later has not beaten it.
_RECORDS: Final = f"""
    WITH raced AS MATERIALIZED (SELECT DISTINCT game, options FROM bests),
    kinds AS MATERIALIZED (
        SELECT game, options, (
            SELECT fastest FROM bests JOIN players ON players.id = bests.player
            WHERE bests.game = raced.game AND bests.options = raced.options
                AND fastest_race IS NOT NULL AND {LISTED} ORDER BY fastest LIMIT 1) AS record
        FROM raced)
    SELECT race, game, options, player, name, fastest, ended, locked FROM (
        SELECT fastest_race AS race, bests.game, bests.options, player, name, fastest, ended,
            locked, ROW_NUMBER() OVER (
                PARTITION BY bests.game, bests.options ORDER BY ended, fastest_race, player) AS nth
        FROM kinds JOIN bests ON bests.game = kinds.game AND bests.options = kinds.options
                AND fastest = record AND fastest_race IS NOT NULL
            JOIN players ON players.id = bests.player
            JOIN races ON races.id = fastest_race
        WHERE {LISTED}
    ) AS records WHERE nth = 1 ORDER BY ended DESC, race DESC LIMIT ?
"""  # noqa: S608
_BEATEN: Final = f"""
    SELECT MIN(milliseconds)
    FROM races JOIN racers ON race = races.id JOIN players ON players.id = racers.player
    WHERE game = ?1 AND options = ?2 AND ended <= ?3 AND (ended, races.id) < (?3, ?4)
        AND status = 'won' AND {LISTED}
"""  # noqa: S608

_OPEN: Final = "SELECT id FROM rating_books WHERE state = 'open'"
_RATED_BEFORE: Final = """
    SELECT rated FROM races WHERE rated > 0 AND ended < ? ORDER BY rated DESC LIMIT 1
"""
_BEFORE: Final = """(
    SELECT {column} FROM rating_steps AS earlier WHERE earlier.book = ?1
    AND earlier.player = ratings.player AND earlier.family = '' AND earlier.rated <= ?2
    ORDER BY earlier.rated DESC LIMIT 1)"""
_RAISED: Final = f"""
    SELECT ratings.player, name, mu, sigma, ratings.races,
        {_BEFORE.format(column="mu")} AS mu_before,
        {_BEFORE.format(column="sigma")} AS sigma_before
    FROM (SELECT DISTINCT player FROM rating_steps WHERE book = ?1 AND rated > ?2) AS raced
        JOIN ratings ON ratings.player = raced.player AND book = ?1 AND family = ''
        JOIN players ON players.id = raced.player
    WHERE {LISTED} AND NOT unrated
"""  # noqa: S608


def _shown(mu: str, sigma: str) -> str:
    """Return the SQL of the rating that is told: see `server.ratings.model.Strength.shown`."""
    worth = f"{mu} - {CAUTION} * {sigma} + {FIRST_RATING - MEAN + CAUTION * SPREAD}"
    return f"CASE WHEN {worth} > 0 THEN {worth} ELSE 0 END"


_RISERS: Final = f"""
    SELECT * FROM ({_RAISED}) AS raised
    ORDER BY
        {_shown("mu", "sigma")}
            - COALESCE({_shown("mu_before", "sigma_before")}, {FIRST_RATING}) DESC,
        player
    LIMIT ?3
"""  # noqa: S608


class Found(NamedTuple):
    """An overview, as whoever runs the server may see it."""

    overview: Overview
    locked: frozenset[int]
    """The races in it that were in rooms with a password."""


class OverviewCache:
    """The overview, which is kept for a while: it is the same for everybody."""

    def __init__(
        self,
        reader: Reader,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Ask this reader; `clock` returns seconds, and `now` those since 1970."""
        self._reader, self._clock, self._now = reader, clock, now
        self._kept: tuple[float, Found] | None = None
        self._beaten: dict[int, int] = {}
        """What records have beaten, by their races: that never changes."""
        self._finding = asyncio.Lock()

    @property
    def kept(self) -> bool:
        """Whether it need not be found out now."""
        return self._kept is not None and self._clock() - self._kept[0] < KEPT_FOR

    async def seen_by(self, asker: int) -> Overview:
        """Return it without the numbers of races that are not for the asker.

        Raises:
            BadDatabase: as `Reader.read_all`.
        """
        async with self._finding:
            if self._kept is None or not self.kept:
                self._kept = self._clock(), await self._find(int(self._now()))
            found = self._kept[1]
        overview, locked = found
        if not locked:
            return overview
        hidden = locked - await races_of(self._reader, asker, locked)
        records = [
            replace(each, race=0) if each.race in hidden else each for each in overview.records
        ]
        return replace(overview, records=records)

    async def _find(self, now: int) -> Found:
        reader = self._reader
        day = now - SECONDS["day"]
        [(races, people)] = await reader.read_all(_COUNTED, (day,))
        latest = readable(reader, await reader.read_all(_LATEST, (day, MAX_NEWS)), _new_result)
        games = readable(reader, await reader.read_all(_GAMES, (MAX_GAMES,)), _raced_game)
        records = []
        locked = set[int]()
        for *row, is_locked in await reader.read_all(_RECORDS, (MAX_NEWS,)):
            told = readable(reader, [(*row, await self._beaten_by(*row))], _new_record)
            records += told
            locked.update(each.race for each in told if is_locked)
        risers = await self._risers(now - SECONDS["week"])
        overview = Overview(
            races=races,
            people=people,
            latest=latest,
            games=games,
            records=records,
            risers=risers,
        )
        return Found(overview, frozenset(locked))

    async def _beaten_by(self, race: int, game: str, options: str, *rest: object) -> int:
        """Return the quickest win before this one, in milliseconds; 0 where there is none."""
        if race not in self._beaten:
            *_, ended = rest
            [(before,)] = await self._reader.read_all(_BEATEN, (game, options, ended, race))
            if len(self._beaten) >= MOST_KNOWN:
                self._beaten.clear()
            self._beaten[race] = before or 0
        return self._beaten[race]

    async def _risers(self, since: int) -> list[Riser]:
        reader = self._reader
        books = await reader.read_all(_OPEN)
        if not books:
            return []
        rated = await reader.read_all(_RATED_BEFORE, (since,))
        last = rated[0][0] if rated else 0
        rows = await reader.read_all(_RISERS, (books[0][0], last, MAX_NEWS))
        risers = readable(reader, rows, _riser)
        return sorted((each for each in risers if each.gained), key=lambda each: -each.gained)


def _new_result(race: int, game: str, text: str, *rest: object) -> NewResult:
    *told, win = rest
    filed = read_filed(text)
    return make(NewResult, race, game, filed.options, *told, filed.deals, bool(win))


def _raced_game(game: str, text: str, results: object) -> RacedGame:
    filed = read_filed(text)
    return make(RacedGame, game, filed.options, int(str(results)), filed.deals)


def _new_record(race: int, game: str, text: str, *rest: object) -> NewRecord:
    filed = read_filed(text)
    return make(NewRecord, race, game, filed.options, *rest, filed.deals)


def _riser(  # what a row has
    player: int,
    name: str,
    mu: float,
    sigma: float,
    races: int,
    mu_before: float | None,
    sigma_before: float | None,
) -> Riser:
    now = Strength(mu, sigma, races)
    before = UNKNOWN
    if mu_before is not None and sigma_before is not None:
        before = Strength(mu_before, sigma_before)
    rating = make(Rating, now.shown, round(sigma), races, now.sure, "")
    return make(Riser, player, name, rating, max(0, now.shown - before.shown))
