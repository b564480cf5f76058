"""A month of daily deals as a calendar: what came of each day, by a sign and by its colour."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
)

from client.window.desktop import theme
from client.words.daily import SIGNS, day_in, day_words, mark_of, month_text, weekdays, weeks_of
from client.words.translation import translate
from protocol.messages import DailyDay

CELL: Final = 38
"""The height of a day, in pixels."""
WIDE: Final = 45
"""The least width of a day, in pixels: as the names of the days of the week need it."""
DAYS: Final = 7
MARK: Final = Qt.ItemDataRole.UserRole
"""What came of the day of a cell."""
DAY: Final = Qt.ItemDataRole.UserRole + 1
"""The day itself; none for a day without a deal."""


class Calendar(QTableWidget):
    """The weeks of a month; a day that had a deal can be chosen."""

    chosen = Signal(str)
    """The player wants to see this day."""

    def __init__(self) -> None:
        super().__init__(0, DAYS)
        self._month = ""
        self.setItemDelegate(_Days(self))
        self.setHorizontalHeaderLabels(list(weekdays()))
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        for bars in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            bars(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)
        self._scale()

    def show_month(self, month: str, days: Mapping[str, DailyDay], shown: str = "") -> None:
        """Show a month with the days in it that had a deal; the one that is `shown` is marked."""
        weeks = weeks_of(month)
        new = month != self._month
        self._month = month
        name = translate("calendar", "Calendar of {month}").format(month=month_text(month))
        self.setAccessibleName(name)
        self.setRowCount(len(weeks))
        for y, week in enumerate(weeks):
            for x, number in enumerate(week):
                self.setItem(y, x, _cell(number, days.get(day_in(month, number))))
        if new:
            self.setCurrentCell(-1, -1)
        for y, week in enumerate(weeks):
            for x, number in enumerate(week):
                if number and day_in(month, number) == shown:
                    self.setCurrentCell(y, x)
        self._scale()

    def changeEvent(self, event: QEvent) -> None:
        """Take the height of the days in another scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._scale()

    def sizeHint(self) -> QSize:
        """Return the size of all weeks."""
        return self._size()

    def minimumSizeHint(self) -> QSize:
        """Return the same: a calendar is not scrolled."""
        return self._size()

    def _size(self) -> QSize:
        high = self.horizontalHeader().sizeHint().height() + self.rowCount() * theme.px(CELL)
        return QSize(DAYS * theme.px(WIDE) + 18, high + 14)

    def _scale(self) -> None:
        self.verticalHeader().setMinimumSectionSize(theme.px(CELL))
        self.verticalHeader().setDefaultSectionSize(theme.px(CELL))
        self.horizontalHeader().setMinimumSectionSize(theme.px(WIDE))
        self.setFixedHeight(self._size().height())
        self.updateGeometry()

    def _choose(self, item: QTableWidgetItem) -> None:
        day = item.data(DAY)
        if day:
            self.chosen.emit(day)


def _cell(number: int, day: DailyDay | None) -> QTableWidgetItem:
    item = QTableWidgetItem(str(number) if number else "")
    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
    if day is None:
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        return item
    mark = mark_of(day)
    item.setText(f"{number} {SIGNS[mark]}")
    words = day_words(day)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
    item.setToolTip(words)
    item.setData(MARK, mark)
    item.setData(DAY, day.day)
    return item


class _Days(QStyledItemDelegate):
    """Paints the number of each day, and below it what came of it."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw a day."""
        text = str(index.data() or "")
        if not text:
            return
        mark = index.data(MARK)
        colours = theme.colours
        place = QRectF(option.rect).adjusted(2, 2, -2, -2)
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if mark:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.chosen if chosen else colours.panel))
            painter.drawRoundedRect(place, 6, 6)
        if chosen or mark == "open":
            pen = QPen(QColor(colours.bright), 2 if focused else 1)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(place, 6, 6)
        number, _, sign = text.partition(" ")
        font = painter.font()
        font.setPixelSize(theme.px(12))
        painter.setFont(font)
        painter.setPen(QColor(colours.text if mark else colours.muted))
        upper = QRectF(place.x(), place.y() + 1, place.width(), place.height() / 2)
        painter.drawText(upper if sign else place, Qt.AlignmentFlag.AlignCenter, number)
        if sign:
            shades = {"won": colours.good, "played": colours.text, "missed": colours.muted}
            font.setPixelSize(theme.px(13))
            font.setBold(mark == "won")
            painter.setFont(font)
            painter.setPen(QColor(shades.get(str(mark), colours.bright)))
            lower = upper.translated(0, place.height() / 2 - 2)
            painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, sign)
        painter.restore()
