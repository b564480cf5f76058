"""How argparse reads an argument by a function that raises ValueError.

It is apart from `samedeal.arguments`, which imports the client: the server's commands do without.
"""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")

DATABASES: Final = ("postgresql://", "postgres://")
"""How addresses in PostgreSQL begin."""


def argument_type(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Return a `type=` for argparse that reads an argument by `parse`.

    Where `parse` raises a ValueError, the user is told its text.
    """

    def read(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def path(text: str) -> Path:
    """Return the path that an argument gives; an empty one, of an unset variable, is none."""
    if not text:
        raise argparse.ArgumentTypeError("it is empty: give a path, or . for this directory")
    return Path(text)


def place(text: str) -> Path | str:
    """Return the address of a database that an argument gives, or else the path."""
    return text if text.startswith(DATABASES) else path(text)


def destination(text: str) -> Path:
    """Return where an argument says that something is to be written.

    A slash at its end means a directory, which is to be there: a path forgets the slash.
    """
    found = path(text)
    if os.path.basename(text) in ("", ".") and not os.path.isdir(text):  # noqa: PTH112, PTH119
        raise argparse.ArgumentTypeError(
            f"there is no directory {text}: make it first, or leave out the slash at its end for a "
            "file of that name"
        )
    return found
