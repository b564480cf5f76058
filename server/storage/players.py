"""Who plays here: a name that nobody else has, and a token that proves who one is.

A token is random (`server.chance`), told once, and stored as a hash only: whoever reads the
database cannot come in as somebody else.  The rules for names are in `server.storage.names`.

A player whose welcome never arrived (the connection was lost in between) is nobody: the token is
lost.  So a player counts as seen only when the welcome has arrived, and the name of one who was not
seen is free again after an hour.  The number is never anybody else's: bans and rooms know it.
"""

import hashlib
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from server.rooms.records import Player
from server.storage.database import Database, Reader, Rejected, Row, Statement
from server.storage.names import clean_name, name_key, name_look
from server.storage.past.talk import unsay
from server.storage.privacy.forgetting import PIECE, WAITED_FOR, forget_alone

GENTLE: Final = 3.0
"""How much longer a gentle deletion rests than it works: moves never wait for it."""
PAGE: Final = 200
"""Players that are read at once where all are listed."""
DIGITS: Final = 18
"""As many as any number of a player has at most: SQLite's largest has one more."""
UNSEEN: Final = 3600
"""Seconds after which the name of somebody who was never seen is free."""

_NOBODY: Final = "\t"
"""What stands before a number is nobody's name and nobody's hash: neither has a tab."""
_REGISTER: Final = (
    "INSERT INTO players (name, name_key, name_look, token_hash, bot, made) "
    "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id"
)
_FREE: Final = (
    "UPDATE players SET name = 'deleted ' || id, name_key = CAST(?1 AS TEXT) || id, "
    "name_look = NULL, token_hash = CAST(?1 AS TEXT) || id, next_hash = NULL, gone = TRUE "
    "WHERE (name_key = ?2 OR name_look = ?3) AND seen IS NULL AND made < ?4 "
    "AND NOT EXISTS (SELECT 1 FROM racers WHERE player = id) "
    "AND NOT EXISTS (SELECT 1 FROM members WHERE player = id) RETURNING id"
)
_SEEN: Final = "UPDATE players SET seen = ? WHERE id = ? AND seen IS NULL"
_RENAME: Final = "UPDATE players SET name = ?, name_key = ?, name_look = ? WHERE id = ?"
_STAND_IN: Final = (
    "UPDATE players SET name = ?, name_key = ?, name_look = NULL, token_hash = ?, "
    "next_hash = NULL, gone = TRUE WHERE id = ?"
)
_PLAYERS: Final = (
    "SELECT id, name, bot, made, (SELECT COUNT(*) FROM racers WHERE player = id) "
    "FROM players WHERE id > ? AND NOT gone ORDER BY id LIMIT ?"
)
_PLAYER: Final = "SELECT id, name, bot FROM players WHERE NOT gone AND "


class NameTaken(ValueError):
    """Somebody else has this name, or one that looks the same."""


def hash_token(token: str) -> str:
    """Return what is stored of a token.  It is long and random, so one round of SHA-256 will do."""
    return hashlib.sha256(token.encode()).hexdigest()


async def register(database: Database, text: str, token: str, *, bot: bool) -> Player:
    """Make a new player who proves with this token who it is, and return it.

    Raises:
        BadName: `text` is no name.
        NameTaken: somebody has it, or one like it.
    """
    name = clean_name(text)
    keys = (name_key(name), name_look(name))
    now = int(time.time())
    new = (name, *keys, hash_token(token), bot, now)
    row = await database.write_one(_REGISTER, new)
    while row is None:
        if await database.write_one(_FREE, (_NOBODY, *keys, now - UNSEEN)) is None:
            raise NameTaken("that name, or one like it, is taken; please choose another")
        row = await database.write_one(_REGISTER, new)
    return Player(int(row[0]), name, bot)


async def mark_seen(database: Database, player: int) -> None:
    """Note that a player's welcome has arrived: the name stays taken from now on."""
    await database.write([(_SEEN, [(int(time.time()), player)])])


async def find(reader: Reader | Database, token: str) -> Player | None:
    """Return the player who has this token.  A renewed one has to be settled first."""
    return await _find(reader, "token_hash = ?", (hash_token(token),))


async def find_named(reader: Reader, text: str) -> Player | None:
    """Return the player with this name, or with the id in a text like `@12`."""
    if text.startswith("@") and text[1:].isdecimal():
        if len(text) > DIGITS:
            return None
        return await _find(reader, "id = ?", (int(text[1:]),))
    return await _find(reader, "name_key = ?", (name_key(text.strip()),))


