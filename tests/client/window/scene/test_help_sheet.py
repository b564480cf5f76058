"""The sheet with rules and keys, over a board."""

import pytest
from PySide6.QtCore import QSize, Qt
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


def test_it_is_the_same_each_time_and_cuts_no_text(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    sheet = board._help
    for width in range(500, 1400, 60):
        board.resize(width, 700)
        sizes = []
        for _ in range(3):
            press(board, Key.Key_F1)
            QTest.qWait(1)
            sizes.append(sheet.size())
            for text in sheet._texts:
                right = text.mapTo(sheet, text.rect().topRight()).x()
                assert right < sheet.width(), (width, text.text())
                assert text.wordWrap() or text.width() >= text.sizeHint().width()
            press(board, Key.Key_F1)
            QTest.qWait(1)
        assert len(set(map(QSize.toTuple, sizes))) == 1, width


def test_another_size_is_measured_anew(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    press(board, Key.Key_F1)
    for width in (500, 1400, 500, 700):
        board.resize(width, 700)
        view = board._help._scroll.viewport()
        wait_until(lambda: board._help._lines.width() <= view.width())  # noqa: B023
        press(board, Key.Key_F1)
        press(board, Key.Key_F1)
        assert not board._help._scroll.horizontalScrollBar().maximum(), width


def test_below_the_rules_each_key_has_a_line_where_that_fits(
    styled: None, board: BoardView, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    board.resize(700, 900)
    for _ in range(2):  # the second time, it was wrapped before
        press(board, Key.Key_F1)
        texts = [text for text in board._help._texts if text.text() != "Ctrl+Y, Ctrl+Shift+Z"]
        high = max(text.fontMetrics().height() for text in texts)
        wait_until(lambda: all(text.height() < 2 * high for text in texts))  # noqa: B023
        press(board, Key.Key_F1)
