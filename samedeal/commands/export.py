"""`samedeal export`: all that a server has stored about a player, as a file."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from client.connection import CannotConnect
from client.session.privacy.own_data import AGAIN, BadOwnData, OwnDataFile, file_name
from protocol.messages import OwnData, Problem, Welcome
from samedeal import arguments, identity
from samedeal.identity import Nobody, Player
from samedeal.running import run_until_told
from samedeal.telling import complain, tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Save all that a server has stored about you in one file of JSON: who you are there, your "
        "races with their results, all your moves, your best in each game. Whoever runs a server "
        "does it for anybody with `samedeal admin DATA export`."
    )
    parser.epilog = """examples:
  samedeal export --server example.org
  samedeal export --server example.org --name Ann --output ann.json
  samedeal export --output - | less"""
    identity.add_arguments(parser)
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="where to save it, or - to print it (default: samedeal-NAME.json here)",
    )


def run(args: argparse.Namespace) -> int:
    """Save the file; return the exit code."""
    try:
        name, text = run_until_told(_ask(args))
    except Nobody as error:
        complain(f"samedeal export: {error}")
        return 1
    except (CannotConnect, BadOwnData) as error:
        told = arguments.turned_away(error) if isinstance(error, CannotConnect) else error
        complain(f"samedeal export: {told}")
        return 1
    if args.output == Path("-"):
        sys.stdout.write(text)
        return 0
    path = args.output or Path(file_name(name))
    try:
        save(path, text)
    except OSError as error:
        complain(f"samedeal export: {path} cannot be written: {error.strerror}")
        return 1
    tell(f"All that {args.server} has stored about {name} is in {path}.")
    return 0


def save(path: Path, text: str) -> None:
    """Write a file that nobody else may read.

    Raises:
        OSError: it cannot be written.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)


async def _ask(args: argparse.Namespace) -> tuple[str, str]:
    """Return the player's name and the file."""
    found = OwnDataFile()
    async with identity.connection(args.server, identity.token_of(args)) as connection:
        player = Player(connection)
        name = await player.welcomed()
        while question := found.question:
            player.session.get_own_data(question)
            while not await _taken(await player.hear(), found):
                pass
    return name, found.text(str(args.server))


async def _taken(message: object, found: OwnDataFile) -> bool:
    """Take in a message; return whether to ask again, for the next part or the same one."""
    match message:
        case OwnData():
            found.take(message)
        case Problem("too fast"):
            await asyncio.sleep(AGAIN)
        case Problem(_, text):
            raise BadOwnData(text)
        case Welcome():  # The line was lost, and is back.
            pass
        case _:
            return False
    return True
