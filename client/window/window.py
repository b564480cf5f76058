"""The window: connects, shows the screen that fits the session, and tells of troubles calmly."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QWidget

from client.session.address import Address
from client.session.session import Session
from client.window.desktop import preferences, theme
from client.window.desktop.announce import announce
from client.window.desktop.memory import Memory
from client.window.online.bot_processes import BotProcesses
from client.window.online.link import Link
from client.window.online.own_server import OwnServer
from client.window.screens.connect import ConnectScreen
from client.window.screens.leaderboard import LeaderboardScreen
from client.window.screens.lobby import LobbyScreen
from client.window.screens.make_room import MakeRoomScreen
from client.window.screens.practice import Practice
from client.window.screens.profile import ProfileScreen
from client.window.screens.race import RaceScreen
from client.window.screens.replay import ReplayScreen
from client.window.screens.results import ResultsScreen
from client.window.screens.room import RoomScreen
from client.window.screens.screen import Screen
from client.window.screens.settings import SettingsScreen
from client.window.screens.watch import WatchScreen
from client.window.widgets.chat import ChatBox
from client.window.widgets.elements import column
from client.window.widgets.news import NewsBar
from client.window.widgets.status_line import StatusLine
from client.words.texts import sentence
from engine.catalogue import Options
from protocol.messages import (
    Announcement,
    Countdown,
    FromServer,
    LeftRoom,
    NewToken,
    Problem,
    RaceStarted,
    Replay,
    Results,
    RoomState,
    Stopping,
    Welcome,
)
from protocol.wire import DEFAULT_PORT


class Window(QMainWindow):
    """The client's only window."""

    def __init__(
        self,
        memory: Memory,
        *,
        code: str = "",
        watch: bool = False,
        room_password: str = "",
        own_port: int = DEFAULT_PORT,
    ) -> None:
        """Begin at the connect screen; go on from there to the room `code`, if one is given.

        `own_port` is where a server that the player opens listens.
        """
        super().__init__()
        self._room_password = room_password
        self.memory = memory
        self.link: Link | None = None
        self._code, self._watch = code, watch
        self._trouble = ""
        """What is the matter with the connection; empty when all is well."""
        self._aside: QWidget | None = None
        """The screen that the player has chosen, where the session alone would show another."""
        self._way_back: list[QWidget | None] = []
        self._in_room = ("", "")
        """The code and the phase of the room, as last heard of."""
        self._rescaling = QTimer(self, singleShot=True, interval=0)
        self._rescaling.timeout.connect(self._rescale)
        self.setWindowTitle("Samedeal")
        self.setMinimumSize(900, 600)
        self.resize(1180, 760)
        self.restoreGeometry(memory.window)  # Qt sees to it that the window is on a screen
        self._rescale()  # before there is anything to be made larger

        self.status = StatusLine()
        self.stack = QStackedWidget()
        whole = QWidget()
        self.news = NewsBar()
        layout = column(self.news, self.stack, self.status, space=0)
        layout.setStretch(1, 1)
        whole.setLayout(layout)
        self.setCentralWidget(whole)

        self.connect_screen = ConnectScreen()
        self.connect_screen.fill(str(memory.server or ""), memory.name)
        self.connect_screen.show_servers(memory.servers)
        self.connect_screen.server_wanted.connect(
            lambda server, name: self.connect_to(server, name, self.connect_screen.password.text())
        )
        self.connect_screen.cancelled.connect(self.disconnect_from_server)
        self.connect_screen.own_server_wanted.connect(self.open_own_server)
        self.own_server = OwnServer(memory.server_data, own_port, self)
        self.own_server.opened.connect(self._go_to_own_server)
        self.own_server.failed.connect(self._own_server_failed)
        self._bots = BotProcesses(memory.bots, self)
        self._bots.failed.connect(self._tell)
        self.connect_screen.practice.connect(self.practise)
        self.practice_screen = Practice(memory)
        self.practice_screen.left.connect(self._go_back)
        self.replay_screen = ReplayScreen()
        self.replay_screen.back.connect(self._go_back)
        self.replay_screen.notice.connect(self._tell)
        self.replay_screen.rival_wanted.connect(self._get_replay)
        self.connect_screen.replay.connect(self.replay_screen.ask_for_file)
        self.replay_screen.shown.connect(lambda: self._go_aside(self.replay_screen))
        self.settings_screen = SettingsScreen()
        self.settings_screen.back.connect(self._go_back)
        self.settings_screen.token_wanted.connect(self._renew_token)
        for opener in (self.connect_screen, self.practice_screen):
            opener.settings.connect(self.show_settings)
        for screen in (
            self.connect_screen,
            self.practice_screen,
            self.replay_screen,
            self.settings_screen,
        ):
            self.stack.addWidget(screen)
        for key in ("Ctrl+,", "F10"):
            QShortcut(QKeySequence(key), self, self.show_settings)
        preferences.live.changed.connect(self._keep_preferences)
        self._screens: list[Screen] = []

    # The server -----------------------------------------------------------------------------------

    def connect_to(self, address: Address, name: str, password: str = "") -> None:
        """Connect to the server at `address`, and go on to the room that it names, if it does.

        Whoever was there under that name before comes back as the same player, by a token that is
        kept. `password` is the server's, where it asks new players for one.
        """
        self.disconnect_from_server()
        self._code = address.code or self._code
        self.memory.server = address
        self.memory.name = name
        session = Session(name, self.memory.tokens.of(address.url, name), password=password)
        self.link = link = Link(session, address, self)
        link.address_for_others = self.own_server.address_for_others(address)
        link.received.connect(self._take)
        link.trouble.connect(self._show_trouble)
        link.notice.connect(self._tell)
        link.rejected.connect(self._rejected)
        self._make_screens(link)
        self.connect_screen.show_trouble("")
        waiting = self.tr("Connecting to {server}…").format(server=address)
        self.connect_screen.show_waiting(waiting)
        link.open()

    def open_own_server(self, name: str) -> None:
        """Open a server on this computer, for others in the network too, and go there as `name`."""
        self.memory.name = name
        self._code = ""
        if self.own_server.running:
            self._go_to_own_server()
            return
        opening = self.tr("Opening a server on this computer…")
        self.connect_screen.show_waiting(opening)
        announce(self.status, opening, urgent=False)
        self.own_server.open()

    def _go_to_own_server(self) -> None:
        self.connect_to(self.own_server.address, self.memory.name)

    def _own_server_failed(self, why: str) -> None:
        if self.link is None:
            self.connect_screen.show_waiting("")
            self.connect_screen.show_trouble(why)
        else:
            self._tell(why)

    def _call_bot(self) -> None:
        link = self.link
        room = link.session.room if link else None
        if link is not None and room is not None:
            self._bots.call(
                link.address,
                room.code,
                [member.name for member in room.members],
                password=link.session.password,
                room_password=link.session.room_password,
            )

    def disconnect_from_server(self) -> None:
        """Let go of the server, and go back to the connect screen."""
        self._bots.send_away()
        if self.link is not None:
            self.link.close()
            self.link.deleteLater()
            self.link = None
        for screen in self._screens:
            self.stack.removeWidget(screen)
            screen.deleteLater()
        self._screens = []
        self._aside, self._way_back = None, []
        self._trouble = ""
        self.news.put_away()
        self.status.show_trouble("")
        self.connect_screen.show_waiting("")
        self._route()

    def _follow_invitation(self, text: str) -> None:
        """Let go of this server, and offer the one that an invitation leads to."""
        self.disconnect_from_server()
        self.connect_screen.fill(text, self.memory.name)
        self.connect_screen.show_trouble(
            self.tr("That invitation leads to another server: “Connect” goes there.")
        )

    def _make_screens(self, link: Link) -> None:
        self.lobby = LobbyScreen(link)
        self.make_room = MakeRoomScreen(link, self.memory)
        self.room = RoomScreen(link, self.memory)
        self.race = RaceScreen(link)
        self.watch = WatchScreen(link)
        self.results = ResultsScreen(link)
        self.leaderboard = LeaderboardScreen(link, self.memory)
        self.profile = ProfileScreen(link)
        self._screens = [
            self.profile,
            self.lobby,
            self.make_room,
            self.room,
            self.race,
            self.watch,
            self.results,
            self.leaderboard,
        ]
        for screen in self._screens:
            # The race says its own aloud, as the board does.
            screen.notice.connect(self.status.tell if screen is self.race else self._tell)
            self.stack.addWidget(screen)
        self.lobby.make.connect(lambda: self._go_aside(self.make_room))
        self.lobby.leaderboard.connect(lambda: self._go_aside(self.leaderboard))
        self.lobby.practice.connect(self.practise)
        self.lobby.settings.connect(self.show_settings)
        for leading in (
            self.lobby,
            self.room,
            self.race,
            self.watch,
            self.results,
            self.leaderboard,
        ):
            leading.profile.connect(self._show_profile)
        self.lobby.left.connect(self.disconnect_from_server)
        self.lobby.elsewhere.connect(self._follow_invitation)
        self.make_room.back.connect(self._go_back)
        self.room.results.connect(self._show_results)
        self.room.bot.connect(self._call_bot)
        self.results.back.connect(lambda: self._go_aside(self.room))
        self.results.leaderboard.connect(self._show_leaderboard)
        self.leaderboard.back.connect(self._go_back)
        self.profile.back.connect(self._go_back)

    def _take(self, message: FromServer) -> None:
        self.news.take(message)
        for screen in self._screens:
            screen.take(message)
        status = ""
        match message:
            case Welcome():
                self._welcomed(message)
            case Problem(code="password needed" | "wrong password") if (
                self.stack.currentWidget() is self.lobby and self.lobby.asks_password
            ):
                pass  # told where it is asked for
            case Problem():
                status = message.text
            case NewToken():
                self._keep_token()
                status = self.tr(
                    "Your token is new, and kept here: the old one opens nothing any more."
                )
            case LeftRoom():
                self._bots.send_away()
                self._in_room = ("", "")
                self._stay()
                status = message.reason
            case RoomState():
                self._entered(message)
            case Announcement() | Stopping() if self.link:
                status = self.link.session.notice
            case Countdown() | RaceStarted() | Results():
                self._stay()
                if isinstance(message, RaceStarted) and self.race.seated:
                    self.memory.add_recent(message.settings.game)
            case Replay():
                self._show_replay(message)
            case _:
                pass
        self._route()
        if status:
            self._tell(sentence(status))

    def _welcomed(self, message: Welcome) -> None:
        link = self.link
        if link is None:
            return
        self.connect_screen.show_waiting("")
        session = link.session
        self.connect_screen.ask_password(False)
        self._keep_token()
        self.memory.name = message.name
        self.memory.add_server(link.address)
        self.connect_screen.show_servers(self.memory.servers)
        self.lobby.refresh()
        if self._code and message.room != self._code:
            if message.room:
                session.leave_room()  # whoever follows an invitation has done with the old room
            self.lobby.enter(self._code, watch=self._watch, password=self._room_password)
        self._code = ""

    def _keep_token(self) -> None:
        """Remember the session's token: a new one, or one whose player has another name now."""
        if self.link is None:
            return
        url, session = self.link.address.url, self.link.session
        if self.memory.tokens.of(url, session.name) == session.token:
            return
        try:
            self.memory.tokens.keep(url, session.name, session.token)
        except OSError as error:
            notice = self.tr("You will be a new player next time: {reason}.")
            self._tell(notice.format(reason=error.strerror))

    def _entered(self, room: RoomState) -> None:
        """Come into a room, or back to its lobby; others coming and going change nothing."""
        code, phase = self._in_room
        self._in_room = (room.code, room.phase)
        if room.code != code:
            for chat in self.findChildren(ChatBox):
                chat.clear()
        if self._in_room != (code, phase) and room.phase != "finished":
            self._stay()

    def _rejected(self, reason: str) -> None:
        refusal = self.link.refusal if self.link else ""
        self.disconnect_from_server()
        if refusal in ("password needed", "wrong password"):
            self.connect_screen.ask_password(True)
        elif refusal in ("bad name", "name taken"):
            self.connect_screen.ask_name()
        self.connect_screen.show_trouble(sentence(reason))

    # Which screen ---------------------------------------------------------------------------------

    def practise(self) -> None:
        """Play alone."""
        self._go_aside(self.practice_screen)

    def show_settings(self) -> None:
        """Show the settings, or go back from there to where the player was."""
        if self._aside is self.settings_screen:
            self._go_back()
        else:
            self.settings_screen.show_token(self.link is not None and self.link.up)
            self._go_aside(self.settings_screen)

    def _keep_preferences(self) -> None:
        self.memory.preferences = preferences.live.now

    def _show_results(self) -> None:
        """Show the last results, also when the room is open for the next race."""
        if self._fitting() is self.results:
            self._go_back()
        else:
            self._go_aside(self.results)

    def _show_leaderboard(self, game: str, options: Options) -> None:
        self.leaderboard.choose(game, options)
        self._go_aside(self.leaderboard)

    def _show_replay(self, replay: Replay) -> None:
        results = self.results.shown if self.link else None
        same = results is not None and results.race == replay.race
        self.replay_screen.take(replay, results.standings if results and same else ())

    def _get_replay(self, race: int, player: int) -> None:
        if self.link is not None:
            self.link.session.get_replay(race, player)

    def _renew_token(self) -> None:
        if self.link is not None:
            self.link.session.renew_token()

    def _show_profile(self, player: int) -> None:
        self.profile.choose(player)
        self._go_aside(self.profile)

    def _go_aside(self, screen: QWidget) -> None:
        if self._aside is not screen:
            self._way_back.append(self._aside)
        self._aside = screen
        self._route()

    def _go_back(self) -> None:
        self._aside = self._way_back.pop() if self._way_back else None
        self._route()

    def _stay(self) -> None:
        """Forget where the player went: something happens that must be seen."""
        self._aside, self._way_back = None, []

    def _route(self) -> None:
        screen = self._aside or self._fitting()
        if self.stack.currentWidget() is not screen:
            self.status.tell("")
            left_at: QWidget | None = screen.focusWidget()
            self.stack.setCurrentWidget(screen)
            begins_at: QWidget | None = screen.focusProxy() or screen.focusWidget()
            for wanted in (left_at, begins_at, screen):
                if wanted is not None:
                    wanted.setFocus()  # or the keyboard would lead nowhere
                    break

    def _fitting(self) -> QWidget:
        """The screen that fits what the session knows."""
        session = self.link.session if self.link else None
        if session is None or not session.player:
            return self.connect_screen
        if session.room is None:
            return self.lobby
        if session.results is not None:
            return self.results
        if session.race is not None or session.countdown is not None:
            return self.race if self.race.seated else self.watch
        return self.room

    def _tell(self, notice: str) -> None:
        """Show a notice, and say it aloud."""
        self.status.tell(notice)
        announce(self.status, notice)

    def _show_trouble(self, text: str) -> None:
        """Show what is the matter with the connection; all is well for an empty text."""
        if text and self._screens and self.race.racing:
            kept = self.tr("Play on: your moves are kept, and sent when it is back.")
            text = f"{text} {kept}"
        if text != self._trouble:
            announce(self.status, text or self.tr("The connection stands"), urgent=False)
        self._trouble = text
        if self.stack.currentWidget() is self.connect_screen:
            if text and self.link is not None:
                self.connect_screen.show_waiting(text)
            return
        for screen in self._screens:
            if screen not in (self.race, self.watch):  # there, play goes on
                screen.setEnabled(not text)
        self.status.show_trouble(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a large window, what is read is larger too."""
        super().resizeEvent(event)
        self._rescaling.start()

    def _rescale(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication) and app.styleSheet():
            dark, larger = theme.colours is theme.DARK, theme.scale_of(self.width(), self.height())
            theme.apply(app, dark=dark, larger=larger)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Put the practice game away, and say goodbye to the server."""
        self.practice_screen.put_away()
        self.memory.window = self.saveGeometry()
        if self.link is not None:
            self.link.close()
        self._bots.end()
        self.own_server.close()
        super().closeEvent(event)
