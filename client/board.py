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

from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPointF, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPointingDevice,
    QResizeEvent,
    QTransform,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from client import choices, deck, preferences, sound
from client.announce import announce, listening
from client.boardscene import BoardScene
from client.finish import finish
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
from client.keyhand import OF_THE_CURSOR, Command, KeyHand, command_of
from client.keylist import KeyList
from client.layout import Spot
from client.pilewidgets import PileWidgets
from client.spoken import Speaker
from client.texts import game_title, reason_text
from engine import catalogue
from engine import state as actions
from engine.cards import is_down
from engine.catalogue import Options
from engine.game import Game
from engine.rules import all_on
from engine.state import Action, Move, State

GAPS: str = "Rows and gaps"
"""In games of this family a tap on a card that fits one space moves it there..."""
ONE_WAY: Final = frozenset(
    ("clock", "doublets", "elevator", "escalator", "golf", "thieves", "triple-peaks")
)
"""...and in these, where no card ever has more than one place to go to."""
HINT_MS: int = 2500
"""How long a hint stays lit."""
FINISH_MS: int = 120
"""From one move to the next while a game is finished by itself."""
LONG_PRESS_MS: int = 600
"""A finger that lies still on a covered card for so long shows it, as the right button does."""


NO_GAME: Game = Game(places=(), deck=b"", won=all_on((), 0))


class Hold(NamedTuple):
    """What a gesture begins or ends on: a pile, and how many of its top cards (0: none)."""

    pile: int
    cards: int


