"""Names: what one may be, and when two are too alike to tell apart.  Pure.

Two keys are made of a name, and no two players share either.  `name_key` is the same for names that
differ only in case or width; `name_look` for names that look the same on a screen, whatever letters
they are made of: the skeleton of Unicode's technical standard 39, from its table of confusables.
"""

import unicodedata
from functools import cache
from itertools import pairwise
from typing import Final

from server.rooms.printable import MAX_MARKS, is_mark, limit_marks

MAX_NAME: Final = 24
"""The longest name, in characters."""
BLANKS: Final = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
"""Letters and marks that show nothing at all: fillers and variation selectors.  The rest of what
Unicode calls ignorable, bidi controls among it, is unprintable anyway."""
LEFT_TO_RIGHT: Final = "\u200e"
"""The table puts this around letters that are written from right to left."""


class BadName(ValueError):
    """No name: the text says what is wrong with it."""


def clean_name(text: str) -> str:
    """Return the name in `text`: no spaces around it, single ones within.

    Raises:
        BadName: nothing is left, it is too long, or a character cannot be seen.
    """
    name = unicodedata.normalize("NFC", " ".join(filter(None, text.split(" "))))
    if not 1 <= len(name) <= MAX_NAME:
        raise BadName(f"a name has 1 to {MAX_NAME} characters")
    if not name.isprintable() or BLANKS & set(name):
        raise BadName("a name has only characters that can be seen, and spaces")
    if any(is_mark(letter) and before == " " for before, letter in pairwise(" " + name)):
        raise BadName("a name has accents only on letters")
    if limit_marks(name) != name:
        raise BadName(f"a name has at most {MAX_MARKS} accents on one letter")
    return name


def name_key(name: str) -> str:
    """Return what names have in common that differ in case or width only."""
    return unicodedata.normalize("NFKC", name).casefold()


def name_look(name: str) -> str:
    """Return what names have in common that look alike, in upper or lower case."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    # The table knows the looks of both cases, so it is asked before and after case is taken away.
    return _skeleton(_skeleton(plain).casefold())


def _skeleton(text: str) -> str:
    return unicodedata.normalize("NFD", text.translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str]:
    """Return what stands for each letter that has look-alikes."""
    from confusable_homoglyphs.confusables import confusables_data  # half a megabyte: when needed

    near: dict[str, set[str]] = {}
    for letter, others in confusables_data.items():
        alike = near.setdefault(letter.strip(LEFT_TO_RIGHT), set())
        alike.update(other["c"].strip(LEFT_TO_RIGHT) for other in others)
    # The standard leads from each letter to a prototype, the package both ways: so the prototype is
    # the one with many look-alikes, or with more than one letter ("rn" for m).
    found = {ord("i"): "l"}  # I is l there, and who does not look at case sees I and i as one
    for letter, alike in near.items():
        if len(letter) != 1 or len(alike) != 1:
            continue
        [other] = alike
        if len(other) > 1 or len(near[other]) > 1 or other < letter:
            found[ord(letter)] = other
    return found
