"""The best of each game, and what each player did in a finished race.

A game with other options is another game here.  Bots are left out, and so are races under way.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from engine import catalogue
from engine.catalogue import Options
from protocol.messages import (
    FIRST_GUEST,
    MAX_GAMES,
    MAX_RECENT,
    MAX_ROWS,
    BestResult,
    Deals,
    GameRecord,
    Leaderboard,
    Listed,
    OwnBest,
    OwnRows,
    OwnTally,
    PastRace,
    Period,
    Profile,
    Tally,
)
from server.storage.database import Engine, Reader, Row
from server.storage.filing import options_key, read_filed
from server.storage.leaderboard_rows import make, readable
from server.storage.names import name_key
from server.storage.players import DIGITS

T = TypeVar("T")

ROWS: Final = MAX_ROWS
"""The most rows of each list."""
KEPT: Final[frozenset[Period]] = frozenset(("month", "year"))
KEPT_FOR: Final = 60.0
"""Seconds for which the leaderboard of such a period is good enough."""
MOST_KEPT: Final = 256
GAMES: Final = MAX_GAMES
"""The most games in a profile."""
RECENT: Final = MAX_RECENT
"""The most past races in a profile."""
LOOKED_AT: Final = 500
"""A player's last races among which these are looked for."""
DAY: Final = 86_400
SECONDS: Final = {"day": DAY, "week": 7 * DAY, "month": 30 * DAY, "year": 365 * DAY}
"""How far back each period goes from now."""

# Who has no more than the deal gave is ranked nowhere: a score of 0, or one that no move reached.
_GAINED: Final = "score > 0 AND milliseconds > 0"
# What stands in these strings is ours, and no input.
_ROW: Final = "race, {of}.player, name, status, score, milliseconds, moves, ended, locked"
_TALLY: Final = "player, name, races, wins"
LISTED: Final = "NOT bot AND NOT gone"
"""Which players are on leaderboards."""


class _Ranking(NamedTuple):
    """One of the lists: what is asked for the first of its rows, and for a row further down."""

    top: str
    """Its first rows, each with how many there are in all."""
    own: str
    """The row of one player, with its place."""


def _ranking(row: str, source: str, order: str, listed: str) -> _Ranking:
    """Return what is asked of `source`, which takes ?1 for the game and ?2 for its options.

    `listed` counts all rows.
    """
    return _Ranking(
        f"SELECT {row}, {listed} {source} ORDER BY {order} LIMIT ?",
        f"SELECT * FROM (SELECT {row}, ROW_NUMBER() OVER (ORDER BY {order}) {source}) "  # noqa: S608
        "AS ranked WHERE player = ?",
    )


def _of_all_time(row: str, source: str, order: str, which: str) -> _Ranking:
    """Return what is asked of `bests`; `which` are listed.

    The first rows come from an index, so that the others are counted and not made.
    """
    counted = f"""
        (SELECT COUNT(*) FROM bests JOIN players ON players.id = bests.player
        WHERE game = ?1 AND options = ?2 AND {LISTED} AND {which})
    """  # noqa: S608
    source += f" WHERE bests.game = ?1 AND bests.options = ?2 AND {LISTED} AND {which}"
    return _ranking(row, source, order, counted)


_BESTS: Final = """
    FROM bests JOIN players ON players.id = bests.player
    JOIN racers ON racers.race = bests.{race} AND racers.player = bests.player
    JOIN races ON races.id = racers.race
"""
# Equals of one race stand in the order of players, so that a row's place is the same whoever asks.
_ALL_FASTEST: Final = _of_all_time(
    _ROW.format(of="racers"),
    _BESTS.format(race="fastest_race"),
    "bests.fastest, ended, race, bests.player",
    "bests.fastest_race IS NOT NULL",
)
_ALL_BEST: Final = _of_all_time(
    _ROW.format(of="racers"),
    _BESTS.format(race="best_race"),
    "bests.best DESC, bests.best_time, ended, race, bests.player",
    "bests.best > 0 AND bests.best_time > 0",  # as _GAINED
)
_ALL_PLAYERS: Final = _of_all_time(
    _TALLY,
    "FROM bests JOIN players ON players.id = bests.player",
    "wins DESC, races, name",
    "TRUE",
)

# Players are looked up when each has one row left: that is twice as quick as at once.
_SINCE: Final = """
    FROM races JOIN racers ON races.id = race
    WHERE game = ?1 AND options = ?2 AND ended >= ?3 AND status IS NOT NULL
"""
_RACED: Final = "race, player, status, score, milliseconds, moves, ended, locked"
_THEIRS: Final = f"AS found JOIN players ON players.id = found.player WHERE {LISTED}"
_COUNTED: Final = "COUNT(*) OVER ()"


