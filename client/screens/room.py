"""A room before and after a race: its code, who is there, and the way to the start."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QScrollArea, QWidget

from client.link import Link
from client.screens.chat import ChatBox
from client.screens.members import MemberList
from client.screens.parts import SIDEBAR, SPACE, box, button, column, label, page, panel, row
from client.screens.screen import Screen
from client.texts import game_title, settings_lines
from protocol.messages import FromServer, MemberChanged, MemberLeft, Room, Said


class RoomScreen(Screen):
    """Everybody in the room, and what one can do about it."""

    results = Signal()
    """The player wants to see the last results again."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.game = label("", "title")
        self.settings = label("", "muted", wrap=True)
        self.code = label("", "title", selectable=True)
        self.code.setStyleSheet("font-size: 34px; letter-spacing: 4px")
        self.copied = button("Copy", self._copy)
        self.members = MemberList()
        self.chat = ChatBox(link)
        self.state = label("", "muted", wrap=True)
        self.leave = button("Leave", self._leave)
        self.show_results = button("Results", self.results.emit)
        self.anyway = button("Start anyway", lambda: self._start(anyway=True))
        self.start = button("Start", lambda: self._start(anyway=False), main=True)
        self.ready = button("I am ready", self._ready, main=True)
        self.rematch = button("Rematch", self._rematch, main=True)

        scroll = QScrollArea(widgetResizable=True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        inner = QWidget()
        inner.setLayout(column(self.members, None))
        scroll.setWidget(inner)
        scroll.setStyleSheet(
            "QScrollArea, QScrollArea > QWidget > QWidget { background: transparent }"
        )
        invite = panel(
            column(
                label("Invite friends with this code", "muted"),
                row(self.code, None, self.copied),
                space=2,
            )
        )
        side = column(panel(column(self.game, self.settings, space=8)), label("Chat", "muted"))
        side.addWidget(self.chat, 1)
        side_box = box(side, SIDEBAR + 28)
        main = column(invite, panel(column(scroll)))
        main.setStretch(1, 1)
        middle = row(space=2 * SPACE)
        middle.addLayout(main, 1)
        middle.addWidget(side_box)
        foot = row(self.leave, self.show_results, space=8)
        foot.addWidget(self.state, 1)
        for way in (self.anyway, self.start, self.ready, self.rematch):
            foot.addWidget(way)
        whole = column(middle, foot)
        whole.setStretch(0, 1)
        self.setLayout(page(whole))

    def take(self, message: FromServer) -> None:
        """Show the room as it is now, and what is said in it."""
        match message:
            case Room() | MemberChanged() | MemberLeft() if self.session.room:
                self._show(self.session.room)
            case Said():
                self.chat.add(message)
            case _:
                pass

    def _show(self, room: Room) -> None:
        self.game.setText(game_title(room.settings.game))
        self.settings.setText("\n".join(settings_lines(room.settings)))
        self.code.setText(room.code)
        self.members.show_room(room, self.session.player)
        me, host = self.me, self.session.is_host
        lobby, over = room.phase == "lobby", room.phase == "finished"
        waiting = [m for m in room.members if m.seated and not m.ready and m.player != room.host]
        ready = me is not None and me.ready
        self.ready.setText("Not ready after all" if ready else "I am ready")
        self.ready.setVisible(lobby and self.seated and not host)
        self.start.setVisible(lobby and host)
        self.start.setEnabled(not waiting)
        self.anyway.setVisible(lobby and host and bool(waiting))
        self.rematch.setVisible(over and host)
        self.show_results.setVisible(over and self.session.results is not None)
        self.state.setText(self._state(room, len(waiting)))

    def _state(self, room: Room, waiting: int) -> str:
        host = self.session.is_host
        if room.phase == "finished":
            return "" if host else "The host can open the room for a rematch."
        if room.phase != "lobby":
            return ""
        if not self.seated:
            return "You are watching. The boards come when the race starts."
        if waiting:
            return f"{waiting} still to say “ready”." if host else "Waiting until all are ready."
        return "Everybody is ready." if host else "Waiting for the host to start."

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.code.text())
        self.notice.emit("The code is on the clipboard.")

    def _ready(self) -> None:
        self.session.set_ready(not (self.me is not None and self.me.ready))
        self.link.flush()

    def _start(self, *, anyway: bool) -> None:
        self.session.start_race(anyway=anyway)
        self.link.flush()

    def _rematch(self) -> None:
        self.session.rematch()
        self.link.flush()

    def _leave(self) -> None:
        self.session.leave_room()
        self.link.flush()
