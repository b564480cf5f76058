"""`samedeal play`: the Qt client; with --demo, a race against bots, in the terminal if need be."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client.bots.company import Company, race_settings
from client.bots.pace import Pace
from samedeal import arguments
from samedeal.display import NoWindow, has_display, need_window
from samedeal.telling import complain

if TYPE_CHECKING:  # only a demo needs a server
    from samedeal.demo.demo import Demo

DEMO_GAME: Final = "klondike"
"""What a demo races where nobody says another game: everybody knows it."""
TERMINAL_PACE: Final = Pace(0.25)
"""The pace of the demo's bots among themselves: most games take half a minute."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Open the client. An ADDRESS leads straight to that server, or into the room there that "
        "it names. --demo starts a server and three bots and races against them; where there is "
        "no display, it shows a race of the bots as text. It all ends with the window or the race."
    )
    parser.epilog = """examples:
  samedeal play                                   choose a server in the window
  samedeal play example.org --name Ada            go there at once
  samedeal play samedeal://example.org/ABCDEF     into a room, as an invitation says it
  samedeal play --practice klondike --seed 7      alone, without a server
  samedeal play --practice klondike/0390f01e      the deal of a friend's code
  samedeal play --demo --game montana --pace 2/s  against three bots"""
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        nargs="?",
        type=arguments.address,
        help="host, host:port, ws://..., wss://... or samedeal://host:port/CODE",
    )
    parser.add_argument("--name", help="the name to race under (default: the one used last)")
    arguments.add_password(parser)
    arguments.add_room_password(parser)
    parser.add_argument(
        "--practice",
        metavar="GAME",
        type=arguments.practice,
        help="play this game alone; or this deal, by its code",
    )
    parser.add_argument("--seed", help="with --practice: the deal")
    parser.add_argument("--demo", action="store_true", help="race against three bots")
    parser.add_argument(
        "--game",
        type=arguments.game,
        metavar="GAME",
        help=f"with --demo: the game (default: {DEMO_GAME})",
    )
    parser.add_argument(
        "--pace",
        type=arguments.pace,
        metavar="P",
        help="with --demo: the bots' seconds a move, as 0.5, or moves a second, as 2/s (default: "
        "as people of their levels)",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIRECTORY",
        help="with --demo: where the server keeps its data (default: the user's data folder)",
    )


def run(args: argparse.Namespace) -> int:
    """Play until the window closes or the race ends; return the exit code."""
    wrong = _contradiction(args)
    if wrong:
        complain(f"samedeal play: {wrong}")
        return 2
    try:
        if args.demo:
            return _demo(args)
        need_window("samedeal watch CODE --terminal and samedeal play --demo work without one")
        from client.window import app

        return app.run(
            args.address,
            args.name,
            password=args.password,
            room_password=args.room_password,
            practice=args.practice,
            seed=args.seed,
        )
    except NoWindow as error:
        complain(f"samedeal play: {error}")
        return 1


def _contradiction(args: argparse.Namespace) -> str | None:
    if args.demo and (args.address or args.practice):
        return "--demo brings its own server: give no address and no --practice with it"
    if args.seed is not None and args.practice is None:
        return "--seed is for --practice; a race's deal is the server's"
    if args.seed is not None and "/" in args.practice:
        return "a deal code has the seed in it: give no --seed with it"
    if not args.demo and (args.game or args.pace or args.data):
        return "--game, --pace and --data are for --demo"
    if args.practice and args.address:
        return "give either an address or --practice"
    return None


def _demo(args: argparse.Namespace) -> int:
    if has_display():
        return _demo_in_window(args)
    from client.bots.bot import Hosting
    from client.connection import CannotConnect
    from samedeal.demo.demo import Demo
    from server.app import ServerProblem

    hosting = Hosting(race_settings(args.game or DEMO_GAME, seconds=45), racers=3, spectators=1)
    try:
        with Demo(args.pace or TERMINAL_PACE, args.data, hosting) as demo:
            return _show(demo)
    except (CannotConnect, ServerProblem) as problem:
        complain(f"samedeal play: {problem}")
        return 1


def _demo_in_window(args: argparse.Namespace) -> int:
    need_window("")
    from samedeal.demo.beside import DemoProblem, DemoProcess
    from samedeal.demo.bots import BOTS
    from samedeal.demo.folder import data_folder

    try:
        with DemoProcess(args.pace, args.data) as demo:  # starts while Qt is loaded
            from client.window import app
            from client.window.desktop.memory import Memory

            # The demo's players live in its database, so their tokens do not mix with others.
            place = (args.data or data_folder()) / "client"
            memory = Memory(place)
            settings = race_settings(args.game or DEMO_GAME)
            company = Company(settings, len(BOTS), demo.call)
            name = args.name or memory.name or Memory().name
            return app.run(demo.address, name, at_once=True, settings_dir=place, company=company)
    except DemoProblem as problem:
        complain(f"samedeal play: {problem}")
        return 1


def _show(demo: "Demo") -> int:
    """Show the race of a demo as text; return the exit code."""
    from client.terminal.spectator import CannotWatch, watch
    from samedeal.commands.watch import show

    try:
        return show(watch(demo.address, demo.code, sys.stdout))
    except CannotWatch as error:
        complain(f"samedeal play: {error}")
        return 1
