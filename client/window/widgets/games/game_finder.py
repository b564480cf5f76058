"""The games to find one in: a search field, filters, stars, the games last played."""

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.desktop.memory import Memory
from client.window.scene.game_pictures import pictures
from client.window.widgets.elements import box, button, column, label, row, unseen_name
from client.window.widgets.games.game_rows import GAP, MARKED, NAME, STARRED, TILE, GameRows
from client.words.game_search import Wanted
from client.words.texts import BETWEEN, decks_text, facts_text, game_title, played_text
from client.words.translation import translate
from engine import catalogue

MOVING: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
"""The keys that go through the list, from the search field too."""
SIDEWAYS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right)
"""In a gallery these do too, while nothing is typed."""
ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
LIST: Final = 288
"""Width of it all where the games are a list, in pixels."""
FILTERS: Final = 3
"""Columns of a gallery from which all filters are in one row."""
FRAME: Final = 28
"""What the list has on both sides of its rows, in pixels: an edge, and room for the scroll bar."""
ROOMY: Final = 470
"""The least height in which all filters are shown without being asked for, in pixels."""
WHEEL: Final = 36
"""Pixels that the list is scrolled by at once; three times that for a notch of the wheel."""


class GameFinder(QWidget):
    """The games by title, each with its picture: a list, or a gallery (see `set_columns`).

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
        self._marked: set[str] = set()
        """The games that the player has raced here, where that is told."""
        self.search = QLineEdit(placeholderText=self.tr("Find a game…"), clearButtonEnabled=True)
        self.search.setAccessibleName(self.tr("Find a game"))
        theme.fix(self.search, line_height=36)
        self.search.textChanged.connect(self._search)
        self.search.installEventFilter(self)

        self.scopes = QButtonGroup(self)
        scope_row = row(space=6)
        scopes = (self.tr("All"), self.tr("Favourites"), self.tr("Recent"))
        for number, text in enumerate(scopes):
            scope = _narrow(button(text, self._filtered))
            scope.setCheckable(True)
            scope.setChecked(number == 0)
            self.scopes.addButton(scope, number)
            scope_row.addWidget(scope)
        scope_row.addStretch(1)
        families = sorted((translate("games", f), f) for f in {e.family for e in self._entries})
        decks = sorted({entry.decks for entry in self._entries})
        self.family = self._filter(self.tr("All families"), families)
        self.decks = self._filter(self.tr("Any decks"), [(decks_text(n), n) for n in decks])
        self.cards = self._filter(
            self.tr("Any cards"),
            [(self.tr("Hidden cards"), True), (self.tr("Open cards"), False)],
        )

        self.fold = _narrow(button(self.tr("Filters"), self._fold))
        self.fold.setCheckable(True)
        self.fold.hide()
        self._filters = column(self.family, row(self.decks, self.cards, space=6), space=6)
        for field, name in (
            (self.family, self.tr("Family")),
            (self.decks, self.tr("Decks")),
            (self.cards, self.tr("Cards")),
        ):
            self._filters.addWidget(unseen_name(name, field))

        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Games"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.verticalScrollBar().setSingleStep(WHEEL)
        self.list.verticalScrollBar().rangeChanged.connect(
            self._keep_in_view, Qt.ConnectionType.QueuedConnection
        )
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)  # a star to click appears under the pointer
        self._rows = GameRows(self.list, self.toggle_favourite)
        theme.fix(self, width=LIST)
        self.list.setItemDelegate(self._rows)
        pictures.made.connect(self.list.viewport().update)
        self.list.installEventFilter(self)
        self.list.currentItemChanged.connect(self._moved)
        self.list.itemDoubleClicked.connect(lambda _item: self.entered.emit())
        self.empty = label("", "muted", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.count = label("", "muted")
        self.all_button = _narrow(button(self.tr("Show all"), self.show_all))
        self._foot = box(row(self.count, None, self.all_button))
        self._folded = box(column(scope_row, self._filters, space=6))
        """What is behind a button where there is little height."""
        whole = column(row(self.search, self.fold, space=6), self._folded, space=6)
        whole.addWidget(self.empty, 1)
        whole.addWidget(self.list, 1)  # a list of few games is as high, and no filter drifts apart
        whole.addWidget(self._foot)
        self.setLayout(whole)
        self._find()

    @property
    def game(self) -> str:
        """The name of the chosen game; it stays chosen when a search does not find it."""
        return self._game

    def choose(self, game: str) -> None:
        """Choose a game by its name, from all of them: what was looked for before is over."""
        if self.wanted != Wanted():
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
        for field in (self.family, self.decks, self.cards):
            field.setCurrentIndex(0)
        self.scopes.button(0).setChecked(True)
        del blockers
        self._find()

    def toggle_favourite(self, game: str) -> None:
        """Give a game a star, or take it away."""
        self._memory.toggle_favourite(game)
        self._find()

    def mark(self, games: Collection[str], *, first: bool = True) -> None:
        """Say of these games that the player has raced them on this server; they come `first`."""
        before = [entry.name for entry in self._entries]
        if first:
            self._entries.sort(key=lambda e: (e.name not in games, game_title(e.name)))
        if set(games) == self._marked and before == [entry.name for entry in self._entries]:
            return
        self._marked = set(games)
        self._find()

    def set_columns(self, columns: int) -> None:
        """Show the games as a list, or from two columns on as a gallery with larger pictures.

        A gallery is as wide as its columns.
        """
        gallery = columns > 1
        theme.fix(self, width=columns * (TILE[0] + 2 * GAP) + FRAME if gallery else LIST)
        wide = columns >= FILTERS
        self._filters.setStretch(0, 1)
        self._filters.setStretch(1, 2 if wide else 0)
        self._filters.setDirection(
            QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        )
        if gallery != self._rows.gallery:
            self._rows.gallery = gallery
            self.list.setWrapping(gallery)
            self.list.setFlow(QListView.Flow.LeftToRight if gallery else QListView.Flow.TopToBottom)

    @property
    def low(self) -> bool:
        """Whether there is so little height that the games need it more than the filters."""
        return self.height() < theme.px(ROOMY)

    def _fold(self) -> None:
        """Put the filters behind their button, where there is little height, or show them."""
        low, shown = self.low, self.fold.isChecked()
        self.fold.setVisible(low)
        self._folded.setVisible(not low or shown)
        self._foot.setVisible(not low or not self.all_button.isHidden())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See whether there is room for the filters."""
        super().resizeEvent(event)
        self._fold()

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
        self._tell()

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
            item.setToolTip(item.text())  # where the title is cut
            item.setData(NAME, entry.name)
            item.setData(STARRED, entry.name in favourites)
            item.setData(MARKED, entry.name in self._marked)
            if entry.name in favourites:
                spoken = self.tr("{title}, a favourite").format(title=item.text())
                item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
            self.list.addItem(item)
        del blocker
        self.list.setVisible(bool(found))
        everything = wanted == Wanted()
        if everything:
            self.count.setText(translate("game_finder", "%n game(s)", "", len(found)))
        else:
            of = translate("game_finder", "{found} of %n game(s)", "", len(self._entries))
            self.count.setText(of.format(found=len(found)))
        self.all_button.setVisible(not everything)
        self._fold()
        self.empty.setText(self._emptiness(wanted))
        self.empty.setVisible(not found)
        at = self._row(self._game)
        if found:
            self.list.setCurrentRow(at or 0)
            self.list.verticalScrollBar().setValue(scrolled)  # a star more or less moves nothing
            self.list.scrollToItem(self.list.currentItem())

    def _filtered(self) -> None:
        self._find()
        self._tell(urgent=False)

    def _tell(self, *, urgent: bool = True) -> None:
        """Say which game is chosen, and how many are listed; who is in the list hears it there."""
        item = self.list.currentItem()
        if not self.isVisible():
            return
        if not self.list.count():
            announce(self.search, self.empty.text(), urgent=urgent)
            return
        text = translate(
            "game_finder", "{game}, {facts}; {at} of %n game(s)", "", self.list.count()
        )
        announce(
            self.search,
            text.format(
                game=item.data(Qt.ItemDataRole.AccessibleTextRole) or item.text(),
                facts=facts_text(catalogue.entry(self._game)),
                at=self.list.currentRow() + 1,
            ),
            urgent=urgent,
        )

    def _emptiness(self, wanted: Wanted) -> str:
        """What an empty list says."""
        if wanted.names != []:
            stays = self.tr("No game matches; {game} stays chosen.")
            return stays.format(game=game_title(self._game))
        if self.scopes.checkedId() == 1:
            return self.tr("A click on a game’s star, or Ctrl+D, makes it a favourite.")
        return self.tr("The games that you play will be here.")

    def _centre(self) -> None:
        hint = QAbstractItemView.ScrollHint
        at = hint.PositionAtTop if self.low else hint.PositionAtCenter  # no games cut in two
        self.list.scrollToItem(self.list.currentItem(), at)

    def _keep_in_view(self) -> None:
        """The games lie elsewhere now, as in a window of another size."""
        self.list.scrollToItem(self.list.currentItem())

    def _row(self, game: str) -> int | None:
        rows = range(self.list.count())
        return next((y for y in rows if self.list.item(y).data(NAME) == game), None)

    def _moved(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(NAME) != self._game:
            self._game = str(item.data(NAME))
            facts = facts_text(catalogue.entry(self._game))
            if self._game in self._marked:
                facts = BETWEEN.join((played_text(), facts))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, facts)
            self.chosen.emit(self._game)

    # Keys -----------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the search field and the list share the keys: whichever has them, both work."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
            if event.key() in ENTER and plain:
                if self.list.count():  # Else nothing that is seen would be chosen.
                    self.entered.emit()
                return True
            if event.key() == Qt.Key.Key_Escape and self.wanted != Wanted():
                self.show_all()
                self._tell()
                return True
            if event.key() == Qt.Key.Key_D and control:
                self.toggle_favourite(self._game)
                return True
            sideways = self._rows.gallery and not self.search.text() and plain
            if watched is self.search and (
                event.key() in MOVING or (sideways and event.key() in SIDEWAYS)
            ):
                QApplication.sendEvent(self.list, event)
                self._tell()
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

    def _filter(self, every: str, choices: Sequence[tuple[str, object]]) -> QComboBox:
        made = QComboBox()
        theme.fix(made, line_height=32)
        made.setMinimumContentsLength(6)
        made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for text, data in ((every, None), *choices):
            made.addItem(text, data)
        made.setToolTip(made.currentText())  # where there is no room for all of it
        made.currentTextChanged.connect(made.setToolTip)
        made.currentIndexChanged.connect(lambda _index: self._filtered())
        return made


def _narrow(made: QPushButton) -> QPushButton:
    theme.fix(made, line_height=28)
    theme.set_role(made, "narrow")
    return made


def gallery_columns(width: int) -> int:
    """Return how many columns of a gallery fit in this width, in pixels; 1 for a list."""
    columns = (width - theme.px(FRAME)) // theme.px(TILE[0] + 2 * GAP)
    return max(1, columns)
