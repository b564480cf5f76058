import argparse
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from engine import catalogue
from tools.pictures.contact_sheet import COLUMNS, SIZES, WIDTH, midgame, parse_grid, parse_size

ROOT = Path(__file__).parents[3]


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools.pictures.contact_sheet", *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        timeout=100,
        text=True,
    )


def test_a_sheet_for_each_size_and_a_picture_of_each_board(tmp_path: Path) -> None:
    made = make(str(tmp_path), "4x13", "klondike")
    assert made.returncode == 0, made.stderr
    sheets = [QImage(str(path)) for path in sorted(tmp_path.glob("sheet-*.png"))]
    assert len(sheets) == len(SIZES)
    assert all(sheet.width() > COLUMNS * WIDTH for sheet in sheets)
    for width, height in SIZES:
        for board in ("4x13-dealt", "4x13-later", "klondike-dealt", "klondike-later"):
            picture = QImage(str(tmp_path / f"{board}-{width}x{height}.png"))
            assert (picture.width(), picture.height()) == (width, height)


def test_a_race_in_a_window(tmp_path: Path) -> None:
    wanted = ("--size", "800x500", "--theme", "light", "--language", "de", "--grid", "2x1")
    made = make(str(tmp_path), "klondike", "--race", *wanted)
    assert made.returncode == 0, made.stderr
    board = QImage(str(tmp_path / "klondike-later-800x500.png"))
    assert 400 < board.width() < 550
    assert 380 < board.height() < 460
    buttons = board.pixelColor(board.width() // 2, board.height() - 3)
    assert buttons.lightness() > 200
    sheet = QImage(str(tmp_path / "sheet-01-800x500.png"))
    assert 2 * WIDTH < sheet.width() < 3 * WIDTH


@pytest.mark.parametrize("text", ["", "3", "0x2", "3x", "3x2x1", "100x2"])
def test_what_is_no_grid(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="give one as 3x2"):
        parse_grid(text)
    assert parse_grid("3x2") == (3, 2)


def test_an_unknown_game(tmp_path: Path) -> None:
    made = make(str(tmp_path), "whist")
    assert made.returncode == 2
    assert "there is no game called 'whist'" in made.stderr


@pytest.mark.parametrize("text", ["", "800", "800x", "800x500x3", "1x1", "99999x800"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="give one as 1280x800"):
        parse_size(text)


@pytest.mark.parametrize("entry", catalogue.entries(), ids=lambda entry: entry.name)
def test_the_middle_of_a_game_is_not_its_start(entry: catalogue.CatalogueEntry) -> None:
    game = catalogue.make(entry.name)
    state = midgame(game, "test")
    assert state.piles != game.deal("test").piles
