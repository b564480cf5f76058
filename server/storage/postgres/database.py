"""The database in PostgreSQL, and the one connection of a server that writes.

What was committed is on the disk of the database: `synchronous_commit` stays on.  Others ask by
connections of their own, so that no question holds a move up.
"""

import asyncio
import uuid
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Final

import asyncpg

from server.storage.database import BadDatabase, CannotWrite, Database, Row, Statement
from server.storage.neighbours import Neighbours
from server.storage.postgres.address import where
from server.storage.postgres.ownership import PostgresNeighbours, claim_rooms
from server.storage.postgres.reader import (
    CONNECTING,
    PostgresReader,
    connect,
    connect_to_ask,
    numbered,
)
from server.storage.postgres.schema import provide
from server.storage.postgres.tenure import BEATS, LEASE, Tenure, write_in
from server.storage.postgres.trouble import ERRORS, GONE, explain, taken_over

WRITING: Final = 10.0
"""Seconds that a commit may take; then the connection counts as lost."""
_RACE_IDS: Final = """
    SELECT nextval('race_ids'), (
        SELECT seqincrement FROM pg_sequence WHERE seqrelid = 'race_ids'::regclass)
"""
_PROBE: Final = "UPDATE samedeal SET version = version RETURNING id"


class PostgresDatabase(Database):
    """An open database.  Make one with `await PostgresDatabase.open(address)`.

    While it is another server's turn (see `server.storage.postgres.tenure`), it is in trouble, and
    `probe` finds out when that passes.  A lost connection ends a turn, too: what was under way on
    it is done or undone before the next one begins, and so before it is read what there is.
    """

    engine = "postgres"

    def __init__(
        self,
        address: str,
        identity: uuid.UUID,
        tenure: Tenure,
        writer: asyncpg.Connection,
        asker: PostgresReader,
        reader: PostgresReader,
    ) -> None:
        """Take three connections to the database of this identity, and its turns."""
        super().__init__()
        self._address, self._identity, self._tenure = address, identity, tenure
        self._name = where(address)
        self._writer = self._watched(writer)
        self._writing = asyncio.Lock()
        self._asker = asker
        """Asks what is found at once; `reader` may be busy for longer."""
        self.reader = reader
        shares = bool(tenure.reached_at)
        self.neighbours = PostgresNeighbours(self, tenure) if shares else Neighbours()
        self._renewing = asyncio.create_task(self._renew(), name="tenure")

    @classmethod
    async def open(cls, address: str, home: str = "", reached_at: str = "") -> "PostgresDatabase":
        """Open the database at an address (postgresql://...); its tables are made if need be.

        `home` is where no two servers are at once; `reached_at` is where players reach this one, if
        it shares the database with others (see `Tenure`).

        Raises:
            BadDatabase: it cannot be used.
        """
        writer = await connect_to_ask(address)
        try:
            identity = await provide(writer, where(address))
            asker = await PostgresReader.open(address)
            reader = await PostgresReader.open(address)
        except ERRORS as error:
            writer.terminate()
            raise BadDatabase(str(explain(where(address), error))) from None
        except BaseException:
            writer.terminate()
            raise
        tenure = Tenure(address, home or str(uuid.uuid4()), reached_at)
        opened = cls(address, identity, tenure, writer, asker, reader)
        try:
            await opened._begin_turn()
        except CannotWrite as trouble:
            opened.fail(trouble)  # It waits for its turn.
        except ERRORS as error:
            await opened.close()
            raise BadDatabase(str(explain(where(address), error))) from None
        return opened

    async def _begin_turn(self) -> None:
        """Begin a turn, and have the writer write in it."""
        epoch = await self._tenure.take()
        await write_in(self._writer, epoch)

    async def _renew(self) -> None:
        """Keep the turn, until cancelled."""
        clock = asyncio.get_running_loop().time
        kept = clock()
        while True:
            await asyncio.sleep(LEASE / BEATS)
            if not self._tenure.epoch or self.trouble:
                kept = clock()
                continue
            try:
                if await self._tenure.renew():
                    kept = clock()
                elif not self.trouble:
                    self.fail(taken_over(self._name))
            except (CannotWrite, BadDatabase) as trouble:
                # Who writes notices that, too; who has nothing to write would go on for nobody.
                if clock() - kept > LEASE and isinstance(trouble, CannotWrite):
                    self.fail(trouble)

    async def open_reader(self) -> PostgresReader:
        """See `Database`."""
        return await PostgresReader.open(self._address)

    async def close(self) -> None:
        """See `Database`."""
        self._renewing.cancel()
        self._writer.remove_termination_listener(self._note_loss)
        await self.reader.close()
        await self._asker.close()
        with suppress(*ERRORS):
            await self._writer.close(timeout=CONNECTING)
        await self._tenure.end()

    async def write(self, statements: Iterable[Statement], *, brief: bool = False) -> None:
        """See `Database`."""
        del brief  # It makes no difference: the loop goes on meanwhile.
        work = [(numbered(sql), rows) for sql, rows in statements if rows]
        async with self._at_work():
            if len(work) == 1 and len(work[0][1]) == 1:
                [(sql, [row])] = work
                await self._writer.execute(sql, *row)
            else:
                await self._write_together(work)

    async def _write_together(self, work: list[Statement]) -> None:
        async with self._writer.transaction():
            for sql, rows in work:
                if len(rows) == 1:
                    await self._writer.execute(sql, *rows[0])
                else:
                    await self._writer.executemany(sql, rows)

    async def write_one(self, sql: str, row: Row) -> Row | None:
        """See `Database`."""
        async with self._at_work():
            found = await self._writer.fetchrow(numbered(sql), *row)
        return None if found is None else tuple(found)

    @asynccontextmanager
    async def _at_work(self, *, anyway: bool = False) -> AsyncIterator[None]:
        """Have the connection that writes for as long as the block runs, and count what it did.

        `anyway` means also while nothing else can be written.
        """
        if not anyway:
            self.check()
        async with self._writing:
            if not anyway:
                self.check()  # What was written before may have failed.
            try:
                async with asyncio.timeout(WRITING):
                    yield
            except ERRORS as error:
                raise self._why(error) from error
            except asyncio.CancelledError:
                self._writer.terminate()  # Whether it was done, nobody knows now.
                raise
        self.writes += 1

    async def claim_rooms(self, wanted: str = "") -> list[tuple[str, int]]:
        """See `Database`."""
        async with self._at_work(anyway=True):
            return await claim_rooms(self._writer, wanted)

    async def race_ids(self) -> range:
        """See `Database`."""
        [[first, count]] = await self.reader.read_all(_RACE_IDS)
        return range(first, first + count)

    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """See `Database`."""
        return await self._asker.read_all(sql, row)

    async def look(self) -> None:
        """See `Database`."""
        if self.trouble and self.trouble.lasting:
            self.check()
        if self._writer.is_closed():
            raise self.fail(self._lost())

    async def probe(self, spare: int = 0) -> None:  # noqa: ARG002 (the disk is not ours)
        """See `Database`."""
        if self.trouble and self.trouble.lasting:
            self.check()
        async with self._writing:
            try:
                async with asyncio.timeout(WRITING):
                    if self._writer.is_closed():
                        self._writer = self._watched(await connect(self._address))
                    if self.trouble:
                        await self._begin_turn()
                    identity = await self._writer.fetchval(_PROBE)
            except CannotWrite as trouble:
                raise self.fail(trouble) from None
            except ERRORS as error:
                raise self._why(error) from error
        if identity != self._identity:
            text = f"{self._name} is another one than before: start the server again if it is right"
            raise self.fail(CannotWrite("the database is another one", text, lasting=True))

    def _watched(self, writer: asyncpg.Connection) -> asyncpg.Connection:
        writer.add_termination_listener(self._note_loss)
        return writer

    def _note_loss(self, _: object) -> None:
        if not self.trouble:
            self.fail(self._lost())

    def _lost(self) -> CannotWrite:
        lost = explain(self._name, ConnectionError("the connection was lost"))
        assert isinstance(lost, CannotWrite)
        return lost

    def _why(self, error: Exception) -> Exception:
        """Return what a failed write means; from now on no other is done, if it may pass."""
        if isinstance(error, GONE):
            self._writer.terminate()
        meant = explain(self._name, error)
        return self.fail(meant) if isinstance(meant, CannotWrite) else meant
