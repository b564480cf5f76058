"""The database file: opening it, its schema, and the one connection that writes.

SQLite in WAL mode with `synchronous=FULL`: what was committed is on the disk.  A second connection
reads, so that a long question holds no move up.
"""

import asyncio
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import aiosqlite

from server.storage.names import name_look

if sys.platform != "win32":
    import fcntl

FILE_NAME: Final = "samedeal.sqlite3"
BREAKING_OFF: Final = 0.01
"""Seconds between two tries to break a question off."""

Row: TypeAlias = Sequence[Any]
Statement: TypeAlias = tuple[str, list[Row]]
"""SQL with placeholders, and the rows to do it with."""

# Part of the migration that made `bests`, and so never to be changed.
_ADD_TO_BESTS: Final = """
    INSERT INTO bests (player, game, options, races, wins, solved,
        fastest, fastest_race, best, best_time, best_race)
    SELECT player, game, options, 1,
        place = 1 AND (status = 'won' OR EXISTS (
            SELECT 1 FROM racers AS rival
            WHERE rival.race = racers.race AND rival.player <> racers.player)),
        status = 'won',
        CASE WHEN status = 'won' THEN milliseconds END, CASE WHEN status = 'won' THEN race END,
        score, milliseconds, race
    FROM racers JOIN races ON races.id = race
"""
_OR_BETTER: Final = """
    ON CONFLICT (player, game, options) DO UPDATE SET
        races = races + 1,
        wins = wins + excluded.wins,
        solved = solved + excluded.solved,
        (fastest, fastest_race) = (SELECT * FROM (
            SELECT bests.fastest, bests.fastest_race
            WHERE excluded.fastest IS NULL OR bests.fastest <= excluded.fastest
            UNION ALL SELECT excluded.fastest, excluded.fastest_race) LIMIT 1),
        (best, best_time, best_race) = (SELECT * FROM (
            SELECT bests.best, bests.best_time, bests.best_race
            WHERE (bests.best, -bests.best_time) >= (excluded.best, -excluded.best_time)
            UNION ALL SELECT excluded.best, excluded.best_time, excluded.best_race) LIMIT 1)
"""

# Part of the migration that made `racers.win`, and so never to be changed either.
_WINS: Final = """
    place = 1 AND moves > 0 AND (status = 'won' OR (
        EXISTS (SELECT 1 FROM racers AS rival WHERE rival.race = racers.race
            AND rival.player <> racers.player AND rival.moves > 0)
        AND (milliseconds > 0 OR NOT EXISTS (SELECT 1 FROM racers AS rival
            WHERE rival.race = racers.race AND rival.player <> racers.player
            AND rival.place = 1))))
"""
_ADD_RESULTS: Final = """
    INSERT INTO bests (player, game, options, races, wins, solved,
        fastest, fastest_race, best, best_time, best_race)
    SELECT player, game, options, 1, COALESCE(win, 0), status = 'won',
        CASE WHEN status = 'won' THEN milliseconds END, CASE WHEN status = 'won' THEN race END,
        score, milliseconds, race
    FROM racers JOIN races ON races.id = race
"""

