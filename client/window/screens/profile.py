"""What a player has done on this server: games, wins, best times, and the last races."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QTabWidget

from client.window.desktop.announce import announce
from client.window.desktop.day import day_of
from client.window.online.link import Link
from client.window.screens.commands import Command
from client.window.screens.screen import Screen
from client.window.widgets.elements import (
    DataTable,
    Paragraph,
    box,
    button,
    column,
    label,
    page,
    panel,
    row,
)
from client.window.widgets.fitting import Fitted
from client.window.widgets.recent_form import RecentForm
from client.words.texts import (
    game_title,
    one_line,
    options_text,
    ordinal,
    reached_at,
    reached_text,
    status_text,
    stopwatch,
    win_text,
)
from client.words.translation import translate
from protocol.messages import FromServer, GameRecord, PastRace, Profile


class ProfileScreen(Screen):
    """A player's page: one's own, or anybody else's."""

    back = Signal()
    bots = Signal()
    """The player has raced nobody yet, and wants to race against bots."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._player = 0
        self._races: int | None = None
        """How many races this player was in; None until the server has said so."""
        self.title = label("", "title", selectable=True)
        self.summary = label("", "muted")
        self.races, self.firsts, self.solved = (label("", "clock") for _ in range(3))
        self.form = RecentForm()
        self.lead_only = Paragraph(win_text(), "muted")
        self.games = DataTable(
            [
                self.tr("Game"),
                self.tr("Races"),
                self.tr("Races won"),
                self.tr("Solved", "how many games"),
                self.tr("Fastest"),
                self.tr("Best score"),
            ],
            numbers=range(1, 6),
        )
        self.games.explain(2, win_text())
        self.recent = DataTable(
            [
                self.tr("Date"),
                self.tr("Game"),
                self.tr("Place"),
                self.tr("Result"),
                self.tr("Score"),
                self.tr("Reached at"),
            ],
            wide=1,
            numbers=(4, 5),
            spared=(0,),
        )
        self.recent.explain(5, reached_text())
        self.games.setAccessibleName(self.tr("Games"))
        self.recent.setAccessibleName(self.tr("Last races"))
        self.recent.itemSelectionChanged.connect(self._selected)
        self.recent.itemActivated.connect(lambda _: self._replay())
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.games, self.tr("Games"))
        self.tabs.addTab(self.recent, self.tr("Last races"))
        self.tabs.currentChanged.connect(lambda _: self._selected())
        self.leave = button(self.tr("Back"), self.back.emit)
        self.replay = button(self.tr("Show the replay"), self._replay, main=True)
        self.first_race = button(
            self.tr("Race against bots"),
            self.bots.emit,
            self.tr("Two bots come, and the cards are dealt in a few seconds."),
            main=True,
        )
        self.form.setToolTip(
            self.tr("The higher a column, the more rivals came behind. Races won are in gold.")
        )
        figures = row(
            *(
                panel(column(label(name, "muted"), figure, None, space=4))
                for name, figure in (
                    (self.tr("Races"), self.races),
                    (self.tr("Races won"), self.firsts),
                    (self.tr("Games solved"), self.solved),
                    (self.tr("Last places: the newest at the right, races won in gold"), self.form),
                )
            ),
            None,
        )
        self.lead_only.hide()
        head = column(self.title, self.summary, space=0)
        told = column(head, figures, self.lead_only, self.tabs)
        told.setStretch(3, 1)
        ways = row(self.leave, None, self.first_race, self.replay)
        whole = column(Fitted(box(told)), ways)
        whole.setStretch(0, 1)
        self.setLayout(page(whole))
        self._selected()

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        return self.replay, self.first_race, None, self.leave

    def heading(self) -> str:
        """Return what this is."""
        return self.tr("A player’s page")

    @property
    def player(self) -> int:
        """Whose page this is; 0 where nobody was chosen yet."""
        return self._player

    def choose(self, player: int) -> None:
        """Show this player."""
        if player != self._player:
            self._player, self._races = player, None
            self.title.setText("")
            self.summary.setText("")
            for figure in (self.races, self.firsts, self.solved):
                figure.setText("")
            self.form.show_races([])
            self.lead_only.hide()
            for table in (self.games, self.recent):
                table.fill([])
                table.tell_empty("")  # until the server has said so
            self._selected()
        self.refresh()

    def refresh(self) -> None:
        """Ask the server again."""
        if self.link.up and self._player:
            self.session.get_profile(self._player)

    def take(self, message: FromServer) -> None:
        """Show the page that was asked for last."""
        if not isinstance(message, Profile) or message.player != self._player:
            return
        self.title.setText(one_line(message.name))
        self.summary.setText(_summary(message))
        self.races.setText(str(message.races))
        self.firsts.setText(str(message.wins))
        self.solved.setText(str(sum(game.solved for game in message.games)))
        self.form.show_races(message.recent)
        self.lead_only.setVisible(any(r.place == 1 and not r.won for r in message.recent))
        self.games.fill([((g.game, i), _game_texts(g)) for i, g in enumerate(message.games)])
        self.recent.fill(
            [(race.race, _race_texts(race, bot=message.bot)) for race in message.recent]
        )
        for table in (self.games, self.recent):
            table.tell_empty(self._nothing_yet())
        self._races = message.races
        if self.recent.chosen is None and message.recent:
            self.recent.choose(message.recent[0].race)  # the button leads on from there
        self._selected()
        if self.isVisible():
            figures = self.tr("{name}. Races: {races}, won: {firsts}, games solved: {solved}")
            announce(
                self,
                figures.format(
                    name=self.title.text(),
                    races=self.races.text(),
                    firsts=self.firsts.text(),
                    solved=self.solved.text(),
                ),
                urgent=False,
            )

    def showEvent(self, event: QShowEvent) -> None:
        """Look afresh."""
        super().showEvent(event)
        self.refresh()

    def _nothing_yet(self) -> str:
        """Return what is going to stand where there is nothing yet."""
        if self._player != self.session.player:
            return self.tr("No race yet.")
        return self.tr(
            "No race yet. After your first one you find here what you have played, won and solved, "
            "your best times, and the replays of your last races."
        )

    def _selected(self) -> None:
        newcomer = self._races == 0 and self._player == self.session.player
        self.first_race.setVisible(newcomer and self.session.room is None)
        self.replay.setVisible(self.tabs.currentWidget() is self.recent and not newcomer)
        self.replay.setEnabled(self.recent.chosen is not None)

    def _replay(self) -> None:
        race = self.recent.chosen
        if isinstance(race, int):
            self.session.get_replay(race, self._player)


def _summary(profile: Profile) -> str:
    here = translate("profile", "here since {date}").format(date=day_of(profile.since))
    bot = translate("profile", "a bot") if profile.bot else ""
    return " · ".join(filter(None, (bot, here if profile.since else "")))


def _game_texts(record: GameRecord) -> list[str]:
    return [
        _game(record),
        str(record.races),
        str(record.wins),
        str(record.solved),
        stopwatch(record.fastest) if record.solved else "",
        str(record.best),
    ]


def _race_texts(race: PastRace, *, bot: bool) -> list[str]:
    # A bot is stopped, when the time is up or when it races on alone.
    stopped = bot and race.status == "out of time"
    result = translate("texts", "Stopped", "a bot") if stopped else status_text(race.status)
    return [
        day_of(race.at),
        _game(race),
        translate("profile", "{place} of {racers}", "2nd of 4").format(
            place=ordinal(race.place), racers=race.racers
        ),
        result,
        str(race.score),
        reached_at(race.milliseconds),
    ]


def _game(raced: GameRecord | PastRace) -> str:
    """Return which game, and with which options."""
    options = options_text(raced.game, raced.options)
    return " · ".join(filter(None, (game_title(raced.game), options)))
