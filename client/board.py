"""The board: a position of a game, and a hand that plays on it.

    board = BoardView()
    board.set_game("klondike", {"deal": "three-card-deals"})
    board.show_state(view)
    board.acted.connect(on_action)  # an engine Action that is legal on the state shown
    board.set_interactive(True)

The board decides nothing: it says what the player wants, and shows the states that it is given.
Whoever owns it plays the action and shows what comes of it, at once; and when it is refused later,
`refuse` shows the state before again, so that everybody sees the cards go back.
"""

from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QTransform
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from client import choices, deck, preferences, sound
from client.boardscene import BoardScene
from client.gesture import (
    Carry,
    Click,
    DoubleClick,
    Drop,
    Events,
    Gesture,
    Lift,
    Point,
    PutBack,
    Stick,
    Thresholds,
)
from client.layout import Spot
from engine import catalogue
from engine import state as actions
from engine.cards import is_down
from engine.catalogue import Options
from engine.game import Game
from engine.rules import all_on
from engine.state import Action, Move, State

GAPS: str = "Rows and gaps"
"""In games of this family a tap on a card that fits one space moves it there."""
HINT_MS: int = 2500
"""How long a hint stays lit."""


NO_GAME: Game = Game(places=(), deck=b"", won=all_on((), 0))


class Hold(NamedTuple):
    """What a gesture begins or ends on: a pile, and how many of its top cards (0: none)."""

    pile: int
    cards: int


