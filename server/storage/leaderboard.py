"""The best of each game, and what each player did in a finished race.

A game with other options is another game here.  Bots are left out, and so are races under way.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from engine import catalogue
from engine.catalogue import Options
from protocol.messages import (
    MAX_GAMES,
    MAX_RECENT,
    MAX_ROWS,
    BestResult,
    GameRecord,
    Leaderboard,
    PastRace,
    Period,
    Profile,
    Tally,
)
from server.storage.database import Reader, Row
from server.storage.journal import options_key
from server.storage.leaderboard_rows import make, read_options, readable
from server.storage.names import name_key
from server.storage.players import DIGITS

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
_ALL: Final = f"""
    SELECT {_ROW.format(of="racers")} FROM bests JOIN players ON players.id = bests.player
    JOIN racers ON racers.race = bests.{{race}} AND racers.player = bests.player
    JOIN races ON races.id = racers.race
    WHERE bests.game = ? AND bests.options = ? AND bests.{{race}} IS NOT NULL
        AND NOT bot AND NOT gone AND {{which}}
    ORDER BY {{order}} LIMIT ?
"""  # noqa: S608
_ALL_FASTEST: Final = _ALL.format(
    race="fastest_race", which="status = 'won'", order="bests.fastest, ended, race"
)
_ALL_BEST: Final = _ALL.format(
    race="best_race", which=_GAINED, order="bests.best DESC, bests.best_time, ended, race"
)
_ALL_PLAYERS: Final = """
    SELECT player, name, races, wins FROM bests JOIN players ON players.id = player
    WHERE game = ? AND options = ? AND NOT bot AND NOT gone ORDER BY wins DESC, races, name LIMIT ?
"""

# Players are looked up when each has one row left: that is twice as quick as at once.
_SINCE: Final = """
    FROM races JOIN racers ON races.id = race
    WHERE game = ? AND options = ? AND ended >= ? AND status IS NOT NULL
"""
_RACED: Final = "race, player, status, score, milliseconds, moves, ended, locked"
_THEIRS: Final = """
    AS found JOIN players ON players.id = found.player WHERE NOT bot AND NOT gone
"""
# With MIN or MAX, SQLite takes the other columns from that row.
_SINCE_FASTEST: Final = f"""
    SELECT {_ROW.format(of="found")} FROM (
        SELECT {_RACED}, MIN(milliseconds) {_SINCE} AND status = 'won' GROUP BY player
    ) {_THEIRS} ORDER BY milliseconds, ended, race LIMIT ?
"""  # noqa: S608
# A race takes less than ten million milliseconds.
_SINCE_BEST: Final = f"""
    SELECT {_ROW.format(of="found")} FROM (
        SELECT {_RACED}, MAX(score * 10000000 - milliseconds) {_SINCE} GROUP BY player
    ) {_THEIRS} AND {_GAINED} ORDER BY score DESC, milliseconds, ended, race LIMIT ?
"""  # noqa: S608
_SINCE_PLAYERS: Final = f"""
    SELECT player, name, races, wins FROM (
        SELECT player, COUNT(*) AS races, COUNT(*) FILTER (WHERE win = 1) AS wins {_SINCE}
        GROUP BY player
    ) {_THEIRS} ORDER BY wins DESC, races, name LIMIT ?
"""  # noqa: S608

_PROFILE: Final = "SELECT name, bot, made FROM players WHERE id = ?"
_GAMES: Final = """
    SELECT game, options, races, wins, solved, COALESCE(fastest, 0), best
    FROM bests WHERE player = ? ORDER BY races DESC, game, options LIMIT ?
"""
# What cannot be is left out, as it is from the games: no sum of it could be told.
_TOTALS: Final = """
    SELECT COALESCE(SUM(races), 0), COALESCE(SUM(wins), 0) FROM bests
    WHERE player = ? AND races BETWEEN 0 AND 1000000000 AND wins BETWEEN 0 AND races
"""
# However many there are that may not be seen, no more than the last `LOOKED_AT` are looked at.
_RECENT: Final = """
    SELECT race, game, options, place,
        (SELECT COUNT(*) FROM racers AS everybody WHERE everybody.race = races.id),
        status, score, milliseconds, ended, win
    FROM (SELECT * FROM racers WHERE player = ?1 ORDER BY race DESC LIMIT ?4) AS last
        JOIN races ON races.id = race
    WHERE ended IS NOT NULL AND status IS NOT NULL AND (NOT locked OR ?2 IS NULL OR EXISTS (
        SELECT 1 FROM racers AS asker WHERE asker.race = races.id AND asker.player = ?2))
    ORDER BY race DESC LIMIT ?3
