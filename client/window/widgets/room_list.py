"""The rooms of a server as rows, the open ones first, each with the ways into it."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Final, get_args

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from client.window.desktop import theme
from client.window.scene.game_pictures import GamePicture
from client.window.widgets.elements import Elided, box, button, column, label, row
from client.words.deals import deals_text
from client.words.evening import series_title
from client.words.room_kinds import kind_text
from client.words.texts import (
    BETWEEN,
    clock,
    duration,
    game_title,
    joined,
    one_line,
    options_text,
    phase_text,
)
from client.words.translation import translate
from protocol.messages import Phase, RoomInfo

ROW: Final = 58
"""Height of a row, in pixels."""
PICTURE: Final = (74, 46)
"""Width and height of a game's picture, in pixels."""
TITLE: Final = 150
"""Pixels that a title keeps beside a picture, and beside columns for who is there and the time."""
WIDE, HIGH = 14, 20
"""Size of a padlock, in pixels."""
GAP: Final = 12
"""Pixels between the parts of a row."""
NARROW: Final = 140
"""What a row takes at the least beside its buttons, in pixels."""
SEATS: Final = 16
SPECTATORS: Final = 999
LONGEST: Final = 7200
"""The most racers, spectators and seconds of a race that a column has room for."""
MOST_ROWS: Final = 100
"""Rooms that have a row: as many as a server lists, unless its operator wants it otherwise."""
UNDER_WAY: Final[frozenset[Phase]] = frozenset({"countdown", "running"})
"""When a room has no seats for those who come."""


class RoomList(QWidget):
    """The open rooms, and below them the races under way.

    Enter or a double click takes the likeliest way in: to join an open room, to watch a race. Up
    and Down go through the rows.
    """

    wanted = Signal(object, bool)
    """(code, watch): the player wants into this room."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, RoomRow] = {}
        """The rooms' rows, by code."""
        self._open = label(self.tr("Open rooms"), "title")
        self._racing = label(self.tr("Races under way"), "title")
        for heading in (self._open, self._racing):
            heading.setContentsMargins(0, 4, 0, 4)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        for heading in (self._open, self._racing):
            self._column.addWidget(heading)
            heading.hide()
        self.more = label("", "muted", wrap=True)
        """How many there are beyond those that have a row."""
        self.more.setContentsMargins(6, 4, 6, 4)
        self.more.hide()
        self._column.addWidget(self.more)
        self._column.addStretch(1)

    def show_rooms(self, rooms: Sequence[RoomInfo], more: int = 0) -> None:
        """Show these rooms, each kind in the order given, and how many `more` there are."""
        more += max(0, len(rooms) - MOST_ROWS)
        rooms = rooms[:MOST_ROWS]
        for code in self.rows.keys() - {room.code for room in rooms}:
            gone = self.rows.pop(code)
            self._column.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for room in rooms:
            shown = self.rows.get(room.code)
            if shown is None:
                shown = self.rows[room.code] = RoomRow(room.code)
                shown.wanted.connect(self.wanted)
                shown.moved.connect(partial(self._go_on, shown))
            shown.show_room(room)
        racing = [room for room in rooms if room.phase in UNDER_WAY]
        still = [room for room in rooms if room not in racing]
        self._open.setVisible(bool(still))
        self._racing.setVisible(bool(racing))
        parts: list[QWidget] = [self._open, *(self.rows[room.code] for room in still)]
        parts += [self._racing, *(self.rows[room.code] for room in racing)]
        parts.append(self.more)
        self.more.setVisible(bool(more))
        self.more.setText(
            translate(
                "room_list",
                "And %n more room(s), for those who have a code.",
                "",
                more,
            )
        )
        for at, part in enumerate(parts):
            if self._column.indexOf(part) != at:
                self._column.insertWidget(at, part)

    @property
    def running(self) -> bool:
        """Whether the time of any race is going by."""
        return any(shown.room and shown.room.phase == "running" for shown in self.rows.values())

    def tick(self) -> None:
        """Show how much time is left, as it goes by."""
        for shown in self.rows.values():
            shown.tick()

    def _go_on(self, here: "RoomRow", steps: int) -> None:
        rows = sorted(self.rows.values(), key=self._column.indexOf)
        rows[min(max(rows.index(here) + steps, 0), len(rows) - 1)].setFocus()


