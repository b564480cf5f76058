"""Reading arguments, for commands that know no client."""

import argparse
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def checked(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Return `parse` as argparse wants it: what is wrong with the text is told in its own words."""

    def argument(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return argument