def _since(one_each: str, order: str) -> _Ranking:
    """Return what is asked where `one_each` brings each player's best race."""
    return _ranking(_ROW.format(of="found"), f"FROM ({one_each}) {_THEIRS}", order, _COUNTED)


# With MIN or MAX, SQLite takes the other columns from that row; PostgreSQL takes the first row.
_FASTEST_ORDER: Final = "milliseconds, ended, race, player"
_WON: Final = f"{_SINCE} AND status = 'won'"
_SINCE_FASTEST: Final[dict[Engine, _Ranking]] = {
    "sqlite": _since(f"SELECT {_RACED}, MIN(milliseconds) {_WON} GROUP BY player", _FASTEST_ORDER),
    "postgres": _since(
        f"SELECT DISTINCT ON (player) {_RACED} {_WON} ORDER BY player, {_FASTEST_ORDER}",
        _FASTEST_ORDER,
    ),
}
_REACHED: Final = f"{_SINCE} AND {_GAINED}"
# A race takes less than ten million milliseconds.
_BEST_ORDER: Final = "score DESC, milliseconds, ended, race, player"
_SINCE_BEST: Final[dict[Engine, _Ranking]] = {
    "sqlite": _since(
        f"SELECT {_RACED}, MAX(score * 10000000 - milliseconds) {_REACHED} GROUP BY player",
        _BEST_ORDER,
    ),
    "postgres": _since(
        f"SELECT DISTINCT ON (player) {_RACED} {_REACHED} ORDER BY player, {_BEST_ORDER}",
        _BEST_ORDER,
    ),
}
_SINCE_PLAYERS: Final = _ranking(
    _TALLY,
    f"""FROM (
        SELECT player, COUNT(*) AS races, COUNT(*) FILTER (WHERE win) AS wins {_SINCE}
        GROUP BY player
    ) {_THEIRS}""",
    "wins DESC, races, name",
    _COUNTED,
)

_PROFILE: Final = "SELECT name, bot, made FROM players WHERE id = ?"
SEEN: Final = """(NOT locked OR CAST(?2 AS BIGINT) IS NULL OR EXISTS (
    SELECT 1 FROM racers AS asker WHERE asker.race = races.id AND asker.player = ?2))"""
"""Which races the asker, ?2, may see: all of them, where nobody is said to ask."""
_GAMES: Final = f"""
    SELECT game, options, races, wins, solved, COALESCE(fastest, 0), best,
        COALESCE((SELECT id FROM races WHERE id = fastest_race AND {SEEN}), 0),
        COALESCE((SELECT id FROM races WHERE id = best_race AND {SEEN}), 0)
    FROM bests WHERE player = ?1 ORDER BY races DESC, game, options LIMIT ?3
"""  # noqa: S608
# What cannot be is left out, as it is from the games: no sum of it could be told.
_TOTALS: Final = """
    SELECT COALESCE(SUM(races), 0), COALESCE(SUM(wins), 0) FROM bests
    WHERE player = ? AND races BETWEEN 0 AND 1000000000 AND wins BETWEEN 0 AND races
"""
# However many there are that may not be seen, no more than the last `LOOKED_AT` are looked at.  Of
# several servers, each gives out its own ids, which say only about which race was the later one.
_RECENT: Final = f"""
    SELECT race, game, options, place,
        (SELECT COUNT(*) FROM racers AS everybody WHERE everybody.race = races.id),
        status, score, milliseconds, ended, win, seed
    FROM (SELECT * FROM racers WHERE player = ?1 ORDER BY race DESC LIMIT ?4) AS last
        JOIN races ON races.id = race
    WHERE ended IS NOT NULL AND status IS NOT NULL AND {SEEN}
    ORDER BY started DESC, race DESC LIMIT ?3
"""  # noqa: S608
_WAS_IN: Final = "SELECT race FROM racers WHERE player = ? AND race IN ({})"


class Found(NamedTuple):
    """A leaderboard, as whoever runs the server may see it."""

    board: Leaderboard
    locked: frozenset[int]
    """The races on it that were in rooms with a password."""


async def leaderboard(
    reader: Reader,
    game: str,
    options: Options,
    period: Period = "all",
    *,
    deals: Deals = "any",
    now: float | None = None,
) -> Leaderboard:
    """Return the best of a game with these options (the defaults for those not given).

    Races on other `deals` are another game here, too.

    Only races count that ended within the period before `now`, in seconds since 1970.

    Raises:
        UnknownGame, BadOption: there is no such game.
    """
    return (await find_leaderboard(reader, game, options, period, deals=deals, now=now)).board


