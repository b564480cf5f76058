"""`samedeal watch`: a room as its spectators see it."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Coroutine
from dataclasses import replace

from client.connection import CannotConnect
from client.session.address import Address
from client.terminal.spectator import CannotWatch, watch
from samedeal import arguments
from samedeal.display import NoWindow, need_window


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Watch the room CODE: every board, live. Without --terminal this opens a window. "
        "With it, the race is text, which also works over ssh; it ends at the results, with exit "
        "code 0 when the deal was the promised one."
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
        print(f"samedeal watch: {error}", file=sys.stderr)
        return 2
    except (CannotConnect, CannotWatch, NoWindow) as error:
        print(f"samedeal watch: {error}", file=sys.stderr)
        return 1


def _room(args: argparse.Namespace) -> tuple[Address, str]:
    address: Address = args.server or arguments.DEFAULT_SERVER
    if "/" not in args.room:
        return address, arguments.code(args.room)
    invitation = arguments.address(args.room)
    return invitation, arguments.code(invitation.code)


def show(watching: Coroutine[None, None, bool]) -> int:
    """Run `watch` to its end, or to a signal, with the terminal in order; return the exit code."""

    async def until_told() -> bool:
        task = asyncio.current_task()
        assert task is not None
        for number in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, number) and sys.platform != "win32":
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(getattr(signal, number), task.cancel)
        return await watching

    try:
        return 0 if asyncio.run(until_told()) else 1
    except asyncio.CancelledError:
        return 1
