"""The pictures for chats: one of each game, as large as chats want them, and small files."""

import pytest
from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QImage, QImageReader
from PySide6.QtWidgets import QApplication

from engine import catalogue
from server.network.page.front import ANY_GAME, PICTURE_SIZE
from tests.tools.pictures.looks import difference
from tools.pictures.web_chats import BOARD, FOLDER, any_game, game_picture

RUN = "run: python -m tools.pictures.web_chats"


@pytest.fixture
def drawing() -> QCoreApplication:
    """Cards are drawn as pixmaps, which only an application may have."""
    return QApplication.instance() or QApplication([])


def test_each_game_has_one() -> None:
    games = {f"{entry.name}.png" for entry in catalogue.entries()}
    assert {file.name for file in FOLDER.iterdir()} == {ANY_GAME, *games}, RUN


def test_they_are_as_large_as_the_page_says_and_their_files_are_small() -> None:
    sizes = {file.name: QImageReader(str(file)).size() for file in FOLDER.iterdir()}
    assert {name for name, size in sizes.items() if size != QSize(*PICTURE_SIZE)} == set()
    weights = [file.stat().st_size for file in FOLDER.iterdir()]
    assert max(weights) < 100_000
    assert sum(weights) < 4_000_000


@pytest.mark.usefixtures("drawing")
def test_a_games_picture_is_a_deal_of_it() -> None:
    """The title is not compared: not every system has the same letters."""
    kept = QImage(str(FOLDER / "clock.png"))
    assert difference(kept, game_picture("clock"), BOARD) < 1, RUN


def test_that_of_other_links_is_up_to_date() -> None:
    assert difference(QImage(str(FOLDER / ANY_GAME)), any_game()) < 1, RUN
