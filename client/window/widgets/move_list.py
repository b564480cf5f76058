"""A replay move by move, cards by their signs, the shown one marked; a click on any goes there."""

from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from client.board.no_game import NO_GAME
from client.board.spoken import Speaker
from client.session.recording import Recording
from client.session.solving.solution import is_solution
from client.window.desktop import theme
from client.window.widgets.elements import RIGHT, plain_tip
from client.words.texts import card_sign, status_text, stopwatch
from client.words.translation import translate
from engine import catalogue
from protocol.wire import parse_entry

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE: Final = QModelIndex()
BATCH: Final = 100
"""How many lines are laid out at once."""
ABOVE, BESIDE, TEXT_MARGIN = 3, 4, 3
"""Pixels around a line's text: as the theme has it, and what Qt adds at its sides."""
HIGHEST: Final = 1000
"""More pixels than a line has."""
TIME: Final = Qt.ItemDataRole.UserRole
"""Of a line: when it was, as it is written beside it."""


class MoveList(QListView):
    """A line for the deal, one for each entry, and one for an end that no entry brought about."""

    picked = Signal(int)
    """The player wants to see what it was like at this line: after so many entries, or the end."""

    def __init__(self) -> None:
        super().__init__()
        self._moves = _Moves()
        self._number = 0
        """The line of the moment that is shown."""
        self._out_of_reach = False
        """Whether that line had no place yet when it was to be scrolled to."""
        self.setModel(self._moves)
        self._line = _Line(self)
        self.setItemDelegate(self._line)
        self.setWordWrap(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)  # of thousands, the first are there soon
        self.setBatchSize(BATCH)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Moves"))
        self.selectionModel().currentChanged.connect(self._on_current)
        self.verticalScrollBar().rangeChanged.connect(lambda _least, _most: self._catch_up())

    def show_recording(self, recording: Recording) -> None:
        """List the moves of this replay, from its deal on."""
        self._moves.show_recording(recording)
        self._number = -1
        self.show_number(0)

    def show_number(self, number: int) -> None:
        """Mark this line: of what it was like after so many entries, or of the end."""
        if number != self._number:
            self._number = number
            self.setCurrentIndex(self._moves.index(number))
            self._reach()

    def _reach(self, hint: QListView.ScrollHint = QListView.ScrollHint.EnsureVisible) -> None:
        """Scroll to the marked line, or do so as soon as it has a place."""
        current = self.currentIndex()
        self._out_of_reach = current.isValid() and self.visualRect(current).isEmpty()
        self.scrollTo(current, hint)

    def _catch_up(self) -> None:
        """Scroll to a line that has its place only now: lines are laid out some at a time."""
        if self._out_of_reach:
            self._reach(QListView.ScrollHint.PositionAtCenter)

    def selectionCommand(
        self, index: _Index, _event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Keep the shown line marked, whatever is clicked: the empty place below, or with Ctrl."""
        flags = QItemSelectionModel.SelectionFlag
        return flags.ClearAndSelect if index.isValid() else flags.NoUpdate

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the marked line in sight."""
        super().showEvent(event)
        self._reach(QListView.ScrollHint.PositionAtCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the marked line in sight; a list that was hidden gets its size only now."""
        super().resizeEvent(event)
        self._reach()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys that steer the replay to its screen."""
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _on_current(self, now: QModelIndex) -> None:
        if now.isValid() and now.row() != self._number:
            self._number = now.row()
            self.picked.emit(now.row())


class _Line(QStyledItemDelegate):
    """Takes no more width than there is, and as many lines as that needs; the time is beside."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: _Index) -> QSize:
        wide = self._view.viewport().width() - 2 * (BESIDE + TEXT_MARGIN) - self._beside(index)
        room = QRect(0, 0, wide, HIGHEST)
        text = self._view.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, index.data())
        return QSize(0, text.height() + 2 * ABOVE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        whole, beside = QRect(option.rect), self._beside(index)
        chosen = option.state & QStyle.StateFlag.State_Selected
        option.rect = whole.adjusted(0, 0, -beside, 0)
        if chosen:  # the whole line, once
            painter.fillRect(whole, QColor(theme.colours.chosen))
        super().paint(painter, option, index)
        painter.setFont(option.font)
        painter.setPen(QColor(theme.colours.text if chosen else theme.colours.muted))
        line = whole.adjusted(0, ABOVE, -BESIDE, 0)
        line.setHeight(self._view.fontMetrics().height())
        painter.drawText(line, RIGHT, str(index.data(TIME) or ""))

    def _beside(self, index: _Index) -> int:
        """Return how much of the width the time takes, in pixels."""
        metrics, time = self._view.fontMetrics(), str(index.data(TIME) or "")
        return metrics.horizontalAdvance(time) + 2 * BESIDE if time else 0


class _Moves(QAbstractListModel):
    """Finds the words for a move when its line is seen: a game may have thousands."""

    def __init__(self) -> None:
        super().__init__()
        self._recording: Recording | None = None
        self._texts: dict[int, str] = {}
        """The lines that were seen: to lay them out and to draw them asks for each often."""
        self._speaker = self._short = Speaker(NO_GAME)

    def show_recording(self, recording: Recording) -> None:
        self.beginResetModel()
        self._recording, self._texts = recording, {}
        replay = recording.replay
        if recording.views:
            game = catalogue.make(replay.game, replay.options)
            self._speaker, self._short = Speaker(game), Speaker(game, card_sign, seen=True)
        self.endResetModel()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        if self._recording is None or parent.isValid():
            return 0
        return self._recording.lines

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                number = index.row()
                if number not in self._texts:
                    self._texts[number] = self._text(number, self._short)
                return self._texts[number]
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._text(index.row(), self._speaker)
            case Qt.ItemDataRole.ToolTipRole:  # the whole of what may be cut
                return plain_tip(self._text(index.row(), self._speaker))
            case _ if role == TIME:
                return self._time(index.row())
        return None

    def _time(self, number: int) -> str:
        """Return when a line was; nothing for the deal, nor where no time was taken."""
        recording = self._recording
        if recording is None or not number or is_solution(recording.replay):
            return ""
        return stopwatch(recording.moments[number])

    def _text(self, number: int, speaker: Speaker) -> str:
        recording = self._recording
        if recording is None or not number:
            return translate("move_list", "The deal")
        if number >= len(recording.views):
            return status_text(recording.replay.status)
        before, after = recording.views[number - 1], recording.views[number]
        entry = parse_entry(recording.replay.entries[number - 1])
        told = speaker.change(before, after)
        if entry == "undo":
            text = translate("move_list", "{number}. undo: {move}")
        else:
            told = told or speaker.action(before, entry)
            text = translate("move_list", "{number}. {move}")
        return text.format(number=number, move=told)
