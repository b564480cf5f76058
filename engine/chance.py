"""Deals that everybody can make again: a shuffle out of a seed, the same on every machine.

The bytes come from SHAKE-128 over `samedeal/1/`, a label, a zero byte and the seed, as UTF-8.  A number
below `n` (2 to 256) is one byte, taken again while it is not below the largest multiple of `n` that
fits in a byte, modulo `n`: no outcome is likelier than another.  The shuffle is Fisher and Yates's, from the
last card down to the second: card `i` changes places with card `number below i + 1`.
"""

import hashlib
from collections.abc import Iterator

from engine.cards import Pile

MAX_SEED = 64
"""The longest seed, in characters."""


def shuffle(cards: Pile, label: str, seed: str) -> Pile:
    """Return `cards` (at most 256) in the order that `label` and `seed` stand for."""
    mixed = bytearray(cards)
    numbers = _bytes(label, seed)
    for i in range(len(mixed) - 1, 0, -1):
        bound = 256 - 256 % (i + 1)
        while (drawn := next(numbers)) >= bound:
            pass
        j = drawn % (i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return bytes(mixed)


def commitment(seed: str) -> str:
    """Return the SHA-256 of the seed in hexadecimal: what players are told before the start."""
    return hashlib.sha256(seed.encode()).hexdigest()


def _bytes(label: str, seed: str) -> Iterator[int]:
    source = hashlib.shake_128(f"samedeal/1/{label}\0{seed}".encode())
    read, size = 0, 256
    while True:  # a longer digest goes on where a shorter one ended
        yield from source.digest(size)[read:]
        read, size = size, size * 2
