"""Text from people, as it may be shown to others."""

import unicodedata
from typing import Final

MAX_MARKS: Final = 4
"""Marks that may stand on one letter: enough for every language, too few to paint with."""


def printable(text: str) -> str:
    """Return a text with a space in place of what cannot be printed, and no spaces around it.

    Of the marks on a letter (accents and the like), those after the first `MAX_MARKS` are left out.
    """
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return limit_marks(shown).strip()


def limit_marks(text: str) -> str:
    """Return a text with at most `MAX_MARKS` marks on each letter, the first of them."""
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if is_mark(letter) else 0
        if marks <= MAX_MARKS:
            kept.append(letter)
    return "".join(kept)


def is_mark(letter: str) -> bool:
    """Return whether a character is written on the letter before it, as an accent is."""
    return unicodedata.category(letter).startswith("M")
