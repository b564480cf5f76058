"""How well the bots play: `python -m bench.bots [GAME...]`, both kinds on the same deals.

The first columns are the bot that plays at first glance, the second ones the bot that looks ahead,
as those do that race.  A score is the average over the deals; milliseconds are of processor time.
"""

import argparse
import random
import time
from typing import NamedTuple

from client.bots.chooser import MoveChooser
from client.bots.planner import Planner
from engine import catalogue

CHOOSERS: list[type[MoveChooser]] = [MoveChooser, Planner]


class Played(NamedTuple):
    """What became of a game."""

    score: int
    moves: int
    won: bool
    seconds: float
    longest: float
    """Seconds that the longest move took."""


def play(chooser: type[MoveChooser], name: str, seed: str, care: float) -> Played:
    """Play a game to the end."""
    game = catalogue.make(name)
    state, player, moves = game.deal(seed), chooser(game, random.Random(seed), care), 0
    spent = longest = 0.0
    while game.outcome(state) is None:
        began = time.process_time()
        action = player.choose(game.view(state))
        took = time.process_time() - began
        spent, longest = spent + took, max(longest, took)
        if action is None:
            break
        state, moves = game.play(state, action, seed), moves + 1
    return Played(state.score, moves, game.won(state), spent, longest)


def row(chooser: type[MoveChooser], name: str, seeds: int, care: float) -> str:
    """Return what the bot makes of a game, on so many deals."""
    played = [play(chooser, name, f"bench {seed}", care) for seed in range(seeds)]
    moves = sum(each.moves for each in played)
    return (
        f"{sum(each.score for each in played) / seeds:6.1f}"
        f" {100 * sum(each.won for each in played) / seeds:4.0f}% {moves / seeds:6.1f}"
        f" {1000 * sum(each.seconds for each in played) / max(1, moves):6.2f}"
        f" {1000 * max(each.longest for each in played):7.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[e.name for e in catalogue.entries()])
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--care", type=float, default=1.0)
    args = parser.parse_args()
    columns = f"{'score':>6} {'won':>5} {'moves':>6} {'ms':>6} {'longest':>7}"
    print(f"{'game':18}   {columns}   {columns}")
    for name in args.games:
        rows = [row(chooser, name, args.seeds, args.care) for chooser in CHOOSERS]
        print(f"{name:18}   {'   '.join(rows)}", flush=True)


if __name__ == "__main__":
    main()
