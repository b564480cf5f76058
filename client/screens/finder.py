"""The list of games to find one in: a search field, filters, stars and the games last played."""

import math
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPolygonF, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QButtonGroup,
    QComboBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from client import theme
from client.finding import Wanted
from client.memory import Memory
from client.screens.parts import button, column, label, row
from client.texts import decks_text, game_title
from client.translation import translate
from engine import catalogue

MOVING: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
"""The keys that go through the list, from the search field too."""
ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
STAR_WIDTH: Final = 32
"""Of the star's place at the right end of a row, in pixels."""

_NAME: Final = Qt.ItemDataRole.UserRole
_STARRED: Final = Qt.ItemDataRole.UserRole + 1


class GameFinder(QWidget):
    """The games by title.

    Typing searches, the arrows go through what is found, Enter says that the choice is made, Escape
    shows all again, and Ctrl+D gives or takes a favourite's star.
    """

    chosen = Signal(str)
    """The name of the game that is now chosen."""
    entered = Signal()
    """The player pressed Enter or clicked twice: the choice is made."""

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self._memory = memory
        self._entries = sorted(catalogue.entries(), key=lambda entry: game_title(entry.name))
        self._game = self._entries[0].name
        self.search = QLineEdit(placeholderText=self.tr("Find a game…"), clearButtonEnabled=True)
        self.search.setMinimumHeight(36)
        self.search.textChanged.connect(self._search)
        self.search.installEventFilter(self)

        self.scopes = QButtonGroup(self)
        scope_row = row(space=6)
        scopes = (self.tr("All"), self.tr("Favourites"), self.tr("Recent"))
        for number, text in enumerate(scopes):
            scope = _narrow(button(text, self._find))
            scope.setCheckable(True)
            scope.setChecked(number == 0)
            self.scopes.addButton(scope, number)
            scope_row.addWidget(scope)
        scope_row.addStretch(1)
        families = sorted((translate("games", f), f) for f in {e.family for e in self._entries})
        decks = sorted({entry.decks for entry in self._entries})
        self.family = self._filter(self.tr("Family"), self.tr("All families"), families)
        self.decks = self._filter(
            self.tr("Decks"), self.tr("Any decks"), [(decks_text(n), n) for n in decks]
        )
        self.cards = self._filter(
            self.tr("Cards"),
            self.tr("Any cards"),
            [(self.tr("Hidden cards"), True), (self.tr("Open cards"), False)],
        )

        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Games"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)  # a star to click appears under the pointer
        self.list.setItemDelegate(_Rows(self.list, self.toggle_favourite))
        self.list.installEventFilter(self)
        self.list.currentItemChanged.connect(self._moved)
        self.list.itemDoubleClicked.connect(lambda _item: self.entered.emit())
        self.empty = label("", "muted", wrap=True)
        self.count = label("", "muted")
        self.all_button = _narrow(button(self.tr("Show all"), self.show_all))
        foot = row(self.count, None, self.all_button)
        self.setLayout(
            column(
                self.search,
                scope_row,
                self.family,
                row(self.decks, self.cards, space=6),
                self.empty,
                self.list,
                foot,
                space=6,
            )
        )
        self._find()

    @property
    def game(self) -> str:
        """The name of the chosen game; it stays chosen when a search does not find it."""
        return self._game

    def choose(self, game: str) -> None:
        """Choose a game by its name; all are shown again if a filter hides it."""
        if self._row(game) is None:
            self.show_all()
        at = self._row(game)
        if at is not None:
            self.list.setCurrentRow(at)
            self._centre()

    def show_all(self) -> None:
        """Take back the search and every filter."""
        parts = (self.search, self.family, self.decks, self.cards)
        blockers = [QSignalBlocker(part) for part in parts]
        self.search.clear()
        for box in (self.family, self.decks, self.cards):
            box.setCurrentIndex(0)
        self.scopes.button(0).setChecked(True)
        del blockers
        self._find()

    def toggle_favourite(self, game: str) -> None:
        """Give a game a star, or take it away."""
        self._memory.toggle_favourite(game)
        self._find()

    @property
    def wanted(self) -> Wanted:
        """What is looked for now."""
        names = {1: self._memory.favourites, 2: self._memory.recent}.get(self.scopes.checkedId())
        return Wanted(
            self.search.text(),
            self.family.currentData(),
            self.decks.currentData(),
            self.cards.currentData(),
            names,
        )

    # The list -------------------------------------------------------------------------------------

    def _search(self, text: str) -> None:
        self._find()
        if text.strip() and self.list.count():
            self.list.setCurrentRow(0)  # the likeliest

    def _find(self) -> None:
        """List what is wanted. If the chosen game is not there, the first is chosen."""
        wanted = self.wanted
        favourites = self._memory.favourites
        found = wanted.find(self._entries)
        scrolled = self.list.verticalScrollBar().value()
        blocker = QSignalBlocker(self.list)
        self.list.clear()
        for entry in found:
            item = QListWidgetItem(game_title(entry.name))
            item.setData(_NAME, entry.name)
            item.setData(_STARRED, entry.name in favourites)
            self.list.addItem(item)
        del blocker
        self.list.setVisible(bool(found))
        everything = wanted == Wanted()
        if everything:
            self.count.setText(translate("finder", "%n game(s)", "", len(found)))
        else:
            of = translate("finder", "{found} of %n game(s)", "", len(self._entries))
            self.count.setText(of.format(found=len(found)))
        self.all_button.setVisible(not everything)
        self.empty.setText(self._emptiness(wanted))
        self.empty.setVisible(not found)
        at = self._row(self._game)
        if found:
            self.list.setCurrentRow(at or 0)
            self.list.verticalScrollBar().setValue(scrolled)  # a star more or less moves nothing
            self.list.scrollToItem(self.list.currentItem())

    def _emptiness(self, wanted: Wanted) -> str:
        """What an empty list says."""
        if wanted.names != []:
            return self.tr("No game fits.")
        if self.scopes.checkedId() == 1:
            return self.tr("A click on a game’s star, or Ctrl+D, makes it a favourite.")
        return self.tr("The games that you play will be here.")

    def _centre(self) -> None:
        centre = QAbstractItemView.ScrollHint.PositionAtCenter
        self.list.scrollToItem(self.list.currentItem(), centre)

    def _row(self, game: str) -> int | None:
        rows = range(self.list.count())
        return next((y for y in rows if self.list.item(y).data(_NAME) == game), None)

    def _moved(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(_NAME) != self._game:
            self._game = str(item.data(_NAME))
            self.chosen.emit(self._game)

    # Keys -----------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the search field and the list share the keys: whichever has them, both work."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
            if event.key() in ENTER and plain:
                self.entered.emit()
                return True
            if event.key() == Qt.Key.Key_Escape and self.wanted != Wanted():
                self.show_all()
                return True
            if event.key() == Qt.Key.Key_D and control:
                self.toggle_favourite(self._game)
                return True
            if watched is self.search and event.key() in MOVING:
                QApplication.sendEvent(self.list, event)
                return True
            if watched is self.list and (
                event.key() == Qt.Key.Key_Backspace
                or (event.text().isprintable() and event.text().strip() and not control)
            ):
                self.search.setFocus()
                QApplication.sendEvent(self.search, event)
                return True
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        """Look again at what was starred and played elsewhere meanwhile."""
        super().showEvent(event)
        self._find()
        self._centre()
        self.search.setFocus()

    def _filter(self, name: str, every: str, choices: Sequence[tuple[str, object]]) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        box.setMinimumHeight(32)
        box.setMinimumContentsLength(6)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for text, data in ((every, None), *choices):
            box.addItem(text, data)
        box.currentIndexChanged.connect(lambda _index: self._find())
        return box


def _narrow(made: QPushButton) -> QPushButton:
    made.setMinimumHeight(28)
    theme.set_role(made, "narrow")
    return made


class _Rows(QStyledItemDelegate):
    """Draws a star at the end of a row, and toggles it when it is clicked."""

    def __init__(self, view: QListWidget, toggle: Callable[[str], object]) -> None:
        super().__init__(view)
        self._toggle = toggle

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw the row; where there is no star, its outline for the row in question."""
        super().paint(painter, option, index)
        starred = bool(index.data(_STARRED))
        state = option.state
        active = QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected
        if not starred and not state & active:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.colours.bright if starred else theme.colours.muted))
        if starred:
            painter.setBrush(QColor(theme.colours.bright))
        painter.drawPolygon(_star(QPointF(_place(option).center()), 7))
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Toggle the star that was clicked."""
        if (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and _place(option).contains(event.position().toPoint())
        ):
            self._toggle(str(index.data(_NAME)))
            return True
        return super().editorEvent(event, model, option, index)


def _place(option: QStyleOptionViewItem) -> QRect:
    """Where a row's star is."""
    rect: QRect = option.rect
    return rect.adjusted(rect.width() - STAR_WIDTH, 0, 0, 0)


def _star(middle: QPointF, radius: float) -> QPolygonF:
    points = []
    for i in range(10):
        angle, out = math.pi * (i / 5 - 0.5), radius * (0.42 if i % 2 else 1)
        points.append(middle + QPointF(math.cos(angle), math.sin(angle)) * out)
    return QPolygonF(points)
