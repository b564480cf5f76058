"""The stock: deals that can be won, each until it is taken for a race.

Taking one deletes it, in the same statement: no two servers on one database, and no two lives of
one server, hand out the same.  Whoever could read a seed here would know a deal before its race: so
nothing of a row is ever logged or told.
"""

import time
from typing import Final

import msgspec

from engine import catalogue
from protocol.bands import BANDS, MEASURE
from protocol.messages import Band
from server.rooms.deals.certified import Certified, Wish
from server.storage.database import Database, Engine, Row
from server.storage.filing import options_key, read_filed, read_solution, solution_text

_PUT: Final = (
    "INSERT INTO stock (seed, game, options, rules, solver, solution, positions, made, band, "
    "measure) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (seed) DO NOTHING"
)
_OF: Final = "SELECT seed FROM stock WHERE game = ? AND options = ? AND rules = ?"
_BAND: Final = " AND band = ? AND measure = ?"
"""What is asked of a deal beyond that where it is to be so hard."""
_TAKEN: Final = "RETURNING seed, solution, solver, positions, band, measure"
_TAKE: Final[dict[Engine, str]] = {
    "sqlite": f"DELETE FROM stock WHERE seed = ({_OF}%s LIMIT 1) {_TAKEN}",  # noqa: S608
    # Another server that takes one at the same moment takes the next.
    "postgres": "DELETE FROM stock WHERE seed = "  # noqa: S608
    f"({_OF}%s LIMIT 1 FOR UPDATE SKIP LOCKED) {_TAKEN}",
}
_COUNT: Final = """
    SELECT game, options, rules, band, measure, COUNT(*) FROM stock
    GROUP BY game, options, rules, band, measure
"""
_THROW_AWAY: Final = "DELETE FROM stock WHERE game = ? AND rules < ?"
# The last races have the highest numbers: no more than these are looked at.
_PLAYED: Final = """
    SELECT game, options, COUNT(*) FROM (
        SELECT game, options, started, practice FROM races ORDER BY id DESC LIMIT ?
    ) AS last WHERE started >= ? AND NOT practice GROUP BY game, options
"""


class Stock:
    """The table of these deals."""

    def __init__(self, database: Database) -> None:
        """Keep them in this database."""
        self._database = database

    async def put(self, wish: Wish, deal: Certified) -> None:
        """Keep a deal.

        Raises:
            CannotWrite, BadDatabase: as `Database.write`.
        """
        row = (
            deal.seed,
            wish.game,
            options_key(dict(wish.options)),
            _rules(wish),
            deal.solver,
            solution_text(deal.solution),
            deal.positions,
            int(time.time()),
            deal.band,
            MEASURE,
        )
        await self._database.write([(_PUT, [row])])

    async def take(self, wish: Wish) -> Certified | None:
        """Return a deal that nobody else gets, if there is one.

        It is not looked at yet: whether it can be won by what is written of it, the caller checks.

        Raises:
            CannotWrite, BadDatabase: as `Database.write`.
        """
        of: Row = (wish.game, options_key(dict(wish.options)), _rules(wish))
        asked = ""
        if wish.band is not None:
            asked, of = _BAND, (*of, wish.band, MEASURE)
        row = await self._database.write_one(_TAKE[self._database.engine] % asked, of)
        if row is None:
            return None
        seed, text, solver, positions, band, measure = row
        try:
            solution = read_solution(text)
            return Certified(str(seed), solution, solver, positions, _band(band, measure))
        except (ValueError, TypeError):
            return Certified(str(seed), ())  # Damaged: it wins nothing.

    async def counts(self) -> dict[Wish, int]:
        """Return how many deals there are of each band, and of none, by the wish for just these.

        Raises:
            BadDatabase: as `Reader.read_all`.
        """
        rows = await self._database.reader.read_all(_COUNT)
        found: dict[Wish, int] = {}
        for game, options, rules, band, measure, count in rows:
            wish = _wish(game, options)
            if wish and rules == _rules(wish):
                wish = wish.of_band(_band(band, measure))
                found[wish] = found.get(wish, 0) + int(count)
        return found

    async def played(self, since: int, most: int) -> dict[Wish, int]:
        """Return how often each game was raced, of the last `most` races since that second.

        Races on deals of one band are counted by themselves, all others together.

        Raises:
            BadDatabase: as `Reader.read_all`.
        """
        found: dict[Wish, int] = {}
        for game, options, count in await self._database.reader.read_all(_PLAYED, (most, since)):
            if wish := _wish(game, options):
                found[wish] = found.get(wish, 0) + int(count)
        return found

    async def throw_away_old(self) -> None:
        """Throw away what was dealt by older rules than a game has now.

        Raises:
            CannotWrite, BadDatabase: as `Database.write`.
        """
        rows: list[Row] = [(entry.name, entry.version) for entry in catalogue.entries()]
        await self._database.write([(_THROW_AWAY, rows)])


def _rules(wish: Wish) -> int:
    return catalogue.entry(wish.game).version


def _band(band: object, measure: object) -> Band | None:
    """Return the band that a row says; None where it was told by another measure than today's."""
    return next((known for known in BANDS if known == band), None) if measure == MEASURE else None


def _wish(game: str, options: str) -> Wish | None:
    """Return the wish for a game as it is filed; None if there is no such game here."""
    try:
        filed = read_filed(options)
        complete = catalogue.entry(game).complete(filed.options)
    except (catalogue.UnknownGame, catalogue.BadOption, msgspec.DecodeError, TypeError):
        return None
    return Wish.of(game, complete, filed.deals)
