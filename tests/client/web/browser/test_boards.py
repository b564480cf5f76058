"""The page's boards of all games lie as the window's do, or are tall, and nothing is cut.

How they look: `python -m tools.pictures.contact_sheet OUTDIR --page`.
"""

import pytest
from playwright.sync_api import Browser

from client.board.layout import arrange
from engine import catalogue
from harness.page_board import page_board
from harness.page_places import page_plan


@pytest.mark.parametrize("size", [(1280, 800), (360, 560)])
def test_every_game_lies_as_in_the_window(browser: Browser, size: tuple[int, int]) -> None:
    with page_board(browser, size, painted=False) as board:
        for entry in catalogue.entries():
            game = catalogue.make(entry.name)
            view = game.view(game.deal("picture"))
            board.show(game, view, "picture")
            table = page_plan(game.places, *size)
            laid = arrange(table, view.piles)
            assert sorted(board.corners()) == sorted(at for pile in laid.at for at in pile)
            boxes = [laid.pile_box(pile) for pile in range(len(view.piles))]
            assert all(box.right <= size[0] and box.bottom <= size[1] for box in boxes)
