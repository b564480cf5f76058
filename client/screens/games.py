"""Choosing a game and its options, with the rules beside it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QWidget,
)

from client.screens.parts import SPACE, column, label
from engine import catalogue


class GameList(QWidget):
    """The games by title, and a field that narrows the list down."""

    chosen = Signal(str)
    """The name of the game that is now chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.search = QLineEdit(placeholderText="Find a game…", clearButtonEnabled=True)
        self.search.setMinimumHeight(36)
        self.search.textChanged.connect(self._narrow)
        self.list = QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for entry in catalogue.entries():
            item = QListWidgetItem(entry.title)
            item.setData(Qt.ItemDataRole.UserRole, entry.name)
            self.list.addItem(item)
        self.list.currentItemChanged.connect(self._changed)
        self.list.setCurrentRow(0)
        self.setLayout(column(self.search, self.list, space=6))

    @property
    def game(self) -> str:
        """The name of the chosen game."""
        row = max(self.list.currentRow(), 0)
        return str(self.list.item(row).data(Qt.ItemDataRole.UserRole))

    def choose(self, game: str) -> None:
        """Choose a game by its name."""
        for y in range(self.list.count()):
            if self.list.item(y).data(Qt.ItemDataRole.UserRole) == game:
                self.list.setCurrentRow(y)
                self.list.scrollToItem(self.list.item(y))

    def _changed(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(self.game)

    def _narrow(self, text: str) -> None:
        wanted = text.strip().lower()
        for y in range(self.list.count()):
            item = self.list.item(y)
            item.setHidden(wanted not in item.text().lower())
        shown = [y for y in range(self.list.count()) if not self.list.item(y).isHidden()]
        if shown and self.list.currentRow() not in shown:
            self.list.setCurrentRow(shown[0])


class OptionsForm(QWidget):
    """The options of one game, each with its choices."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._fields: dict[str, QComboBox | QCheckBox] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setSpacing(8)

    def show_game(self, game: str) -> None:
        """Offer this game's options, with their defaults chosen."""
        while self._form.rowCount():
            self._form.removeRow(0)
        self._fields = {}
        for option in catalogue.entry(game).options:
            self._add(option)
        self.setVisible(bool(self._fields))

    @property
    def options(self) -> dict[str, catalogue.Choice]:
        """What is chosen."""
        return {
            name: field.isChecked() if isinstance(field, QCheckBox) else field.currentData()
            for name, field in self._fields.items()
        }

    def choose(self, options: catalogue.Options) -> None:
        """Choose these; the others stay as they are."""
        for name, choice in options.items():
            field = self._fields.get(name)
            if isinstance(field, QCheckBox):
                field.setChecked(bool(choice))
            elif field is not None:
                field.setCurrentIndex(field.findData(choice))

    def _add(self, option: catalogue.Option) -> None:
        if isinstance(option.default, bool):
            box = QCheckBox(option.title)
            box.setChecked(option.default)
            box.toggled.connect(self.changed)
            self._fields[option.name] = box
            self._form.addRow(box)
            return
        choices = QComboBox()
        choices.setMinimumHeight(32)
        for choice in option.choices:
            choices.addItem(catalogue.choice_title(choice), choice)
        choices.setCurrentIndex(option.choices.index(option.default))
        choices.currentIndexChanged.connect(self.changed)
        self._fields[option.name] = choices
        self._form.addRow(label(option.title), choices)


class RulesText(QScrollArea):
    """A game's rules and its tip, to read."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.title = label("", "title", wrap=True)
        self.rules = label("", wrap=True, selectable=True)
        self.tip = label("", "muted", wrap=True)
        inner = QWidget()
        inner.setLayout(column(self.title, self.rules, self.tip, None, space=SPACE))
        self.setWidget(inner)

    def show_game(self, game: str) -> None:
        """Show this game's."""
        entry = catalogue.entry(game)
        self.title.setText(entry.title)
        self.rules.setText(" ".join(entry.rules.split()))
        self.tip.setText(f"Tip: {entry.tip}")
