"""Deals that everybody can make again: a shuffle out of a seed, the same on every machine.

The bytes come from SHAKE-128 over `samedeal/1/`, a label, a zero byte and the seed, as UTF-8.  A
number below `n` (2 to 256) is one byte, taken again while it is not below the largest multiple of
`n` that is at most 256, modulo `n`: no outcome is likelier than another.  The shuffle is Fisher and
Yates's, from the last card down to the second: card `i` changes places with card `number below
i + 1`.  `docs/dealing.md` says it at length, with an example.
"""

import hashlib
from collections.abc import Iterator

from engine.cards import Pile

MAX_SEED = 64
"""The longest seed, in characters."""


def check_seed(seed: str) -> None:
    """Refuse what is no seed: a seed is 1 to `MAX_SEED` printable characters.

    Raises:
        ValueError: it is empty, too long, or has characters that cannot be printed.
    """
    if not 1 <= len(seed) <= MAX_SEED:
        raise ValueError(f"a seed has 1 to {MAX_SEED} characters, not {len(seed)}")
    if not seed.isprintable():
        raise ValueError(
            "a seed consists of printable characters: no line breaks, tabs or the like"
        )


def shuffle(cards: Pile, label: str, seed: str) -> Pile:
    """Return `cards` in the order that `label` and `seed` stand for.

    Raises:
        ValueError: there are more than 256 cards, or `seed` is none (see `check_seed`).
    """
    if len(cards) > 256:
        raise ValueError(f"{len(cards)} cards are more than the 256 that can be shuffled")
    check_seed(seed)
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
    """Return the SHA-256 of the seed in hexadecimal: what players are told before the start.

    Raises:
        ValueError: `seed` is none (see `check_seed`).
    """
    check_seed(seed)
    return hashlib.sha256(seed.encode()).hexdigest()


def _bytes(label: str, seed: str) -> Iterator[int]:
    source = hashlib.shake_128(f"samedeal/1/{label}\0{seed}".encode())
    read, size = 0, 256
    while True:  # a longer digest goes on where a shorter one ended
        yield from source.digest(size)[read:]
        read, size = size, size * 2
