"""A page's texts: of a language's file, those that no module of the page names are not sent.

The same files serve other clients, whose texts are a third of them.  A module names a text by its
key, as "RoomForm.deals", or by what its keys begin with, as in `fairness.${why}`.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Final

FOLDER: Final = "languages/"
"""Where these files lie; those in folders below it are looked up by what they say."""
_KEY: Final = re.compile(r"[\"'`]([A-Za-z_]+\.[A-Za-z0-9_-]*)(\$\{)?")
_PLURAL: Final = re.compile(r"_(?:zero|one|two|few|many|other)$")


def with_named_texts(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return a page's files with the texts alone that its modules name, each file without spaces.

    Raises:
        UnicodeDecodeError, ValueError: a module or a language's file is no text, or no JSON.
    """
    keys, beginnings = _named(text.decode() for path, text in files.items() if _is_module(path))
    found = dict(files)
    for path in filter(_is_language, files):
        texts: dict[str, str] = json.loads(files[path])
        kept = {
            key: text
            for key, text in texts.items()
            if _PLURAL.sub("", key) in keys or key.startswith(beginnings)
        }
        found[path] = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()
    return found


def _named(modules: Iterable[str]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the keys in these modules, and what other keys of theirs begin with."""
    found = [match for module in modules for match in _KEY.findall(module)]
    keys = frozenset(key for key, goes_on in found if not goes_on)
    return keys, tuple({key for key, goes_on in found if goes_on})


def _is_module(path: str) -> bool:
    return path.endswith(".mjs")


def _is_language(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return f"{folder}/" == FOLDER and name.endswith(".json")
