"""The daily deal: today's before and after one's own attempt, and those of the days gone by."""

import time
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.online.link import Link
from client.window.scene.game_pictures import GamePicture
from client.window.screens.commands import Command, keep_in_menu
from client.window.screens.screen import Screen
from client.window.widgets.daily.course import DailyCourse
from client.window.widgets.daily.month import MonthPanel
from client.window.widgets.daily.place import page_of, share
from client.window.widgets.elements import (
    SPACE,
    DataTable,
    Heading,
    Paragraph,
    box,
    button,
    column,
    label,
    make_selectable,
    page,
    panel,
    row,
)
from client.window.widgets.fitting import Fitted, Folding
from client.words.daily import (
    best_button,
    counts_text,
    crowd_text,
    daily_text,
    daily_title,
    left_text,
    made_facts,
    none_text,
    pictured_text,
    placed_text,
    practice_text,
    practised_text,
    rule_text,
    share_text,
    streak_text,
    under_way_text,
    what_text,
)
from client.words.ghosts import race_button, race_tip
from client.words.records.rows import result_row
from client.words.texts import BETWEEN, asking_text, joined
from protocol.messages import (
    Daily,
    DailyResult,
    FromServer,
    LeftRoom,
    Problem,
    Results,
    RoomState,
    Welcome,
)

WIDEST: Final = 1180
"""The most width of it all, in pixels."""
MONTH: Final = 360
"""The most width of the month, in pixels, beside the day."""
PICTURE: Final = 190
"""The least height of the game's picture, in pixels, before the deal was played."""
LARGEST: Final = 390
"""The most of it: more would leave no room for what is told."""
ROOMY: Final = 620
"""The least height of the screen, in pixels, in which it has room, and all of what is more."""
SPARED: Final = 60
"""By how much it may be higher beside the month, in pixels."""
QUOTED: Final = 8
"""Pixels around the line to share."""
DRAWN: Final = 700
"""The least width of the screen, in pixels, in which the score's course has room."""
TICK: Final = 10_000
"""Milliseconds after which the time that is left is told anew."""


