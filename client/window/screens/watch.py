"""The race, as a spectator sees it: all boards at once."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.online.link import Link
from client.window.racing.beside import BoardBeside
from client.window.racing.boards import BoardsGrid
from client.window.racing.countdown import CountdownOverlay
from client.window.racing.end_race import EndRaceButton, news_of_end
from client.window.racing.last_look import LASTS
from client.window.racing.race_side import RaceSide
from client.window.scene.bubble import NEWS_MS, Bubble
from client.window.scene.help_sheet import HelpSheet
from client.window.screens.commands import Command
from client.window.screens.screen import Screen
from client.window.widgets.buttons.leave_button import LeaveButton
from client.window.widgets.elements import SPACE, button, column, label, row
from client.window.widgets.fitting import Folding
from client.words.commentary import rival_news, win_news
from client.words.texts import duration, sentence
from protocol.messages import (
    Announcement,
    Board,
    Countdown,
    Curves,
    EndAsked,
    FromServer,
    Progress,
    RaceStarted,
    Results,
    Settings,
    Standing,
    Step,
)


class WatchScreen(Screen):
    """Every racer's board, live; a click shows one large."""

    has_help = True

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.grid = BoardsGrid()
        self.grid.setMinimumSize(240, 160)
        self.overlay = CountdownOverlay(self.grid)
        self.news = Bubble(self.grid)
        """Who has just won."""
        theme.set_role(self.news, "win")
        self.side = RaceSide(link)
        self.side.bars.profile.connect(self.profile)
        self.help = HelpSheet(self.grid, keys=False)
        self.side.rules.connect(self.help.toggle)
        self.unseen = label("", wrap=True)
        self.unseen.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.unseen.setMargin(4 * SPACE)
        self.unseen.hide()
        left = column(space=8)
        left.addWidget(self.grid, 1)
        left.addWidget(self.unseen, 1)
        self.follow = button(self.tr("Follow the leader"), self._follow)
        self.follow.setCheckable(True)
        self.grid.enlarged.connect(self._enlarged)
        self.about = label("", "muted", wrap=True)
        theme.fix(self.about, least_width=180)
        self.end_race = EndRaceButton(self.session)
        self.leave = LeaveButton(self.link)
        ways = row(self.leave, self.end_race, self.follow, self.grid.all, None, space=8)
        left.addWidget(Folding(ways, column(self.about), wide=1, space=8))
        self.beside = BoardBeside(left, self.side)
        self.setLayout(column(self.beside))
        self.begins_at = self.follow
        self._shown: tuple[int, Settings] | None = None
        """The race on the boards."""
        self._stood: list[Standing] = []
        """How everybody stood when it was last told."""

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        return self.follow, self.grid.all, self.beside.turn, None, self.end_race, self.leave

    def show_help(self) -> None:
        """Show the rules, or put them away."""
        self.help.toggle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F1 shows the rules; Escape puts them away, or shows all boards again."""
        if event.key() == Qt.Key.Key_F1:
            self.show_help()
        elif event.key() == Qt.Key.Key_Escape and self.help.isVisible():
            self.help.hide()
        elif event.key() == Qt.Key.Key_Escape and self.grid.shown is not None:
            self.grid.enlarge(None)
        else:
            super().keyPressEvent(event)

    def set_up(self, up: bool) -> None:
        """Say of clock and ranking that they may not be true while the connection is lost."""
        super().set_up(up)
        self.side.set_up(up)

    def heading(self) -> str:
        """Return what is watched."""
        return self.tr("Watching: {game}").format(game=self.side.game.text())

    def lingers(self) -> int:
        """Return how long the boards stay on which the race has ended."""
        return LASTS if self.grid.isVisible() else 0

    def spoken(self) -> str:
        """Return what is watched, and how late."""
        return f"{self.heading()}. {self.about.text()}"

    def take(self, message: FromServer) -> None:
        """Show what a message has changed on the boards."""
        self.side.take(message)
        if self.session.seated or self.session.room is None:
            return
        match message:
            case Countdown():
                settings = self.session.room.settings
                if (message.race, settings) != self._shown:
                    QApplication.alert(self.window())  # Where the player is in another window.
                self._begin(message.race, settings)
                self.overlay.count_to(self.session.starts)
            case RaceStarted():
                self._begin_once()
                self.overlay.stop()
                self._stood = message.standings
                self._show_standings()
            case Announcement(text) if self.session.race and not self.session.race.tracks:
                self.unseen.setText(sentence(text))
                self._show_grid(shown=False)
            case Board() | Step():
                self._begin_once()
                self._show_grid(shown=True)
                race = self.session.race
                if race is not None and message.player in race.tracks:
                    self.grid.show_board(message.player, race.tracks[message.player].view)
            case Progress() | Results():
                self._show_standings()
                for news in rival_news(self._stood, message.standings, self.session.player):
                    announce(self, news, urgent=False)
                if wins := win_news(self._stood, message.standings, self.session.player):
                    self.news.tell("\n".join(wins), least=NEWS_MS)
                self._stood = message.standings
            case EndAsked():
                if told := news_of_end(message, self._stood, self.session):
                    self.notice.emit(told)
            case Curves():
                self.side.show_curve(anew=True)
            case _:
                pass

    def _show_grid(self, *, shown: bool) -> None:
        """Show the boards, or in their place why there are none."""
        self.grid.setVisible(shown)
        self.unseen.setVisible(not shown)

    def _begin_once(self) -> None:
        """Lay the tables for the race that is on, if that is not done yet."""
        race = self.session.race
        if race is not None and (race.number, race.settings) != self._shown:
            self._begin(race.number, race.settings)

    def _begin(self, race: int, settings: Settings) -> None:
        self._shown = (race, settings)
        self._show_grid(shown=True)
        self.news.hide()
        following = self.follow.isChecked()
        self.grid.set_game(settings.game, settings.options)
        self.help.set_game(settings.game, settings.options)
        self.follow.setChecked(following)
        self.side.show_settings(settings, racing=False)
        self.beside.show_board()
        if settings.delay:
            about = self.tr(
                "You are watching, with a delay of {time}. Click a board to enlarge it."
            )
        else:
            about = self.tr("You are watching. Click a board to enlarge it.")
        self.about.setText(about.format(time=duration(settings.delay)))

    def _show_standings(self) -> None:
        self.side.show_standings()
        self.end_race.refresh()
        race = self.session.race
        if race is not None:
            self.grid.show_standings(race.standings)
        if self.follow.isChecked():
            self._follow()

    def _follow(self) -> None:
        """Show the board of whoever comes first, if that is wanted."""
        race = self.session.race
        if race is None or not self.follow.isChecked():
            return
        leader = leader_of(race.standings)
        if leader is not None and leader != self.grid.shown:
            self.grid.enlarge(leader)

    def _enlarged(self, player: int | None) -> None:
        race = self.session.race
        if race is None or player != leader_of(race.standings):
            self.follow.setChecked(False)  # the player looks elsewhere


def leader_of(standings: Sequence[Standing]) -> int | None:
    """Return who comes first of those still racing, or of all when nobody is; None without any."""
    racing = [racer for racer in standings if racer.status == "racing"]
    first = min(racing or standings, key=lambda racer: racer.place, default=None)
    return first.player if first is not None else None
