"""Forgetting: old moves and old chat are deleted, where they are kept for a time only.

What goes of races are the entries of the journal, by which a race can be played again.  Who raced
and how it ended stays, for leaderboards and profiles.  It is done a few rows at a time, so that no
move waits for it, and a race is marked in the transaction in which its first rows go:
`races.forgotten` is 1 while some may still be there, and 2 when all are gone.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple, get_args

from server.storage.database import Database, Engine, Reader, Row, Statement
from server.storage.entries import FORGOTTEN, counted
from server.storage.past import talk

log = logging.getLogger(__name__)

PIECE: Final = 500
"""The entries that are deleted at once: that takes a millisecond more than an empty commit."""
WAITED_FOR: Final = 2000
"""The same where an operator waits for the end of it."""
RACES: Final = 50
"""The most races that are looked at for that."""
REST: Final = 0.1
"""Seconds between two pieces, at least."""
SHARE: Final = 0.05
"""The most of the time that deleting may take, on a slow disk."""
EVERY: Final = 3600.0
"""Seconds between two looks whether there is something to forget."""
DAY: Final = 86_400
ANY_TIME: Final = 2**40
"""Seconds since 1970, after all that can have been written, whatever the clock was."""
AHEAD: Final = 30 * DAY
"""Seconds that the clock may be ahead of all that was written: beyond that it may be wrong."""
GOING, GONE = 1, 2
"""What `races.forgotten` says; 0 of all others."""

# The race that a room still shows is needed when the server starts again.  A race that was closed
# by the server has no end, and an attempt at a daily deal none that is told.
_OLD: Final = f"""
    FROM races WHERE COALESCE(ended, started) < ? AND forgotten < {GONE}
        AND (ended IS NOT NULL OR closed IS NOT NULL OR (daily IS NOT NULL AND over IS NOT NULL))
        AND id NOT IN (SELECT race FROM rooms WHERE race IS NOT NULL)
"""  # noqa: S608 (a constant)
_HOW_MANY: Final = f"SELECT COUNT(*) {_OLD}"
# By the last ones of each: no whole table is read.
_NEWEST: Final = """
    SELECT COALESCE(MAX(at), 0) FROM (
        SELECT * FROM (SELECT COALESCE(over, ended, started) AS at FROM races
            ORDER BY id DESC LIMIT 100) AS raced
        UNION ALL
        SELECT * FROM (SELECT COALESCE(seen, made) AS at FROM players
            ORDER BY id DESC LIMIT 100) AS came) AS all_of_them
"""
_DUE: Final[dict[Engine, str]] = {
    engine: f"""
    SELECT id, {counted(engine, "races.id")} {_OLD}
    ORDER BY COALESCE(ended, started) LIMIT ?
"""
    for engine in get_args(Engine)
}
_ALONE: Final[dict[Engine, str]] = {
    engine: f"""
    SELECT race, {counted(engine, "mine.race")}
    FROM racers AS mine WHERE player = ? AND NOT EXISTS (
        SELECT 1 FROM racers AS rival WHERE rival.race = mine.race AND rival.player <> mine.player
    ) AND NOT EXISTS (SELECT 1 FROM daily_attempts WHERE daily_attempts.race = mine.race)
    ORDER BY race LIMIT ?
