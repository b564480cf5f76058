"""Who plays here: a name that nobody else has, and a token that proves who one is.

A token is random (`server.chance`), told once, and stored as a hash only: whoever reads the
database cannot come in as somebody else.
"""

import hashlib
import unicodedata
from typing import Final

from server.database import Database, Reader
from server.records import Player

MAX_NAME: Final = 24
"""The longest name, in characters."""


class BadName(ValueError):
    """No name: the text says what is wrong with it."""


class NameTaken(ValueError):
    """Somebody else has this name."""


def clean_name(text: str) -> str:
    """Return the name in `text`: no spaces around it, single ones within.

    Raises:
        BadName: nothing is left, it is too long, or a character cannot be printed.
    """
    name = unicodedata.normalize("NFC", " ".join(filter(None, text.split(" "))))
    if not 1 <= len(name) <= MAX_NAME:
        raise BadName(f"a name has 1 to {MAX_NAME} characters")
    if not name.isprintable():
        raise BadName("a name has only characters that can be seen, and spaces")
    return name


def name_key(name: str) -> str:
    """Return what two names have in common that are too alike to tell apart."""
    return unicodedata.normalize("NFKC", name).casefold()


def hash_token(token: str) -> str:
    """Return what is stored of a token.  It is long and random, so one round of SHA-256 will do."""
    return hashlib.sha256(token.encode()).hexdigest()


async def register(database: Database, text: str, token: str, *, bot: bool) -> Player:
    """Make a new player who proves with this token who it is, and return it.

    Raises:
        BadName: `text` is no name.
        NameTaken: somebody has it.
    """
    name = clean_name(text)
    row = await database.write_one(
        "INSERT INTO players (name, name_key, token_hash, bot, made) "
        "VALUES (?, ?, ?, ?, strftime('%s', 'now')) ON CONFLICT (name_key) DO NOTHING RETURNING id",
        (name, name_key(name), hash_token(token), bot),
    )
    if row is None:
        raise NameTaken(f"the name {name} is taken; please choose another")
    return Player(int(row[0]), name, bot)


async def find(reader: Reader, token: str) -> Player | None:
    """Return the player who has this token."""
    rows = await reader.read_all(
        "SELECT id, name, bot FROM players WHERE token_hash = ?", (hash_token(token),)
    )
    return Player(rows[0][0], rows[0][1], bool(rows[0][2])) if rows else None
