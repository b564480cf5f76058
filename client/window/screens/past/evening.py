"""One evening that is past: its tally, its races with their replays, and what was said."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QTabWidget

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.desktop.day import long_day_of
from client.window.online.link import Link
from client.window.racing.curve import sign_rows
from client.window.racing.points_curve import EveningPodium, PointsCurve
from client.window.screens.commands import Command
from client.window.screens.past.said import SaidBox
from client.window.screens.screen import Screen
from client.window.widgets.elements import (
    SPACE,
    TABLE_ROW,
    DataTable,
    Heading,
    Paragraph,
    box,
    button,
    column,
    label,
    page,
    row,
)
from client.window.widgets.fitting import Fitted, Folding
from client.window.widgets.game_table import GameRow, GameTable
from client.words.evening import row_text, rule_text, rule_title
from client.words.records.past import (
    first_text,
    kept_text,
    past_title,
    room_text,
    summary_line,
    unsaid_text,
    unseen_text,
)
from client.words.records.rows import points_row, result_row
from client.words.texts import BETWEEN, asking_text, reached_text
from protocol.messages import FromServer, PastDeal, PastRemark, RoomPast

WIDEST: Final = 1180
"""The most width of it all, in pixels."""
PICTURED: Final = 520
"""The least height of the screen, in pixels, in which there is room for the curve."""
PICTURES: Final = 560
"""The most height of podium and curve, in pixels."""
BESIDES: Final = 310
"""The height of all but these and the rows of the tally, in pixels."""
PODIUM: Final = 170
"""The least height that is left for a podium, in pixels."""
COURSE, MOST_COURSE = 150, 420
"""The least height of the curve below the races that is of use, and the most, in pixels."""
ABOVE_COURSE: Final = 230
"""The height of all but that curve and the rows of the races, in pixels."""
MOST_LINES: Final = 2000
"""The most lines of a chat that are shown."""


class PastEveningScreen(Screen):
    """An evening, as far as this player was told of it."""

    back = Signal()

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._evening = 0
        self._past: RoomPast | None = None
        self._said: list[PastRemark] = []
        self._more = False
        """Whether there are lines before those."""
        self.title = Heading("title")
        self.title.setWordWrap(True)
        self.begins_at = self.title
        self.summary = label("", "figure", wrap=True)
        self.podium = EveningPodium()
        self.curve = PointsCurve()
        self._pictured = box(row(self.podium, self.curve))
        theme.fix(self._pictured, most_height=PICTURES)
        self.tally = DataTable(
            [
                self.tr("Place"),
                self.tr("Name"),
                self.tr("Points"),
                self.tr("Races"),
                self.tr("Won"),
            ],
            wide=1,
            numbers=(2, 3, 4),
            snug=True,
        )
        self.tally.setAccessibleName(self.tr("The tally"))
        self.tally.itemActivated.connect(lambda _: self._about())
        self.rule = Paragraph("", "muted")
        self.races = GameTable(
            [self.tr("Game"), self.tr("First")],
            spared=(1,),
        )
        self.races.setAccessibleName(self.tr("Races"))
        self.races.itemSelectionChanged.connect(self._show_results)
        self.results = DataTable(
            [
                self.tr("Place"),
                self.tr("Name"),
                self.tr("Result"),
                self.tr("Score"),
                self.tr("Reached at"),
            ],
            wide=1,
            numbers=(3, 4),
            spared=(2, 4),
            snug=True,
        )
        self.results.explain(4, reached_text())
        self.results.setAccessibleName(self.tr("Results"))
        self.results.itemSelectionChanged.connect(self._selected)
        self.results.itemActivated.connect(lambda _: self._replay())
        self.course = PointsCurve()
        """The same curve below the races, where the one that is looked at is marked."""
        theme.fix(self.course, most_height=MOST_COURSE)
        self.said = SaidBox()
        self.kept = Paragraph("", "muted")
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        tally = column(self._pictured, self.tally, self.rule, None, space=SPACE)
        tally.setStretch(0, 1000)  # they have all the room that the rows leave
        both = row(column(self.races, None), column(self.results, None), space=2 * SPACE)
        both.setStretch(0, 5)
        both.setStretch(1, 6)
        races = column(both, self.course, None, space=2 * SPACE)
        races.setStretch(1, 1000)  # it has all the room that the rows leave
        said = column(self.said, self.kept, None)
        said.setStretch(0, 1000)
        for layout in (tally, races, said):
            layout.setContentsMargins(0, SPACE, 0, 0)
        self.tabs.addTab(box(tally), self.tr("Tally"))
        self.tabs.addTab(box(races), self.tr("Races"))
        self.tabs.addTab(box(said), self.tr("Chat"))
        self.tabs.currentChanged.connect(lambda _: self._selected())
        self.leave = button(self.tr("Back"), self.back.emit)
        self.about = button(self.tr("Show the player"), self._about)
        self.older = button(self.tr("Earlier lines"), self._ask_older)
        self.replay = button(self.tr("Show the replay"), self._replay, main=True)
        self.serve(self.about, self.older, self.replay)
        ways = Folding(
            row(self.leave, self.about, None, space=8),
            row(None, self.older, self.replay, space=8),
            wide=1,
        )
        head = column(self.title, self.summary, space=2)
        whole = column(head, Fitted(self.tabs), ways)
        whole.setStretch(1, 1)
        self.setLayout(page(whole, widest=WIDEST))
        self._show()

    def heading(self) -> str:
        """Return which evening this is."""
        return self.title.text() or past_title()

    def spoken(self) -> str:
        """Return what it came to."""
        return BETWEEN.join(filter(None, (self.heading(), self.summary.text())))

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        return self.replay, self.about, self.older, None, self.leave

    @property
    def evening(self) -> int:
        """Which evening this is; 0 where none was chosen yet."""
        return self._evening

    def choose(self, evening: int) -> None:
        """Show this evening."""
        if evening != self._evening:
            self._evening, self._past, self._said, self._more = evening, None, [], False
            self.tabs.setCurrentIndex(0)
            self._show()
            for table in (self.tally, self.races, self.results):
                table.tell_late(asking_text())
        self.refresh()

    def refresh(self) -> None:
        """Ask the server again."""
        if self.link.up and self._evening:
            self.session.get_room_past(self._evening)

    def showEvent(self, event: QShowEvent) -> None:
        """Look afresh: an evening may be going on."""
        super().showEvent(event)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have the curve where there is room for it."""
        super().resizeEvent(event)
        self._picture()

    def take(self, message: FromServer) -> None:
        """Show what has come of this evening."""
        if not isinstance(message, RoomPast) or message.evening.evening != self._evening:
            return
        if message.before:
            first = self._said[0].number if self._said else 0
            if message.before != first:
                return  # It was asked for before the evening was read anew.
            self._said = [*message.said, *self._said][-MOST_LINES:]
        else:
            announced = self._past is None
            self._past, self._said = message, list(message.said)
            if announced and self.isVisible():
                self._show()
                announce(self, self.spoken(), urgent=False)
        self._more = message.more and len(self._said) < MOST_LINES
        self._show()

    def _show(self) -> None:
        past, own = self._past, self.session.player
        if past is None:
            self.title.setText("")
            self.summary.setText("")
            self.tally.fill([])
            self.races.fill_games([])
            self.results.fill([])
            self.rule.setText("")
            self._show_said()
            self._picture()
            self._selected()
            return
        evening = past.evening
        tally = evening.tally
        heading = self.tr("{room}, {date}", "a heading")
        told = heading.format(room=room_text(evening), date=long_day_of(evening.began))
        self.title.setText(told if tally.deals else past_title())
        self.summary.setText(summary_line(evening) if tally.deals else "")
        self.tally.fill([(each.player, points_row(each)) for each in tally.rows])
        sign_rows(self.tally, 1, [each.player for each in tally.rows], own)
        self.tally.tell_empty(self.tr("Nothing was raced yet."))
        if self.tally.chosen is None and evening.own is not None:
            self.tally.choose(own)
        self.podium.show_rows(tally.rows, own)
        for curve in (self.curve, self.course):
            curve.show_rows(tally.rows, tally.deals, own)
        told = "; ".join(row_text(each, tally.deals) for each in tally.rows)
        self.tally.setAccessibleDescription(told)
        self.rule.setText(BETWEEN.join((rule_title(tally.points), rule_text(tally.points))))
        self.races.fill_games(
            [
                GameRow(deal.race, deal.game, deal.options, [first_text(deal)], deals=deal.deals)
                for deal in past.races
            ]
        )
        self.races.tell_empty(self.tr("Nothing was raced yet."))
        if self.races.chosen is None and past.races:
            self.races.choose(past.races[0].race)
        self._show_results()
        self._show_said()
        self._picture()
        self._selected()

    def _show_said(self) -> None:
        past = self._past
        tally = past.evening.tally.rows if past else []
        own = self.session.player
        self.said.show_lines(self._said, [each.player for each in tally], own)
        keeps = past.keeps if past else 0
        self.said.setVisible(bool(self._said))
        self.kept.setText(
            "" if past is None else kept_text(keeps) if self._said else unsaid_text(keeps)
        )

    def _picture(self) -> None:
        tally = self._past.evening.tally if self._past else None
        pictured = self.height() >= theme.px(PICTURED) and tally is not None and tally.deals > 1
        rows = len(tally.rows) if tally is not None else 0
        spare = self.height() - theme.px(BESIDES + rows * TABLE_ROW)
        self.podium.setVisible(pictured and spare >= theme.px(PODIUM))
        self.curve.setVisible(pictured)
        self._pictured.setVisible(pictured)
        self._show_course()

    def _show_course(self) -> None:
        """Have the curve below the races where their rows leave room for it."""
        past, deal = self._past, self._deal
        drawn = past is not None and past.evening.tally.deals > 1
        rows = max(self.races.sizeHint().height(), self.results.sizeHint().height())
        spare = self.height() - theme.px(ABOVE_COURSE) - rows
        self.course.setVisible(drawn and spare >= theme.px(COURSE))
        self.course.mark(past.races.index(deal) + 1 if past and deal else 0)

    @property
    def _deal(self) -> PastDeal | None:
        races = self._past.races if self._past else []
        return next((each for each in races if each.race == self.races.chosen), None)

    def _show_results(self) -> None:
        deal = self._deal
        racers = deal.racers if deal else []
        self.results.fill([(each.player, result_row(each)) for each in racers])
        known, own = [each.player for each in racers], self.session.player
        rows = self._past.evening.tally.rows if self._past else []
        sign_rows(self.results, 1, known, own, [each.player for each in rows])
        self.results.tell_empty("")
        if racers and self.results.chosen not in known:
            self.results.choose(own if own in known else known[0])
        self._show_course()
        self._selected()

    def _selected(self) -> None:
        at = self.tabs.currentIndex()
        self.about.setVisible(at in (0, 1))
        chosen = self.tally.chosen if at == 0 else self.results.chosen
        self.allow(self.about, isinstance(chosen, int))
        self.replay.setVisible(at == 1)
        deal = self._deal
        seen = deal is not None and deal.replay
        self.allow(self.replay, seen and self.results.chosen is not None)
        self.replay.setToolTip("" if seen or deal is None else unseen_text())
        self.older.setVisible(at == 2 and self._more)

    def _about(self) -> None:
        chosen = self.tally.chosen if self.tabs.currentIndex() == 0 else self.results.chosen
        if isinstance(chosen, int):
            self.profile.emit(chosen)

    def _replay(self) -> None:
        deal, racer = self._deal, self.results.chosen
        if deal is not None and deal.replay and isinstance(racer, int):
            self.session.get_replay(deal.race, racer)

    def _ask_older(self) -> None:
        if self.link.up and self._said:
            self.session.get_room_past(self._evening, self._said[0].number)
