"""Who is in a room, and what its host can do about each."""

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from client.window.desktop import theme
from client.window.widgets.buttons.level_menu import LevelMenu
from client.window.widgets.elements import Elided, Steady, SureButton, box, button, label, row
from client.words.texts import bot_facts, joined, one_line
from client.words.translation import translate
from protocol.messages import Member, RoomState

ROW, TWO_LINES = 36, 44
"""Height of a row, and of one in which the remarks are below the name, in pixels."""
DOT, MOST_DOT = 11, 16
"""Pixels across the dot that says who is ready, in the usual scale and in any."""
NARROW: Final = 130
"""What a row takes at the least beside its buttons, in pixels."""
NAME: Final = 250
"""The most width of a name, in pixels: what is said of the member stands near it."""
SPARE: Final = 200
"""Pixels to spare from which the delay is shown, and the remarks beside the name."""
SPARE_ALONE: Final = 330
"""The same for the remarks where there are no buttons, which leave no room to either of them."""
SLOW: Final = 250
"""Milliseconds of delay from which it is told with emphasis."""
MOST_ROWS: Final = 100
"""Members that have a row: nobody reads more, and each row takes time and memory."""

AT_ONCE: Final = 20
"""Members up to whom a list is shown at once, however often it changes."""
PAUSE: Final = 100
"""Milliseconds that a longer one stands at least, before the latest is shown."""


class MemberList(QWidget):
    """The free seats, then a row for each racer, and a row for each spectator."""

    kick = Signal(object)
    """(player): the host wants this member away."""
    mute = Signal(object, bool)
    """(player, muted): the host takes this member's word away, or gives it back."""
    profile = Signal(object)
    """(player): this member's page is wanted, by a double click or Enter."""
    bot = Signal(int)
    """(level): the host wants a bot of this level to come, as company."""

    def __init__(self, last_level: int = 1) -> None:
        """Show nobody yet; `last_level` is that of the bot that was called last."""
        super().__init__()
        self.rows: dict[int, MemberRow] = {}
        """The members' rows, by player."""
        self._free_text = label("", "muted")
        self.call_bot = button(self.tr("Add a bot"), self._offer_levels)
        self.levels = LevelMenu(self.call_bot)
        """The levels that a bot may have."""
        self.levels.last = last_level
        self.levels.chosen.connect(self.bot)
        self.call_bot.setToolTip(
            self.tr("A racer that plays by itself. It is never on the leaderboard.")
        )
        theme.set_role(self.call_bot, "narrow")
        theme.fix(self.call_bot, line_height=26)
        self._free = box(row(4, self._free_text, 12, self.call_bot, None, space=0))
        theme.fix(self._free, height=ROW)
        self.more = label("", "muted")
        """How many there are beyond those that have a row."""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.more)
        self.more.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._latest: tuple[RoomState, int] | None = None
        """What is to be shown after the pause."""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._show_latest)

    def show_room(self, room: RoomState, own: int) -> None:
        """Show a room's members, at once or a little later; `own` is the reader's player id."""
        self._latest = room, own
        if not self._pause.isActive() or len(room.members) <= AT_ONCE:
            self._show_latest()

    def _offer_levels(self) -> None:
        self.levels.open()

    def ways_with(self, part: QWidget | None) -> tuple[QPushButton, ...]:
        """Return the host's buttons for the member whose row, or a part of it, this is."""
        for each in self.rows.values():
            if part is not None and (part is each or each.isAncestorOf(part)):
                return each.silence, each.away
        return ()

    def _show_latest(self) -> None:
        if self._latest is None:
            return
        (room, own), self._latest = self._latest, None
        self._show(room, own)
        self._pause.start()  # from now: however long it took, there is time for other things

    def _show(self, room: RoomState, own: int) -> None:
        racers = [member for member in room.members if member.seated]
        others = [member for member in room.members if not member.seated]
        hidden = len(racers) + len(others) - MOST_ROWS
        racers, others = racers[:MOST_ROWS], others[: max(0, MOST_ROWS - len(racers))]
        stay = {member.player for member in racers + others}
        spare = [self.rows.pop(player) for player in self.rows.keys() - stay]
        for member in racers + others:
            shown = self.rows.get(member.player)
            if shown is None:
                shown = self.rows[member.player] = self._row(spare)
            shown.show_member(member, room.host, own)
        for gone in spare:
            self._put_away(gone)
        rows = [self.rows[member.player] for member in racers + others]
        # The free seats stay on top, so that the button there moves away under no pointer.
        parts: list[QWidget] = [self._free, *rows, self.more]
        self.more.setText(translate("members", "and %n more", "", max(0, hidden)))
        self.more.setVisible(hidden > 0)
        for at, part in enumerate(parts):
            if self._column.indexOf(part) != at:
                self._column.insertWidget(at, part)
        free = room.settings.seats - len(racers)
        self._free_text.setText(
            translate("members", "%n free seat(s)", "", free)
            if free > 0
            else translate("room", "All seats are taken")
        )
        opens = room.phase in ("lobby", "finished")
        self.call_bot.setVisible(own == room.host and opens and free > 0)
        self._free.show()
        self.setAccessibleDescription("; ".join(row.accessibleName() for row in self.rows.values()))

    def _row(self, spare: list["MemberRow"]) -> "MemberRow":
        """Return a row for somebody else: one to spare, as to make one takes long, or a new one."""
        while spare:
            row = spare.pop()
            if not row.in_use:
                return row
            self._put_away(row)
        made = MemberRow()
        made.kick.connect(self.kick)
        made.mute.connect(self.mute)
        made.profile.connect(self.profile)
        return made

    def _put_away(self, gone: "MemberRow") -> None:
        self._column.removeWidget(gone)
        gone.hide()
        gone.deleteLater()