MIGRATIONS: Final = (
    """
    CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL UNIQUE,      -- case-folded: names too alike are one name
        token_hash TEXT NOT NULL UNIQUE,    -- SHA-256 in hexadecimal; the token itself is nowhere
        bot INTEGER NOT NULL,
        made INTEGER NOT NULL               -- seconds since 1970
    ) STRICT;

    CREATE TABLE races (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        options TEXT NOT NULL,              -- JSON, complete, keys in order: equal when the same
        settings TEXT NOT NULL,             -- JSON
        seed TEXT NOT NULL,
        commitment TEXT NOT NULL,           -- SHA-256 of the seed in hexadecimal
        started INTEGER,                    -- seconds since 1970; NULL: called off in the countdown
        ended INTEGER,                      -- seconds since 1970; NULL: still going on
        elapsed INTEGER NOT NULL DEFAULT 0  -- milliseconds on the race's clock
    ) STRICT;
    CREATE INDEX races_by_game ON races (game, options) WHERE ended IS NOT NULL;

    CREATE TABLE racers (
        race INTEGER NOT NULL REFERENCES races,
        player INTEGER NOT NULL REFERENCES players,
        seat INTEGER NOT NULL,
        status TEXT,                        -- NULL, as is all that follows, until the race is over
        score INTEGER,
        place INTEGER,
        moves INTEGER,
        milliseconds INTEGER,
        PRIMARY KEY (race, player)
    ) STRICT, WITHOUT ROWID;

    -- The journal: with the seed and these, every race can be played again.
    CREATE TABLE entries (
        race INTEGER NOT NULL REFERENCES races,
        number INTEGER NOT NULL,            -- entries of the race before this one
        player INTEGER NOT NULL,
        entry TEXT NOT NULL,                -- JSON: an action as on the wire, "undo", "give up"
        milliseconds INTEGER NOT NULL,      -- from the start
        PRIMARY KEY (race, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE rooms (
        code TEXT PRIMARY KEY,
        host INTEGER NOT NULL,
        settings TEXT NOT NULL,             -- JSON
        race INTEGER REFERENCES races
    ) STRICT;

    CREATE TABLE members (
        player INTEGER PRIMARY KEY,         -- a player is in one room at most
        code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
        seated INTEGER NOT NULL,
        came INTEGER NOT NULL               -- the order in which they came
    ) STRICT;
    CREATE INDEX members_by_room ON members (code);
    """,
    """
    ALTER TABLE races ADD COLUMN rules INTEGER NOT NULL DEFAULT 1;  -- the version of the game's
    ALTER TABLE races ADD COLUMN closed TEXT;       -- why the server gave it up; else NULL
    ALTER TABLE entries ADD COLUMN position INTEGER;  -- the checksum of the position after it
    """,
    """
    ALTER TABLE players ADD COLUMN name_look TEXT;     -- look-alike names are one; NULL: no name
    ALTER TABLE players ADD COLUMN next_hash TEXT;     -- of a new token that was not used yet
    ALTER TABLE players ADD COLUMN seen INTEGER;       -- seconds since 1970; NULL: not welcomed yet
    ALTER TABLE players ADD COLUMN gone INTEGER NOT NULL DEFAULT 0; -- deleted, but others raced it
    -- Both of two look-alikes stay; the later one's look gets the id, after a tab, as no name has.
    UPDATE players SET seen = made, name_look = name_look(name) || CASE
        WHEN id IN (SELECT MIN(id) FROM players GROUP BY name_look(name)) THEN ''
        ELSE '\t' || id
        END;
    CREATE UNIQUE INDEX players_by_look ON players (name_look);
    CREATE UNIQUE INDEX players_by_next_hash ON players (next_hash);

    ALTER TABLE rooms ADD COLUMN lock TEXT NOT NULL DEFAULT '';  -- the password, hashed

    -- Whom the host of a room has sent away or silenced, for as long as the room is there.
    CREATE TABLE house_rules (
        code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE,
        player INTEGER NOT NULL,
        kicked INTEGER NOT NULL,
        muted INTEGER NOT NULL,
        PRIMARY KEY (code, player)
    ) STRICT, WITHOUT ROWID;

    -- Whom the operator does not let in: a player or a network.
    CREATE TABLE bans (
        id INTEGER PRIMARY KEY,
        player INTEGER,
        network TEXT,                       -- as 203.0.113.0/24
        reason TEXT NOT NULL,
        made INTEGER NOT NULL,              -- seconds since 1970
        until INTEGER                       -- seconds since 1970; NULL: for good
    ) STRICT;
    """,
    # The best of each player and game, so that a leaderboard need not read all races there were.
    # A race's results are there when it gets its end, and so they are added at that moment.
    f"""
    CREATE TABLE bests (
        player INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        races INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        solved INTEGER NOT NULL,            -- races in which the game was won, whatever the place
        fastest INTEGER,                    -- milliseconds of the quickest win, if there is one
        fastest_race INTEGER,
        best INTEGER NOT NULL,              -- the highest score
        best_time INTEGER NOT NULL,         -- when it was reached
        best_race INTEGER NOT NULL,
        PRIMARY KEY (player, game, options)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX bests_by_time ON bests (game, options, fastest) WHERE fastest_race IS NOT NULL;
    CREATE INDEX bests_by_score ON bests (game, options, best DESC, best_time);
    CREATE INDEX bests_by_wins ON bests (game, options, wins DESC, races);
    CREATE INDEX racers_by_player ON racers (player, race);
    DROP INDEX races_by_game;
    CREATE INDEX races_by_end ON races (game, options, ended) WHERE ended IS NOT NULL;
    {_ADD_TO_BESTS} WHERE ended IS NOT NULL AND status IS NOT NULL ORDER BY ended, race
    {_OR_BETTER};
    CREATE TRIGGER add_to_bests AFTER UPDATE OF ended ON races
    WHEN OLD.ended IS NULL AND NEW.ended IS NOT NULL
    BEGIN
        {_ADD_TO_BESTS} WHERE race = NEW.id AND status IS NOT NULL {_OR_BETTER};
    END;
    """,
    # Of what was in a room with a password is known only where the room is still there.
    """
    ALTER TABLE races ADD COLUMN locked INTEGER NOT NULL DEFAULT 0;  -- its room had a password
    ALTER TABLE races ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;  -- see `storage.forgetting`
    UPDATE races SET locked = 1 WHERE id IN (SELECT race FROM rooms WHERE lock <> '');
    CREATE INDEX races_to_forget ON races (COALESCE(ended, started))
        WHERE forgotten < 2 AND (ended IS NOT NULL OR closed IS NOT NULL);
    """,
    # Wins are counted by `protocol.racing.winners` from now on: each result says whether it is one,
    # and those of races in which nobody had to be beaten do not count any more.
    f"""
    ALTER TABLE racers ADD COLUMN win INTEGER;          -- NULL until the race is over
    UPDATE racers SET win = {_WINS} WHERE status IS NOT NULL;
    UPDATE bests SET wins = (
        SELECT COALESCE(SUM(win), 0) FROM racers JOIN races ON races.id = race
        WHERE racers.player = bests.player AND game = bests.game AND options = bests.options
            AND ended IS NOT NULL AND status IS NOT NULL);
    DROP TRIGGER add_to_bests;
    CREATE TRIGGER add_to_bests AFTER UPDATE OF ended ON races
    WHEN OLD.ended IS NULL AND NEW.ended IS NOT NULL
    BEGIN
        {_ADD_RESULTS} WHERE race = NEW.id AND status IS NOT NULL {_OR_BETTER};
    END;

    -- A race's results are told to everybody when its spectators have seen its end.
    ALTER TABLE races ADD COLUMN over INTEGER;          -- seconds since 1970; NULL: still going on
    UPDATE races SET over = ended;                      -- `ended` is set to it when that is told
    """,  # noqa: S608 (what stands in it is ours)
)
"""What makes version n of the schema into version n + 1.  Never change one that was released."""


