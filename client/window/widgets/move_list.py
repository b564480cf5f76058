"""A replay move by move, cards by their signs, the shown one marked; a click on any goes there."""

from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem

from client.board.no_game import NO_GAME
from client.board.spoken import Speaker
from client.session.recording import Recording
from client.window.widgets.elements import plain_tip
from client.words.texts import card_sign
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


class MoveList(QListView):
    """One line for the deal, and one for each entry."""

    picked = Signal(int)
    """The player wants to see what it was like after so many entries."""

    def __init__(self) -> None:
        super().__init__()
        self._moves = _Moves()
        self._number = 0
        """How many entries had been done at the moment that is shown."""
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

    def show_recording(self, recording: Recording) -> None:
        """List the moves of this replay, from its deal on."""
        self._moves.show_recording(recording)
        self._number = -1
        self.show_number(0)

    def show_number(self, number: int) -> None:
        """Mark the line that stands for what it was like after so many entries."""
        if number != self._number:
            self._number = number
            self.setCurrentIndex(self._moves.index(number))

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the marked line in sight."""
        super().showEvent(event)
        self.scrollTo(self.currentIndex(), QListView.ScrollHint.PositionAtCenter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the marked line in sight; a list that was hidden gets its size only now."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

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
    """Takes no more width than there is, and as many lines as that needs."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: _Index) -> QSize:
        room = QRect(0, 0, self._view.viewport().width() - 2 * (BESIDE + TEXT_MARGIN), HIGHEST)
        text = self._view.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, index.data())
        return QSize(0, text.height() + 2 * ABOVE)


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
        return len(self._recording.views) if self._recording and not parent.isValid() else 0

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
        return None

    def _text(self, number: int, speaker: Speaker) -> str:
        recording = self._recording
        if recording is None or not number:
            return translate("move_list", "The deal")
        before, after = recording.views[number - 1], recording.views[number]
        entry = parse_entry(recording.replay.entries[number - 1])
        told = speaker.change(before, after)
        if entry == "undo":
            text = translate("move_list", "{number}. undo: {move}")
        else:
            told = told or speaker.action(before, entry)
            text = translate("move_list", "{number}. {move}")
        return text.format(number=number, move=told)
