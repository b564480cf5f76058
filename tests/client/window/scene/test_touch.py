"""Fingers and pens play as the mouse does."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QInputDevice, QPointingDevice, QTabletEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.board.gesture import Thresholds
from client.window.scene.board_view import BoardView
from engine.state import Click, Move
from harness.mouse import Mouse
from tests.client.boards import CLUBS, KLONDIKE, STOCK, WASTE, Owner, item, show
from tests.client.conftest import wait_until

NO_CLICK = Thresholds(quick=-1, slow=-1)
"""However short a touch is: these fingers drag."""


@pytest.fixture
def board(board: BoardView) -> BoardView:
    board.animated = False
    return board


@pytest.fixture(scope="module")
def screen(qt_app: QApplication) -> QPointingDevice:
    return QTest.createTouchDevice()


class Finger:
    """A finger on a touch screen; Qt makes mouse events of what a widget leaves alone."""

    def __init__(self, board: BoardView, screen: QPointingDevice, number: int = 0) -> None:
        self._board, self._screen, self._number = board, screen, number
        self._hand = Mouse(board)

    def point(self, pile: int, card: int | None = None) -> QPoint:
        return self._hand.point(pile, card).toPoint()

    def press(self, at: QPoint) -> None:
        QTest.touchEvent(self._board, self._screen).press(self._number, at).commit()

    def move(self, to: QPoint) -> None:
        QTest.touchEvent(self._board, self._screen).move(self._number, to).commit()

    def release(self, at: QPoint) -> None:
        QTest.touchEvent(self._board, self._screen).release(self._number, at).commit()

    def drag(self, start: QPoint, end: QPoint) -> None:
        self.press(start)
        for part in (0.3, 0.6, 1.0):
            self.move(start + (end - start) * part)
        self.release(end)


def test_a_finger_drags_a_card(board: BoardView, owner: Owner, screen: QPointingDevice) -> None:
    show(board, "klondike", KLONDIKE)
    board._mouse.gesture.thresholds = NO_CLICK
    finger = Finger(board, screen)
    finger.drag(finger.point(WASTE), finger.point(CLUBS))
    assert owner.actions == [Move(WASTE, 1, CLUBS)]


def test_a_tap_takes_a_card_up_and_the_next_puts_it_down(
    board: BoardView, owner: Owner, screen: QPointingDevice
) -> None:
    show(board, "klondike", KLONDIKE)
    finger = Finger(board, screen)
    for at in (finger.point(11), finger.point(10)):
        finger.press(at)
        finger.release(at)
    assert owner.actions == [Move(11, 1, 10)]
    stock = finger.point(STOCK)
    finger.press(stock)
    finger.release(stock)
    assert owner.actions[1:] == [Click(STOCK)]


def test_a_second_finger_changes_nothing(
    board: BoardView, owner: Owner, screen: QPointingDevice
) -> None:
    show(board, "klondike", KLONDIKE)
    board._mouse.gesture.thresholds = NO_CLICK
    first = Finger(board, screen)
    start, end = first.point(WASTE), first.point(CLUBS)
    first.press(start)
    other = first.point(9)
    QTest.touchEvent(board, screen).stationary(0).press(1, other).commit()
    QTest.touchEvent(board, screen).move(0, end).move(1, other + QPoint(90, 40)).commit()
    assert len(board._scene._held) == 1
    QTest.touchEvent(board, screen).stationary(0).release(1, other + QPoint(90, 40)).commit()
    first.release(end)
    assert owner.actions == [Move(WASTE, 1, CLUBS)]
    assert owner.refusals == []


def test_a_finger_that_lies_still_shows_a_covered_card(
    board: BoardView, owner: Owner, screen: QPointingDevice
) -> None:
    show(board, "klondike", KLONDIKE)
    board._mouse.long_press.setInterval(20)
    finger = Finger(board, screen)
    at = finger.point(7, 1)
    finger.press(at)
    wait_until(lambda: board._scene.peeking)
    queen = item(board, 7, 1)
    assert board._scene.items(queen.sceneBoundingRect().center())[0] is queen
    assert board._scene.held_box() is None
    finger.release(at)
    assert not board._scene.peeking
    top = finger.point(9)
    finger.press(top)
    wait_until(lambda: not board._mouse.long_press.isActive())
    assert not board._scene.peeking, "nothing lies on a top card: it stays in hand"
    assert board._scene.held_box() is not None
    finger.release(top)
    assert owner.actions == []


def test_a_finger_that_drags_is_no_long_press(
    board: BoardView, owner: Owner, screen: QPointingDevice
) -> None:
    show(board, "klondike", KLONDIKE)
    finger = Finger(board, screen)
    start = finger.point(7, 1)
    finger.press(start)
    assert board._mouse.long_press.isActive()
    finger.move(start + QPoint(60, 40))
    assert not board._mouse.long_press.isActive()
    finger.release(finger.point(6))


def test_a_pen_is_left_to_qt_which_makes_a_mouse_of_it(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    pen = QPointingDevice(
        "a pen",
        1,
        QInputDevice.DeviceType.Stylus,
        QPointingDevice.PointerType.Pen,
        QInputDevice.Capability.Position | QInputDevice.Capability.Pressure,
        1,
        1,
    )
    at = Mouse(board).point(WASTE)
    event = QTabletEvent(
        QEvent.Type.TabletPress,
        pen,
        at,
        QPointF(board.viewport().mapToGlobal(at)),
        0.5,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        Qt.KeyboardModifier.NoModifier,
        Qt.MouseButton.LeftButton,
        Qt.MouseButton.LeftButton,
    )
    QApplication.sendEvent(board.viewport(), event)
    assert not event.isAccepted(), "only what nobody takes becomes a mouse event"
    assert QApplication.testAttribute(
        Qt.ApplicationAttribute.AA_SynthesizeMouseForUnhandledTabletEvents
    )
