"""What stands in a TOML file, each value with the line where it stands.

The standard library's reader says the line of a mistake in the syntax, and forgets those of what
it has read; no library that we know keeps them.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

_HEADER: Final = re.compile(r"\s*\[\s*([\w.\-\" ]+?)\s*\]")
_ENTRY: Final = re.compile(r"\s*([\w.\-\" ]+?)\s*=")


class TomlEntry(NamedTuple):
    """A value in a TOML file."""

    key: str
    """Its name with that of its table, as `limits.rate`."""
    value: Any
    line: int
    """The number of its line, from 1; 0 if it was not found."""


def entries(text: str, tables: Collection[str]) -> Iterator[TomlEntry]:
    """Return the values in the text of a TOML file, those in the tables of these names included.

    A table of another name is one value.

    Raises:
        tomllib.TOMLDecodeError: The text is no TOML.
        RecursionError, ValueError: It is deeper, or a number in it is longer, than can be read.
    """
    for key, value in _flatten(tomllib.loads(text), tables, ""):
        yield TomlEntry(key, value, _line(text, key))


def _flatten(
    table: Mapping[str, Any], tables: Collection[str], prefix: str
) -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        key = prefix + name
        if isinstance(value, dict) and key in tables:
            yield from _flatten(value, tables, f"{key}.")
        else:
            yield key, value


def _line(text: str, key: str) -> int:
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _plain(header[1]) + "."
            if table == f"{key}.":
                return number
        elif (entry := _ENTRY.match(line)) and table + _plain(entry[1]) == key:
            return number
    return 0


def _plain(name: str) -> str:
    return name.replace(" ", "").replace('"', "")
