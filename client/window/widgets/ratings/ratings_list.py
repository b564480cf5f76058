"""The highest ratings of a server, overall or in a family of games, in this season or another."""

from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QListWidget, QWidget

from client.window.desktop import theme
from client.window.widgets.elements import DataTable, column, row, unseen_name
from client.words.ratings import (
    ALL,
    about_text,
    families,
    family_text,
    nobody_yet_text,
    rating_text,
    season_text,
)
from client.words.texts import BETWEEN, asking_text, one_line, place_text
from client.words.translation import translate
from protocol.messages import Ratings

WIDEST: Final = 900
"""The most width of the table, in pixels: a rating is read with its name."""
MOST_SEASONS: Final = 50
"""The seasons that are offered: the last ones."""


class RatingsList(QWidget):
    """A table of players, with the choice of the family and of the season above it.

    Whoever has it may place the `families` beside it.
    """

    asked = Signal(str, int)
    """The ratings of this family and this season (0: the one that is going on) are wanted."""
    came = Signal()
    """The ratings that were asked for are here."""

    def __init__(self) -> None:
        super().__init__()
        self._ratings: Ratings | None = None
        self.family = QComboBox()
        self.families = QListWidget()
        """The same choice as a list, for where there is room beside the table."""
        self.families.setAccessibleName(self.tr("Family"))
        for family in (ALL, *sorted(families(), key=family_text)):
            self.family.addItem(family_text(family), family)
            self.families.addItem(family_text(family))
        self.families.setCurrentRow(0)
        self.families.hide()
        self.families.currentRowChanged.connect(self.family.setCurrentIndex)
        self.season = QComboBox()
        self.season.addItem(season_text(1, 1), 0)
        self.season.hide()
        self.table = DataTable(
            ["", self.tr("Name"), self.tr("Rating"), self.tr("Races")],
            wide=1,
            numbers=(0, 2, 3),
            spared=(3,),
            close=True,
            medals=0,
        )
        self.table.explain(2, about_text())
        self.table.setAccessibleName(self.tr("Ratings"))
        for choice in (self.family, self.season):
            theme.fix(choice, line_height=32)
            choice.currentIndexChanged.connect(lambda _: self.ask())
        self.family.currentIndexChanged.connect(self._follow_family)
        choices = row(
            unseen_name(self.tr("Family"), self.family),
            self.family,
            unseen_name(self.tr("Season"), self.season),
            self.season,
            None,
            space=8,
        )
        choices.setContentsMargins(0, 6, 0, 0)
        theme.fix(self.table, most_width=WIDEST)
        across = row(self.table)
        across.setStretch(0, 1000)
        across.addStretch(1)
        whole = column(choices, across, space=6)
        whole.setStretch(1, 1)
        self.setLayout(whole)

    def choose_family(self, family: str) -> None:
        """Look at this family; nothing is asked for yet."""
        with QSignalBlocker(self.family):
            self.family.setCurrentIndex(max(0, self.family.findData(family)))
        self._follow_family()

    def list_families(self, *, listed: bool) -> None:
        """Have the families as a list beside the table, or as a choice above it."""
        self.families.setVisible(listed)
        self.family.setHidden(listed)

    def _follow_family(self) -> None:
        with QSignalBlocker(self.families):
            self.families.setCurrentRow(self.family.currentIndex())

    def ask(self) -> None:
        """Ask for what is chosen; nothing is shown until it is here."""
        wanted = self.family.currentData(), self.season.currentData()
        if self._ratings is None or self._asked_for(self._ratings) != wanted:
            self._ratings = None
            self.table.fill([])
            self.table.tell_late(asking_text())
        self.asked.emit(*wanted)

    @staticmethod
    def _asked_for(ratings: Ratings) -> tuple[str, int]:
        current = ratings.season == ratings.seasons
        return ratings.family, 0 if current else ratings.season

    def take(self, ratings: Ratings, own: int) -> None:
        """Show these, if they are what was asked for last; `own` is the reader's id."""
        if self._asked_for(ratings) != (self.family.currentData(), self.season.currentData()):
            return
        self._ratings = ratings
        self._offer_seasons(ratings.seasons)
        self.table.fill(
            [
                (
                    rated.player,
                    [
                        str(rated.place),
                        one_line(rated.name),
                        rating_text(rated.rating),
                        str(rated.rating.races),
                    ],
                )
                for rated in ratings.players
            ]
        )
        if self.table.chosen is None and self.table.keys:
            self.table.choose(own if own in self.table.keys else self.table.keys[0])
            self.table.scrollToTop()
        self.table.light(own if own in self.table.keys else None)
        self.table.tell_empty(nobody_yet_text())
        self.came.emit()

    def _offer_seasons(self, seasons: int) -> None:
        if self.season.count() == min(seasons, MOST_SEASONS):
            return
        chosen = self.season.currentData()
        with QSignalBlocker(self.season):
            self.season.clear()
            for season in range(seasons, max(0, seasons - MOST_SEASONS), -1):
                self.season.addItem(season_text(season, seasons), season % seasons)
            self.season.setCurrentIndex(max(0, self.season.findData(chosen)))
        self.season.setVisible(seasons > 1)

    @property
    def known(self) -> bool:
        """Whether the answer to what was asked last is here."""
        return self._ratings is not None

    @property
    def chosen(self) -> int | None:
        """The player whose row is chosen."""
        return self.table.chosen if isinstance(self.table.chosen, int) else None

    @property
    def own_text(self) -> str:
        """Where the reader stands, also below the rows that are listed; empty for nowhere."""
        own = self._ratings.own if self._ratings is not None else None
        if own is None or self._ratings is None:
            return ""
        yours = translate("ratings", "Your rating: {rating}").format(rating=rating_text(own.rating))
        return BETWEEN.join((yours, place_text(own.place, max(own.place, self._ratings.listed))))
