"""How long the board takes: to show a position, to light up what is held, to paint a frame.

Run from the root: `python -m bench.board [GAME...]`
"""

import argparse
import os
import random
import time
from collections.abc import Callable
from functools import partial

from engine import catalogue

POSITIONS = 100
SIZES = {"1280x800": (1280, 800), "2560x1440": (2560, 1440), "thumbnail": (300, 200)}


def timed(does: Callable[[], object]) -> float:
    """Return how many milliseconds it takes."""
    start = time.perf_counter()
    does()
    return (time.perf_counter() - start) * 1000


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", default=["klondike", "spider", "montana"])
    chosen = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    from PySide6.QtWidgets import QApplication

    from client import choices
    from client.board import BoardView

    app = QApplication([])
    print(f"{'milliseconds, mean':22} {'show':>7} {'targets':>7} {'paint':>7}")
    for name in chosen.games:
        game = catalogue.make(name)
        for label, size in SIZES.items():
            board = BoardView(thumbnail=label == "thumbnail")
            board.animated = False
            board.resize(*size)
            board.set_game(name)
            state = game.deal("bench")
            board.show_state(game.view(state))
            board.set_interactive(True)
            board.show()
            app.processEvents()
            board.grab()  # every picture is drawn once
            chance = random.Random(1)
            show = targets = paint = 0.0
            for _ in range(POSITIONS):
                actions = game.legal_actions(state)
                if not actions:
                    state = game.deal("bench")
                    continue
                state = game.play(state, chance.choice(actions), "bench")
                view = game.view(state)
                show += timed(partial(board.show_state, view))
                targets += timed(partial(choices.movable, game, view))
                paint += timed(board.viewport().repaint)
            means = " ".join(f"{total / POSITIONS:7.2f}" for total in (show, targets, paint))
            print(f"{name:11} {label:10} {means}")
            board.close()


if __name__ == "__main__":
    main()
