"""A game that only has to be brought home."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, Qt

from client.window.desktop import preferences
from client.window.scene.board_view import BoardView
from engine import catalogue
from engine.state import Move, State
from harness.mouse import Mouse
from tests.client.boards import KLONDIKE, Owner, pile, show
from tests.client.conftest import wait_until
from tests.client.keys import press

Key = Qt.Key


def almost_won() -> State:
    home = catalogue.make("klondike")
    assert home.places[2].kind == "foundation"
    suits = [pile(" ".join(f"{rank}{suit}" for rank in "A23456789TJQK")) for suit in "CDHS"]
    tableau = [suit[-3:] for suit in suits]
    piles = (b"", b"", *[suit[:-3] for suit in suits], *[t[::-1] for t in tableau])
    return State((*piles, b"", b"", b""))


def test_a_won_game_is_finished_by_a_key(board: BoardView, owner: Owner) -> None:
    offered: list[bool] = []
    board.finish_offered.connect(offered.append)
    show(board, "klondike", almost_won())
    assert board._auto_finish.possible
    assert offered == [True]
    board._auto_finish.timer.setInterval(1)
    press(board, Key.Key_A)
    assert len(owner.actions) == 1, "one by one"
    wait_until(lambda: board.game.won(board.state))
    assert len(owner.actions) == 12
    assert all(isinstance(a, Move) and 2 <= a.target <= 5 for a in owner.actions)
    assert offered == [True, False]
    assert not board._auto_finish.timer.isActive()


def test_finishing_stops_at_a_key_and_at_a_refusal(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", almost_won())
    press(board, Key.Key_A)
    assert board._auto_finish.timer.isActive()
    press(board, Key.Key_Right)
    assert not board._auto_finish.timer.isActive()
    owner.plays = False
    press(board, Key.Key_A)
    assert not board._auto_finish.timer.isActive()


def click_the_table(hand: Mouse) -> None:
    hand.click(QPointF(999, 699))


def click_a_card(hand: Mouse) -> None:
    hand.click(6)


def double_click_a_card(hand: Mouse) -> None:
    hand.double_click(6)


PRESSES = (click_the_table, click_a_card, double_click_a_card)


@pytest.mark.parametrize("do", PRESSES)
def test_a_press_stops_what_a_key_has_begun(
    board: BoardView, hand: Mouse, owner: Owner, do: Callable[[Mouse], None]
) -> None:
    preferences.live.set(replace(preferences.live.now, auto_finish=False))
    show(board, "klondike", almost_won())
    press(board, Key.Key_A)
    do(hand)
    assert not board._auto_finish.timer.isActive()


@pytest.mark.parametrize("do", PRESSES)
def test_what_finishes_by_itself_goes_on_after_a_press(
    board: BoardView, hand: Mouse, owner: Owner, do: Callable[[Mouse], None]
) -> None:
    preferences.live.set(replace(preferences.live.now, auto_finish=True))
    show(board, "klondike", almost_won())
    hand.press(QPointF(999, 699))
    assert not board._auto_finish.timer.isActive(), "while the hand is on the table"
    hand.release()
    do(hand)
    assert board._auto_finish.timer.isActive()
    board._auto_finish.timer.setInterval(1)
    wait_until(lambda: board.game.won(board.state))


def test_a_game_finishes_by_itself_only_where_that_is_set(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    preferences.live.set(replace(preferences.live.now, auto_finish=False))
    board.show_state(almost_won())
    assert not board._auto_finish.timer.isActive()
    board.show_state(KLONDIKE)
    preferences.live.set(replace(preferences.live.now, auto_finish=True))
    board._auto_finish.timer.setInterval(1)
    board.undo()
    board.show_state(almost_won())
    assert not board._auto_finish.timer.isActive(), "not while moves are taken back"
    board.press_button()
    board.show_state(KLONDIKE)
    press(board, Key.Key_D)
    board.show_state(almost_won())
    wait_until(lambda: board.game.won(board.state))
