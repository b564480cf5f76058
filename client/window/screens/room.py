"""A room before and after a race: the invitation, who is there, and the way to the start."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QWidget

from client.session.address import COMMAND, Address
from client.window.desktop import theme
from client.window.desktop.announce import announce, screen_reader_is_on
from client.window.desktop.day import day_of
from client.window.desktop.memory import Memory
from client.window.online.link import Link
from client.window.racing.curve import shortened
from client.window.scene.game_pictures import GamePicture
from client.window.screens.commands import Command, keep_in_menu
from client.window.screens.room_form import RoomForm
from client.window.screens.screen import Screen
from client.window.widgets.buttons.leave_button import LeaveButton
from client.window.widgets.chat import ChatBox
from client.window.widgets.elements import (
    BUTTON_HEIGHT,
    SPACE,
    CutField,
    Paragraph,
    SureButton,
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
from client.window.widgets.games.deal_search import DealSearch
from client.window.widgets.games.rules_text import RulesText
from client.window.widgets.members import ROW, MemberList
from client.window.widgets.qr_code import QrCode
from client.words.commentary import room_news
from client.words.deals import way_out_text
from client.words.evening import series_lines, summary_text, uncounted_text
from client.words.ghosts import against_text
from client.words.texts import (
    BETWEEN,
    game_title,
    guests_text,
    here_only_text,
    one_line,
    rematch_button,
    rematch_text,
    settings_lines,
    settings_news,
)
from client.words.translation import translate
from engine import catalogue
from protocol.messages import (
    FromServer,
    Guests,
    Member,
    MemberChanged,
    MemberLeft,
    Results,
    RoomState,
    Searching,
)

SIDE = 320
"""The most width of the column with the settings and the chat, in pixels."""
INVITED = 140
"""The least width of what the invitation is for, in pixels, beside the code."""
LINK = 250
"""The least width of the link, in pixels: much of one is to be seen at once."""
FLAT = 0.625
"""The height of the game's picture, in its width."""
TALK = 220
"""The least height that the picture leaves to the chat and its name, in pixels."""
PICTURED = 100
"""The least height of a picture, in pixels."""
WIDE = 1000
"""The least width of the screen, in pixels, in which the folded invitation says what it is for."""
TABLE = 150
"""The least height of the picture of the deal with the rules, in pixels."""
TOLD = 4
"""Where the rules are in the column."""
LARGE = 0.3
"""The height of the picture below the rules, in its width, from which it is not beside them."""
BESIDE = 640
"""The width from which it is beside the rules, in pixels."""
COMPANY = 4
"""Members for whom there is room in any case where the deal is shown large."""
FOOT = 48
"""The height of the row of buttons below, in pixels."""
ROOMY = 480
"""The least height of the screen, in pixels, in which the whole invitation is shown to a host."""