async def _find(reader: Reader | Database, condition: str, row: Row) -> Player | None:
    rows = await reader.read_all(_PLAYER + condition, row)
    return Player(rows[0][0], rows[0][1], bool(rows[0][2])) if rows else None


# Tokens -------------------------------------------------------------------------------------------


async def renew_token(database: Database, player: int, token: str) -> None:
    """Give a player another token beside the old one, which is good until `settle_token`."""
    sql = "UPDATE players SET next_hash = ? WHERE id = ?"
    await database.write([(sql, [(hash_token(token), player)])])


async def settle_token(database: Database, token: str) -> None:
    """Make a renewed token its player's only one, now that the player is known to have it."""
    hashed = hash_token(token)
    sql = "UPDATE players SET token_hash = next_hash, next_hash = NULL WHERE next_hash = ?"
    await database.write([(sql, [(hashed,)])])


async def is_renewed(reader: Reader | Database, token: str) -> bool:
    """Return whether this is a renewed token that is not settled yet."""
    sql = "SELECT 1 FROM players WHERE next_hash = ?"
    return bool(await reader.read_all(sql, (hash_token(token),)))


async def replace_token(database: Database, player: int, token: str) -> None:
    """Make this a player's only token, at once."""
    sql = "UPDATE players SET token_hash = ?, next_hash = NULL WHERE id = ?"
    await database.write([(sql, [(hash_token(token), player)])])


# What an operator does ----------------------------------------------------------------------------


async def find_all(reader: Reader) -> AsyncIterator[tuple[Player, int, int]]:
    """Yield every player, with when they came (in seconds since 1970) and how often they raced.

    They are read some at a time: others may ask, and the event loop goes on, in between.
    """
    last = 0
    while rows := await reader.read_all(_PLAYERS, (last, PAGE)):
        for number, name, bot, made, races in rows:
            yield Player(number, name, bool(bot)), made, races
        last = rows[-1][0]


async def rename(database: Database, player: int, text: str) -> str:
    """Give a player another name and return it.

    Raises:
        BadName: `text` is no name.
        NameTaken: somebody else has it, or one like it.
    """
    name = clean_name(text)
    keys = (name_key(name), name_look(name))
    taken = await database.reader.read_all(
        "SELECT 1 FROM players WHERE (name_key = ? OR name_look = ?) AND id <> ?", (*keys, player)
    )
    if not taken:
        with suppress(Rejected):  # Somebody has it since a moment ago.
            await database.write([(_RENAME, [(name, *keys, player)])])
            return name
    raise NameTaken(f"the name {name}, or one like it, is taken")


async def set_rated(database: Database, player: int, *, rated: bool) -> None:
    """Note whether a player's races count for ratings, their own and those of others.

    The book of the season is as it was until it is written again (`Ratings.rewrite`).
    """
    await database.write([("UPDATE players SET unrated = ? WHERE id = ?", [(not rated, player)])])


def stand_in(player: int) -> str:
    """Return the name of what is left of a deleted player in the races of others."""
    return f"deleted {player}"


async def delete(database: Database, player: int, *, gently: bool = False) -> None:
    """Delete a player with all races that nobody else was in, and all that was said.

    It is done `gently` where nobody urges.

    In races with others, and on daily deals, the result and the moves stay, of somebody without a
    name or a token: the places of the others, their replays and the race's journal would be wrong
    without them.  The number stays too, so that nobody else ever gets it.
    """
    nobody = f"{_NOBODY}{player}"
    # Without racers, what is left of a race is a deal that nobody played.
    if gently:
        await forget_alone(database, player, PIECE, GENTLE)
        await unsay(database, player, PIECE, GENTLE)
    else:
        await forget_alone(database, player)
        await unsay(database, player, WAITED_FOR, 1.0)
    statements: list[Statement] = [
        ("DELETE FROM bests WHERE player = ?", [(player,)]),
        ("DELETE FROM ratings WHERE player = ?", [(player,)]),
        ("DELETE FROM rating_steps WHERE player = ?", [(player,)]),
        ("DELETE FROM attended WHERE player = ?", [(player,)]),
        ("DELETE FROM house_rules WHERE player = ?", [(player,)]),
        ("DELETE FROM bans WHERE player = ?", [(player,)]),
        ("UPDATE daily_attempts SET place = NULL WHERE player = ?", [(player,)]),
        (_STAND_IN, [(stand_in(player), nobody, nobody, player)]),
    ]
    await database.write(statements)
