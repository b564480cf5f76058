"""Reading arguments, for all commands: those that know no client, too."""

import argparse
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


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