class DailyScreen(Screen):
    """A day's deal and its table, beside the calendar."""

    back = Signal()
    """The player wants to go back."""
    named = Signal()
    """It is another day that is shown now."""
    race = Signal()
    """The player wants to see the results of the race that was just played: the deal's proof."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._asked = ""
        """The day that was asked for last; empty for today's."""
        self._daily: Daily | None = None
        self.asks = False
        """Whether it waits for a day, and will say itself that there is none."""
        self._practised: Results | None = None
        """How practice went in this room."""
        self._next = ""
        """The day that is played once the room for another one is left."""
        self._begun = ""
        """The room in which a race against ghosts was begun when it came: nobody else may come."""
        self.title = Heading("title")
        self.begins_at = self.title
        self.what = label("", "figure", wrap=True)
        self.left = label("", "muted", wrap=True)
        self.crowd = label("", "muted", wrap=True)
        self.picture = GamePicture()
        self.example = label(pictured_text(), "muted", wrap=True)
        """What the picture is of, as long as there is one."""
        self.rule = Paragraph("")
        self.own = label("", "victory", wrap=True)
        """How one's own attempt went."""
        self.how = Paragraph("")
        self.practised = Paragraph("", "muted")
        self.line = Paragraph("", "read")
        make_selectable(self.line)
        self.share = button(self.tr("Share"), self._share, self.tr("Copy the line to share"))
        quoted = QFrame()
        theme.set_role(quoted, "quote")
        quoted.setLayout(column(self.line, margin=QUOTED))
        shared = row(quoted, self.share, space=8)
        shared.setStretch(0, 1)
        self._shared = box(shared)
        self.course = DailyCourse()
        self.table = DataTable(
            [
                self.tr("Place"),
                self.tr("Name"),
                self.tr("Result"),
                self.tr("Score"),
                self.tr("Time"),
                self.tr("Moves"),
            ],
            wide=1,
            numbers=(0, 3, 4, 5),
            spared=(5, 3),
            whole=True,
            snug=True,
            medals=0,
        )
        self.table.setAccessibleName(self.tr("The day’s table"))
        self.table.itemSelectionChanged.connect(self._offer)
        self.table.itemActivated.connect(lambda _: self._replay())
        self.replay = button(self.tr("Watch the replay"), self._replay)
        self.against = button(race_button(), self._race_against, race_tip())
        self.about = button(self.tr("Show the player"), self._about)
        self._of_rows = box(row(self.replay, self.against, self.about, None, space=8))
        self.month = MonthPanel(self.session)
        self.month.chosen.connect(self.choose)
        self.month.profile.connect(self.profile)
        self.leave = button(self.tr("Back"), self._go_back)
        self.today = button(self.tr("Today’s deal"), lambda: self.choose(""))
        self.proof = button(
            self.tr("The race"), self.race.emit, self.tr("The results, and that the deal was fair")
        )
        self.practise = button(self.tr("Practise it"), self._practise, practice_text())
        self.best = button(best_button(), self._race_best, race_tip())
        self.begin = button(self.tr("Play today’s deal"), self._play, main=True)
        self.serve(self.begin, self.practise, self.best, self.against)
        keep_in_menu(self, self.replay, self.against, self.about, self.proof)
        head = column(self.title, self.what, self.left, self.crowd, self.own, self.how, space=4)
        headed = row(head, self.course)
        headed.setStretch(0, 1)
        told = column(
            headed, 4, self.picture, self.example, self.rule, self._shared, self.practised, space=4
        )
        day = column(panel(told), self.table, self._of_rows, None, space=SPACE)
        self._beside = panel(column(self.month))
        theme.fix(self._beside, most_width=MONTH)
        self._folding = Folding(box(day), box(column(self._beside, None)), wide=0, space=SPACE)
        self._folding.turned.connect(self._turn)
        self._middle = Fitted(self._folding)
        ways = row(self.leave, self.today, self.proof, None, space=8)
        on = row(None, self.best, self.practise, self.begin, space=8)
        whole = column(self._middle, Folding(ways, on, wide=1, space=8))
        whole.setStretch(0, 1)
        self.setLayout(page(whole, widest=WIDEST))
        self._clock = QTimer(self, interval=TICK)
        self._clock.timeout.connect(self._tick)
        self._ended = 0
        """The end of a day that was seen here, and asked about."""
        self._show()

    def choose(self, day: str) -> None:
        """Show a day; an empty text is for today's."""
        self._asked = day
        if self._daily is not None and day not in ("", self._daily.day):
            self._daily = None
        self._show()
        if self.isVisible():  # else it is asked for when this is shown
            self.refresh()

    @property
    def day(self) -> str:
        """The day that is shown, or was asked for; empty for today's."""
        return self._daily.day if self._daily is not None else self._asked

    def refresh(self) -> None:
        """Ask the server again."""
        if self.link.up:
            self.asks = True
            self.session.get_daily(self._asked)
            self.month.ask()

    def take(self, message: FromServer) -> None:
        """Show the day that was asked for, and what the room for it is doing."""
        self.month.take(message)
        match message:
            case Daily() if self._fits(message):
                first = self._daily is None or self._daily.attempt != message.attempt
                self._daily, self.asks = message, False
                self._show()
                self.month.show_day(message.day)
                if first and self.isVisible():
                    announce(self, self.spoken(), urgent=False)
            case RoomState() if self.session.daily_room:
                if message.phase != "finished":
                    self._practised = None
                self._asked = self.session.daily_room
                self._show()
                fresh = message.phase == "lobby" and message.code != self._begun
                if fresh and self.session.ghosts and self.session.is_host:
                    self._begun = message.code
                    self.session.start_race()
            case Results() if self.session.daily_room:
                practice = self.session.room is not None and self.session.room.practice is not None
                self._practised = message if practice else None
                self.choose(self.session.daily_room)
            case LeftRoom():
                self._practised = None
                self._show()
                if day := self._next:
                    self._next = ""
                    self.session.play_daily(day)
            case Problem(code="unknown day"):
                self._daily, self.asks = None, False
                self._show(none_text())
            case Welcome() if self.isVisible():
                self.refresh()
            case _:
                pass

    def heading(self) -> str:
        """Return which day's deal it is."""
        return self.title.text()

    def spoken(self) -> str:
        """Return what there is to know of it."""
        facts = [self.title.text(), self.what.text(), self.own.text(), self.how.text()]
        daily = self._daily
        if daily is not None and daily.attempt == "none" and not daily.over:
            facts.append(counts_text())
        return ". ".join(filter(None, [*facts, self.crowd.text(), self.left.text()]))

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        play = self.begin, self.share, self.practise, self.best
        about = self.replay, self.against, self.about, self.proof
        months = self.month.earlier, self.month.later, self.today
        return *play, None, *about, None, *months, None, self.leave

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leads back; the key that copies puts the line to share on the clipboard."""
        copies = event.matches(QKeySequence.StandardKey.Copy)
        if event.key() == Qt.Key.Key_Escape:
            self._go_back()
        elif copies and self.share.isVisible():
            self._share()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Look afresh."""
        super().showEvent(event)
        self.refresh()
        self._clock.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Be still."""
        super().hideEvent(event)
        self._clock.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have the picture where there is room for it."""
        super().resizeEvent(event)
        self._picture()

    def _turn(self, folded: bool) -> None:
        """Have the month beside the day, or below it."""
        theme.fix(self._beside, most_width=WIDEST if folded else MONTH)
        self._picture()

    def _fits(self, daily: Daily) -> bool:
        return daily.day == self._asked or (not self._asked and not daily.over)

    # What is shown --------------------------------------------------------------------------------

    def _show(self, otherwise: str = "") -> None:
        daily = self._daily
        day = self.day
        self.title.setText(daily_title(day) if day else daily_text())
        own = daily.own if daily is not None else None
        fresh = daily is not None and daily.attempt == "none" and not daily.over
        self.what.setText(what_text(daily) if daily else otherwise or asking_text())
        self.crowd.setText(crowd_text(daily) if daily else "")
        if daily is not None:
            self.picture.show_game(daily.game, daily.options)
        self.rule.setText(rule_text() if fresh else "")
        self.own.setText(placed_text(own, daily.players, over=daily.over) if own and daily else "")
        theme.set_role(self.own, "victory" if own and own.status == "won" else "title")
        self.how.setText(self._how(daily))
        self.course.show_curve(
            daily.curve if daily else (), won=own is not None and own.status == "won"
        )
        self.line.setText(share_text(daily, page_of(self.link)) if daily else "")
        spoken = share_text(daily, page_of(self.link), curve=False) if daily else ""
        self.line.setAccessibleName(self.tr("The line to share: {line}").format(line=spoken))
        self._shared.setVisible(bool(self.line.text()))
        practised = self._practised
        mine = (
            [s for s in practised.standings if s.player == self.session.player] if practised else []
        )
        self.practised.setText(practised_text(mine[0]) if mine else "")
        rows = list(daily.rows) if daily is not None else []
        if own is not None and all(each.player != own.player for each in rows):
            rows.append(own)
        self.table.unadorned = {
            each.player for each in rows if each.status != "won" and not each.score
        }
        self.table.fill([(each.player, [*result_row(each), str(each.moves)]) for each in rows])
        if rows and self.table.chosen is None:
            self.table.choose(own.player if own is not None else rows[0].player)
        for part in (self.crowd, self.rule, self.own, self.how, self.practised):
            part.setVisible(bool(part.text()))
        self.table.setVisible(bool(rows))
        self._of_rows.setVisible(bool(rows))
        self._picture()
        self._tell_time()
        self._offer()
        self.named.emit()

    def _how(self, daily: Daily | None) -> str:
        if daily is None:
            return ""
        if daily.own is not None:
            facts = [joined(made_facts(daily.own)), streak_text(daily.streak)]
            return BETWEEN.join(filter(None, facts))
        if daily.attempt == "on" and not self.session.daily_room:
            return under_way_text()
        return "" if daily.over else streak_text(daily.streak)

    def _picture(self) -> None:
        roomy = self.height() >= theme.px(ROOMY) and not self.table.keys
        # Beside the month the texts have fewer lines than in the least window.
        spared = 0 if self._folding.folded else SPARED
        high = self.height() * PICTURE // theme.px(PICTURE) - (ROOMY - PICTURE) + spared
        high = max(PICTURE, min(high, LARGEST))
        theme.fix(self.picture, height=high)
        self.picture.setVisible(roomy and self._daily is not None)
        drawn = self._daily is not None and any(self._daily.curve)
        self.course.setVisible(drawn and self.width() >= theme.px(DRAWN))
        self.example.setVisible(roomy and self.begin.isVisibleTo(self))

    def _tick(self) -> None:
        """Tell the time that is left; when there is none, ask once what is now."""
        daily = self._daily
        if daily and not daily.over and daily.until <= time.time() and self._ended != daily.until:
            self._ended = daily.until
            self.refresh()
        self._tell_time()

    def _tell_time(self) -> None:
        daily = self._daily
        if daily is None:
            self.left.setText("")
        else:
            self.left.setText(left_text(daily, daily.until - time.time()))
        self.left.setVisible(bool(self.left.text()))

    def _offer(self) -> None:
        """Offer what can be done about the day, and about the chosen row."""
        daily, room, here = self._daily, self.session.room, self.session.daily_room
        free = room is None or bool(here)
        fresh = daily is not None and daily.attempt == "none" and not daily.over
        waits = room is not None and room.phase == "lobby" and here == self.day
        attempt = waits and room is not None and bool(room.daily)
        self.begin.setVisible(fresh or attempt)
        self.allow(self.begin, free)
        known = daily is not None and (daily.over or daily.attempt == "over")
        self.practise.setVisible(known and not attempt)
        own = daily is not None and daily.own is not None
        self.practise.setText(self.tr("Practise it again") if own else self.tr("Practise it"))
        self.allow(self.practise, free)
        self.best.setVisible(known and not attempt and daily is not None and _raced(daily.rows))
        self.allow(self.best, True)
        self.today.setVisible(daily is not None and daily.over and bool(self.session.daily))
        raced = self.session.results is not None and here == self.day
        self.proof.setVisible(raced)
        self.allow(self.replay, self._race > 0)
        self.allow(self.against, self._race > 0)
        self.allow(self.about, self.table.chosen is not None)

    @property
    def _race(self) -> int:
        """The race of the chosen row; 0 for none whose replay may be seen."""
        daily = self._daily
        rows = [*daily.rows, *filter(None, [daily.own])] if daily is not None else []
        return next((each.race for each in rows if each.player == self.table.chosen), 0)

    # What the player does -------------------------------------------------------------------------

    def _play(self) -> None:
        if self.session.daily_room and self.session.room and self.session.room.phase == "lobby":
            self.session.start_race()
        else:
            self.session.play_daily()

    def _practise(self) -> None:
        self.practise_day(self.day)

    def practise_day(self, day: str) -> None:
        """Play a day's deal again, for practice."""
        room = self.session.room
        if room is None:
            self.session.play_daily(day)
        elif self.session.daily_room == day and room.phase == "finished":
            self.session.rematch()
        elif self.session.daily_room == day and room.phase == "lobby":
            self.session.start_race()
        else:
            self._next = day
            self.link.leave_room()

    def _share(self) -> None:
        if self._daily is not None and share(self.link, self._daily):
            self.notice.emit(self.tr("The line is on the clipboard."))

    def _replay(self) -> None:
        if self._race and isinstance(self.table.chosen, int):
            self.session.get_replay(self._race, self.table.chosen)

    def _race_against(self) -> None:
        if self._race and isinstance(self.table.chosen, int):
            self.ghost.emit(self._race, self.table.chosen)

    def _race_best(self) -> None:
        if self._daily is not None and _raced(self._daily.rows):
            best = self._daily.rows[0]
            self.ghost.emit(best.race, best.player)

    def _about(self) -> None:
        if isinstance(self.table.chosen, int):
            self.profile.emit(self.table.chosen)

    def _go_back(self) -> None:
        """Go back to the day of the room, out of the room, or to where the player came from."""
        here = self.session.daily_room
        if here and here != self.day:
            self.choose(here)
        elif here:
            self.link.leave_room()
        else:
            self.back.emit()


def _raced(rows: Sequence[DailyResult]) -> bool:
    """Return whether the best of a day can be raced against."""
    return bool(rows) and rows[0].race > 0
