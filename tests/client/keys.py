"""The keyboard on a board, for tests."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.window.scene.board_view import BoardView

Key = Qt.Key
CONTROL: Final = Qt.KeyboardModifier.ControlModifier


def press(board: BoardView, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(board, key)


def go_to(board: BoardView, pile: int) -> None:
    """Show the cursor, and go to a pile by the arrow keys."""
    cursor = board._keys.cursor
    assert cursor is not None
    if not shown(board):
        press(board, Key.Key_Right)
    for _ in board.state.piles:
        if cursor.spot.pile == pile:
            break
        QTest.keyClick(board, Key.Key_Right, CONTROL)
        while cursor.along(board.state, deeper=False):
            pass
    for _ in range(300):
        if cursor.spot.pile == pile:
            break
        press(board, Key.Key_Right)
    assert cursor.spot.pile == pile


def shown(board: BoardView) -> bool:
    return board._keys.shown
