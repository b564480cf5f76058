"""The board with real widgets."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QAbstractAnimation, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.board.gesture import Thresholds
from client.board.layout import Spot
from client.window.desktop import preferences, sound
from client.window.desktop.preferences import Preferences
from client.window.scene.board_view import BoardView
from engine import catalogue
from engine.catalogue import BadOption, UnknownGame
from engine.state import Click, Deal, Move, State
from harness.mouse import Mouse
from tests.client.boards import (
    KLONDIKE,
    MONTANA,
    STOCK,
    WASTE,
    Owner,
    at_rest,
    item,
    lit,
    pile,
    show,
)
from tests.client.conftest import wait_until


def test_cards_that_fit_glow_in_montana(board: BoardView, hand: Mouse, owner: Owner) -> None:
    show(board, "montana", MONTANA)
    glowing = {light.parentItem() for light in board._scene._glows}
    assert glowing == {item(board, pile) for pile in (0, 25, 33, 38, 39)}
    hand.press(38)
    assert board._scene._glows == []
    hand.wait(1100)
    hand.release()
    assert len(board._scene._glows) == 5
    board.set_interactive(False)
    assert board._scene._glows == []
    show(board, "4x13")
    assert board._scene._glows == []


def test_cards_that_fit_glow_in_gaps(board: BoardView, owner: Owner) -> None:
    show(board, "gaps", MONTANA)
    glowing = {light.parentItem() for light in board._scene._glows}
    assert glowing == {item(board, pile) for pile in (25, 33, 38)}, "a two at the left is locked"


def test_without_animation_cards_are_there_at_once(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    board.animated = False
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 10)
    assert at_rest(board)


# Refusals from afar


def test_a_refused_move_goes_back_visibly(board: BoardView, hand: Mouse, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 10)
    wait_until(lambda: at_rest(board))
    eight = item(board, 10)
    board.refuse(KLONDIKE, "that doesn't go there")
    assert board.state == KLONDIKE
    assert item(board, 11) is eight
    assert not at_rest(board)
    assert [light.parentItem() for light in board._scene._flashes] == [eight]
    wait_until(lambda: at_rest(board) and not board._scene._flashes)


def test_an_action_that_nobody_plays_goes_back(board: BoardView, hand: Mouse, owner: Owner) -> None:
    owner.plays = False
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 10)
    assert owner.actions == [Move(11, 1, 10)]
    wait_until(lambda: at_rest(board))


# Other buttons and keys


def test_saying_again_that_a_board_may_be_played_on_disturbs_nobody(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.click(9)
    board.set_interactive(True)
    board.show_state(KLONDIKE)
    assert lit(board) == {8}


def test_keys(board: BoardView, hand: Mouse, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    QTest.keyClick(board, Qt.Key.Key_Space)
    QTest.keyClick(board, Qt.Key.Key_D)
    assert owner.actions == [Click(STOCK)] * 2
    QTest.keyClick(board, Qt.Key.Key_U)
    QTest.keyClick(board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert owner.undos == 2
    QTest.keyClick(board, Qt.Key.Key_H)
    assert len(board._scene.lit) in (1, 2)
    hand.click(QPointF(999, 699))
    assert lit(board) == set()
    board.hints_allowed = False
    QTest.keyClick(board, Qt.Key.Key_H)
    assert lit(board) == set()
    show(board, "montana", MONTANA)
    QTest.keyClick(board, Qt.Key.Key_D)
    assert owner.actions[2:] == [Deal()]


EMPTIED = KLONDIKE._replace(piles=(b"", pile("9C 2C"), *KLONDIKE.piles[2:]))
"""The next click on the stock turns the waste over."""


def by_button(board: BoardView) -> None:
    board.press_button()


def by_key(board: BoardView) -> None:
    QTest.keyClick(board, Qt.Key.Key_D)


def by_click(board: BoardView) -> None:
    Mouse(board).click(STOCK)


def by_the_cursor(board: BoardView) -> None:
    board._keys.show()
    assert board._keys.cursor is not None
    board._keys.cursor.spot = Spot(STOCK, -1)
    QTest.keyClick(board, Qt.Key.Key_C)


@pytest.mark.parametrize("press", [by_button, by_key, by_click, by_the_cursor])
def test_a_redeal_that_cannot_be_taken_back_needs_a_second_press(
    board: BoardView, owner: Owner, heard: list[str], press: Callable[[BoardView], None]
) -> None:
    show(board, "klondike", EMPTIED)
    clock = [100.0]
    board._sure.now = lambda: clock[0]
    board.asks_redeals = True
    press(board)
    press(board)  # too soon: a hand that went on
    assert owner.actions == []
    assert board.bubble.isVisible()
    assert board.bubble.text().startswith("Do it again")
    assert heard[-1] == board.bubble.text()
    clock[0] += 1
    press(board)
    assert owner.actions == [Click(STOCK)]
    assert not board.bubble.isVisible()
    clock[0] += 1
    press(board)
    assert owner.actions == [Click(STOCK)] * 2, "cards are turned up unasked"


def test_the_games_own_button_asks_by_its_keys(board: BoardView, owner: Owner) -> None:
    show(board, "montana", MONTANA)
    clock = [100.0]
    board._sure.now = lambda: clock[0]
    board.asks_redeals = True
    QTest.keyClick(board, Qt.Key.Key_D)
    clock[0] += 1
    held = QKeyEvent(
        QEvent.Type.KeyPress, Qt.Key.Key_D, Qt.KeyboardModifier.NoModifier, "d", autorep=True
    )
    QApplication.sendEvent(board, held)
    assert owner.actions == [], "a key that is held down answers nothing"
    assert board.bubble.isVisible()
    QTest.keyClick(board, Qt.Key.Key_Space)
    assert owner.actions == [Deal()]


def test_another_move_takes_the_question_back(board: BoardView, hand: Mouse, owner: Owner) -> None:
    show(board, "klondike", EMPTIED)
    clock = [100.0]
    board._sure.now = lambda: clock[0]
    board.asks_redeals = True
    by_key(board)
    clock[0] += 1
    hand.drag(11, 10)
    assert owner.actions == [Move(11, 1, 10)]
    by_key(board)
    assert owner.actions == [Move(11, 1, 10)]
    board.asks_redeals = False
    by_key(board)
    assert owner.actions[1:] == [Click(STOCK)]


def test_a_hint_goes_out_by_itself(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    action = board.show_hint()
    assert action in board.game.legal_actions(board.state)
    board._hint_timer.setInterval(1)
    assert board.show_hint() == action
    wait_until(lambda: not board._scene.lit)


def test_where_all_goes_round_the_hint_says_so(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    board.looks_best = lambda: None
    for takes_back in (True, False):
        board.asks_redeals = not takes_back
        assert board.show_hint() is None
        assert "goes round in circles" in board.bubble.text()
        assert ("take moves back" in board.bubble.text()) == takes_back
    assert owner.actions == []


def test_a_board_that_is_only_looked_at_takes_no_input(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    board.set_interactive(False)
    hand.drag(11, 10)
    hand.double_click(WASTE)
    QTest.keyClick(board, Qt.Key.Key_Space)
    assert board.show_hint() is None
    assert owner.actions == []
    assert at_rest(board)


# Sizes, and what is shown


SIZES = ((800, 500), (1280, 800), (2560, 1440))
IN_EVERY_SIZE = ("klondike", "spider", "triple-peaks")


@pytest.mark.parametrize(
    ("name", "size"),
    [
        (entry.name, size)
        for number, entry in enumerate(catalogue.entries())
        for size in (SIZES if entry.name in IN_EVERY_SIZE else (SIZES[number % len(SIZES)],))
    ],
)
def test_every_game_is_drawn_sharp_and_every_size_is(
    board: BoardView, name: str, size: tuple[int, int]
) -> None:
    board.resize(*size)
    show(board, name)
    scene = board._scene
    ratio = board.devicePixelRatioF()
    assert board.mapToScene(QPoint(0, 0)) == QPointF(0, 0)
    assert scene.sceneRect().size().toSize() == board.viewport().size() * ratio
    picture = board.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    for spot, card in scene._items.items():
        if card.isVisible() and spot.card == len(board.state.piles[spot.pile]) - 1:
            own = scene.pictures.card(card.card).toImage()
            x, y = own.width() // 2, own.height() - 9  # uncovered, in a pyramid too
            if spot.pile in scene._counts:  # which has its number there
                x = own.width() // 6
            if scene.laid.hit(card.home.x() + x, card.home.y() + y) == spot and not scene._glows:
                seen = picture.pixelColor(card.home.x() + x, card.home.y() + y)
                assert seen.rgb() == own.pixelColor(x, y).rgb(), spot


def test_a_resize_puts_back_what_is_held_and_moves_the_light(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.click(9)
    board.resize(800, 500)
    assert lit(board) == set()
    assert at_rest(board)
    board.show_hint()
    before = {spot: light.pos() for spot, light in board._scene._lights.items()}
    board.resize(1200, 900)
    for spot, light in board._scene._lights.items():
        box = board._scene.laid.card_box(spot)
        assert light.pos().toPoint() == QPoint(box.x, box.y) != before[spot].toPoint()


def test_what_a_board_cannot_show_is_refused(board: BoardView) -> None:
    with pytest.raises(ValueError, match="set_game"):
        board.show_state(KLONDIKE)
    with pytest.raises(UnknownGame):
        board.set_game("tarock")
    with pytest.raises(BadOption):
        board.set_game("klondike", {"deal": "five-card-deals"})
    board.set_game("klondike")
    with pytest.raises(ValueError, match="Klondike has 13 piles, not 1"):
        board.show_state(State((b"",)))


def test_another_game_and_other_colours(board: BoardView, hand: Mouse, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand.click(9)
    show(board, "montana", MONTANA)
    assert board.accessibleName() == "Montana"
    assert len(board._scene._items) == 48
    assert at_rest(board)
    before = board.grab().toImage()
    preferences.live.set(replace(preferences.live.now, four_colours=True))
    assert board.grab().toImage() != before


def test_what_happens_is_heard(board: BoardView) -> None:
    heard: list[str] = []
    sound.bell.rung.connect(heard.append)
    game = catalogue.make("klondike")
    board.set_game("klondike")
    state = game.deal("test")
    board.show_state(game.view(state))
    board.show_state(game.view(game.play(state, Click(0), "test")))
    board.show_state(game.view(game.play(state, Click(0), "test")))
    board.refuse(game.view(state), "that doesn't go there")
    assert heard == ["deal", "move", "refuse"]
    sound.bell.rung.disconnect(heard.append)


def test_motion_can_be_off_and_thresholds_follow(board: BoardView) -> None:
    preferences.live.set(Preferences(motion="off", thresholds=Thresholds(quick=0.4)))
    game = catalogue.make("klondike")
    board.set_game("klondike")
    board.show_state(game.view(game.deal("test")))
    assert at_rest(board)
    assert board._mouse.gesture.thresholds == Thresholds(quick=0.4)


def test_a_win_celebrates(board: BoardView) -> None:
    suits = [bytes(suit << 4 | rank for rank in range(1, 14)) for suit in range(4)]
    won = State((b"", b"", *suits, *(b"",) * 7))
    before = won._replace(piles=(b"", b"", *suits[:3], suits[3][:-1], suits[3][-1:], *(b"",) * 6))
    board.set_game("klondike")
    board.show_state(before, animate=False)
    assert board._scene.party.state() == QAbstractAnimation.State.Stopped
    board.show_state(won)
    assert board._scene.party.state() == QAbstractAnimation.State.Running
    board.show_state(before)
    assert board._scene.party.state() == QAbstractAnimation.State.Stopped
