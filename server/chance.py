"""What the server draws by lot: tokens, invite codes and seeds, from the system's secure source."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from protocol.room_code import LENGTH, LETTERS


def make_token() -> str:
    """Return a token: 192 bits."""
    return secrets.token_urlsafe(24)


def make_code() -> str:
    """Return an invite code."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def make_seed() -> str:
    """Return a seed: 128 bits, so that nobody finds it from its hash."""
    return secrets.token_hex(16)


def make_stream() -> str:
    """Return a name for the numbering of a room's events, which no other has."""
    return secrets.token_hex(8)


@dataclass(frozen=True)
class Chance:
    """The functions that draw each of these; a test that needs known ones brings its own."""

    token: Callable[[], str] = make_token
    code: Callable[[], str] = make_code
    seed: Callable[[], str] = make_seed
    stream: Callable[[], str] = make_stream
    draw: Callable[[int], int] = secrets.randbelow
    """One of so many, counted from 0: the next game of a series."""