"""  # noqa: S608 (ours)
    for engine in get_args(Engine)
}
_NO_RACERS: Final = "DELETE FROM racers WHERE race = ?"
_MARK: Final = "UPDATE races SET forgotten = ? WHERE id = ?"


async def forget_some(database: Database, before: int) -> bool:
    """Delete `PIECE` entries of races that ended `before`, in seconds since 1970.

    Return whether there was anything to forget.
    """
    due = await database.reader.read_all(_DUE[database.engine], (before, RACES))
    await database.write(_deletions(database.engine, due, PIECE))
    return bool(due)


async def forget_alone(database: Database, player: int, piece: int = 0, rest: float = 1.0) -> None:
    """Delete a player's races that nobody else was in, but for the deals, in pieces.

    An attempt at a daily deal stays: others have their places after it or before it.

    A `piece` has so many entries, or `WAITED_FOR`; after each it rests for `rest` times as
    long as that took.
    """
    while due := await database.reader.read_all(_ALONE[database.engine], (player, RACES)):
        began = time.perf_counter()
        at_once = piece or WAITED_FOR
        await database.write(_deletions(database.engine, due, at_once, and_then=_NO_RACERS))
        await asyncio.sleep(rest * (time.perf_counter() - began))


def _deletions(
    engine: Engine, due: Sequence[Row], room: int, and_then: str = ""
) -> list[Statement]:
    """Return what deletes `room` entries of these races: pairs of the id and the entries.

    In SQLite what lies in a lot with the last of them goes, too.

    `and_then` is done to each race that has none left.
    """
    statements: list[Statement] = []
    for race, entries in due:
        kept = max(0, entries - room)
        mark = GOING if kept else GONE
        statements += [(_MARK, [(mark, race)]), (FORGOTTEN[engine], [(race, kept)])]
        if and_then and not kept:
            statements.append((and_then, [(race,)]))
        room -= entries - kept
        if room <= 0:
            break
    return statements


async def _count_races(reader: Reader, before: int) -> int:
    [[races]] = await reader.read_all(_HOW_MANY, (before,))
    return int(races)


async def _forget_talk(database: Database, before: int) -> bool:
    return await talk.forget_some(database, before, PIECE)


class Kind(NamedTuple):
    """Something that is forgotten when it is old."""

    name: str
    counted: str
    """What is counted of it."""
    how_many: Callable[[Reader, int], Awaitable[int]]
    """Returns how much there is from before a time, in seconds since 1970."""
    some: Callable[[Database, int], Awaitable[bool]]
    """Deletes some of it from before a time; returns whether there was any."""


MOVES: Final = Kind("moves", "races", _count_races, forget_some)
CHAT: Final = Kind("chat", "lines", talk.count_old, _forget_talk)


async def forget(
    database: Database,
    days: int,
    what: Kind = MOVES,
    clock: Callable[[], float] = time.time,
    every: float = EVERY,
) -> None:
    """Delete all of a kind that is so many days old, until cancelled.

    Moves are as old as the end of their race.  With 0 days, all of it goes.

    `clock` returns seconds since 1970; `every` so many seconds it looks for what is old by then.
    Once the clock was far ahead of all that is written, nothing is deleted any more: what is
    written from then on is by that clock, too, and says nothing about it.
    """
    looking, doubted = True, False
    while True:
        began = time.perf_counter()
        try:
            now = int(clock())
            before = now - days * DAY if days else ANY_TIME
            if looking and not doubted:
                # What is to be kept for no time at all is too old by any clock.
                doubted = bool(days) and await _is_far_ahead(database, now, what)
                if not doubted:
                    await _tell(database, before, what)
            some = not doubted and await what.some(database, before)
        except Exception as error:  # noqa: BLE001  It can wait; others tell if nothing is written.
            log.warning("old %s could not be deleted", what.name, extra={"error": str(error)})
            some = False
        looking = not some
        took = time.perf_counter() - began
        await asyncio.sleep(max(REST, took / SHARE) if some else every)


async def _is_far_ahead(database: Database, now: int, what: Kind) -> bool:
    """Return, and tell, whether the clock is so far ahead that it may be wrong."""
    [[newest]] = await database.reader.read_all(_NEWEST)
    if now - newest <= AHEAD or not newest:
        return False
    log.warning(
        "the clock is far ahead of all that was written, so no old %s are deleted until the "
        "server is started again: set the clock right, if it is wrong, before anybody plays",
        "lines of chat" if what is CHAT else what.name,
        extra={"clock": _date(now), "newest": _date(newest)},
    )
    return True


async def _tell(database: Database, before: int, what: Kind) -> None:
    """Tell what is going to be deleted, if anything."""
    if count := await what.how_many(database.reader, before):
        about = {what.counted: count} | ({} if before == ANY_TIME else {"before": _date(before)})
        log.info("old %s are deleted", what.name, extra=about)


def _date(seconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
