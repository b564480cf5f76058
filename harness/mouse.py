"""A mouse for tests: real mouse events on a board, at times of the test's choosing."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from client.board.layout import Spot
from client.window.scene.board_view import BoardView

LEFT = Qt.MouseButton.LeftButton
RIGHT = Qt.MouseButton.RightButton
NONE = Qt.MouseButton.NoButton


class Mouse:
    """A mouse on a board. Its clock stands still but for `wait`; a click lasts 50 ms."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self.at = QPointF()
        self.ms = 1_000_000

    def wait(self, ms: int) -> None:
        self.ms += ms

    def point(self, pile: int, card: int | None = None) -> QPointF:
        """Return a point of a card (by default the top one) that no other card covers."""
        laid = self.board._scene.laid
        top = len(self.board.state.piles[pile]) - 1
        spot = Spot(pile, top if card is None else card)
        box = laid.card_box(spot)
        for dy in (0.5, 0.1, 0.03, 0.9):
            for dx in (0.5, 0.1, 0.9):
                at = (box.x + dx * box.width, box.y + dy * box.height)
                if laid.hit(*at) == spot:
                    return QPointF(*at) / self.board.devicePixelRatioF()
        raise AssertionError(f"{spot} is covered")

    def press(self, at: QPointF | int, button: Qt.MouseButton = LEFT) -> None:
        self._move_to(at)
        self._send(QEvent.Type.MouseButtonPress, button, button)

    def move(self, to: QPointF | int, down: Qt.MouseButton = NONE) -> None:
        self._move_to(to)
        self._send(QEvent.Type.MouseMove, NONE, down)

    def release(self, button: Qt.MouseButton = LEFT) -> None:
        self._send(QEvent.Type.MouseButtonRelease, button, NONE)

    def click(self, at: QPointF | int) -> None:
        self.press(at)
        self.wait(50)
        self.release()

    def double_click(self, at: QPointF | int) -> None:
        """Double-click, as Qt sends it: the second press is a double-click event."""
        self.click(at)
        self.wait(100)
        self._send(QEvent.Type.MouseButtonDblClick, LEFT, LEFT)
        self.wait(50)
        self.release()

    def drag(self, source: QPointF | int, target: QPointF | int, ms: int = 300) -> None:
        """Drag a card by the point at which it was pressed, by default too slowly for a click."""
        self.press(source)
        self.wait(ms)
        start, end = self.at, self.point(target) if isinstance(target, int) else target
        for part in (0.25, 0.5, 0.75, 1.0):
            self.move(start + (end - start) * part, LEFT)
        self.release()

    def _move_to(self, at: QPointF | int) -> None:
        self.at = self.point(at) if isinstance(at, int) else at

    def _send(self, kind: QEvent.Type, button: Qt.MouseButton, down: Qt.MouseButton) -> None:
        viewport = self.board.viewport()
        event = QMouseEvent(
            kind,
            self.at,
            viewport.mapToGlobal(self.at),
            button,
            down,
            Qt.KeyboardModifier.NoModifier,
        )
        event.setTimestamp(self.ms)
        QApplication.sendEvent(viewport, event)
