"""`samedeal nearby`: the servers in the same network."""

import argparse
import asyncio
import logging
import os
from collections.abc import Sequence
from typing import Final

from client.session.nearby import Nearby, written
from samedeal import standard_streams
from samedeal.tables import table_lines
from samedeal.telling import tell

NICENESS: Final = 10
"""How much a list that goes on lets others go first."""
LOOKED: Final = 3.0
"""Seconds for which is looked, where the list does not go on."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.description = (
        "List the servers in the same network that are announced there. The window does so by "
        "itself, and announces one that is opened from it; `samedeal serve --announced-as NAME` "
        "announces another. It needs multicast (UDP, port 5353), which some networks forbid."
    )
    parser.epilog = """examples:
  samedeal nearby
  samedeal nearby --follow                        a line of JSON whenever the list changes"""
    parser.add_argument(
        "--follow",
        action="store_true",
        help="go on, and print the whole list as a line of JSON whenever it changes",
    )


def run(args: argparse.Namespace) -> int:
    """Look for servers; return the exit code."""
    from samedeal.nearby.finder import find  # what is imported for it takes its time

    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)  # It tells what strangers do wrong.
    if args.follow:
        if hasattr(os, "nice"):
            os.nice(NICENESS)
        asyncio.run(find(_print))
        return 0
    seen: list[Nearby] = []

    def take(found: Sequence[Nearby]) -> None:
        seen[:] = found

    async def look() -> None:
        try:
            await asyncio.wait_for(find(take), LOOKED)
        except TimeoutError:
            return

    asyncio.run(look())
    if not seen:
        tell("No server is announced in this network.")
        return 0
    rows = [(each.shown_name(), str(each.address), _more(each)) for each in seen]
    tell(*table_lines(("name", "address", ""), rows))
    return 0


def _print(found: Sequence[Nearby]) -> None:
    try:
        print(written(found), flush=True)
    except OSError:  # Whoever read it has gone, say: this ends the loop, whatever else runs.
        standard_streams.give_up()
        raise SystemExit(1) from None


def _more(found: Nearby) -> str:
    notes = {
        "on this computer": found.here,
        "asks for a password": found.about.password,
        "of another version of Samedeal": not found.understood,
    }
    return ", ".join(note for note, holds in notes.items() if holds)
