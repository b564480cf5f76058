"""How long the board takes: to show a position, to light up what is held, to paint a frame.

Then the frames of a deal, of a move and of a win, one by one: how much of a sixtieth of a second
the slowest of them takes. Below 1, nothing stutters.

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


FRAME = 1000 / 60
"""Milliseconds of a frame."""


def timed(does: Callable[[], object]) -> float:
    """Return how many milliseconds of the processor it takes, whatever else the machine does."""
    start = time.process_time()
    does()
    return (time.process_time() - start) * 1000


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", default=["klondike", "spider", "montana"])
    chosen = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    from PySide6.QtCore import QVariantAnimation
    from PySide6.QtWidgets import QApplication

    from client import choices, preferences
    from client.board import BoardView
    from client.boardscene import BoardScene
    from client.preferences import Preferences

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

    def frames(animation: QVariantAnimation, board: BoardView) -> list[float]:
        """Paint an animation frame by frame; return the milliseconds of each."""
        animation.pause()
        taken = []
        for frame in range(1, round(animation.duration() / FRAME)):
            animation.setCurrentTime(round(frame * FRAME))
            taken.append(timed(board.viewport().repaint))
        animation.resume()
        animation.setCurrentTime(animation.duration())
        return taken

    preferences.live.set(Preferences(motion="on"))
    print(f"\n{'of a frame at 2560x1440':22} {'mean':>7} {'worst':>7}")
    for name in chosen.games:
        game = catalogue.make(name)
        board = BoardView()
        board.resize(*SIZES["2560x1440"])
        board.show()
        app.processEvents()
        board.set_game(name)
        state = game.deal("bench")
        board.show_state(game.view(state), animate=False)
        board.grab()
        board.set_game(name)
        board.show_state(game.view(state))
        scene = board.scene()
        assert isinstance(scene, BoardScene)
        parts = {"deal": frames(scene.glide, board)}
        state = game.play(state, game.legal_actions(state)[0], "bench")
        board.show_state(game.view(state))
        parts["move"] = frames(scene.glide, board)
        scene.celebrate()
        parts["win"] = frames(scene.party, board)
        for label, taken in parts.items():
            mean, worst = sum(taken) / len(taken) / FRAME, max(taken) / FRAME
            print(f"{name:11} {label:10} {mean:7.2f} {worst:7.2f}")
        board.close()


if __name__ == "__main__":
    main()
