"""What is the matter with PostgreSQL, in a sentence that says what to do."""

import asyncio
from typing import Final

import asyncpg

from server.storage.database import BadDatabase, CannotWrite, Rejected

GONE: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # Asked for more between the last word of a server and its end.
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncio.IncompleteReadError,
    TimeoutError,
    OSError,
)
"""What comes of a server that cannot be reached, for now."""
ERRORS: Final = (asyncpg.PostgresError, *GONE)
"""Whatever may come of a question or a statement."""
NOT_IN_TURN: Final = "SD001"
"""What our own trigger says: see `server.storage.postgres.tenure`."""
_MAY_PASS: Final = ("08", "25", "40", "53", "55", "57", "58")
"""The classes of PostgreSQL's errors that are of the moment: https://www.postgresql.org/docs/
current/errcodes-appendix.html names all of them."""
_DAMAGED: Final = (
    asyncpg.UndefinedTableError,
    asyncpg.UndefinedColumnError,
    asyncpg.UndefinedFunctionError,
    asyncpg.DataCorruptedError,
    asyncpg.IndexCorruptedError,
)


def explain(name: str, error: Exception) -> BadDatabase | CannotWrite | Rejected:
    """Return what it means that something could not be written in the database of this name."""
    if isinstance(error, asyncpg.NotNullViolationError) and error.column_name == "epoch":
        return taken_over(name)  # An entry of a race in a room that is another server's.
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        missing = isinstance(error, asyncpg.ForeignKeyViolationError)
        return Rejected(str(error), missing=missing)
    if isinstance(error, asyncpg.PostgresError) and error.sqlstate == NOT_IN_TURN:
        return taken_over(name)
    if isinstance(error, asyncpg.ReadOnlySQLTransactionError):
        text = f"{name} only lets itself be read, as a standby does: promote it, or connect to"
        return CannotWrite("the database is read-only", f"{text} the one that is written")
    if isinstance(error, asyncpg.DiskFullError):
        text = f"the disk that {name} is on is full: free some space there"
        return CannotWrite("the disk is full", text)
    if isinstance(error, _DAMAGED):
        return BadDatabase(f"{name} is damaged ({error}): restore it from your last backup")
    if isinstance(error, asyncpg.InvalidAuthorizationSpecificationError):
        text = f"{name} does not let this server in ({error}): see the address that it was given"
        return CannotWrite("the database lets nobody in", text)
    if isinstance(error, GONE):
        text = f"{name} cannot be reached ({_told(error)}): see whether PostgreSQL is running there"
        return CannotWrite("the database cannot be reached", text)
    if isinstance(error, asyncpg.PostgresError) and (error.sqlstate or "")[:2] not in _MAY_PASS:
        return BadDatabase(f"{name} does not take what this Samedeal asks of it: {_told(error)}")
    return CannotWrite("the database fails", f"{name} fails: {_told(error)}")


def taken_over(name: str) -> CannotWrite:
    """Return what it means that it is another server's turn now."""
    text = f"another server has taken {name} over; this one takes over again if that one ends"
    return CannotWrite("another server is at work", text)


def _told(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "no answer came in time"
    return str(error).strip().split("\n")[0] or type(error).__name__
