"""Why something cannot be done, where it was tried."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication

from client.board.layout import Box
from client.window.scene import bubble
from client.window.scene.board_view import BoardView
from harness.mouse import Mouse
from tests.client.boards import KLONDIKE, Owner, at_rest, show
from tests.client.conftest import wait_until


def card_rect(board: BoardView, pile: int) -> QRect:
    laid, ratio = board._scene.laid, board.devicePixelRatioF()
    box: Box = laid.pile_box(pile)
    return QRect(*(round(side / ratio) for side in box))


def test_a_refusal_stands_at_the_cards_and_hides_none_of_them(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(10, 12)
    wait_until(lambda: at_rest(board))
    assert owner.refusals
    word = board.bubble.geometry()
    assert board.bubble.isVisible()
    assert board.rect().contains(word)
    for pile in (10, 12):
        assert not word.intersects(card_rect(board, pile))
    assert word.adjusted(-20, -20, 20, 20).intersects(card_rect(board, 12)), "it is near"
    board.resize(400, 300)
    assert board.rect().contains(board.bubble.geometry())


def test_it_takes_no_press(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    board.tell_refusal("it fits nowhere now")
    middle = board.bubble.geometry().center()
    assert board.childAt(middle) is board.viewport()
    assert QApplication.widgetAt(board.mapToGlobal(QPoint(middle))) is not board.bubble


def test_it_goes_by_itself(board: BoardView, owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubble, "LEAST_MS", 0)
    monkeypatch.setattr(bubble, "LETTER_MS", 0)
    show(board, "klondike", KLONDIKE)
    board.tell_refusal("it fits nowhere now")
    wait_until(lambda: not board.bubble.isVisible())


def test_a_long_one_is_wrapped_on_a_small_board(board: BoardView, owner: Owner) -> None:
    board.resize(240, 320)
    show(board, "klondike", KLONDIKE)
    board.tell_refusal("only what " + "goes on and on " * 12 + "goes there")
    assert board.rect().contains(board.bubble.geometry())
    assert board.bubble.height() >= board.bubble.heightForWidth(board.bubble.width())
