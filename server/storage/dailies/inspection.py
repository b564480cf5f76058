"""What an operator is told of a day: who has made an attempt, and which may be one person's."""

from collections import Counter
from typing import Any, Final, NamedTuple

from server.storage.database import Reader

_DAY: Final = "SELECT game, COALESCE(band, 'winnable') FROM dailies WHERE day = ?"
_ATTEMPTS: Final = """
    SELECT daily_attempts.player, name, made, started, status, racers.score,
        racers.milliseconds, racers.moves, daily_attempts.race, daily_attempts.place
    FROM daily_attempts
    JOIN races ON races.id = daily_attempts.race
    LEFT JOIN racers ON racers.race = daily_attempts.race
        AND racers.player = daily_attempts.player
    JOIN players ON players.id = daily_attempts.player
    WHERE daily_attempts.day = ? AND started IS NOT NULL ORDER BY started, daily_attempts.race
"""


class Inspected(NamedTuple):
    """The attempts of a day."""

    text: str
    """What it is a day of, in a sentence."""
    rows: list[dict[str, Any]]
    """One of each attempt, in the order in which they began."""


async def of_day(reader: Reader, day: str, begins: int) -> Inspected | None:
    """Return the attempts at the deal of a day that `begins` so many seconds after 1970.

    Those of one address have the same number as `household`, as long as that is kept; who is `new`
    came here for the first time on that day.  None if the day has no deal.

    Raises:
        BadDatabase: it cannot be read.
    """
    about = await reader.read_all(_DAY, (day,))
    if not about:
        return None
    attempts = await reader.read_all(_ATTEMPTS, (day,))
    shared = Counter(place for *_, place in attempts if place)
    numbers = {
        place: number
        for number, place in enumerate((each for each in shared if shared[each] > 1), 1)
    }
    rows = [
        {
            "id": player,
            "name": name,
            "began": started,
            "status": status or "racing",
            "score": score,
            "milliseconds": milliseconds,
            "moves": moves,
            "race": race,
            "household": numbers.get(place),
            "new": made >= begins,
        }
        for player, name, made, started, status, score, milliseconds, moves, race, place in attempts
    ]
    [(game, deals)] = about
    many = f"{len(rows)} attempt{'' if len(rows) == 1 else 's'}"
    return Inspected(f"{day}: {game} ({deals}), {many}", rows)
