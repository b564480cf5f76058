"""The board: a position of a game, and the hands that play on it.

    board = BoardView()
    board.set_game("klondike", {"deal": "three-card-deals"})
    board.show_state(view)
    board.acted.connect(on_action)  # an engine Action that is legal on the state shown
    board.set_interactive(True)

The board decides nothing: it says what the player wants, and shows the states that it is given.
Whoever owns it plays the action and shows what comes of it, at once; and when it is refused later,
`refuse` shows the state before again, so that everybody sees the cards go back.
"""

import time
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QTimer, Signal, SignalInstance
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

from client.board.gesture import Point
from client.board.layout import Box, Spot, spots_of
from client.board.no_game import NO_GAME
from client.board.sure import PATIENCE, Sure
from client.window.cards import deck
from client.window.desktop import preferences, sound
from client.window.scene.auto_finish import AutoFinish
from client.window.scene.board_scene import BoardScene
from client.window.scene.bubble import Bubble
from client.window.scene.help_sheet import HelpSheet
from client.window.scene.key_hand import OF_THE_CURSOR, Command, KeyHand, command_of
from client.window.scene.mouse_hand import MouseHand
from client.window.scene.narrator import Narrator
from client.words.refusals import refusal_text
from client.words.texts import game_title, sentence
from engine import catalogue, handling
from engine.catalogue import Options
from engine.empty_places import outlines
from engine.hints import leading_on
from engine.reasons import why_not
from engine.state import Action, Deal, State

HINT_MS: Final = 2500
"""Milliseconds that a hint stays lit; the game's button does while the cursor is at it."""