class MemberRow(QWidget):
    """A dot for ready, the name, what else to say, the delay; and for the host, two buttons."""

    kick = Signal(object)
    mute = Signal(object, bool)
    profile = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._player = 0
        self._shown: tuple[Member, int, int] | None = None
        self._ready: bool | None = None
        self._can_mute = True
        self._ways = False
        """Whether there are buttons for the host, or room for them."""
        self.name = Elided()
        self.remarks = Elided(role="muted")
        self.delay = label("", "muted")
        theme.fix(self.delay, least_width=60)
        self.delay.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.silence = Steady(self.tr("Mute"), self.tr("Unmute"))
        self.silence.setAutoDefault(True)
        self.silence.clicked.connect(self._mute)
        self.away = SureButton(
            self.tr("Send away"), self.tr("Really?"), lambda: self.kick.emit(self._player)
        )
        for way in (self.silence, self.away):
            theme.set_role(way, "narrow")
            theme.fix(way, line_height=26)
        theme.fix(self.silence, least_width=84)
        theme.fix(self.away, least_width=104)
        self._told = row(space=8)
        theme.fix(self.name, most_width=NAME)
        self._told.addWidget(self.name, 5)
        self._told.addWidget(self.remarks, 3)
        whole = row(30, space=8)
        whole.addLayout(self._told, 1)
        for part in (self.delay, self.silence, self.away):
            whole.addWidget(part)
        whole.addSpacing(4)
        self.setLayout(whole)
        theme.fix(self, height=ROW)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)  # It looks lit under the mouse.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(self.tr("A double-click, or Enter, shows the player’s page."))

    def minimumSizeHint(self) -> QSize:
        """Return the size without the delay, which a narrow row does not show."""
        ways = [way.minimumSizeHint() for way in (self.silence, self.away) if self._ways]
        wide = sum(way.width() + 8 for way in ways) + theme.px(NARROW)
        return QSize(wide, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the remarks beside the name, and the delay; in a narrow row, them below it."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        spare = self.width() - self.minimumSizeHint().width()
        wide = spare >= theme.px(SPARE if self._ways else SPARE_ALONE)
        ways = QBoxLayout.Direction
        self.delay.setVisible(spare >= theme.px(SPARE))
        for way in (self.silence, self.away):
            kept = way.sizePolicy()
            # So that the columns are in line; in a narrow row, the name needs the room more.
            kept.setRetainSizeWhenHidden(self._ways and wide)
            way.setSizePolicy(kept)
        self._told.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        self._told.setSpacing(8 if wide else 0)
        theme.fix(self, height=ROW if wide else TWO_LINES)

    @property
    def in_use(self) -> bool:
        """Whether the reader's mouse or keys are at this row, and mean the member in it."""
        focused = any(part.hasFocus() for part in (self, self.silence, self.away))
        return self.underMouse() or self.away.asking or focused

    def _mute(self) -> None:
        self.mute.emit(self._player, self._can_mute)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Show the player's page."""
        self.profile.emit(self._player)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter shows the player's page."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.profile.emit(self._player)
        else:
            event.ignore()

    def show_member(self, member: Member, host: int, own: int) -> None:
        """Show how a member is; `own` is the reader's player id."""
        if self._shown == (member, host, own):
            return
        self._shown = (member, host, own)
        self._player = member.player
        name, said = one_line(member.name), remarks(member, host, own)
        self._ready = (member.ready or member.player == host) if member.seated else None
        self.name.setText(name)
        self.name.setEnabled(member.connected)
        self.remarks.setText(said)
        self.delay.setText(f"{member.ping} ms" if member.ping and member.connected else "")
        theme.set_role(self.delay, "slow" if member.ping >= SLOW else "muted")
        self._can_mute = not member.muted
        self.silence.setText(self.tr("Mute") if self._can_mute else self.tr("Unmute"))
        self._ways = own == host
        for way in (self.silence, self.away):
            way.setVisible(
                own == host != member.player and not (member.bot and way is self.silence)
            )
            way.setAccessibleName(f"{way.text()}: {name}")
        self.setAccessibleName(" ".join(filter(None, (name, said, self.delay.text()))))
        self._fit()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the dot: full for ready, empty for not yet, none for spectators."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus() or self.underMouse():
            focused = QPen(QColor(theme.colours.bright), 1.5)
            painter.setPen(focused if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.colours.raised))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        if self._ready is None:
            return
        green = self._ready and self.isEnabled()  # it may not be so any more without a connection
        colour = QColor(theme.colours.good if green else theme.colours.muted)
        painter.setBrush(colour if self._ready else Qt.BrushStyle.NoBrush)
        painter.setPen(colour)
        dot = min(theme.px(DOT), MOST_DOT)
        painter.drawEllipse(QRect(9, self.rect().center().y() - dot // 2, dot, dot))


def remarks(member: Member, host: int, own: int) -> str:
    """Return what there is to say of a member: "you, host, ready"."""
    waited_for = member.seated and member.player != host
    said = (
        (translate("members", "you"), member.player == own),
        (translate("members", "host"), member.player == host),
        *((fact, True) for fact in bot_facts(member.bot, member.level)),
        (translate("members", "away", "without a connection"), not member.connected),
        (translate("members", "muted", "may not speak in the chat"), member.muted),
        (translate("members", "watching"), not member.seated),
        (translate("members", "ready"), waited_for and member.ready),
        (translate("members", "not ready"), waited_for and not member.ready),
    )
    return joined(word for word, true in said if true)
