"""The chat that is kept: lines with who was told them, for as long as the operator keeps them.

Who was told a line stands in it, as `,12,45,`: so nobody can read in it who was not told it.
"""

import asyncio
import time
from collections.abc import Iterable
from typing import Final, TypeAlias

from protocol.messages import MAX_SAID
from server.rooms.records import RemarkHeard, RemarkMade, StoredRemark
from server.storage.database import Database, Reader, Row, Statement

MOST: Final = 100_000
"""Lines that are kept of all rooms together, where nothing else is said."""

_SAID: Final = (
    "INSERT INTO said (code, number, evening, at, player, text, heard, waits) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_HEARD: Final = (
    "UPDATE said SET heard = heard || SUBSTR(CAST(? AS TEXT), 2), waits = ? "
    "WHERE code = ? AND number = ?"
)
_TOO_MANY_OF_ROOM: Final = "DELETE FROM said WHERE code = ? AND number <= ?"
_TOO_MANY: Final = "DELETE FROM said WHERE id <= (SELECT MAX(id) FROM said) - ?"
_OF_FIRST_EVENING: Final = "UPDATE said SET evening = ? WHERE code = ? AND evening = 0"
# Of a room in which no race was begun, nobody could ever read it; and its code may come again.
_OF_NO_EVENING: Final = "DELETE FROM said WHERE code = ? AND evening = 0"
_ROOM_GONE: Final = "UPDATE said SET code = '' WHERE code = ?"
_LAST: Final = """
    SELECT said.number, evening, player, name, text, waits
    FROM said JOIN players ON players.id = player
    WHERE code = ? ORDER BY said.number DESC LIMIT ?
"""
_OF_PLAYER: Final = (
    "DELETE FROM said WHERE id IN (SELECT id FROM said WHERE player = ? ORDER BY id LIMIT ?)"
)
_SOME_OF_PLAYER: Final = "SELECT 1 FROM said WHERE player = ? LIMIT 1"
_OLD: Final = "FROM said WHERE at < ?"
_HOW_MANY_OLD: Final = f"SELECT COUNT(*) {_OLD}"
_SOME_OLD: Final = f"SELECT id {_OLD} ORDER BY at LIMIT ?"
_DELETE: Final = "DELETE FROM said WHERE id = ?"

Written: TypeAlias = list[tuple[str, Row]]
"""SQL, each with the row to do it with."""


def hearers(players: Iterable[int]) -> str:
    """Return what a line has of those who were told it."""
    return "".join(f",{player}" for player in players) + ","


def heard_by(player: int) -> str:
    """Return the pattern of what a line has that a player was told."""
    return f"%,{player},%"


def written(record: RemarkMade | RemarkHeard, most: int) -> Written:
    """Return what writes a line, or who has heard it; of all lines, `most` are kept."""
    match record:
        case RemarkMade(code, number, evening, most_of_room, player, text, heard, waits):
            row = (code, number, evening, int(time.time()), player, text, hearers(heard), waits)
            found: Written = [(_SAID, row), (_TOO_MANY, (most,))]
            if number > most_of_room:
                found.append((_TOO_MANY_OF_ROOM, (code, number - most_of_room)))
            return found
        case RemarkHeard(code, number, heard):
            return [(_HEARD, (hearers(heard), False, code, number))]


def evening_begun(code: str, evening: int) -> Written:
    """Return what lets the lines of a room belong to the first evening there that came of it."""
    return [(_OF_FIRST_EVENING, (evening, code))] if evening else []


def room_gone(code: str) -> Written:
    """Return what parts lines from the code of a room that is gone."""
    return [(_OF_NO_EVENING, (code,)), (_ROOM_GONE, (code,))]


async def last_said(reader: Reader, code: str) -> list[StoredRemark]:
    """Return the last that was said in a room that is there, the oldest first.

    Raises:
        BadDatabase: it cannot be read.
    """
    rows = await reader.read_all(_LAST, (code, MAX_SAID))
    return [
        StoredRemark(number, evening, player, name, text, bool(waits))
        for number, evening, player, name, text, waits in reversed(rows)
    ]


async def unsay(database: Database, player: int, piece: int, rest: float) -> None:
    """Delete all that a player has said, so many lines at a time.

    After each piece, it rests for `rest` times as long as that took.
    """
    while await database.reader.read_all(_SOME_OF_PLAYER, (player,)):
        began = time.perf_counter()
        await database.write([(_OF_PLAYER, [(player, piece)])])
        await asyncio.sleep(rest * (time.perf_counter() - began))


async def count_old(reader: Reader, before: int) -> int:
    """Return how many lines were said `before`, in seconds since 1970."""
    [[lines]] = await reader.read_all(_HOW_MANY_OLD, (before,))
    return int(lines)


async def forget_some(database: Database, before: int, piece: int) -> bool:
    """Delete at most so many lines that were said `before`, in seconds since 1970.

    Return whether there were any.
    """
    due = await database.reader.read_all(_SOME_OLD, (before, piece))
    statement: Statement = (_DELETE, list(due))
    if due:
        await database.write([statement])
    return bool(due)
