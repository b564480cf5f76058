"""Where everything is stored: the one interface to SQLite's file and to PostgreSQL.

`server.storage.sqlite` and `server.storage.postgres` have a database each.  Both are asked the same
questions, in the SQL that both understand, with placeholders as SQLite has them (`?`, or `?1`).
Where one of them has to be asked in other words, these stand side by side, by the `engine`.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Literal, TypeAlias

from server.storage.neighbours import Neighbours

SPARE: Final = 1_000_000
"""Bytes that must be free on the server's disk before it begins to write there, or to write again.
"""

Engine: TypeAlias = Literal["sqlite", "postgres"]
Row: TypeAlias = Sequence[Any]
Statement: TypeAlias = tuple[str, list[Row]]
"""SQL with placeholders, and the rows to do it with."""


class BadDatabase(Exception):
    """The database cannot be used; the text says why, and what to do."""


class Damaged(BadDatabase):
    """Something in the database is damaged, and that will not pass."""


class Unreachable(BadDatabase):
    """The database cannot be asked anything now, which may pass; nothing is wrong in it."""


class CannotWrite(Exception):
    """Nothing can be written, which may pass: the disk is full, say.

    The text says why, and what to do, for whoever runs the server.
    """

    def __init__(self, what: str, sentence: str, *, lasting: bool = False) -> None:
        """Say it in a few words for everybody, too, and whether it lasts until a new start."""
        super().__init__(sentence)
        self.what, self.lasting = what, lasting


class Rejected(Exception):
    """A row cannot stand beside those that are there; nothing was written."""

    def __init__(self, text: str, *, missing: bool = False) -> None:
        """Say why; `missing` where what the row refers to is not there."""
        super().__init__(text)
        self.missing = missing


class Reader(ABC):
    """Answers questions, one at a time and in the order in which they came."""

    engine: ClassVar[Engine]

    @abstractmethod
    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """Return all rows that a question brings.

        When its asker is cancelled, a question is broken off, or never asked.

        Raises:
            BadDatabase: they cannot be read; `Damaged` if they never will be, `Unreachable` if
                they will be when the database is back.
        """

    @abstractmethod
    async def close(self) -> None:
        """Close it."""


class Database(ABC):
    """An open database, for one server.

    Once a write has failed, no other is done until `resume`: who holds in mind what is not written
    has to forget it first.
    """

    engine: ClassVar[Engine]
    reader: Reader
    neighbours: Neighbours

    def __init__(self) -> None:
        """Begin with all well."""
        self.trouble: CannotWrite | None = None
        """Why nothing can be written; None when all is well."""
        self.failed = asyncio.Event()
        """Set while nothing can be written."""
        self.writes = 0
        """Writes that were done so far."""

    @abstractmethod
    async def open_reader(self) -> Reader:
        """Open another reader, for questions that others must not wait for; close it before.

        Raises:
            BadDatabase: it cannot be opened.
        """

    @abstractmethod
    async def close(self) -> None:
        """Close the database; what is not committed is lost."""

    @abstractmethod
    async def write(self, statements: Iterable[Statement], *, brief: bool = False) -> None:
        """Do all statements, or in case of an error none.  When this returns, it is on the disk.

        `brief` says that they are little work, whatever the disk takes: everything waits for it.

        Raises:
            Rejected: a row cannot stand beside those that are there.
            CannotWrite: that is not possible now.
            BadDatabase: it is damaged.
        """

    @abstractmethod
    async def write_one(self, sql: str, row: Row) -> Row | None:
        """Do a statement with a RETURNING clause and return the first row that it returns.

        Raises:
            Rejected, CannotWrite, BadDatabase: as `write`.
        """

    @abstractmethod
    async def claim_rooms(self, wanted: str = "") -> list[tuple[str, int]]:
        """Have rooms that no server has any more; return those that this one has now.

        They come in the order in which they were opened, each with its epoch: how many servers have
        had it, one after the other.  Where others share the database, some may be left to them, but
        not the one with the code `wanted`.
        As `probe`, it may be called while nothing else can be written.

        Raises:
            CannotWrite, BadDatabase: as `write`.
        """

    @abstractmethod
    async def race_ids(self) -> range:
        """Return ids for races that no other server gets, the next ones first.

        Raises:
            BadDatabase: as `Reader.read_all`.
        """

    @abstractmethod
    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """Return the few rows that an index finds at once: nothing waits for longer questions.

        Raises:
            BadDatabase: they cannot be read; `Damaged` if they never will be, `Unreachable` if
                they will be when the database is back.
        """

    @abstractmethod
    async def look(self) -> None:
        """See that the database is still the one that was opened: if it is not, that is for good.

        Raises:
            CannotWrite: it is gone, or another one, now or earlier.
        """

    @abstractmethod
    async def probe(self, spare: int = 0) -> None:
        """Try whether something can be written, without changing anything.

        So many bytes must be free on the disk besides, if it is the server's own.  It may be called
        while nothing else can be written, and does not change that.

        Raises:
            CannotWrite: nothing can be written, or there is not so much space.
            BadDatabase: the database is damaged.
        """

    def resume(self) -> None:
        """Let everything be written again: what was not written has been forgotten."""
        self.trouble = None
        self.failed.clear()

    def check(self) -> None:
        """Raise why nothing can be written, if so.

        Raises:
            CannotWrite: a write has failed, and nobody has called `resume` since.
        """
        if self.trouble:
            raise CannotWrite(self.trouble.what, str(self.trouble), lasting=self.trouble.lasting)

    def fail(self, trouble: CannotWrite) -> CannotWrite:
        """Write nothing from now on, and return why."""
        self.trouble = trouble
        self.failed.set()
        return trouble
