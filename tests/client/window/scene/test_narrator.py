"""What a screen reader hears of a board, and what it finds there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest

from client.board.layout import Spot
from client.window.scene.board_view import BoardView
from engine import catalogue
from engine.state import Move
from harness.mouse import Mouse
from tests.client.boards import KLONDIKE, Owner, show
from tests.client.keys import go_to, press

Key = Qt.Key


@pytest.fixture
def board(board: BoardView) -> BoardView:
    board.animated = False
    return board


def test_every_step_of_the_keyboard_is_heard(
    board: BoardView, owner: Owner, heard: list[str]
) -> None:
    show(board, "klondike", KLONDIKE)
    heard.clear()
    press(board, Key.Key_Down)
    assert heard == ["waste, 2 cards, top: two of clubs"]
    go_to(board, 7)
    assert heard[-1] == "tableau 2, 4 cards, top: ten of diamonds, 3 face up"
    press(board, Key.Key_Up)
    assert heard[-1] == "jack of spades, with 1 card on it, tableau 2"
    press(board, Key.Key_Up, Key.Key_Return)
    assert heard[-1] == (
        "holding queen of hearts with 2 cards on it; 1 place; onto king of spades, tableau 1"
    )
    press(board, Key.Key_Right)
    assert heard[-1] == "back to tableau 2"
    press(board, Key.Key_Tab, Key.Key_Return)
    assert heard[-1] == "queen of hearts with 2 cards on it onto king of spades"
    press(board, Key.Key_R)
    assert heard[-1] == (
        "tableau 1: ten of diamonds, jack of spades, queen of hearts, king of spades"
    )
    go_to(board, 8)
    press(board, Key.Key_B)
    assert heard[-1] == "it fits nowhere now"
    press(board, Key.Key_H)
    assert heard[-1] == "two of clubs from the waste to foundation 1"
    go_to(board, 7)
    QTest.keyClick(board, Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert heard[-1].startswith("from the left: tableau 1: ")
    QTest.keyClick(board, Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert heard[-1].startswith("from above: waste: ")


def test_moves_by_mouse_and_refusals_are_heard(
    board: BoardView, owner: Owner, heard: list[str]
) -> None:
    show(board, "klondike", KLONDIKE)
    hand = Mouse(board)
    heard.clear()
    hand.drag(11, 10)
    hand.drag(9, 7)
    assert heard == [
        "eight of diamonds onto nine of spades",
        "ten of hearts not onto ten of diamonds: only a black nine goes there",
    ]


def test_nothing_is_put_in_words_while_nobody_listens(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    assert board._narrator._piles._groups == []


def interface(board: BoardView) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(board.viewport())


def names(parent: QAccessibleInterface) -> list[str]:
    name = QAccessible.Text.Name
    return [parent.child(i).text(name) for i in range(parent.childCount())]


def test_every_pile_and_card_has_a_name_where_it_is_seen(
    board: BoardView, owner: Owner, heard: list[str]
) -> None:
    show(board, "klondike", KLONDIKE)
    found = interface(board)
    assert names(found)[:3] == [
        "stock, 3 cards face down",
        "waste, 2 cards, top: two of clubs",
        "foundation 1: ace of clubs",
    ]
    assert len(names(found)) == 13
    fourth = found.child(7)
    assert fourth.role() == QAccessible.Role.Grouping
    assert names(fourth) == [
        "face-down card",
        "queen of hearts",
        "jack of spades",
        "ten of diamonds",
    ]
    box = board._scene.laid.card_box(Spot(7, 3))
    at = board.viewport().mapFromGlobal(fourth.child(3).rect().topLeft())
    assert (at.x(), at.y()) == (box.x, box.y)
    board.show_state(board.game.play(KLONDIKE, Move(7, 3, 6)))
    assert names(interface(board).child(7)) == ["unknown card"]
    assert len(names(interface(board).child(6))) == 4
    hand = Mouse(board)
    hand.drag(11, 10)
    assert owner.actions == [Move(11, 1, 10)], "they take no mouse"


@pytest.mark.parametrize("entry", catalogue.entries(), ids=lambda entry: entry.name)
def test_a_reader_finds_every_pile_of_every_game(
    board: BoardView, entry: catalogue.CatalogueEntry, heard: list[str]
) -> None:
    show(board, entry.name)
    found = names(interface(board))
    assert len(found) == len(board.game.places)
    assert all(found)
    press(board, Key.Key_Down)
    assert heard[-1] in found
