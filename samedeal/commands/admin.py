"""`samedeal admin`: looking after a running server, from the machine that it runs on."""

import argparse
import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from client.session.privacy.own_data import OwnDataFile
from protocol.messages import OwnData, OwnDataPart
from samedeal.argument_type import argument_type
from samedeal.tables import table_lines
from samedeal.telling import complain, tell
from server.operator import requests
from server.operator.requests import AnyRequest, Reply
from server.operator.socket import NoAnswer, ask

UNITS: Final = {"m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
NUMBER_DIGITS: Final = 5
"""As many as the number in a span of time may have."""
DIGITS: Final = 19
"""As many as no number has that the database can hold."""
TIMES: Final = ("since", "made", "until", "began")
"""Columns that hold a time in seconds since 1970."""


class BadCommand(ValueError):
    """What was written on the command line does not go together; the text says why."""


def parse_duration(text: str) -> int:
    """Return the seconds in a text like `90m`, `12h`, `7d` or `2w`.

    Raises:
        ValueError: The text is no such time.
    """
    number, unit = text[:-1], text[-1:]
    if not (number.isdecimal() and number.isascii() and unit in UNITS):
        raise ValueError(f"{text!r} is no time: write 90m, 12h, 7d or 2w")
    if len(number) > NUMBER_DIGITS:
        longest = "9" * NUMBER_DIGITS + unit
        raise ValueError(
            f"{text!r} is too long: give {longest} at most, or leave it out for a ban without end"
        )
    return int(number) * UNITS[unit]


def parse_moment(text: str) -> int:
    """Return the seconds from 1970 until a date or time, which is UTC if it does not say.

    Raises:
        ValueError: The text is neither.
    """
    try:
        when = datetime.fromisoformat(text)
        return int((when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError):
        raise ValueError(f"{text!r} is no time: write 2031-05-20 or 2031-05-20T18:00") from None


def parse_ban(text: str) -> int:
    """Return the number of a ban.

    Raises:
        ValueError: The text is no such number.
    """
    if not (text.isdecimal() and text.isascii() and len(text) < DIGITS):
        raise ValueError(
            f"{text!r} is no number of a ban: `samedeal admin DATA list bans` tells the numbers"
        )
    return int(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "Look after the server that runs on DATA. A PLAYER is a name, or an id as @12 "
        "(list players tells them). Only the owner of the directory may do this."
    )
    parser.epilog = """examples:
  samedeal admin samedeal-data list players
  samedeal admin samedeal-data ban "Eve" --for 7d --reason "insults in the chat"
  samedeal admin samedeal-data ban 203.0.113.0/24 --network
  samedeal admin samedeal-data export Ann >ann.json
  samedeal admin samedeal-data announce "We stop at 18:00 for an upgrade."
  samedeal admin samedeal-data --json list connections"""
    parser.add_argument(
        "data", type=Path, metavar="DATA", help="the data directory of the running server"
    )
    parser.add_argument("--json", action="store_true", help="print the server's answer as JSON")
    deeds = parser.add_subparsers(metavar="DEED", required=True, title="deeds")

    def deed(
        name: str, text: str, request: Callable[[argparse.Namespace], AnyRequest]
    ) -> argparse.ArgumentParser:
        found = deeds.add_parser(name, help=text, description=text)
        found.set_defaults(request=request)
        return found

    one = deed("list", "tell who and what is there", lambda a: requests.List(a.what))
    one.add_argument("what", choices=["players", "rooms", "connections", "bans"])

    one = deed("ban", "keep a player or a network out", _ban)
    one.add_argument("whom", metavar="WHOM", help="a player, or with --network 203.0.113.0/24")
    one.add_argument("--network", action="store_true", help="WHOM is a network or an address")
    end = one.add_mutually_exclusive_group()
    end.add_argument(
        "--for", dest="span", type=argument_type(parse_duration), metavar="7d", help="how long"
    )
    end.add_argument(
        "--until", type=argument_type(parse_moment), metavar="2031-05-20", help="until when (UTC)"
    )
    one.add_argument("--reason", default="", help="what they are told")

    one = deed("unban", "end a ban", lambda a: requests.Unban(a.ban))
    one.add_argument(
        "ban", type=argument_type(parse_ban), metavar="BAN", help="its number: list bans tells it"
    )

    one = deed("rename", "give a player another name", lambda a: requests.Rename(a.player, a.name))
    one.add_argument("player", metavar="PLAYER")
    one.add_argument("name", metavar="NAME")

    one = deed("delete", "delete a player with all their data", lambda a: requests.Delete(a.player))
    one.add_argument("player", metavar="PLAYER")

    one = deed(
        "export", "print all that is stored about a player", lambda a: requests.Export(a.player)
    )
    one.add_argument("player", metavar="PLAYER")

    one = deed(
        "revoke", "make a player's token worthless", lambda a: requests.Revoke(a.player, a.new)
    )
    one.add_argument("player", metavar="PLAYER")
    one.add_argument("--new", action="store_true", help="print a new one, for its owner")

    one = deed("announce", "tell everybody something", lambda a: requests.Announce(a.text))
    one.add_argument("text", metavar="TEXT")

    one = deed("shut", "close a room", lambda a: requests.ShutRoom(a.room, a.reason))
    one.add_argument("room", metavar="CODE")
    one.add_argument("--reason", default="", help="what those in it are told")

    one = deed(
        "daily",
        "tell who has made attempts at a day's deal, and which of them may be one person's",
        lambda a: requests.ListDaily(a.day),
    )
    one.add_argument("day", metavar="DAY", nargs="?", default="", help="as 2026-11-27; or today")

    one = deed("ratings", "reckon the ratings again, or begin a new season", _ratings)
    one.add_argument(
        "what",
        choices=["rebuild", "new-season"],
        help="rebuild: this season's, from its races (the same again, unless somebody is left out "
        "or let in); new-season: keep them, and let everybody begin anew",
    )
    whom = one.add_mutually_exclusive_group()
    whom.add_argument(
        "--without",
        metavar="PLAYER",
        default="",
        help="with rebuild: from now on as if PLAYER had raced nobody, in races past and to come",
    )
    whom.add_argument(
        "--with", dest="including", metavar="PLAYER", default="", help="take that back"
    )

    deed("stop", "stop the server", lambda _: requests.Stop())


def _ban(args: argparse.Namespace) -> AnyRequest:
    until = args.until if args.span is None else int(time.time()) + args.span
    whom = {"network": args.whom} if args.network else {"player": args.whom}
    return requests.BanPlayer(**whom, until=until, reason=args.reason)


def _ratings(args: argparse.Namespace) -> AnyRequest:
    player = args.without or args.including
    if args.what == "rebuild":
        return requests.RebuildRatings(player, counted=not args.without)
    if player:
        raise BadCommand("a new season is everybody's: --without and --with go with rebuild")
    return requests.NewSeason()


def run(args: argparse.Namespace) -> int:
    """Ask the server, print its answer, and return the exit code."""
    try:
        request = args.request(args)
        if isinstance(request, requests.Export):
            print(asyncio.run(_export(args.data, request)), end="")
            return 0
        reply = asyncio.run(ask(args.data, request))
    except (NoAnswer, BadCommand) as error:
        reply = Reply(False, str(error))
    if args.json:
        print(msgspec.json.encode(reply).decode())
    elif not reply.ok:
        complain(f"samedeal admin: {reply.text}")
    else:
        print("\n".join(table(reply.rows)), end="\n" * bool(reply.rows))
        tell(reply.text)
    return 0 if reply.ok else 1


async def _export(data: Path, request: requests.Export) -> str:
    """Return all that is stored about a player, as JSON.

    Raises:
        NoAnswer: it cannot be had.
    """
    found = OwnDataFile()
    part: OwnDataPart | None = request.part
    while part:
        reply = await ask(data, msgspec.structs.replace(request, part=part))
        if not reply.ok:
            raise NoAnswer(reply.text)
        rows = msgspec.json.encode(reply.rows).decode()
        found.take(OwnData(section=part.section, rows=rows, next=reply.next))
        part = reply.next
    return found.text(str(data))


def table(rows: list[dict[str, Any]]) -> list[str]:
    """Return rows as lines of text, a column each under its name."""
    if not rows:
        return []
    return table_lines(list(rows[0]), [[_cell(*item) for item in row.items()] for row in rows])


def _cell(name: str, value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name in TIMES and isinstance(value, int):
        return time.strftime("%Y-%m-%d %H:%M", time.gmtime(value))
    return str(value)
