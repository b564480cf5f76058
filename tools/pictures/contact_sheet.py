"""Contact sheets: every game's board, dealt and in mid-game, many boards on one picture.

python -m tools.pictures.contact_sheet OUTDIR [GAME...] [--size WIDTHxHEIGHT]...

With games named, each board also gets a picture of its own in full size.
"""

import argparse
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine import catalogue
from engine.game import Game
from engine.hints import hints
from engine.state import State

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

SIZES: Final = ((800, 500), (1280, 800))
COLUMNS, ROWS = 4, 6
"""Boards side by side, and below each other, on a sheet."""
WIDTH: Final = 480
"""Of a board on a sheet, in pixels."""
LABEL: Final = 22
SPACE: Final = 8
MOVES: Final = 40


def midgame(game: Game, seed: str) -> State:
    """Play the most promising action again and again, never back to where the game was.

    A game that such a line ends sooner is shown where two thirds of it are played.
    """
    line = [game.deal(seed)]
    seen = {line[0].piles}
    for _ in range(MOVES):
        following = (game.play(line[-1], action, seed) for action in hints(game, line[-1]))
        fresh = next((state for state in following if state.piles not in seen), None)
        if fresh is None:
            return line[len(line) * 2 // 3]
        line.append(fresh)
        seen.add(fresh.piles)
    return line[-1]


def pictures(names: list[str], size: tuple[int, int]) -> Iterator[tuple[str, "QPixmap"]]:
    """Draw the boards of the games called `names`, two of each; yields labels and pictures."""
    from PySide6.QtWidgets import QApplication

    from client.window.scene.board_view import BoardView

    board = BoardView()
    board.animated = False
    board.resize(*size)
    board.show()
    for name in names:
        game = catalogue.make(name)
        board.set_game(name)
        board.set_interactive(True)
        for moment, state in (("dealt", game.deal("picture")), ("later", midgame(game, "picture"))):
            board.show_state(game.view(state), animate=False)
            QApplication.processEvents()
            yield f"{name}-{moment}", board.grab()
    board.close()


def sheet(cells: list[tuple[str, "QPixmap"]]) -> "QPixmap":
    """Return a sheet of labelled pictures of one size."""
    from PySide6.QtCore import QRect, Qt
    from PySide6.QtGui import QColor, QPainter, QPixmap

    height = WIDTH * cells[0][1].height() // cells[0][1].width()
    across, along = WIDTH + SPACE, height + LABEL + SPACE
    made = QPixmap(COLUMNS * across + SPACE, -(-len(cells) // COLUMNS) * along + SPACE)
    made.fill(QColor("white"))
    painter = QPainter(made)
    painter.setPen(QColor("black"))
    smooth = Qt.TransformationMode.SmoothTransformation
    for i, (label, picture) in enumerate(cells):
        x, y = SPACE + i % COLUMNS * across, SPACE + i // COLUMNS * along
        painter.drawText(QRect(x, y, WIDTH, LABEL), Qt.AlignmentFlag.AlignVCenter, label)
        painter.drawPixmap(x, y + LABEL, picture.scaledToWidth(WIDTH, smooth))
    painter.end()
    return made


def parse_size(text: str) -> tuple[int, int]:
    """Return a size written as WIDTHxHEIGHT.

    Raises:
        argparse.ArgumentTypeError: it is none, or none that a window has.
    """
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: give one as 1280x800")
    return int(found[1]), int(found[2])


def main() -> None:
    """Make the sheets."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("outdir", type=Path)
    parser.add_argument("games", nargs="*", help="only these games, by name")
    parser.add_argument(
        "--size",
        type=parse_size,
        action="append",
        metavar="WxH",
        help="the board's size (default: 800x500 and 1280x800)",
    )
    chosen = parser.parse_args()
    try:
        names = [catalogue.entry(name).name for name in chosen.games]
    except catalogue.UnknownGame as error:
        parser.error(str(error))
    chosen.outdir.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    from PySide6.QtWidgets import QApplication

    application = QApplication([])
    every = [entry.name for entry in catalogue.entries()]
    for size in chosen.size or SIZES:
        ending = f"{size[0]}x{size[1]}.png"
        cells = []
        for label, picture in pictures(names or every, size):
            cells.append((label, picture))
            if names:
                picture.save(str(chosen.outdir / f"{label}-{ending}"))
        on_one = COLUMNS * ROWS
        for number, start in enumerate(range(0, len(cells), on_one), 1):
            path = chosen.outdir / f"sheet-{number:02}-{ending}"
            sheet(cells[start : start + on_one]).save(str(path))
            print(path)
    del application


if __name__ == "__main__":
    main()
