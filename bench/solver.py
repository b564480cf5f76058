"""How many positions a second the search for wins looks at: `python -m bench.solver [GAME ...]`.

For each game (its options at their defaults) some deals are searched, and the same number of
actions is carried out at random in the same run:

    made        positions that the search made
    a second    so many a second of one processor
    of playing  that as a share of how many actions a second the rules alone carry out, the legal
                ones found before each: what remains is what the search itself costs
"""

import argparse
import random
import time
from typing import Final, NamedTuple

from engine import catalogue
from engine.catalogue import UnknownGame
from engine.game import Game
from engine.solver.search import Solver

GAMES: Final = ("4x13", "freecell", "golf", "klondike", "spider", "yukon")
DEALS: Final = 4
POSITIONS: Final = 10_000
"""Of each deal."""


class Measured(NamedTuple):
    """What was measured of a game."""

    made: int
    searching: float
    """Positions a second."""
    playing: float
    """Actions a second by the rules alone."""


def measure(game: Game) -> Measured:
    """Search some deals, and play as many actions at random."""
    made, began = 0, time.process_time()
    for deal in range(DEALS):
        made += Solver(game, f"bench {deal}").go_on(POSITIONS).positions
    searched = time.process_time() - began
    return Measured(made, made / searched, _playing(game, made))


def _playing(game: Game, actions: int) -> float:
    """Return how many actions a second are found and carried out, as random play makes them.

    As in a search, all that are legal are carried out wherever the legal ones were looked for.
    """
    chance, done, deal, began = random.Random("bench"), 0, 0, time.process_time()
    while done < actions:
        state, deal = game.deal(f"bench {deal}"), deal + 1
        for _ in range(60):
            legal = game.legal_actions(state)
            if not legal:
                break
            after = [game.follow(state, action, "bench") for action in legal]
            done += len(after)
            state = chance.choice(after)
    return done / (time.process_time() - began)


def main() -> None:
    """Measure the games named, or some that differ."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.solver",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", nargs="*", help="the games to measure; some that differ by default")
    names = parser.parse_args().game or GAMES
    try:
        games = [(name, catalogue.make(name)) for name in names]
    except UnknownGame as error:
        parser.error(str(error))
    print(f"{'game':<16}{'made':>10}{'a second':>12}{'of playing':>12}")
    for name, game in games:
        made, searching, playing = measure(game)
        print(f"{name:<16}{made:>10,}{searching:>12,.0f}{searching / playing:>11.0%}")


if __name__ == "__main__":
    main()
