"""The board played by keyboard."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from client.board.layout import Spot
from client.window.desktop import preferences
from client.window.desktop.preferences import Preferences
from client.window.scene.board_view import BoardView
from engine.state import Action, Click, Deal, Move
from harness.mouse import Mouse
from tests.client.boards import CLUBS, KLONDIKE, MONTANA, STOCK, WASTE, Owner, at_rest, show
from tests.client.conftest import wait_until
from tests.client.keys import CONTROL, go_to, press, shown

SHIFT = Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


@pytest.fixture
def board(board: BoardView) -> BoardView:
    board.animated = False
    return board


def spot(board: BoardView) -> Spot:
    assert board._keys.cursor is not None
    return board._keys.cursor.spot


def test_cards_are_moved_by_keys_alone(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    go_to(board, 11)
    press(board, Key.Key_Return)
    assert board._scene.held_box() is not None
    assert spot(board).pile == 10
    assert {lit.pile for lit in board._scene.lit} == {10}
    press(board, Key.Key_Return)
    assert owner.actions == [Move(11, 1, 10)]
    assert board._scene.held_box() is None
    assert board._scene.lit == set()
    assert spot(board) == Spot(10, 3)


def test_an_inner_card_is_taken_with_those_on_it(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    go_to(board, 7)
    press(board, Key.Key_Up, Key.Key_PageUp)
    assert spot(board) == Spot(7, 1)
    press(board, Key.Key_PageDown, Key.Key_Home, Key.Key_Enter, Key.Key_Enter)
    assert owner.actions == [Move(7, 3, 6)]


def test_control_and_an_arrow_leave_a_pile_at_once(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    go_to(board, 7)
    press(board, Key.Key_Up)
    assert spot(board).pile == 7, "an arrow alone goes along the pile"
    press(board, Key.Key_End)
    QTest.keyClick(board, Key.Key_Up, CONTROL)
    assert spot(board).pile != 7
    assert owner.actions == []


def test_tab_and_arrows_jump_between_targets_and_escape_puts_back(
    board: BoardView, owner: Owner
) -> None:
    state = KLONDIKE._replace(piles=(*KLONDIKE.piles[:9], b"", *KLONDIKE.piles[10:]))
    show(board, "klondike", state)
    go_to(board, 6)
    press(board, Key.Key_Return)
    seen = []
    for _ in range(3):
        press(board, Key.Key_Tab)
        seen.append(spot(board).pile)
    assert set(seen) == {9, 12}
    assert board.hasFocus() or not board.isActiveWindow()
    press(board, Key.Key_Escape)
    assert spot(board) == Spot(6, 0)
    assert board._scene.held_box() is None
    press(board, Key.Key_Return, Key.Key_Tab, Key.Key_Return)
    assert len(owner.actions) == 1


def test_best_move_stock_and_clicks(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    go_to(board, WASTE)
    press(board, Key.Key_B, Key.Key_Space, Key.Key_D)
    assert owner.actions == [Move(WASTE, 1, CLUBS), Click(STOCK), Click(STOCK)]
    go_to(board, STOCK)
    press(board, Key.Key_Return)
    press(board, Key.Key_C)
    assert owner.actions[3:] == [Click(STOCK)] * 2
    go_to(board, 8)
    press(board, Key.Key_C, Key.Key_B)
    assert owner.refusals == ["nothing there can be clicked", "it fits nowhere now"]


def test_the_space_bar_deals_where_the_game_has_no_button(board: BoardView, owner: Owner) -> None:
    show(board, "spider")
    press(board, Key.Key_Space)
    assert owner.actions == [Click(0)]


def test_undo_redo_and_time_are_asked_for(board: BoardView, owner: Owner) -> None:
    asked: list[str] = []
    board.redo_asked.connect(lambda: asked.append("redo"))
    board.time_asked.connect(lambda: asked.append("time"))
    show(board, "klondike", KLONDIKE)
    press(board, Key.Key_U, Key.Key_T)
    QTest.keyClick(board, Key.Key_Z, CONTROL)
    QTest.keyClick(board, Key.Key_Y, CONTROL)
    QTest.keyClick(board, Key.Key_Z, CONTROL | SHIFT)
    assert owner.undos == 2
    assert asked == ["time", "redo", "redo"]


def test_a_hint_by_key_takes_the_cursor_along(board: BoardView, owner: Owner) -> None:
    told: list[bool] = []
    board.button_lit.connect(told.append)
    show(board, "klondike", KLONDIKE)
    go_to(board, 6)
    press(board, Key.Key_H)
    action = board.show_hint()
    assert isinstance(action, Move)
    assert spot(board) == Spot.lowest(board.state, action.source, action.count)
    press(board, Key.Key_Return, Key.Key_Return)
    assert owner.actions == [action]
    show(board, "montana", MONTANA)
    board._keys.show()
    board._keys.advise(Deal())
    board._end_hint()
    assert (told, board._keys._ring.isVisible()) == ([True], False)
    press(board, Key.Key_Return)
    assert owner.actions[1:] == [Deal()]
    press(board, Key.Key_Right)
    assert (told, board._keys._ring.isVisible()) == ([True, False], True)


def test_hints_are_refused_where_the_room_has_none(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    board.hints_allowed = False
    press(board, Key.Key_H)
    assert board._scene.lit == set()
    assert owner.refusals == ["this room plays without hints"]


def test_the_cursor_shows_only_while_the_keyboard_is_used(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand = Mouse(board)
    plain = board.grab().toImage()
    assert not shown(board)
    press(board, Key.Key_Right)
    assert shown(board)
    assert board.grab().toImage() != plain
    hand.move(QPointF(500, 690))
    assert not shown(board)
    assert board.grab().toImage() == plain
    press(board, Key.Key_Left)
    hand.move(QPointF(500, 690))
    assert shown(board), "a mouse that lies still is no hand on it"
    hand.move(QPointF(501, 690))
    press(board, Key.Key_Return)
    assert board._scene.held_box() is None, "the first key only shows where the cursor is"
    press(board, Key.Key_Return)
    assert board._scene.held_box() is not None
    hand.move(QPointF(400, 690))
    assert shown(board), "a nudge of the mouse takes nothing out of the hand"
    hand.drag(WASTE, CLUBS)
    assert owner.actions == [Move(WASTE, 1, CLUBS)]
    assert not shown(board)
    assert board._scene.lit == set()


def test_mouse_and_keyboard_hold_one_thing_at_a_time(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand = Mouse(board)
    hand.click(9)
    press(board, Key.Key_Right)
    assert board._mouse.gesture.source is None
    press(board, Key.Key_Escape)
    go_to(board, 9)
    press(board, Key.Key_Return)
    board.show_state(board.game.play(KLONDIKE, Move(WASTE, 1, CLUBS)))
    assert {lit.pile for lit in board._scene.lit} == {8}, "still in hand"
    board.set_interactive(False)
    assert board._scene.held_box() is None
    press(board, Key.Key_Return)
    assert owner.actions == []


def test_the_cursor_stays_on_the_cards_at_another_size(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    go_to(board, 11)
    for size in ((800, 500), (1600, 1000)):
        board.resize(*size)
        box = board._scene.laid.card_box(Spot(11, 0))
        ring = board._keys._ring.boundingRect()
        assert ring.contains(QPointF(box.x, box.y))
        assert ring.contains(QPointF(box.right, box.bottom))
        assert ring.width() < box.width * 1.4


def test_the_rules_and_the_keys(board: BoardView, owner: Owner, heard: list[str]) -> None:
    show(board, "klondike", KLONDIKE)
    for key in (Key.Key_F1, Key.Key_Question):
        press(board, key)
        assert board._help.isVisible()
        assert "Enter: Take the cards" in heard[-1]
        press(board, Key.Key_Escape)
        assert not board._help.isVisible()


def test_a_tab_brings_the_cursor_and_takes_it_away(owner: Owner, board: BoardView) -> None:
    show(board, "klondike", KLONDIKE)
    window = QWidget()
    field = QLineEdit()
    layout = QVBoxLayout(window)
    layout.addWidget(field)
    layout.addWidget(board)
    window.show()
    window.activateWindow()
    field.setFocus()
    wait_until(field.hasFocus)
    QTest.keyClick(field, Key.Key_Tab)
    assert board.hasFocus()
    assert shown(board)
    QTest.keyClick(board, Key.Key_Tab)
    assert field.hasFocus()
    assert not shown(board)
    board.setParent(None)
    window.close()
    window.deleteLater()


def test_a_tap_game_by_keys(board: BoardView, owner: Owner) -> None:
    show(board, "montana", MONTANA)
    go_to(board, 38)
    press(board, Key.Key_Return)
    assert owner.actions == [Move(38, 1, 2)]
    go_to(board, 25)
    press(board, Key.Key_Return, Key.Key_Down, Key.Key_Return)
    last: Action = owner.actions[-1]
    assert isinstance(last, Move)
    assert last.source == 25


def test_nothing_glides_back_where_motion_is_off(board: BoardView, owner: Owner) -> None:
    preferences.live.set(Preferences(motion="off"))
    board.animated = True
    show(board, "klondike", KLONDIKE)
    go_to(board, 11)
    press(board, Key.Key_Return)
    assert not at_rest(board)
    while spot(board).pile != 11:
        press(board, Key.Key_Right)
    press(board, Key.Key_Return)  # back to where it was
    assert at_rest(board)