async def find_leaderboard(
    reader: Reader,
    game: str,
    options: Options,
    period: Period,
    *,
    deals: Deals = "any",
    now: float | None = None,
) -> Found:
    """Return what `leaderboard` does, and which of its races are not everybody's.

    Raises:
        UnknownGame, BadOption: there is no such game.
    """
    complete = catalogue.entry(game).complete(options)
    rankings, of = _asked(reader.engine, game, options_key(complete, deals), period, now)
    rows = [await reader.read_all(each.top, (*of, ROWS)) for each in rankings]
    quickest, highest = (readable(reader, each, _best) for each in rows[:2])
    board = Leaderboard(
        game,
        complete,
        [result for result, _ in quickest],
        [result for result, _ in highest],
        readable(reader, rows[2], _tally),
        period,
        make(Listed, *(each[0][-1] if each else 0 for each in rows)),
        deals=deals,
    )
    return Found(board, frozenset(result.race for result, locked in quickest + highest if locked))


def _asked(
    engine: Engine, game: str, filed: str, period: Period, now: float | None
) -> tuple[tuple[_Ranking, _Ranking, _Ranking], Row]:
    """Return the lists of a period, and what they are asked about; `filed` is under what."""
    of = (game, filed)
    if period == "all":
        return (_ALL_FASTEST, _ALL_BEST, _ALL_PLAYERS), of
    since = int(time.time() if now is None else now) - SECONDS[period]
    return (_SINCE_FASTEST[engine], _SINCE_BEST[engine], _SINCE_PLAYERS), (*of, since)


def _best(*row: object) -> tuple[BestResult, object]:
    """Return a result, and whether its race is not everybody's; a number stands behind them."""
    *result, locked, _ = row
    return make(BestResult, *result), locked


def _tally(*row: object) -> Tally:
    *tally, _ = row
    return make(Tally, *tally)


def _own_best(*row: object) -> OwnBest:
    result, _ = _best(*row)
    return OwnBest(msgspec.convert(row[-1], int), result)


def _own_tally(*row: object) -> OwnTally:
    return OwnTally(msgspec.convert(row[-1], int), _tally(*row))


def is_further_down(board: Leaderboard, asker: int) -> bool:
    """Return whether the asker may be below the rows of a list: finding that out takes a while."""
    lists = (board.fastest, board.best, board.players)
    return asker < FIRST_GUEST and any(
        len(rows) == ROWS and all(row.player != asker for row in rows) for rows in lists
    )


def _own_among(board: Leaderboard, asker: int) -> OwnRows:
    """Return the asker's own rows among those that are told."""

    def own(rows: list[BestResult]) -> OwnBest | None:
        found = (OwnBest(place, row) for place, row in enumerate(rows, 1) if row.player == asker)
        return next(found, None)

    tallies = enumerate(board.players, 1)
    tally = next((OwnTally(place, row) for place, row in tallies if row.player == asker), None)
    return OwnRows(own(board.fastest), own(board.best), tally)


async def _find_own(
    reader: Reader, board: Leaderboard, own: OwnRows, asker: int, now: float | None
) -> OwnRows:
    """Return the asker's own rows, with those that are further down."""
    filed = options_key(board.options, board.deals)
    rankings, of = _asked(reader.engine, board.game, filed, board.period, now)

    async def further(ranking: _Ranking, read: Callable[..., T]) -> T | None:
        rows = readable(reader, await reader.read_all(ranking.own, (*of, asker)), read)
        return rows[0] if rows else None

    fastest, best, players = rankings
    return OwnRows(
        own.fastest or await further(fastest, _own_best),
        own.best or await further(best, _own_best),
        own.players or await further(players, _own_tally),
    )


async def as_seen_by(
    reader: Reader, found: Found, asker: int, *, now: float | None = None
) -> Leaderboard:
    """Return a leaderboard with the asker's own rows.

    It is without the numbers of races that are not for the asker.
    """
    board = found.board
    own = _own_among(board, asker)
    if is_further_down(board, asker):
        own = await _find_own(reader, board, own, asker, now)
    board = replace(board, own=own)
    if not found.locked:
        return board
    hidden = found.locked - await races_of(reader, asker, found.locked)

    def seen(results: list[BestResult]) -> list[BestResult]:
        return [replace(each, race=0) if each.race in hidden else each for each in results]

    return replace(board, fastest=seen(board.fastest), best=seen(board.best))


async def races_of(reader: Reader, player: int, races: frozenset[int]) -> frozenset[int]:
    """Return in which of these races, at least one, a player was.

    Raises:
        BadDatabase: as `Reader.read_all`.
    """
    was_in = _WAS_IN.format(", ".join("?" * len(races)))
    theirs = await reader.read_all(was_in, (player, *sorted(races)))
    return frozenset(race for (race,) in theirs)


