"""The list of the board's keys, over the board."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QStyle, QVBoxLayout, QWidget

from client.window.desktop import theme
from client.words.translation import translate


def board_keys() -> list[tuple[str, str]]:
    """Return the keys of the board, and what each does."""
    return [
        (
            translate("key_list", "Arrows"),
            translate("key_list", "Go to another pile, or to another card of a pile"),
        ),
        (translate("key_list", "Ctrl+Arrows"), translate("key_list", "Go to another pile at once")),
        (
            translate("key_list", "Page Up, Page Down"),
            translate("key_list", "Go to the card below or above in the pile"),
        ),
        (
            translate("key_list", "Home, End"),
            translate("key_list", "Go to the lowest card to be taken, or to the top"),
        ),
        (
            translate("key_list", "Enter"),
            translate("key_list", "Take the cards, and put them down"),
        ),
        (
            translate("key_list", "Tab"),
            translate("key_list", "With cards in hand: the next place that takes them"),
        ),
        (translate("key_list", "Escape"), translate("key_list", "Put the cards back")),
        (
            translate("key_list", "B"),
            translate("key_list", "The best move for the cards here (a double-click)"),
        ),
        (
            translate("key_list", "C"),
            translate("key_list", "Click the pile (turn the stock, take a card away)"),
        ),
        (
            translate("key_list", "Space, D"),
            translate("key_list", "Deal: the stock or the game’s button"),
        ),
        (translate("key_list", "U, Ctrl+Z"), translate("key_list", "Undo")),
        (translate("key_list", "Ctrl+Y, Ctrl+Shift+Z"), translate("key_list", "Redo")),
        (translate("key_list", "H"), translate("key_list", "Hint")),
        (
            translate("key_list", "A"),
            translate("key_list", "Finish a won game: all to the foundations"),
        ),
        (
            translate("key_list", "R"),
            translate("key_list", "Say what lies in this pile, from the top"),
        ),
        (
            translate("key_list", "T"),
            translate("key_list", "Say the time, the place and the score"),
        ),
        (translate("key_list", "F1, ?"), translate("key_list", "These keys")),
    ]


class KeyList(QFrame):
    """A list that lies over the middle of a board until a key or a click; it takes no focus."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        theme.set_role(self, "banner")
        self._lines = QWidget()
        theme.set_role(self._lines, "clear")
        grid = QGridLayout(self._lines)
        grid.setContentsMargins(20, 16, 20, 16)
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(4)
        self._texts: list[QLabel] = []
        grid.addWidget(theme.label(self.tr("Keys"), "figure"), 0, 0, 1, 2)
        listed = board_keys()
        for row, (keys, does) in enumerate(listed, 1):
            grid.addWidget(theme.label(keys, "muted"), row, 0)
            text = theme.label(does)
            self._texts.append(text)
            grid.addWidget(text, row, 1)
        grid.setColumnStretch(1, 1)
        scroll = QScrollArea(widgetResizable=True)  # for a board that is too small for all
        scroll.setWidget(self._lines)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for part in (scroll, scroll.viewport()):
            theme.set_role(part, "clear")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(1, 1, 1, 1)
        whole.addWidget(scroll)
        self.setAccessibleName("; ".join(f"{keys}: {does}" for keys, does in listed))
        board.installEventFilter(self)
        self.hide()

    def toggle(self) -> None:
        """Show the list if it is hidden, and else hide it."""
        if self.isVisible():
            self.hide()
            return
        self._place()
        self.show()
        self.raise_()

    def mousePressEvent(self, _event: object) -> None:
        """Hide the list at a click anywhere on it."""
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the middle of the board when that changes its size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        for line in self._texts:
            line.setWordWrap(False)
        needed = self._lines.sizeHint() + QSize(8, 8)
        for line in self._texts:
            line.setWordWrap(needed.width() > self._board.width())
        if needed.height() > self._board.height():
            needed += QSize(self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent), 0)
        size = needed.boundedTo(self._board.size())
        self.resize(size)
        rest = self._board.size() - size
        self.move(rest.width() // 2, rest.height() // 2)
