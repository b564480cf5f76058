"""A month of daily deals: the calendar of a player's, the streak, and the month's table."""

from typing import ClassVar, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client.session.session import Session
from client.window.desktop import theme
from client.window.widgets.daily.calendar import Calendar
from client.window.widgets.elements import (
    DataTable,
    Paragraph,
    button,
    column,
    label,
    row,
)
from client.words.daily import SIGNS, mark_text, month_beside, month_text, streak_text
from client.words.records.rows import points_row
from client.words.texts import BETWEEN
from protocol.messages import Dailies, FromServer

LEAST_NAME: Final = 90
"""The least width of the names in the table, in pixels."""
MARKS: Final = ("won", "played", "missed")
"""What the signs in the calendar are explained by."""


class MonthPanel(QWidget):
    """Shows a month at a time, and asks for others."""

    chosen = Signal(str)
    """The player wants to see this day."""
    profile = Signal(object)
    """The page of the player with this id is wanted."""

    def __init__(self, session: Session, *, tallied: bool = True) -> None:
        """Ask this session; a month's table is shown where it is `tallied`."""
        super().__init__()
        theme.set_role(self, "clear")
        self._session = session
        self._player = 0
        """Whose results are shown; 0 for one's own."""
        self._month = ""
        """The month that was asked for last; empty for the one that is now."""
        self._latest = ""
        """The month that is now, as far as that is known."""
        self._told: Dailies | None = None
        self._day = ""
        """The day that is shown beside the calendar."""
        self._follows = True
        """Whether its month is shown: until another is turned to."""
        self.earlier = button("◂", lambda: self._turn(-1))
        self.earlier.setAccessibleName(self.tr("Earlier month"))
        self.earlier.setToolTip(self.tr("Earlier month"))
        self.later = button("▸", lambda: self._turn(1))
        self.later.setAccessibleName(self.tr("Later month"))
        self.later.setToolTip(self.tr("Later month"))
        for step in (self.earlier, self.later):
            theme.set_role(step, "narrow")
        self.title = label("", "name")
        self.calendar = Calendar()
        self.calendar.chosen.connect(self.chosen)
        signs = (f"{SIGNS[mark]} {mark_text(mark)}" for mark in MARKS)
        self.signs = Paragraph(BETWEEN.join(signs), "muted")
        self.streak = Paragraph("")
        self.heading = label(self.tr("The month’s table"), "name")
        self.table = _Tally(
            [
                self.tr("Place"),
                self.tr("Name"),
                self.tr("Points"),
                self.tr("Days", "how many daily deals were played"),
                self.tr("Solved", "how many daily deals"),
            ],
            wide=1,
            numbers=(2, 3, 4),
            spared=(3, 4),
            whole=True,
            snug=True,
            close=True,
        )
        self.table.setAccessibleName(self.tr("The month’s table"))
        self.table.explain(
            2,
            self.tr(
                "10, 7, 5, 4, 3, 2 and 1 point for the first seven of each day; half of that "
                "without solving the game."
            ),
        )
        self.table.itemActivated.connect(lambda _: self._about())
        self._tallied = tallied
        turning = row(self.earlier, None, self.title, None, self.later, space=8)
        self.setLayout(
            column(
                turning, self.calendar, self.signs, self.streak, self.heading, self.table, space=6
            )
        )
        for part in (self.heading, self.table):  # outside of it, each would be a window
            part.setVisible(tallied)

    def ask(self, player: int = 0, month: str | None = None) -> None:
        """Ask for a month of a player's, or of one's own; None is for the month that is shown."""
        if player != self._player:
            self._told = None
        self._player = player
        if month is not None:
            self._month = month
        shown = self._month or self._latest
        if shown and (self._told is None or self._told.month != shown):
            self._told = None
            self._show(shown)
        if self._session.welcomed:
            self._session.get_dailies(self._month, player)

    def show_day(self, day: str) -> None:
        """Mark the day that is shown beside the calendar, and have its month."""
        self._follows = self._follows or day != self._day
        self._day = day
        if self._told is not None and not self._follow_day():
            self._show(self._told.month)

    def take(self, message: FromServer) -> None:
        """Show the month that was asked for."""
        if not isinstance(message, Dailies) or self._month not in ("", message.month):
            return
        if message.player != (self._player or self._session.player):
            return
        if not self._month:
            self._latest = message.month
        self._told = message
        if not self._follow_day():
            self._show(message.month)

    def _follow_day(self) -> bool:
        """Ask for the month of the day that is shown beside it; return whether that is another."""
        month = self._day[: len("2026-11")]
        other = self._follows and bool(month) and self._told is not None
        if not other or self._told is None or self._told.month == month:
            return False
        self.ask(self._player, month)
        return True

    def _show(self, month: str) -> None:
        told = self._told
        self.title.setText(month_text(month))
        days = {day.day: day for day in told.days} if told is not None else {}
        self.calendar.show_month(month, days, self._day)
        self.earlier.setEnabled(bool(told and told.first and told.first < month))
        self.later.setEnabled(bool(told and self._latest and month < self._latest))
        alone = told is not None and not self._tallied  # else it is told of the day
        self.streak.setText(streak_text(told.streak) if told is not None and alone else "")
        self.streak.setVisible(bool(self.streak.text()))
        rows = told.rows if told is not None else []
        own = told.own if told is not None else None
        listed = {each.player for each in rows}
        if own is not None and own.player not in listed:
            rows = [*rows, own]
        self.table.fill([(each.player, points_row(each)) for each in rows])
        if own is not None:
            self.table.choose(own.player)
        self.table.tell_empty(self.tr("It has the days that are over: there are none yet."))

    def _turn(self, step: int) -> None:
        """Show another month, from the one that is shown."""
        if self._told is None:
            return
        month = month_beside(self._told.month, step)
        self._follows = False
        self.ask(self._player, "" if month == self._latest else month)

    def _about(self) -> None:
        if isinstance(self.table.chosen, int):
            self.profile.emit(self.table.chosen)


class _Tally(DataTable):
    least_wide: ClassVar = LEAST_NAME
