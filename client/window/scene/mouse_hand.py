"""The mouse on a board (and fingers and pens, of which Qt makes a mouse).

`client.board.gesture` knows what presses and releases mean; here they meet the cards.
"""

from typing import Final

from PySide6.QtCore import QObject, QPointF, Qt, QTimer

from client.board.gesture import (
    Answer,
    Carry,
    DoubleClick,
    Drop,
    Gesture,
    Lift,
    Point,
    PutBack,
    SingleClick,
    Stick,
)
from client.board.layout import Spot
from client.window.scene.board_scene import BoardScene
from client.window.scene.hand import Hand, Hold
from client.words.refusals import refusal_text
from engine import handling
from engine.cards import is_down
from engine.game import Game
from engine.reasons import why_not_lifted
from engine.state import Click, Move, State

LONG_PRESS_MS: Final = 600
"""A finger that lies still on a covered card for so long shows it, as the right button does."""


class MouseHand(Hand):
    """The hand that presses, drags and clicks. Points are on the scene; times are in seconds."""

    def __init__(self, scene: BoardScene, parent: QObject | None = None) -> None:
        """Work on the cards of this scene."""
        super().__init__(scene, parent)
        self.gesture = Gesture[Hold]()
        self.clicked = False
        """Whether the last click did all there was to do: one on its heels is one too many."""
        self._tapped: int | None = None
        """Where the last tap moved a card to."""
        self._pressed_at = QPointF()
        self.long_press = QTimer(self, singleShot=True, interval=LONG_PRESS_MS)
        self.long_press.timeout.connect(self._pressed_long)

    @property
    def held(self) -> Hold | None:
        """What is held; None while nothing is."""
        return self.gesture.source

    def set_game(self, game: Game) -> None:
        """Begin on the empty table of another game."""
        self.gesture.cancel()
        super().set_game(game)

    def follow(self, state: State) -> None:
        """Take in the position; what is held stays in hand if its pile is as it was."""
        before, held = self.state, self.held
        super().follow(state)
        if held is not None and before.piles[held.pile] != state.piles[held.pile]:
            self.gesture.cancel()
            self.let_go()

    def cancel(self) -> bool:
        """Put back what is held; return whether anything was."""
        if not self.gesture.cancel():
            return False
        self._put_back()
        return True

    # Press, move, release ------------------------------------------------------------------------

    def press(self, time: float, at: QPointF, *, finger: bool) -> None:
        """Take in that the left button goes down, or a finger."""
        self.clicked = False
        hold, liftable = self._hold_at(at)
        if hold is not None and hold.pile != self._tapped:
            self._tapped = None
        if hold is not None and self.held is not None and hold.pile == self.held.pile:
            hold = self.held  # another card of the pile from which it came is no other place
        self.move(at)
        point, takes = self.point(at), self.is_over_target(at)
        self._react(self.gesture.press(time, point, hold, liftable=liftable, takes=takes), at)
        if finger:
            self._pressed_at = at
            self.long_press.start()

    def move(self, at: QPointF) -> None:
        """Take in that the pointer is here now, button up or down."""
        if self.long_press.isActive() and not self._is_still(at):
            self.long_press.stop()
        if self.held is not None:
            self._react(self.gesture.move(self.point(at)), at)

    def release(self, time: float, at: QPointF) -> None:
        """Take in that the left button comes up, or the finger."""
        self.move(at)
        point, place = self.point(at), self._released_on(at)
        takes, right_on = self.is_over_target(at), self.is_right_on(at)
        self._react(self.gesture.release(time, point, place, takes=takes, right_on=right_on), at)

    def is_over_target(self, at: QPointF) -> bool:
        """Return whether what is held plainly lies on a pile that takes it, the pointer here.

        The pointer has to be on that pile, or most of the card. (For a drop less is enough; but a
        card that a click shook a little onto its neighbour was not brought there.)
        """
        held, box = self.held, self._scene.held_box()
        if held is None or box is None:
            return False
        spot = self._scene.laid.hit(at.x(), at.y())
        most = self._scene.laid.drop_target(box, at.x(), at.y(), held.pile, ())
        return most in self.targets or (spot is not None and spot.pile in self.targets)

    def is_right_on(self, at: QPointF) -> bool:
        """Return whether the pointer itself is on another pile, which what is held is meant for."""
        held, place = self.held, self._released_on(at)
        spot = self._scene.laid.hit(at.x(), at.y())
        if place is None or place == held or spot is None:
            return False
        return spot.pile == place.pile

    def peek(self, at: QPointF) -> None:
        """Lift the open card under the pointer above those that cover it."""
        spot = self._scene.laid.hit(at.x(), at.y())
        if spot and spot.card >= 0 and not is_down(self.state.piles[spot.pile][spot.card]):
            self._scene.peek(spot)

    def _pressed_long(self) -> None:
        """Show the card below a finger that lies still, if other cards lie on it."""
        spot = self._scene.laid.hit(self._pressed_at.x(), self._pressed_at.y())
        if spot is not None and spot != Spot.top(self.state, spot.pile):
            self.cancel()
            self.peek(self._pressed_at)

    def _is_still(self, at: QPointF) -> bool:
        gone, still = self.point(at - self._pressed_at), self.gesture.thresholds.still
        return abs(gone.x) < still and abs(gone.y) < still

    def shape(self, at: QPointF) -> Qt.CursorShape:
        """Return how the pointer looks here: what a press would do, or that something is held."""
        if self.held is not None:
            return Qt.CursorShape.ClosedHandCursor
        hold, liftable = self._hold_at(at)
        if liftable:
            return Qt.CursorShape.OpenHandCursor
        if hold is not None and self.game.is_legal(self.state, Click(hold.pile)):
            return Qt.CursorShape.PointingHandCursor
        return Qt.CursorShape.ArrowCursor

    # What comes of it ----------------------------------------------------------------------------

    def _react(self, events: Answer[Hold], at: QPointF) -> None:
        for event in events:
            match event:
                case Lift(source=hold):
                    self._lift(hold, at)
                case Carry():
                    self._scene.carry(at.x(), at.y())
                case Stick(source=hold):
                    self._stick(hold)
                case Drop(source=hold, target=target):
                    self._drop(hold, target.pile)
                case PutBack():
                    self._put_back()
                case SingleClick(place=hold):
                    self._click(hold.pile, at)
                case DoubleClick(place=hold):
                    self._double_click(hold)

    def _lift(self, hold: Hold, at: QPointF) -> None:
        self._scene.glow(())
        self._scene.lift(Spot.lowest(self.state, *hold), at.x(), at.y())
        self.light_targets()

    def _stick(self, hold: Hold) -> None:
        """Play what a click on the lifted cards does; where that is nothing, they stay up."""
        if hold.pile == self._tapped:  # the second click of a click-move-click that needed one only
            self._tapped = None
            self.cancel()
            return
        action = handling.click(self.game, self.state, *hold)
        if action is None and (self.targets or not self.game.tap):
            return
        self.gesture.cancel()
        self.let_go()
        if action is None:
            self._refuse(hold.pile)
            return
        if isinstance(action, Move):
            self._tapped = action.target
        self.clicked = True
        self.wanted.emit(action)

    def _drop(self, hold: Hold, target: int) -> None:
        self.let_go()
        self.wanted.emit(Move(*hold, target))

    def _put_back(self) -> None:
        self.let_go()
        self.put_back.emit()

    def _click(self, pile: int, at: QPointF) -> None:
        if handling.clickable(self.game, pile):
            self.wanted.emit(Click(pile))
            return
        spot = self._scene.laid.hit(at.x(), at.y())
        if spot is not None and spot.pile == pile and spot.card >= 0:
            count = len(self.state.piles[pile]) - spot.card
            if reason := why_not_lifted(self.game, self.state, pile, count):
                self.refused.emit(refusal_text(reason), spot)

    def _double_click(self, hold: Hold) -> None:
        action = handling.double_click(self.game, self.state, *hold)
        if action is None:
            self._refuse(hold.pile)
        else:
            self.wanted.emit(action)

    def _refuse(self, pile: int) -> None:
        """Say that the cards fit nowhere, at the top of the pile where they lie."""
        self.refused.emit(self.tr("it fits nowhere now"), Spot.top(self.state, pile))

    # From pixels to places -----------------------------------------------------------------------

    def point(self, at: QPointF) -> Point:
        """Return a position on the scene in card widths and heights."""
        width, height = self._scene.laid.table.card
        return Point(at.x() / width, at.y() / height)

    def _hold_at(self, at: QPointF) -> tuple[Hold | None, bool]:
        """Return what a press here is on, and whether it can be lifted."""
        spot = self._scene.laid.hit(at.x(), at.y())
        if spot is None:
            return None, False
        count = handling.liftable(self.game, self.state, *spot)
        return Hold(spot.pile, count), bool(count)

    def _released_on(self, at: QPointF) -> Hold | None:
        """Return the pile that held cards are meant for by a release here."""
        held, box = self.held, self._scene.held_box()
        if held is None or box is None:
            return None
        pile = self._scene.laid.drop_target(box, at.x(), at.y(), held.pile, self.targets)
        if pile is None:
            return None
        return held if pile == held.pile else Hold(pile, 0)
