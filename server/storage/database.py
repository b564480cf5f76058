"""The database file: opening it, its schema, and the one connection that writes.

SQLite in WAL mode with `synchronous=FULL`: what was committed is on the disk.  A second connection
reads, so that a long question holds no move up.
"""

import asyncio
import os
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import aiosqlite

from server.storage.held_file import HeldFile
from server.storage.names import name_look
from server.storage.trouble import (
    BESIDE,
    RESTORE,
    SQLITE_ERRORS,
    explain,
    kind_of,
    no_file,
    not_made,
    whose,
)

if sys.platform != "win32":
    import fcntl

FILE_NAME: Final = "samedeal.sqlite3"
LOCK_NAME: Final = "lock"
LOOKS: Final = 3
"""Times that a database is looked at beside a server, which may begin or end meanwhile."""
BREAKING_OFF: Final = 0.01
"""Seconds between two tries to break a question off."""
APPLICATION: Final = 0x53414D45
"""What SQLite's header says that a file is ours by: "SAME"."""
PATIENCE: Final = 5
"""Seconds for which another program may lock the database before that is a failure."""
SPARE: Final = 1_000_000
"""Bytes that must be free on the disk before the server begins to write, or to write again."""

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
    # A deleted player has none, also if a race with others goes on to its end.
    f"""
    DELETE FROM bests WHERE player IN (SELECT id FROM players WHERE gone);
    DROP TRIGGER add_to_bests;
    CREATE TRIGGER add_to_bests AFTER UPDATE OF ended ON races
    WHEN OLD.ended IS NULL AND NEW.ended IS NOT NULL
    BEGIN
        {_ADD_RESULTS} WHERE race = NEW.id AND status IS NOT NULL
            AND NOT (SELECT gone FROM players WHERE id = player) {_OR_BETTER};
    END;
    """,  # noqa: S608 (what stands in it is ours)
    # A race whose deal was known before is never told to have ended, and so counts nowhere.
    """
    ALTER TABLE races ADD COLUMN practice INTEGER NOT NULL DEFAULT 0;  -- its deal was known before

    -- What is practised in a room, and where each of its races begins.
    CREATE TABLE practice (
        code TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE,
        deal TEXT NOT NULL,                 -- the deal's code
        race INTEGER NOT NULL,              -- where the deal is from, and whose moves; 0: a code
        player INTEGER NOT NULL,
        number INTEGER NOT NULL,            -- after how many of that player's entries
        actions TEXT NOT NULL               -- JSON: those that were not taken back by then
    ) STRICT, WITHOUT ROWID;
    """,
)
"""What makes version n of the schema into version n + 1.  Never change one that was released."""


class BadDatabase(Exception):
    """The database cannot be used; the text says why, and what to do."""


class Damaged(BadDatabase):
    """Something in the database is damaged, and that will not pass."""


class CannotWrite(Exception):
    """Nothing can be written, which may pass: the disk is full, say.

    The text says why, and what to do, for whoever runs the server.
    """

    def __init__(self, what: str, sentence: str, *, lasting: bool = False) -> None:
        """Say it in a few words for everybody, too, and whether it lasts until a new start."""
        super().__init__(sentence)
        self.what, self.lasting = what, lasting


_in_use: Final[set[Path]] = set()
"""The databases that are written in this process.

Nobody may open such a file but by SQLite: the system forgets SQLite's locks when it is closed.
"""

# Finding and recognizing --------------------------------------------------------------------------


def database_file(place: Path) -> Path:
    """Return the database in a data directory; a file, such as a backup, is one itself.

    Raises:
        BadDatabase: there is none, or it is not ours to read, or there is nothing in it.
    """
    path = place if _is_file(place) else place / FILE_NAME
    if not _is_file(path):
        problem = whose(path, writing=False) or no_file(path)
        if not problem and os.path.islink(place):  # noqa: PTH114 (it takes any name)
            problem = no_file(place, or_directory=True)
        if problem:
            raise BadDatabase(problem)
        raise BadDatabase(f"there is no database in {place}; is it the data directory?")
    if problem := whose(path, writing=False) or _empty(path):
        raise BadDatabase(problem)
    return path


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # What may not be looked into is told later.
        return False


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _empty(path: Path) -> str:
    """Return what to do if a database file has nothing in it: a server is never made of that."""
    if path.stat().st_size:
        return ""
    return (
        f"{path} is empty, which no database of a server is: it was cut off, or a copy of it "
        "failed. Put your last backup in its place; if nobody ever played there, remove it"
    )


