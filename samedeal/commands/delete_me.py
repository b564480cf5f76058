"""`samedeal delete-me`: a player's data are deleted on a server, as the player wants."""

import argparse
from typing import Final

from client.connection import CannotConnect
from protocol.messages import Deleted, Problem
from samedeal import arguments, identity
from samedeal.identity import Nobody, Player
from samedeal.running import run_until_told
from samedeal.telling import complain, tell

WHAT_GOES: Final = """\
What goes, at once and for good: your name, your token, your best results, and the races that
nobody else was in.
What stays: in races with others, your moves and your result, without your name; the places of the
others would be wrong without them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Have a server delete you with all that it has stored about you. It asks for your name "
        "first. `samedeal export` saves a copy before."
    )
    parser.epilog = """examples:
  samedeal delete-me --server example.org
  samedeal delete-me --server example.org --name Ann"""
    identity.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Ask, and have the player deleted; return the exit code."""
    try:
        token = identity.token_of(args)
        name = run_until_told(_name(args, token))
        tell(*WHAT_GOES.splitlines())
        print(f"To be deleted at {args.server}, type your name ({name}): ", end="", flush=True)
        try:
            typed = input()
        except EOFError:
            typed = ""
        if typed.strip() != name:
            complain("samedeal delete-me: that is not your name, and nothing was done")
            return 1
        run_until_told(_delete(args, token, name))
    except (Nobody, _Refused) as error:
        complain(f"samedeal delete-me: {error}")
        return 1
    except CannotConnect as error:
        complain(f"samedeal delete-me: {arguments.turned_away(error)}")
        return 1
    tell(f"{name} is deleted at {args.server}.")
    return 0


class _Refused(Exception):
    """The server does not do it; the text says why."""


async def _name(args: argparse.Namespace, token: str) -> str:
    async with identity.connection(args.server, token) as connection:
        return await Player(connection).welcomed()


async def _delete(args: argparse.Namespace, token: str, name: str) -> None:
    async with identity.connection(args.server, token) as connection:
        player = Player(connection)
        await player.welcomed()
        player.session.delete_me(name)
        while not isinstance(message := await player.hear(), Deleted):
            if isinstance(message, Problem):
                raise _Refused(message.text)
    identity.forget(args, name)
