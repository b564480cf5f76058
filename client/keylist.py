"""The list of the board's keys, over the board."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from client import theme
from client.spoken import KEYS


class KeyList(QFrame):
    """Lies over the middle of a board until a key or a click; it takes no focus."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        theme.set_role(self, "banner")
        grid = QGridLayout(self)
        grid.setContentsMargins(20, 16, 20, 16)
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(4)
        grid.addWidget(theme.label("Keys", "figure"), 0, 0, 1, 2)
        for row, (keys, does) in enumerate(KEYS, 1):
            grid.addWidget(theme.label(keys, "muted"), row, 0)
            grid.addWidget(_line(does), row, 1)
        self.setAccessibleName("; ".join(f"{keys}: {does}" for keys, does in KEYS))
        board.installEventFilter(self)
        self.hide()

    def toggle(self) -> None:
        """Appear, or go."""
        if self.isVisible():
            self.hide()
            return
        self._place()
        self.show()
        self.raise_()

    def mousePressEvent(self, _event: object) -> None:
        """A click anywhere on it is enough to be rid of it."""
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the middle of the board when that changes its size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        size = self.sizeHint().boundedTo(self._board.size())
        self.resize(size)
        rest = self._board.size() - size
        self.move(rest.width() // 2, rest.height() // 2)


def _line(text: str) -> QLabel:
    made = theme.label(text)
    made.setWordWrap(False)
    return made
