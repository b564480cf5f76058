"""Pictures of every game's board, dealt and in mid-game, at three sizes of the window.

python -m tools.board_pictures OUTDIR [GAME...]
"""

import argparse
import os
from pathlib import Path

from engine import catalogue
from engine.game import Game
from engine.hints import hints
from engine.state import State

SIZES = [(800, 500), (1280, 800), (2560, 1440)]
MOVES = 40


def midgame(game: Game, seed: str) -> State:
    """Play the most promising action again and again, never back to where the game was."""
    state = game.deal(seed)
    seen = {state.piles}
    for _ in range(MOVES):
        for action in hints(game, state):
            following = game.play(state, action, seed)
            if following.piles not in seen:
                state = following
                seen.add(state.piles)
                break
        else:
            break
    return state


def main() -> None:
    """Draw them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("outdir", type=Path)
    parser.add_argument("games", nargs="*", help="only these games, by name")
    chosen = parser.parse_args()
    chosen.outdir.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    from PySide6.QtWidgets import QApplication

    from client.board import BoardView

    app = QApplication([])
    board = BoardView()
    board.animated = False
    for name in chosen.games or [entry.name for entry in catalogue.entries()]:
        game = catalogue.make(name)
        board.set_game(name)
        board.set_interactive(True)
        for moment, state in (("dealt", game.deal("picture")), ("later", midgame(game, "picture"))):
            for width, height in SIZES:
                board.resize(width, height)
                board.show()
                board.show_state(game.view(state), animate=False)
                app.processEvents()
                path = chosen.outdir / f"{name}-{moment}-{width}x{height}.png"
                board.grab().save(str(path))
                print(path)


if __name__ == "__main__":
    main()
