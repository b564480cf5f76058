"""`samedeal leaderboard`: the best of a game, or the highest ratings, as text or as JSON."""

import argparse
import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final, get_args

import msgspec

from engine.catalogue import BadOption, Choice, UnknownGame, entries, entry
from protocol.messages import BestResult, Deals, Leaderboard, Period, Ratings
from samedeal.argument_type import place
from samedeal.configuration.model import Configuration
from samedeal.game_options import add_option, parse_options
from samedeal.tables import table_lines
from samedeal.telling import complain
from server.storage.database import BadDatabase, Reader
from server.storage.leaderboard import leaderboard
from server.storage.opening import reading
from server.storage.ratings import lists as rating_lists

NUMBERS: Final = ("score", "time", "moves", "date", "race", "player", "races", "wins", "rating")
"""Columns that are aligned to the right."""
NOBODY: Final = 0
"""Who asks: no player, whose own row would be wanted."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Print the best of a game, or the highest ratings, from the data of a server (running or "
        "not)."
    )
    parser.epilog = """examples:
  samedeal leaderboard 4x13
  samedeal leaderboard 4x13 --period week
  samedeal leaderboard klondike --option deal=three-card-deals --data /srv/samedeal
  samedeal leaderboard --ratings --family FreeCell"""
    parser.add_argument("game", nargs="?", help="the game's name, such as 4x13 or klondike")
    parser.add_argument(
        "--ratings", action="store_true", help="the players with the highest ratings"
    )
    parser.add_argument(
        "--family",
        metavar="NAME",
        default="",
        help="with --ratings: those in a family of games, such as FreeCell (default: in all games)",
    )
    parser.add_argument(
        "--season",
        type=int,
        metavar="NUMBER",
        default=0,
        help="with --ratings: those of a season that is over (default: of this one)",
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON, as clients get it")
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
    if args.ratings == bool(args.game):
        complain("samedeal leaderboard: name a game, or ask for --ratings")
        return 2
    try:
        options = {} if args.ratings else parse_options(args.game, args.option)
        found = asyncio.run(_ask(args, options))
    except (BadDatabase, UnknownGame, BadOption, _NotThere) as error:
        complain(f"samedeal leaderboard: {error}")
        return 1
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        print(as_text(found) if isinstance(found, Leaderboard) else ratings_text(found))
    return 0


class _NotThere(Exception):
    """There is no such family of games, or no such season.  The text says so."""


async def _ask(args: argparse.Namespace, options: dict[str, Choice]) -> Leaderboard | Ratings:
    async with reading(args.data) as reader:
        if args.ratings:
            return await _ratings(reader, _family(args.family), args.season)
        return await leaderboard(reader, args.game, options, args.period, deals=args.deals)


async def _ratings(reader: Reader, family: str, season: int) -> Ratings:
    found = await rating_lists.highest(reader, family, season, NOBODY)
    if found is None:
        raise _NotThere(f"there is no season {season}")
    return found


def _family(named: str) -> str:
    """Return a family as the catalogue calls it, whatever the case of what was named."""
    known = {each.family.casefold(): each.family for each in entries()}
    if named and named.casefold() not in known:
        families = ", ".join(sorted(known.values()))
        raise _NotThere(f"there is no family {named!r}; there are {families}")
    return known.get(named.casefold(), "")


def ratings_text(found: Ratings) -> str:
    """Return the highest ratings as a table."""
    title = f"Ratings: {found.family or 'all games'}"
    if found.season != found.seasons:
        title += f", season {found.season}"
    if not found.players:
        return f"{title}: nobody has raced for a rating yet"
    rows = [
        (
            str(rated.place),
            rated.name,
            f"{rated.rating.value}{' ' if rated.rating.sure else '?'}",
            str(rated.rating.races),
            str(rated.player),
        )
        for rated in found.players
    ]
    table = table_lines(("", "name", "rating", "races", "player"), rows, right=NUMBERS)
    more = found.listed - len(rows)
    end = ["A question mark: not sure yet. Bots are not listed."]
    end += [f"And {more} more."] if more > 0 else []
    return "\n\n".join((title, "\n".join(table), " ".join(end)))


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
