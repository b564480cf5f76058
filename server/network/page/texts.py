"""A page's texts: of a language's file, those that no module of the page names are not sent.

The same files serve other clients, whose texts are a third of them.  A module names a text by its
key, as "RoomForm.deals", or by what its keys begin with, as in `fairness.${why}`.

Of the others, those that a page can do without at first are sent in a file of their own: the texts
that none of its first modules names.
"""

import json
import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

FOLDER: Final = "languages/"
"""Where these files lie; those in folders below it are looked up by what they say."""
LATER: Final = "languages/later/"
"""Where the texts are that no first module names, in files of the same names."""
_KEY: Final = re.compile(r"[\"'`]([A-Za-z_]+\.[A-Za-z0-9_-]*)(\$\{)?")
_PLURAL: Final = re.compile(r"_(?:zero|one|two|few|many|other)$")


@dataclass(frozen=True)
class _Named:
    """What some modules name."""

    keys: frozenset[str]
    beginnings: tuple[str, ...]
    """What other keys of theirs begin with."""

    def __contains__(self, key: str) -> bool:
        return _PLURAL.sub("", key) in self.keys or key.startswith(self.beginnings)


def with_named_texts(files: Mapping[str, bytes], first: Container[str]) -> dict[str, bytes]:
    """Return a page's files with the texts alone that its modules name, each file without spaces.

    `first` has the paths of those modules whose texts the page is to have from the beginning.

    Raises:
        UnicodeDecodeError, ValueError: a module or a language's file is no text, or no JSON.
    """
    modules = {path: text.decode() for path, text in files.items() if path.endswith(".mjs")}
    named = _named(modules.values())
    soon = _named(text for path, text in modules.items() if path in first)
    found = dict(files)
    for path in filter(_is_language, files):
        texts: dict[str, str] = json.loads(files[path])
        kept = {key: text for key, text in texts.items() if key in named}
        found[path] = _written({key: text for key, text in kept.items() if key in soon})
        later = {key: text for key, text in kept.items() if key not in soon}
        found[LATER + path.removeprefix(FOLDER)] = _written(later)
    return found


def _named(modules: Iterable[str]) -> _Named:
    found = [match for module in modules for match in _KEY.findall(module)]
    return _Named(
        frozenset(key for key, goes_on in found if not goes_on),
        tuple({key for key, goes_on in found if goes_on}),
    )


def _written(texts: Mapping[str, str]) -> bytes:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


def _is_language(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return f"{folder}/" == FOLDER and name.endswith(".json")
