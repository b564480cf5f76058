"""`samedeal leaderboard`: the best of a game, as text."""

import argparse
import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final, get_args

from engine.catalogue import BadOption, Choice, UnknownGame, entry
from protocol.messages import BestResult, Deals, Leaderboard, Period
from samedeal.argument_type import place
from samedeal.configuration.model import Configuration
from samedeal.game_options import add_option, parse_options
from samedeal.tables import table_lines
from samedeal.telling import complain
from server.storage.database import BadDatabase
from server.storage.leaderboard import leaderboard
from server.storage.opening import reading

NUMBERS: Final = ("score", "time", "moves", "date", "race", "player", "races", "wins")
"""Columns that are aligned to the right."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = "Print the best of a game, from the data of a server (running or not)."
    parser.epilog = """examples:
  samedeal leaderboard 4x13
  samedeal leaderboard 4x13 --period week
  samedeal leaderboard klondike --option deal=three-card-deals --data /srv/samedeal"""
    parser.add_argument("game", help="the game's name, such as 4x13 or klondike")
    add_option(parser)
    parser.add_argument(
        "--period",
        choices=get_args(Period),
        default="all",
        help="only races of the last year, month, week or day (default: all there were)",
    )
    parser.add_argument(
        "--deals",
        choices=get_args(Deals),
        default="any",
        help="races on any deals, on deals that can be won, or on those of them that are easy, "
        "medium or hard (default: any)",
    )
    parser.add_argument(
        "--data",
        type=place,
        default=Configuration().data,
        metavar="DIRECTORY",
        help="the server's data directory, or postgresql://... (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Print the leaderboard; return the exit code."""
    try:
        options = parse_options(args.game, args.option)
        text = asyncio.run(_ask(args, options))
    except (BadDatabase, UnknownGame, BadOption) as error:
        complain(f"samedeal leaderboard: {error}")
        return 1
    print(text)
    return 0


async def _ask(args: argparse.Namespace, options: dict[str, Choice]) -> str:
    async with reading(args.data) as reader:
        found = await leaderboard(reader, args.game, options, args.period, deals=args.deals)
        return as_text(found)


def as_text(found: Leaderboard) -> str:
    """Return a leaderboard as tables."""
    options = ", ".join(f"{name}={choice}" for name, choice in found.options.items())
    parts = [entry(found.game).title + (f" ({options})" if options else "")]
    if found.deals != "any":
        how = "" if found.deals == "winnable" else f"{found.deals} "
        parts[0] += f", {how}deals that can be won"
    if found.period != "all":
        parts[0] += f", the last {found.period}"
    if not found.players:
        when = "yet" if found.period == "all" else "in that time"
        return f"{parts[0]}: nobody has finished a race {when}"
    if found.fastest:
        parts.append("Fastest times\n" + _records(found.fastest))
    if found.best:
        parts.append("Best scores\n" + _records(found.best))
    rows = [(t.name, str(t.races), str(t.wins)) for t in found.players]
    winners = sum(tally.wins > 0 for tally in found.players)
    parts.append("Players\n" + _table(("name", "races", "wins"), rows, ranked=winners))
    parts.append("Bots are not listed.")
    return "\n\n".join(parts)


def _records(records: Iterable[BestResult]) -> str:
    heads = ("name", "score", "time", "moves", "status", "date", "race", "player")
    rows = [
        (
            record.name,
            str(record.score),
            _time(record.milliseconds),
            str(record.moves),
            record.status,
            datetime.fromtimestamp(record.at, UTC).strftime("%Y-%m-%d"),
            str(record.race),
            str(record.player),
        )
        for record in records
    ]
    return _table(heads, rows)


def _time(milliseconds: int) -> str:
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes}:{rest // 1000:02}.{rest % 1000 // 100}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], ranked: int | None = None) -> str:
    """Return a table in which the rows have numbers; with `ranked`, only so many of the first."""
    numbered = [
        (str(number) if ranked is None or number <= ranked else "", *row)
        for number, row in enumerate(rows, 1)
    ]
    return "\n".join(table_lines(("", *heads), numbered, right=NUMBERS))
