"""Passwords of rooms: stored hashed, so that whoever reads the database cannot come in.

A room has a `Lock`: its password's salt and hash in one text.  Whoever comes in brings a `Key`: the
hash of the password that they gave, with the salt of that lock.  A key opens the lock that it is
equal to.  Hashing is slow by design (milliseconds): call `make_lock` and `make_key` in a thread.
"""

import hashlib
import hmac
import secrets
from typing import Final, NewType

SALT_BYTES: Final = 12

Lock = NewType("Lock", str)
"""What is stored of a room's password."""
Key = NewType("Key", str)
"""What a password makes of a lock's salt, to open the lock with."""

NO_LOCK: Final = Lock("")
"""The lock of a room without a password."""
NO_KEY: Final = Key("")
"""The key of somebody who gave no password."""


def make_lock(password: str) -> Lock:
    """Return a new lock that this password opens; an empty password makes no lock."""
    return Lock(_hash(password, secrets.token_hex(SALT_BYTES))) if password else NO_LOCK


def make_key(password: str, lock: Lock) -> Key:
    """Return the key that opens `lock` if `password` is the right one."""
    return Key(_hash(password, lock.partition("$")[0]))


def opens(key: Key, lock: Lock) -> bool:
    """Return whether a key opens a lock."""
    return hmac.compare_digest(key.encode(), lock.encode())


def _hash(password: str, salt: str) -> str:
    digest = hashlib.scrypt(password.encode(), salt=salt.encode(), n=2**10, r=8, p=1, dklen=24)
    return f"{salt}${digest.hex()}"
