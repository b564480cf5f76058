"""Whether a database file is as the server would have written it: see `server.storage.verify`.

It works beside a running server: each race is read in a transaction of its own, so that neither is
in the other's way.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from server.storage.database import BadDatabase
from server.storage.sqlite.files import database_file
from server.storage.sqlite.reader import connect_read_only
from server.storage.sqlite.schema import identify, read_text, too_old
from server.storage.sqlite.trouble import SQLITE_ERRORS, explain
from server.storage.verify import SHOWN, Answers, Ask, BadText, CannotReadOn, Verification, Walk


class FileVerification(Verification):
    """One look through a database file."""

    damage = "the file is damaged"

    def __init__(self, place: Path) -> None:
        """Look into this data directory, or into a file that is a database, such as a backup.

        Raises:
            BadDatabase: there is no database, or it is not of this version of Samedeal.
        """
        super().__init__()
        self._path = database_file(place)
        with closing(connect_read_only(self._path)) as connection:
            try:
                version = identify(connection, self._path)
            except SQLITE_ERRORS as error:
                raise BadDatabase(explain(self._path, error).sentence) from None
        if problem := too_old(self._path, version):
            raise BadDatabase(problem)

    def faults(self, report: Callable[[], None] = lambda: None) -> Iterator[str]:
        """Return what does not check out, each in a sentence; call `report` after each race.

        Raises:
            BadDatabase: it cannot be read now, though it may be sound: somebody locks it, say.
        """
        with closing(connect_read_only(self._path)) as connection:
            connection.text_factory = _read_text
            walk = self.walk(report)
            step = next(walk, None)
            while step is not None:
                try:
                    if isinstance(step, str):
                        yield step
                        step = next(walk)
                    else:
                        step = walk.send(self._answers(connection, step))
                except CannotReadOn as error:
                    step = walk.throw(error)
                except StopIteration:
                    return

    def _answers(self, connection: sqlite3.Connection, asked: Ask) -> Answers:
        try:
            if len(asked) > 1:  # As it is at one moment.
                connection.execute("BEGIN")
            return [connection.execute(sql, row).fetchall() for sql, row in asked]
        except SQLITE_ERRORS as error:
            trouble = explain(self._path, error)
            if not trouble.damage:
                raise BadDatabase(trouble.sentence) from None
            raise CannotReadOn(str(error)) from None
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    def structure(self) -> Walk:
        """See `Verification`."""
        [checked] = yield ((f"PRAGMA integrity_check({SHOWN})", ()),)
        for [found] in checked:
            if found != "ok":
                self.damaged = True
                yield f"{self.damage}: {found}"
        if (yield from self.strays()):
            return  # What is found otherwise says the same again.
        [broken] = yield (("PRAGMA foreign_key_check", ()),)
        for table, row, parent, _ in broken[:SHOWN]:
            yield f"row {row} of {table} belongs to a row of {parent} that is missing"


def _read_text(raw: bytes) -> str:
    text = read_text(raw)
    return BadText(text) if "\ufffd" in text and raw != text.encode() else text
