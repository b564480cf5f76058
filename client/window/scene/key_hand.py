"""The keyboard on a board: its cursor, what it holds, and the keys."""

from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence

from client.board.cursor import Cursor
from client.board.layout import Box, Spot
from client.window.scene.board_scene import BoardScene
from client.window.scene.cursor_item import CursorItem
from client.window.scene.hand import Hand, Hold
from engine.game import Game
from engine.state import Action, State

HOVER: Final = (0.2, 0.14)
"""How far to the right of the card that they would go onto cards in hand lie, and how far below.

Both are in cards.
"""
RAISED: Final = (0.05, -0.1)
"""The same for cards in hand over their own place, which they lie above."""

Command: TypeAlias = Literal[
    "left",
    "right",
    "up",
    "down",
    "deeper",
    "shallower",
    "deepest",
    "top",
    "enter",
    "best",
    "click",
    "read",
    "row",
    "column",
    "put back",
    "button",
    "undo",
    "redo",
    "hint",
    "finish",
    "time",
    "keys",
]
_Key = Qt.Key
_COMMANDS: Final[dict[int, Command]] = {
    _Key.Key_Left: "left",
    _Key.Key_Right: "right",
    _Key.Key_Up: "up",
    _Key.Key_Down: "down",
    _Key.Key_PageUp: "deeper",
    _Key.Key_PageDown: "shallower",
    _Key.Key_Home: "deepest",
    _Key.Key_End: "top",
    _Key.Key_Return: "enter",
    _Key.Key_Enter: "enter",
    _Key.Key_B: "best",
    _Key.Key_C: "click",
    _Key.Key_R: "read",
    _Key.Key_Escape: "put back",
    _Key.Key_Space: "button",
    _Key.Key_D: "button",
    _Key.Key_U: "undo",
    _Key.Key_H: "hint",
    _Key.Key_A: "finish",
    _Key.Key_T: "time",
    _Key.Key_F1: "keys",
    _Key.Key_Question: "keys",
}
_ARROWS: Final = ("left", "right", "up", "down")
_SHIFTED: Final[dict[int, Command]] = {
    _Key.Key_Left: "row",
    _Key.Key_Right: "row",
    _Key.Key_Up: "column",
    _Key.Key_Down: "column",
}
OF_THE_CURSOR: Final = (
    *(*_ARROWS, "deeper", "shallower", "deepest", "top", "enter", "best", "click"),
    *("read", "row", "column"),
)
"""The commands that are about where the cursor is."""


def key_of(command: Command) -> QKeySequence:
    """Return the key of a command; the first, where there are several."""
    keys = [QKeySequence(key) for key, found in _COMMANDS.items() if found == command]
    return keys[0] if keys else QKeySequence("Ctrl+Y")  # the only one with Ctrl alone: redo


def command_of(event: QKeyEvent) -> Command | None:
    """Return what a key means to a board; None for keys that are none of its."""
    key = event.key()
    ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    if event.modifiers() & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier):
        return None
    shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    if shift and not ctrl and key in _SHIFTED:
        return _SHIFTED[key]
    if ctrl and key in (_Key.Key_Z, _Key.Key_Y):
        return "redo" if shift or key == _Key.Key_Y else "undo"
    found = _COMMANDS.get(key)
    return found if not ctrl or found in _ARROWS else None


