"""`samedeal watch`: a room as its spectators see it."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Coroutine
from dataclasses import replace
from typing import Final

from client.connection import CannotConnect
from client.session.address import Address
from client.terminal.spectator import CannotWatch, watch
from samedeal import arguments
from samedeal.display import NoWindow, need_window
from samedeal.running import output_trouble, run_until_told
from samedeal.telling import complain

LEAVE: Final = b"\x1b[?1049l\x1b[?25h"
"""What leads a terminal back to its first screen, with a cursor."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Watch the room CODE: every board, live. Without --terminal this opens a window. "
        "With it, the race is text, which also works over ssh; it ends at the results, with exit "
        "code 0 when all was as promised. With --follow it stays, and the exit code is 0 when "
        "every race was as promised."
    )
    parser.epilog = """examples:
  samedeal watch ABCDEF                                     a room of a server on this machine
  samedeal watch ABCDEF --server example.org --terminal     as text
  samedeal watch samedeal://example.org/ABCDEF --terminal   as an invitation says it
  samedeal watch ABCDEF --terminal --follow | tee race.txt  a line for each change"""
    parser.add_argument("room", metavar="CODE", help="the room's code, or an invitation to it")
    parser.add_argument(
        "--server",
        type=arguments.address,
        metavar="ADDRESS",
        help=f"host, host:port or ws://... (default: {arguments.DEFAULT_SERVER})",
    )
    parser.add_argument("--terminal", action="store_true", help="as text in this terminal")
    parser.add_argument("--follow", action="store_true", help="stay for the rematches (as text)")
    parser.add_argument("--name", default="", help="the name that the others see")
    arguments.add_password(parser)
    arguments.add_room_password(parser)


def run(args: argparse.Namespace) -> int:
    """Watch until the end; return the exit code."""
    try:
        address, code = _room(args)
        if args.terminal:
            watching = watch(
                address,
                code,
                sys.stdout,
                name=args.name,
                follow=args.follow,
                password=args.password,
                room_password=args.room_password,
            )
            return show(watching)
        need_window("add --terminal to watch as text")
        from client.window import app

        return app.run(
            replace(address, code=code),
            args.name or None,
            watch=True,
            password=args.password,
            room_password=args.room_password,
        )
    except argparse.ArgumentTypeError as error:
        complain(f"samedeal watch: {error}")
        return 2
    except (CannotConnect, CannotWatch) as error:
        complain(f"samedeal watch: {arguments.turned_away(error)}")
        return 1
    except NoWindow as error:
        complain(f"samedeal watch: {error}")
        return 1
    except OSError as error:
        complain(f"samedeal watch: {output_trouble(error)}")
        return 1


def _room(args: argparse.Namespace) -> tuple[Address, str]:
    address: Address = args.server or arguments.DEFAULT_SERVER
    if "/" not in args.room:
        return address, arguments.code(args.room)
    invitation = arguments.address(args.room)
    return invitation, arguments.code(invitation.code)


def show(watching: Coroutine[None, None, bool]) -> int:
    """Run `watch` to its end, or to a signal, with the terminal in order; return the exit code."""
    signals = tuple(name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
    try:
        return 0 if run_until_told(watching, signals, _leave_page) else 1
    except asyncio.CancelledError:
        return 1


def _leave_page() -> None:
    """Give the terminal back as it was, where there is one."""
    if sys.stdout.isatty():
        os.write(sys.stdout.fileno(), LEAVE)