def _strange_log(path: Path) -> str:
    """Return what to do if the write-ahead log of another database lies beside this one.

    SQLite would write what is in it into this one.  A copy that `samedeal backup` made says in its
    header (byte 18) that it has no such log.
    """
    path = path.resolve()  # SQLite keeps it where the file is, and not where a link to it is.
    if path in _in_use:
        return ""
    log = path.with_name(f"{path.name}-wal")
    with path.open("rb") as file:
        header = file.read(20)
    if len(header) < 20 or header[18] != 1 or not log.exists() or not log.stat().st_size:
        return ""
    return (
        f"{log} belongs to another database than {path}, which is a restored copy: move that file "
        f"(and {path.name}-shm, if there is one) away first"
    )


def identify(connection: sqlite3.Connection, path: Path) -> int:
    """Return the version of a database of ours.

    Raises:
        BadDatabase: it is another program's or a newer Samedeal's, or something in it is missing.
        sqlite3.DatabaseError: it cannot be read.
    """
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [version] = connection.execute("PRAGMA user_version").fetchone()
    found = _schema(connection)
    if not found and not version:
        raise BadDatabase(
            f"{path} has no tables in it, which no database of a server is: put your last backup "
            "in its place; if nobody ever played there, remove it"
        )
    ours = {name for name, _ in _expected(MIGRATIONS)}
    known = application == 0 and ours & {name for name, _ in found}
    if application != APPLICATION and not known:
        names = ", ".join(sorted({name for name, _ in found})[:3]) or "none"
        raise BadDatabase(
            f"{path} is the database of another program (its tables: {names}), and nothing in it "
            "was changed; name another data directory"
        )
    if _cut_off(connection, path):
        raise BadDatabase(f"{path} is damaged: its end was cut off; {RESTORE}")
    if version < 0:
        raise BadDatabase(
            f"{path} is damaged: it says that it is of version {version}, which none is; {RESTORE}"
        )
    if version > len(MIGRATIONS):
        raise BadDatabase(
            f"{path} comes from a newer Samedeal (version {version}, this one knows "
            f"{len(MIGRATIONS)}); please update Samedeal"
        )
    later = _expected(MIGRATIONS) - _expected(MIGRATIONS[:version])
    if early := later & found:
        name = min(early)[0]
        raise BadDatabase(
            f"{path} is damaged: it says that it is of version {version}, and has {name}, which "
            f"came later; {RESTORE}"
        )
    if missing := _expected(MIGRATIONS[:version]) - found:
        name, column = min(missing)
        what = f"the column {column} of {name}" if column else name
        raise BadDatabase(f"{path} is damaged: {what} is missing; {RESTORE}")
    return int(version)


