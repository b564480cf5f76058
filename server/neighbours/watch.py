"""Looking, again and again, at what other servers have left to be seen."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NoReturn

from server.storage.database import BadDatabase, CannotWrite, Database

log = logging.getLogger(__name__)

UNHINTED: Final = 4
"""Turns without a hint, of 1.25 seconds each, after which all is looked at nevertheless."""


async def watch(
    database: Database,
    at_hints: Sequence[Callable[[], Awaitable[None]]],
    always: Sequence[Callable[[], Awaitable[None]]],
) -> NoReturn:
    """Look at some things when there is a hint, and at others also without one.

    A hint may be lost, so those that wait for one are looked at after `UNHINTED` turns without one.
    Until cancelled; what is being looked at then is looked at to its end, for a write that is
    broken off would cost the connection that writes.
    """
    without = 0
    while True:
        without = 0 if await database.neighbours.hint() else without + 1
        looks = (*at_hints, *always) if without % UNHINTED == 0 else always
        looking = asyncio.create_task(_look(database, looks))
        try:
            await asyncio.shield(looking)
        except asyncio.CancelledError:
            await looking
            raise


async def _look(database: Database, looks: Sequence[Callable[[], Awaitable[None]]]) -> None:
    if database.trouble is None:
        try:
            for look in looks:
                await look()
        except (CannotWrite, BadDatabase):
            pass  # Who writes sees to that.
        except Exception:  # A mistake of ours: the next look may be fine.
            log.exception("looking at what other servers have left failed")
