"""Moving a club: all that is in one database goes into another, or nothing does.

Where it goes, there is no database before.  It gets all rows, is verified by playing every race
again, and only then is it one: whatever stops that leaves nothing behind.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final, NamedTuple

from server.storage import entries
from server.storage.database import BadDatabase, Reader, Row

ROWS: Final = 5000
"""Rows that are read and written at once."""


class Table(NamedTuple):
    """A table, and by which columns its rows are read in order."""

    name: str
    key: tuple[str, ...]
    columns: tuple[str, ...]
    switches: tuple[str, ...] = ()
    """The columns that are true or false: numbers in SQLite."""


ROOMS: Final = Table("rooms", ("code",), ("code", "host", "settings", "race", "lock", "daily"))
"""Few, and read in the order in which they were opened."""
ENTRIES: Final = Table(
    "entries",
    ("race", "number"),
    ("race", "number", "player", "entry", "milliseconds", "position"),
)
"""Read race by race: in SQLite they are no table, and have no order until they are read."""
# Each after those that it refers to.
TABLES: Final = (
    Table(
        "players",
        ("id",),
        (
            *("id", "name", "name_key", "name_look", "token_hash", "next_hash", "bot", "made"),
            *("seen", "gone", "unrated"),
        ),
        ("bot", "gone", "unrated"),
    ),
    Table(
        "races",
        ("id",),
        (
            *("id", "game", "options", "settings", "seed", "commitment", "started", "over"),
            *("ended", "elapsed", "rules", "closed", "locked", "forgotten", "practice"),
            *("certificate", "solution", "rated", "evening", "number", "daily", "host"),
        ),
        ("locked", "practice"),
    ),
    Table(
        "racers",
        ("race", "player"),
        (
            *("race", "player", "seat", "status", "score", "place", "moves", "milliseconds"),
            "win",
        ),
        ("win",),
    ),
    ENTRIES,
    ROOMS,
    Table("members", ("player",), ("player", "code", "seated", "came"), ("seated",)),
    Table(
        "house_rules",
        ("code", "player"),
        ("code", "player", "kicked", "muted"),
        ("kicked", "muted"),
    ),
    Table("bans", ("id",), ("id", "player", "network", "reason", "made", "until")),
    Table(
        "stock",
        ("seed",),
        (
            *("seed", "game", "options", "rules", "solver", "solution", "positions", "made"),
            *("band", "measure"),
        ),
    ),
    Table(
        "practice",
        ("code",),
        (
            *("code", "deal", "race", "player", "number", "won", "actions", "once", "daily"),
            "ghosts",
        ),
        ("won", "once"),
    ),
    Table(
        "dailies",
        ("day",),
        (
            *("day", "game", "options", "rules", "seed", "solution", "certificate", "band"),
            *("secret", "told"),
        ),
        ("told",),
    ),
    Table("daily_attempts", ("day", "player"), ("day", "player", "race", "place")),
    Table("evenings", ("code",), ("code", "race", "course")),
    Table("attended", ("player", "evening"), ("player", "evening", "number")),
    Table(
        "said",
        ("id",),
        ("id", "code", "number", "evening", "at", "player", "text", "heard", "waits"),
        ("waits",),
    ),
    Table(
        "bests",
        ("player", "game", "options"),
        (
            *("player", "game", "options", "races", "wins", "solved", "fastest", "fastest_race"),
            *("best", "best_time", "best_race"),
        ),
    ),
    Table("rating_books", ("id",), ("id", "season", "since", "state", "changed")),
    Table("rating_turns", ("turn",), ("turn",)),
    Table(
        "ratings",
        ("book", "family", "player"),
        ("book", "family", "player", "mu", "sigma", "races"),
    ),
    Table(
        "rating_steps",
        ("player", "book", "family", "rated"),
        ("book", "player", "family", "rated", "mu", "sigma", "races"),
    ),
)


class Moved(NamedTuple):
    """What has been moved."""

    rows: int
    faults: list[str]
    """What did not check out before, and so does not now."""


class Source(ABC):
    """A database that nobody writes meanwhile."""

    reader: Reader
    rooms_order: str
    """What rooms are ordered by."""

    @abstractmethod
    async def faults(self) -> list[str]:
        """Return what does not check out in it."""


class Target(ABC):
    """A database that comes to be when it is finished, and not before."""

    @abstractmethod
    async def put(self, table: Table, rows: Sequence[Row]) -> None:
        """Write rows that hold what the table's columns do.

        Raises:
            BadDatabase: they cannot be written.
        """

    @abstractmethod
    async def faults(self, report: Callable[[int, int], None]) -> list[str]:
        """Return what does not check out in it; `report` is told the races done and all."""

    @abstractmethod
    async def finish(self) -> None:
        """Let it be there, on the disk.

        Raises:
            BadDatabase: it cannot be written.
        """


async def move(
    source: Source, target: Target, report: Callable[[str, int, int], None] = lambda *_: None
) -> Moved:
    """Move everything, and verify it; `report` is told of what, how much is done, and of how much.

    Raises:
        BadDatabase: something cannot be read or written, or is not the same there.  Nothing is
            there then.
    """
    counts = {table.name: await _count(source, table) for table in TABLES}
    of, done = sum(counts.values()), 0
    for table in TABLES:
        put = 0
        async for rows in _read(source, table):
            await target.put(table, rows)
            put += len(rows)
            done += len(rows)
            report("rows", done, of)
        if put != counts[table.name]:
            raise BadDatabase(f"{table.name} has changed meanwhile: is a server running on it?")
    faults = await target.faults(lambda races, all_races: report("races", races, all_races))
    if faults and (new := set(faults) - set(await source.faults())):
        raise BadDatabase(
            f"what was moved does not check out as it did before, and so it was not: {min(new)}"
        )
    await target.finish()
    return Moved(done, faults)


async def _count(source: Source, table: Table) -> int:
    [[count]] = await source.reader.read_all(f"SELECT COUNT(*) FROM {table.name}")  # noqa: S608
    return int(count)


async def _read(source: Source, table: Table) -> AsyncIterator[list[Row]]:
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    select = f"SELECT {columns} FROM {table.name}"  # noqa: S608 (the names are ours)
    if table is ROOMS:
        yield await source.reader.read_all(f"{select} ORDER BY {source.rooms_order}")
        return
    if table is ENTRIES:
        async for rows in _read_entries(source.reader, f"{select} WHERE race = ? ORDER BY number"):
            yield rows
        return
    of_key = [table.columns.index(column) for column in table.key]
    marks = ", ".join("?" * len(table.key))
    rows = await source.reader.read_all(f"{select} ORDER BY {key} LIMIT ?", (ROWS,))
    while rows:
        yield rows
        last = [rows[-1][column] for column in of_key]
        after = f"{select} WHERE ({key}) > ({marks}) ORDER BY {key} LIMIT ?"
        rows = await source.reader.read_all(after, (*last, ROWS))


async def _read_entries(reader: Reader, select: str) -> AsyncIterator[list[Row]]:
    following = f"SELECT MIN(race) FROM {entries.TABLE[reader.engine]} WHERE race > ?"  # noqa: S608
    rows: list[Row] = []
    [[race]] = await reader.read_all(following, (-1,))
    while race is not None:
        rows += await reader.read_all(select, (race,))
        if len(rows) >= ROWS:
            yield rows
            rows = []
        [[race]] = await reader.read_all(following, (race,))
    if rows:
        yield rows