def _cut_off(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the last page is not whole: SQLite takes what is missing for zeros.

    After a crash it may be so, and the log has the whole page.
    """
    [page] = connection.execute("PRAGMA page_size").fetchone()
    file = path.resolve()
    log = file.with_name(f"{file.name}-wal")
    return bool(file.stat().st_size % page) and not (log.exists() and log.stat().st_size)


def _schema(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Return the tables, indexes and triggers by name, and each column of the tables."""
    return {
        (str(name), str(column or ""))
        for name, column in connection.execute(
            "SELECT schema.name, NULL FROM sqlite_schema AS schema WHERE name NOT LIKE 'sqlite_%' "
            "UNION ALL SELECT schema.name, columns.name FROM sqlite_schema AS schema "
            "JOIN pragma_table_info(schema.name) AS columns WHERE schema.type = 'table'"
        )
    }


@cache
def _expected(migrations: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    """Return the schema that these migrations make."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        _migrate(connection, migrations, 0)
        return frozenset(_schema(connection))


def _migrate(connection: sqlite3.Connection, migrations: Sequence[str], version: int) -> None:
    """Bring a database of this version up to date."""
    connection.create_function("name_look", 1, name_look, deterministic=True)
    for number, script in enumerate(migrations[version:], version + 1):
        # One transaction: a migration is done wholly or not at all.
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


def read_text(raw: bytes) -> str:
    """Return a text of the database; what is no UTF-8 in it becomes a question mark in a diamond.

    One damaged text must not keep everything else from being read.
    """
    return raw.decode(errors="replace")


# Reading ------------------------------------------------------------------------------------------


class Reader:
    """A database open for reading only, beside a server or without one.

    It asks one question at a time, in a thread of its own, and in the order in which they came.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        """Take the connection, and the file that it reads."""
        self._connection, self._path = connection, path
        self._asking = asyncio.Lock()

    @classmethod
    async def open(cls, place: Path) -> "Reader":
        """Open the database in a data directory, or a file that is one.

        Raises:
            BadDatabase: there is none, or it cannot be read.
        """
        path = database_file(place)
        with closing(_connect_to_check(path)) as looking:
            try:
                version = identify(looking, path)
            except SQLITE_ERRORS as error:
                raise BadDatabase(explain(path, error).sentence) from None
        if version != len(MIGRATIONS):
            raise BadDatabase(older(path, version))
        return await cls.connect(path)

    @classmethod
    async def connect(cls, path: Path) -> "Reader":
        """Open a database file that was recognized already."""
        connection = await aiosqlite.connect(read_only(path), uri=True)
        try:
            connection.text_factory = read_text
            # Read to its end: beside a statement that is open, what is interrupted once stays so.
            await connection.execute_fetchall(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
            # Its files are opened now, and not with the first question.
            await connection.execute_fetchall("PRAGMA schema_version")
        except SQLITE_ERRORS as error:
            await connection.close()
            raise BadDatabase(explain(path, error).sentence) from None
        except BaseException:
            await connection.close()
            raise
        return cls(connection, path)

    async def close(self) -> None:
        """Close it."""
        await self._connection.close()

    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """Return all rows that a question brings.

        When its asker is cancelled, a question is broken off, or never asked.

        Raises:
            BadDatabase: they cannot be read; `Damaged` if they never will be.
        """
        async with self._asking:
            question = asyncio.ensure_future(self._connection.execute_fetchall(sql, row))
            try:
                found = await asyncio.shield(question)
            except asyncio.CancelledError:
                while not question.done():  # It may be on its way to the thread still.
                    await self._connection.interrupt()
                    await asyncio.wait([question], timeout=BREAKING_OFF)
                question.exception()  # It is nobody's any more.
                raise
            except SQLITE_ERRORS as error:
                raise _unreadable(self._path, error) from error
            return list(found)


def _unreadable(path: Path, error: Exception) -> BadDatabase:
    trouble = explain(path, error)
    return (Damaged if trouble.damage else BadDatabase)(trouble.sentence)


@asynccontextmanager
async def reading(place: Path) -> AsyncIterator[Reader]:
    """Open a database as `Reader.open` does; tell of rows in it that nobody could read.

    For a command that reads, and may meet anything in a file that is damaged.

    Raises:
        BadDatabase: there is none, it cannot be read, or what it holds makes no sense.
    """
    reader = await Reader.open(place)
    try:
        yield reader
    except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
        raise BadDatabase(
            f"what {database_file(place)} holds makes no sense ({error}); "
            f"`samedeal verify {place}` tells what is damaged"
        ) from error
    finally:
        await reader.close()


def older(path: Path, version: int) -> str:
    """Return what to do with a database of an older version that is only to be read."""
    return (
        f"{path} is of version {version}, and this Samedeal reads {len(MIGRATIONS)}; "
        "start the server once to bring an older one up to date"
    )


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Return a connection that only reads, and begins no transactions by itself.

    Raises:
        BadDatabase: the file cannot be opened.
    """
    connection = _connect_to_check(path)
    connection.text_factory = read_text
    return connection


def _connect_to_check(path: Path) -> sqlite3.Connection:
    if problem := _strange_log(path):
        raise BadDatabase(problem)
    try:
        connection = sqlite3.connect(read_only(path), uri=True, isolation_level=None)
    except SQLITE_ERRORS as error:
        raise BadDatabase(explain(path, error).sentence) from None
    connection.text_factory = read_text
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
    return connection


def read_only(path: Path) -> str:
    """Return what SQLite opens a file by, for reading only."""
    return f"{path.absolute().as_uri()}?mode=ro"


# Writing ------------------------------------------------------------------------------------------


class Database:
    """An open database.  Make one with `await Database.open(directory)`.

    It is written in the event loop's own thread.  Nothing can be told before it is written anyway,
    and to give a commit to another thread and get it back costs more than what could be read from
    sockets meanwhile: both threads want the interpreter's lock again and again.

    Once a write has failed, no other is done until `resume`: who holds in mind what is not on the
    disk has to forget it first.
    """

    def __init__(
        self, path: Path, writer: sqlite3.Connection, reader: Reader, locks: ExitStack
    ) -> None:
        """Take the two connections, and what keeps other servers out while it is open.

        Raises:
            OSError: the file cannot be opened once more.
        """
        self.path = path
        self._file = path.resolve()
        self._held = HeldFile(path, locks)
        self._writer = writer
        self._locks = locks
        self.reader = reader
        self.trouble: CannotWrite | None = None
        """Why nothing can be written; None when all is well."""
        self.failed = asyncio.Event()
        """Set while nothing can be written."""
        self.writes = 0
        """Writes that were done so far."""

    @classmethod
    async def open(cls, directory: Path) -> "Database":
        """Open the database in a directory; both are made where they are not there yet.

        Raises:
            BadDatabase: the directory or the file cannot be used.
        """
        path = directory / FILE_NAME
        _make_directory(directory, path)
        with ExitStack() as opened:
            locks = opened.enter_context(ExitStack())
            _lock(directory, path, locks)
            _provide(path)
            _settle(path)
            try:
                writer = _connect_to_write(path)
            except SQLITE_ERRORS as error:
                raise BadDatabase(explain(path, error).sentence) from None
            opened.callback(writer.close)
            reader = await Reader.connect(path)
            try:
                database = cls(path, writer, reader, locks)
            except OSError as error:
                await reader.close()
                raise BadDatabase(_cannot_write(path, error)) from None
            opened.pop_all()
        _in_use.add(path.resolve())
        return database

    async def open_reader(self) -> Reader:
        """Open another reader, for questions that others must not wait for; close it before.

        Raises:
            BadDatabase: the file cannot be opened.
        """
        return await Reader.connect(self.path)

    async def close(self) -> None:
        """Close the database; what is not committed is lost."""
        if self.trouble and self.trouble.lasting:
            # Whoever is the last to close it, and may write, removes the log by its name, which may
            # be that of another database now.  The reader may not write.
            self._writer.close()
            await self.reader.close()
        else:
            await self.reader.close()
            self._writer.close()  # The last one: it may tidy the write-ahead log up.
        _in_use.discard(self._file)
        self._locks.close()

    async def write(self, statements: Iterable[Statement]) -> None:
        """Do all statements, or in case of an error none.  When this returns, it is on the disk.

        Raises:
            CannotWrite: that is not possible now.
            BadDatabase: it is damaged.
        """
        work = list(statements)
        self.check()
        try:
            if len(work) == 1 and len(work[0][1]) == 1:
                [(sql, [row])] = work
                self._writer.execute(sql, row)
            else:
                self._write_together(work)
        except SQLITE_ERRORS as error:
            raise self._why(error) from error
        self.writes += 1

    def _write_together(self, work: list[Statement]) -> None:
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for sql, rows in work:
                self._writer.executemany(sql, rows)
            self._writer.execute("COMMIT")
        except BaseException:
            if self._writer.in_transaction:
                with suppress(sqlite3.Error):  # What went wrong first is what is told.
                    self._writer.execute("ROLLBACK")
            raise

    async def read_all(self, sql: str, row: Row = ()) -> list[Row]:
        """Return the few rows that an index finds at once: nothing waits for longer questions.

        Raises:
            BadDatabase: they cannot be read; `Damaged` if they never will be.
        """
        try:
            return self._writer.execute(sql, row).fetchall()
        except SQLITE_ERRORS as error:
            raise _unreadable(self.path, error) from error

    async def write_one(self, sql: str, row: Row) -> Row | None:
        """Do a statement with a RETURNING clause and return the first row that it returns.

        Raises:
            CannotWrite, BadDatabase: as `write`.
        """
        self.check()
        try:
            found = self._writer.execute(sql, row).fetchall()
        except SQLITE_ERRORS as error:
            raise self._why(error) from error
        self.writes += 1
        return found[0] if found else None

    def check(self) -> None:
        """Raise why nothing can be written, if so.

        Raises:
            CannotWrite: a write has failed, and nobody has called `resume` since.
        """
        if self.trouble:
            raise CannotWrite(self.trouble.what, str(self.trouble), lasting=self.trouble.lasting)

    def look(self) -> None:
        """See that the file is still the one that is open: if it is not, that is for good.

        Raises:
            CannotWrite: it was removed, replaced or overwritten, now or earlier.
        """
        if self.trouble and self.trouble.lasting:
            self.check()
        if lost := self._held.lost():
            what = "the database file was taken away or changed by somebody else"
            raise self._fail(CannotWrite(what, lost, lasting=True))

    def probe(self, spare: int = 0) -> None:
        """Try whether something can be written, without changing anything.

        So many bytes must be free on the disk besides.  It may be called while nothing else can be
        written, and does not change that.

        Raises:
            CannotWrite: nothing can be written, or there is not so much space.
            BadDatabase: the database is damaged.
        """
        self.look()
        try:
            free = shutil.disk_usage(self.path.parent).free
            if free < spare:
                what, text = "the disk is full", f"the disk that {self.path} is on is full"
                raise self._fail(CannotWrite(what, f"{text}: free some space there"))
            # The same number as before: one page is written, and is on the disk then.
            [version] = self._writer.execute("PRAGMA user_version").fetchone()
            self._writer.execute(f"PRAGMA user_version = {version}")
        except SQLITE_ERRORS as error:
            raise self._why(error) from error
        except OSError as error:
            text = f"the disk that {self.path} is on cannot be reached: {error.strerror or error}"
            raise self._fail(CannotWrite("the disk fails", text)) from error

    def resume(self) -> None:
        """Let everything be written again: what was not written has been forgotten."""
        self._wait_for_others(PATIENCE)
        self.trouble = None
        self.failed.clear()

    def _why(self, error: Exception) -> Exception:
        """Return what a failed write means; from now on no other is done, if it may pass."""
        if isinstance(error, sqlite3.IntegrityError):
            return error
        try:
            self.look()
        except CannotWrite as lost:
            return lost
        trouble = explain(self.path, error)
        if trouble.damage:
            return BadDatabase(trouble.sentence)
        return self._fail(CannotWrite(trouble.what, trouble.sentence))

    def _fail(self, trouble: CannotWrite) -> CannotWrite:
        self._wait_for_others(0)  # Who only tries must not hold up those who ask why.
        self.trouble = trouble
        self.failed.set()
        return trouble

    def _wait_for_others(self, seconds: int) -> None:
        """Wait so long, at most, for another program that locks the database."""
        self._writer.execute(f"PRAGMA busy_timeout = {seconds * 1000}")


def why_not_usable(directory: Path) -> str:
    """Return why no server can start on what is in a data directory; empty if one can.

    Nothing there is changed, and a server may be running on it.
    """
    path = directory / FILE_NAME
    problem = _no_name(directory) or no_file(directory, or_directory=True) or whose(path)
    if problem or not _is_there(directory):
        return problem
    try:
        if problem := _no_lock(directory / LOCK_NAME) or _not_provided(path):
            return problem
        for left in reversed(range(LOOKS)):
            try:
                if _is_file(path):
                    _identify_untouched(path)
                break
            except SQLITE_ERRORS as error:
                if not left:
                    return explain(path, error).sentence
    except BadDatabase as error:
        return str(error)
    except OSError as error:
        return f"{path} cannot be looked at: {error.strerror or error}"
    return ""


def _identify_untouched(path: Path) -> None:
    """See that a database file is one of ours, and change nothing, the files beside it included.

    Raises:
        BadDatabase: it is none that a server takes.
        sqlite3.Error, UnicodeDecodeError: it cannot be read, or a server began or ended just now.
    """
    # To read beside a log, SQLite makes an index of that, and leaves both behind where there was
    # none.  It can do without, but where a log has lost its index: only the start itself can tell.
    file = path.resolve()
    log, index = (file.with_name(file.name + ending) for ending in BESIDE)
    logged = log.exists() and log.stat().st_size > 0
    if logged and not index.exists():
        return
    how = "readonly_shm=1" if log.exists() and index.exists() else "immutable=1"
    uri = f"{read_only(path)}&{how}"
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.text_factory = read_text
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
        identify(connection, path)


def _no_name(directory: Path) -> str:
    """Return what to do if no file can have that name here: which can, the locale says."""
    try:
        os.fsencode(directory)
    except UnicodeEncodeError:
        return (
            f"{directory} has characters in its name that this system's locale does not know: set "
            "LC_ALL to one with UTF-8, as C.UTF-8, or choose another directory"
        )
    return ""


def _make_directory(directory: Path, path: Path) -> None:
    """Make the directory where it is missing, for nobody else to read."""
    if problem := _no_name(directory) or no_file(directory, or_directory=True):
        raise BadDatabase(problem)
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadDatabase(not_made(directory) or _cannot_write(path, error)) from None
    if problem := whose(path):
        raise BadDatabase(problem)


def _cannot_write(path: Path, error: OSError) -> str:
    problem = whose(path) or (
        f"cannot write to the data directory {path.parent}: {error.strerror or error}"
    )
    return f"{problem}; or choose another one with --data"


def _not_provided(path: Path) -> str:
    """Return why the file cannot be taken for a server's, or made where it is missing."""
    if _is_file(path):
        return _empty(path) or _strange_log(path)
    if problem := no_file(path):
        return problem
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        return (
            f"{path} is missing, and the write-ahead log that belongs to it is there: put the file "
            f"back beside {log}, or move that away, too, to begin with an empty server"
        )
    new = _unfinished(path)
    if kind_of(new) == "directory":
        return (
            f"{new} is a directory, and the server makes a new database by that name: move it away"
        )
    return ""


def _unfinished(path: Path) -> Path:
    """Return the name that a database has until all is in it."""
    return path.with_name(f"{path.name}.new")


def _provide(path: Path) -> None:
    """Make the file where it is missing; see that it can be taken for a server's.

    It gets its name when all is in it, so that no crash leaves half of one behind.
    """
    if problem := _not_provided(path):
        raise BadDatabase(problem)
    if _is_file(path):
        return
    new = _unfinished(path)
    try:
        new.unlink(missing_ok=True)
        new.touch(mode=0o600)
        _give_to_owner(new)
        with closing(sqlite3.connect(new, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            _migrate(connection, MIGRATIONS, 0)
        new.replace(path)
        _sync_names(path.parent)
    except SQLITE_ERRORS as error:
        with suppress(OSError):
            new.unlink()
        raise BadDatabase(explain(path, error).sentence) from None
    except OSError as error:
        raise BadDatabase(_cannot_write(path, error)) from None


def _settle(path: Path) -> None:
    """Have on the disk what was found: who has put it there may not have waited for that.

    SQLite itself syncs only what it writes.

    Raises:
        BadDatabase: the disk fails.
    """
    try:
        for file in (path, path.with_name(f"{path.name}-wal")):
            if file.exists():
                sync_file(file)
    except OSError as error:
        raise BadDatabase(_cannot_write(path, error)) from None
    _sync_names(path.parent)


def sync_file(path: Path) -> None:
    """Have a file, or the names in a directory, on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_names(directory: Path) -> None:
    """Have the names in a directory on the disk, where the system does that."""
    with suppress(OSError):
        sync_file(directory)


def _give_to_owner(path: Path) -> None:
    """Let a file that root has made belong to whoever the directory belongs to."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = path.parent.stat()
        with suppress(OSError):
            os.chown(path, owner.st_uid, owner.st_gid)


def _lock(directory: Path, path: Path, locks: ExitStack) -> None:
    """Keep a second server out for as long as `locks` is open.

    The directory itself is locked, which nobody removes from under a server, and the file `lock`
    in it, by which servers before this version know of each other.
    """
    if sys.platform == "win32":
        return
    file = directory / LOCK_NAME
    if problem := _no_lock(file):
        raise BadDatabase(problem)
    try:
        made = not file.exists()
        new = os.O_RDONLY | os.O_CREAT | os.O_NOFOLLOW
        for place, flags in ((file, new), (directory, os.O_RDONLY)):
            descriptor = os.open(place, flags | os.O_CLOEXEC, 0o600)
            locks.callback(os.close, descriptor)
            _lock_one(descriptor, directory)
        if made:
            _give_to_owner(file)
    except OSError as error:
        raise BadDatabase(_cannot_write(path, error)) from None


def _no_lock(file: Path) -> str:
    """Return what stands where the lock should be and is no file, and what to do."""
    kind = kind_of(file)
    if kind in ("", "file"):
        return ""
    return f"{file} is a {kind}, and servers lock a file of that name: move it away"


def _lock_one(descriptor: int, directory: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadDatabase(
            f"another server is using {directory}; choose another directory with --data"
        ) from None
    except OSError:  # Some file systems lock no directories, or nothing.
        return


def _connect_to_write(path: Path) -> sqlite3.Connection:
    """Open a file that is there, and bring its schema up to date.

    Raises:
        BadDatabase: it is no database of ours.
        sqlite3.Error: it cannot be read or written.
    """
    # No transactions but those we begin: a single statement is one by itself.
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.text_factory = read_text
        connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
        version = identify(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # What is deleted is gone from the file.
        _migrate(connection, MIGRATIONS, version)
        if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
            with suppress(sqlite3.OperationalError):  # It can wait until there is space.
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
    except BaseException:
        connection.close()
        raise
    return connection
