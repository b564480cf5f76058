"""What the races of a room add up to: the tally, what comes next, and the end of a series."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.online.link import Link
from client.window.racing.curve import sign_rows
from client.window.racing.points_curve import EveningPodium, PointsCurve
from client.window.racing.series_pause import SeriesPause
from client.window.screens.commands import Command, keep_in_menu
from client.window.screens.screen import Screen
from client.window.widgets.elements import (
    DataTable,
    Heading,
    Paragraph,
    SureButton,
    box,
    button,
    column,
    label,
    page,
    row,
)
from client.window.widgets.fitting import Fitted, Folding
from client.words.evening import (
    change_text,
    deal_text,
    evening_title,
    gained_text,
    games_text,
    late_text,
    next_text,
    own_text,
    row_text,
    rule_text,
    rule_title,
    uncounted_text,
    winners_text,
)
from client.words.records.rows import points_row
from client.words.texts import BETWEEN, rematch_button
from protocol.messages import (
    Evening,
    FromServer,
    MemberChanged,
    MemberLeft,
    RoomState,
    Tallied,
)

WIDEST: Final = 1180
"""The most width of it all, in pixels."""
PICTURES: Final = 560
"""The most height of podium and curve, in pixels."""
LEAST: Final = 420
"""The least height of the screen, in pixels, in which there is room for these."""
LOUD: Final = 1000
"""The least width of the screen, in pixels, in which the longest name of a winner is as large."""


class EveningScreen(Screen):
    """The tally of the room, as far as this player has seen its races."""

    back = Signal()
    """The player wants to go back."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.title = Heading("title")
        self.begins_at = self.title
        self.how_far = label("", "figure", wrap=True)
        self.won = label("", "victory", wrap=True)
        """Who has won, at the end of a series."""
        self.podium = EveningPodium()
        self.curve = PointsCurve()
        self._pictures = row(self.podium, self.curve)
        self._pictured = box(self._pictures)
        theme.fix(self._pictured, most_height=PICTURES)
        self.table = DataTable(
            [
                self.tr("Place"),
                self.tr("Name"),
                self.tr("Points"),
                self.tr("Last deal"),
                self.tr("Change"),
                self.tr("Deals"),
                self.tr("Won"),
            ],
            wide=1,
            numbers=(2, 3, 4, 5, 6),
            spared=(5, 6),
            whole=True,
            snug=True,
        )
        self.table.setAccessibleName(self.tr("The tally"))
        self.table.itemActivated.connect(lambda _: self._about())
        self.table.tell_empty(self.tr("Nothing was raced yet."))
        self.rule = Paragraph("", "muted")
        self.next = label("", "figure", wrap=True)
        self.pause = label("", "muted", wrap=True)
        self.leave = button(self.tr("Back"), self.back.emit)
        self.about = button(self.tr("Show the player"), self._about)
        self.anew = SureButton(self.tr("Begin anew"), self.tr("Really?"), self.session.begin_anew)
        self.anew.setToolTip(self.tr("Forget these points?"))  # as a question it would be too wide
        self.veto = button(
            self.tr("Another game"),
            self.session.veto,
            self.tr("Have another game come next: it takes one of your vetoes"),
        )
        self.hold = button(self.tr("Hold the pause"), self._hold)
        self.again = button(
            self.tr("Same deal again"),
            self._same_deal,
            self.tr("Everybody races this deal once more; it counts nowhere"),
        )
        self.rematch = button(rematch_button(None), self._go_on, main=True)
        self.ready = button(self.tr("Ready for the next race"), self._be_ready, main=True)
        self.serve(self.anew, self.veto, self.hold, self.again, self.rematch, self.ready)
        keep_in_menu(self, self.about, self.anew)
        head = column(row(self.title, None), self.how_far, self.won, space=2)
        main = column(head, self._pictured, self.table, self.next, self.pause, self.rule, None)
        main.setStretch(1, 1000)  # the course has all the room that the rows leave
        self._middle = Fitted(box(main))
        ways = row(self.leave, self.about, self.anew, None, space=8)
        on = row(None, self.veto, self.hold, self.again, self.rematch, self.ready, space=8)
        whole = column(self._middle, Folding(ways, on, wide=1, space=8))
        whole.setStretch(0, 1)
        self.setLayout(page(whole, widest=WIDEST))
        self._pause = SeriesPause(self.session, self)
        self._pause.told.connect(self._tell_pause)
        self._final = False
        """Whether the end of a series is shown."""

    def take(self, message: FromServer) -> None:
        """Show what has changed of the room."""
        if isinstance(message, RoomState | MemberChanged | MemberLeft):
            self._show()

    def heading(self) -> str:
        """Return what is shown."""
        return self.title.text()

    def spoken(self) -> str:
        """Return the whole tally."""
        evening = self.session.evening
        rows = [row_text(each, evening.deals) for each in evening.rows]
        told = (self.title.text(), self.how_far.text(), *rows, self.next.text(), self.pause.text())
        return ". ".join(filter(None, told))

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        return (
            *(self.rematch, self.ready, self.again, self.veto, self.hold),
            None,
            *(self.about, self.anew),
            None,
            self.leave,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leads back."""
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the seconds of the pause as they go by."""
        super().showEvent(event)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have podium and curve where there is room for them."""
        super().resizeEvent(event)
        theme.set_role(self.won, "victory" if self.width() >= theme.px(LOUD) else "title")
        self._picture(self.session.evening)

    def _show(self) -> None:
        room, evening = self.session.room, self.session.evening
        if room is None:
            return
        if self._final and not evening.deals and room.phase == "lobby" and self.isVisible():
            self._offer(room)  # Another series may begin: this one is read on.
            return
        self._final = evening.over
        series, own = room.settings.series, self.session.player
        self.title.setText(evening_title(evening, series))
        self.how_far.setText(
            BETWEEN.join(filter(None, (deal_text(evening, series), own_text(evening, own))))
        )
        self.won.setText(winners_text(evening.rows) if evening.over else "")
        self.won.setVisible(bool(self.won.text()))
        self.podium.show_rows(evening.rows, own)
        self.curve.show_rows(evening.rows, evening.deals, own)
        self._picture(evening)
        self._fill(evening, own)
        rule = series.points if series else evening.points
        told = (rule_title(rule), rule_text(rule), games_text(series) if series else "")
        self.rule.setText(f"{BETWEEN.join(filter(None, told))}\n{late_text()}")
        once = room.practice is not None
        upcoming = uncounted_text() if once else next_text(evening)
        if upcoming and upcoming != self.next.text() and self.isVisible():
            announce(self, upcoming, urgent=False)
        self.next.setText(upcoming)
        self.next.setVisible(bool(upcoming))
        self._offer(room)
        self._pause.follow()

    def _picture(self, evening: Evening) -> None:
        roomy = self.height() >= theme.px(LEAST) and evening.deals > 0
        podium = roomy and evening.over
        self.podium.setVisible(podium)
        self.curve.setVisible(roomy)
        self._pictured.setVisible(roomy)

    def _fill(self, evening: Evening, own: int) -> None:
        chosen = self.table.chosen
        self.table.fill([(each.player, _texts(each, evening.deals)) for each in evening.rows])
        self.table.light(own)
        known = [each.player for each in evening.rows]
        sign_rows(self.table, 1, known, own)
        wanted = chosen if chosen in known else own if own in known else None
        if wanted is not None:
            self.table.choose(wanted)

    def _offer(self, room: RoomState) -> None:
        host, evening = self.session.is_host, self.session.evening
        over, between = room.phase == "finished", room.phase in ("finished", "lobby")
        me = self.session.me
        guest = me is not None and me.seated and not host
        self.about.setVisible(bool(evening.rows))
        another = over and evening.over  # a series that begins anew, by a button of its own
        self.anew.setVisible(host and between and evening.deals > 0 and not another)
        self.veto.setVisible(self.session.vetoes > 0 and between and not evening.over)
        self.hold.setVisible(host and evening.pause > 0)
        self.hold.setText(
            self.tr("Let the pause go on") if evening.held else self.tr("Hold the pause")
        )
        self.again.setVisible(host and over)
        self.rematch.setVisible(host and over)
        self.rematch.setText(rematch_button(room))
        self.ready.setVisible(guest and between)
        self.allow(self.ready, guest and me is not None and not me.ready)

    def _tell_pause(self, text: str) -> None:
        self.pause.setText(text)
        self.pause.setVisible(bool(text))

    def _hold(self) -> None:
        self.session.hold_series(not self.session.evening.held)

    def _same_deal(self) -> None:
        self.session.same_deal_again()
        self.back.emit()

    def _go_on(self) -> None:
        self.session.rematch()
        self.back.emit()

    def _be_ready(self) -> None:
        self.session.set_ready(True)

    def _about(self) -> None:
        if isinstance(self.table.chosen, int):
            self.profile.emit(self.table.chosen)


def _texts(each: Tallied, deals: int) -> list[str]:
    return points_row(each, gained_text(each.last), change_text(each, deals))