class BoardView(QGraphicsView):
    """Shows a position as the player may see it, and tells what the player wants to do.

    Keys: Space or D press the game's button, H shows a hint, U or Ctrl+Z asks for an undo, Escape
    puts held cards back.
    """

    acted = Signal(object)
    """(Action): the player wants this; it is legal on the state shown."""
    refused = Signal(str)
    """(reason): the player tried something that the rules don't allow."""
    undo_asked = Signal()
    chosen = Signal()
    """A thumbnail was clicked."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        thumbnail: bool = False,
        thresholds: Thresholds | None = None,
    ) -> None:
        """Make a board; a `thumbnail` is small, cheap, and only to be looked at (or clicked)."""
        super().__init__(parent)
        self.game = NO_GAME
        self.state = State(())
        """The position shown; without piles while there is none."""
        self.animated = not thumbnail
        """Whether cards may glide here; else they jump, as they do where the preferences say so."""
        self.glow = False
        """Whether the cards that may be moved glow."""
        self.tap = False
        """Whether a click on a card that may go to one place only moves it there."""
        self.hints_allowed = True
        """Whether the key H shows a hint."""
        self._thumbnail = thumbnail
        self._thresholds = thresholds
        self._motion = False
        self._interactive = False
        self._title = ""
        self._gesture = Gesture[Hold](thresholds)
        self._targets: dict[int, Move] = {}
        """While cards are held: the legal moves, by target."""
        self._tapped: int | None = None
        """Where the last tap moved a card to."""
        self._done = False
        """Whether the last click did all there was to do: one on its heels is one too many."""
        self._board = BoardScene(self)
        self.setScene(self._board)
        self._hint_timer = QTimer(self, singleShot=True, interval=HINT_MS)
        self._hint_timer.timeout.connect(self._end_hint)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        preferences.live.changed.connect(self._follow_preferences)
        self._follow_preferences()
        if thumbnail:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            self.setMinimumSize(120, 80)
        else:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setMouseTracking(True)
            self.setMinimumSize(320, 240)

    # What is shown -------------------------------------------------------------------------------

    def set_game(self, name: str, options: Options | None = None) -> None:
        """Show the empty table of a game.

        Raises:
            UnknownGame, BadOption: as `engine.catalogue.make`.
        """
        game = catalogue.make(name, options)
        entry = catalogue.entry(name)
        self._gesture.cancel()
        self._let_go()
        self.game, self.state = game, State(())
        self.tap = entry.family == GAPS
        self.glow = name == "montana"
        self._title = entry.title
        self._board.set_places(game.places)
        self._describe()

    def set_caption(self, caption: str) -> None:
        """Write a line of plain text above the cards: whose board it is."""
        self._board.set_caption(caption)
        self._describe()

    def show_state(self, state: State, *, animate: bool = True) -> None:
        """Show a position (a view). What the player holds stays in hand if it is still there.

        Raises:
            ValueError: no game was set, or the position is not one of its.
        """
        self._show(state, animate=animate)

    def refuse(self, state: State) -> None:
        """Show the position from before what was refused; the cards go back, and flash red."""
        moved = self._show(state, animate=True, quiet=True)
        self._board.flash(moved)
        self._sound("refuse")

    def _show(self, state: State, *, animate: bool, quiet: bool = False) -> set[Spot]:
        if not self.game.places:
            raise ValueError("set_game comes before show_state")
        if len(state.piles) != len(self.game.places):
            raise ValueError(
                f"{self._title} has {len(self.game.places)} piles, not {len(state.piles)}"
            )
        before, self.state = self.state, state
        held = self._gesture.source
        if held is not None and before.piles[held.pile] != state.piles[held.pile]:
            self._gesture.cancel()
            self._let_go()
            held = None
        if state != before:
            self._end_hint()
        begun, deal = any(before.piles), any(state.piles) and not any(before.piles)
        moving = animate and self._moving
        moved = self._board.show_piles(
            state.piles, glide=moving and begun, deal=moving and deal and self.isVisible()
        )
        won = begun and self.game.won(state) and not self.game.won(before)
        if moving and won:
            self._board.celebrate()
        if animate and moved and not quiet:
            self._sound("win" if won else "deal" if deal else "move")
        self._board.show_outlines(
            {
                pile: choices.place_hint(self.game, state, pile)
                for pile, place in enumerate(self.game.places)
                if choices.is_outlined(place)
            }
        )
        if held is not None:
            self._light_targets(held)
        self._update_glow()
        return moved

    def set_interactive(self, interactive: bool) -> None:
        """Let the player play, or only look (which is how it begins: then held cards go back)."""
        interactive = interactive and not self._thumbnail
        if interactive != self._interactive:
            self._interactive = interactive
            self._cancel()
            self._update_glow()

    def _follow_preferences(self) -> None:
        now = preferences.live.now
        self._board.set_look(now.deck, now.cloth)
        self._gesture.thresholds = self._thresholds or now.thresholds
        self._motion = now.animated
        self._update_glow()

    @property
    def _moving(self) -> bool:
        return self.animated and self._motion

    def _sound(self, name: str) -> None:
        if not self._thumbnail and self.isVisible():
            sound.play(name)

    def show_hint(self) -> Action | None:
        """Light up what looks best, and return it: None when there is nothing (or nobody plays).

        The button (`Deal`) is not on the board: whoever shows it may light it up.
        """
        if not self._can_play():
            return None
        self._cancel()
        advice = choices.advice(self.game, self.state)
        if advice is None:
            self.refused.emit("there is nothing left to do")
            return None
        action, spots = advice
        self._board.light(spots, deck.HINTED)
        self._hint_timer.start()
        return action

    def press_button(self) -> None:
        """Do what the game's button does, as the key D and the space bar do."""
        action = choices.button_action(self.game)
        if action is not None and self._can_play():
            self._cancel()
            self._want(action)

    # The hand ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Lift or drop with the left button; look at a covered card with the right one."""
        if self._thumbnail:
            self.chosen.emit()
            return
        at = self._pixel(event)
        if event.button() == Qt.MouseButton.RightButton:
            if self._gesture.source is not None:
                self._cancel()
            else:
                self._peek(at)
        elif event.button() == Qt.MouseButton.LeftButton and self._can_play():
            self._end_hint()
            self._done = False
            hold, liftable = self._hold_at(at)
            if hold is not None and hold.pile != self._tapped:
                self._tapped = None
            point = self._point(at)
            self._react(self._gesture.press(_seconds(event), point, hold, liftable=liftable), at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Qt's second press of two: what it means, the gesture decides."""
        if not self._done:
            self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry what is held."""
        if self._gesture.source is not None:
            at = self._pixel(event)
            self._react(self._gesture.move(self._point(at)), at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop what is held, or let it stick to the pointer after a click."""
        if event.button() == Qt.MouseButton.RightButton:
            self._board.peek(None)
        elif event.button() == Qt.MouseButton.LeftButton and self._can_play():
            at = self._pixel(event)
            point = self._point(at)
            self._react(self._gesture.move(point), at)
            self._react(self._gesture.release(_seconds(event), point, self._released_on(at)), at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of the board; others are left to the window."""
        key, ctrl = event.key(), event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if self._thumbnail or (ctrl and key != Qt.Key.Key_Z):
            event.ignore()
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_D):
            self.press_button()
        elif key == Qt.Key.Key_U or (ctrl and key == Qt.Key.Key_Z):
            self._cancel()
            self.undo_asked.emit()
        elif key == Qt.Key.Key_H and self.hints_allowed:
            self.show_hint()
        elif key == Qt.Key.Key_Escape and self._gesture.source is not None:
            self._cancel()
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Put back what is held: the hand is elsewhere."""
        self._cancel()
        self._board.peek(None)
        super().focusOutEvent(event)

    def _can_play(self) -> bool:
        return self._interactive and bool(self.state.piles)

    def _react(self, events: Events[Hold], at: QPointF) -> None:
        for event in events:
            match event:
                case Lift(source=hold):
                    self._lift(hold, at)
                case Carry():
                    self._board.carry(at.x(), at.y())
                case Stick(source=hold):
                    self._stuck(hold)
                case Drop(source=hold, target=target):
                    self._drop(hold, target.pile)
                case PutBack():
                    self._put_back()
                case Click(place=hold):
                    self._click(hold.pile)
                case DoubleClick(place=hold):
                    self._double_click(hold)

    def _lift(self, hold: Hold, at: QPointF) -> None:
        index = len(self.state.piles[hold.pile]) - hold.cards
        self._board.glow(())
        self._board.lift(Spot(hold.pile, index), at.x(), at.y())
        self._light_targets(hold)

    def _stuck(self, hold: Hold) -> None:
        """A click lifted a card. Where a click alone is enough, play it."""
        if hold.pile == self._tapped:  # the second click of a click-move-click that needed one only
            self._tapped = None
            self._cancel()
            return
        pressed = actions.Click(hold.pile)
        if hold.cards == 1 and self.game.is_legal(self.state, pressed):
            self._gesture.cancel()
            self._let_go()
            self._done = True
            self._want(pressed)
        elif self.tap and len(self._targets) < 2:
            action = next(iter(self._targets.values()), None)
            self._gesture.cancel()
            self._let_go()
            if action is None:
                self._refuse_here("it fits nowhere now", Spot(hold.pile, 0))
            else:
                self._tapped = action.target
                self._done = True
                self._want(action)

    def _drop(self, hold: Hold, target: int) -> None:
        self._let_go()
        self._want(self._targets_of(hold).get(target, Move(hold.pile, hold.cards, target)))

    def _put_back(self) -> None:
        self._let_go()
        self._board.send_home(glide=self._moving)
        self._update_glow()

    def _click(self, pile: int) -> None:
        if self.game.places[pile].press is not None:
            self._want(actions.Click(pile))

    def _double_click(self, hold: Hold) -> None:
        action = choices.best_for(self.game, self.state, *hold)
        if action is None:
            self._refuse_here("it fits nowhere now", choices.top(self.state, hold.pile))
        else:
            self._want(action)

    def _want(self, action: Action) -> None:
        """Tell the owner if it is legal; then all that is not in place goes there."""
        reason = self.game.refusal(self.state, action)
        if reason is None:
            self.acted.emit(action)
        else:
            self._sound("refuse")
            self.refused.emit(reason)
        self._board.send_home(glide=self._moving)
        self._update_glow()

    def _refuse_here(self, reason: str, spot: Spot) -> None:
        self._board.send_home(glide=self._moving)
        self._update_glow()
        self._board.flash([spot])
        self._sound("refuse")
        self.refused.emit(reason)

    def _cancel(self) -> None:
        """Put back what is held."""
        if self._gesture.cancel():
            self._put_back()

    def _let_go(self) -> None:
        self._targets = {}
        self._board.put_down()
        self._board.unlight()

    def _light_targets(self, hold: Hold) -> None:
        self._targets = self._targets_of(hold)
        self._board.light(choices.top(self.state, target) for target in self._targets)

    def _targets_of(self, hold: Hold) -> dict[int, Move]:
        return choices.moves(self.game, self.state, *hold)

    def _update_glow(self) -> None:
        shown = (
            self.glow
            and preferences.live.now.glow
            and self._can_play()
            and self._gesture.source is None
        )
        self._board.glow(choices.movable(self.game, self.state) if shown else ())

    def _end_hint(self) -> None:
        if self._hint_timer.isActive():
            self._hint_timer.stop()
        if self._gesture.source is None:
            self._board.unlight()

    def _peek(self, at: QPointF) -> None:
        """Lift the open card under the pointer above those that cover it."""
        spot = self._board.laid.hit(at.x(), at.y())
        if spot and spot.card >= 0 and not is_down(self.state.piles[spot.pile][spot.card]):
            self._board.peek(spot)

    # From pixels to places -----------------------------------------------------------------------

    def _pixel(self, event: QMouseEvent) -> QPointF:
        """Where the pointer is on the scene."""
        return event.position() * self.devicePixelRatioF()

    def point(self, position: QPointF) -> Point:
        """Return a position on the board's widget in card widths and heights."""
        return self._point(position * self.devicePixelRatioF())

    def _point(self, at: QPointF) -> Point:
        """The same for a position on the scene."""
        width, height = self._board.laid.table.card
        return Point(at.x() / width, at.y() / height)

    def _hold_at(self, at: QPointF) -> tuple[Hold | None, bool]:
        """What a press here is on, and whether it can be lifted."""
        spot = self._board.laid.hit(at.x(), at.y())
        if spot is None:
            return None, False
        count = choices.liftable(self.game, self.state, spot)
        return Hold(spot.pile, count), bool(count)

    def _released_on(self, at: QPointF) -> Hold | None:
        """What a release here is over: the pile that the held cards are meant for."""
        held, box = self._gesture.source, self._board.held_box()
        if held is None or box is None:
            return None
        pile = self._board.laid.drop_target(box, at.x(), at.y(), held.pile, self._targets)
        if pile is None:
            return None
        return held if pile == held.pile else Hold(pile, 0)

    # The window ----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board to the window."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit the board to another screen's pixels, too."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        self._cancel()
        ratio = self.devicePixelRatioF()
        size = self.viewport().size()
        self.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
        self._board.resize(round(size.width() * ratio), round(size.height() * ratio), ratio)

    def _describe(self) -> None:
        caption = self._board.caption
        self.setAccessibleName(f"{self._title}, {caption}" if caption else self._title)


def _seconds(event: QMouseEvent) -> float:
    return event.timestamp() / 1000
