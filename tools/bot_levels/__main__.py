"""Measure how far bots of each level come in every game, and write docs/bots.md.

    python -m tools.bot_levels
    python -m tools.bot_levels freecell klondike --deals 20

Without names, all games are measured, one deal of each after the other.  All that is known stands
in `tools/bot_levels/measured.json` after each deal: Control-C ends it, nothing is lost, and the
same command goes on where it ended.
"""

import argparse
from collections.abc import Sequence

from engine import catalogue
from engine.catalogue import UnknownGame
from samedeal import arguments
from samedeal.progress import progress
from samedeal.running import INTERRUPTED
from samedeal.telling import tell
from tools.bot_levels import record
from tools.bot_levels.page import DOCUMENT, page
from tools.bot_levels.record import MEASURE, Record, Records
from tools.bot_levels.trial import PLAYERS, banded, play, whole

DEALS, BANDED = 10, 20
MOST = 1000


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, write the page, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.bot_levels", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("games", nargs="*", metavar="GAME")
    number = arguments.number(1, MOST)
    text = "on how many deals of each game (default: %(default)s)"
    parser.add_argument("--deals", type=number, default=DEALS, metavar="N", help=text)
    text = "on how many certified deals of FreeCell, of the middle band (default: %(default)s)"
    parser.add_argument("--banded", type=arguments.number(0, MOST), default=BANDED, help=text)
    args = parser.parse_args(argv)
    try:
        names = [catalogue.entry(name).name for name in args.games]
    except UnknownGame as error:
        parser.error(str(error))
    records = record.read()
    try:
        measure(records, names or [each.name for each in catalogue.entries()], args.deals)
        if not names:
            measure_banded(records, args.banded)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        DOCUMENT.write_text(page(records), encoding="utf-8")
    return 0


def measure(records: Records, names: Sequence[str], deals: int) -> None:
    """Let all play so many deals of each game, those that are not played yet: deal by deal."""
    with progress("games") as show:
        for number in range(deals):
            for done, name in enumerate(names):
                show(number * len(names) + done, deals * len(names))
                known = records.games.get(name)
                version = catalogue.entry(name).version
                if known is None or (known.measure, known.rules) != (MEASURE, version):
                    known = _begun(name, version)
                if len(known.firsts) <= number:
                    records.games[name] = _with_deal(name, known)
                    record.write(records)
                    tell(f"{name}: {len(known.firsts) + 1} deals")


def _begun(name: str, version: int) -> Record:
    empty: list[list[int]] = [[] for _ in PLAYERS]
    return Record(MEASURE, version, whole(catalogue.make(name)), [], empty, empty)


def _with_deal(name: str, known: Record) -> Record:
    """Return the record with one deal more."""
    game, number = catalogue.make(name), len(known.firsts)
    seed = f"levels {number + 1}"
    played = [play(game, seed, each) for each in PLAYERS]
    return Record(
        known.measure,
        known.rules,
        known.whole,
        [*known.firsts, game.deal(seed).score],
        [[*row, each.score] for row, each in zip(known.scores, played, strict=True)],
        [[*row, number] if p.won else row for row, p in zip(known.won, played, strict=True)],
    )


def measure_banded(records: Records, deals: int) -> None:
    """Let the level that is to win most of them play so many certified deals."""
    if len(records.banded) < deals:
        records.banded = []
        for won in banded(deals):
            records.banded.append(won)
        record.write(records)
        tell(f"certified deals: {sum(records.banded)} of {len(records.banded)} won")


if __name__ == "__main__":
    raise SystemExit(main())
