"""A database file's entries as rows that can be changed: for tests, which do harm to them."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def entries_as_rows(connection: sqlite3.Connection) -> Iterator[None]:
    """Meanwhile `entries` is a table; in the end the database's entries are what is in it.

    What is no JSON is written as a text.
    """
    connection.execute("CREATE TEMP TABLE entries AS SELECT * FROM main.entries")
    yield
    connection.execute("DELETE FROM lots")
    connection.execute(
        "INSERT INTO lots SELECT race, number, JSON_ARRAY(JSON_ARRAY(player, "
        "CASE WHEN JSON_VALID(entry) THEN JSON(entry) ELSE entry END, milliseconds, position)) "
        "FROM temp.entries"
    )
    connection.execute("DROP TABLE temp.entries")
