"""How a practice game ended: a card over a solved one, and a line below one that is stuck."""

from collections.abc import Sequence
from math import hypot

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QPoint,
    QPropertyAnimation,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QMouseEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton

from client.window.desktop import theme
from client.window.scene.board_view import BoardView
from client.window.widgets.elements import SPACE, button, column, label, row
from client.window.widgets.fitting import Folding

RISE, RISE_MS = 28, 320
"""From how many pixels below its place the card rises, and in how many milliseconds."""
STEP = 24
"""Pixels from one place for the card to the next that is tried."""
FAR = 12
"""As many hidden pixels of cards as one pixel farther from the middle is worth."""
LOW = 420
"""The height of a board in pixels below which the card's own edges are narrow."""


class SolvedCard(QFrame):
    """Lies on the table of a game that is solved, near the middle; a click puts it away.

    A win leaves most tables empty there; where cards lie, it makes way for them as far as it can.
    """

    new = Signal()
    again = Signal()
    replay = Signal()
    """The player wants to see how it went."""

    def __init__(self, board: BoardView) -> None:
        """Lie over `board`."""
        super().__init__(board)
        self._board = board
        theme.set_role(self, "banner")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.headline = label(self.tr("Solved!"), "victory")
        self.figures = label("", "figure")
        self.record = label("", "warning")
        lines = (self.headline, self.figures, self.record)
        for line in lines:
            line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        ways = (
            button(self.tr("New deal"), self.new.emit, main=True),
            button(self.tr("This deal again"), self.again.emit),
            button(self.tr("Replay"), self.replay.emit),
        )
        _leave_keys(ways)
        for each in ways:
            each.setCursor(Qt.CursorShape.ArrowCursor)
        below = row(None, Folding(*ways, space=8), None)
        self.setLayout(column(*lines, 4, below, margin=2 * SPACE, space=8))
        self._rising = QPropertyAnimation(self, b"pos", self)
        self._rising.setDuration(RISE_MS)
        self._rising.setEasingCurve(QEasingCurve.Type.OutCubic)
        board.fitted.connect(self._follow)
        self.hide()

    def tell(self, figures: str, record: str, *, animate: bool) -> None:
        """Come, with what was reached, and what of it is a record, if anything is."""
        self.figures.setText(figures)
        self.record.setText(record)
        self.record.setVisible(bool(record))
        came = self.isHidden()
        self.show()
        self._place()
        self.raise_()
        if animate and came:
            place = self.pos()
            self._rising.setStartValue(place + QPoint(0, RISE))
            self._rising.setEndValue(place)
            self._rising.start()

    def spoken(self) -> str:
        """Return all that it says."""
        return " ".join(
            filter(None, (self.headline.text(), self.figures.text(), self.record.text()))
        )

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Give the board free: its cards may be looked at."""
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        """Lie right on a board that has changed meanwhile."""
        super().showEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        """Lie right in letters of another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.isVisible():
            self._place()

    def _follow(self) -> None:
        """Lie right on a board of another size, whose cards lie elsewhere."""
        if not self.isHidden():
            self._place()

    def _place(self) -> None:
        """Lie in the middle of the board, in what height there is."""
        self._rising.stop()
        edge = SPACE if self._board.height() < theme.px(LOW) else 2 * SPACE
        if layout := self.layout():
            layout.setContentsMargins(2 * SPACE, edge, 2 * SPACE, edge)
        room = self._board.size()
        for _ in range(2):  # buttons that fold need more height
            self.resize(self.sizeHint().boundedTo(room))
            if layout := self.layout():
                layout.activate()
        rest = room - self.size()
        middle = QPoint(rest.width() // 2, rest.height() // 2)
        cards = [QRect(*box) for box in self._board.card_boxes()]

        def badness(at: QPoint) -> float:
            own = QRect(at, self.size())
            hidden = (own.intersected(card) for card in cards)
            way = at - middle
            pixels = sum(part.width() * part.height() for part in hidden if not part.isEmpty())
            return pixels + FAR * hypot(way.x(), way.y())

        ways = ((x, y) for x in _steps(middle.x()) for y in _steps(middle.y()))
        self.move(min((middle + QPoint(*way) for way in ways), key=badness))


class StuckLine(QFrame):
    """Stands below the board and hides no card, as one wants to see what else could be done.

    What can be done stands in the bars: Undo is right below it.
    """

    def __init__(self) -> None:
        super().__init__()
        theme.set_role(self, "panel")
        self.text = label(self.tr("No move is left."), "figure")
        whole = row(self.text, None)
        whole.setContentsMargins(SPACE, 8, 8, 8)
        self.setLayout(whole)
        self.hide()


def _steps(most: int) -> list[int]:
    """Return how far the card may lie from the middle in one direction, up to `most` pixels."""
    return [0, *(sign * far for far in range(STEP, most + 1, STEP) for sign in (1, -1))]


def _leave_keys(buttons: Sequence[QPushButton]) -> None:
    """Let a click leave the keys to the board; Tab leads to the buttons."""
    for each in buttons:
        each.setFocusPolicy(Qt.FocusPolicy.TabFocus)
