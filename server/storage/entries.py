"""The entries of the races, as a database has them.

In PostgreSQL each is a row of the table `entries`.  SQLite takes ten times as long to add a row as
to make one longer; so there a race's entries that were written together lie in one row of `lots`,
and `entries` is a view of them: both are read alike.
"""

from collections.abc import Callable, Iterable
from typing import Final, Literal, TypeAlias

import msgspec

from protocol.messages import WireAction
from protocol.wire import parse_action
from server.rooms.records import Entered, Exit, RaceEntry
from server.storage.database import Engine, Reader, Row, Statement

LOT: Final = 100
"""The most entries in a lot: of a race that is forgotten in pieces, this is the least that goes."""

_Written: TypeAlias = WireAction | Literal["undo"] | Exit
_entry: Final[msgspec.json.Decoder[_Written]] = msgspec.json.Decoder(_Written)
_lot: Final[msgspec.json.Decoder[list[tuple[int, _Written, int, int | None]]]] = (
    msgspec.json.Decoder(list[tuple[int, _Written, int, int | None]])
)

_LOTS: Final = "INSERT INTO lots (race, number, entries) VALUES (?, ?, ?)"
# Without the room's epoch, which only its owner finds, an entry cannot be.  All of a commit are one
# row, an array for each column, so that they are worked through in one go.
_ENTERED: Final = (
    "INSERT INTO entries (race, number, player, entry, milliseconds, position, epoch) "
    "SELECT made.race, made.number, player, entry, milliseconds, position, rooms.epoch "
    "FROM UNNEST(CAST(? AS BIGINT[]), CAST(? AS INTEGER[]), CAST(? AS BIGINT[]), "
    "CAST(? AS TEXT[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[]), CAST(? AS BIGINT[])) "
    "AS made (race, number, player, entry, milliseconds, position, epoch) "
    "LEFT JOIN rooms ON rooms.race = made.race AND rooms.epoch = made.epoch "
    "AND rooms.owner = this_server()"
)
TABLE: Final[dict[Engine, str]] = {"sqlite": "lots", "postgres": "entries"}
"""Where they are deleted, and the races counted that have any."""
# How many lie in a lot; a damaged one counts as empty, and can be read round.
_IN_LOT: Final = "CASE WHEN JSON_VALID(entries) THEN JSON_ARRAY_LENGTH(entries) ELSE 0 END"
FORGOTTEN: Final[dict[Engine, str]] = {
    "sqlite": f"DELETE FROM lots WHERE race = ?1 AND (number >= ?2 OR number + {_IN_LOT} > ?2)",  # noqa: S608 (ours)
    "postgres": "DELETE FROM entries WHERE race = ?1 AND number >= ?2",
}
"""Deletes those of a race from a number on, and in SQLite with them what lies in the same lot."""
_READ: Final = (
    "SELECT race, number, player, entry, milliseconds, position FROM entries "
    "WHERE race = ? ORDER BY number"
)
_READ_LOTS: Final = "SELECT number, entries FROM lots WHERE race = ? ORDER BY number"


def counted(engine: Engine, race: str) -> str:
    """Return SQL for how many entries a race has, from the SQL for its id."""
    if engine == "sqlite":
        lot = f"SELECT number + {_IN_LOT} FROM lots WHERE race = {race}"  # noqa: S608 (ours)
        return f"COALESCE(({lot} ORDER BY number DESC LIMIT 1), 0)"
    return f"(SELECT COALESCE(MAX(number) + 1, 0) FROM entries WHERE race = {race})"  # noqa: S608


def written(entries: Iterable[Entered], engine: Engine, epoch: Callable[[int], int]) -> Statement:
    """Return what writes entries of any races, each race's in their order.

    `epoch` returns that of the room that has a race: see `server.storage.epochs`.
    """
    if engine == "sqlite":
        return _LOTS, _in_lots(entries)
    rows = [(*entered, epoch(entered.race)) for entered in entries]
    race, number, player, made, *others = zip(*rows, strict=True)
    texts = [msgspec.json.encode(entry).decode() for entry in made]
    return _ENTERED, [(race, number, player, texts, *others)]


def written_as_texts(entries: Iterable[Row]) -> Statement:
    """Return what writes entries into SQLite that were read from a database."""
    return _LOTS, _in_lots(
        (race, number, player, _as_json(text), *others)
        for race, number, player, text, *others in entries
    )


def _as_json(text: str) -> msgspec.Raw | str:
    try:
        msgspec.json.decode(text)
    except ValueError:
        return text
    return msgspec.Raw(text.encode())


def _in_lots(entries: Iterable[Row]) -> list[Row]:
    """Return the rows of `lots` that hold these entries: each its race, its number and the rest."""
    lots: list[tuple[int, int, list[Row]]] = []
    last: dict[int, tuple[int, int, list[Row]]] = {}
    for race, number, *rest in entries:
        lot = last.get(race)
        if lot is None or number != lot[1] + len(lot[2]) or len(lot[2]) == LOT:
            lot = last[race] = race, number, []
            lots.append(lot)
        lot[2].append(rest)
    return [(race, number, msgspec.json.encode(lot).decode()) for race, number, lot in lots]


def parse_text(text: str) -> RaceEntry:
    """Return an entry from the text that the database has of it: JSON.

    Raises:
        ValueError: it is none.
    """
    return _parse(_entry.decode(text))


async def read_entries(reader: Reader, race: int) -> list[Entered]:
    """Return the entries of a race, in their order.

    Raises:
        ValueError: one of them is damaged.
    """
    if reader.engine == "sqlite":
        lots = msgspec.convert(await reader.read_all(_READ_LOTS, (race,)), list[tuple[int, str]])
        return [
            Entered(race, number, player, _parse(entry), milliseconds, position)
            for first, lot in lots
            for number, (player, entry, milliseconds, position) in enumerate(
                _lot.decode(lot), first
            )
        ]
    rows = await reader.read_all(_READ, (race,))
    known = msgspec.convert(rows, list[tuple[int, int, int, str, int, int | None]])
    return [Entered(r, n, p, parse_text(text), at, check) for r, n, p, text, at, check in known]


def _parse(entry: _Written) -> RaceEntry:
    return parse_action(entry) if isinstance(entry, list) else entry
