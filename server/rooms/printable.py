"""Text from people, as it may be shown to others."""

import unicodedata
from typing import Final

MAX_MARKS: Final = 4
"""Marks that may stand on one letter: enough for every language, too few to paint with."""

BLANK: Final = frozenset(
    "\u115f\u1160\u3164\uffa0"  # what holds the place of a Korean letter
    "\u2800\ufffc"  # the Braille blank, the place of an object
    "\U0001d159\U00013441\U00013442"  # a note without a head, the blanks between hieroglyphs
)
"""The characters that Unicode counts among letters and symbols, and that show nothing."""


def printable(text: str) -> str:
    """Return a text with a space in place of what cannot be printed, and no spaces around it.

    Of the marks on a letter (accents and the like), those after the first `MAX_MARKS` are left out.
    Where no letter, digit or sign is left, only marks and what shows nothing, the text is empty.
    """
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return limit_marks(shown).strip() if any(map(_is_seen, shown)) else ""


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


def _is_seen(letter: str) -> bool:
    """Return whether a printable character shows something where it stands alone."""
    return letter != " " and letter not in BLANK and not is_mark(letter)
