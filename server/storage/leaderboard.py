"""The best of each game, and what each player did in a finished race.

A game with other options is another game here.  Bots are left out, and so are races under way.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from engine import catalogue
from engine.catalogue import Options
from protocol.messages import (
    BestResult,
    GameRecord,
    Leaderboard,
    PastRace,
    Period,
    Profile,
    Replay,
    Settings,
    Tally,
)
from protocol.wire import pack_entry
from server.storage.database import Reader, Row
from server.storage.journal import options_key, read_entries
from server.storage.names import name_key
from server.storage.players import DIGITS

ROWS: Final = 50
"""The most rows of each list."""
KEPT: Final[frozenset[Period]] = frozenset(("month", "year"))
KEPT_FOR: Final = 60.0
"""Seconds for which the leaderboard of such a period is good enough."""
MOST_KEPT: Final = 256
GAMES: Final = 100
"""The most games in a profile."""
RECENT: Final = 20
"""The most past races in a profile."""
DAY: Final = 86_400
SECONDS: Final = {"day": DAY, "week": 7 * DAY, "month": 30 * DAY, "year": 365 * DAY}
"""How far back each period goes from now."""

# What stands in these strings is ours, and no input.
_ROW: Final = "race, racers.player, name, status, score, milliseconds, moves, ended"
_ALL: Final = f"""
    SELECT {_ROW} FROM bests JOIN players ON players.id = bests.player
    JOIN racers ON racers.race = bests.{{race}} AND racers.player = bests.player
    JOIN races ON races.id = racers.race
    WHERE bests.game = ? AND bests.options = ? AND bests.{{race}} IS NOT NULL
        AND NOT bot AND NOT gone
    ORDER BY {{order}} LIMIT ?
"""  # noqa: S608
_ALL_FASTEST: Final = _ALL.format(race="fastest_race", order="bests.fastest, ended, race")
_ALL_BEST: Final = _ALL.format(
    race="best_race", order="bests.best DESC, bests.best_time, ended, race"
)
_ALL_PLAYERS: Final = """
    SELECT player, name, races, wins FROM bests JOIN players ON players.id = player
    WHERE game = ? AND options = ? AND NOT bot AND NOT gone ORDER BY wins DESC, races, name LIMIT ?
"""

_SINCE: Final = """
    FROM races JOIN racers ON races.id = race JOIN players ON players.id = player
    WHERE game = ? AND options = ? AND ended >= ? AND NOT bot AND NOT gone AND status IS NOT NULL
"""
# With MIN or MAX, SQLite takes the other columns from that row.
_SINCE_FASTEST: Final = f"""
    SELECT {_ROW} FROM (SELECT *, MIN(milliseconds) {_SINCE} AND status = 'won' GROUP BY player)
    AS racers ORDER BY milliseconds, ended, race LIMIT ?
"""  # noqa: S608
# A race takes less than ten million milliseconds.
_SINCE_BEST: Final = f"""
    SELECT {_ROW} FROM (SELECT *, MAX(score * 10000000 - milliseconds) {_SINCE} GROUP BY player)
    AS racers ORDER BY score DESC, milliseconds, ended, race LIMIT ?
"""  # noqa: S608
# First among others, or alone and with the game won.
_SINCE_PLAYERS: Final = f"""
    SELECT player, name, COUNT(*) AS races, SUM(place = 1 AND (status = 'won' OR EXISTS (
        SELECT 1 FROM racers AS rival
        WHERE rival.race = racers.race AND rival.player <> racers.player
    ))) AS wins {_SINCE}
    GROUP BY player ORDER BY wins DESC, races, name LIMIT ?
"""  # noqa: S608

_PROFILE: Final = "SELECT name, bot, made FROM players WHERE id = ?"
_GAMES: Final = """
    SELECT game, options, races, wins, solved, COALESCE(fastest, 0), best
    FROM bests WHERE player = ? ORDER BY races DESC, game, options LIMIT ?
"""
_TOTALS: Final = (
    "SELECT COALESCE(SUM(races), 0), COALESCE(SUM(wins), 0) FROM bests WHERE player = ?"
)
_RECENT: Final = """
    SELECT race, game, options, place,
        (SELECT COUNT(*) FROM racers AS everybody WHERE everybody.race = races.id),
        status, score, milliseconds, ended
    FROM racers JOIN races ON races.id = race
    WHERE player = ? AND ended IS NOT NULL AND status IS NOT NULL
    ORDER BY race DESC LIMIT ?