class KeyHand(Hand):
    """A cursor that is drawn, and shows only while the keyboard is in use."""

    moved = Signal(bool)
    """(taken): the cursor is elsewhere, or (True) has just taken cards."""
    button_pointed = Signal()
    """The cursor is `at_button` now, or no more."""

    def __init__(self, scene: BoardScene, parent: QObject | None = None) -> None:
        """Work on the cards of this scene."""
        super().__init__(scene, parent)
        self._ring = CursorItem()
        scene.addItem(self._ring)
        self.cursor: Cursor | None = None
        """None while there is no game."""
        self._fresh = True
        self._shown = False
        self.at_button = False
        """Whether the cursor is seen at the game's button, which is not on the board."""

    def set_game(self, game: Game) -> None:
        """Begin on the empty table of another game."""
        super().set_game(game)
        self.hide()
        self.cursor = Cursor(game)
        self._fresh = True

    @property
    def shown(self) -> bool:
        """Whether the cursor is seen."""
        return self._shown

    @property
    def held(self) -> Hold | None:
        """What is held; None while nothing is."""
        spot = self.cursor.held if self.cursor else None
        return Hold(spot.pile, len(self.state.piles[spot.pile]) - spot.card) if spot else None

    def show(self) -> None:
        """Show the cursor where it last was; in a new game, where there is something to do."""
        if self.cursor is None:
            return
        if self._fresh:
            self._fresh = False
            self.cursor.start(self.state)
        self.cursor.fit(self.state)
        self._shown = True
        self.draw()

    def hide(self) -> None:
        """Hide the cursor: the mouse is in use, or the focus elsewhere."""
        self._shown = False
        self._ring.hide()
        self._point_at_button(at=False)

    def advise(self, action: Action) -> None:
        """Take the cursor, seen or not, to what a hint names."""
        if self.cursor is not None:
            self._fresh = False
            self.cursor.advise(self.state, action)
            self.draw()

    def follow(self, state: State) -> None:
        """Take in the position; what is held stays in hand if its pile is as it was."""
        super().follow(state)
        if self.cursor is not None:
            had = self.cursor.holding
            self.cursor.fit(state)
            if had and not self.cursor.holding:
                self.let_go()

    def cancel(self) -> bool:
        """Put back what is held; return whether anything was."""
        if self.cursor is None or not self.cursor.put_back():
            return False
        self.let_go()
        self.put_back.emit()
        self.draw()
        return True

    def draw(self) -> None:
        """Draw the cursor, and the cards in hand, where they are in this position."""
        cursor, laid = self.cursor, self._scene.laid
        if cursor is None or not self.shown or not laid.table.bases:
            return
        spot, at_button = cursor.spot, cursor.at_button(self.state)
        self._point_at_button(at=at_button)
        self._ring.setVisible(not at_button)
        box = laid.card_box(spot)
        top = Spot.top(self.state, spot.pile)
        self._ring.surround(box.joined(laid.card_box(top)), laid.table.card[0])
        if cursor.held is not None:
            corner = self._corner(cursor.held, spot, box)
            self._scene.carry(corner.x, corner.y)

    def obey(self, command: Command, *, to_pile: bool, may_play: bool) -> None:
        """Do one of the commands `OF_THE_CURSOR`; those that only tell something do nothing here.

        While the cursor is hidden it is only shown. With `to_pile`, an arrow goes to another pile
        at once. Without `may_play` the cursor takes and plays nothing.
        """
        cursor = self.cursor
        if cursor is None:
            return
        if not self.shown:
            self.show()
            self.moved.emit(False)
            return
        done: Action | str | None = None
        before = cursor.held
        match command:
            case "left" | "right" | "up" | "down":
                cursor.go(command, self.state, pile=to_pile)
            case "deeper" | "shallower":
                cursor.along(self.state, deeper=command == "deeper")
            case "deepest" | "top":
                cursor.to_end(self.state, deepest=command == "deepest")
            case "enter" | "best" | "click" if not may_play:
                return
            case "enter":
                done = cursor.enter(self.state)
            case "best":
                done = cursor.best(self.state)
            case "click":
                done = cursor.click(self.state)
        if cursor.held != before:
            self._took(cursor.held)
        if isinstance(done, str):
            self.refused.emit(done, cursor.spot)
        elif done is not None:
            self.wanted.emit(done)
            self.draw()
        else:
            self.moved.emit(cursor.holding and before is None)

    def next_target(self, *, back: bool) -> None:
        """Go to the next pile that takes the cards in hand, round and round."""
        if self.cursor is not None:
            self.cursor.next_target(self.state, back=back)
            self.moved.emit(False)

    def _point_at_button(self, *, at: bool) -> None:
        if at != self.at_button:
            self.at_button = at
            self.button_pointed.emit()

    def _took(self, held: Spot | None) -> None:
        """Show that the cursor has taken cards, or has none in hand any more."""
        self.let_go()
        if held is None:
            self.put_back.emit()
            return
        self._scene.glow(())
        home = self._scene.laid.card_box(held)
        self._scene.lift(held, home.x, home.y)
        self.light_targets()

    def _corner(self, held: Spot, over: Spot, box: Box) -> Box:
        own = held.pile == over.pile
        x, y = RAISED if own else HOVER
        width, height = self._scene.laid.table.card
        home = self._scene.laid.card_box(held) if own else box
        left, above = home.x + round(x * width), home.y + round(y * height)
        table = self._scene.laid.table  # which has an edge
        return home._replace(
            x=min(left, table.width - width), y=max(0, min(above, table.height - height))
        )
