"""How argparse reads an argument by a function that raises ValueError.

It is apart from `samedeal.arguments`, which imports the client: the server's commands do without.
"""

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