"""
_WAS_IN: Final = (
    "SELECT race FROM json_each(?) JOIN racers ON race = json_each.value WHERE player = ?"
)


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
    now: float | None = None,
) -> Leaderboard:
    """Return the best of a game with these options (the defaults for those not given).

    Only races count that ended within the period before `now`, in seconds since 1970.

    Raises:
        UnknownGame, BadOption: there is no such game.
    """
    return (await find_leaderboard(reader, game, options, period, now=now)).board


async def find_leaderboard(
    reader: Reader, game: str, options: Options, period: Period, *, now: float | None = None
) -> Found:
    """Return what `leaderboard` does, and which of its races are not everybody's.

    Raises:
        UnknownGame, BadOption: there is no such game.
    """
    complete = catalogue.entry(game).complete(options)
    asked: Row
    if period == "all":
        fastest, best, tallies = _ALL_FASTEST, _ALL_BEST, _ALL_PLAYERS
        asked = (game, options_key(complete), ROWS)
    else:
        fastest, best, tallies = _SINCE_FASTEST, _SINCE_BEST, _SINCE_PLAYERS
        since = int(time.time() if now is None else now) - SECONDS[period]
        asked = (game, options_key(complete), since, ROWS)
    quickest = readable(reader, await reader.read_all(fastest, asked), _best)
    highest = readable(reader, await reader.read_all(best, asked), _best)
    board = Leaderboard(
        game,
        complete,
        [result for result, _ in quickest],
        [result for result, _ in highest],
        readable(reader, await reader.read_all(tallies, asked), partial(make, Tally)),
        period,
    )
    return Found(board, frozenset(result.race for result, locked in quickest + highest if locked))


def _best(*row: object) -> tuple[BestResult, object]:
    """Return a result, and whether its race is not everybody's."""
    *result, locked = row
    return make(BestResult, *result), locked


async def as_seen_by(reader: Reader, found: Found, asker: int) -> Leaderboard:
    """Return a leaderboard without the numbers of races that are not for this player."""
    if not found.locked:
        return found.board
    asked = (msgspec.json.encode(sorted(found.locked)).decode(), asker)
    hidden = found.locked - {race for (race,) in await reader.read_all(_WAS_IN, asked)}

    def seen(results: list[BestResult]) -> list[BestResult]:
        return [replace(each, race=0) if each.race in hidden else each for each in results]

    board = found.board
    return replace(board, fastest=seen(board.fastest), best=seen(board.best))


class LeaderboardCache:
    """Leaderboards of the longer periods, which take long to find out, kept for a while."""

    def __init__(self, reader: Reader, clock: Callable[[], float] = time.monotonic) -> None:
        """Ask this reader; `clock` returns seconds."""
        self._reader, self._clock = reader, clock
        self._kept: OrderedDict[tuple[str, str, Period], tuple[float, Found]] = OrderedDict()
        self._finding = asyncio.Lock()
        """So that nothing is found out twice because two ask at the same time."""

    def kept(self, game: str, options: Options, period: Period) -> Found | None:
        """Return what was found in the last minute, if it was.

        Raises:
            UnknownGame, BadOption: there is no such game.
        """
        at, found = self._kept.get(_key(game, options, period), (0.0, None))
        return found if found and self._clock() - at < KEPT_FOR else None

    async def leaderboard(self, game: str, options: Options, period: Period) -> Found:
        """Return what `find_leaderboard` returns, or did in the last minute."""
        if period not in KEPT:
            return await find_leaderboard(self._reader, game, options, period)
        async with self._finding:
            found = self.kept(game, options, period)
            if found is None:
                found = await find_leaderboard(self._reader, game, options, period)
                key = _key(game, options, period)
                self._kept[key] = (self._clock(), found)
                self._kept.move_to_end(key)
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            return found


def _key(game: str, options: Options, period: Period) -> tuple[str, str, Period]:
    return game, options_key(catalogue.entry(game).complete(options)), period


async def profile(reader: Reader, player: int, asker: int | None = None) -> Profile | None:
    """Return what a player has done here; None if there is no such player.

    Of races in rooms with a password, an `asker` sees those that they were in as well; without an
    asker, all are there.
    """
    rows = await reader.read_all(_PROFILE, (player,))
    if not rows:
        return None
    [(name, bot, made)] = rows
    games = readable(reader, await reader.read_all(_GAMES, (player, GAMES)), _record)
    past = await reader.read_all(_RECENT, (player, asker, RECENT, LOOKED_AT))
    recent = readable(reader, past, _past)
    [(races, wins)] = await reader.read_all(_TOTALS, (player,))
    return Profile(player, name, bool(bot), made, races, wins, games, recent)


def _record(game: str, options: str, *rest: object) -> GameRecord:
    return make(GameRecord, game, read_options(options), *rest)


def _past(race: int, game: str, options: str, *rest: object) -> PastRace:
    *result, win = rest
    return make(PastRace, race, game, read_options(options), *result, win == 1)


async def find_player(reader: Reader, text: str) -> int | None:
    """Return the id of the player with this name, or with this id."""
    rows = await reader.read_all("SELECT id FROM players WHERE name_key = ?", (name_key(text),))
    if not rows and text.isdecimal() and len(text) <= DIGITS:
        rows = await reader.read_all("SELECT id FROM players WHERE id = ?", (int(text),))
    return int(rows[0][0]) if rows else None
