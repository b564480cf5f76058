"""Choosing a game and its options: the same for a new room, for practice, for the leaderboard."""

from typing import Final

from PySide6.QtCore import QEvent, QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QWidget,
)

from client.window.desktop import theme
from client.window.desktop.memory import Memory
from client.window.scene.game_pictures import GamePicture
from client.window.widgets.elements import SPACE, column, field_name, label, panel, row
from client.window.widgets.games.game_finder import LIST, ROOMY, GameFinder, gallery_columns
from client.window.widgets.games.rules_text import RulesText
from client.words.texts import choice_title, option_title
from engine import catalogue

READ: Final = 500
"""The least that the rules keep in width where there is a gallery of games, in pixels."""
PICTURED: Final = 110
"""The least height, in pixels, in which a picture of the chosen game has a place."""
FLAT: Final = 0.66
"""The most height of that picture, in its width."""
CHOICE: Final = 100
"""The least width of an option's choices, in pixels."""
OPTIONS: Final = 620
"""The most that options take, in pixels."""


class GameChooser(QWidget):
    """The games to find one in, with its rules beside them (or without), and its options below."""

    chosen = Signal(str)
    """The name of the game that is now chosen."""
    changed = Signal()
    """One of its options was changed."""
    entered = Signal()
    """The player pressed Enter or clicked twice: the choice is made."""

    def __init__(self, memory: Memory, *, rules: bool = True) -> None:
        super().__init__()
        self.finder = GameFinder(memory)
        self.rules = RulesText(ground="window")
        self.options = OptionsForm()
        self.picture = GamePicture()
        """A deal of the game, where there is room for it."""
        self._options_title = label(self.tr("Options"), "figure")
        self.options_panel = panel(column(self._options_title, self.options, space=8))
        self._with_rules = rules
        """Whether the rules are here, and not elsewhere or nowhere."""
        if rules:
            theme.fix(self.options_panel, most_width=OPTIONS)
            whole = row(self.finder, space=2 * SPACE)
            self._beside = column(self.rules, self.options_panel)
            self._beside.addWidget(self.picture, 1000)
            self._beside.addStretch(1)
            whole.addLayout(self._beside, 1)
            self.setLayout(whole)
        else:
            theme.fix(self, width=LIST)
            layout = column(self.finder, self.options_panel)
            layout.setStretch(0, 1)
            self.setLayout(layout)
        self.finder.chosen.connect(self._show_game)
        self.finder.chosen.connect(self.chosen)
        self.finder.entered.connect(self.entered)
        self.options.changed.connect(self.changed)
        self.options.changed.connect(self._show_options)
        self._show_game(self.game)

    @property
    def game(self) -> str:
        """The name of the chosen game."""
        return self.finder.game

    def choose(self, game: str, options: catalogue.Options | None = None) -> None:
        """Choose a game by its name, with these options and the defaults of the others."""
        self.finder.choose(game)
        self.options.show_game(self.game)
        self.options.choose(options or {})
        self._show_options()

    def lend(self) -> None:
        """Show nothing but the finder: whoever calls this has a place for rules and options."""
        self._with_rules = False
        self.picture.hide()
        self.finder.set_columns(1)

    def take_back(self) -> None:
        """Show the rules and the options beside the finder again."""
        self._with_rules = True
        self.rules.setMinimumHeight(0)
        self._beside.insertWidget(0, self.rules)
        self._beside.insertWidget(1, self.options_panel)
        QTimer.singleShot(0, self._fit)  # when all have their places

    def _show_game(self, game: str) -> None:
        self.rules.show_game(game)
        self.options.show_game(game)
        self.options_panel.setVisible(bool(self.options.options))
        self._show_options()
        self._fit()

    def _show_options(self) -> None:
        self.picture.show_game(self.game, self.options.options)

    def minimumSizeHint(self) -> QSize:
        """Return the size for a list of games: a gallery is shown only where it fits."""
        least = super().minimumSizeHint()
        return QSize(min(least.width(), theme.px(2 * LIST)), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show a gallery where it fits, and a picture of the chosen game where there is room."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        if not self._with_rules:
            here = self.options_panel.parentWidget() is self
            self._options_title.setVisible(not here or self.height() >= theme.px(ROOMY))
            return
        self._options_title.show()
        room = self.width() - 2 * SPACE
        self.finder.set_columns(gallery_columns(room - theme.px(READ)))
        wide = max(0, room - self.finder.maximumWidth())
        high = self.height()
        if not self.options_panel.isHidden():
            high -= self.options_panel.sizeHint().height() + SPACE
        left = high - self.rules.needed(wide) - SPACE
        self.picture.setVisible(left >= theme.px(PICTURED))
        self.picture.setMaximumHeight(round(wide * FLAT))


class OptionsForm(QWidget):
    """The options of one game, each with its choices."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._fields: dict[str, QComboBox | QCheckBox] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setSpacing(8)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)

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
        """The options that are chosen."""
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
            box = QCheckBox(option_title(option))
            box.setChecked(option.default)
            box.toggled.connect(self.changed)
            self._fields[option.name] = box
            self._form.addRow(box)
            return
        choices = QComboBox()
        theme.fix(choices, line_height=32)
        theme.fix(choices, least_width=CHOICE)  # where there is no room for the longest
        for choice in option.choices:
            choices.addItem(choice_title(choice), choice)
        choices.setCurrentIndex(option.choices.index(option.default))
        choices.setToolTip(choices.currentText())  # where there is no room for all of it
        choices.currentTextChanged.connect(choices.setToolTip)
        choices.currentIndexChanged.connect(self.changed)
        self._fields[option.name] = choices
        self._form.addRow(field_name(option_title(option), choices), choices)