class RoomRow(QWidget):
    """One room: what is played, who hosts it, who is there, and the ways in."""

    wanted = Signal(object, bool)
    moved = Signal(int)
    """The player goes this many rows on from here."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.room: RoomInfo | None = None
        self._since = 0.0
        """When this was heard of the room, by the monotonic clock."""
        self.picture = GamePicture()
        theme.fix(self.picture, width=PICTURE[0], height=PICTURE[1])
        self.game = Elided(role="name")
        self.about = Facts(role="muted")
        self.lock = Padlock()
        self.people = label()
        self.watching = label("", "muted")
        self.state = label()
        theme.fix(self.state, height=20)
        self.code = Elided(code, "muted")
        self.join = button(self.tr("Join"), lambda: self.wanted.emit(code, False))
        self.watch = button(self.tr("Watch"), lambda: self.wanted.emit(code, True))
        theme.fix(self.join, least_width=72)
        theme.fix(self.watch, least_width=80)
        self._whole = whole = row(space=GAP)
        whole.setContentsMargins(6, 4, 10, 4)
        whole.addWidget(self.picture)
        whole.addWidget(self.lock)
        whole.addLayout(column(None, self.game, self.about, None, space=0), 1)
        self._crowd = box(column(None, self.people, self.watching, None, space=0))
        self._last = box(column(None, self.state, self.code, None, space=0))
        whole.addWidget(self._crowd)
        whole.addWidget(self._last)
        whole.addWidget(self.join)
        whole.addWidget(self.watch)
        self.setLayout(whole)
        theme.fix(self, height=ROW)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)  # It looks lit under the mouse.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._measure()

    def show_room(self, room: RoomInfo) -> None:
        """Show a room as it is now."""
        self.room, self._since = room, time.monotonic()
        settings = room.settings
        under_way = room.phase in UNDER_WAY
        self.picture.show_game(settings.game, settings.options)
        self.game.setText(game_title(settings.game))
        self.lock.setVisible(room.locked)
        self.people.setText(
            _racing(room.racers) if under_way else _taken(room.racers, settings.seats)
        )
        self.watching.setText(_watching(room.spectators) if room.spectators else "")
        self.watching.setVisible(bool(room.spectators))
        full = room.racers >= settings.seats
        self.join.setVisible(not under_way)
        self.join.setEnabled(not full)
        self._tell_about()
        self.tick()
        whose = self.tr("{game}, host {name}").format(
            game=self.game.text(), name=one_line(room.host)
        )
        self.join.setAccessibleName(self.tr("Join {room}").format(room=whose))
        self.watch.setAccessibleName(self.tr("Watch {room}").format(room=whose))
        self.setAccessibleName(
            joined(
                filter(
                    None,
                    (
                        whose,
                        self.people.text(),
                        self.watching.text(),
                        self.state.text(),
                        series_title(room.settings.series),
                        kind_text(room.settings),
                        deals_text(room.settings.deals),
                        self.tr("with a password") if room.locked else "",
                    ),
                )
            )
        )

    def _tell_about(self) -> None:
        """Show the host and the options; in a narrow row, who is there stands before them."""
        if self.room is None:
            return
        settings = self.room.settings
        crowd = (self.people.text(), self.watching.text()) if self._crowd.isHidden() else ()
        options = options_text(settings.game, settings.options)
        host, kind = one_line(self.room.host), kind_text(settings)
        series = series_title(settings.series)
        first = (*crowd, series, kind, host) if crowd else (host, series, kind)
        told = (*first, deals_text(settings.deals), options)
        between = BETWEEN if crowd else "  ·  "
        self.about.setText(between.join(filter(None, told)))

    def _measure(self) -> None:
        """Give the columns the widths of their longest texts, the same in all rows.

        Else each second that goes by would lay out the whole list.
        """
        crowd = (_racing(SEATS), _taken(SEATS, SEATS))
        times = (self._left(LONGEST - 1), *map(duration, (119, LONGEST - 1, LONGEST)))
        phases = [phase_text(phase) for phase in get_args(Phase)]
        for part, lines in (
            (self._crowd, ((self.people, crowd), (self.watching, (_watching(SPECTATORS),)))),
            (self._last, ((self.state, (*times, *phases)), (self.code, ("W" * 6,)))),
        ):
            for text, _ in lines:
                text.ensurePolished()
            widest = (max(map(text.fontMetrics().horizontalAdvance, told)) for text, told in lines)
            part.setFixedWidth(max(widest) + 2)

    def changeEvent(self, event: QEvent) -> None:
        """Measure again in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._measure()

    def _left(self, seconds: float) -> str:
        return self.tr("{time} left").format(time=clock(seconds))

    def tick(self) -> None:
        """Show how much time is left."""
        if self.room is None:
            return
        limit = self.room.settings.time_limit
        if self.room.phase == "running":
            gone = self.room.elapsed / 1000 + time.monotonic() - self._since
            self.state.setText(self._left(max(0.0, limit - gone)))
        elif self.room.phase == "lobby":
            self.state.setText(duration(limit))
        else:
            self.state.setText(phase_text(self.room.phase))

    def _enter(self) -> None:
        if self.room is not None:
            full = self.room.racers >= self.room.settings.seats
            self.wanted.emit(self.room.code, full or self.room.phase in UNDER_WAY)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Go into the room."""
        self._enter()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes in, Up and Down go on."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if key == Qt.Key.Key_Up else 1)
        else:
            event.ignore()

    def minimumSizeHint(self) -> QSize:
        """Return the size without the picture and the columns that a narrow row is without."""
        return QSize(_wide(self.join) + _wide(self.watch) + theme.px(NARROW), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show a picture of the game, and the time, where that leaves room for its title."""
        super().resizeEvent(event)
        spare = self.width() - self.minimumSizeHint().width() - theme.px(TITLE - NARROW)
        ways = self.join, self.watch
        spare -= sum(2 * theme.TIGHTER for way in ways if way.property("tight"))
        spare -= self._crowd.minimumWidth() + self._last.minimumWidth() + 4 * GAP
        timed = spare >= 0
        kept = self.join.sizePolicy()
        kept.setRetainSizeWhenHidden(timed)  # so that the columns of all rows are in line
        self.join.setSizePolicy(kept)
        for way in ways:
            theme.set_tight(way, tight=not timed)
        if timed == self._last.isHidden():
            for part in (self._crowd, self._last):
                part.setVisible(timed)
            self._tell_about()
        pictured = spare >= self.picture.width() + GAP
        self.picture.setVisible(pictured)
        self._whole.setContentsMargins(6 if pictured else 14, 4, 10, 4)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the row's ground; the accent frames the one that has the keyboard."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(theme.colours.raised if self.underMouse() else theme.colours.panel))
        painter.setPen(
            QPen(QColor(theme.colours.bright), 1.5) if self.hasFocus() else QPen(Qt.PenStyle.NoPen)
        )
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)


