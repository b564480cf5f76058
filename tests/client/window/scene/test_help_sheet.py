"""The sheet with rules and keys, over a board."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from client.window.scene.board_view import BoardView
from client.window.scene.help_sheet import HelpSheet
from client.words.texts import rules_text
from engine import catalogue
from tests.client.boards import KLONDIKE, Owner, show
from tests.client.conftest import wait_until
from tests.client.keys import press

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton


def test_it_has_the_rules_of_the_game_on_the_board(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    for game in ("klondike", "spider"):
        board.set_game(game)
        assert board._help._rules.text() == rules_text(catalogue.entry(game))


@pytest.mark.parametrize("size", [(1000, 700), (400, 300)])
def test_it_lies_on_the_board_and_what_does_not_fit_is_scrolled(
    board: BoardView, owner: Owner, size: tuple[int, int]
) -> None:
    show(board, "klondike", KLONDIKE)
    board.resize(*size)
    press(board, Key.Key_F1)
    assert board.rect().contains(board._help.geometry())
    bar = board._help._scroll.verticalScrollBar()
    assert bool(bar.maximum()) == (size == (400, 300))
    assert not board._help._scroll.horizontalScrollBar().maximum()
    press(board, Key.Key_End)
    assert board._help.isVisible() == bool(bar.maximum()), "a key that scrolls, or one of the board"
    assert bar.value() == bar.maximum()
    press(board, Key.Key_Up)
    assert bar.value() == max(0, bar.maximum() - bar.singleStep())


def test_it_fits_its_board_however_often_that_changes_its_size(
    board: BoardView, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    board.resize(700, 400)
    press(board, Key.Key_F1)
    for width in (690, 1000, 680, 700):
        board.resize(width, 400)
        assert board._help._parts.totalMinimumSize().width() <= board._help.width()
    assert not board._help._scroll.horizontalScrollBar().maximum()


def test_a_click_puts_it_away_and_so_does_leaving_the_board(owner: Owner, board: BoardView) -> None:
    show(board, "klondike", KLONDIKE)
    press(board, Key.Key_F1)
    QTest.mouseClick(board._help, LEFT)
    assert not board._help.isVisible()
    window, field = QWidget(), QLineEdit()
    layout = QVBoxLayout(window)
    layout.addWidget(field)
    layout.addWidget(board)
    window.show()
    window.activateWindow()
    board.setFocus()
    wait_until(board.hasFocus)
    press(board, Key.Key_F1)
    assert board._help.isVisible()
    field.setFocus()
    assert not board._help.isVisible()
    board.setParent(None)
    window.close()
    window.deleteLater()


def test_where_nobody_plays_there_are_no_keys(board: BoardView) -> None:
    sheet = HelpSheet(board, keys=False)
    sheet.set_game("golf")
    sheet.toggle()
    assert sheet.accessibleName().startswith("Golf. ")
    assert "Undo" not in sheet.accessibleName()
    assert not any(text.isVisible() for text in sheet._texts)
