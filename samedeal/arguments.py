"""What several commands read from their command lines."""

import argparse
from collections.abc import Callable
from typing import TypeVar

from client.address import Address, parse_address
from client.bot import Pace, parse_pace
from engine import catalogue
from protocol.messages import Code

T = TypeVar("T")

DEFAULT_SERVER = "localhost"
LONGEST_CODE = 12


def checked(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Return `parse` as argparse wants it: what is wrong with the text is told in its own words."""

    def argument(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return argument


def room_code(text: str) -> str:
    """Return a room's code.

    Raises:
        ValueError: `text` cannot be one.
    """
    code: Code = text.strip().upper()
    if not code.isalnum() or len(code) > LONGEST_CODE:
        raise ValueError(f"{text!r} is no room's code: the host sees it in the room, as ABCDEF")
    return code


def game_name(text: str) -> str:
    """Return a game's name.

    Raises:
        UnknownGame: there is no such game.
    """
    return catalogue.entry(text).name


def number(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a whole number from `least` to `most`."""

    def parse(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise ValueError(f"{text!r} is not a number from {least} to {most}")
        return int(text)

    return checked(parse)


address: Callable[[str], Address] = checked(parse_address)
code: Callable[[str], str] = checked(room_code)
game: Callable[[str], str] = checked(game_name)
pace: Callable[[str], Pace] = checked(parse_pace)
