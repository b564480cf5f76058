"""Contact sheets: every game's board, dealt and in mid-game, many boards on one picture.

    python -m tools.pictures.contact_sheet OUTDIR [GAME...] [--size WIDTHxHEIGHT]...
    python -m tools.pictures.contact_sheet OUTDIR --race --theme light --language de --grid 3x3
    python -m tools.pictures.contact_sheet OUTDIR --page

With games named, each board also gets a picture of its own in full size. With `--race`, a size is
the window's, and each board is shown as the race leaves room for it, with the buttons below it.
With `--page`, the window's board is on the left, and that of the page in a browser on the right.
"""

import argparse
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest import mock

from engine import catalogue
from engine.game import Game
from engine.hints import hints
from engine.state import State

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

SIZES: Final = ((800, 500), (1280, 800))
THEMES: Final = ("dark", "light")
COLUMNS, ROWS = 4, 6
"""Boards side by side, and below each other, on a sheet."""
WIDTH: Final = 480
"""Of a board on a sheet, in pixels."""
LABEL: Final = 22
SPACE: Final = 8
MOVES: Final = 40
SEED: Final = "picture"


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


Shown = Callable[[str, Game, State], "QPixmap"]
"""Takes the picture of a game's position."""


def pictures(names: list[str], shown: Shown) -> Iterator[tuple[str, "QPixmap"]]:
    """Take the pictures of the games called `names`, two of each; yields labels and pictures."""
    for name in names:
        game = catalogue.make(name)
        for moment, state in (("dealt", game.deal(SEED)), ("later", midgame(game, SEED))):
            yield f"{name}-{moment}", shown(name, game, state)


@contextmanager
def bare_board(size: tuple[int, int]) -> Iterator[Shown]:
    """Show boards of this size with nothing around them."""
    from PySide6.QtWidgets import QApplication

    from client.window.scene.board_view import BoardView

    board = BoardView()
    board.animated = False
    board.resize(*size)
    board.show()

    def shown(name: str, game: Game, state: State) -> "QPixmap":
        if board.game.places != game.places:
            board.set_game(name)
            board.set_interactive(True)
        board.show_state(game.view(state), animate=False)
        QApplication.processEvents()
        return board.grab()

    yield shown
    board.close()


@contextmanager
def race_window(size: tuple[int, int]) -> Iterator[Shown]:
    """Show boards as a race in a window of this size does, with the buttons below them."""
    from PySide6.QtCore import QPoint, QRect

    from client.window.desktop.memory import Memory
    from client.window.window import Window
    from harness.fakes import ADA, BOB, CLEO, FakeLink, member, race, room
    from protocol.wire import board
    from tools.pictures.staging import settle

    with tempfile.TemporaryDirectory() as data, mock.patch.object(FakeLink, "open"):
        window = Window(Memory(Path(data)))
        window.resize(*size)
        window.show()
        link = FakeLink()
        with (
            mock.patch("client.window.window.Session", return_value=link.session),
            mock.patch("client.window.window.Link", return_value=link),
        ):
            window.connect_to(link.address, "Ada")

        def shown(name: str, game: Game, state: State) -> "QPixmap":
            told = room(*map(member, (ADA, BOB, CLEO)), game=name, phase="running")
            link.tell(told, *race(told), board(ADA, 0, game.view(state), "racing"))
            for _ in range(3):  # the buttons find their places in some steps, each one laid out
                settle(60)
            screen = window.race
            parts = (screen.stage, screen.tools)
            boxes = [QRect(part.mapTo(screen, QPoint()), part.size()) for part in parts]
            return screen.grab(boxes[0].united(boxes[1]))

        yield shown
        window.close_unasked()


@contextmanager
def beside_page(size: tuple[int, int]) -> Iterator[Shown]:
    """Show boards of this size in the window and, to the right of it, in the page."""
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QPainter, QPixmap

    from harness.browsing import chromium
    from harness.page_board import page_board

    with (
        bare_board(size) as in_window,
        chromium() as browser,
        page_board(browser, size) as in_page,
    ):

        def shown(name: str, game: Game, state: State) -> "QPixmap":
            in_page.show(game, state, SEED)
            page = QPixmap()
            page.loadFromData(in_page.picture())
            both = QPixmap(2 * size[0] + SPACE, size[1])
            painter = QPainter(both)
            painter.drawPixmap(QPoint(), in_window(name, game, state))
            painter.drawPixmap(QPoint(size[0] + SPACE, 0), page)
            painter.end()
            return both

        yield shown


def sheet(cells: list[tuple[str, "QPixmap"]], columns: int = COLUMNS) -> "QPixmap":
    """Return a sheet of labelled pictures of one size, so many side by side."""
    from PySide6.QtCore import QRect, Qt
    from PySide6.QtGui import QColor, QPainter, QPixmap

    height = WIDTH * cells[0][1].height() // cells[0][1].width()
    across, along = WIDTH + SPACE, height + LABEL + SPACE
    made = QPixmap(columns * across + SPACE, -(-len(cells) // columns) * along + SPACE)
    made.fill(QColor("white"))
    painter = QPainter(made)
    painter.setPen(QColor("black"))
    smooth = Qt.TransformationMode.SmoothTransformation
    for i, (label, picture) in enumerate(cells):
        x, y = SPACE + i % columns * across, SPACE + i // columns * along
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


def parse_grid(text: str) -> tuple[int, int]:
    """Return columns and rows written as COLUMNSxROWS.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    found = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no grid: give one as 3x2")
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
    parser.add_argument("--race", action="store_true", help="as a race in such a window shows it")
    parser.add_argument("--page", action="store_true", help="beside the page in a browser")
    parser.add_argument("--theme", choices=THEMES, default=THEMES[0])
    parser.add_argument("--language", default="en", help="as de, or pt-BR")
    parser.add_argument(
        "--grid",
        type=parse_grid,
        default=(COLUMNS, ROWS),
        metavar="CxR",
        help=f"boards side by side and below each other on a sheet (default: {COLUMNS}x{ROWS})",
    )
    chosen = parser.parse_args()
    try:
        names = [catalogue.entry(name).name for name in chosen.games]
    except catalogue.UnknownGame as error:
        parser.error(str(error))
    chosen.outdir.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

    from PySide6.QtWidgets import QApplication

    from client.window.app import AppTheme
    from client.window.desktop import preferences
    from client.window.desktop.language import set_language
    from client.window.desktop.preferences import Preferences

    application = QApplication([])
    set_language(application, chosen.language)
    preferences.live.set(Preferences(theme=chosen.theme, motion="off"))
    AppTheme(application)
    columns, rows = chosen.grid
    every = [entry.name for entry in catalogue.entries()]
    for size in chosen.size or SIZES:
        ending = f"{size[0]}x{size[1]}.png"
        cells = []
        way = beside_page if chosen.page else race_window if chosen.race else bare_board
        with way(size) as shown:
            for label, picture in pictures(names or every, shown):
                cells.append((label, picture))
                if names:
                    picture.save(str(chosen.outdir / f"{label}-{ending}"))
        on_one = columns * rows
        for number, start in enumerate(range(0, len(cells), on_one), 1):
            path = chosen.outdir / f"sheet-{number:02}-{ending}"
            sheet(cells[start : start + on_one], columns).save(str(path))
            print(path)
    del application


if __name__ == "__main__":
    main()
