"""Help, over a board: the rules of its game, and the keys."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QStyle,
    QWidget,
)

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.words.texts import facts_text, game_title, options_text, rules_text, tip_text
from client.words.translation import translate
from engine import catalogue
from engine.catalogue import Options

WIDTH: Final = 380
"""Width of the rules, in pixels: where that much is left beside the keys, they stand there."""
FRAME: Final = 4
"""Pixels that the edges take."""
MARGIN: Final = 20
"""Pixels around and between both."""


def board_keys() -> list[tuple[str, str]]:
    """Return the keys of the board, and what each does."""
    return [
        (
            translate("help", "Arrows"),
            translate("help", "Go to another pile, or to another card of a pile"),
        ),
        (translate("help", "Ctrl+Arrows"), translate("help", "Go to another pile at once")),
        (
            translate("help", "Page Up, Page Down"),
            translate("help", "Go to the card below or above in the pile"),
        ),
        (
            translate("help", "Home, End"),
            translate("help", "Go to the lowest card that can be taken, or to the top"),
        ),
        (translate("help", "Enter"), translate("help", "Take the cards, and put them down")),
        (
            translate("help", "Tab"),
            translate("help", "With cards in hand: the next place that takes them"),
        ),
        (translate("help", "Escape"), translate("help", "Put the cards back")),
        (
            translate("help", "B"),
            translate("help", "The best move for the cards here (a double-click)"),
        ),
        (
            translate("help", "C"),
            translate("help", "Click the pile (turn the stock, take a card away)"),
        ),
        (
            translate("help", "Space, D"),
            translate("help", "Deal: the stock or the game’s button"),
        ),
        (translate("help", "U, Ctrl+Z"), translate("help", "Undo")),
        (translate("help", "Ctrl+Y, Ctrl+Shift+Z"), translate("help", "Redo")),
        (translate("help", "H"), translate("help", "Hint")),
        (translate("help", "A"), translate("help", "Finish a solved game: all to the foundations")),
        (translate("help", "R"), translate("help", "Say what lies in this pile, from the top")),
        (
            translate("help", "Shift+Arrows"),
            translate("help", "Say what lies on top in this row (sideways) or column"),
        ),
        (translate("help", "T"), translate("help", "Say the time, the place and the score")),
        (translate("help", "F1, ?"), translate("help", "The rules, and these keys")),
    ]


class HelpSheet(QFrame):
    """A sheet over the middle of a board, until it is put away; it takes no focus.

    It is put away by a click on it, and when the keys go elsewhere. They are the board's, which
    passes on those that scroll.
    """

    def __init__(self, board: QWidget, *, keys: bool = True) -> None:
        """Lie over `board`; without its keys where nobody plays."""
        super().__init__(board)
        self._board = board
        theme.set_role(self, "banner")
        self._title = theme.label("", "figure")
        self._facts = theme.label("", "muted")
        self._options = theme.label("")
        """Which of the game's options are in force; hidden where it has none."""
        self._rules = theme.label("")
        self._tip = theme.label("", "muted")
        self._way_out = theme.label(self.tr("Escape or a click here puts this away."), "muted")
        rules = QWidget()
        column = QBoxLayout(QBoxLayout.Direction.TopToBottom, rules)
        column.setContentsMargins(0, 0, 0, 0)
        for text in (self._title, self._facts, self._options, self._rules, self._tip):
            text.setWordWrap(True)
            column.addWidget(text)
        self._way_out.setWordWrap(True)
        column.addSpacing(MARGIN // 2)
        column.addWidget(self._way_out)
        column.addStretch(1)
        self._told = rules
        self._played = played = QWidget()
        if not keys:
            played.hide()
        grid = self._grid = QGridLayout(played)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(MARGIN)
        grid.setVerticalSpacing(4)
        grid.addWidget(theme.label(self.tr("Keys"), "figure"), 0, 0, 1, 2)
        self._listed = board_keys() if keys else []
        self._texts: list[QLabel] = []
        """What the keys are and do, once the sheet has been shown."""
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(len(self._listed) + 1, 1)
        self._keys = "; ".join(f"{names}: {does}" for names, does in self._listed)
        self._lines = QWidget()
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._lines)
        self._parts.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        self._parts.setSpacing(2 * MARGIN)
        self._parts.addWidget(rules, 1)
        self._parts.addWidget(played)
        self._scroll = QScrollArea(widgetResizable=True)  # for a board that is too small for all
        self._scroll.setWidget(self._lines)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for part in (self._scroll, self._scroll.viewport(), self._lines, rules, played):
            theme.set_role(part, "clear")
        whole = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        whole.setContentsMargins(1, 1, 1, 1)
        whole.addWidget(self._scroll)
        board.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self.hide)
        self.hide()

    def set_game(self, name: str, options: Options | None = None) -> None:
        """Tell the rules of this game, and with which of its options it is played.

        Raises:
            UnknownGame: there is none.
        """
        chosen = options_text(name, options or {})
        self._options.setText(chosen)
        self._options.setVisible(bool(chosen))
        entry = catalogue.entry(name)
        title, rules, tip = game_title(name), rules_text(entry), tip_text(entry)
        self._title.setText(title)
        self._facts.setText(facts_text(entry))
        self._rules.setText(rules)
        self._tip.setText(tip)
        parts = (f"{title}.", chosen and f"{chosen}.", rules, tip, self._keys)
        self.setAccessibleName(" ".join(filter(None, parts)))
        self.hide()

    def toggle(self) -> None:
        """Show the sheet if it is hidden, and read it out; else hide it."""
        if self.isVisible():
            self.hide()
            return
        if not self._texts:
            self._list_keys()
        self._scroll.verticalScrollBar().setValue(0)
        self.show()  # Before it is measured: only what shows has its fonts.
        self._place()
        self.raise_()
        announce(self, self.accessibleName())

    def _list_keys(self) -> None:
        """Write the keys down: most boards never show them, and each text is styled again with all.

        A window has many boards, and would have as many texts in these as in all the rest of it.
        """
        for row, (names, does) in enumerate(self._listed, 1):
            for x, text in enumerate((theme.label(names, "muted"), theme.label(does))):
                self._grid.addWidget(text, row, x)
                self._texts.append(text)

    def scroll_by(self, key: Qt.Key) -> bool:
        """Scroll by one of the keys that do; return whether it is one, and there is something."""
        bar = self._scroll.verticalScrollBar()
        steps = {
            Qt.Key.Key_Up: -bar.singleStep(),
            Qt.Key.Key_Down: bar.singleStep(),
            Qt.Key.Key_PageUp: -bar.pageStep(),
            Qt.Key.Key_PageDown: bar.pageStep(),
            Qt.Key.Key_Home: -bar.maximum(),
            Qt.Key.Key_End: bar.maximum(),
        }
        if not self.isVisible() or not bar.maximum() or key not in steps:
            return False
        bar.setValue(bar.value() + steps[key])
        return True

    def mousePressEvent(self, _event: object) -> None:
        """Hide the sheet at a click anywhere on it."""
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the middle of the board when that changes its size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        """Take the middle of the board: rules and keys side by side where both fit."""
        room = self._board.size()
        self._wrap(False)
        self._parts.setDirection(QBoxLayout.Direction.LeftToRight)
        self._told.setMinimumWidth(theme.px(WIDTH))
        lines = 0
        if self._parts.totalMinimumSize().width() > room.width() - FRAME:
            lines = self._played.sizeHint().width() + 2 * MARGIN  # each key in one, if that fits
            self._parts.setDirection(QBoxLayout.Direction.TopToBottom)
            self._told.setMinimumWidth(0)
            self._wrap(True)
        wide = min(room.width() - FRAME, max(lines, self._parts.totalSizeHint().width()))
        high = self._parts.totalHeightForWidth(wide)
        if high > room.height() - FRAME:
            wide += self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        size = QSize(wide + FRAME, high + FRAME).boundedTo(room)
        self.resize(size)
        rest = room - size
        self.move(rest.width() // 2, rest.height() // 2)

    def _wrap(self, wrapped: bool) -> None:
        """Have the keys' lines wrapped, or not; what was measured before holds no longer."""
        for text in self._texts:
            text.setWordWrap(wrapped)
        grid = self._played.layout()
        assert grid is not None
        grid.invalidate()
        self._played.updateGeometry()
        self._parts.invalidate()
