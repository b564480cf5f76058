"""How well the bots play: `python -m bench.bots [GAME...]`, the average score over 50 deals."""

import argparse
import random
import time

from client.bots.chooser import MoveChooser
from engine import catalogue


def play(name: str, seed: str, care: float) -> tuple[int, int, bool]:
    """Return score, moves and whether it was won."""
    game = catalogue.make(name)
    state, player, moves = game.deal(seed), MoveChooser(game, random.Random(seed), care), 0
    while game.outcome(state) is None:
        action = player.choose(game.view(state))
        if action is None:
            break
        state, moves = game.play(state, action, seed), moves + 1
    return state.score, moves, game.won(state)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[e.name for e in catalogue.entries()])
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--care", type=float, default=1.0)
    args = parser.parse_args()
    print(f"{'game':16} {'score':>6} {'won':>5} {'moves':>6} {'ms a move':>9}")
    for name in args.games:
        began = time.perf_counter()
        played = [play(name, f"bench {seed}", args.care) for seed in range(args.seeds)]
        spent = time.perf_counter() - began
        scores, moves, won = zip(*played, strict=True)
        print(
            f"{name:16} {sum(scores) / len(played):6.1f} {sum(won):3}/{len(played)}"
            f" {sum(moves) / len(played):6.1f} {1000 * spent / max(1, sum(moves)):9.2f}"
        )


if __name__ == "__main__":
    main()
