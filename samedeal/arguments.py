"""What several commands read from their command lines."""

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from client.bots.pace import Pace, parse_pace
from client.session.address import Address, parse_address
from engine import catalogue
from protocol import deal_code
from protocol.messages import Code
from samedeal.argument_type import argument_type

if TYPE_CHECKING:  # what draws in a terminal is a sixth of a bot's start, and a window needs none
    from client.bots.bot import CannotRace
    from client.connection import CannotConnect
    from client.terminal.spectator import CannotWatch

DEFAULT_SERVER: Final = Address("localhost")
LONGEST_CODE = 12
DIGITS: Final = 18
"""As many as no number here needs."""


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


def practice_deal(text: str) -> str:
    """Return what to practise: a game's name, or a deal code with its game, options and seed.

    Raises:
        UnknownGame: there is no such game.
        BadCode: it has a slash, as a code has, and is none.
    """
    return deal_code.write(*deal_code.read(text)) if "/" in text else game_name(text)


def number(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a whole number from `least` to `most`."""

    def parse(text: str) -> int:
        # Python reads no number of thousands of digits.
        if not text.isdecimal() or len(text) > DIGITS or not least <= int(text) <= most:
            raise ValueError(f"{text!r} is not a number from {least} to {most}")
        return int(text)

    return argument_type(parse)


def turned_away(error: "CannotConnect | CannotRace | CannotWatch") -> str:
    """Return what to tell of a server's no: where it wants a password, how to give that, too."""
    if error.code not in ("password needed", "wrong password"):
        return str(error)
    from client.connection import CannotConnect

    if isinstance(error, CannotConnect):
        return f"{error}: give it with --password or in SAMEDEAL_PASSWORD"
    return f"{error}: give it with --room-password or in SAMEDEAL_ROOM_PASSWORD"


def add_password(parser: argparse.ArgumentParser) -> None:
    """Let a command take the server's password; the environment is where others do not see it."""
    parser.add_argument(
        "--password",
        default=os.environ.get("SAMEDEAL_PASSWORD", ""),
        help="the server's, where it asks new players for one (or SAMEDEAL_PASSWORD)",
    )


def add_room_password(parser: argparse.ArgumentParser) -> None:
    """Let a command take a room's password."""
    parser.add_argument(
        "--room-password",
        default=os.environ.get("SAMEDEAL_ROOM_PASSWORD", ""),
        help="the room's, where it has one (or SAMEDEAL_ROOM_PASSWORD in the environment)",
    )


address: Callable[[str], Address] = argument_type(parse_address)
code: Callable[[str], str] = argument_type(room_code)
game: Callable[[str], str] = argument_type(game_name)
practice: Callable[[str], str] = argument_type(practice_deal)
pace: Callable[[str], Pace] = argument_type(parse_pace)
