"""What all races of a player together say: wins in a row, and against whom they went how."""

from typing import Final, NamedTuple

from protocol.messages import MAX_RIVALS, Rival
from server.storage.database import Reader
from server.storage.leaderboard import LISTED, SEEN
from server.storage.leaderboard_rows import make, readable

MET: Final = 2000
"""The last races of a player in which rivals are looked for."""

# What stands in these strings is ours, and no input.  A race that was stopped before anybody had
# won is neither won nor lost.  Each race that was not won begins another row of wins.  Servers of a
# club give out ids a hundred at a time, so these do not say which race was the later one.
_STREAKS: Final = """
    SELECT won, MAX(won) OVER () FROM (
        SELECT lost, SUM(CASE WHEN win THEN 1 ELSE 0 END) AS won FROM (
            SELECT win, SUM(CASE WHEN win THEN 0 ELSE 1 END) OVER (ORDER BY started, race) AS lost
            FROM racers JOIN races ON races.id = race
            WHERE player = ? AND ended IS NOT NULL AND status IS NOT NULL
                AND (status <> 'stopped' OR win OR EXISTS (
                    SELECT 1 FROM racers AS rival WHERE rival.race = racers.race AND rival.win))
        ) AS raced GROUP BY lost
    ) AS rows_of_wins ORDER BY lost DESC LIMIT 1
"""
_COUNTS: Final = "({0}.status = 'won' OR ({0}.status <> 'stopped' AND {1}.status <> 'stopped'))"
_RIVALS: Final = f"""
    SELECT rival.player, name, COUNT(*) AS met,
        COUNT(*) FILTER (WHERE own.place < rival.place AND {_COUNTS.format("own", "rival")}),
        COUNT(*) FILTER (WHERE rival.place < own.place AND {_COUNTS.format("rival", "own")})
    FROM (SELECT * FROM racers WHERE player = ?1 ORDER BY race DESC LIMIT ?4) AS own
        JOIN races ON races.id = own.race
        JOIN racers AS rival ON rival.race = own.race AND rival.player <> ?1
        JOIN players ON players.id = rival.player
    WHERE ended IS NOT NULL AND own.status IS NOT NULL AND rival.status IS NOT NULL
        AND {LISTED} AND {SEEN}
    GROUP BY rival.player, name ORDER BY met DESC, rival.player LIMIT ?3
"""  # noqa: S608


class Streaks(NamedTuple):
    """How many races a player has won in a row."""

    now: int
    """Up to the newest one."""
    best: int
    """The most ever."""


async def streaks(reader: Reader, player: int) -> Streaks:
    """Return how many races a player has won in a row, now and at best.

    Raises:
        BadDatabase: as `Reader.read_all`.
    """
    rows = await reader.read_all(_STREAKS, (player,))
    return Streaks(*map(int, rows[0])) if rows else Streaks(0, 0)


async def rivals(reader: Reader, player: int, asker: int | None = None) -> list[Rival]:
    """Return the people whom a player has met most often, as an asker may know (or everybody).

    Raises:
        BadDatabase: as `Reader.read_all`.
    """
    rows = await reader.read_all(_RIVALS, (player, asker, MAX_RIVALS, MET))
    return readable(reader, rows, _rival)


def _rival(*row: object) -> Rival:
    return make(Rival, *row)
