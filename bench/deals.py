"""What a deal costs that can be won: `python -m bench.deals [GAME ...]`.

For each game, with each choice of its options that such deals are said to be had of, it tries deals
as the foundry does, each for as many positions as `server.stock.levels` says, and prints

    deals     how many were tried, in `--seconds` of processor time
    won       how many of them can be won by what was found
    a deal    the processor seconds for each of these, all that was spent in vain included
    median    in how many of them one is found in half of all cases, if wins come by chance

With `--deals`, so many are tried instead, the same in each run.
`--all` asks also about those that are said to have none (`protocol.deals.NOT_FOUND`).
"""

import argparse
import random
import time
from collections.abc import Mapping
from itertools import count
from math import log
from typing import NamedTuple

from engine import catalogue
from engine.catalogue import Choice
from engine.game import Game
from engine.solver.search import solve
from engine.state import Action
from harness.ratios import note
from protocol.bands import setting_key
from protocol.deals import deals_of
from server.chance import make_seed
from server.stock.levels import budget

MOVES = 1000
"""Beside which a deal stands: a race of ten makes as many."""
SEED = "bench"


class Tried(NamedTuple):
    """What became of some deals."""

    deals: int
    won: int
    seconds: float

    @property
    def cost(self) -> float:
        """Processor seconds for each deal that can be won."""
        return self.seconds / self.won if self.won else float("inf")

    @property
    def median(self) -> float:
        """Processor seconds in which one is found in half of all cases."""
        share, each = self.won / self.deals, self.seconds / self.deals
        if self.won in (0, self.deals):
            return each if self.won else float("inf")
        return each * max(1.0, log(0.5) / log(1 - share))


def tried(name: str, options: Mapping[str, Choice], seconds: float, most: int | None) -> Tried:
    """Try deals for so long, or so many that are the same in each run."""
    game, won, begun = catalogue.make(name, options), 0, time.process_time()
    for deals in count():
        spent = time.process_time() - begun
        if deals == most or (most is None and deals and spent >= seconds):
            break
        seed = make_seed() if most is None else f"{SEED} {deals}"
        won += solve(game, seed, budget(name)).verdict == "won"
    return Tried(deals, won, spent)


def moving(game: Game) -> float:
    """Return the processor seconds of a thousand moves, with the look for the end after each."""
    chance, number, spent = random.Random(SEED), 0, 0.0
    state, found = game.deal(SEED), list[Action]()
    for _ in range(MOVES):
        actions = game.legal_actions(state)
        if not actions:
            number += 1
            state, found = game.deal(f"{SEED} {number}"), []
            actions = game.legal_actions(state)
        action = chance.choice(actions)
        begun = time.process_time()
        state = game.play(state, action, SEED)
        game.outcome(state, found)
        spent += time.process_time() - begun
    return spent


def main() -> None:
    """Measure the games named, or all of them."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.deals",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", nargs="*", help="the games to measure; all of them by default")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each (default: 10)")
    parser.add_argument("--deals", type=int, help="try so many of each instead")
    parser.add_argument("--all", action="store_true", help="also those said to have none")
    args = parser.parse_args()
    try:
        games = [catalogue.entry(name) for name in args.game] or catalogue.entries()
    except catalogue.UnknownGame as error:
        parser.error(str(error))
    print(f"{'game':<44}{'deals':>7}{'won':>6}{'a deal':>10}{'median':>10}")
    for entry in games:
        for options in entry.settings():
            if not args.all and "winnable" not in deals_of(entry.name, options):
                continue
            found = tried(entry.name, options, args.seconds, args.deals)
            key = setting_key(entry.name, options)
            print(
                f"{key:<44}{found.deals:>7}{found.won:>6}"
                f"{found.cost:>8.1f} s{found.median:>8.1f} s",
                flush=True,
            )
            if found.won:
                beside = found.cost / moving(catalogue.make(entry.name, options))
                note(f"a deal that can be won, {key}", beside, f"{MOVES:,} moves in it")


if __name__ == "__main__":
    main()
