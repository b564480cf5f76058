"""The tables in SQLite's file, how older ones become them, and how a file of ours is told."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

from server.storage.database import BadDatabase
from server.storage.names import name_look
from server.storage.sqlite.trouble import RESTORE

APPLICATION: Final = 0x53414D45
"""What SQLite's header says that a file is ours by: "SAME"."""

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
_ADDED_UP: Final = """
    ON CONFLICT (player, game, options) DO UPDATE SET
        races = races + 1,
        wins = wins + excluded.wins,
        solved = solved + excluded.solved,
        (fastest, fastest_race) = (SELECT * FROM (
            SELECT bests.fastest, bests.fastest_race
            WHERE excluded.fastest IS NULL OR bests.fastest <= excluded.fastest
            UNION ALL SELECT excluded.fastest, excluded.fastest_race) LIMIT 1),
"""
_OR_BETTER: Final = f"""{_ADDED_UP}\
        (best, best_time, best_race) = (SELECT * FROM (
            SELECT bests.best, bests.best_time, bests.best_race
            WHERE (bests.best, -bests.best_time) >= (excluded.best, -excluded.best_time)
            UNION ALL SELECT excluded.best, excluded.best_time, excluded.best_race) LIMIT 1)
"""  # noqa: S608 (what stands in it is ours)

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
# A result of no more than the deal gave is nobody's best where there is another.
_OR_MORE: Final = f"""{_ADDED_UP}\
        (best, best_time, best_race) = (SELECT * FROM (
            SELECT bests.best, bests.best_time, bests.best_race
            WHERE (bests.best > 0 AND bests.best_time > 0, bests.best, -bests.best_time)
                >= (excluded.best > 0 AND excluded.best_time > 0,
                    excluded.best, -excluded.best_time)
            UNION ALL SELECT excluded.best, excluded.best_time, excluded.best_race) LIMIT 1)
"""  # noqa: S608 (what stands in it is ours)

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
    ALTER TABLE races ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;  -- see `privacy.forgetting`
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
    # Who was sent away from a race was said to be out of time.
    """
    UPDATE racers SET status = 'stopped' WHERE status = 'out of time' AND EXISTS (
        SELECT 1 FROM entries WHERE entries.race = racers.race AND entries.player = racers.player
        AND entry = '"sent away"');
    """,
    # Deals that can be won, and races on them.  Their results are filed under the same options and
    # the word for such deals: see `server.storage.filing`.
    """
    CREATE TABLE stock (
        seed TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        rules INTEGER NOT NULL,             -- the version of the game's
        solver INTEGER NOT NULL,            -- the version of what found the solution
        solution TEXT NOT NULL,             -- JSON: actions as on the wire, which win the deal
        positions INTEGER NOT NULL,         -- how many it looked at to find it
        made INTEGER NOT NULL               -- seconds since 1970
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX stock_by_game ON stock (game, options, rules);
    ALTER TABLE races ADD COLUMN certificate TEXT NOT NULL DEFAULT '';  -- SHA-256 with the solution
    ALTER TABLE races ADD COLUMN solution TEXT;     -- JSON, as in `stock`; NULL: any deal would do
    """,
    # How hard a deal in stock is: see `protocol.bands`.
    """
    ALTER TABLE stock ADD COLUMN band TEXT;         -- NULL: not known
    ALTER TABLE stock ADD COLUMN measure INTEGER NOT NULL DEFAULT 0;  -- by which version it is told
    """,  # How strong players are: see `server.storage.ratings.books`.
    """
    ALTER TABLE players ADD COLUMN unrated INTEGER NOT NULL DEFAULT 0;  -- races count without them
    ALTER TABLE races ADD COLUMN rated INTEGER;     -- the how manieth of those that count; 0: it
                                                    -- does not; NULL: not looked at yet
    CREATE UNIQUE INDEX races_by_rated ON races (rated) WHERE rated > 0;
    CREATE INDEX races_to_rate ON races (ended, id) WHERE ended IS NOT NULL AND rated IS NULL;

    -- The ratings of a season, as they are reckoned from its races.
    CREATE TABLE rating_books (
        id INTEGER PRIMARY KEY,
        season INTEGER NOT NULL,
        since INTEGER NOT NULL,             -- races count that were rated after this one
        state TEXT NOT NULL,                -- open, closed, old or, not to be read yet, writing
        changed INTEGER NOT NULL            -- when its state was, in seconds since 1970
    ) STRICT;
    -- Whoever changes ratings takes the next turn, and nobody else can.
    CREATE TABLE rating_turns (turn INTEGER PRIMARY KEY) STRICT;

    CREATE TABLE ratings (
        book INTEGER NOT NULL REFERENCES rating_books ON DELETE CASCADE,
        family TEXT NOT NULL,               -- of games; empty: of all games
        player INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        races INTEGER NOT NULL,
        PRIMARY KEY (book, family, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ratings_by_worth ON ratings (book, family, (mu - 3 * sigma) DESC);
    CREATE INDEX ratings_by_player ON ratings (player, book);

    -- What each race made of them.
    CREATE TABLE rating_steps (
        book INTEGER NOT NULL REFERENCES rating_books ON DELETE CASCADE,
        player INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
        family TEXT NOT NULL,
        rated INTEGER NOT NULL,             -- which race, as in `races`
        mu REAL NOT NULL,
        sigma REAL NOT NULL,
        races INTEGER NOT NULL,
        PRIMARY KEY (player, book, family, rated)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rating_steps_by_race ON rating_steps (book, rated);

    -- Whether not what that player did is practised, but how the game could have been won.
    ALTER TABLE practice ADD COLUMN won INTEGER NOT NULL DEFAULT 0;
    """,
    # Evenings: what the races of a room add up to follows from those of one evening.
    """
    ALTER TABLE races ADD COLUMN evening INTEGER;   -- the race that its evening began with
    ALTER TABLE races ADD COLUMN number INTEGER;    -- which of that evening's it is, from 1
    CREATE INDEX races_by_evening ON races (evening, number) WHERE evening IS NOT NULL;
    ALTER TABLE practice ADD COLUMN once INTEGER NOT NULL DEFAULT 0;  -- only for one race

    -- The evening that is on in a room.
    CREATE TABLE evenings (
        code TEXT PRIMARY KEY REFERENCES rooms ON DELETE CASCADE,
        race INTEGER NOT NULL,              -- that it began with; 0: with none yet
        course TEXT NOT NULL                -- JSON: see `server.rooms.records.Course`
    ) STRICT, WITHOUT ROWID;
    """,
    # The daily deals: see `server.storage.dailies`.
    """
    CREATE TABLE dailies (
        day TEXT PRIMARY KEY,               -- as 2026-11-27, in the server's zone
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        rules INTEGER NOT NULL,             -- the version of the game's
        seed TEXT NOT NULL UNIQUE,
        solution TEXT NOT NULL,             -- JSON, as in `stock`
        certificate TEXT NOT NULL,          -- SHA-256 with the seed
        band TEXT,                          -- how hard it is; NULL: any that can be won
        secret TEXT,                        -- by which places are hashed; NULL: forgotten
        told INTEGER NOT NULL DEFAULT 0     -- the news of it
    ) STRICT, WITHOUT ROWID;

    -- The first race of a player on the deal of a day, if it has begun (`races.started`).
    CREATE TABLE daily_attempts (
        day TEXT NOT NULL REFERENCES dailies,
        player INTEGER NOT NULL REFERENCES players,
        race INTEGER NOT NULL UNIQUE REFERENCES races,
        place TEXT,                         -- where it came from, hashed; NULL: not known any more
        PRIMARY KEY (day, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX daily_attempts_by_player ON daily_attempts (player, day);
    ALTER TABLE races ADD COLUMN daily TEXT;    -- the day; such a race is never told to have ended
    ALTER TABLE rooms ADD COLUMN daily TEXT;    -- the day on whose deal its host's attempt is made
    ALTER TABLE practice ADD COLUMN daily TEXT NOT NULL DEFAULT '';  -- the day whose deal it is
    DROP INDEX races_to_forget;
    CREATE INDEX races_to_forget ON races (COALESCE(ended, started)) WHERE forgotten < 2
        AND (ended IS NOT NULL OR closed IS NOT NULL OR (daily IS NOT NULL AND over IS NOT NULL));
    """,
    # What is new on all leaderboards: see `server.storage.records.overview`.
    """
    CREATE INDEX races_by_time ON races (ended) WHERE ended IS NOT NULL;
    """,
    # What stays of an evening: who was there, and what was said.  Of those before, the racers knew
    # how the last race of theirs had ended.
    """
    ALTER TABLE races ADD COLUMN host INTEGER;      -- who was the host, where it is of an evening
    CREATE TABLE attended (
        player INTEGER NOT NULL REFERENCES players,
        evening INTEGER NOT NULL REFERENCES races,
        number INTEGER NOT NULL,            -- of how many of its races they were told the end
        PRIMARY KEY (player, evening)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO attended (player, evening, number)
        SELECT player, evening, MAX(number) FROM racers JOIN races ON races.id = race
        WHERE evening IS NOT NULL AND over IS NOT NULL AND closed IS NULL AND NOT practice
            AND player IN (SELECT id FROM players WHERE NOT gone)
            AND evening IN (SELECT id FROM races)
        GROUP BY player, evening;
    UPDATE races SET host = (SELECT player FROM racers WHERE race = races.id AND seat = 0)
        WHERE evening IS NOT NULL;

    -- The chat, where it is kept: see `server.storage.past.talk`.
    CREATE TABLE said (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL,                 -- the room, while it is there; empty after that
        number INTEGER NOT NULL,            -- which of the room's lines it is, from 1
        evening INTEGER NOT NULL,           -- the race that it began with; 0: with none yet
        at INTEGER NOT NULL,                -- seconds since 1970
        player INTEGER NOT NULL,
        text TEXT NOT NULL,
        heard TEXT NOT NULL,                -- who was told it, as ,12,45,
        waits INTEGER NOT NULL              -- others are told it when they see the race
    ) STRICT;
    CREATE INDEX said_by_room ON said (code, number);
    CREATE INDEX said_by_evening ON said (evening);
    CREATE INDEX said_by_player ON said (player);
    CREATE INDEX said_by_time ON said (at);
    """,
    # Ghosts: games of other races that race along in a room for practice.
    """
    ALTER TABLE practice ADD COLUMN ghosts TEXT NOT NULL DEFAULT '[]';  -- JSON: [[race, player]]
    """,
    # What no move reached came in the place of what was reached, and then was on no leaderboard.
    f"""
    DROP TRIGGER add_to_bests;
    CREATE TRIGGER add_to_bests AFTER UPDATE OF ended ON races
    WHEN OLD.ended IS NULL AND NEW.ended IS NOT NULL
    BEGIN
        {_ADD_RESULTS} WHERE race = NEW.id AND status IS NOT NULL
            AND NOT (SELECT gone FROM players WHERE id = player) {_OR_MORE};
    END;
    UPDATE bests SET (best, best_time, best_race) = (
        SELECT score, milliseconds, race FROM (
            SELECT score, milliseconds, race, 1 AS reached, ended
            FROM racers JOIN races ON races.id = race
            WHERE racers.player = bests.player AND game = bests.game AND options = bests.options
                AND ended IS NOT NULL AND status IS NOT NULL AND score > 0 AND milliseconds > 0
            UNION ALL SELECT bests.best, bests.best_time, bests.best_race, 0, 0)
        ORDER BY reached DESC, score DESC, milliseconds, ended, race LIMIT 1)
        WHERE best_time = 0;
    """,  # noqa: S608 (what stands in it is ours)
    # A race's entries that were written together are one row: see `server.storage.entries`.  Of
    # those that are there, up to a hundred that follow each other.  What is no JSON stays a text.
    """
    CREATE TABLE lots (
        race INTEGER NOT NULL REFERENCES races,
        number INTEGER NOT NULL,            -- entries of the race before these
        entries TEXT NOT NULL,              -- JSON: [[player, entry, milliseconds, position]]
        PRIMARY KEY (race, number)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO lots (race, number, entries)
        SELECT race, MIN(number), '[' || GROUP_CONCAT(JSON_ARRAY(player,
            CASE WHEN JSON_VALID(entry) THEN JSON(entry) ELSE entry END,
            milliseconds, position)) || ']'
        FROM (SELECT *, number - ROW_NUMBER() OVER (PARTITION BY race ORDER BY number) AS apart
            FROM entries ORDER BY race, number)
        GROUP BY race, apart, number / 100;
    DROP TABLE entries;
    -- What is damaged is shown as entries of nobody, so that the others can be read.
    CREATE VIEW entries (race, number, player, entry, milliseconds, position) AS
        SELECT race, number, JSON_EXTRACT(made, '$[0]'), JSON_QUOTE(JSON_EXTRACT(made, '$[1]')),
            JSON_EXTRACT(made, '$[2]'), JSON_EXTRACT(made, '$[3]')
        FROM (SELECT race, lots.number + key AS number,
            CASE WHEN type = 'array' THEN value ELSE '[]' END AS made
            FROM lots, JSON_EACH(CASE WHEN JSON_VALID(entries) THEN entries ELSE '[[]]' END));
    """,
)
"""What makes version n of the schema into version n + 1.  Never change one that was released."""


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


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a database of this version up to date."""
    _migrate(connection, MIGRATIONS, version)


def _migrate(connection: sqlite3.Connection, migrations: Sequence[str], version: int) -> None:
    connection.create_function("name_look", 1, name_look, deterministic=True)
    for number, script in enumerate(migrations[version:], version + 1):
        # One transaction: a migration is done wholly or not at all.
        connection.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


def too_old(path: Path, version: int) -> str:
    """Return what to do if a database that is only to be read is of an older version."""
    if version == len(MIGRATIONS):
        return ""
    return (
        f"{path} is of version {version}, and this Samedeal reads {len(MIGRATIONS)}; "
        "start the server once to bring an older one up to date"
    )


def read_text(raw: bytes) -> str:
    """Return a text of the database; what is no UTF-8 in it becomes a question mark in a diamond.

    One damaged text must not keep everything else from being read.
    """
    return raw.decode(errors="replace")