class Facts(Elided):
    """Facts about a room, of which as many are shown as there is room for; the tip has all."""

    def _cut(self) -> None:
        metrics, wide = self.fontMetrics(), self._room()
        facts = self._text.split(BETWEEN)
        while len(facts) > 1 and metrics.horizontalAdvance(BETWEEN.join(facts)) > wide:
            facts.pop()
        told = BETWEEN.join(facts).rstrip()
        shown = metrics.elidedText(told, Qt.TextElideMode.ElideRight, wide)
        self._show(shown, whole=shown == self._text)


def _wide(way: QWidget) -> int:
    """Return the width that a layout gives a button at the least."""
    return max(way.minimumSizeHint().width(), way.minimumWidth())


def _racing(racers: int) -> str:
    return translate("room_list", "%n racer(s)", "", racers)


def _taken(taken: int, seats: int) -> str:
    return translate("room_list", "{taken} of %n seats", "", seats).format(taken=taken)


def _watching(spectators: int) -> str:
    return translate("room_list", "%n watching", "", spectators)


class Padlock(QWidget):
    """A padlock: it takes a password."""

    def __init__(self) -> None:
        super().__init__()
        theme.fix(self, width=WIDE, height=HIGH)
        self.setToolTip(self.tr("This room asks for a password."))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a body and a shackle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.width() / WIDE, self.height() / HIGH)
        colour = QColor(theme.colours.bright)
        painter.setPen(QPen(colour, 2))
        painter.drawArc(QRectF(3.5, 3, 7, 9), 0, 180 * 16)
        painter.drawLine(QPointF(3.5, 7.5), QPointF(3.5, 10))
        painter.drawLine(QPointF(10.5, 7.5), QPointF(10.5, 10))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(1, 9, 12, 9), 2, 2)