_RACED_MOST: Final = f"""
    SELECT game, options FROM bests JOIN players ON players.id = bests.player WHERE {LISTED}
    GROUP BY game, options ORDER BY SUM(races) DESC, game, options LIMIT 100
"""  # noqa: S608


async def raced_most(reader: Reader) -> dict[Deals, tuple[str, Options]]:
    """Return the game, with its options, that people have raced most often here on which deals.

    Where nobody has raced yet, there is none.
    """
    found: dict[Deals, tuple[str, Options]] = {}
    rows = await reader.read_all(_RACED_MOST)
    for deals, game, options in readable(reader, rows, _filed_game):
        found.setdefault(deals, (game, options))
    return found


def _filed_game(game: str, text: str) -> tuple[Deals, str, Options]:
    filed = read_filed(text)
    return filed.deals, game, filed.options


class LeaderboardCache:
    """Leaderboards of the longer periods, which take long to find out, kept for a while."""

    def __init__(self, reader: Reader, clock: Callable[[], float] = time.monotonic) -> None:
        """Ask this reader; `clock` returns seconds."""
        self._reader, self._clock = reader, clock
        self._kept: OrderedDict[tuple[str, str, Period], tuple[float, Found]] = OrderedDict()
        self._finding = asyncio.Lock()
        """So that nothing is found out twice because two ask at the same time."""
        self._raced_most: tuple[float, dict[Deals, tuple[str, Options]]] | None = None

    def kept(
        self, game: str, options: Options, period: Period, deals: Deals = "any"
    ) -> Found | None:
        """Return what was found in the last minute, if it was.

        Raises:
            UnknownGame, BadOption: there is no such game.
        """
        at, found = self._kept.get(_key(game, options, period, deals), (0.0, None))
        return found if found and self._clock() - at < KEPT_FOR else None

    async def raced_most(self, deals: Deals) -> tuple[str, Options] | None:
        """Return what `raced_most` returns, or did in the last minute, for such deals."""
        async with self._finding:
            if self._raced_most is None or self._clock() - self._raced_most[0] >= KEPT_FOR:
                self._raced_most = self._clock(), await raced_most(self._reader)
            return self._raced_most[1].get(deals)

    async def leaderboard(
        self, game: str, options: Options, period: Period, deals: Deals = "any"
    ) -> Found:
        """Return what `find_leaderboard` returns, or did in the last minute."""
        if period not in KEPT:
            return await find_leaderboard(self._reader, game, options, period, deals=deals)
        async with self._finding:
            found = self.kept(game, options, period, deals)
            if found is None:
                found = await find_leaderboard(self._reader, game, options, period, deals=deals)
                key = _key(game, options, period, deals)
                self._kept[key] = (self._clock(), found)
                self._kept.move_to_end(key)
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            return found


def _key(game: str, options: Options, period: Period, deals: Deals) -> tuple[str, str, Period]:
    return game, options_key(catalogue.entry(game).complete(options), deals), period


async def profile(reader: Reader, player: int, asker: int | None = None) -> Profile | None:
    """Return what a player has done here; None if there is no such player.

    Of races in rooms with a password, an `asker` sees those that they were in as well; without an
    asker, all are there.
    """
    rows = await reader.read_all(_PROFILE, (player,))
    if not rows:
        return None
    [(name, bot, made)] = rows
    games = readable(reader, await reader.read_all(_GAMES, (player, asker, GAMES)), _record)
    past = await reader.read_all(_RECENT, (player, asker, RECENT, LOOKED_AT))
    recent = readable(reader, past, _past)
    [(races, wins)] = await reader.read_all(_TOTALS, (player,))
    return Profile(player, name, bool(bot), made, races, wins, games, recent)


def _record(game: str, text: str, *rest: object) -> GameRecord:
    filed = read_filed(text)
    return make(GameRecord, game, filed.options, *rest, filed.deals)


def _past(race: int, game: str, text: str, *rest: object) -> PastRace:
    *result, win, seed = rest
    filed = read_filed(text)
    return make(PastRace, race, game, filed.options, *result, bool(win), seed, filed.deals)


async def find_player(reader: Reader, text: str) -> int | None:
    """Return the id of the player with this name, or with this id."""
    rows = await reader.read_all("SELECT id FROM players WHERE name_key = ?", (name_key(text),))
    if not rows and text.isdecimal() and len(text) <= DIGITS:
        rows = await reader.read_all("SELECT id FROM players WHERE id = ?", (int(text),))
    return int(rows[0][0]) if rows else None
