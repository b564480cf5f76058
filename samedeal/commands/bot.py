"""`samedeal bot`: bots that race in a room."""

import argparse
import asyncio
from pathlib import Path
from typing import Final, get_args

from client.bots.bot import Bot, CannotRace, Hosting
from client.bots.company import NAMES, free_name
from client.connection import CannotConnect
from client.session.tokens import Tokens
from engine import catalogue
from protocol.messages import MAX_LEVEL, Deals, Settings
from samedeal import arguments
from samedeal.running import output_trouble, run_until_told
from samedeal.telling import complain

LINGER: Final = 120.0
"""Seconds for which bots stay in a room of others when all people have gone."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Let bots race in the room CODE, or with --game in one that they make. They play by the "
        "rules like everybody else, are labelled as bots, and are never on the leaderboard. "
        "They stay for rematches until the room closes, or all people have left it; Control-C ends "
        "them. All of them play in this one process, and think in turns."
    )
    parser.epilog = """examples:
  samedeal bot ABCDEF                                        one bot, a move a second
  samedeal bot ABCDEF --level 3 --count 2                    two that play well, as people do
  samedeal bot ABCDEF --server example.org --count 3 --pace 2/s
  samedeal bot --game klondike --count 2                     make a room, and wait for a third"""
    parser.add_argument(
        "room", metavar="CODE", nargs="?", type=arguments.code, help="the code of the room"
    )
    parser.add_argument(
        "--server",
        type=arguments.address,
        metavar="ADDRESS",
        default=arguments.DEFAULT_SERVER,
        help="host, host:port or ws://... (default: %(default)s)",
    )
    arguments.add_password(parser)
    arguments.add_room_password(parser)
    parser.add_argument(
        "--count",
        type=arguments.number(1, 16),
        default=1,
        metavar="N",
        help="how many bots (default: 1)",
    )
    parser.add_argument(
        "--name", help="what the bot, or the first of several, is called (default: a bot's name)"
    )
    parser.add_argument(
        "--tokens",
        type=Path,
        metavar="FILE",
        help="keep there what makes the bots the same players next time (default: they are new)",
    )
    parser.add_argument(
        "--level",
        type=arguments.number(1, MAX_LEVEL),
        default=0,
        metavar="N",
        help="how well they play, from 1 (a beginner) to 5, which everybody is told (default: "
        "none of these, each a little different)",
    )
    parser.add_argument(
        "--pace",
        type=arguments.pace,
        metavar="P",
        help="seconds a move, as 0.5, or moves a second, as 2/s (default: as people of that "
        "level; without a level 1)",
    )
    parser.add_argument(
        "--rounds",
        type=arguments.number(1, 1_000_000),
        metavar="N",
        help="leave after so many races (default: stay)",
    )
    parser.add_argument(
        "--game", type=arguments.game, metavar="GAME", help="make a room for this game"
    )
    parser.add_argument(
        "--deals",
        choices=get_args(Deals),
        default="any",
        help="with --game: race on any deals, only on such as can be won, or, in most games, on "
        "easy, medium or hard ones (default: any)",
    )
    parser.add_argument(
        "--racers",
        type=arguments.number(1, 16),
        metavar="N",
        help="with --game: start when so many are there and ready (default: one more than --count)",
    )


def run(args: argparse.Namespace) -> int:
    """Race until the end; return the exit code."""
    if (args.room is None) == (args.game is None):
        complain("samedeal bot: give either a room's CODE or --game GAME")
        return 2
    trouble, mute = "", None
    try:
        run_until_told(_race(args), ("SIGINT", "SIGTERM"))
    except* (CannotConnect, CannotRace) as group:
        first = _first(group)
        assert isinstance(first, CannotConnect | CannotRace)
        trouble = arguments.turned_away(first)
    except* OSError as group:
        mute = _first(group)
    except* asyncio.CancelledError:
        pass  # told to end: the bots have left
    if isinstance(mute, OSError):
        trouble = output_trouble(mute)
    if trouble:
        complain(f"samedeal bot: {trouble}")
    return 1 if trouble else 0


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first error in a group, however deep it lies."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def _race(args: argparse.Namespace) -> None:
    room: str | Hosting = args.room
    if args.game:
        room = Hosting(Settings(args.game, deals=args.deals), args.racers or min(args.count + 1, 8))
    async with asyncio.TaskGroup() as racing:
        names: list[str] = []
        for _ in range(args.count):
            names.append(free_name(names, (args.name,) if args.name else NAMES))
            bot = Bot(
                args.server,
                names[-1],
                room,
                tokens=Tokens(args.tokens) if args.tokens else None,
                password=args.password,
                room_password=args.room_password,
                level=args.level,
                pace=args.pace,
                rounds=args.rounds,
                linger=None if args.game else LINGER,
                report=_say,
            )
            racing.create_task(bot.run())
            if isinstance(room, Hosting):
                room = await bot.room_code()
                _say(f"Racing {catalogue.entry(args.game).title} in room {room}.")


def _say(text: str) -> None:
    print(text, flush=True)
