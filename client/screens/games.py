"""Choosing a game and its options: the same for a new room, for practice, for the leaderboard."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QScrollArea,
    QWidget,
)

from client import theme
from client.memory import Memory
from client.screens.finder import GameFinder
from client.screens.parts import SPACE, column, label, panel, row
from client.smallboard import SmallBoard
from client.texts import facts_text
from engine import catalogue

FINDER: Final = 264
"""Width of the list of games, in pixels."""
LINE: Final = 640
"""The longest line of rules, in pixels: one that is longer is hard to follow."""
PICTURED: Final = 560
"""The least height, in pixels, in which a picture of the game has a place."""
SEED: Final = "picture"
"""The deal that is pictured."""
OPTIONS: Final = 440
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
        self.rules = RulesText()
        self.options = OptionsForm()
        self.picture = SmallBoard(self)
        """A deal of the game, where there is room for it."""
        self.picture.setCursor(Qt.CursorShape.ArrowCursor)
        self.picture.hide()
        self._pictured = rules
        self._dealt: tuple[str, dict[str, catalogue.Choice]] | None = None
        self.options_panel = panel(column(label("Options", "figure"), self.options, space=8))
        if rules:
            theme.fix(self.finder, width=FINDER)
            theme.fix(self.options_panel, most_width=OPTIONS)
            beside = column(self.rules, self.options_panel)
            beside.addWidget(self.picture, 200)
            beside.setStretch(0, 100)  # it takes what it needs, if that is there
            beside.addStretch(1)
            whole = row(self.finder, space=2 * SPACE)
            whole.addLayout(beside, 100)
            whole.addStretch(1)
            self.setLayout(whole)
        else:
            theme.fix(self, width=FINDER)
            self.setLayout(column(self.finder, self.options_panel))
        self.finder.chosen.connect(self._show_game)
        self.finder.chosen.connect(self.chosen)
        self.finder.entered.connect(self.entered)
        self.options.changed.connect(self.changed)
        self.options.changed.connect(self._show_picture)
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
        self._show_picture()

    def _show_game(self, game: str) -> None:
        self.rules.show_game(game)
        self.options.show_game(game)
        self.options_panel.setVisible(bool(self.options.options))
        self._show_picture()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show a picture of the game where there is room."""
        super().resizeEvent(event)
        self._show_picture()

    def _show_picture(self) -> None:
        shown = self._pictured and self.height() >= PICTURED
        self.picture.setVisible(shown)
        asked = (self.game, self.options.options)
        if not shown or asked == self._dealt:
            return
        self._dealt = asked
        self.picture.set_game(*asked)
        game = self.picture.game
        self.picture.show_state(game.view(game.deal(SEED)))


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
        self.facts = label("", "muted", wrap=True)
        self.rules = label("", wrap=True, selectable=True)
        self.tip = label("", "muted", wrap=True)
        inner = QWidget()
        for part in (self, self.viewport(), inner):
            theme.set_role(part, "clear")
        theme.fix(self, most_width=LINE)
        self._column = column(self.title, self.facts, self.rules, self.tip, None)
        self._column.setContentsMargins(0, 0, SPACE, 0)  # no letter lies below the scroll bar
        inner.setLayout(self._column)
        self.setWidget(inner)

    def show_game(self, game: str) -> None:
        """Show this game's."""
        entry = catalogue.entry(game)
        self.title.setText(entry.title)
        self.facts.setText(facts_text(entry))
        self.rules.setText(" ".join(entry.rules.split()))
        self.tip.setText(f"Tip: {entry.tip}")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the text needs at this width, and no more."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        needed = self._column.totalHeightForWidth(self.viewport().width())
        self.setMaximumHeight(max(needed, 1))
