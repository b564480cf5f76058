"""The levels of bots to choose from, in a menu that opens at a button."""

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu, QPushButton

from client.words.levels import level_words
from protocol.messages import MAX_LEVEL


class LevelMenu(QMenu):
    """A level a line; the one that was chosen last is the first to be at hand."""

    chosen = Signal(int)
    """(level): a bot of this level is wanted."""

    def __init__(self, at: QPushButton) -> None:
        """Open at the button `at`."""
        super().__init__(at)
        self._at = at
        self.last = 1
        """The level that was chosen last."""
        for level in range(1, MAX_LEVEL + 1):
            action = self.addAction(level_words(level))
            action.triggered.connect(lambda _checked, level=level: self._choose(level))

    def open(self) -> None:
        """Open below the button, with the level at hand that was chosen last."""
        self.popup(self._at.mapToGlobal(QPoint(0, self._at.height())))
        action = self.actions()[self.last - 1]
        self.setActiveAction(action)
        self.setDefaultAction(action)

    def _choose(self, level: int) -> None:
        self.last = level
        self.chosen.emit(level)
