"""The lobby: the open rooms and the races under way, and the ways into them."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QLayout,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from client.board.layout import Box
from client.session.address import BadAddress, room_in
from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.online.link import Link
from client.window.scene.bubble import Bubble
from client.window.screens.commands import Command, keep_in_menu
from client.window.screens.screen import Screen
from client.window.widgets.daily.place import DailyPlace
from client.window.widgets.elements import (
    ANY,
    SPACE,
    Balanced,
    Elided,
    Fade,
    Scrolled,
    box,
    button,
    column,
    label,
    naming,
    page,
    panel,
    row,
)
from client.window.widgets.fitting import Folding, InColumns
from client.window.widgets.games.game_tiles import GameTiles, to_begin_with
from client.window.widgets.room_list import RoomList
from client.words.records.past import past_title
from client.words.texts import game_title, here_only_text, one_line, sentence
from protocol.messages import FromServer, Problem, Rooms

SIDE: Final = 256
"""Width of the column beside the rooms, in pixels."""
LOW: Final = 480
"""The height in pixels below which that column would not be seen whole."""


class LobbyScreen(Screen):
    """The list of rooms; joins, watches, and leads to everything else."""

    make = Signal()
    leaderboard = Signal()
    evenings = Signal()
    """The evenings that are past are to be seen."""
    practice = Signal()
    settings = Signal()
    left = Signal()
    elsewhere = Signal(str)
    """The player has pasted this invitation, and it is to a room of another server."""

    bots = Signal(str)
    """(game): the player wants to race against bots in it."""

    def __init__(self, link: Link, recent: Callable[[], Sequence[str]] = tuple) -> None:
        """Show a server's rooms; `recent` tells the games played last, the last first."""
        super().__init__(link)
        self._recent = recent
        self.tiles = GameTiles()
        self._timer = QTimer(self, interval=1000)
        self._waiting = ""
        """What is being waited for: a race against bots, which nothing else may come between."""
        self._wish = ("", False)
        """The room that the player last wanted into, and whether only to watch."""

        self.list = RoomList()
        self._timer.timeout.connect(self.list.tick)
        self.list.wanted.connect(lambda code, watch: self.enter(code, watch=watch))
        self._rooms = QScrollArea(widgetResizable=True)
        self._rooms.setFrameShape(QScrollArea.Shape.NoFrame)
        self._rooms.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the rows have the keys
        self._rooms.setWidget(self.list)
        self._fade = Fade(self._rooms)
        self.list.installEventFilter(self)
        self._rooms.hide()
        self._begin = _Shrinking(self._ways_to_begin())
        """A race against bots, and the address for friends: as far as the rooms leave room."""

        self.question = label("", wrap=True)
        theme.fix(self.question, least_width=200)
        self.password = QLineEdit(maxLength=64, echoMode=QLineEdit.EchoMode.Password)
        theme.fix(self.password, line_height=36)
        theme.fix(self.password, least_width=120)
        self.password.setAccessibleName(self.tr("The room’s password"))
        self.password.returnPressed.connect(self._enter_with_password)
        self.go_in = button(self.tr("Go in"), self._enter_with_password, main=True)
        self.cancel = button(self.tr("Cancel"), self._end_asking)
        answer = row(self.password, self.go_in, self.cancel, space=8)
        answer.setStretch(0, 1)
        self.asking = panel(column(Folding(column(self.question), answer, wide=0, space=8)))
        self.asking.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.asking.hide()

        self.place = DailyPlace(link)
        self.place.play.connect(self.session.play_daily)
        self.place.notice.connect(self.notice)
        self.place.installEventFilter(self)
        keep_in_menu(self.place, *self.place.buttons)

        self.code = QLineEdit(placeholderText=self.tr("Code"), maxLength=200)
        theme.fix(self.code, line_height=38)
        self.code.returnPressed.connect(lambda: self._enter_code(watch=False))
        self.code_fault = Bubble(self)
        """Why what was typed there leads into no room, for a while."""
        self.code.textEdited.connect(lambda _: self.code_fault.hide())
        self._typed = False
        """Whether the player last wanted into a room by typing its code."""
        self.who = Elided(role="name")
        self.where = Elided(role="muted")
        make = button(self.tr("Make a room"), self.make.emit, main=True)
        self.page = button(self.tr("My page"), self._show_own_page)
        self.change = button(self.tr("Change…", "the server or the name"), self.left.emit)
        self.make_room = make
        self.best = button(self.tr("Leaderboard"), self.leaderboard.emit)
        self.past = button(past_title(), self.evenings.emit)
        who = panel(column(self.who, self.where, row(self.page, self.change, space=8), space=6))
        self.join = button(self.tr("Join"), lambda: self._enter_code(watch=False))
        self.join.setAccessibleName(self.tr("Join by code"))
        self.watch = button(self.tr("Watch"), lambda: self._enter_code(watch=True))
        self.watch.setAccessibleName(self.tr("Watch by code"))
        self._code_name = naming(self.tr("Join by code"), self.code, "muted")
        by_code = panel(
            column(
                self._code_name,
                self.code,
                row(self.join, self.watch, space=8),
                space=8,
            )
        )
        more = column(
            by_code,
            None,
            InColumns(
                self.best,
                self.past,
                button(self.tr("Practise alone"), self.practice.emit),
                button(self.tr("Settings"), self.settings.emit),
            ),
        )
        rest = Scrolled(box(more), SIDE)
        rest.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        side = column(who, make)
        self._beside = (side, more)
        side.addWidget(rest, 1)
        rooms = column(self.asking, self.place)
        rooms.addWidget(self._rooms, 1000)
        rooms.addWidget(self._begin, 1000)
        rooms.addStretch(1)  # Where neither takes it, a question would grow.
        layout = row(space=2 * SPACE)
        layout.addLayout(rooms, 1)
        self._side = box(side, SIDE)
        layout.addWidget(self._side)
        self.setLayout(page(layout))
        self.serve(self.list, self.tiles, self.asking, make, self.page, by_code)
        self.serve(self.best, self.past, self.place)
        self.begins_at: QWidget = make  # what most come here for

    def _ways_to_begin(self) -> QVBoxLayout:
        """Return what there is to do where there is no room that one would like."""
        self.offer = Balanced(role="name")
        self.tiles.chosen.connect(self.bots)
        told = self.tr("With friends: make a room, and send them its link. The server’s address:")
        self.friends = Balanced(told, "muted")
        self.found_at = Elided(role="name")
        self.copy_address = button(self.tr("Copy"), self._copy_address)
        theme.set_role(self.copy_address, "narrow")
        self.copy_address.setAccessibleName(self.tr("Copy the server’s address"))
        where = row(None, self.found_at, self.copy_address, None, space=8)
        self.here_only = Balanced(here_only_text(), "muted")
        self._address = box(column(SPACE, self.friends, where, self.here_only))
        keep_in_menu(self, self.copy_address)
        made = column(None, self.offer, 4)
        made.addWidget(self.tiles, 100)
        made.addWidget(self._address)
        made.addStretch(1)
        return made

    def _share(self) -> None:
        """Give the rooms the height that they need, and what is left to the ways to begin."""
        some = bool(self.list.rows)
        self.offer.setText(
            self._waiting
            or (
                self.tr("Race against bots:")
                if some
                else self.tr("No room is open just now. Race against bots:")
            )
        )
        needed = self.list.sizeHint().height()
        taken = self.asking.sizeHint().height() + SPACE if self.asks_password else 0
        if not self.place.isHidden():
            wide = max(1, self._side.x() - 2 * SPACE)
            least = self.place.minimumSizeHint().height()
            taken += max(self.place.heightForWidth(wide), least) + SPACE
        left = self._side.height() - taken - needed - SPACE
        inside = self._side.x() - 4 * SPACE
        tiles = self.tiles.minimumSizeHint().height() + 4 * SPACE
        tiles += self.offer.heightForWidth(inside)
        fits = left >= tiles
        self._rooms.setVisible(some and (fits or not self._waiting))
        self._rooms.setMinimumHeight(needed if fits else 0)
        self._rooms.setMaximumHeight(needed if fits else ANY)
        self._begin.setVisible(not some or fits or bool(self._waiting))
        address = self._address.heightForWidth(inside) + SPACE
        self._address.setVisible(not some or left >= tiles + address)

    def _copy_address(self) -> None:
        QGuiApplication.clipboard().setText(self.found_at.text())
        self.notice.emit(self.tr("The server’s address is on the clipboard."))

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        entering = (self.go_in, self.cancel) if self.asks_password else ()
        rooms = (self.make_room, self.join, self.watch, self.copy_address)
        daily = self.place.buttons
        own = self.page, self.best, self.past
        return *entering, *rooms, None, *daily, None, *own, None, self.change

    def refresh(self) -> None:
        """Ask for the rooms, and for what changes about them."""
        if self.link.up:
            self.who.setText(one_line(self.session.name))
            self.where.setText(self.tr("on {server}").format(server=self.link.address_for_others))
            address = self.link.address_for_others
            self.found_at.setText(address.page if self.session.page else str(address))
            for part in (self.friends, self.found_at, self.copy_address):
                part.setVisible(not address.here)
            self.here_only.setVisible(address.here)
            self.tiles.show_games(to_begin_with(self._recent()))
            self.session.list_rooms(follow=True)
            if self.isVisible():  # else it is asked for when this is shown
                self.place.refresh()

    def heading(self) -> str:
        """Return what this is."""
        return self.tr("Lobby")

    def spoken(self) -> str:
        """Return whose lobby this is."""
        return self.tr("Lobby of {server}").format(server=self.link.address_for_others)

    def take(self, message: FromServer) -> None:
        """Show the rooms, and ask for a password where one is needed."""
        self.place.take(message)
        match message:
            case Rooms():
                self.list.show_rooms(message.rooms, message.more)
                self._share()
                self._run_clocks()
            case Problem(code="password needed" | "wrong password") if self.session.room is None:
                self._ask(sentence(message.text), wrong=message.code == "wrong password")
            case Problem(code="unknown room" | "room full" | "not allowed"):
                self._end_asking()  # no password would help
                if self._typed:
                    self._tell_refused(sentence(message.text))
            case _:
                if self.session.room is not None and self.asks_password:
                    self._end_asking()

    @property
    def asks_password(self) -> bool:
        """Whether the player is being asked for a room's password."""
        return not self.asking.isHidden()

    def tells(self, problem: Problem) -> bool:
        """Return whether the lobby says itself what the matter is: where it was typed."""
        if problem.code in ("password needed", "wrong password"):
            return self.asks_password
        return self._typed and problem.code in ("unknown room", "room full", "not allowed")

    def show_waiting(self, text: str) -> None:
        """Say in the place of the games what is being waited for; meanwhile nothing else works.

        With an empty text, all is as usual again.
        """
        if text == self._waiting:
            return
        self._waiting = text
        self.offer.setMinimumHeight(self.offer.height() if text else 0)  # no tile goes elsewhere
        for part in (self._rooms, self.asking, self._side):
            part.setEnabled(not text)
        self.allow(self.tiles, not text)
        self._share()
        announce(self, text, urgent=False)

    def enter(self, code: str, *, watch: bool, password: str = "") -> None:
        """Go into a room; ask for its password first, if it is known to have one.

        No question is asked where the `password` is given.
        """
        self._wish, self._typed = (code.strip().upper(), watch), False
        rooms = self.session.rooms.rooms if self.session.rooms else []
        info = next((room for room in rooms if room.code == self._wish[0]), None)
        if info is not None and info.locked and not password:
            asked = self.tr("{game}, {code}: the room has a password.")
            self._ask(asked.format(game=game_title(info.settings.game), code=info.code))
        else:
            self._go(password)

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the rooms, for as long as the lobby is shown."""
        super().showEvent(event)
        self._run_clocks()
        self.refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Share the height anew where the rooms need more, or less."""
        if watched in (self.list, self.place) and event.type() == QEvent.Type.LayoutRequest:
            self._share()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See what there is room for below the rooms, and how close all beside them has to be."""
        super().resizeEvent(event)
        for part in self._beside:
            part.setSpacing(SPACE if self.height() >= theme.px(LOW) else 8)
        self.code_fault.hide()
        self.place.fit(low=self.height() < theme.px(LOW))
        self._share()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape asks for no password any more."""
        if event.key() == Qt.Key.Key_Escape and self.asks_password:
            self._end_asking()
            self.begins_at.setFocus()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask for no changes while the lobby is hidden."""
        super().hideEvent(event)
        self._timer.stop()
        self.code_fault.hide()
        if self.link.up and self.session.room is None:
            self.session.list_rooms()

    def _run_clocks(self) -> None:
        """Let the time that is left go by, if it does so anywhere."""
        if not (self.isVisible() and self.list.running):
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()

    def _show_own_page(self) -> None:
        self.profile.emit(self.session.player)

    # The ways in ----------------------------------------------------------------------------------

    def _enter_code(self, *, watch: bool) -> None:
        text = self.code.text()
        self.code_fault.hide()  # what is said next is seen to be said anew
        try:
            room = room_in(text, self.link.address)
        except BadAddress as error:
            self._tell_refused(str(error))
            return
        if not room.code:
            self.code.setFocus()
        elif any(map(room.same_server, (self.link.address, self.link.address_for_others))):
            self.enter(room.code, watch=watch)
            self._typed = True
        else:
            self.elsewhere.emit(text)  # maybe another name of this one, which cannot be asked

    def _tell_refused(self, why: str) -> None:
        """Say at the field for the code why it leads into no room."""
        ways = (self.make_room, self.join, self.watch, self.best)
        seen = (self._code_name, *ways, self._rooms, self._begin)
        near = [self._box_of(part) for part in seen if part.isVisible()]
        self.code_fault.tell(why, [self._box_of(self.code)], near)
        self.code.setFocus()
        self.code.selectAll()
        announce(self, why)

    def _box_of(self, part: QWidget) -> Box:
        at = part.mapTo(self, QPoint())
        return Box(at.x(), at.y(), part.width(), part.height())

    def _go(self, password: str = "") -> None:
        code, watch = self._wish
        if watch:
            self.session.watch_room(code, password)
        else:
            self.session.join_room(code, password)

    def _ask(self, question: str, *, wrong: bool = False) -> None:
        self.question.setText(question)
        theme.set_role(self.question, "bad" if wrong else "")
        self.password.clear()
        self.asking.show()
        self._share()
        theme.set_role(self.make_room, "")  # to go in is what is wanted now
        self.password.setFocus()

    def _enter_with_password(self) -> None:
        if self.password.text():
            self._go(self.password.text())
        else:
            self.password.setFocus()

    def _end_asking(self) -> None:
        self.password.clear()
        self.asking.hide()
        self._share()
        theme.set_role(self.make_room, "main")


class _Shrinking(QFrame):
    """A panel that takes less height than its parts would like, down to the least of each.

    Where a text in it has lines to break, Qt takes what they like for the least.
    """

    def __init__(self, layout: QLayout) -> None:
        super().__init__()
        theme.set_role(self, "panel")
        layout.setContentsMargins(SPACE, SPACE, SPACE, SPACE)
        self.setLayout(layout)

    def hasHeightForWidth(self) -> bool:
        """Return that its least height is the one that it says itself."""
        return False
