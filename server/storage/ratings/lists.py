"""What players are told of ratings: what a race made of them, a player's, and the highest."""

from typing import Final

from protocol.messages import (
    FIRST_GUEST,
    MAX_COURSE,
    MAX_FAMILIES,
    MAX_ROWS,
    RatedPlayer,
    Rating,
    RatingChange,
    RatingCourse,
    RatingPoint,
    Ratings,
)
from server.ratings.model import CAUTION, SURE_RACES, SURE_SPREAD, UNKNOWN, Strength
from server.ratings.reckoning import OVERALL
from server.storage.database import Reader, Row
from server.storage.leaderboard_rows import make, readable

_OPEN: Final = "(SELECT id FROM rating_books WHERE state = 'open')"
_NUMBER: Final = "SELECT rated FROM races WHERE id = ?"
_STEP_BEFORE: Final = """(
    SELECT {column} FROM rating_steps AS earlier WHERE earlier.book = steps.book
    AND earlier.player = steps.player AND earlier.family = steps.family
    AND earlier.rated < steps.rated ORDER BY earlier.rated DESC LIMIT 1)"""
_CHANGES: Final = f"""
    SELECT player, family, mu, sigma, races, {_STEP_BEFORE.format(column="mu")},
        {_STEP_BEFORE.format(column="sigma")}
    FROM rating_steps AS steps WHERE book = {_OPEN} AND rated = ? ORDER BY player, family
"""  # noqa: S608 (what stands in it is ours)
_OF_PLAYER: Final = f"""
    SELECT mu, sigma, races, family FROM ratings WHERE player = ? AND book = {_OPEN}
    ORDER BY family <> '', races DESC, family LIMIT ?
"""  # noqa: S608 (what stands in it is ours)
_COURSE: Final = f"""
    SELECT ended, mu, sigma, CASE WHEN NOT locked OR EXISTS (
        SELECT 1 FROM racers WHERE race = races.id AND racers.player = ?3) THEN id ELSE 0 END
    FROM rating_steps JOIN races ON races.rated = rating_steps.rated AND races.rated > 0
    WHERE rating_steps.player = ?1 AND family = ?2 AND book = {_OPEN}
    ORDER BY rating_steps.rated DESC LIMIT ?4
"""  # noqa: S608 (what stands in it is ours)
_SEASONS: Final = "SELECT season, id FROM rating_books WHERE state IN ('open', 'closed')"
_LISTED: Final = "NOT bot AND NOT gone AND NOT unrated"
# First those that are told without a question mark: see `server.ratings.model`.
_UNSURE: Final = (
    f"CASE WHEN sigma <= {SURE_SPREAD} AND ratings.races >= {SURE_RACES} THEN 0 ELSE 1 END"
)
_WORTH: Final = f"(mu - {CAUTION} * sigma)"
_RANKED: Final = f"""
    SELECT player, name, RANK() OVER (ORDER BY {_UNSURE}, {_WORTH} DESC) AS place,
        mu, sigma, races, family, COUNT(*) OVER () AS listed
    FROM ratings JOIN players ON players.id = player
    WHERE book = ?1 AND family = ?2 AND {_LISTED}
"""  # noqa: S608 (what stands in it is ours)
_HIGHEST: Final = f"SELECT * FROM ({_RANKED}) AS ranked ORDER BY place, player LIMIT ?3"  # noqa: S608
_OWN: Final = f"SELECT * FROM ({_RANKED}) AS ranked WHERE player = ?3"  # noqa: S608


async def changes(reader: Reader, race: int) -> list[RatingChange] | None:
    """Return what a race made of its racers' ratings; None while that is not known.

    Raises:
        BadDatabase: as `Reader.read_all`.
    """
    rows = await reader.read_all(_NUMBER, (race,))
    if not rows or rows[0][0] is None:
        return None
    steps = await reader.read_all(_CHANGES, (rows[0][0],))
    overall = {row[0]: row for row in steps if row[1] == OVERALL}
    return [
        _change(overall[row[0]], row) for row in steps if row[1] != OVERALL and row[0] in overall
    ]


def _change(overall: Row, family: Row) -> RatingChange:
    def after(row: Row) -> Rating:
        _, family, mu, sigma, races, *_ = row
        return _rating(mu, sigma, races, family)

    def before(row: Row) -> int:
        return UNKNOWN.shown if row[5] is None else Strength(*row[5:]).shown

    return RatingChange(overall[0], after(overall), after(family), before(overall), before(family))


def _rating(mu: float, sigma: float, races: int, family: str) -> Rating:
    strength = Strength(mu, sigma, races)
    return make(Rating, strength.shown, round(sigma), races, strength.sure, family)


async def of_player(reader: Reader, player: int) -> list[Rating]:
    """Return a player's ratings in this season: that of all games, and the families' after it.

    Raises:
        BadDatabase: as `Reader.read_all`.
    """
    rows = await reader.read_all(_OF_PLAYER, (player, MAX_FAMILIES))
    return readable(reader, rows, _rating)


async def course(reader: Reader, player: int, family: str, asker: int) -> RatingCourse:
    """Return how a player's rating went in this season, as the asker may see it.

    Raises:
        BadDatabase: as `Reader.read_all`.
    """
    rows = await reader.read_all(_COURSE, (player, family, asker, MAX_COURSE))
    points = readable(reader, reversed(rows), _point)
    return RatingCourse(player, family, points)


def _point(at: int, mu: float, sigma: float, race: int) -> RatingPoint:
    return make(RatingPoint, at, Strength(mu, sigma).shown, round(sigma), race)


async def highest(reader: Reader, family: str, season: int, asker: int) -> Ratings | None:
    """Return the players with the highest ratings in a season (0: in this one).

    None if there is no such season.

    Raises:
        BadDatabase: as `Reader.read_all`.
    """
    books = {int(of): int(book) for of, book in await reader.read_all(_SEASONS)}
    current = max(books, default=1)
    chosen = season or current
    if chosen not in books:
        return Ratings(family, 1, 1, 0) if chosen == current else None
    rows = await reader.read_all(_HIGHEST, (books[chosen], family, MAX_ROWS))
    players = readable(reader, rows, _rated_player)
    own = next((each for each in players if each.player == asker), None)
    listed = int(rows[0][-1]) if rows else 0
    if own is None and listed > len(rows) and asker < FIRST_GUEST:
        found = await reader.read_all(_OWN, (books[chosen], family, asker))
        own = next(iter(readable(reader, found, _rated_player)), None)
    return Ratings(family, chosen, current, listed, players, own)


def _rated_player(
    player: int, name: str, place: int, mu: float, sigma: float, races: int, family: str, _: int
) -> RatedPlayer:
    """Return a row of a list; behind it stands how many are listed."""
    return make(RatedPlayer, player, name, place, _rating(mu, sigma, races, family))
