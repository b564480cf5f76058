"""Forgetting: the moves of old races are deleted, where the operator keeps them for a time only.

What goes are the entries of the journal, by which a race can be played again.  Who raced and how it
ended stays, for leaderboards and profiles.  It is done a few rows at a time, so that no move waits
for it, and a race is marked in the transaction in which its first rows go: `races.forgotten` is 1
while some may still be there, and 2 when all are gone.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Final

from server.storage.database import Database, Row, Statement

log = logging.getLogger(__name__)

PIECE: Final = 500
"""The most rows that are deleted at once: that takes a millisecond more than an empty commit."""
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
GOING, GONE = 1, 2
"""What `races.forgotten` says; 0 of all others."""

# The race that a room still shows is needed when the server starts again.  A race that was closed
# by the server has no end.
_DUE: Final = f"""
    SELECT id, (SELECT COALESCE(MAX(number) + 1, 0) FROM entries WHERE race = races.id) FROM races
    WHERE COALESCE(ended, started) < ? AND forgotten < {GONE}
        AND (ended IS NOT NULL OR closed IS NOT NULL)
        AND id NOT IN (SELECT race FROM rooms WHERE race IS NOT NULL)
    ORDER BY COALESCE(ended, started) LIMIT ?
"""  # noqa: S608 (a constant)
_ALONE: Final = """
    SELECT race, (SELECT COALESCE(MAX(number) + 1, 0) FROM entries WHERE race = mine.race)
    FROM racers AS mine WHERE player = ? AND NOT EXISTS (
        SELECT 1 FROM racers AS rival WHERE rival.race = mine.race AND rival.player <> mine.player
    ) ORDER BY race LIMIT ?
"""
_NO_RACERS: Final = "DELETE FROM racers WHERE race = ?"
_MARK: Final = "UPDATE races SET forgotten = ? WHERE id = ?"
_DELETE: Final = "DELETE FROM entries WHERE race = ? AND number >= ?"


async def forget_some(database: Database, before: int) -> bool:
    """Delete at most `PIECE` rows of races that ended `before`, in seconds since 1970.

    Return whether there was anything to forget.
    """
    due = await database.reader.read_all(_DUE, (before, RACES))
    await database.write(_deletions(due, PIECE))
    return bool(due)


async def forget_alone(database: Database, player: int) -> None:
    """Delete a player's races that nobody else was in, but for the deals, in pieces."""
    while due := await database.reader.read_all(_ALONE, (player, RACES)):
        began = time.perf_counter()
        await database.write(_deletions(due, WAITED_FOR, and_then=_NO_RACERS))
        await asyncio.sleep(time.perf_counter() - began)


def _deletions(due: Sequence[Row], room: int, and_then: str = "") -> list[Statement]:
    """Return what deletes at most `room` entries of these races: pairs of the id and the entries.

    `and_then` is done to each race that has none left.
    """
    statements: list[Statement] = []
    for race, entries in due:
        kept = max(0, entries - room)
        statements += [(_MARK, [(GOING if kept else GONE, race)]), (_DELETE, [(race, kept)])]
        if and_then and not kept:
            statements.append((and_then, [(race,)]))
        room -= entries - kept
        if room <= 0:
            break
    return statements


async def forget(
    database: Database,
    days: int,
    clock: Callable[[], float] = time.time,
    every: float = EVERY,
) -> None:
    """Delete the moves of all races that have been over for so many days, until cancelled.

    `clock` returns seconds since 1970; `every` so many seconds it looks for what is old by then.
    """
    while True:
        began = time.perf_counter()
        try:
            some = await forget_some(database, int(clock()) - days * DAY)
        except Exception as error:  # noqa: BLE001  It can wait; others tell if nothing is written.
            log.warning("old moves could not be deleted", extra={"error": str(error)})
            some = False
        took = time.perf_counter() - began
        await asyncio.sleep(max(REST, took / SHARE) if some else every)
