"""How fast the engine is beside AisleRiot: `python -m tools.aisleriot.times [GAME ...]`.

For each game (its options at their defaults) this engine and the program's compiled rules play the
same random games, and at each position both check a drag, carry it out and look for the end, which
is what a server does for each move.  The last column says how many times as long that takes
AisleRiot, on the same machine and in the same run.  Games that are played by clicks alone are left
out.  All take a minute, on a machine that does nothing else.

Wants the packages `aisleriot` and `guile-3.0`.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from random import Random
from statistics import fmean, geometric_mean
from typing import Final, NamedTuple

from engine.game import Game
from engine.state import Action, State
from harness.ratios import note
from tools.aisleriot.program import GAMES, Program, engine_action, settings
from tools.aisleriot.walks import walk

WALKS: Final = 3
"""Random games of each, if not told otherwise."""
STEPS: Final = 20
"""Moves of a random game."""
TIMES: Final = 20
"""So often each of both makes a move.  All of it counts, as a player's move is the first: guile's
collector and its compiler at run time, and our own misses of the processor's cache."""
SEED: Final = "bench"
WANTED: Final = 12.0
"""The geometric mean that docs/performance.md wants."""


class Compared(NamedTuple):
    """What a move takes, in seconds."""

    name: str
    theirs: float
    ours: float

    @property
    def times(self) -> float:
        """How many times as long it takes them."""
        return self.theirs / self.ours


def seconds(game: Game, state: State, action: Action, found: list[Action]) -> float:
    """Return what this engine takes for a move; `found` is as a play has it."""
    took = []
    for _ in range(TIMES):
        before = found[:]
        start = time.perf_counter()
        game.outcome(game.play(state, action, SEED), before)
        took.append(time.perf_counter() - start)
    found[:] = before
    return fmean(took)


def compare(name: str, walks: int) -> Compared | None:
    """Return what the moves of so many random games take; None where none is a drag."""
    setting = settings((name,))[0]
    theirs: list[float] = []
    ours: list[float] = []
    with Program(setting) as program:
        for number in range(walks):
            found: list[Action] = []
            for look, action in walk(program, Random(f"{SEED} {number}"), STEPS):  # noqa: S311
                if action is not None and program.is_drag(action):
                    theirs.append(fmean(program.time(action, TIMES)))
                    ours.append(seconds(setting.game, look.now.state, engine_action(action), found))
    return Compared(name, fmean(theirs), fmean(ours)) if theirs else None


def main() -> int:
    """Compare the games named, or all of them; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.aisleriot.times",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    text = "the games to compare; all of them by default"
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], metavar="GAME", help=text)
    text = "random games of each (default: %(default)s)"
    parser.add_argument("--walks", type=int, default=WALKS, help=text)
    args = parser.parse_args()
    names: Sequence[str] = args.game or GAMES
    found: list[Compared] = []
    try:
        for name in names:
            if compared := compare(name, args.walks):
                found.append(compared)
                theirs, ours = compared.theirs * 1e6, compared.ours * 1e6
                print(
                    f"{name:<20}{theirs:>8.1f} µs{ours:>8.1f} µs{compared.times:>7.2f}", flush=True
                )
    except FileNotFoundError as error:
        print(f"There is nothing to compare with: {error}", file=sys.stderr)
        return 1
    if found:
        mean = geometric_mean(each.times for each in found)
        least = min(found, key=lambda each: each.times)
        print(
            f"{len(found)} games, geometric mean {mean:.1f}; least: {least.name} {least.times:.2f}"
        )
        note(f"AisleRiot's rules, mean of {len(found)} games", mean, "a drag here", at_least=WANTED)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
