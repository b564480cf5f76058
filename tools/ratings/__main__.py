"""Show how soon ratings are right, and what can be gained by playing with them.

    python -m tools.ratings

Made-up clubs of forty race, whose strengths are known. The tables are those of docs/ratings.md.
"""

import argparse
from collections.abc import Sequence
from statistics import fmean

from samedeal import arguments
from samedeal.progress import progress
from samedeal.running import INTERRUPTED
from samedeal.tables import table_lines
from samedeal.telling import tell
from tools.ratings.trials import Right, convergence, gains

MOST = 10_000


def main(argv: Sequence[str] | None = None) -> int:
    """Try it, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.ratings", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    text = "how many clubs are made up (default: %(default)s)"
    parser.add_argument(
        "--clubs", type=arguments.number(1, MOST), default=50, metavar="N", help=text
    )
    args = parser.parse_args(argv)
    seeds = [f"club {number}" for number in range(1, args.clubs + 1)]
    try:
        with progress("clubs") as show:
            found: list[list[Right]] = []
            for seed in seeds:
                found.append(convergence(seed))
                show(len(found), len(seeds))
        tell(*_right(found), "")
        tell(*_gains(seeds))
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _right(found: Sequence[Sequence[Right]]) -> list[str]:
    rows = [
        [
            str(clubs[0].races),
            f"{100 * fmean(each.pairs for each in clubs):.0f} %",
            f"{100 * fmean(each.sure for each in clubs):.0f} %",
        ]
        for clubs in zip(*found, strict=True)
    ]
    return table_lines(["races a player", "pairs in the right order", "without a ?"], rows)


def _gains(seeds: list[str]) -> list[str]:
    rows = [[each.way, str(each.rating), f"{each.gain:+}"] for each in gains(seeds)]
    return table_lines(["how somebody of middling strength races", "rating", "gain"], rows)


if __name__ == "__main__":
    raise SystemExit(main())
