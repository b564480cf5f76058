"""How long the board takes: to show a position, to light up what is held, to paint a frame.

Then the frames of a deal, of a move and of a win, one by one: how much of a sixtieth of a second
the slowest of them takes. Below 1, nothing stutters.

And how long sixteen of them take in the spectators' grid, held against the time that a frame has.

Run from the root: `python -m bench.board [GAME...]`
"""

import argparse
import os
import random
import statistics
import time
from collections.abc import Callable
from functools import partial

from engine import catalogue
from engine.state import State

POSITIONS = 100
FRAME = 1000 / 60
"""Milliseconds that a frame has at sixty a second."""
RACERS = 16
FRAMES = 120
SIZES = {"1280x800": (1280, 800), "2560x1440": (2560, 1440)}


def timed(does: Callable[[], object]) -> float:
    """Return how many milliseconds of the processor it takes, whatever else the machine does."""
    start = time.process_time()
    does()
    return (time.process_time() - start) * 1000


def grid_frames(name: str, size: tuple[int, int], moving: int) -> list[float]:
    """Return how many milliseconds each frame takes in a grid where so many boards move in each.

    A frame is the positions shown and all that has changed painted.
    """
    from PySide6.QtWidgets import QApplication

    from client.screens.boards import BoardsGrid

    game = catalogue.make(name)
    chance = random.Random(1)
    states = {player: game.deal("bench") for player in range(1, RACERS + 1)}
    grid = BoardsGrid()
    grid.resize(*size)
    grid.set_game(name, {})
    grid.show()
    for player, state in states.items():
        grid.show_board(player, game.view(state))
        grid.set_caption(player, f"{player}th  ·  Player {player}")
    QApplication.processEvents()
    grid.grab()  # every picture is drawn once
    times = []
    seen = {player: game.view(state) for player, state in states.items()}
    for frame in range(FRAMES):
        for player in [(frame * moving + i) % RACERS + 1 for i in range(moving)]:
            actions = game.legal_actions(states[player])
            states[player] = (
                game.play(states[player], chance.choice(actions), "bench")
                if actions
                else game.deal("bench")
            )
        views = {player: game.view(state) for player, state in states.items()}

        changed = {player: view for player, view in views.items() if view != seen[player]}

        def show(changed: dict[int, State] = changed) -> None:
            for player, view in changed.items():
                grid.show_board(player, view)
            QApplication.processEvents()

        times.append(timed(show))
        seen = views
        time.sleep(max(0.0, FRAME - times[-1]) / 1000)
    grid.close()
    grid.deleteLater()
    QApplication.processEvents()
    return times


def print_grid(names: list[str]) -> None:
    """Measure the grid, and print a table: shares of the time that a frame has."""
    print(f"\n{RACERS} boards, of a frame of {FRAME:.1f} ms   mean    95 %     all")
    for name in names:
        for label in ("1280x800", "2560x1440"):
            for moving in (1, RACERS):
                times = sorted(grid_frames(name, SIZES[label], moving))
                mean, late = statistics.mean(times), times[round(len(times) * 0.95)]
                shares = " ".join(f"{t / FRAME:6.0%} " for t in (mean, late, times[-1]))
                print(f"{name:9} {label:10} {moving:2} moving  {shares}")


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
            board = BoardView()
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
    print_grid(chosen.games)

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
