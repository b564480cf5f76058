import argparse
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from engine import catalogue
from tools.pictures.contact_sheet import COLUMNS, SIZES, WIDTH, midgame, parse_size

ROOT = Path(__file__).parents[3]


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tools.pictures.contact_sheet", *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        timeout=50,
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