class RoomScreen(Screen):
    """Everybody in the room, and what one can do about it."""

    results = Signal()
    """The player wants to see the last results again."""
    bot = Signal(int)
    """(level): the host wants a bot of this level to come, as company."""
    evening = Signal()
    """The player wants to see what the races here add up to."""

    def __init__(self, link: Link, memory: Memory) -> None:
        super().__init__(link)
        self._memory = memory
        self._raced = False
        """Whether there are results of a race in this room."""
        self._begun: QWidget | None = None
        """Which button has the keys without the player's doing; None once it was pressed."""
        self._before: RoomState | None = None
        """The room as it was shown last."""
        self.form: RoomForm | None = None
        """The settings to change, once the host has wanted to."""
        self.game = Paragraph(role="title")
        self.settings = Paragraph(role="read")
        make_selectable(self.settings)
        self.settings.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # so that it is read by Tab, too
        self.change = button(self.tr("Change…"), self._begin_change)
        self.code = label("", "code", selectable=True)
        self.invitation = CutField(only_read=True)
        self.invitation.setAccessibleName(self.tr("The invitation, one line to paste"))
        theme.fix(self.invitation, line_height=36)
        self.invitation.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # "Copy" comes first
        self.copied = button(
            self.tr("Copy"), self._copy, self.tr("The invitation, one line to paste")
        )
        self.unfold = button(self.tr("More"), self._fold, self.tr("All ways into this room"))
        self.unfold.setCheckable(True)
        self.reach = Paragraph("", "muted")
        self.page_link = CutField(only_read=True)
        self.page_link.setAccessibleName(self.tr("The link to this room"))
        theme.fix(self.page_link, line_height=36, least_width=LINK)
        self.page_link.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.link_copied = button(
            self.tr("Copy the link"), self._copy_link, self.tr("The link to this room")
        )
        self.show_code = button(
            self.tr("QR code"),
            self._toggle_code,
            self.tr("The link as a QR code, for a phone’s camera"),
        )
        self.show_code.setCheckable(True)
        self.qr_code = QrCode()
        self.qr_code.setAccessibleName(self.tr("The link as a QR code, for a phone’s camera"))
        self.search = DealSearch(self.tr("Race any deal instead"))
        self.search.any_deal.connect(self._race_any)
        self.search.stopped.connect(self._stop_looking)
        self._gives_up_looking = False
        """Whether this player has ended the search, which is then no news."""
        self.members = MemberList(memory.bot_level)
        self.members.kick.connect(lambda player: self._wish_about(player, None))
        self.members.mute.connect(self._wish_about)
        self.members.profile.connect(self.profile)
        self.members.bot.connect(self._call_bot)
        self.rules = RulesText(titled=False, whole=True)
        self.chat = ChatBox(link, tells_news=False)  # the screen says more of them
        self.state = label("", "muted", wrap=True)
        theme.fix(self.state, least_width=100)
        self.leave = LeaveButton(self.link)
        self.close_room = SureButton(self.tr("Close the room"), self.tr("Really?"), self._close)
        self.show_results = button(self.tr("Results"), self.results.emit)
        self.tally = button(self.tr("Tally"), self.evening.emit)
        self.veto = button(
            self.tr("Another game"),
            self.session.veto,
            self.tr("Have another game come next: it takes one of your vetoes"),
        )
        self.told_tally = label("", "read", wrap=True)
        """How the evening stands, once it has a tally."""
        self.told_tally.hide()
        self.stand = button(self.tr("Only watch"), self._stand)
        self.sit = button(self.tr("Take a seat"), self._sit, main=True)
        self.anyway = button(self.tr("Start anyway"), lambda: self._start(anyway=True))
        self.start = button(self.tr("Start"), self._start_or_look, main=True)
        self.ready = button(self.tr("I am ready"), self._ready, main=True)
        self.rematch = button(rematch_button(None), self._rematch, main=True)
        self.keep = button(self.tr("Leave it as it is"), self._end_change)
        self.change_it = button(self.tr("Change it"), self._change, main=True)

        self.guests = label("", "muted")
        members = panel(column(self.members, self.guests, None, space=6))
        self.table = GamePicture()
        """A deal of the game, where there is room for it beside the rules, or below them."""
        self.table.hide()
        self._rules_box = box(column(self.rules, None))
        self._primer = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._primer.addWidget(self._rules_box)
        self._primer.addWidget(self.table)
        self._primer.setSpacing(2 * SPACE)
        self._told = panel(self._primer)
        self._how = Paragraph("", "muted")
        theme.fix(self._how, least_width=INVITED)
        self._head = head = row()
        head.addWidget(self.code)
        self._short = label(self.tr("Invite friends:"), "muted")
        head.addWidget(self._short)
        head.addWidget(self._how, 1)
        for way in (self.link_copied, self.show_code, self.unfold):
            theme.set_role(way, "narrow")
        self._ways_in = row(self.link_copied, self.show_code, self.unfold, space=8)
        self._line = row(self.invitation, self.copied, space=8)
        self._line.setStretch(0, 1)
        self._with_program = Paragraph(
            self.tr("In the program, paste this line as the server; or paste it into a terminal:"),
            "muted",
        )
        self._unfolded = column(self.page_link, self._with_program, self._line, self.reach, space=6)
        self._all_ways = box(self._unfolded)
        """What else there is about the invitation, where it is not folded to a row."""
        ways_in = Folding(head, self._ways_in, wide=0, space=8)
        invite = panel(column(ways_in, self._all_ways, space=6))
        game = row()
        game.addWidget(self.game, 1)
        game.addWidget(self.change)
        self.picture = GamePicture()
        """A deal of the game, where the chat leaves room for it."""
        self._about = column(game, self.picture, self.settings, space=8)
        self._about_game = panel(self._about)
        side = column(self._about_game, self.qr_code, label(self.tr("Chat"), "muted"))
        side.setAlignment(self.qr_code, Qt.AlignmentFlag.AlignHCenter)
        side.addWidget(self.chat, 1)
        self._side = Fitted(box(side))  # by itself: the chat is in sight however long the rest is
        told = self.told_tally
        self._column = main = column(invite, self.search, told, members, self._told, None)
        self._above = (invite, self.search, told, members)
        content = box(main)
        self._main = Fitted(content)
        self._content = content
        for part in (self._main, content):
            part.installEventFilter(self)
        middle = row(space=2 * SPACE)
        middle.addWidget(self._main, 1)
        middle.addWidget(self._side)
        ways = row(
            self.leave, self.close_room, self.show_results, self.tally, self.stand, None, space=8
        )
        on = row(space=8)
        on.addWidget(self.state, 1)
        for way in (self.veto, self.sit, self.anyway, self.start, self.ready, self.rematch):
            on.addWidget(way)
        whole = column(middle, Folding(ways, on, wide=1, space=8))
        whole.setStretch(0, 1)
        self.serve(self.members, self.chat.entry, self.close_room, self.stand, self.sit)
        self.serve(self.search.any, self.search.stop)
        self.serve(self.anyway, self.veto, self.ready, self.rematch, self.change, self.change_it)
        self._pages = QStackedWidget()
        first = box(whole)
        keep_in_menu(first, self.change)
        self._pages.addWidget(first)
        self.setLayout(page(column(self._pages)))

    def take(self, message: FromServer) -> None:
        """Show the room as it is now, and what is said in it."""
        self.chat.take(message)
        self._raced = self._raced or isinstance(message, Results)
        about = RoomState | MemberChanged | MemberLeft | Guests | Results | Searching
        if isinstance(message, about) and self.session.room:
            self._show(self.session.room)

    def set_up(self, up: bool) -> None:
        """Say that what is shown may be over while the connection is lost."""
        changed = up != self._up
        super().set_up(up)
        if changed and self.session.room is not None:
            self._show(self.session.room)

    def refresh(self) -> None:
        """Show the invitation by the address that is known now."""
        if self.session.room is not None:
            self._show(self.session.room)

    def follow(self, before: Self) -> None:
        """Show as much of the invitation as another such screen did, as in another language."""
        self.unfold.setChecked(before.unfold.isChecked())
        self.show_code.setChecked(before.show_code.isChecked())

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu, and those of the member whose row had the keys last."""
        search = self.search.any, self.search.stop
        first = (self.start, *search, self.anyway, self.ready, self.rematch, self.sit, self.stand)
        results = self.show_results, self.tally, self.veto
        about = (self.link_copied, self.show_code, self.copied, *results, self.change)
        going = (self.close_room, self.leave, self.change_it, self.keep)
        members = (self.members.call_bot, *self.members.ways_with(self.focusWidget()))
        return *first, None, *about, None, *members, None, *going

    def heading(self) -> str:
        """Return which room this is."""
        return self.tr("Room {code}").format(code=self.code.text())

    def spoken(self) -> str:
        """Return the game, the code and who is there."""
        text = self.tr("{game}, room {code}. Here: {names}")
        names = self.members.accessibleDescription()
        return text.format(game=self.game.text(), code=self.code.text(), names=names)

    def _tell_news(self, before: RoomState, room: RoomState) -> None:
        """Say what others did since, and what that means for the start."""
        # The server itself has the next game of a series come.
        by_host = before.phase != "finished" or room.settings.series is None
        if room.settings != before.settings and not self.session.is_host and by_host:
            self.notice.emit(self._changed(before, room))
        # With a race, all are ready no more, which is no news of any of them.
        if self.isVisible() and room.phase == before.phase and screen_reader_is_on():
            news = room_news(before.members, room.members, self.session.player)
            if news and self.state.text():
                news.append(self.state.text())
            announce(self, ". ".join(news), urgent=False)

    def _changed(self, before: RoomState, room: RoomState) -> str:
        """Return what the player has to know of a change: the game, and what is new."""
        was_ready = any(m.ready for m in before.members if m.player == self.session.player)
        news = settings_news(before.settings, room.settings)
        if before.settings.series != room.settings.series:
            news = BETWEEN.join(filter(None, (*series_lines(room.settings.series)[:1], news)))
        if before.settings.game == room.settings.game:  # else it is the first of the news
            news = BETWEEN.join(filter(None, (game_title(room.settings.game), news)))
        text = self.tr("The host has changed the room: {news}.")
        if self.session.seated and was_ready:
            text = self.tr("The host has changed the room: {news}. Say again that you are ready.")
        return text.format(news=news)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave most of the width to the members, and see what there is room for."""
        super().resizeEvent(event)
        self._side.setFixedWidth(min(theme.px(SIDE), self.width() * 2 // 5))
        self._fold()
        self._fit_side()

    def _fold(self) -> None:
        """Fold the invitation to a row, but for a host who waits for the first to come.

        A few bots are none of those who are invited, and more are called by a button below it: it
        stays in its place.
        """
        members = self.session.room.members if self.session.room is not None else ()
        people = sum(not member.bot for member in members)
        alone = self.session.is_host and people == 1 and len(members) <= COMPANY
        here = self.link.address_for_others.here
        whole = alone and not here and self.height() >= theme.px(ROOMY)
        self.unfold.setVisible(not whole)
        shown = whole or self.unfold.isChecked()
        wide = self.width() >= theme.px(WIDE)
        self._all_ways.setVisible(shown)
        self._how.setVisible(shown or here)
        self._short.setVisible(wide and not shown and not here)
        self._show_line(beside=wide and not shown and not here)
        theme.set_role(self.code, "code" if shown else "title" if wide else "figure")
        self._fit_table()

    def _show_line(self, *, beside: bool) -> None:
        """Show the line that is sent to friends beside the code, or among all ways in."""
        line = self.page_link if self.session.page else self.invitation
        if beside == (self._head.indexOf(line) >= 0):
            return
        if beside:
            self._head.addWidget(line, 1)
        elif line is self.page_link:
            self._unfolded.insertWidget(0, line)
        else:
            self._line.insertWidget(0, line, 1)
        line.show()

    def _fit_table(self) -> None:
        """Show the deal with the rules: below them if there it is large, or else beside them.

        Room is kept for the first who come, and for a search: else the deal would go from one place
        to the other with each of them. Where there is none, the deal is beside, above the chat.
        """
        wide, rules = self._main.width() - 2 * SPACE, self.rules
        parts = [part for part in self._above if not part.isHidden()]
        around = wide + 2 * SPACE
        spare = self._main.height() - sum(_high(part, around) + SPACE for part in parts) - 2 * SPACE
        half = wide // 2 - SPACE
        high = spare - rules.needed(wide) - 2 * SPACE
        below = high - self._reserved >= wide * LARGE or wide < theme.px(BESIDE)
        high = high if below else spare
        ways = QBoxLayout.Direction
        self._primer.setDirection(ways.TopToBottom if below else ways.LeftToRight)
        least = max(theme.px(TABLE), 0 if below else rules.needed(half))
        shown = high - self._reserved >= least
        for at, share in enumerate((0, 1) if below else (1, 1)):
            self._primer.setStretch(at, share if shown else 0)
        self._column.setStretch(TOLD, 1000 if shown else 0)  # (nothing happens if it is so)
        self.table.setMaximumHeight(max(1, high))
        if shown == self.table.isHidden():
            self.table.setVisible(shown)
            self._fit_side()

    @property
    def _reserved(self) -> int:
        """The height that is kept for the first who come, and for a search, in pixels."""
        room = self.session.room
        if room is None:
            return 0
        kept = max(0, COMPANY - len(room.members)) * theme.px(ROW)
        if not self._all_ways.isHidden() and not self.unfold.isChecked():
            kept -= self._all_ways.sizeHint().height()  # which is folded when somebody comes
        if room.settings.deals != "any" and self.search.isHidden():
            kept += self.search.sizeHint().height() + SPACE
        return max(0, kept)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See how much room there is below the rules."""
        resized = watched is self._main and event.type() == QEvent.Type.Resize
        changed = watched is self._content and event.type() == QEvent.Type.LayoutRequest
        if resized or changed:
            self._fit_table()
        return super().eventFilter(watched, event)

    def _fit_side(self) -> None:
        """Show the game's picture as high as it can be, with room for some lines of the chat.

        Where there is not even room for both, the QR code is in the place of what is said of the
        game, which comes back with it: the racers are in sight while it is shown.
        """
        wide = self._side.maximumWidth() - 2 * SPACE
        edges = self._about.contentsMargins()
        told = edges.top() + edges.bottom() + 2 * self._about.spacing()
        change = 0 if self.change.isHidden() else self.change.sizeHint().width() + SPACE
        told += max(self.game.heightForWidth(wide - change), theme.px(BUTTON_HEIGHT))
        told += self.settings.heightForWidth(wide)
        left = self.height() - 3 * SPACE - theme.px(FOOT) - told - theme.px(TALK)
        coded = not self.qr_code.isHidden()
        if coded:
            left -= self.qr_code.sizeHint().height() + SPACE
        self._about_game.setHidden(coded and left < 0)
        high = min(round(wide * FLAT), left)
        self.picture.setVisible(high >= theme.px(PICTURED) and self.table.isHidden())
        self.picture.setFixedHeight(max(1, high))

    def showEvent(self, event: QShowEvent) -> None:
        """Begin at what is to be done next: to invite the others, to be ready, to start."""
        super().showEvent(event)
        self._begin()

    def _begin(self) -> None:
        copied = self.link_copied if self.session.page else self.copied
        room = self.session.room
        others = room is not None and len(room.members) > 1
        ways = (self.ready, self.start) if others else (self.ready,)
        offered = (way for way in ways if way.isVisibleTo(self) and way.isEnabled())
        self._begun = next(offered, copied)
        self._begun.setFocus()

    def _begin_with_bots(self, room: RoomState) -> None:
        """Let the keys start a race against bots that came late, unless they are elsewhere."""
        begun, copied = self._begun, (self.copied, self.link_copied)
        unmoved = begun in copied and self.window().focusWidget() is begun
        others = [each for each in room.members if each.player != self.session.player]
        if unmoved and others and all(each.bot for each in others):
            self._begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves the settings as they are."""
        if event.key() == Qt.Key.Key_Escape and self._pages.currentIndex():
            self._end_change()
        else:
            super().keyPressEvent(event)

    def _show(self, room: RoomState) -> None:
        me, host = self.session.me, self.session.is_host
        before, self._before = self._before, room
        searching = self.search.has_keys
        same = before is not None and before.code == room.code
        self._raced = self._raced and same
        lobby, over = room.phase == "lobby", room.phase == "finished"
        self.game.setText(game_title(room.settings.game))
        lines = [*series_lines(room.settings.series), *settings_lines(room.settings)]
        if room.locked:
            lines = [*lines, self.tr("With a password")]
        self.settings.setText("\n".join(lines))
        for picture in (self.picture, self.table):
            picture.show_game(room.settings.game, room.settings.options)
        self._tell_rules(room.settings.game)
        fixed = bool(self.session.ghosts)  # the deal is theirs
        self.change.setVisible((lobby or over) and host and not fixed)
        if not ((lobby or over) and host):
            self._end_change()
        self.code.setText(room.code)
        address = replace(self.link.address_for_others, code=room.code)
        self.invitation.setText(COMMAND + address.invitation)
        self.invitation.setCursorPosition(0)
        self._show_link(address)
        self.guests.setText(guests_text(room.guests))
        self.guests.setVisible(bool(self.guests.text()))
        self.reach.setText(self._reach(address))
        self.reach.setVisible(bool(self.reach.text()))
        self.members.show_room(room, self.session.player)
        waiting = [m for m in room.members if m.seated and not m.ready and m.player != room.host]
        ready = me is not None and me.ready
        self.ready.setText(self.tr("Not ready after all") if ready else self.tr("I am ready"))
        theme.set_role(self.ready, "" if ready else "main")
        between = lobby or over  # one may be ready for the next race before the room opens for it
        self.ready.setVisible(between and self.session.seated and not host)
        self._show_search(room, before if same else None)
        looking = self.session.looking
        self.start.setVisible(lobby and host and not looking)
        again = self._looks_again(room)
        self.start.setText(self.tr("Look again") if again else self.tr("Start"))
        self.allow(self.start, again or not waiting)
        self.anyway.setVisible(lobby and host and bool(waiting) and not (looking or again))
        self.rematch.setVisible(over and host)
        self.rematch.setText(rematch_button(room))
        self.close_room.setVisible(host)
        self.show_results.setVisible((over or lobby) and self._raced)
        self._show_evening(room, between=between)
        free = room.settings.seats - sum(member.seated for member in room.members)
        self.sit.setVisible(between and not self.session.seated and free > 0)
        self.stand.setVisible(between and self.session.seated)
        self.state.setText(self._state(room, waiting))
        self._fold()
        self._fit_side()
        if searching and (self.search.isHidden() or not self.search.has_keys):
            self._begin()
        self._begin_with_bots(room)
        if before is not None and same:
            self._tell_news(before, room)

    def _show_evening(self, room: RoomState, *, between: bool) -> None:
        """Say how the evening stands, and offer what one may do about it."""
        once, ghosts = room.practice is not None, self.session.ghosts
        told = summary_text(self.session.evening, room.settings.series, self.session.player)
        uncounted = against_text(ghosts, day_of) if ghosts else uncounted_text()
        self.told_tally.setText(uncounted if once else told)
        self.told_tally.setVisible(bool(self.told_tally.text()))
        self.tally.setVisible(bool(told))
        free = between and not self.session.evening.over and not once
        self.veto.setVisible(free and self.session.vetoes > 0)

    def _show_search(self, room: RoomState, before: RoomState | None) -> None:
        """Show what becomes of the search for a deal, and say aloud what is new of it."""
        search, was = room.search, before.search if before is not None else "none"
        pressed = self.window().focusWidget() in (self.start, self.anyway)
        began = search == "looking" != was and pressed
        host = self.session.is_host
        self.search.show_search(
            search if room.phase == "lobby" else "none",
            since=self.session.looking_since,
            way_out=way_out_text(host=host),
            mine=host,
            tried=self.session.deals_tried,
        )
        if began:  # not on a button: the key that has started it may be pressed twice
            self.search.told.setFocus()
        if search != was and search != "none" and self.isVisible():
            announce(self, self.search.spoken(), urgent=False)
        ended = was == "looking" and search == "none" and room.phase == "lobby"
        if ended and not self._gives_up_looking:
            self.notice.emit(
                self.tr("No deal is being looked for any more: the host can start again.")
            )
        self._gives_up_looking = self._gives_up_looking and search == "looking"

    def _show_link(self, address: Address) -> None:
        """Show the link, if the server has a page; else how the program gets here."""
        page = self.session.page
        here = address.here
        self._how.setText(
            here_only_text()
            if here
            else self.tr("Invite friends: whoever opens this link in a browser can watch or race")
            if page
            else self.tr("Invite friends: they paste this line as their server, or into a terminal")
        )
        self.page_link.setText(address.link)
        self.page_link.setCursorPosition(0)
        self.qr_code.set_text(address.link)
        self.qr_code.setVisible(page and not here and self.show_code.isChecked())
        for part in (self.page_link, self._with_program):
            part.setVisible(page)
        for way in (self.link_copied, self.show_code):  # for those who are elsewhere
            way.setVisible(page and not here)
        ways = self._line if page else self._ways_in  # without a page, it is the only way
        if ways.indexOf(self.copied) < 0:
            ways.insertWidget(int(page), self.copied)
            self.copied.show()

    def _tell_rules(self, game: str) -> None:
        """Show the game's rules; none where the server has games that this version has not."""
        try:
            self.rules.show_game(game)
            self._told.show()
        except catalogue.UnknownGame:
            self._told.hide()

    def _reach(self, address: Address) -> str:
        """Return what there is to say about who can use the invitation."""
        if self.link.address.here and not address.here:
            return self.tr(
                "Friends in the same network can use it, for as long as your window is open."
            )
        return ""

    def _state(self, room: RoomState, waiting: Sequence[Member]) -> str:
        """Return what the start waits for: those who are `waiting` are not ready."""
        host, people = self.session.is_host, sum(not member.bot for member in waiting)
        if not self._up:
            return self.tr("So it was when the connection was lost.")
        if room.phase == "finished":
            return rematch_text(room, self.session.player)
        if room.phase != "lobby":
            return ""
        if not self.session.seated and not host:
            return self.tr("You are watching. The boards appear when the race starts.")
        if self.session.looking:
            return self.tr("The race starts by itself as soon as there is one.")
        if waiting and self.session.starting:
            return translate("room", "The race starts as soon as everybody is ready.")
        if waiting and host and not people:
            return self.tr("The bots get ready by themselves.")
        if people == 1 and host:
            name = next(shortened(one_line(each.name)) for each in waiting if not each.bot)
            return translate("room", "{name} is not ready yet.").format(name=name)
        if waiting and host:
            return translate("room", "%n not ready yet.", "", people)
        if len(waiting) == 1 and not (self.session.me and self.session.me.ready):
            return self.tr("Everybody is waiting for you.")
        if waiting:
            return self.tr("Waiting for everybody to be ready.")
        if host and len(room.members) == 1:
            return self.tr("Nobody else is here yet.")
        return self.tr("Everybody is ready.") if host else self.tr("Waiting for the host to start.")

    # The host's -----------------------------------------------------------------------------------

    def _begin_change(self) -> None:
        room = self.session.room
        if room is None:
            return
        self.session.starting = False
        if self.form is None:
            self.form = RoomForm(self._memory)
            self.form.games.entered.connect(self._change)
            whole = column(
                label(self.tr("Change the room"), "title"),
                Fitted(self.form),
                row(
                    self.keep,
                    None,
                    self.change_it,
                ),
            )
            whole.setStretch(1, 1)
            self._pages.addWidget(box(whole))
        self.form.show_settings(room.settings, locked=room.locked)
        self._pages.setCurrentIndex(1)

    def _change(self) -> None:
        if self.form is not None:
            self._open_again()
            self.session.change_settings(self.form.settings, self.form.password)
        self._end_change()

    def _open_again(self) -> None:
        """Open the room for another race, if it has seen the last one: now it can be changed."""
        if self.session.room is not None and self.session.room.phase == "finished":
            self.session.rematch(start=False)

    def _race_any(self) -> None:
        self._gives_up_looking = True
        self.session.race_any_deal()

    def _stop_looking(self) -> None:
        self._gives_up_looking = True
        self.session.stop_looking()

    def _call_bot(self, level: int) -> None:
        self._memory.bot_level = level
        self.session.starting = False  # the bot is to be in it, too
        self._open_again()
        self.bot.emit(level)

    def _end_change(self) -> None:
        self._pages.setCurrentIndex(0)

    def _wish_about(self, player: int, muted: bool | None) -> None:
        if muted is None:
            self.session.kick(player)
        else:
            self.session.mute(player, muted)

    def _close(self) -> None:
        self.session.close_room()

    # Everybody's ----------------------------------------------------------------------------------

    def _copy(self) -> None:
        self._begun = None
        QGuiApplication.clipboard().setText(self.invitation.text())
        self.notice.emit(self.tr("The invitation is on the clipboard."))

    def _copy_link(self) -> None:
        self._begun = None
        QGuiApplication.clipboard().setText(self.page_link.text())
        self.notice.emit(self.tr("The link is on the clipboard."))

    def _toggle_code(self) -> None:
        self.qr_code.setVisible(self.show_code.isChecked())
        self._fit_side()

    def _ready(self) -> None:
        self.session.set_ready(not (self.session.me is not None and self.session.me.ready))

    def _sit(self) -> None:
        self.session.join_room(self.code.text())

    def _stand(self) -> None:
        self.session.watch_room(self.code.text())

    @staticmethod
    def _looks_again(room: RoomState) -> bool:
        """Return whether a start would look once more for what was looked for in vain."""
        return room.phase == "lobby" and room.search == "no deal"

    def _start_or_look(self) -> None:
        room = self.session.room
        # The race was started already: nobody is asked again whether they are ready for it.
        self._start(anyway=room is not None and self._looks_again(room))

    def _start(self, *, anyway: bool) -> None:
        self.session.start_race(anyway=anyway)

    def _rematch(self) -> None:
        self.session.rematch()


def _high(part: QWidget, wide: int) -> int:
    """Return how high a part is at this width."""
    return part.heightForWidth(wide) if part.hasHeightForWidth() else part.sizeHint().height()
