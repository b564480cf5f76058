"""Passwords of rooms: stored hashed, so that whoever reads the database cannot come in.

A `lock` is what is stored, salt and hash in one text; a `key` is what a password makes of the salt
of a lock, and it opens the lock it is equal to.  Hashing is slow by design (milliseconds):
call both in a thread.
"""

import hashlib
import hmac
import secrets

SALT_BYTES = 12


def make_lock(password: str) -> str:
    """Return the lock that this password opens; an empty password makes an empty lock."""
    return _hash(password, secrets.token_hex(SALT_BYTES)) if password else ""


def make_key(password: str, lock: str) -> str:
    """Return what opens `lock` if `password` is the right one."""
    return _hash(password, lock.partition("$")[0])


def opens(key: str, lock: str) -> bool:
    """Return whether a key opens a lock."""
    return hmac.compare_digest(key.encode(), lock.encode())


def _hash(password: str, salt: str) -> str:
    digest = hashlib.scrypt(password.encode(), salt=salt.encode(), n=2**10, r=8, p=1, dklen=24)
    return f"{salt}${digest.hex()}"
