"""Choosing whether a room races a series, and of which games."""

from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QPushButton, QSpinBox

from client.window.desktop import theme
from client.window.widgets.elements import Paragraph, box, button, column, field_name
from client.words.evening import RULES, late_text, rule_text, rule_title
from client.words.texts import game_title, joined
from client.words.translation import translate
from engine import catalogue
from engine.catalogue import Options
from protocol.messages import MAX_LINE_UP, Series, SeriesGame

LENGTHS = (3, 5, 10, 0)
"""How many deals are offered; 0 leaves it open."""
SHOWN: Final = 12
"""Letters of a choice that are seen at least; its list shows all of it."""
_BY_LENGTH: Final = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
OWN, FAMILY, LIST = range(3)
"""Which games: the room's own, its family's, or a list."""


class SeriesChoice(QObject):
    """A choice of how many deals; and, once that is made, of all else: rows of a form."""

    changed = Signal()
    """The player has made another choice."""

    def __init__(self, form: QFormLayout) -> None:
        """Put the rows at the end of this form."""
        super().__init__()
        self._form = form
        self._game, self._options = "", dict[str, str | bool]()
        self._family = ""
        self._list: list[SeriesGame] = []
        self._pause = Series().pause
        self.length = QComboBox()
        self.games = QComboBox()
        self.listed = Paragraph("", "muted")
        """The games of the list."""
        self.add: QPushButton = button(self.tr("Add this game"), self._add)
        self.clear_list: QPushButton = button(self.tr("Empty the list"), self._empty)
        self.vetoes = QSpinBox(minimum=0, maximum=3)
        self.vetoes.setSpecialValueText(self.tr("None", "no veto"))
        self.points = QComboBox()
        self.about = Paragraph("", "muted")
        """What the points are given for."""
        for field in (self.length, self.games, self.vetoes, self.points):
            theme.fix(field, line_height=32)
        for field in (self.length, self.games, self.points):
            field.setSizeAdjustPolicy(_BY_LENGTH)
            field.setMinimumContentsLength(SHOWN)
        self.vetoes.lineEdit().setTextMargins(8, 0, 0, 0)
        self.length.addItem(self.tr("No series"), None)
        for deals in LENGTHS:
            self._offer_length(deals)
        for which in (OWN, FAMILY, LIST):
            self.games.addItem("", which)
        for rule in RULES:
            self.points.addItem(rule_title(rule), rule)
        form.addRow(field_name(self.tr("Series"), self.length), self.length)
        form.addRow(field_name(self.tr("Its games"), self.games), self.games)
        self._listing = box(column(self.listed, self.add, self.clear_list, space=6))
        form.addRow(self._listing)
        form.addRow(field_name(self.tr("Vetoes each"), self.vetoes), self.vetoes)
        form.addRow(field_name(self.tr("Points"), self.points), self.points)
        form.addRow(self.about)
        self.length.activated.connect(lambda _: self._choose())
        self.games.activated.connect(lambda _: self._choose())
        self.points.activated.connect(lambda _: self._choose())
        self.show_series(None)

    def _offer_length(self, deals: int) -> None:
        text = (
            translate("SeriesChoice", "%n deal(s)", "", deals) if deals else self.tr("Open-ended")
        )
        self.length.addItem(text, deals)

    @property
    def series(self) -> Series | None:
        """What is chosen; None for no series."""
        deals, which = self.length.currentData(), self.games.currentData()
        if deals is None:
            return None
        games = self._list if which == LIST else []
        family = self._family if which == FAMILY else ""
        mixed = bool(games or family)
        vetoes = self.vetoes.value() if mixed else 0
        rule = RULES[max(0, self.points.currentIndex())]
        return Series(deals, list(games), family, vetoes, rule, self._pause)

    def show_series(self, series: Series | None) -> None:
        """Begin with this one."""
        shown = series or Series()
        if series is not None and self.length.findData(series.deals) < 0:
            self._offer_length(series.deals)
        self.length.setCurrentIndex(0 if series is None else self.length.findData(series.deals))
        self._list, self._family = list(shown.games), shown.family or self._family
        self._pause = shown.pause
        self.games.setCurrentIndex(LIST if shown.games else FAMILY if shown.family else OWN)
        self.vetoes.setValue(shown.vetoes)
        self.points.setCurrentIndex(RULES.index(shown.points))
        self._show()

    def show_game(self, game: str, options: Options) -> None:
        """Offer this game, and its family."""
        self._game, self._options = game, dict(options)
        try:
            self._family = catalogue.entry(game).family
        except catalogue.UnknownGame:
            self._family = ""
        self._show()

    def _choose(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        on = self.length.currentData() is not None
        which = self.games.currentData()
        for part in (self.games, self.points, self.about):
            self._form.setRowVisible(part, on)
        self.games.setItemText(OWN, self.tr("This game alone"))
        family = translate("games", self._family) if self._family else "–"
        text = self.tr("Drawn from “{family}”")
        self.games.setItemText(FAMILY, text.format(family=family))
        self.games.setItemText(LIST, self.tr("A list of games"))
        titles = joined(game_title(each.game) for each in self._list)
        self.listed.setText(titles or self.tr("Choose a game, and add it; then the next one."))
        self._form.setRowVisible(self._listing, on and which == LIST)
        self.add.setEnabled(len(self._list) < MAX_LINE_UP)
        self.clear_list.setEnabled(bool(self._list))
        self._form.setRowVisible(self.vetoes, on and which != OWN)
        rule = RULES[max(0, self.points.currentIndex())]
        told = f"{rule_text(rule)} {late_text()}"
        self.about.setText(told)
        self.points.setAccessibleDescription(told)

    def _add(self) -> None:
        if self._game and len(self._list) < MAX_LINE_UP:
            self._list.append(SeriesGame(self._game, dict(self._options)))
        self._choose()

    def _empty(self) -> None:
        self._list.clear()
        self._choose()
