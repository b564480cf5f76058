"""The deals of the days: each is fixed once for all servers on one database, and never changes.

Whoever could read a row of a day to come, or of one that is not over, would know its deal: nothing
of it is ever logged or told.
"""

import secrets
from typing import Final

import msgspec

from engine import catalogue
from protocol.bands import BANDS
from protocol.messages import Day
from server.rooms.deals.certified import Certified, Wish
from server.rooms.deals.daily import DailyDeal
from server.storage.database import Database, Reader
from server.storage.filing import options_key, read_filed, read_solution, solution_text

SECRET_BYTES: Final = 16
_KEEP: Final = (
    "INSERT INTO dailies (day, game, options, rules, seed, solution, certificate, band, secret) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING day"
)
_FIND: Final = (
    "SELECT day, game, options, band, rules, seed, solution, COALESCE(secret, '') FROM dailies "
    "WHERE day = ?"
)
_IS_THERE: Final = "SELECT 1 FROM dailies WHERE day = ?"
_GAMES: Final = "SELECT game FROM dailies WHERE day < ? ORDER BY day DESC LIMIT ?"
_TELL: Final = "UPDATE dailies SET told = TRUE WHERE day = ? AND NOT told RETURNING day"
_DAY_OF: Final = "SELECT day FROM dailies WHERE seed = ?"
_FORGET_PLACES: Final = "UPDATE daily_attempts SET place = NULL WHERE day < ? AND place IS NOT NULL"
_FORGET_SECRETS: Final = "UPDATE dailies SET secret = NULL WHERE day < ? AND secret IS NOT NULL"


async def keep(database: Database, day: str, wish: Wish, deal: Certified) -> bool:
    """Make this the deal of a day; return False if that has one already.

    Raises:
        CannotWrite, BadDatabase: as `Database.write`.
    """
    row = (
        day,
        wish.game,
        options_key(dict(wish.options)),
        catalogue.entry(wish.game).version,
        deal.seed,
        solution_text(deal.solution),
        deal.certificate,
        wish.band,
        secrets.token_hex(SECRET_BYTES),
    )
    return await database.write_one(_KEEP, row) is not None


async def find(reader: Reader | Database, day: str) -> DailyDeal | None:
    """Return the deal of a day; None where there is none that can be played.

    It cannot be where the rules of its game have changed since: they would make another deal of it.

    Raises:
        BadDatabase: as `Reader.read_all`.
        ValueError: it is damaged.
    """
    rows = await reader.read_all(_FIND, (day,))
    if not rows:
        return None
    [(_, game, text, band, rules, seed, solution, secret)] = rows
    try:
        options = catalogue.entry(game).complete(read_filed(text).options)
        if catalogue.entry(game).version != rules:
            return None
    except (catalogue.UnknownGame, catalogue.BadOption):
        return None
    deal = Certified(seed, read_solution(solution))
    known = next((each for each in BANDS if each == band), None)
    return DailyDeal(msgspec.convert(day, Day), game, options, known, deal, bytes.fromhex(secret))


async def is_there(reader: Reader | Database, day: str) -> bool:
    """Return whether a day has a deal, also one that cannot be played any more."""
    return bool(await reader.read_all(_IS_THERE, (day,)))


async def games_before(reader: Reader | Database, day: str, most: int) -> list[str]:
    """Return the games of the last days before one, the last first."""
    return [game for (game,) in await reader.read_all(_GAMES, (day, most))]


async def note_told(database: Database, day: str) -> bool:
    """Note that the news of a day is told; return False if somebody has told it before."""
    return await database.write_one(_TELL, (day,)) is not None


async def day_of(reader: Reader | Database, seed: str) -> str:
    """Return the day whose deal has this seed; empty where none has."""
    rows = await reader.read_all(_DAY_OF, (seed,))
    return str(rows[0][0]) if rows else ""


async def forget_places(database: Database, before: str) -> None:
    """Forget from where attempts came at the deals of all days before one."""
    await database.write([(_FORGET_PLACES, [(before,)]), (_FORGET_SECRETS, [(before,)])])