class BoardView(QGraphicsView):
    """Shows a position as the player may see it, and tells what the player wants to do.

    Mouse, touch and pen play by press, drag and click (see `mouse_hand`); the keys are in
    `help_sheet.board_keys` (and `key_hand`).
    """

    acted = Signal(object)
    """(Action): the player wants this; it is legal on the state shown."""
    refused = Signal(str, object)
    """(reason, spots): the player tried something there that the rules don't allow; why not, in the
    player's language.  The board itself shows it, as by `tell_refusal`."""
    undo_asked = Signal()
    """The player wants to take a move back."""
    redo_asked = Signal()
    """The player wants to do again what was taken back."""
    time_asked = Signal()
    """The player wants to hear the time, the place and the score."""
    button_lit = Signal(bool)
    """Whether the game's button (`Deal`), which is not on the board, is what a hint names."""
    solution_hinted = Signal()
    """The hint that is shown follows a solution."""
    finish_offered = Signal(bool)
    """Whether `finish` has anything to do now."""
    fitted = Signal()
    """The cards lie elsewhere: the board has another size."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game = NO_GAME
        self.state = State(())
        """The position shown; without piles while there is none."""
        self.animated = True
        """Whether cards may glide here; else they jump, as they do where the preferences say so."""
        self.glow = False
        """Whether the cards that may be moved glow."""
        self.hints_allowed = True
        """Whether the key H shows a hint."""
        self.looks_best: Callable[[], Action | None] = self._at_first_glance
        """Returns what looks best and leads on; None where nothing does."""
        self.solution: Callable[[], Action | None] = lambda: None
        """Returns what a solution does next, where one is known: hints follow it."""
        self.asks_redeals = False
        """Whether a redeal has to be asked for twice, as it cannot be taken back here."""
        self._motion = False
        self._interactive = False
        self._asking = False
        """Whether the owner is just being told what the player wants."""
        self._title = ""
        self._scene = BoardScene(self)
        self.setScene(self._scene)
        self.installEventFilter(self)
        self._narrator = Narrator(self)
        self._mouse = MouseHand(self._scene, self)
        self._keys = KeyHand(self._scene, self)
        for hand in (self._mouse, self._keys):
            hand.wanted.connect(self._want)
            hand.refused.connect(self._refuse_here)
            hand.put_back.connect(self._send_home)
        self._keys.moved.connect(self._tell_cursor)
        self._keys.button_pointed.connect(self._light_button)
        self._help = HelpSheet(self)
        self.bubble = Bubble(self)
        """Why the last thing that the player tried could not be done, for a while."""
        self._refused_at: Sequence[Spot] = ()
        """What that was about."""
        self.refused.connect(self.tell_refusal)
        self._sure = Sure(time.monotonic)
        self._auto_finish = AutoFinish(self)
        self._auto_finish.wanted.connect(self._want)
        self._auto_finish.offered.connect(self.finish_offered)
        self._pointer = QPointF()
        """Where the mouse last was."""
        self._hint_timer = QTimer(self, singleShot=True, interval=HINT_MS)
        self._hint_timer.timeout.connect(self._end_hint)
        self._hinted: Action | None = None
        self._button_is_lit = False
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
        self.setMinimumSize(240, 160)

    # What is shown -------------------------------------------------------------------------------

    def set_game(self, name: str, options: Options | None = None) -> None:
        """Show the empty table of a game.

        Raises:
            UnknownGame, BadOption: as `engine.catalogue.make`.
        """
        game = catalogue.make(name, options)
        self.game, self.state = game, State(())
        self.glow = game.glow
        self._title = game_title(name)
        self._help.set_game(name, options)
        for hand in (self._mouse, self._keys):
            hand.set_game(game)
        self._scene.set_places(game.places)
        self._narrator.set_game(game)
        self._auto_finish.stop()
        self._auto_finish.takes_back = False
        self._refused_at = ()
        self._sure.forget()
        self.bubble.hide()
        self._describe()

    @property
    def sparing(self) -> bool:
        """Whether cards glide in every second frame only, as very much else moves."""
        return self._scene.pace.sparing

    @sparing.setter
    def sparing(self, sparing: bool) -> None:
        self._scene.pace.sparing = sparing

    def set_caption(self, caption: str) -> None:
        """Write a line of plain text above the cards: whose board it is."""
        self._scene.set_caption(caption)
        self._describe()

    def show_state(self, state: State, *, animate: bool = True) -> None:
        """Show a position (a view). What the player holds stays in hand if it is still there.

        Raises:
            ValueError: no game was set, or the position is not one of its.
        """
        self._show(state, animate=animate)

    def refuse(self, state: State, reason: str) -> None:
        """Show the position from before what was refused, and why; the cards go back, and flash."""
        moved = self._show(state, animate=True, quiet=True)
        self._scene.flash(moved)
        self._sound("refuse")
        self.tell_refusal(reason, sorted(moved))

    def tell_refusal(self, reason: str, spots: Sequence[Spot] = ()) -> None:
        """Show for a while why something cannot be done, near the last of these cards or places.

        It is past with the next that is done. It is only shown: whoever knows says it aloud.
        """
        self._refused_at = spots
        self.bubble.tell(sentence(reason), *self._boxes())

    def _boxes(self) -> tuple[list[Box], list[Box]]:
        """Return where that was tried which the bubble is about, and all piles, in its pixels."""
        laid = self._scene.laid
        if not laid.table.bases:
            return [], []
        piles = [laid.pile_box(pile) for pile in range(len(laid.at))]
        tried = [laid.card_box(at) for at in self._refused_at if at.card < len(laid.at[at.pile])]
        return self._in_pixels(tried), self._in_pixels(piles)

    def card_boxes(self) -> list[Box]:
        """Return where cards lie, a box for each pile that has any, in this widget's pixels."""
        laid = self._scene.laid
        if not laid.table.bases:
            return []
        held = (pile for pile, cards in enumerate(self.state.piles) if cards)
        return self._in_pixels([laid.pile_box(pile) for pile in held])

    def _in_pixels(self, boxes: Sequence[Box]) -> list[Box]:
        ratio = self.devicePixelRatioF()
        return [Box(*(round(side / ratio) for side in box)) for box in boxes]

    def _show(self, state: State, *, animate: bool, quiet: bool = False) -> set[Spot]:
        if not self.game.places:
            raise ValueError("set_game comes before show_state")
        if len(state.piles) != len(self.game.places):
            raise ValueError(
                f"{self._title} has {len(self.game.places)} piles, not {len(state.piles)}"
            )
        before, self.state = self.state, state
        for hand in (self._mouse, self._keys):
            hand.follow(state)
        if state != before:
            self._end_hint()
            self._sure.forget()
        begun, deal = any(before.piles), any(state.piles) and not any(before.piles)
        moving = animate and self._moving
        moved = self._scene.show_piles(
            state.piles, glide=moving and begun, deal=moving and deal and self.isVisible()
        )
        won = begun and self.game.won(state) and not self.game.won(before)
        if moving and won:
            self._scene.celebrate()
        if animate and moved and not quiet:
            self._sound("win" if won else "deal" if deal else "move")
        self._scene.show_outlines(outlines(self.game, state))
        self._scene.show_redeals(handling.redeals_left(self.game, state))
        for hand in (self._mouse, self._keys):
            hand.light_targets()
        self._keys.draw()
        self._update_glow()
        self._shape_pointer()
        self._tell_change(before, state)
        self._offer_finish()
        return moved

    def _tell_change(self, before: State, state: State) -> None:
        if self._interactive or self.hasFocus():
            self._narrator.tell_change(before, state, urgent=self._asking)
        self._name_piles()

    def _name_piles(self) -> None:
        self._narrator.name_piles(self.state, self._scene.laid, self.devicePixelRatioF())

    @property
    def _holding(self) -> bool:
        """Whether the mouse or the keyboard holds cards."""
        return self._mouse.held is not None or self._keys.held is not None

    def set_interactive(self, interactive: bool) -> None:
        """Let the player play, or only look (which is how it begins: then held cards go back)."""
        if interactive != self._interactive:
            self._interactive = interactive
            self._cancel()
            self._update_glow()
            self._shape_pointer()
            self._offer_finish()

    def _follow_preferences(self) -> None:
        now = preferences.live.now
        self._scene.set_look(now.deck, now.cloth)
        self._mouse.gesture.thresholds = now.thresholds
        self._motion = now.animated
        self._auto_finish.by_itself = now.auto_finish
        self._update_glow()

    @property
    def _moving(self) -> bool:
        return self.animated and self._motion

    def _sound(self, name: str) -> None:
        if self.isVisible():
            sound.play(name)

    def show_hint(self) -> Action | None:
        """Light up the action that looks best and return it; None if none leads on or nobody plays.

        The cursor goes there. The game's button is lit by the screen that has it (`button_lit`).
        """
        if not self._can_play():
            return None
        self.bubble.hide()
        self._cancel()
        solving = self.solution()
        action = self.looks_best() if solving is None else solving
        if action is None:
            self.refused.emit(self._nothing_to_hint(), ())
            return None
        self._keys.advise(action)
        self._scene.light(spots_of(self.state, action), deck.HINTED)
        self._hint_timer.start()
        self._narrator.tell_advice(self.state, action)
        self._hinted = action
        self._light_button()
        if solving is not None:
            self.solution_hinted.emit()
        return action

    def _at_first_glance(self) -> Action | None:
        return leading_on(self.game, self.state, ())

    def _nothing_to_hint(self) -> str:
        if not self.game.legal_actions(self.state):
            return self.tr("there is nothing left to do")
        if self.asks_redeals:  # nothing can be taken back
            return self.tr("nothing new is in sight: what is left goes round in circles")
        return self.tr("what is left goes round in circles: take moves back and go another way")

    def show_help(self) -> None:
        """Show the game's rules and the keys, or put them away."""
        self._help.toggle()

    def press_button(self) -> None:
        """Press the game's button, or click its stock, as the key D and the space bar do.

        Where it `asks_redeals`, a redeal needs a second press, as by the keys and on the stock.
        """
        self.bubble.hide()
        action = handling.deal_action(self.game)
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
        self._auto_finish.stop()
        self._cancel()
        self._auto_finish.takes_back = True
        self._ask(asked)

    # Finishing ------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Play the rest of the game, as ordinary moves one after the other.

        A press or a key stops it, and so does a move that is refused.
        """
        if self._auto_finish.possible and self._can_play():
            self._cancel()
            self._auto_finish.begin()

    def _offer_finish(self) -> None:
        self._auto_finish.follow(self.game, self.state, may_play=self._can_play())

    # The hand ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Lift or drop with the left button; look at a covered card with the right one."""
        at = self._pixel(event)
        self._auto_finish.stop()
        self.bubble.hide()
        self._keys.hide()
        self._help.hide()
        self._keys.cancel()
        if event.button() == Qt.MouseButton.RightButton:
            if not self._mouse.cancel():
                self._mouse.peek(at)
        elif event.button() == Qt.MouseButton.LeftButton and self._can_play():
            self._end_hint()
            finger = event.pointerType() == QPointingDevice.PointerType.Finger
            self._mouse.press(_seconds(event), at, finger=finger)
        self._shape_pointer()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the second of two presses for any other: what it means is decided by the gesture."""
        if not self._mouse.clicked:
            self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry what is held."""
        at = self._pixel(event)
        if self._keys.held is None and at != self._pointer:  # Qt also tells when the board moved
            self._keys.hide()
        self._pointer = at
        self._mouse.move(at)
        self._shape_pointer()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop what is held, or let it stick to the pointer after a click."""
        self._mouse.long_press.stop()
        if event.button() == Qt.MouseButton.RightButton or self._scene.peeking:
            self._scene.peek(None)
        elif event.button() == Qt.MouseButton.LeftButton and self._can_play():
            self._mouse.release(_seconds(event), self._pixel(event))
            self._offer_finish()  # What a press has stopped goes on.
        self._shape_pointer()

    def _shape_pointer(self) -> None:
        """Let the pointer show what a press would do."""
        arrow = Qt.CursorShape.ArrowCursor
        shape = self._mouse.shape(self._pointer) if self._can_play() else arrow
        if self.viewport().cursor().shape() != shape:
            self.viewport().setCursor(shape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what a key of the board says; other keys are left to the window."""
        if self._help.scroll_by(Qt.Key(event.key())):
            return
        command = command_of(event)
        if command is None or (command == "put back" and not self._has_to_put_back()):
            event.ignore()
            return
        if event.isAutoRepeat() and self._sure.asking:
            return  # A key that is held down answers nothing.
        self._auto_finish.stop()
        self.bubble.hide()
        if command != "keys":
            self._help.hide()
        self._obey(command, control=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def focusNextPrevChild(self, following: bool) -> bool:
        """With cards in hand, Tab goes from one of their targets to the next."""
        cursor = self._keys.cursor
        if cursor is None or not cursor.holding:
            return super().focusNextPrevChild(following)
        self._keys.next_target(back=not following)
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the cursor to a player who comes by the Tab key."""
        super().focusInEvent(event)
        reasons = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if event.reason() in reasons and self._can_play():
            self._keys.show()
            self._tell_cursor()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Put back what is held, as the hand is elsewhere now."""
        self._cancel()
        self._keys.hide()
        self._scene.peek(None)
        super().focusOutEvent(event)

    def _has_to_put_back(self) -> bool:
        return self._holding or self._help.isVisible()

    def _obey(self, command: Command, *, control: bool) -> None:
        match command:
            case "button":
                self.press_button()
            case "undo":
                self.undo()
            case "redo":
                self.redo()
            case "hint" if self.hints_allowed:
                self._keys.show()
                self.show_hint()
            case "hint":
                said = self.tr("this room plays without hints")
                self._narrator.say(said)
                self.refused.emit(said, ())
            case "finish":
                self.finish()
            case "time":
                self.time_asked.emit()
            case "keys":
                self.show_help()
            case "put back":
                self._cancel()
                self._tell_cursor()
            case _ if command in OF_THE_CURSOR and self.state.piles:
                self._move_cursor(command, to_pile=control)

    def _move_cursor(self, command: Command, *, to_pile: bool) -> None:
        self._mouse.cancel()
        cursor = self._keys.cursor
        if command in ("read", "row", "column") and cursor is not None and self._keys.shown:
            self._narrator.tell_piles(self.state, cursor.spot.pile, command)
        else:
            self._keys.obey(command, to_pile=to_pile, may_play=self._can_play())

    def _tell_cursor(self, taken: bool = False) -> None:
        """Draw the cursor, and say where it is; if cards were just taken, where they may go."""
        self._keys.draw()
        self._narrator.tell_cursor(self.state, self._keys, taken=taken)

    def _can_play(self) -> bool:
        return self._interactive and bool(self.state.piles)

    def _want(self, action: Action) -> None:
        """Tell the owner if it is legal and sure; then all that is not in place goes there."""
        reason = why_not(self.game, self.state, action)
        if reason is None and self._has_to_be_sure(action):
            self._ask_whether_sure(action)
        elif reason is None:
            self._auto_finish.takes_back = False
            self._ask(self.acted, action)
        else:
            self._sure.forget()
            why = refusal_text(reason)
            self._narrator.tell_refusal(self.state, action, why)
            self._sound("refuse")
            self.refused.emit(why, spots_of(self.state, action))
        self._send_home()

    def _has_to_be_sure(self, action: Action) -> bool:
        """Return whether to ask first, as this cannot be taken back and was not asked before."""
        if self.asks_redeals and handling.redeals(self.game, self.state, action):
            return not self._sure.is_meant(action)
        self._sure.forget()
        return False

    def _ask_whether_sure(self, action: Action) -> None:
        """Say what doing this once more will do."""
        said = self.tr("Do it again to bring the cards round once more. It cannot be undone.")
        self._refused_at = spots_of(self.state, action)
        self.bubble.tell(said, *self._boxes(), least=round(PATIENCE * 1000))
        self._narrator.say(said)

    def _ask(self, signal: SignalInstance, *wanted: Action) -> None:
        """Tell the owner what the player wants: what it shows meanwhile is the answer."""
        self._asking = True
        self.bubble.hide()
        signal.emit(*wanted)
        self._asking = False

    def _refuse_here(self, reason: str, spot: Spot) -> None:
        self._sure.forget()
        self._send_home()
        self._scene.flash([spot] if spot.card >= 0 else ())
        self._sound("refuse")
        self._narrator.say(reason)
        self.refused.emit(reason, (spot,))

    def _cancel(self) -> None:
        """Put back what is held."""
        self._keys.cancel()
        self._mouse.cancel()

    def _send_home(self) -> None:
        """Let every card that is not held go to its place."""
        self._scene.send_home(glide=self._moving)
        self._update_glow()

    def _update_glow(self) -> None:
        shown = self.glow and preferences.live.now.glow and self._can_play() and not self._holding
        groups = handling.movable(self.game, self.state) if shown else ()
        self._scene.glow(Spot.lowest(self.state, *group) for group in groups)

    def _end_hint(self) -> None:
        if self._hint_timer.isActive():
            self._hint_timer.stop()
        self._hinted = None
        self._light_button()
        if not self._holding:
            self._scene.unlight()

    def _light_button(self) -> None:
        lit = self._keys.at_button or isinstance(self._hinted, Deal)
        if lit != self._button_is_lit:
            self._button_is_lit = lit
            self.button_lit.emit(lit)

    def _pixel(self, event: QMouseEvent) -> QPointF:
        """Return where the pointer is on the scene."""
        return event.position() * self.devicePixelRatioF()

    def point(self, position: QPointF) -> Point:
        """Return a position on the board's widget in card widths and heights."""
        return self._mouse.point(position * self.devicePixelRatioF())

    def is_over_target(self, position: QPointF) -> bool:
        """Return whether what the mouse holds lies on a pile that takes it, at a position here."""
        return self._mouse.is_over_target(position * self.devicePixelRatioF())

    def is_right_on(self, position: QPointF) -> bool:
        """Return whether the pointer at a position here is right on another pile with its cards."""
        return self._mouse.is_right_on(position * self.devicePixelRatioF())

    # The window ----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board to the window."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the board to another screen's pixels, too."""
        if watched is self and event.type() == QEvent.Type.DevicePixelRatioChange:
            self._fit()
        elif watched is self and event.type() == QEvent.Type.StyleChange:
            self._scene.restyle()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        self._cancel()
        ratio = self.devicePixelRatioF()
        size = self.viewport().size()
        self.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
        wide, high = round(size.width() * ratio), round(size.height() * ratio)
        self._scene.resize(wide, high, ratio)
        self._keys.draw()
        self._name_piles()
        if self.bubble.isVisible():
            self.bubble.put(*self._boxes())
        self.fitted.emit()

    def _describe(self) -> None:
        caption = self._scene.caption
        self.setAccessibleName(f"{self._title}, {caption}" if caption else self._title)


def _seconds(event: QMouseEvent) -> float:
    return event.timestamp() / 1000
