"""How long the board takes: to show a position, to light up what is held, to paint a frame.

Then the frames of a deal, of a move and of a win, one by one: how much of a sixtieth of a second
the slowest of them takes. Below 1, nothing stutters.

And how long sixteen of them take in the spectators' grid, held against the time that a frame has:
in the grid alone, with one of them large, and on the spectators' whole screen.

Run from the root: `python -m bench.board [GAME...]`
"""

import argparse
import gc
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from engine import catalogue
from engine.chance import commitment
from engine.handling import movable
from engine.state import State
from harness.ratios import note
from protocol.messages import Progress, RaceStarted, RoomState, Settings, Standing
from protocol.wire import board, encode, step

POSITIONS = 100
FRAME = 1000 / 60
"""Milliseconds that a frame has at sixty a second."""
RACERS = 16
FRAMES = 200
"""As many of the grid are measured, if not told otherwise."""
HAND = 10
"""Frames from one move of a quick hand to the next."""
GAMES = ["klondike", "spider", "spider-three-decks", "giant", "4x13", "maze"]
WANTED = 0.3
"""What docs/performance.md wants sixteen moving boards to take of a core at most."""
TOLD = {"16 moving": "sixteen boards that all move", "whole screen": "the spectators' whole screen"}
"""What `python -m bench` tells of, and in which words."""
SIZES = {"1280x800": (1280, 800), "2560x1440": (2560, 1440)}


def timed(does: Callable[[], object]) -> float:
    """Return how many milliseconds of the processor a call of `does` takes."""
    start = time.process_time()
    does()
    return (time.process_time() - start) * 1000


