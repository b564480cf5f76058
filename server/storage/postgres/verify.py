"""Whether a database in PostgreSQL is as servers would have written it: see `storage.verify`.

It works beside running servers: each race is read in a transaction of its own.
"""

from collections.abc import AsyncIterator, Awaitable, Callable

import asyncpg

from server.storage.database import BadDatabase, CannotWrite
from server.storage.postgres.address import where
from server.storage.postgres.reader import connected_to_read, numbered
from server.storage.postgres.trouble import ERRORS, explain
from server.storage.verify import Answers, Ask, CannotReadOn, Verification


class PostgresVerification(Verification):
    """One look through a database in PostgreSQL."""

    def __init__(self, address: str) -> None:
        """Look into the database at this address."""
        super().__init__()
        self._address, self._name = address, where(address)

    async def faults(self, report: Callable[[], None] = lambda: None) -> AsyncIterator[str]:
        """Yield what does not check out, each in a sentence; call `report` after each race.

        Raises:
            BadDatabase: it is not there, or of another version, or cannot be read now.
        """
        async with connected_to_read(self._address) as connection:
            async for fault in self.faults_by(connection, report):
                yield fault

    async def faults_by(
        self,
        connection: asyncpg.Connection,
        report: Callable[[], None],
        *,
        one_moment: bool = True,
    ) -> AsyncIterator[str]:
        """Yield what `faults` does, by a connection.

        `one_moment` has all of a race read as it is at one moment; what nobody else sees yet is.
        """
        asking = _at_one_moment if one_moment else _answers
        walk = self.walk(report)
        step = next(walk, None)
        while step is not None:
            try:
                if isinstance(step, str):
                    yield step
                    step = next(walk)
                else:
                    step = walk.send(await self._answers(asking(connection, step)))
            except CannotReadOn as error:
                step = walk.throw(error)
            except StopIteration:
                return

    async def _answers(self, asked: Awaitable[Answers]) -> Answers:
        try:
            return await asked
        except ERRORS as error:
            meant = explain(self._name, error)
            if isinstance(meant, CannotWrite):
                raise BadDatabase(str(meant)) from None
            raise CannotReadOn(str(error)) from None


async def _at_one_moment(connection: asyncpg.Connection, asked: Ask) -> Answers:
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        return await _answers(connection, asked)


async def _answers(connection: asyncpg.Connection, asked: Ask) -> Answers:
    return [
        [tuple(each) for each in await connection.fetch(numbered(sql), *row)] for sql, row in asked
    ]
