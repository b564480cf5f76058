"""The rows of a server's database that are the ground of everything, from either kind of it."""

import asyncio
import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple, get_type_hints

import asyncpg


class Player(NamedTuple):
    """Somebody who was there."""

    id: int
    name: str
    bot: bool
    made: int
    unrated: bool
    gone: bool

    @property
    def listed(self) -> bool:
        """Whether leaderboards have a row for them."""
        return not self.bot and not self.gone


class Race(NamedTuple):
    """A race, as it was made and as it ended."""

    id: int
    game: str
    options: str
    settings: str
    started: int | None
    ended: int | None
    over: int | None
    closed: str | None
    locked: bool
    practice: bool
    forgotten: int
    rated: int | None
    evening: int | None
    number: int | None
    host: int | None
    daily: str | None

    @property
    def setting(self) -> dict[str, Any]:
        """What its room was set to."""
        return dict(json.loads(self.settings))

    @property
    def is_over(self) -> bool:
        """Whether it has come to a result."""
        return self.over is not None and self.closed is None


class Racer(NamedTuple):
    """What is stored of a racer's result."""

    race: int
    player: int
    status: str | None
    score: int | None
    place: int | None
    moves: int | None
    milliseconds: int | None
    win: bool


class Entry(NamedTuple):
    """What somebody did in a race, and when."""

    race: int
    number: int
    player: int
    entry: str
    milliseconds: int


class Daily(NamedTuple):
    """The deal of a day."""

    day: str
    game: str
    options: str
    band: str | None


class Attempt(NamedTuple):
    """What is stored as the attempt of a player at a day's deal."""

    day: str
    player: int
    race: int


class Attended(NamedTuple):
    """Of how many races of an evening somebody was told the end."""

    player: int
    evening: int
    number: int


class Rating(NamedTuple):
    """What is stored as a rating of the season."""

    family: str
    player: int
    mu: float
    sigma: float
    races: int


class Step(NamedTuple):
    """What is stored of what a race made of a rating."""

    family: str
    player: int
    rated: int
    mu: float
    sigma: float
    races: int


_OPEN: Final = "WHERE book = (SELECT id FROM rating_books WHERE state = 'open')"
_TABLES: Final[dict[type[Any], str]] = {
    Player: "players",
    Race: "races ORDER BY id",
    Racer: "racers ORDER BY race, player",
    Entry: "entries ORDER BY race, number",
    Daily: "dailies ORDER BY day",
    Attempt: "daily_attempts ORDER BY day, player",
    Attended: "attended ORDER BY player, evening",
    Rating: f"ratings {_OPEN}",
    Step: f"rating_steps {_OPEN}",
}


class Rows:
    """All of them."""

    def __init__(self, tables: dict[type[Any], list[Any]]) -> None:
        """Put them in order."""
        self.players: dict[int, Player] = {each.id: each for each in tables[Player]}
        self.races: dict[int, Race] = {each.id: each for each in tables[Race]}
        self.racers: dict[int, list[Racer]] = defaultdict(list)
        for racer in tables[Racer]:
            self.racers[racer.race].append(racer)
        self.entries: dict[int, list[Entry]] = defaultdict(list)
        for entry in tables[Entry]:
            self.entries[entry.race].append(entry)
        self.dailies: list[Daily] = tables[Daily]
        self.attempts: list[Attempt] = tables[Attempt]
        self.attended: list[Attended] = tables[Attended]
        self.ratings: list[Rating] = tables[Rating]
        self.steps: list[Step] = tables[Step]


def read(where: str) -> Rows:
    """Return what is in a database: the path of a file, or an address as postgresql://..."""
    asked = {kind: f"SELECT {', '.join(kind._fields)} FROM {of}" for kind, of in _TABLES.items()}
    if where.startswith("postgresql://"):
        found = asyncio.run(_from_postgres(where, [*asked.values()]))
    else:
        found = _from_file(Path(where), asked.values())
    return Rows(
        {kind: [_made(kind, row) for row in rows] for kind, rows in zip(asked, found, strict=True)}
    )


def _from_file(path: Path, asked: Iterable[str]) -> list[list[Sequence[Any]]]:
    uri = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        return [connection.execute(sql).fetchall() for sql in asked]


async def _from_postgres(address: str, asked: Iterable[str]) -> list[list[Sequence[Any]]]:
    connection = await asyncpg.connect(address)
    try:
        return [[tuple(row) for row in await connection.fetch(sql)] for sql in asked]
    finally:
        await connection.close()


def _made(kind: type[Any], row: Sequence[Any]) -> Any:
    """Return a row as what it is of; SQLite has numbers for what is true."""
    kinds = get_type_hints(kind)
    named = zip(kind._fields, row, strict=True)
    return kind(*(bool(value) if kinds[name] is bool else value for name, value in named))