class BadDatabase(Exception):
    """The database cannot be used; the text says why, and what to do."""


class Reader:
    """A database open for reading only, beside a server or without one.

    It asks one question at a time, in a thread of its own, and in the order in which they came.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        """Take the connection."""
        self._connection = connection
        self._asking = asyncio.Lock()

    @classmethod
    async def open(cls, directory: Path) -> "Reader":
        """Open the database in a directory.

        Raises:
            BadDatabase: there is none, or it cannot be read.
        """
        path = directory / FILE_NAME
        if not path.is_file():
            raise BadDatabase(f"there is no database in {directory}; is it the data directory?")
        connection = await _connect_to_read(path)
        try:
            [(version,)] = await connection.execute_fetchall("PRAGMA user_version")
            if version != len(MIGRATIONS):
                raise BadDatabase(
                    f"{path} is of version {version}, and this Samedeal reads {len(MIGRATIONS)}; "
                    "start the server once to bring an older one up to date"
                )
        except sqlite3.DatabaseError as error:
            await connection.close()
            raise BadDatabase(_broken(path, error)) from None
        except BaseException:
            await connection.close()
            raise
        return cls(connection)

    async def close(self) -> None:
        """Close it."""
        await self._connection.close()

    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """Return all rows that a question brings.

        When its asker is cancelled, a question is broken off, or never asked.
        """
        async with self._asking:
            question = asyncio.ensure_future(self._connection.execute_fetchall(sql, row))
            try:
                return list(await asyncio.shield(question))
            except asyncio.CancelledError:
                while not question.done():  # It may be on its way to the thread still.
                    await self._connection.interrupt()
                    await asyncio.wait([question], timeout=BREAKING_OFF)
                question.exception()  # It is nobody's any more.
                raise


class Database:
    """An open database.  Make one with `await Database.open(directory)`.

    It is written in the event loop's own thread.  Nothing can be told before it is written anyway,
    and to give a commit to another thread and get it back costs more than what could be read from
    sockets meanwhile: both threads want the interpreter's lock again and again.
    """

    def __init__(
        self,
        writer: sqlite3.Connection,
        reader: Reader,
        path: Path,
        lock: IO[bytes] | None = None,
    ) -> None:
        """Take the two connections, and the file that keeps other servers out while it is open."""
        self._writer = writer
        self._path = path
        self._file_lock = lock
        self.reader = reader

    @classmethod
    async def open(cls, directory: Path) -> "Database":
        """Open the database in a directory; both are made where they are not there yet.

        Raises:
            BadDatabase: the directory or the file cannot be used.
        """
        path = _provide(directory)
        lock = _lock(directory)
        # No transactions but those we begin: a single statement is one by itself.
        writer = sqlite3.connect(path, isolation_level=None)
        try:
            _prepare(writer, path)
        except BaseException:
            writer.close()
            if lock:
                lock.close()
            raise
        return cls(writer, Reader(await _connect_to_read(path)), path, lock)

    async def open_reader(self) -> Reader:
        """Open another reader, for questions that others must not wait for; close it before."""
        return Reader(await _connect_to_read(self._path))

    async def close(self) -> None:
        """Close the database; what is not committed is lost."""
        await self.reader.close()
        self._writer.close()  # The last one: it may tidy the write-ahead log up.
        if self._file_lock:
            self._file_lock.close()

    async def write(self, statements: Iterable[Statement]) -> None:
        """Do all statements, or in case of an error none.  When this returns, it is on the disk."""
        work = list(statements)
        if len(work) == 1 and len(work[0][1]) == 1:
            [(sql, [row])] = work
            self._writer.execute(sql, row)
            return
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for sql, rows in work:
                self._writer.executemany(sql, rows)
            self._writer.execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            raise

    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """Return the few rows that an index finds at once: nothing waits for longer questions."""
        return self._writer.execute(sql, row).fetchall()

    async def write_one(self, sql: str, row: Row) -> Row | None:
        """Do a statement with a RETURNING clause and return the first row that it returns."""
        found = self._writer.execute(sql, row).fetchall()
        return found[0] if found else None


def _provide(directory: Path) -> Path:
    """Make the directory and the file where they are missing, for nobody else to read."""
    path = directory / FILE_NAME
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        with path.open("ab"):
            return path
    except OSError as error:
        reason = f"cannot write to the data directory {directory}: {error.strerror or error}"
        raise BadDatabase(f"{reason}; choose another one with --data") from None


def _lock(directory: Path) -> IO[bytes] | None:
    """Keep a second server out of the directory for as long as the file is open."""
    if sys.platform == "win32":
        return None
    file = (directory / "lock").open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BadDatabase(
            f"another server is using {directory}; choose another directory with --data"
        ) from None
    return file


async def _connect_to_read(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(read_only(path), uri=True)
    # Read to its end: beside a statement that is open, what is interrupted once stays so.
    await connection.execute_fetchall("PRAGMA busy_timeout = 5000")
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    try:
        [version] = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise BadDatabase(_broken(path, error)) from None
    if version > len(MIGRATIONS):
        raise BadDatabase(
            f"{path} comes from a newer Samedeal (version {version}, this one knows "
            f"{len(MIGRATIONS)}); please update Samedeal"
        )
    try:
        connection.execute("PRAGMA busy_timeout = 5000")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # What is deleted is gone from the file.
        connection.create_function("name_look", 1, name_look, deterministic=True)
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            # One transaction: a migration is done wholly or not at all.
            connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")
    except sqlite3.DatabaseError as error:
        raise BadDatabase(_broken(path, error)) from None


def _broken(path: Path, error: Exception) -> str:
    return (
        f"{path} cannot be used: {error}. Put a copy of yours in its place, or move it away "
        "to start with an empty one"
    )


def read_only(path: Path) -> str:
    """Return what SQLite opens a file by, for reading only."""
    return f"{path.absolute().as_uri()}?mode=ro"
