"""`samedeal daily`: the deal of a day at a server, or those of a month, with who came how far."""

import argparse
import asyncio
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

import msgspec

from client.connection import CannotConnect
from client.words.daily import share_text
from client.words.texts import NOTHING
from engine import catalogue
from protocol.messages import Dailies, Daily, DailyDay, DailyResult, DailyTallied, Problem
from protocol.tally import POINT
from samedeal import arguments, identity
from samedeal.identity import Nobody, Player
from samedeal.running import run_until_told
from samedeal.tables import table_lines
from samedeal.telling import complain, tell

AGAIN: Final = 2.0
"""Seconds after which a question is asked again that came too soon."""
NUMBERS: Final = (
    "",
    "score",
    "time",
    "moves",
    "race",
    "player",
    "points",
    "days",
    "wins",
    "played",
)
"""Columns that are aligned to the right."""
_MONTH: Final = re.compile(r"[0-9]{4}-[0-9]{2}")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class _NotThere(Exception):
    """The server tells nothing; the text says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Print the deal of a day at a server: which game it is of and, once you have made your "
        "attempt at it or the day is over, how everybody did, with a line to share. It is played "
        "in the window or on the server's page."
    )
    parser.epilog = """examples:
  samedeal daily --server example.org
  samedeal daily 2026-11-27 --server example.org
  samedeal daily 2026-11 --server example.org     the days of a month, and its table"""
    parser.add_argument(
        "when",
        nargs="?",
        default="",
        metavar="DAY",
        help="a day, as 2026-11-27, or a month, as 2026-11 (default: today)",
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON, as clients get it")
    identity.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print it; return the exit code."""
    if args.when and not (_MONTH.fullmatch(args.when) or _DAY.fullmatch(args.when)):
        complain(f"samedeal daily: {args.when!r} is no day: write 2026-11-27, or 2026-11")
        return 2
    try:
        found, page = run_until_told(_ask(args))
    except (Nobody, _NotThere) as error:
        complain(f"samedeal daily: {error}")
        return 1
    except CannotConnect as error:
        complain(f"samedeal daily: {arguments.turned_away(error)}")
        return 1
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        tell(*(daily_lines(found, page) if isinstance(found, Daily) else month_lines(found)))
    return 0


async def _ask(args: argparse.Namespace) -> tuple[Daily | Dailies, str]:
    """Return the answer, and the link to the server's page; empty where it has none."""
    async with identity.connection(args.server, identity.token_of(args)) as connection:
        player = Player(connection)
        await player.welcomed()
        while True:
            if _MONTH.fullmatch(args.when):
                player.session.get_dailies(args.when)
            else:
                player.session.get_daily(args.when)
            if found := await _answer(player):
                return found, args.server.page if player.session.page else ""
            await asyncio.sleep(AGAIN)


async def _answer(player: Player) -> Daily | Dailies | None:
    """Return the answer; None if the question has to be asked again."""
    while True:
        match await player.hear():
            case Daily() | Dailies() as found:
                return found
            case Problem("too fast"):
                return None
            case Problem(_, text):
                raise _NotThere(text)


def daily_lines(daily: Daily, page: str = "") -> Iterable[str]:
    """Yield a day in lines; `page` is the link to the server's page, or empty."""
    until = datetime.fromtimestamp(daily.until, UTC).strftime("%Y-%m-%d %H:%M UTC")
    yield f"{daily.day}: {_deal(daily)}, {'over' if daily.over else f'until {until}'}"
    yield f"{_count(daily.players, 'attempt')}, {daily.winners} won"
    if daily.rows:
        yield ""
        yield from _results(daily.rows, daily.own)
        if (more := daily.players - len(daily.rows)) > 0:
            yield f"And {more} more."
    elif daily.players and not daily.over:
        yield "How they went is told to who has made an attempt, and to all when the day is over."
    yield ""
    now, best = daily.streak.now, daily.streak.best
    yield f"Your streak: {_count(now, 'day')} in a row, {best} at best"
    if line := share_text(daily, page):
        yield line


def month_lines(month: Dailies) -> Iterable[str]:
    """Yield a month in lines."""
    if not month.days:
        yield f"{month.month}: no daily deals"
        return
    rows = [
        (day.day, _deal(day), str(day.players), _brief(day.own), _named(day.best))
        for day in month.days
    ]
    yield from table_lines(("day", "deal", "played", "your result", "first"), rows, NUMBERS)
    if month.rows:
        yield ""
        own = month.own
        told = [*month.rows, *([own] if own and own not in month.rows else [])]
        yield from table_lines(
            ("", "name", "points", "days", "wins", "player"), map(_tallied, told), NUMBERS
        )
        yield "Points: 10, 7, 5, 4, 3, 2, 1 for the first seven of a day, half without a win."


def _results(rows: list[DailyResult], own: DailyResult | None) -> Iterable[str]:
    told = [*rows, *([own] if own and own not in rows else [])]
    heads = ("", "name", "score", "time", "moves", "status", "race", "player")
    yield from table_lines(heads, map(_result, told), NUMBERS)


def _result(row: DailyResult) -> tuple[str, ...]:
    time, race = _time(row.milliseconds), str(row.race)
    facts = (str(row.score), time, str(row.moves), row.status, race, str(row.player))
    return str(row.place), row.name, *facts


def _tallied(row: DailyTallied) -> tuple[str, ...]:
    points = f"{row.points / POINT:g}"
    return str(row.place), row.name, points, str(row.days), str(row.wins), str(row.player)


def _deal(day: Daily | DailyDay) -> str:
    """Return what a day's deal is of: "Klondike (deal=no-redeals), hard"."""
    try:
        entry = catalogue.entry(day.game)
        usual, title = entry.complete({}), entry.title
    except (catalogue.UnknownGame, catalogue.BadOption):
        usual, title = {}, day.game
    other = [f"{name}={each}" for name, each in day.options.items() if usual.get(name) != each]
    options = f" ({', '.join(other)})" if other else ""
    return f"{title}{options}" + ("" if day.deals == "winnable" else f", {day.deals}")


def _brief(result: DailyResult | None) -> str:
    return f"{result.place}. {_made(result)}" if result else NOTHING


def _made(result: DailyResult) -> str:
    return _time(result.milliseconds) if result.status == "won" else result.status


def _named(result: DailyResult | None) -> str:
    return f"{result.name}, {_made(result)}" if result else NOTHING


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _time(milliseconds: int) -> str:
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes}:{rest // 1000:02}.{rest % 1000 // 100}"
