"""Looking, again and again, at what other servers have left to be seen."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NoReturn

from server.storage.database import BadDatabase, CannotWrite, Database


async def watch(database: Database, looks: Sequence[Callable[[], Awaitable[None]]]) -> NoReturn:
    """Look at each of these whenever there is a hint, and after a while without one.

    Until cancelled; what is being looked at then is looked at to its end, for a write that is
    broken off would cost the connection that writes.
    """
    while True:
        await database.neighbours.hint()
        looking = asyncio.create_task(_look(database, looks))
        try:
            await asyncio.shield(looking)
        except asyncio.CancelledError:
            await looking
            raise


async def _look(database: Database, looks: Sequence[Callable[[], Awaitable[None]]]) -> None:
    if database.trouble is None:
        with suppress(CannotWrite, BadDatabase):  # Who writes sees to that.
            for look in looks:
                await look()