def frame_of(does: Callable[[], object]) -> float:
    """Call `does`, and let Qt work until the frame is over; return the milliseconds it all took."""
    from PySide6.QtCore import QEventLoop, Qt, QTimer

    def pass_by() -> None:
        end = time.perf_counter() + FRAME / 1000
        does()
        loop = QEventLoop()
        over = QTimer(singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        over.timeout.connect(loop.quit)
        over.start(max(0, round((end - time.perf_counter()) * 1000)))
        loop.exec()

    return timed(pass_by)


def settle() -> None:
    """Let all that has just been made be painted, and be overlooked by the collector, as it is."""
    for _ in range(10):
        frame_of(lambda: None)
    gc.freeze()


def moves(name: str, moving: int, count: int) -> Iterator[dict[int, State]]:
    """Yield who has moved in each frame, and the positions: all of them first, then `moving`."""
    game = catalogue.make(name)
    chance = random.Random(1)
    states = {player: game.deal("bench") for player in range(1, RACERS + 1)}
    yield {player: game.view(state) for player, state in states.items()}
    for frame in range(count):
        changed = {}
        for player in [(frame * moving + i) % RACERS + 1 for i in range(moving)]:
            actions = game.legal_actions(states[player])
            states[player] = (
                game.play(states[player], chance.choice(actions), "bench")
                if actions
                else game.deal("bench")
            )
            changed[player] = game.view(states[player])
        yield changed


def grid_frames(
    name: str, size: tuple[int, int], moving: int, count: int, *, large: bool
) -> list[float]:
    """Return the milliseconds of so many frames of a grid where so many boards move in each.

    A frame is the positions shown and all that has changed painted. With `large`, one of the boards
    is shown large, with its cards gliding, and the others beside it; its racer is as quick as a
    hand.
    """
    from PySide6.QtWidgets import QApplication

    from client.window.racing.boards import BoardsGrid

    grid = BoardsGrid()
    grid.resize(*size)
    grid.set_game(name, {})
    grid.show()

    def show(changed: dict[int, State]) -> None:
        for player, view in changed.items():
            grid.show_board(player, view)

    frames = moves(name, moving, count)
    show(next(frames))
    racers = range(1, RACERS + 1)
    grid.show_standings([Standing(player, f"Player {player}", place=player) for player in racers])
    if large:
        grid.enlarge(1)
        frames = (
            {player: view for player, view in changed.items() if player > 1 or not number % HAND}
            for number, changed in enumerate(frames)
        )
    settle()
    times = [frame_of(partial(show, changed)) for changed in frames]
    grid.close()
    grid.deleteLater()
    QApplication.processEvents()
    return times


def watch_frames(name: str, size: tuple[int, int], count: int) -> list[float]:
    """Return the milliseconds of so many frames of a race that is watched, all moving in each.

    Here a frame is what the server sends, taken in and shown: all boards, and ten times a second
    how everybody stands.
    """
    from PySide6.QtWidgets import QApplication

    from client.window.screens.watch import WatchScreen
    from harness.fakes import FakeLink, member

    link = FakeLink()
    screen = WatchScreen(link)
    screen.resize(*size)
    screen.show()
    link.received.connect(screen.take)
    settings = Settings(name, catalogue.entry(name).complete({}), seats=RACERS)
    racers = [replace(member(p), name=f"Player {p}") for p in range(100, 100 + RACERS)]
    watching = RoomState("ABCDEF", settings, 100, "running", [*racers, member(1, seated=False)])
    standings = [Standing(racer.player, racer.name, place=1) for racer in racers]
    frames = moves(name, RACERS, count)
    views = {player + 99: view for player, view in next(frames).items()}
    link.tell(watching, RaceStarted(7, settings, 0, commitment("bench"), standings))
    link.tell(*(board(player, 0, view, "racing") for player, view in views.items()))
    settle()
    times = []
    for number, changed in enumerate(frames, 1):
        sent = []
        for player, view in ((player + 99, view) for player, view in changed.items()):
            sent.append(encode(step(player, number, views[player], view, "racing")))
            views[player] = view
        if number % 6 == 0:
            scores = sorted((view.score for view in views.values()), reverse=True)
            now = [(racer, views[racer.player].score) for racer in standings]
            stand = [replace(r, score=score, place=scores.index(score) + 1) for r, score in now]
            sent.append(encode(Progress(stand)))

        def take(sent: list[bytes] = sent) -> None:
            for frame in sent:
                link.take(frame)

        times.append(frame_of(take))
    screen.close()
    screen.deleteLater()
    QApplication.processEvents()
    return times


def print_grid(names: list[str], count: int) -> None:
    """Measure so many frames of the spectators' boards, and print the shares of a frame's time."""
    print(
        f"\n{RACERS} boards, of a frame of {FRAME:.1f} ms            mean    95 %    99 %     all"
    )
    for name in names:
        for label in ("1280x800", "2560x1440"):
            size = SIZES[label]
            cases = {
                "1 moving": partial(grid_frames, name, size, 1, count, large=False),
                "16 moving": partial(grid_frames, name, size, RACERS, count, large=False),
                "1 of them large": partial(grid_frames, name, size, RACERS, count, large=True),
                "whole screen": partial(watch_frames, name, size, count),
            }
            for case, frames in cases.items():
                times = sorted(frames())
                at = [times[round(len(times) * part) - 1] for part in (0.95, 0.99, 1)]
                shares = " ".join(f"{t / FRAME:6.0%} " for t in (statistics.mean(times), *at))
                print(f"{name:18} {label:10} {case:15}  {shares}")
                if case in TOLD:
                    share, what = statistics.mean(times) / FRAME, TOLD[case]
                    what = f"{what}, {name} at {label}"
                    note(what, share, "a frame of a sixtieth second", at_most=WANTED)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--frames", type=int, default=FRAMES, help="to measure of each grid")
    chosen = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    from PySide6.QtCore import QVariantAnimation
    from PySide6.QtWidgets import QApplication

    from client.window.desktop import preferences
    from client.window.desktop.preferences import Preferences
    from client.window.scene.board_scene import BoardScene
    from client.window.scene.board_view import BoardView

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
                targets += timed(partial(movable, game, view))
                paint += timed(board.viewport().repaint)
            means = " ".join(f"{total / POSITIONS:7.2f}" for total in (show, targets, paint))
            print(f"{name:11} {label:10} {means}")
            board.close()
    print_grid(chosen.games, chosen.frames)

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
