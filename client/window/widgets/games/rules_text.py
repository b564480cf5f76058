"""The rules of a game, to read."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from client.window.desktop import theme
from client.window.widgets.elements import SPACE, Fade, box, column, label, row
from client.words.texts import facts_text, game_title, rules_text, tip_text
from engine import catalogue

LINE: Final = 700
"""The longest line of rules, in pixels: one that is longer is hard to follow."""


class RulesText(QScrollArea):
    """A game's rules and its tip, to read: as high as they are, or less with a scroll bar."""

    def __init__(self, *, titled: bool = True, whole: bool = False, ground: str = "") -> None:
        """Show them, with the game's title above unless that stands elsewhere.

        The `whole` text is shown where something around it is scrolled. What is below fades, on
        the `ground` of that colour, if one is told.
        """
        super().__init__()
        self._whole = whole
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if whole:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # to be scrolled by keys, and to be heard
        self.title = label("", "title", wrap=True)
        self.facts = label("", "muted", wrap=True)
        if not titled:
            self.title.hide()
        self.rules = label("", wrap=True, selectable=True)
        self.tip = label("", "muted", wrap=True)
        inner = QWidget()
        theme.set_role(self, "read")
        for part in (self.viewport(), inner):
            theme.set_role(part, "clear")
        self._column = column(self.title, self.facts, self.rules, self.tip, None)
        lines = box(self._column)
        theme.fix(lines, most_width=LINE)
        across = row()
        across.addWidget(lines, 1)
        across.addStretch()
        across.setContentsMargins(0, 0, SPACE, 0)  # no letter lies below the scroll bar
        inner.setLayout(across)
        self.setWidget(inner)
        if ground:
            Fade(self, ground)

    def show_game(self, game: str) -> None:
        """Show the rules and the tip of this game.

        Raises:
            UnknownGame: there is none.
        """
        entry = catalogue.entry(game)
        self.title.setText(game_title(game))
        self.facts.setText(facts_text(entry))
        self.rules.setText(rules_text(entry))
        self.tip.setText(tip_text(entry))
        rules = self.tr("Rules of {game}").format(game=self.title.text())
        self.setAccessibleName(rules)
        parts = (self.facts, self.rules, self.tip)
        self.setAccessibleDescription(" ".join(part.text() for part in parts))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the text needs at this width, and no more."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """Return the size that shows the whole text."""
        return QSize(super().sizeHint().width(), self.maximumHeight())

    def needed(self, width: int) -> int:
        """Return the height that the whole text needs at this width, in pixels."""
        return max(1, self._column.totalHeightForWidth(min(width - SPACE, theme.px(LINE))))

    def _fit(self) -> None:
        needed = self.needed(self.viewport().width())
        self.setMaximumHeight(needed)
        if self._whole:
            self.setMinimumHeight(needed)
