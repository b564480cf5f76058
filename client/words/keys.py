"""The keys of texts: "RaceScreen.give-up", "texts.n-points_other", "LobbyScreen.change--server".

Before the full stop stands the context, then what the text says, in a few words; after two dashes
what the comment says, where there is one. A text with a count has a key for each of a language's
plurals, which CLDR calls "one", "few", "many", "other".
"""

import re
from typing import Final

LONGEST: Final = 48
"""Characters of a text that go into its key, at most; the last word is whole."""
PLURALS: Final = ("zero", "one", "two", "few", "many", "other")

_WORD: Final = re.compile(r"[a-z0-9]+")


def slug(text: str) -> str:
    """Return what a text says as words joined by dashes: "give-up"."""
    words: list[str] = []
    length = 0
    for word in _WORD.findall(text.lower()):
        length += len(word) + 1
        if words and length > LONGEST:
            break
        words.append(word)
    return "-".join(words)


def comment_of(key: str) -> str:
    """Return the comment in a key, as a slug; empty where there is none."""
    return plain_key(key).partition("--")[2]


def plain_key(key: str) -> str:
    """Return a key without the plural that it is for."""
    stem, _, form = key.rpartition("_")
    return stem if form in PLURALS else key


def plural_of(key: str) -> str:
    """Return the plural that a key is for; empty if it is for none."""
    return key.removeprefix(plain_key(key)).removeprefix("_")
