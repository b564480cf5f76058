"""Run all benchmarks in a short form, one after the other: `python -m bench [NAME ...]`.

At the end stands a table of ratios, each to something that was measured in the same run, so that a
machine's speed does not matter much; and what is wanted, where docs/performance.md wants anything.
When all were asked for, docs/images/bench.svg is drawn of it.  What each printed lies in
build/bench then.  Control-C stops it, and tells what was measured so far.
"""

import argparse
import asyncio
import signal
import time
from collections.abc import Sequence
from importlib import machinery, util
from pathlib import Path
from typing import Final

from bench.together import running
from bench.together.chart import chart
from bench.together.programme import UnknownBenchmark, chosen
from bench.together.progress import telling
from bench.together.running import ROOT, Outcome, shown
from bench.together.table import lines, sum_up
from samedeal.running import INTERRUPTED, run_until_told
from samedeal.tables import table_lines

PICTURE: Final = ROOT / "docs" / "images" / "bench.svg"
LEAST, MOST = 0.05, 20.0


def scale(text: str) -> float:
    """Return how many times as long everything is measured."""
    if not LEAST <= (value := float(text)) <= MOST:
        raise argparse.ArgumentTypeError(f"{text} is not between {LEAST:g} and {MOST:g}")
    return value


def main(argv: Sequence[str] | None = None) -> int:
    """Run them, print the table and draw the picture; return the exit code.

    1 if a benchmark went wrong, not if a figure is not as it is wanted or a program is not here.
    """
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these (default: all)")
    parser.add_argument("--list", action="store_true", help="say which there are")
    text = "measure everything so many times as long (default: 1)"
    parser.add_argument("--scale", type=scale, default=1.0, help=text)
    text = f"where to draw the picture, also of some (default: {shown(PICTURE)}, of all)"
    parser.add_argument("--picture", type=Path, help=text)
    args = parser.parse_args(argv)
    try:
        benchmarks = chosen(args.names)
    except UnknownBenchmark as error:
        parser.error(str(error))
    if args.list:
        rows = [(each.name, each.about, f"{each.takes:.0f} s", each.lacks()) for each in benchmarks]
        print("\n".join(table_lines(("name", "what it tells", "takes", ""), rows, ("takes",))))
        return 0
    outcomes: list[Outcome] = []
    begun, interrupted = time.monotonic(), False
    running.adopt_orphans()
    running.PRINTED.mkdir(parents=True, exist_ok=True)
    with telling(benchmarks, args.scale) as tell:
        try:
            run_until_told(
                running.run_all(benchmarks, args.scale, outcomes, tell),
                heard(),
                tidy=lambda: running.kill(running.descendants()),
            )
        except (KeyboardInterrupt, asyncio.CancelledError):
            interrupted = True
    took = time.monotonic() - begun
    said = f"{sum_up(outcomes, took)} Rules and races: {rules()}."
    print("", *lines(outcomes), "", said, sep="\n")
    if interrupted:
        return INTERRUPTED
    if path := args.picture or (None if args.names else PICTURE):
        path.write_text(chart(outcomes, said), encoding="utf-8")
        print(f"Drawn in {shown(path.absolute())}")
    return int(any(each.failed for each in outcomes))


def heard() -> tuple[str, ...]:
    """Return the signals that stop it; run by nohup, it goes on without its terminal."""
    deaf = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    return ("SIGINT", "SIGTERM") if deaf else ("SIGINT", "SIGTERM", "SIGHUP")


def rules() -> str:
    """Return whether the rules that are measured are compiled, in words."""
    spec = util.find_spec("engine.game")
    compiled = spec is not None and isinstance(spec.loader, machinery.ExtensionFileLoader)
    return "compiled" if compiled else "pure Python"


if __name__ == "__main__":
    raise SystemExit(main())
