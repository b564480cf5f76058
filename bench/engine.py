"""How fast the engine is, game by game: `python -m bench.engine [GAME ...]`.

For each game (its options at their defaults) it plays random games and measures on their positions

    legal    listing all legal actions, in microseconds
    play     checking and carrying out an action, in microseconds
    moves/s  how many actions a second are checked, carried out and followed by the test for the
             end, which is what a server does for each of them
    copies   the same as a number of moves in the time that one `copy.deepcopy` of the position
             takes, were its cards objects in lists

    search   how many positions a second a search for a win makes, and that as a share of the moves

`copies` says most: both halves of it are measured at once on the same machine, so it hardly
depends on the machine, and it is what the choice of bytes for cards is about.  Slowest games first.
"""

import argparse
import copy
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import geometric_mean
from typing import NamedTuple

from engine import catalogue
from engine.cards import is_down, rank, suit
from engine.catalogue import UnknownGame
from engine.game import Game
from engine.solver.search import Solver
from engine.state import Action, State
from harness.ratios import note

GAMES = 4
STEPS = 40
SECONDS = 0.12
"""How long each measurement repeats itself, if not told otherwise; the fastest round counts."""
CALLS = 5
SEED = "bench"
SEARCHED = 3000
"""Positions that a search makes, if not told otherwise."""


@dataclass
class CardObject:
    """A card as it would be without this engine."""

    rank: int
    suit: int
    face_up: bool


class Measured(NamedTuple):
    """What was measured of a game."""

    name: str
    legal: float
    play: float
    move: float
    copied: float
    searched: float

    @property
    def copies(self) -> float:
        """How many moves are made in the time of a copy."""
        return self.copied / self.move


def positions_of(game: Game) -> list[tuple[State, Action]]:
    """Return positions of random games, each with an action that is legal there."""
    chance = random.Random(SEED)
    found: list[tuple[State, Action]] = []
    for number in range(GAMES):
        state = game.deal(f"{SEED} {number}")
        for _ in range(STEPS):
            if game.outcome(state) is not None:
                break
            action = chance.choice(game.legal_actions(state))
            found.append((state, action))
            state = game.play(state, action, SEED)
    return found


def microseconds(what: Callable[[], object], times: int, seconds: float) -> float:
    """Return how many microseconds one of the `times` things takes that `what` does in a call.

    It is called for so many seconds, and some times at least: another program may have the
    processor for as long.
    """
    fastest, calls = float("inf"), 0
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end or calls < CALLS:
        what()
        fastest, calls = min(fastest, time.perf_counter() - start), calls + 1
    return fastest / times * 1e6


def measure(name: str, seconds: float, searched: int) -> Measured:
    """Return what the game called `name` takes: each measured for so long, so much searched."""
    game = catalogue.make(name)
    positions = positions_of(game)

    def legal() -> None:
        for state, _ in positions:
            game.legal_actions(state)

    def play() -> None:
        for state, action in positions:
            game.play(state, action, SEED)

    found: list[Action] = []  # as a play has it

    def move() -> None:
        for state, action in positions:
            game.outcome(game.play(state, action, SEED), found)

    objects = [
        [CardObject(rank(card), suit(card), not is_down(card)) for card in pile]
        for pile in positions[0][0].piles
    ]
    return Measured(
        name,
        microseconds(legal, len(positions), seconds),
        microseconds(play, len(positions), seconds),
        microseconds(move, len(positions), seconds),
        microseconds(lambda: copy.deepcopy(objects), 1, seconds),
        searching(game, searched),
    )


def searching(game: Game, searched: int) -> float:
    """Return how many microseconds one of so many positions takes in a search for a win.

    Deals that are known sooner are followed by others.
    """
    made, deal, start = 0, 0, time.process_time()
    while made < searched and deal < searched:
        made += Solver(game, f"{SEED} {deal}").go_on(searched - made).positions
        deal += 1
    return (time.process_time() - start) / max(made, 1) * 1e6


def main() -> None:
    """Measure the games named, or all of them."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.engine",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", nargs="*", help="the games to measure; all of them by default")
    text = "for each measurement (default: %(default)s)"
    parser.add_argument("--seconds", type=float, default=SECONDS, help=text)
    text = "positions that a search makes (default: %(default)s)"
    parser.add_argument("--searched", type=int, default=SEARCHED, help=text)
    args = parser.parse_args()
    names = args.game or [entry.name for entry in catalogue.entries()]
    try:
        measured = [measure(name, args.seconds, args.searched) for name in names]
    except UnknownGame as error:
        parser.error(str(error))
    print(f"{'game':<16}{'legal':>10}{'play':>10}{'moves/s':>10}{'copies':>9}{'search/s':>11}")
    for each in sorted(measured, key=lambda m: m.move, reverse=True):
        name, legal, play, move, _, searched = each
        print(
            f"{name:<16}{legal:>7.1f} µs{play:>7.1f} µs{1e6 / move:>10,.0f}{each.copies:>7.0f} ×"
            f"{1e6 / searched:>10,.0f} {move / searched:>5.0%}"
        )
    tell_ratios(measured)


def tell_ratios(measured: Sequence[Measured]) -> None:
    """Note what `python -m bench` tells of these games."""
    games = f"mean of {len(measured)} games" if len(measured) > 1 else measured[0].name
    mean = geometric_mean(each.copies for each in measured)
    note(f"copy.deepcopy of a position, {games}", mean, "a move")
    least = min(measured, key=lambda each: each.copies)
    note(f"copy.deepcopy of a position where it is least, {least.name}", least.copies, "a move")
    mean = geometric_mean(each.searched / each.move for each in measured)
    note(f"a position of a search, {games}", mean, "a move")


if __name__ == "__main__":
    main()
