"""The keyboard's cursor and what it holds, on the scene of a board; and the board's keys."""

from typing import Final, Literal, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from client import choices
from client.boardscene import BoardScene
from client.cursor import Cursor
from client.cursoritem import CursorItem
from client.layout import Box, Spot
from engine.game import Game
from engine.state import State

HOVER: Final = (0.2, 0.14)
"""Cards in hand lie so far beside and below the card that they would go onto, in cards."""
RAISED: Final = (0.05, -0.1)
"""...and so beside and above their own place."""

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
OF_THE_CURSOR: Final = (
    *(*_ARROWS, "deeper", "shallower", "deepest", "top", "enter", "best", "click"),
    "read",
)
"""The commands that are about where the cursor is."""


def command_of(event: QKeyEvent) -> Command | None:
    """Return what a key means to a board; None for keys that are none of its."""
    key = event.key()
    ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    if event.modifiers() & (Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier):
        return None
    if ctrl and key in (_Key.Key_Z, _Key.Key_Y):
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return "redo" if shift or key == _Key.Key_Y else "undo"
    found = _COMMANDS.get(key)
    return found if not ctrl or found in _ARROWS else None


class KeyHand:
    """A cursor that is drawn, and shows only while the keyboard is in use."""

    def __init__(self, scene: BoardScene) -> None:
        self._scene = scene
        self._ring = CursorItem()
        scene.addItem(self._ring)
        self.cursor: Cursor | None = None
        self._fresh = True

    def set_game(self, game: Game, *, tap: bool) -> None:
        """Begin on another game."""
        self.hide()
        self.cursor = Cursor(game, tap=tap)
        self._fresh = True

    @property
    def shown(self) -> bool:
        """Whether the cursor is seen."""
        return self._ring.isVisible()

    @property
    def held(self) -> Spot | None:
        """The lowest of the cards that the keyboard holds."""
        return self.cursor.held if self.cursor else None

    def show(self, state: State) -> None:
        """Show the cursor where it last was; in a new game, where there is something to do."""
        if self.cursor is None:
            return
        if self._fresh:
            self._fresh = False
            self.cursor.start(state)
        self.cursor.fit(state)
        self._ring.show()
        self.draw(state)

    def hide(self) -> None:
        """The mouse is in use, or the focus elsewhere."""
        self._ring.hide()

    def draw(self, state: State) -> None:
        """Draw the cursor, and the cards in hand, where they are in this position."""
        cursor, laid = self.cursor, self._scene.laid
        if cursor is None or not self.shown or not laid.table.bases:
            return
        spot = cursor.spot
        box = laid.card_box(spot)
        top = choices.top(state, spot.pile)
        self._ring.surround(box.joined(laid.card_box(top)), laid.table.card[0])
        if cursor.held is not None:
            corner = self._corner(cursor.held, spot, box)
            self._scene.carry(corner.x, corner.y)

    def lift(self) -> None:
        """Take up the cards that the cursor holds now."""
        if self.held is not None:
            home = self._scene.laid.card_box(self.held)
            self._scene.lift(self.held, home.x, home.y)

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
