"""A board and the column beside it; one of them at a time where large texts leave little room."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QLayout, QPushButton, QWidget

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.racing.race_side import NARROW, RaceSide
from client.window.widgets.elements import BUTTON_HEIGHT, SPACE, Elided, box, column, row
from client.words.texts import counted_text, said_text
from protocol.messages import Said


class BoardBeside(QWidget):
    """Both side by side, while the board has at least as much room as the column.

    Else the board has all of it but a line above, with the time, the place and the score, and a
    button that shows the column in its place.
    """

    returned = Signal()
    """The board is shown again: it may have the keys."""

    def __init__(self, board: QLayout, side: RaceSide) -> None:
        """Lay out what belongs to the board, and its column."""
        super().__init__()
        self.side = side
        self._board = box(board)
        self._told = Elided(role="figure")
        self.turn = QPushButton(self.tr("Scores and chat"))
        """Shows the column in the board's place, and the board again."""
        self.turn.setCheckable(True)
        self.turn.setAutoDefault(True)
        self.turn.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.fix(self.turn, line_height=BUTTON_HEIGHT)
        self.turn.clicked.connect(self._turn)
        self._unread = 0
        self._line = box(row(self._told, self.turn))
        self._line.hide()
        both = row()
        both.addWidget(self._board, 1)
        both.addWidget(side)
        self._whole = column(self._line, both, space=8)
        self._whole.setContentsMargins(SPACE, SPACE, SPACE, 2)
        self.setLayout(self._whole)
        side.told.connect(self._told.setText)
        side.said.connect(self._count)

    def show_board(self) -> None:
        """Show the board, for a race that begins."""
        self.turn.setChecked(False)
        self._arrange()

    @property
    def folded(self) -> bool:
        """Whether only one of the two is shown."""
        return not self._line.isHidden()

    def _turn(self) -> None:
        self._arrange()
        if not self.turn.isChecked():
            self.returned.emit()

    def _fit(self) -> None:
        folded = self.width() < 2 * theme.px(NARROW) + 3 * SPACE
        if folded and not self.folded:
            focus = QApplication.focusWidget()
            self.turn.setChecked(focus is not None and self.side.isAncestorOf(focus))
        self._line.setVisible(folded)
        self._arrange()

    def _arrange(self) -> None:
        column_only = self.folded and self.turn.isChecked()
        self._board.setHidden(column_only)
        self.side.setHidden(self.folded and not column_only)
        self.side.fit(self.width() - 2 * SPACE if self.folded else self.width(), alone=self.folded)
        if not self.side.isHidden():
            self._unread = 0
        self._label()

    def _count(self, said: Said) -> None:
        """Note what is said while the chat is not seen."""
        if not self.side.isHidden():
            return
        self._unread += 1
        self._label()
        if self.isVisible():
            announce(self, said_text(said.name, said.text), urgent=False)

    def _label(self) -> None:
        told = self.tr("Scores and chat")
        self.turn.setText(counted_text(told, self._unread) if self._unread else told)

    def minimumSizeHint(self) -> QSize:
        """Return the size with all lines of what is told below the board."""
        least = super().minimumSizeHint()
        if self.folded:
            least.setHeight(max(least.height(), self._whole.minimumHeightForWidth(self.width())))
        return least

    def changeEvent(self, event: QEvent) -> None:
        """Measure again in another scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold, or unfold, and give the column its part."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leads from the column back to the board."""
        if event.key() == Qt.Key.Key_Escape and self.folded and self.turn.isChecked():
            self.turn.click()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Let the clock run while it is shown."""
        super().showEvent(event)
        self.side.tick()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the clock's timer while it is hidden."""
        super().hideEvent(event)
        self.side.rest()
