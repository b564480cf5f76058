"""The codes of rooms, by which friends find each other: six letters, as `ZSGJPW`."""

from typing import Final

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without I, L and O, which are taken for digits."""
LENGTH: Final = 6


def is_room_code(text: str) -> bool:
    """Return whether a text could be the code of a room, as a server writes it."""
    return len(text) == LENGTH and set(text) <= set(LETTERS)
