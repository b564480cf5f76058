"""Who one is at a server, for the commands that speak for a player who has been there before."""

import argparse
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from client.connection import CannotConnect, Connection
from client.session.address import Address
from client.session.session import Session
from client.session.tokens import Tokens
from protocol.messages import FromServer, Problem, Welcome
from samedeal import arguments

TOKEN: Final = "SAMEDEAL_TOKEN"  # noqa: S105 (a variable's name)
"""The variable of the environment that may hold a token."""


class Nobody(Exception):
    """It is not known who one is; the text says what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what says which player of which server is meant."""
    parser.add_argument(
        "--server",
        type=arguments.address,
        default=arguments.DEFAULT_SERVER,
        metavar="ADDRESS",
        help=f"host, host:port or ws://... (default: {arguments.DEFAULT_SERVER})",
    )
    parser.add_argument(
        "--name", default="", help="the player's, where the window here was used under several"
    )
    parser.add_argument(
        "--tokens",
        type=Path,
        metavar="FILE",
        help=f"where the token is (default: where the window keeps it, or {TOKEN} in the "
        "environment)",
    )


def token_of(args: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> str:
    """Return the token that proves who one is.

    Raises:
        Nobody: there is none.
    """
    if args.tokens is None and (token := environment.get(TOKEN, "")):
        return token
    file = args.tokens or usual_tokens(environment)
    tokens, server = Tokens(file), args.server
    names = tokens.names(server.url)
    if args.name:
        names = [name for name in names if name == args.name]
    if len(names) == 1:
        return tokens.of(server.url, names[0])
    if names:
        raise Nobody(f"you have several names at {server}: say which with --name ({_list(names)})")
    who = f"anybody called {args.name}" if args.name else "anybody"
    raise Nobody(
        f"{file} knows of no token for {who} at {server}: it has those of whoever used the window "
        f"here; one may be given in {TOKEN}, too"
    )


def forget(args: argparse.Namespace, name: str) -> None:
    """Forget the token of a player who is deleted, if it is kept in a file."""
    with suppress(OSError):
        Tokens(args.tokens or usual_tokens()).forget(args.server.url, name)


def _list(names: list[str]) -> str:
    return ", ".join(sorted(names))


def usual_tokens(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """Return the file in which the window keeps tokens, where nothing else was said."""
    match system:
        case "win32":
            base = Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
        case "darwin":
            base = Path.home() / "Library/Preferences"
        case _:
            chosen = environment.get("XDG_CONFIG_HOME", "")
            base = Path(chosen) if chosen.startswith("/") else Path.home() / ".config"
    return base / "samedeal" / "tokens.json"


class Player:
    """A conversation with a server as a player who is known there."""

    def __init__(self, connection: Connection) -> None:
        """Speak on this connection."""
        self._connection = connection
        self._messages = connection.messages()

    @property
    def session(self) -> Session:
        """What is known, and how to ask."""
        return self._connection.session

    async def hear(self) -> FromServer:
        """Return the next message.

        Raises:
            CannotConnect: there is no going on with this server, or it knows no such player.
        """
        async for message in self._messages:
            if isinstance(message, Problem) and message.code == "unknown token":
                raise CannotConnect("this server does not know that token any more")
            return message
        raise CannotConnect("the server has hung up")

    async def welcomed(self) -> str:
        """Return what the player is called there, once the server has let them in."""
        while not isinstance(message := await self.hear(), Welcome):
            pass
        return message.name


def connection(address: Address, token: str) -> Connection:
    """Return a connection for the player with this token; nobody new is made where it is wrong."""
    return Connection(address, Session("", token))
