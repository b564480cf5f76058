"""What became of one's own race, large on the board until the results come."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from client.window.desktop import theme
from client.window.widgets.elements import SPACE, button, column, label, row


class EndCard(QFrame):
    """Lies over the middle of a board, until it is put away by a click on it."""

    watch = Signal()
    """The player wants to watch those who are still racing."""

    put_away = Signal()
    """The player has clicked it away."""

    def __init__(self, board: QWidget) -> None:
        """Lie over `board`."""
        super().__init__(board)
        self._board, self._least = board, board.minimumHeight()
        self._away = False
        """Whether the player has put it away."""
        theme.set_role(self, "banner")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.headline = label("", "victory")
        self.stands = label("", "figure")
        self.waits = label(self.tr("The results come when the race is over."), "muted")
        self.others = button(self.tr("Watch the others"), self.watch.emit, main=True)
        self.others.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for text in (self.headline, self.stands, self.waits):
            text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        below = row(None, self.others, None)
        lines = column(self.headline, self.stands, self.waits, below, margin=2 * SPACE, space=8)
        self.setLayout(lines)
        board.installEventFilter(self)
        self.hide()

    def tell(self, headline: str, stands: str, *, won: bool, others: bool) -> None:
        """Say what became of the race, and how one stands; `others` may be watched, or not."""
        self.headline.setText(headline)
        theme.set_role(self.headline, "victory" if won else "title")
        self.stands.setText(stands)
        self.others.setVisible(others)
        self.setVisible(not self._away)
        self._place()
        self.raise_()

    def clear(self) -> None:
        """Be away until another race has ended."""
        self._away = False
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        """Let the board be high enough for all of it, in large letters too."""
        super().showEvent(event)
        self._board.setMinimumHeight(max(self._least, self.sizeHint().height()))

    def hideEvent(self, event: QHideEvent) -> None:
        """Leave the board as low as a window may make it."""
        super().hideEvent(event)
        self._board.setMinimumHeight(self._least)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Give the board free: its cards may be looked at."""
        self._away = True
        self.hide()
        self.put_away.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Keep to the middle in letters of another size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.isVisible():
            self._place()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Keep to the middle of a board of another size."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        room = self._board.size()
        self.resize(self.sizeHint().boundedTo(room))
        rest = room - self.size()
        self.move(rest.width() // 2, rest.height() // 2)
