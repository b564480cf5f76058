"""The window: what the player wants of the screens, and what the server says to them.

It puts the client together. The screens say by signals what is wanted that is not theirs to do: to
go to a server, open one, call a bot, see another screen. Each message from the server goes to all
screens, and what follows from it for the whole client is done here. Which screen is shown is
decided in `client.window.navigation`.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace
from PySide6.QtCore import QEventLoop, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from client.bots.company import Company, race_settings
from client.session.address import Address, parse_address
from client.session.fairness_results import replay_doubt
from client.session.nearby import Nearby
from client.session.practice_game import PracticeGame
from client.session.session import Session
from client.session.solving.solution import solution_of
from client.window.desktop import preferences
from client.window.desktop.announce import announce
from client.window.desktop.language import set_language
from client.window.desktop.memory import Memory
from client.window.desktop.scaling import Scaling
from client.window.menu import MenuBar
from client.window.navigation import Navigation
from client.window.online.analyses import Analyses
from client.window.online.bot_processes import BotProcesses
from client.window.online.bot_race import BotRace
from client.window.online.link import Link
from client.window.online.nearby_servers import NearbyServers, computer_name
from client.window.online.own_server import OwnServer
from client.window.online.reach import Reach
from client.window.screens import room_form
from client.window.screens.commands import DAILY_KEYS, LEADERBOARD_KEYS, SETTINGS_KEYS
from client.window.screens.connect import ConnectScreen
from client.window.screens.daily import DailyScreen
from client.window.screens.evening import EveningScreen
from client.window.screens.leaderboard import LeaderboardScreen
from client.window.screens.lobby import LobbyScreen
from client.window.screens.make_room import MakeRoomScreen
from client.window.screens.past.evening import PastEveningScreen
from client.window.screens.past.evenings import EveningsScreen
from client.window.screens.practice import PracticeScreen
from client.window.screens.profile import ProfileScreen
from client.window.screens.race import RaceScreen
from client.window.screens.records.overview import OverviewScreen
from client.window.screens.replay import ReplayScreen
from client.window.screens.results import ResultsScreen
from client.window.screens.room import RoomScreen
from client.window.screens.screen import Page, Screen
from client.window.screens.settings import SettingsScreen
from client.window.screens.watch import WatchScreen
from client.window.widgets.chat import ChatBox
from client.window.widgets.elements import SPACE, button, column
from client.window.widgets.fitting import Fitted, reveal
from client.window.widgets.news_bar import NewsBar
from client.window.widgets.parting import LeavingRace, Parting
from client.window.widgets.status_line import StatusLine
from client.words.absence import Known, missed_text
from client.words.texts import said_text, sentence
from engine import catalogue
from engine.catalogue import Options
from protocol.deal_code import Origin
from protocol.messages import (
    Announcement,
    Countdown,
    Deals,
    FromServer,
    LeftRoom,
    NewToken,
    Problem,
    RaceStarted,
    Replay,
    Results,
    Said,
    Settings,
    Stopping,
    Welcome,
)
from protocol.wire import DEFAULT_PORT

SMALLEST: Final = (480, 320)
"""The least width and height of the window, in pixels: half of a small screen of fine pixels."""
USUAL: Final = (1180, 760)
"""Its size on the first day, where the screen has room for it."""
PATIENCE: Final = 6000
"""Milliseconds that bots have to come, until the room shows what is missing."""
CAUGHT_UP: Final = 500
"""Milliseconds in which a server that was lost has told what happened meanwhile."""
GOODBYE: Final = 1000
"""Milliseconds that a server has to let its owner go from the room, before the window closes."""
_UNCOUNTED: Final = re.compile(r"\d+")
"""What is not read out anew each time that it changes: for how long something lasts."""


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
        nearby: bool = False,
    ) -> None:
        """Begin at the connect screen.

        Args:
            memory: what is remembered from one day to the next, and is kept there.
            code: the room to go to from the first server that lets the player in, if any.
            watch: whether to go there as a spectator.
            room_password: the password of that room, if it has one.
            own_port: the port of a server that the player opens; 0 for any that is free.
            nearby: whether servers in the same network are looked for, and that one is announced.
        """
        super().__init__()
        self.memory = memory
        self.link: Link | None = None
        """The connection, while the player is on a server or on the way to one."""
        self._code, self._watch, self._room_password = code, watch, room_password
        self._raced: tuple[int, int] | None = None
        """The race and the player of the game that is fetched to be raced against."""
        self._parting: Literal["leave running", "end"] | None = None
        """What becomes of this window's server when it is closed, once that is decided."""
        self._trouble = ""
        """What is the matter with the connection; empty when all is well."""
        self._known, self._said = Known(), 0
        """What was known of the room when the connection was lost, and how much was said since."""
        self._catching_up = QTimer(self, singleShot=True, interval=CAUGHT_UP)
        self._catching_up.timeout.connect(self._tell_missed)
        self._server_screens: list[Screen] = []
        """The screens of this connection."""
        self._later: list[Callable[[], object]] | None = None
        """What the connection tells while its screens are being made; None while they are not."""
        self.setWindowTitle("Samedeal")
        self.setMinimumSize(*SMALLEST)
        self.resize(QSize(*USUAL).boundedTo(self.screen().availableSize()))
        self.restoreGeometry(memory.window)  # Qt sees to it that the window is on a screen
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)
        Scaling(self)  # before there is anything to be made larger

        announced_as = computer_name() if nearby else ""
        self.own_server = OwnServer(memory.server_data, own_port, self, announced_as=announced_as)
        self.own_server.opened.connect(self._go_to_own_server)
        self.own_server.failed.connect(self._own_server_failed)
        self.own_server.notice.connect(self._tell)
        self._bots = BotProcesses(memory.bots, self)
        self._bots.failed.connect(self._bots_failed)
        self._bot_race = BotRace(
            self._bots,
            lambda game: game in memory.played,
            self._show_room,
            lambda: memory.bot_level,
        )
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._show_room)
        self._language = preferences.live.now.language
        """The language of all that the window shows, as it was chosen."""
        self.analyses = Analyses(self)
        self.analyses.failed.connect(self._tell)
        self._reach = Reach(self)
        self._reach.found.connect(self._once_furnished(self._reached))
        self._nearby = NearbyServers(self)
        self._nearby.changed.connect(self._show_nearby)
        self._looks = nearby
        """Whether servers in the same network are looked for."""
        self._furnish()
        self.connect_screen.show_invitation(code)
        self.navigation.come_back()  # to the first screen, which says what it is
        self.navigation.keep_the_keys()
        if nearby:
            QTimer.singleShot(0, self._look_around)  # Perhaps the player goes elsewhere at once.
        preferences.live.changed.connect(self._follow_preferences)

    def _begin_screen(self) -> None:
        """Show another screen from its top, with no word of the one before."""
        self.status.show_notice("")
        screen = self.navigation.currentWidget()
        if screen is not None and (layout := screen.layout()) is not None:
            self.status.align(max(SPACE, layout.contentsMargins().left()))
        self.stage.fit()
        self.stage.ensureVisible(0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves a screen that the player looked at beside the race, say."""
        if event.key() == Qt.Key.Key_Escape and self.navigation.aside is not None:
            self.navigation.go_back()
        else:
            super().keyPressEvent(event)

    # The screens ----------------------------------------------------------------------------------

    def _furnish(self) -> None:
        """Fill the window with all that it shows when there is no server."""
        self.news = NewsBar()
        self.navigation = Navigation()
        self.status = StatusLine()
        self.status.again.connect(self._try_now)
        self.status.elsewhere.connect(self.disconnect_from_server)
        self.stage = Fitted(self.navigation)
        layout = column(self.news, self.stage, self.status, space=0)
        layout.setStretch(1, 1)
        whole = QWidget()
        whole.setLayout(layout)
        self.navigation.currentChanged.connect(self._begin_screen)
        self.navigation.headed.connect(self._entitle)
        self._make_screens()
        self.menu = MenuBar(self, self.navigation)
        start = self.connect_screen
        self._best = button(self.tr("Leaderboard"), self.show_leaderboard)
        self._daily = button(self.tr("Daily deal"), self.show_daily)
        self._offer_records(up=self.link is not None and self.link.up)
        self.menu.fill_program(
            (start.alone, ()),
            (start.open_replay, ()),
            (self._best, LEADERBOARD_KEYS),
            (self._daily, DAILY_KEYS),
            (start.change_settings, SETTINGS_KEYS),
        )
        self.menu.fill_switches(*self.settings_screen.switches.values())
        if self._looks:
            self.navigation.currentChanged.connect(lambda _: self._look_around())
        # Both delete what was there before: so they come when all is ready to be seen.
        self.setMenuBar(self.menu)
        self.setCentralWidget(whole)
        whole.show()  # Qt would do so later, and show nothing until then.

    def _entitle(self, heading: str) -> None:
        """Name the screen in the window's title, where Qt has a sign of its own: ``[*]``."""
        self.setWindowTitle("{} – Samedeal".format(heading.replace("[*]", "[*][*]")))

    def _speak(self) -> None:
        """Show everything anew in the language that was chosen, and the settings where it was.

        What a screen has made of what was said before, it gets from the server once more.
        """
        app = QApplication.instance()
        chosen = preferences.live.now.language
        if app is None or chosen == self._language:
            return
        self._language = chosen
        set_language(app, "" if chosen == preferences.SYSTEM else chosen)
        before, old, served = self.navigation, self._asides(), self._server_screens
        practice = self.practice_screen
        first = self.connect_screen
        self._server_screens = []
        self._furnish()
        self.practice_screen.follow(practice)
        if self.link is not None:
            self.navigation.follow(before)
            self._make_server_screens(self.link)
            for was, screen in zip(served, self._server_screens, strict=True):
                for said, chat in zip(*(_chats(each) for each in (was, screen)), strict=True):
                    chat.follow(said)
                match was, screen:
                    case RoomScreen(), RoomScreen():
                        screen.follow(was)
                    case ResultsScreen(), ResultsScreen():
                        screen.follow(was)
                    case _:
                        pass
            self.link.session.resync()
        self.connect_screen.follow(first)
        asides = self._asides()
        ways = [name for page in before.way for name in asides if old.get(name) is page]
        for name in ways:
            self._show_again(old[name], asides[name])
        self.navigation.go_way(asides[name] for name in ways if name != "settings")
        self.show_settings()
        self.settings_screen.choices["language"].setFocus()  # where the keys were
        self._show_trouble(self._trouble)
        self._tell(self.tr("The whole window speaks English now."))

    def _asides(self) -> dict[str, Page]:
        """Return the screens that players go aside to, by what they are."""
        found: dict[str, Page] = {
            "practice": self.practice_screen,
            "replay": self.replay_screen,
            "settings": self.settings_screen,
        }
        if self._server_screens:
            found |= {
                "make room": self.make_room,
                "overview": self.overview,
                "leaderboard": self.leaderboard,
                "profile": self.profile,
                "room": self.room,
                "results": self.results,
                "evening": self.evening,
                "evenings": self.evenings,
                "past evening": self.past_evening,
                "daily": self.daily,
            }
        return found

    def _show_again(self, old: Page, new: Page) -> None:
        """Let a screen show what another one of its kind has shown."""
        match old, new:
            case ReplayScreen(), ReplayScreen():
                new.follow(old)
            case LeaderboardScreen(), LeaderboardScreen():
                new.follow(old)
            case ProfileScreen(), ProfileScreen():
                new.choose(old.player)
            case PastEveningScreen(), PastEveningScreen():
                new.choose(old.evening)
            case DailyScreen(), DailyScreen():
                new.choose(old.day)
            case _:
                pass

    def _tell(self, notice: str) -> None:
        self.status.tell(notice)

    def _make_screens(self) -> None:
        """Make the screens that need no server."""
        self.connect_screen = ConnectScreen()
        self.connect_screen.fill(str(self.memory.server or ""), self.memory.name)
        self.connect_screen.show_servers(self.memory.servers)
        self.connect_screen.server_wanted.connect(self._go_to_server)
        self.connect_screen.own_server_wanted.connect(self.open_own_server)
        self.connect_screen.bots_wanted.connect(self.race_bots)
        self.connect_screen.cancelled.connect(self.disconnect_from_server)
        self.connect_screen.declined.connect(self._decline_invitation)
        self.connect_screen.practice.connect(self.practise)
        self.connect_screen.settings.connect(self.show_settings)
        self.practice_screen = PracticeScreen(self.memory)
        self.practice_screen.left.connect(self.navigation.go_back)
        self.practice_screen.settings.connect(self.show_settings)
        self.replay_screen = ReplayScreen(self.analyses)
        self.practice_screen.replay.connect(self.replay_screen.take)
        self.replay_screen.back.connect(self.navigation.go_back)
        self.replay_screen.notice.connect(self.status.tell)
        self.replay_screen.rival_wanted.connect(self._get_replay)
        self.replay_screen.shown.connect(self._look_at_replay)
        self.replay_screen.again.connect(lambda replay: self._play_on(replay, 0))
        self.replay_screen.play_on.connect(self._play_on)
        self.replay_screen.race.connect(self._race_replays)
        self.connect_screen.replay.connect(self.replay_screen.ask_for_file)
        self.settings_screen = SettingsScreen()
        self.settings_screen.back.connect(self.navigation.go_back)
        self.settings_screen.token_wanted.connect(self._renew_token)
        self.settings_screen.own_data.told.connect(self.status.tell)
        self.navigation.add(self.connect_screen, "connect")
        for screen in (self.practice_screen, self.replay_screen, self.settings_screen):
            self.navigation.add(screen)

    def _make_server_screens(self, link: Link) -> None:
        """Make the screens that show what the server says."""
        self.lobby = LobbyScreen(link, lambda: self.memory.recent)
        self._let_the_server_speak()
        self.make_room = MakeRoomScreen(link, self.memory)
        self._let_the_server_speak()
        self.room = RoomScreen(link, self.memory)
        self._let_the_server_speak()
        self.race = RaceScreen(link, self.memory)
        self._let_the_server_speak()
        self.watch = WatchScreen(link)
        self._let_the_server_speak()
        self.results = ResultsScreen(link, self.analyses)
        self._let_the_server_speak()
        self.leaderboard = LeaderboardScreen(link, self.memory)
        self._let_the_server_speak()
        self.overview = OverviewScreen(link)
        self._let_the_server_speak()
        self.profile = ProfileScreen(link)
        self._let_the_server_speak()
        self.evening = EveningScreen(link)
        self._let_the_server_speak()
        self.evenings = EveningsScreen(link)
        self._let_the_server_speak()
        self.past_evening = PastEveningScreen(link)
        self._let_the_server_speak()
        self.daily = DailyScreen(link)
        self._let_the_server_speak()
        self.daily.named.connect(self.navigation.head)
        self.profile.named.connect(self.navigation.head)
        self.navigation.add(self.lobby, "lobby")
        self.navigation.add(self.room, "room")
        self.navigation.add(self.race, "race")
        self.navigation.add(self.watch, "watch")
        self.navigation.add(self.results, "results")
        self.navigation.add(self.daily, "daily")
        self.daily.back.connect(self.navigation.go_back)
        self.daily.race.connect(self._show_results)
        for aside in (
            *(self.make_room, self.overview, self.leaderboard, self.profile, self.evening),
            *(self.evenings, self.past_evening),
        ):
            self.navigation.add(aside)
            aside.back.connect(self.navigation.go_back)
        self._server_screens = [
            self.profile,
            self.lobby,
            self.make_room,
            self.room,
            self.race,
            self.watch,
            self.results,
            self.overview,
            self.leaderboard,
            self.evening,
            self.evenings,
            self.past_evening,
            self.daily,
        ]
        for screen in self._server_screens:
            # The race says its own aloud, as the board does.
            told = self.status.show_notice if screen is self.race else self.status.tell
            screen.notice.connect(told)
            screen.profile.connect(self._show_profile)
            screen.ghost.connect(self._race_game)
        self.lobby.make.connect(self._begin_room)
        self.lobby.leaderboard.connect(lambda: self.navigation.go_aside(self.overview))
        for screen_with_past in (self.lobby, self.profile):
            screen_with_past.evenings.connect(lambda: self.navigation.go_aside(self.evenings))
        self.evenings.evening.connect(self._show_past_evening)
        self.evenings.make.connect(self._begin_room)
        self.lobby.practice.connect(self.practise)
        self.lobby.bots.connect(self._race_bots_here)
        self.lobby.place.wanted.connect(self.show_daily)
        self.lobby.place.practise.connect(self.daily.practise_day)
        self.lobby.settings.connect(self.show_settings)
        self.lobby.left.connect(self.disconnect_from_server)
        self.lobby.elsewhere.connect(self._follow_invitation)
        self.room.results.connect(self._show_results)
        self.room.bot.connect(self._call_bot)
        for screen_with_tally in (self.room, self.results):
            screen_with_tally.evening.connect(lambda: self.navigation.go_aside(self.evening))
        self.results.back.connect(self._back_to_room)
        self.results.leaderboard.connect(self._show_leaderboard)
        self.results.again.connect(self._play_deal)
        self.results.solution.connect(self._show_replay_of_race)
        self.profile.bots.connect(self._race_bots_here)
        self.profile.day.connect(self._show_day)
        self.profile.practice.connect(self.practise)
        self.overview.practice.connect(self.practise)
        self.overview.daily.connect(self.show_daily)
        self.leaderboard.practice.connect(self._practise_game)
        self.leaderboard.daily.connect(self.show_daily)
        self.profile.leaderboard.connect(self._show_leaderboard)
        self.overview.leaderboard.connect(self._show_leaderboard)
        self.overview.choose.connect(lambda: self.navigation.go_aside(self.leaderboard))
        self.overview.bots.connect(self._race_bots_here)
        self.overview.make.connect(self._begin_room)
        self.leaderboard.overview.connect(lambda: self.navigation.go_aside(self.overview))
        self.leaderboard.bots.connect(self._race_bots_here)
        self.leaderboard.make.connect(self._make_room)

    def practise(self) -> None:
        """Play alone: what was begun there, or else what was played last."""
        if self.memory.latest is not None:
            self.practice_screen.suggest(*self.memory.latest)
        self.navigation.go_aside(self.practice_screen)

    def _practise_game(self, game: str, options: Options) -> None:
        """Play this game alone, unless one of the player's own is under way."""
        self.practice_screen.suggest(game, options)
        self.navigation.go_aside(self.practice_screen)

    def _play_on(self, replay: Replay, number: int) -> None:
        """Play alone from where a replay was after so many entries."""
        self.practice_screen.visit(PracticeGame.play_on(replay, number))
        self.navigation.go_aside(self.practice_screen)

    def _race_replays(self, replays: list[Replay]) -> None:
        """Race against these games: in a room where friends may come, or else alone.

        There is such a room only for what the server has itself, and not while one is in another.
        """
        session = self.link.session if self.link is not None and self.link.up else None
        served = session is not None and all(each in session.fetched for each in replays)
        if session is not None and served and session.room is None:
            session.race_ghosts((each.race, each.player) for each in replays)
            return
        self.navigation.go_aside(self.practice_screen)
        self.practice_screen.race_against(replays)

    def _race_game(self, race: int, player: int) -> None:
        """Do the same with a game that is in a list."""
        if self.link is None:
            return
        session = self.link.session
        if session.room is None:
            session.race_ghosts([(race, player)])
        else:
            self._raced = race, player
            session.get_replay(race, player)

    def _look_at_replay(self) -> None:
        """Go to the replay that has come: whoever sees it knows its cards."""
        seen = self.replay_screen.recordings[0]
        if seen.views:
            self.practice_screen.know(seen.replay)
        self.navigation.go_aside(self.replay_screen)

    def _play_deal(self, origin: Origin) -> None:
        """Play a deal alone."""
        self.practice_screen.visit(PracticeGame(*origin))
        self.navigation.go_aside(self.practice_screen)

    def show_settings(self) -> None:
        """Show the settings, or go back from there to where the player was."""
        if self.navigation.aside is self.settings_screen:
            self.navigation.go_back()
        else:
            up = self.link is not None and self.link.up
            self.settings_screen.attend(self.link if up else None)
            self.navigation.go_aside(self.settings_screen)

    def show_leaderboard(self) -> None:
        """Show the best of the game of the room; elsewhere, what is new in all games.

        Where that is shown already, go back to where the player was.
        """
        if self.link is None or not self.link.up:
            return
        room = self.link.session.room
        if self.navigation.aside in (self.leaderboard, self.overview):
            self.navigation.go_back()
        elif room is not None:
            settings = room.settings
            self._show_leaderboard(settings.game, settings.options, settings.deals)
        else:
            self.navigation.go_aside(self.overview)

    def show_daily(self) -> None:
        """Show today's daily deal, or go back from there to where the player was."""
        if self.link is None or not self.link.up:
            return
        if self.navigation.aside is self.daily:
            self.navigation.go_back()
        else:
            self._show_day("")

    def _show_day(self, day: str) -> None:
        """Show the daily deal of a day; an empty text is for today's."""
        self.daily.choose(day)
        if self.navigation.currentWidget() is not self.daily:
            self.navigation.go_aside(self.daily)

    def _offer_records(self, *, up: bool) -> None:
        """Let the menu lead to what is looked up on the server, while it is there."""
        self._best.setEnabled(up)
        self._daily.setEnabled(up and self.link is not None and bool(self.link.session.daily))

    def _back_to_room(self) -> None:
        """Leave the results for the room, which may be open for the next race already."""
        if self.navigation.fitting in (self.room, self.daily):
            self.navigation.come_back()
        else:
            self.navigation.go_aside(self.room)

    def _show_results(self) -> None:
        """Show the last results, also when the room is open for the next race."""
        if self.navigation.fitting is self.results:
            self.navigation.go_back()
        else:
            self.navigation.go_aside(self.results)

    def _show_leaderboard(self, game: str, options: Options, deals: Deals = "any") -> None:
        self.leaderboard.choose(game, options, deals)
        self.navigation.go_aside(self.leaderboard)

    def _show_profile(self, player: int) -> None:
        self.profile.choose(player)
        self.navigation.go_aside(self.profile)

    def _show_past_evening(self, evening: int) -> None:
        self.past_evening.choose(evening)
        self.navigation.go_aside(self.past_evening)

    def _show_replay(self, replay: Replay) -> None:
        if self.link is not None and self.results.takes(replay):
            return  # it was asked for to be analysed
        wanted, self._raced = self._raced, None
        if wanted == (replay.race, replay.player):
            self._race_replays([replay])
            return
        results = self.results.shown if self.link else None
        stray = self.link is not None and self.link.session.stray_replay
        claim = None
        if self.link is not None and self.navigation.aside in (
            *(self.overview, self.leaderboard, self.profile, self.past_evening),
        ):
            claim = self.link.session.claims.get((replay.race, replay.player))
        doubt = replay_doubt(replay, results, claim, asked=not stray)
        self._show_replay_of_race(replay, doubt)

    def _show_replay_of_race(self, replay: Replay, doubt: str = "") -> None:
        """Show a replay with the others of its race, where that is the last one here."""
        results = self.results.shown if self.link else None
        same = results is not None and results.race == replay.race
        standings = results.standings if results and same else ()
        solution = solution_of(results) if results and same else None
        own = self.link.session.player if self.link is not None else 0
        self.replay_screen.take(replay, standings, doubt, own, solution)

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
        if link.address_for_others.here:
            self._reach.ask(address)
        link.received.connect(self._take_early)
        link.received.connect(self._once_furnished(self._take))
        link.trouble.connect(self._once_furnished(self._show_trouble))
        link.notice.connect(self._once_furnished(self._tell))
        link.rejected.connect(self._once_furnished(self._rejected))
        self.navigation.session = session
        # What the server says while the screens are made is told to them when they are there.
        self._later = []
        link.open()
        self._make_server_screens(link)
        self.connect_screen.show_trouble("")
        waiting = self.tr("Connecting to {server}…").format(server=address)
        self.connect_screen.show_waiting(waiting)
        told, self._later = self._later, None
        for tell in told:
            if self.link is link:  # or one of these has led away from there
                tell()

    def _once_furnished(self, tell: Callable[..., object]) -> Callable[..., None]:
        """Return what tells the same, but when the screens are there if they are being made."""

        def told(*what: object) -> None:
            if self._later is None:
                tell(*what)
            else:
                self._later.append(partial(tell, *what))

        return told

    def _take_early(self, message: FromServer) -> None:
        """Go on with a race against bots while the screens are being made: it need not wait."""
        if self._later is not None and self.link is not None:
            self._bot_race.take(message, self.link)

    def _let_the_server_speak(self) -> None:
        """While the program starts, go on with the connection between one screen and the next."""
        if not self.isVisible():
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)

    def _reached(self, here: Address, there: Address) -> None:
        """Invite by the address that others in the network can use, too."""
        if self.link is not None and self.link.address == here:
            self.link.address_for_others = there
            self.lobby.refresh()
            self.room.refresh()

    def disconnect_from_server(self) -> None:
        """Let go of the server, and go back to the connect screen."""
        self._bots.send_away()
        if self.link is not None:
            self._leave_bots(self.link.session)
            self.link.close()
            self.link.deleteLater()
            self.link = None
        self.settings_screen.attend(None)
        self._trouble = ""
        self._offer_records(up=False)
        self._patience.stop()
        self.navigation.held = None
        self.news.put_away()
        self.status.show_trouble("")
        self.connect_screen.show_waiting("")
        self.navigation.session = None
        self.navigation.come_back()
        for screen in self._server_screens:
            self.navigation.remove(screen)
        self._server_screens = []
        if self._looks:
            self._look_around()

    def _leave_bots(self, session: Session) -> None:
        """Give up a room in which nobody would be left: bots go with the player who called them."""
        room = session.room
        others = [each for each in room.members if each.player != session.player] if room else []
        alone = all(each.bot for each in others) and bool(others or self.navigation.held)
        if room is not None and alone and session.is_host and session.welcomed:
            session.leave_room()

    def _show_nearby(self, found: list[Nearby]) -> None:
        self.connect_screen.servers.show_nearby(found)

    def _look_around(self) -> None:
        """Look for servers in the network while the player chooses one."""
        here = self.navigation.currentWidget() is self.connect_screen
        self._nearby.look(here and self.link is None)

    def _go_to_server(self, address: Address, name: str) -> None:
        self._bot_race.wanted = None
        self.connect_to(address, name, self.connect_screen.password.text())

    def race_bots(self, name: str) -> None:
        """Race against bots, on a server of one's own, in the game that was played last.

        Nothing else is seen on the way there, but for the room before a first race.
        """
        self.open_own_server(name)
        self._bot_race.wanted = self._race_settings()

    def race_with(self, company: Company) -> None:
        """Race against bots that are at hand, on the next server, as soon as it lets one in."""
        self._bot_race.expect(company)

    def _race_settings(self, game: str = "") -> Settings:
        known = {entry.name for entry in catalogue.entries()}
        usual = room_form.USUAL.game
        played = next((game for game in self.memory.recent if game in known), usual)
        wanted = game or played
        return race_settings(wanted)

    def _race_bots_here(
        self, game: str = "", options: Options | None = None, deals: Deals = "any"
    ) -> None:
        """Race against bots on the server that the player is on, from one click, too.

        In this game and on these deals, or in the game that was played last.
        """
        if self.link is not None and self.link.up and self.link.session.room is None:
            settings = replace(self._race_settings(game), options=dict(options or {}), deals=deals)
            self._await_bots("lobby")
            self.navigation.come_back()
            self._bot_race.begin(settings, self.link.session)

    def _begin_room(self) -> None:
        self.make_room.games.finder.show_all()  # what was looked for another time is over
        self.navigation.go_aside(self.make_room)

    def _make_room(self, game: str, options: Options, deals: Deals) -> None:
        self.make_room.games.choose(game, options)
        self.memory.deals = deals
        self.navigation.go_aside(self.make_room)

    def _await_bots(self, place: Literal["connect", "lobby"]) -> None:
        """Stay where the player is until the race begins, or until bots have had their time."""
        self.navigation.held = place
        waiting = self.lobby if place == "lobby" else self.connect_screen
        waiting.show_waiting(self.tr("The bots are coming, and the cards…"))
        self._patience.start()

    def open_own_server(self, name: str) -> None:
        """Open a server on this computer, for others in the network too, and go there as `name`."""
        self._bot_race.wanted = None
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
            self.status.tell(why)

    def _follow_invitation(self, text: str) -> None:
        """Let go of this server, and offer the one that an invitation leads to."""
        self.disconnect_from_server()
        self.connect_screen.fill(text, self.memory.name)
        self.connect_screen.show_invitation(parse_address(text).code, elsewhere=True)
        self.navigation.head()

    def _decline_invitation(self) -> None:
        self._code = ""
        self.connect_screen.show_invitation("")
        self.connect_screen.fill(str(self.memory.server or ""), self.connect_screen.name.text())
        self.navigation.head()

    def _call_bot(self, level: int) -> None:
        """Have a bot come: one of the server's own, where it has any."""
        if self.link is None:
            return
        if self.link.session.bots:
            self.link.session.call_bot(level)
        else:
            self._bots.call(self.link.address, self.link.session, level)

    def _bots_failed(self, why: str) -> None:
        self._show_room()
        self._tell(why)

    def _show_room(self) -> None:
        """Wait no longer for a race against bots to begin by itself."""
        if self.navigation.held:
            self._patience.stop()
            self.navigation.held = None
            self.connect_screen.show_waiting("")
            self.lobby.show_waiting("")
            self.navigation.come_back()

    def _get_replay(self, race: int, player: int) -> None:
        if self.link is not None:
            self.link.session.get_replay(race, player)

    def _renew_token(self) -> None:
        if self.link is not None:
            self.link.session.renew_token()

    # What the server says -------------------------------------------------------------------------

    def _take(self, message: FromServer) -> None:
        """Show a message, and what follows from it; the session has taken it in already."""
        self.news.take(message)
        awaited = "unknown day" if self.lobby.place.asks or self.daily.asks else ""
        for screen in self._server_screens:
            screen.take(message)
        own_data = self.settings_screen.own_data
        expected = isinstance(message, Problem) and (
            own_data.expects(message) or message.code == awaited  # told where the day would be
        )
        own_data.take(message)
        notice = ""
        match message:
            case Welcome():
                self._welcomed(message)
            case Problem() if self.navigation.currentWidget() is self.lobby and self.lobby.tells(
                message
            ):
                pass  # told where the player has typed what is wrong
            case Problem() if not expected:
                notice, self._raced = message.text, None
            case NewToken():
                self._keep_token()
                notice = self.tr(
                    "Your new key is kept on this computer: the old one no longer works."
                )
            case LeftRoom():
                self._bots.send_away()
                own = self.link is not None and self.link.session.closes
                notice = self.tr("You closed the room.") if own else message.reason
                if self._parting is not None:
                    QTimer.singleShot(0, self._close_if_open)
            case Announcement() | Stopping() if self.link:
                notice = self.link.session.notice
            case Countdown():
                self._show_room()
            case RaceStarted() if self.link and self.link.session.seated:
                self.memory.add_recent(message.settings.game, message.settings.options)
            case Replay():
                self._show_replay(message)
            case Said():
                self._tell_said(message)
            case _:
                pass
        if self.link is not None:
            self._bot_race.take(message, self.link)
        self.navigation.take(message)
        if notice:
            self.status.tell(sentence(notice))

    def _tell_said(self, said: Said) -> None:
        """Show what was said where the player sees no chat just now."""
        if self.link is None or said.player == self.link.session.player:
            return
        self._said += 1
        QApplication.alert(self)
        if self.navigation.aside is not None and self.navigation.aside is not self.room:
            self.status.tell(said_text(said.name, said.text))

    def _welcomed(self, message: Welcome) -> None:
        link = self.link
        if link is None:
            return
        if self._bot_race.under_way:
            self._await_bots("connect")
        else:
            self.navigation.held = None
            self.connect_screen.show_waiting("")
        self._offer_records(up=True)
        self.connect_screen.ask_password(False)
        self._keep_token()
        self.memory.add_server(link.address)
        self.connect_screen.show_servers(self.memory.servers)
        self.lobby.refresh()
        if self._code and message.room != self._code:
            if message.room:
                link.session.leave_room()  # whoever follows an invitation has left the old room
            self.lobby.enter(self._code, watch=self._watch, password=self._room_password)
        self._code = ""
        self.connect_screen.show_invitation("")

    def _keep_token(self) -> None:
        """Remember the session's token: a new one, or one whose player has another name now."""
        if self.link is None:
            return
        session = self.link.session
        name = session.name if session.name.isprintable() else self.memory.name
        try:
            self.memory.tokens.keep(self.link.address.url, name, session.token)
        except OSError as error:
            notice = self.tr("You will be a new player next time: {reason}.")
            self.status.tell(notice.format(reason=error.strerror))

    def _rejected(self, reason: str) -> None:
        refusal = self.link.refusal if self.link else ""
        if self.link is not None and self.link.session.deleted:
            with suppress(OSError):
                name = self.link.session.name
                self.memory.tokens.forget(self.link.address.url, name)
        self.disconnect_from_server()
        if refusal in ("password needed", "wrong password"):
            self.connect_screen.ask_password(True)
        elif refusal in ("bad name", "name taken"):
            self.connect_screen.ask_name()
        self.connect_screen.show_trouble(sentence(reason))

    def _show_trouble(self, text: str) -> None:
        """Show what is the matter with the connection; all is well for an empty text."""
        if text and self._racing:
            kept = self.tr("Play on: your moves are kept, and sent when it is back.")
            text = f"{text} {kept}"
        if _UNCOUNTED.sub("", text) != _UNCOUNTED.sub("", self._trouble):
            announce(self.status, text or self.tr("Connected"), urgent=False)
        over = bool(self._trouble) and not text
        if text and not self._trouble:
            self._known, self._said = self._knows(), 0
        self._trouble = text
        if self.navigation.currentWidget() is self.connect_screen:
            if text and self.link is not None:
                self.connect_screen.show_waiting(text)
            return
        for screen in self._server_screens:
            screen.set_up(not text)
        self._offer_records(up=not text and self.link is not None and self.link.up)
        self.status.show_trouble(text, waits=True, leaves=not self._racing)
        if over:
            self.status.show_notice(self.tr("Connected"))  # for a while, as it was said
            self._catching_up.start()
        if not text:
            self.navigation.keep_the_keys()

    def _knows(self) -> Known:
        """Return what is known of the room now."""
        session = self.link.session if self.link is not None else None
        if session is None or session.room is None:
            return Known()
        race = session.results or session.race
        number = 0 if race is None else race.race if isinstance(race, Results) else race.number
        standings = tuple(race.standings) if race is not None else ()
        started = session.race.started if session.race is not None else 0.0
        return Known(session.room, number, standings, started)

    def _tell_missed(self) -> None:
        """Say what has happened while the connection was lost."""
        if self.link is None or not self.link.up or self._trouble:
            return
        own = self.link.session.player
        if told := missed_text(self._known, self._knows(), own, self._said):
            self.status.tell(told)

    def _try_now(self) -> None:
        if self.link is not None:
            self.link.try_now()

    # The end --------------------------------------------------------------------------------------

    def _follow_preferences(self) -> None:
        """Keep what was chosen; speak another language when the control that chose it is done."""
        self.memory.preferences = preferences.live.now
        QTimer.singleShot(0, self._speak)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Scroll to what Tab leads to in another part of the window, too."""
        moved = super().focusNextPrevChild(forward)
        focus: QWidget | None = self.focusWidget()
        if moved and focus is not None:
            reveal(focus)
        return moved

    def closeEvent(self, event: QCloseEvent) -> None:
        """Put the practice game away, and say goodbye to the server.

        Where others are on this window's own server, wherever the player is, ask what becomes of
        them; and whoever is racing is asked whether they mean it.
        """
        if self._parting is None and (self._is_asked or self._ask()):
            event.ignore()
            return
        self.practice_screen.put_away()
        self.practice_screen.end()
        self.memory.window = self.saveGeometry()
        if self.link is not None:
            self.link.close()
        self._nearby.close()
        self._bots.end()
        self.analyses.end()
        self.own_server.close(leave_running=self._parting == "leave running")
        super().closeEvent(event)

    @property
    def _is_asked(self) -> bool:
        """Whether the player is being asked already, and has not answered."""
        return any(isinstance(child, Parting | LeavingRace) for child in self.children())

    def _ask(self) -> bool:
        """Ask what has to be asked before the window closes; return whether there is anything."""
        question: Parting | LeavingRace
        own, people = self._on_own_server, self.own_server.people()
        here = self.link if own else None
        if people is not None and here is not None and here.up:
            people -= 1  # the player
        if people is None or people > 0:
            in_room = here is not None and here.session.room is not None
            question = Parting(self._others(), self, count=people, in_room=in_room)
        elif self._racing:
            question = LeavingRace(self, own_server=own)
        else:
            return False
        question.decided.connect(self._part, Qt.ConnectionType.QueuedConnection)
        question.open()
        return True

    def close_unasked(self) -> None:
        """Close the window and end its server, whoever is on it."""
        self._parting = self._parting or "end"
        self.close()

    @property
    def _racing(self) -> bool:
        """Whether the player is in a race that goes on."""
        return bool(self._server_screens) and self.race.racing

    @property
    def _on_own_server(self) -> bool:
        """Whether the player is on the window's own server, which ends with it."""
        address = self.own_server.address
        on_it = self.link is not None and address.same_server(self.link.address)
        return on_it and self.own_server.running

    def _others(self) -> list[str]:
        """Return who else is known to be on the window's own server: there may be more.

        They are those in the player's room; or, from the lobby, the hosts of all rooms.
        """
        session = self.link.session if self.link else None
        if session is None or not self._on_own_server:
            return []
        if session.room is not None:
            here = [each for each in session.room.members if each.player != session.player]
            return [each.name for each in here if each.connected and not each.bot]
        rooms = session.rooms.rooms if session.rooms else []
        return [room.host for room in rooms if room.racers + room.spectators]

    def _part(self, leave_running: bool) -> None:
        self._parting = "leave running" if leave_running else "end"
        session = self.link.session if self.link else None
        if leave_running and self._on_own_server and session is not None and session.room:
            session.leave_room()  # So that somebody else is the host; then the window closes.
            QTimer.singleShot(GOODBYE, self._close_if_open)
        else:
            self.close()

    def _close_if_open(self) -> None:
        if self.isVisible():
            self.close()


def _chats(screen: QWidget) -> list[ChatBox]:
    return screen.findChildren(ChatBox)
