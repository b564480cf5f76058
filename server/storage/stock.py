"""The stock: deals that can be won, each until it is taken for a race.

Taking one deletes it, in the same statement: no two servers on one database, and no two lives of
one server, hand out the same.  Whoever could read a seed here would know a deal before its race: so
nothing of a row is ever logged or told.
"""

import time
from typing import Final

import msgspec

from engine import catalogue
from server.rooms.deals.certified import Certified, Wish
from server.storage.database import Database, Engine, Row
from server.storage.filing import options_key, read_filed
from server.storage.journal import read_solution, solution_text

_PUT: Final = (
    "INSERT INTO stock (seed, game, options, rules, solver, solution, positions, made) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (seed) DO NOTHING"
)
_FIRST: Final = "SELECT seed FROM stock WHERE game = ? AND options = ? AND rules = ? LIMIT 1"
_TAKEN: Final = "RETURNING seed, solution, solver, positions"
_TAKE: Final[dict[Engine, str]] = {
    "sqlite": f"DELETE FROM stock WHERE seed = ({_FIRST}) {_TAKEN}",  # noqa: S608
    # Another server that takes one at the same moment takes the next.
    "postgres": f"DELETE FROM stock WHERE seed = ({_FIRST} FOR UPDATE SKIP LOCKED) {_TAKEN}",  # noqa: S608
}
_COUNT: Final = "SELECT game, options, rules, COUNT(*) FROM stock GROUP BY game, options, rules"
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
        )
        await self._database.write([(_PUT, [row])])

    async def take(self, wish: Wish) -> Certified | None:
        """Return a deal that nobody else gets, if there is one.

        It is not looked at yet: whether it can be won by what is written of it, the caller checks.

        Raises:
            CannotWrite, BadDatabase: as `Database.write`.
        """
        of = (wish.game, options_key(dict(wish.options)), _rules(wish))
        row = await self._database.write_one(_TAKE[self._database.engine], of)
        if row is None:
            return None
        seed, text, solver, positions = row
        try:
            return Certified(str(seed), read_solution(text), solver, positions)
        except (ValueError, TypeError):
            return Certified(str(seed), ())  # Damaged: it wins nothing.

    async def counts(self) -> dict[Wish, int]:
        """Return how many deals there are for each wish.

        Raises:
            BadDatabase: as `Reader.read_all`.
        """
        rows = await self._database.reader.read_all(_COUNT)
        found: dict[Wish, int] = {}
        for game, options, rules, count in rows:
            wish = _wish(game, options)
            if wish and rules == _rules(wish):
                found[wish] = int(count)
        return found

    async def played(self, since: int, most: int) -> dict[Wish, int]:
        """Return how often each game was raced, of the last `most` races since that second.

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


def _wish(game: str, options: str) -> Wish | None:
    """Return the wish for a game as it is filed; None if there is no such game here."""
    try:
        complete = catalogue.entry(game).complete(read_filed(options).options)
    except (catalogue.UnknownGame, catalogue.BadOption, msgspec.DecodeError, TypeError):
        return None
    return Wish.of(game, complete)
