"""A player's ratings: overall and by family, and how the chosen one went."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from client.window.desktop import theme
from client.window.desktop.day import day_of
from client.window.widgets.elements import (
    Cell,
    DataTable,
    Paragraph,
    column,
    row,
)
from client.window.widgets.ratings.rating_chart import RatingChart
from client.words.ratings import (
    about_text,
    changes_of,
    course_about_text,
    course_text,
    family_text,
    nothing_yet_text,
    races_text,
    rating_text,
)
from client.words.texts import BETWEEN
from client.words.translation import translate
from protocol.messages import Rating, RatingCourse

LISTS: Final = ((276, 320), (230, 330))
"""The least and the most width of the list of families, and of that of races, in pixels."""
ROOMY: Final = 300
"""The height in pixels from which it is said below the picture what it shows."""


class RatingsPanel(QWidget):
    """The families on the left, the chosen one's course in the middle, its races on the right."""

    asked = Signal(str)
    """How the rating went in this family is wanted."""
    replay = Signal(int)
    """This race is to be seen."""

    def __init__(self) -> None:
        super().__init__()
        self._course: RatingCourse | None = None
        self._ratings: Sequence[Rating] = ()
        self._wanted: str | None = None
        """The family whose course was asked for."""
        self.families = DataTable(
            [self.tr("Games"), self.tr("Rating"), self.tr("Races")],
            numbers=(1, 2),
            spared=(2,),
            close=True,
        )
        self.families.explain(1, about_text())
        self.families.setAccessibleName(self.tr("Ratings"))
        self.families.itemSelectionChanged.connect(self._chosen)
        self.caption = Paragraph(role="name")
        self.chart = RatingChart()
        self.chart.wanted.connect(self.replay)
        self.about = Paragraph(course_about_text(), "muted")
        """What the picture shows, where there is room to say it."""
        self.races = DataTable(
            [self.tr("Date"), self.tr("Rating")],
            numbers=(1,),
            close=True,
        )
        self.races.setAccessibleName(self.tr("Races"))
        self.races.itemActivated.connect(lambda _: self.show_race())
        self.races.itemSelectionChanged.connect(self._point)
        self.chart.pointed.connect(self.races.choose)
        middle = column(self.caption, self.chart, self.about, space=6)
        middle.setStretch(1, 1)
        whole = row(self.families)
        whole.addLayout(middle, 1)
        whole.addWidget(self.races)
        self.setLayout(whole)
        for table, (least, most) in zip((self.families, self.races), LISTS, strict=True):
            theme.fix(table, least_width=least, most_width=most)

    def clear(self) -> None:
        """Show nothing, until it is known whose ratings these are."""
        self._course, self._wanted = None, None
        self.families.fill([])
        self.races.fill([])
        self.chart.show_course(())
        self.caption.setText("")

    def show_ratings(self, ratings: Sequence[Rating], *, own: bool) -> None:
        """Show these, and how the chosen one went; `own` says whether they are the reader's."""
        self._ratings = ratings
        self._wanted = None  # there may be a race more in it
        self.families.fill(
            [
                (
                    rating.family,
                    [family_text(rating.family), rating_text(rating), str(rating.races)],
                )
                for rating in ratings
            ]
        )
        self.families.tell_empty(nothing_yet_text(own=own))
        if self.families.chosen is None and ratings:
            self.families.choose(ratings[0].family)
        self._chosen()

    def take(self, course: RatingCourse) -> None:
        """Show how a rating went, if it is the one that is looked at."""
        if course.family != self.families.chosen:
            return
        self._course = course
        points, changes = course.points, changes_of(course.points)
        self.chart.show_course(points)
        replay = translate("profile", "A double-click shows the replay")
        rows: list[tuple[object, list[str | Cell]]] = []
        for at, (point, change) in enumerate(zip(points, changes, strict=True)):
            told = course_text(point.value, change)
            rows.append((at, [day_of(point.at), Cell(told, replay if point.race else "")]))
        self.races.fill(rows[::-1])

    @property
    def race(self) -> int:
        """The race that is chosen and may be seen; 0 for none."""
        at = self.races.chosen
        return self._course.points[at].race if self._course and isinstance(at, int) else 0

    def show_race(self) -> None:
        """Ask for the replay of the race that is chosen."""
        if self.race:
            self.replay.emit(self.race)

    def _chosen(self) -> None:
        family = self.families.chosen
        if not isinstance(family, str) or family == self._wanted:
            return
        if self._course is not None and self._course.family != family:
            self.chart.show_course(())
            self.races.fill([])
        self._wanted = family
        races = next(rating.races for rating in self._ratings if rating.family == family)
        self.caption.setText(BETWEEN.join((family_text(family), races_text(races))))
        self.asked.emit(family)

    def _point(self) -> None:
        at = self.races.chosen
        self.chart.mark(at if isinstance(at, int) else -1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say what the picture shows where there is room for it."""
        super().resizeEvent(event)
        self.about.setVisible(event.size().height() >= theme.px(ROOMY))