class BoardView(QGraphicsView):
    """Shows a position as the player may see it, and tells what the player wants to do.

    Mouse, touch and pen play by press, drag and click; the keys are in `client.spoken.board_keys`.
    """

    acted = Signal(object)
    """(Action): the player wants this; it is legal on the state shown."""
    refused = Signal(str)
    """(reason): the player tried something that the rules don't allow; in the player's language."""
    undo_asked = Signal()
    redo_asked = Signal()
    time_asked = Signal()
    """The player wants to hear the time, the place and the score."""
    finish_offered = Signal(bool)
    """Whether `finish` has anything to do now."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        thresholds: Thresholds | None = None,
    ) -> None:
        super().__init__(parent)
        self.game = NO_GAME
        self.state = State(())
        """The position shown; without piles while there is none."""
        self.animated = True
        """Whether cards may glide here; else they jump, as they do where the preferences say so."""
        self.glow = False
        """Whether the cards that may be moved glow."""
        self.tap = False
        """Whether a click on a card that may go to one place only moves it there."""
        self.hints_allowed = True
        """Whether the key H shows a hint."""
        self.auto_finish = False
        """Whether the game finishes by itself as soon as it can (see `finish`)."""
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
        self._speaker = Speaker(NO_GAME)
        self._keys = KeyHand(self._board)
        self._key_list = KeyList(self)
        self._piles = PileWidgets(self.viewport())
        self._can_finish = False
        self._takes_back = False
        """Whether the player is just taking moves back: then nothing finishes by itself."""
        self._finish_timer = QTimer(self, interval=FINISH_MS)
        self._finish_timer.timeout.connect(self._finish_on)
        self._long_press = QTimer(self, singleShot=True, interval=LONG_PRESS_MS)
        self._long_press.timeout.connect(self._pressed_long)
        self._pressed_at = QPointF()
        self._pointer = QPointF()
        """Where the mouse last was."""
        self._hint_timer = QTimer(self, singleShot=True, interval=HINT_MS)
        self._hint_timer.timeout.connect(self._end_hint)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        # Under a clip of many rectangles, a picture takes ten times as long as under one.
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.BoundingRectViewportUpdate)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        preferences.live.changed.connect(self._follow_preferences)
        self._follow_preferences()
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
        self.tap = entry.family == GAPS or name in ONE_WAY
        self.glow = name == "montana"
        self._title = game_title(name)
        self._board.set_places(game.places)
        self._speaker = Speaker(game)
        self._keys.set_game(game, tap=self.tap)
        self._piles.clear()
        self._finish_timer.stop()
        self._takes_back = False
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
        held = self._in_hand()
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
        if self._keys.cursor is not None:
            self._keys.cursor.fit(state)
        if held is not None:
            self._light_targets(held)
        self._keys.draw(state)
        self._update_glow()
        self._tell_change(before, state)
        self._offer_finish()
        return moved

    def _tell_change(self, before: State, state: State) -> None:
        if listening():
            if any(before.piles) and (self._interactive or self.hasFocus()):
                announce(self, self._speaker.change(before, state))
            self._name_piles()

    def _name_piles(self) -> None:
        """Let screen readers find every pile and card where it is seen."""
        if listening() and self.state.piles:
            self._piles.show(self._speaker, self.state, self._board.laid, self.devicePixelRatioF())

    def _in_hand(self) -> Hold | None:
        """What is held, by mouse or keyboard."""
        if self._keys.held is not None:
            return self._hold_of(self._keys.held)
        return self._gesture.source

    def _hold_of(self, spot: Spot) -> Hold:
        return Hold(spot.pile, len(self.state.piles[spot.pile]) - spot.card)

    def set_interactive(self, interactive: bool) -> None:
        """Let the player play, or only look (which is how it begins: then held cards go back)."""
        if interactive != self._interactive:
            self._interactive = interactive
            self._cancel()
            self._update_glow()
            self._offer_finish()

    def _follow_preferences(self) -> None:
        now = preferences.live.now
        self._board.set_look(now.deck, now.cloth)
        self._gesture.thresholds = self._thresholds or now.thresholds
        self._motion = now.animated
        self.auto_finish = now.auto_finish
        self._update_glow()

    @property
    def _moving(self) -> bool:
        return self.animated and self._motion

    def _sound(self, name: str) -> None:
        if self.isVisible():
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
            self.refused.emit(self.tr("there is nothing left to do"))
            return None
        action, spots = advice
        self._board.light(spots, deck.HINTED)
        self._hint_timer.start()
        announce(self, self._speaker.action(self.state, action))
        return action

    def press_button(self) -> None:
        """Do what the game's button does, or click its stock, as the key D and the space bar do."""
        action = choices.button_action(self.game)
        if action is None:
            action = choices.stock_click(self.game)
        if action is not None and self._can_play():
            self._cancel()
            self._want(action)

    def undo(self) -> None:
        """Ask for an undo, as the key U does; what is held goes back first."""
        self._take_back(self.undo_asked)

    def redo(self) -> None:
        """Ask for a redo, as Ctrl+Y does."""
        self._take_back(self.redo_asked)

    def _take_back(self, asked: SignalInstance) -> None:
        self._finish_timer.stop()
        self._cancel()
        self._takes_back = True
        asked.emit()

    # Finishing ------------------------------------------------------------------------------------

    @property
    def can_finish(self) -> bool:
        """Whether moves to the foundations alone win the game from here (see `client.finish`)."""
        return self._can_finish

    def finish(self) -> None:
        """Play the rest of the game, as ordinary moves one after the other.

        A press or a key stops it, and so does a move that is refused.
        """
        if self._can_finish and self._can_play():
            self._cancel()
            self._finish_timer.start()
            self._finish_on()

    def _finish_on(self) -> None:
        plan = finish(self.game, self.state) if self._can_play() else []
        before = self.state
        if plan:
            self._want(plan[0])
        if len(plan) < 2 or self.state == before:  # done, or nobody plays it
            self._finish_timer.stop()

    def _offer_finish(self) -> None:
        could, self._can_finish = (
            self._can_finish,
            self._can_play() and bool(finish(self.game, self.state)),
        )
        if could != self._can_finish:
            self.finish_offered.emit(self._can_finish)
        if not self._can_finish:
            return
        if self.auto_finish and not self._takes_back and not self._finish_timer.isActive():
            self._finish_timer.start()

    # The hand ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Lift or drop with the left button; look at a covered card with the right one."""
        at = self._pixel(event)
        self._finish_timer.stop()
        self._keys.hide()
        self._key_list.hide()
        if self._keys.held is not None:
            self._cancel()
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
            if event.pointerType() == QPointingDevice.PointerType.Finger:
                self._pressed_at = at
                self._long_press.start()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Qt's second press of two: what it means, the gesture decides."""
        if not self._done:
            self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry what is held."""
        at = self._pixel(event)
        if self._keys.held is None and at != self._pointer:  # Qt also tells when the board moved
            self._keys.hide()
        self._pointer = at
        if self._long_press.isActive() and not self._is_still(at):
            self._long_press.stop()
        if self._gesture.source is not None:
            self._react(self._gesture.move(self._point(at)), at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop what is held, or let it stick to the pointer after a click."""
        self._long_press.stop()
        if event.button() == Qt.MouseButton.RightButton or self._board.peeking:
            self._board.peek(None)
        elif event.button() == Qt.MouseButton.LeftButton and self._can_play():
            at = self._pixel(event)
            point = self._point(at)
            self._react(self._gesture.move(point), at)
            self._react(self._gesture.release(_seconds(event), point, self._released_on(at)), at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of the board; others are left to the window."""
        command = command_of(event)
        if command is None or (command == "put back" and not self._has_to_put_back()):
            event.ignore()
            return
        self._finish_timer.stop()
        if command != "keys":
            self._key_list.hide()
        self._obey(command, control=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def focusNextPrevChild(self, following: bool) -> bool:
        """With cards in hand, Tab goes from one of their targets to the next."""
        cursor = self._keys.cursor
        if cursor is None or not cursor.holding:
            return super().focusNextPrevChild(following)
        cursor.next_target(self.state, back=not following)
        self._tell_cursor()
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes by the Tab key wants to see where."""
        super().focusInEvent(event)
        reasons = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if event.reason() in reasons and self._can_play():
            self._keys.show(self.state)
            self._tell_cursor()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Put back what is held: the hand is elsewhere."""
        self._cancel()
        self._keys.hide()
        self._board.peek(None)
        super().focusOutEvent(event)

    def _has_to_put_back(self) -> bool:
        return self._in_hand() is not None or self._key_list.isVisible()

    def _obey(self, command: Command, *, control: bool) -> None:
        match command:
            case "button":
                self.press_button()
            case "undo":
                self.undo()
            case "redo":
                self.redo()
            case "hint" if self.hints_allowed:
                self.show_hint()
            case "hint":
                said = self.tr("this room plays without hints")
                announce(self, said)
                self.refused.emit(said)
            case "finish":
                self.finish()
            case "time":
                self.time_asked.emit()
            case "keys":
                self._key_list.toggle()
                if self._key_list.isVisible():
                    announce(self, self._key_list.accessibleName())
            case "put back":
                self._cancel()
                self._tell_cursor()
            case _ if command in OF_THE_CURSOR and self.state.piles:
                self._move_cursor(command, to_pile=control)

    def _move_cursor(self, command: Command, *, to_pile: bool) -> None:
        cursor = self._keys.cursor
        if cursor is None:
            return
        if self._gesture.source is not None:
            self._cancel()
        if not self._keys.shown:  # the first key only shows where the cursor is
            self._keys.show(self.state)
            self._tell_cursor()
            return
        done: Action | str | None = None
        taking = cursor.held
        match command:
            case "left" | "right" | "up" | "down":
                cursor.go(command, self.state, pile=to_pile)
            case "deeper" | "shallower":
                cursor.along(self.state, deeper=command == "deeper")
            case "deepest" | "top":
                cursor.to_end(self.state, deepest=command == "deepest")
            case "read":
                announce(self, self._speaker.whole_pile(self.state, cursor.spot.pile))
                return
            case "enter" | "best" | "click" if not self._can_play():
                return
            case "enter":
                done = cursor.enter(self.state)
            case "best":
                done = cursor.best(self.state)
            case "click":
                done = cursor.click(self.state)
        if cursor.held != taking:
            self._took(cursor.held)
        if isinstance(done, str):
            self._refuse_here(done, cursor.spot)
        elif done is not None:
            self._want(done)
            self._keys.draw(self.state)
        else:
            self._tell_cursor(taken=cursor.held is not None and taking is None)

    def _took(self, held: Spot | None) -> None:
        """The keyboard has taken cards, or has none in hand any more."""
        self._let_go()
        if held is None:
            self._board.send_home(glide=self._moving)
        else:
            self._board.glow(())
            self._keys.lift()
            self._light_targets(self._hold_of(held))

    def _tell_cursor(self, *, taken: bool = False) -> None:
        """Draw the cursor, and say where it is."""
        self._keys.draw(self.state)
        cursor = self._keys.cursor
        if cursor is None or not self._keys.shown or not listening():
            return
        said = [self._speaker.spot(self.state, cursor.spot)]
        if cursor.held is not None:
            said = [self._speaker.over(self.state, cursor.spot, cursor.held)]
            if taken:
                targets = list(self._targets)
                said.insert(0, self._speaker.taken(self.state, cursor.held, targets))
        announce(self, "; ".join(said))

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
                top = choices.top(self.state, hold.pile)
                self._refuse_here(self.tr("it fits nowhere now"), top)
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
            self._refuse_here(self.tr("it fits nowhere now"), choices.top(self.state, hold.pile))
        else:
            self._want(action)

    def _want(self, action: Action) -> None:
        """Tell the owner if it is legal; then all that is not in place goes there."""
        reason = self.game.refusal(self.state, action)
        if reason is None:
            self._takes_back = False
            self.acted.emit(action)
        else:
            announce(self, self._speaker.refusal(self.state, action, reason))
            self._sound("refuse")
            self.refused.emit(reason_text(reason))
        self._board.send_home(glide=self._moving)
        self._update_glow()

    def _refuse_here(self, reason: str, spot: Spot) -> None:
        self._board.send_home(glide=self._moving)
        self._update_glow()
        self._board.flash([spot] if spot.card >= 0 else ())
        self._sound("refuse")
        announce(self, reason)
        self.refused.emit(reason)

    def _cancel(self) -> None:
        """Put back what is held."""
        key_held = self._keys.cursor is not None and self._keys.cursor.put_back()
        if self._gesture.cancel() or key_held:
            self._put_back()
            self._keys.draw(self.state)

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
            self.glow and preferences.live.now.glow and self._can_play() and self._in_hand() is None
        )
        self._board.glow(choices.movable(self.game, self.state) if shown else ())

    def _end_hint(self) -> None:
        if self._hint_timer.isActive():
            self._hint_timer.stop()
        if self._in_hand() is None:
            self._board.unlight()

    def _peek(self, at: QPointF) -> None:
        """Lift the open card under the pointer above those that cover it."""
        spot = self._board.laid.hit(at.x(), at.y())
        if spot and spot.card >= 0 and not is_down(self.state.piles[spot.pile][spot.card]):
            self._board.peek(spot)

    def _pressed_long(self) -> None:
        """A finger lies still: where cards lie on the card below it, show that one whole."""
        spot = self._board.laid.hit(self._pressed_at.x(), self._pressed_at.y())
        if spot is not None and spot != choices.top(self.state, spot.pile):
            self._cancel()
            self._peek(self._pressed_at)

    def _is_still(self, at: QPointF) -> bool:
        gone, still = self._point(at - self._pressed_at), self._gesture.thresholds.still
        return abs(gone.x) < still and abs(gone.y) < still

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
        elif event.type() == QEvent.Type.StyleChange:
            self._board.restyle()
        return super().event(event)

    def _fit(self) -> None:
        self._cancel()
        ratio = self.devicePixelRatioF()
        size = self.viewport().size()
        self.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
        self._board.resize(round(size.width() * ratio), round(size.height() * ratio), ratio)
        self._keys.draw(self.state)
        self._name_piles()

    def _describe(self) -> None:
        caption = self._board.caption
        self.setAccessibleName(f"{self._title}, {caption}" if caption else self._title)


def _seconds(event: QMouseEvent) -> float:
    return event.timestamp() / 1000