"""


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
    complete = catalogue.entry(game).complete(options)
    asked: Row
    if period == "all":
        fastest, best, tallies = _ALL_FASTEST, _ALL_BEST, _ALL_PLAYERS
        asked = (game, options_key(complete), ROWS)
    else:
        fastest, best, tallies = _SINCE_FASTEST, _SINCE_BEST, _SINCE_PLAYERS
        since = int(time.time() if now is None else now) - SECONDS[period]
        asked = (game, options_key(complete), since, ROWS)
    return Leaderboard(
        game,
        complete,
        [BestResult(*row) for row in await reader.read_all(fastest, asked)],
        [BestResult(*row) for row in await reader.read_all(best, asked)],
        [Tally(*row) for row in await reader.read_all(tallies, asked)],
        period,
    )


class LeaderboardCache:
    """Leaderboards of the longer periods, which take long to find out, kept for a while."""

    def __init__(self, reader: Reader, clock: Callable[[], float] = time.monotonic) -> None:
        """Ask this reader; `clock` returns seconds."""
        self._reader, self._clock = reader, clock
        self._kept: OrderedDict[tuple[str, str, Period], tuple[float, Leaderboard]] = OrderedDict()

    async def leaderboard(self, game: str, options: Options, period: Period) -> Leaderboard:
        """Return what `leaderboard` returns, or did in the last minute."""
        if period not in KEPT:
            return await leaderboard(self._reader, game, options, period)
        key = (game, options_key(catalogue.entry(game).complete(options)), period)
        at, found = self._kept.get(key, (0.0, None))
        if found is None or self._clock() - at >= KEPT_FOR:
            found = await leaderboard(self._reader, game, options, period)
            self._kept[key] = (self._clock(), found)
            self._kept.move_to_end(key)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found


async def profile(reader: Reader, player: int) -> Profile | None:
    """Return what a player has done here; None if there is no such player."""
    rows = await reader.read_all(_PROFILE, (player,))
    if not rows:
        return None
    [(name, bot, made)] = rows
    games = [
        GameRecord(game, msgspec.json.decode(options), *rest)
        for game, options, *rest in await reader.read_all(_GAMES, (player, GAMES))
    ]
    recent = [
        PastRace(race, game, msgspec.json.decode(options), *rest)
        for race, game, options, *rest in await reader.read_all(_RECENT, (player, RECENT))
    ]
    [(races, wins)] = await reader.read_all(_TOTALS, (player,))
    return Profile(player, name, bool(bot), made, races, wins, games, recent)


async def find_replay(reader: Reader, race: int, player: int) -> Replay | None:
    """Return all that a player did in a race; None if there is none, or it is not over yet."""
    rows = await reader.read_all(
        "SELECT name, settings, seed, commitment, status, score, milliseconds FROM racers "
        "JOIN races ON races.id = race JOIN players ON players.id = player "
        "WHERE race = ? AND player = ? AND ended IS NOT NULL AND status IS NOT NULL",
        (race, player),
    )
    if not rows:
        return None
    name, text, seed, promised, status, score, milliseconds = rows[0]
    settings = msgspec.json.decode(text, type=Settings)
    entries, times = [], []
    for entered in await read_entries(reader, race):
        if entered.player != player:
            continue
        if entered.entry != "give up" and entered.entry != "disconnected":
            entries.append(pack_entry(entered.entry))
            times.append(entered.milliseconds)
    return Replay(
        race,
        player,
        name,
        settings.game,
        settings.options,
        seed,
        entries,
        times,
        status,
        score,
        milliseconds,
        promised,
    )


async def find_player(reader: Reader, text: str) -> int | None:
    """Return the id of the player with this name, or with this id."""
    rows = await reader.read_all("SELECT id FROM players WHERE name_key = ?", (name_key(text),))
    if not rows and text.isdecimal() and len(text) <= DIGITS:
        rows = await reader.read_all("SELECT id FROM players WHERE id = ?", (int(text),))
    return int(rows[0][0]) if rows else None


async def finished(reader: Reader) -> list[tuple[int, int]]:
    """Return the race and the player of everything that was ever finished."""
    rows = await reader.read_all(
        "SELECT race, player FROM racers JOIN races ON races.id = race "
        "WHERE ended IS NOT NULL AND status IS NOT NULL ORDER BY race, seat"
    )
    return [(race, player) for race, player in rows]
