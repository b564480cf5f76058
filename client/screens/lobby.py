"""The lobby: the open rooms, and the ways into one."""

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QStackedLayout, QWidget

from client.link import Link
from client.screens.parts import SPACE, Elided, Table, box, button, column, label, page, panel, row
from client.screens.screen import Screen
from client.texts import PHASES, game_title, one_line
from protocol.messages import FromServer, RoomInfo, Rooms

REFRESH: Final = 2000
"""Milliseconds between two looks at the rooms, while the lobby is shown."""


class LobbyScreen(Screen):
    """The list of rooms; joins, watches, and leads to everything else."""

    make = Signal()
    leaderboard = Signal()
    practice = Signal()
    settings = Signal()
    left = Signal()

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._timer = QTimer(self, interval=REFRESH)
        self._timer.timeout.connect(self.refresh)

        self.table = Table(["Game", "Host", "Racers", "Watching", "State", "Code"])
        self.table.itemSelectionChanged.connect(self._chosen)
        self.table.itemActivated.connect(lambda _: self._join_chosen())
        self.join = button("Join", self._join_chosen, main=True)
        self.watch = button("Watch", self._watch_chosen)
        empty = panel(
            column(
                None,
                _centred(label("No room is open just now.", "figure")),
                _centred(label("Make one, and tell your friends its code.")),
                None,
            )
        )
        shown = QWidget()
        self._stack = QStackedLayout(shown)  # without a widget, it would show a window of its own
        self._stack.addWidget(empty)
        self._stack.addWidget(self.table)

        self.code = QLineEdit(placeholderText="Code", maxLength=12)
        self.code.setMinimumHeight(38)
        self.code.returnPressed.connect(lambda: self._enter(self.code.text(), watch=False))
        self.who = Elided(bold=True, pixels=16)
        self.where = Elided(pixels=12)
        side = column(
            panel(column(self.who, self.where, button("Change…", self.left.emit), space=6)),
            button("Make a room", self.make.emit, main=True),
            panel(
                column(
                    label("Join by code", "muted"),
                    self.code,
                    row(
                        button("Join", lambda: self._enter(self.code.text(), watch=False)),
                        button("Watch", lambda: self._enter(self.code.text(), watch=True)),
                        space=6,
                    ),
                    space=6,
                )
            ),
            None,
            button("Leaderboard", self.leaderboard.emit),
            button("Practise alone", self.practice.emit),
            button(self.tr("Settings"), self.settings.emit),
        )
        column_box = box(side, 232)
        rooms = column(
            label("Open rooms", "title"), shown, row(None, self.watch, self.join, space=8)
        )
        layout = row(space=2 * SPACE)
        layout.addLayout(rooms, 1)
        layout.addWidget(column_box)
        self.setLayout(page(layout))
        self._chosen()

    def refresh(self) -> None:
        """Ask for the rooms again."""
        if self.link.up:
            self.who.setText(one_line(self.session.name))
            self.where.setText(f"on {self.link.host}")
            self.session.list_rooms()
            self.link.flush()

    def take(self, message: FromServer) -> None:
        """Show the open rooms."""
        if isinstance(message, Rooms):
            self._show(message)

    def _show(self, rooms: Rooms) -> None:
        self.table.fill([(room.code, _texts(room)) for room in rooms.rooms])
        self._stack.setCurrentIndex(1 if rooms.rooms else 0)
        self._chosen()

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the rooms, now and then."""
        super().showEvent(event)
        self._timer.start()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks."""
        super().hideEvent(event)
        self._timer.stop()

    def _chosen(self) -> None:
        for way in (self.join, self.watch):
            way.setEnabled(self.table.chosen is not None)
            way.setVisible(self._stack.currentIndex() == 1)

    def _join_chosen(self) -> None:
        self._enter(str(self.table.chosen or ""), watch=False)

    def _watch_chosen(self) -> None:
        self._enter(str(self.table.chosen or ""), watch=True)

    def _enter(self, code: str, *, watch: bool) -> None:
        if not code.strip():
            self.code.setFocus()
            return
        if watch:
            self.session.watch_room(code)
        else:
            self.session.join_room(code)
        self.link.flush()


def _texts(room: RoomInfo) -> list[str]:
    return [
        game_title(room.settings.game),
        one_line(room.host),
        f"{room.racers} of {room.settings.seats}",
        str(room.spectators) if room.spectators else "",
        PHASES[room.phase],
        room.code,
    ]


def _centred(text: QLabel) -> QLabel:
    text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    return text
