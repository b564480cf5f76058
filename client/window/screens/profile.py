"""What a player has done on this server: games, wins, best times, and the last races."""

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QTabWidget

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.desktop.day import long_day_of
from client.window.online.link import Link
from client.window.scene.game_pictures import GamePicture
from client.window.screens.commands import Command
from client.window.screens.screen import Screen
from client.window.widgets.elements import (
    SPACE,
    Cell,
    Paragraph,
    box,
    button,
    column,
    day_cell,
    label,
    page,
    panel,
    row,
)
from client.window.widgets.fitting import Fitted, Folding
from client.window.widgets.game_table import GameTable
from client.window.widgets.race_cards import FLAT, RaceCards
from client.window.widgets.recent_form import RecentForm
from client.words.texts import (
    BETWEEN,
    one_line,
    place_text,
    reached_at,
    reached_text,
    status_text,
    stopwatch,
    win_text,
)
from client.words.translation import translate
from protocol.messages import FromServer, GameRecord, PastRace, Profile

FEW: Final = 3
"""Races up to which each has a card: what was done in each game would say it again."""
DRAWN: Final = 3
"""From how many races on their places are drawn."""
LOW: Final = 560
"""The height in pixels below which a note leaves its room to the races: a column's tip says it."""
BEST: Final = 5
"""The column of the best score among the games."""
TOLD: Final = 470
"""The height in pixels from which the last places are drawn below the name, too."""
SEEN: Final = 110
"""The height in pixels from which a picture of the chosen game is seen."""
BESIDE: Final = 1040
"""The width from which the last races are beside the games, in pixels."""


class ProfileScreen(Screen):
    """A player's page: one's own, or anybody else's."""

    back = Signal()
    named = Signal()
    """It is known now, or no longer, whose page this is."""
    bots = Signal()
    """The player has raced nobody yet, or seldom, and wants to race against bots."""
    leaderboard = Signal(str, object)
    """A game of this player's, and its options: who is best in it."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._player = 0
        self._records: Sequence[GameRecord] = ()
        self._unmoved: Collection[int] = ()
        """The races that brought nothing: in most of them there was no move."""
        self._lead_only = False
        """Whether a first place is among the last that was not won."""
        self._races: int | None = None
        """How many races this player was in; None until the server has said so."""
        self.title = label("", "title", selectable=True)
        self.summary = label("", "muted")
        self.races, self.firsts, self.solved = (label("", "clock") for _ in range(3))
        self.form = RecentForm()
        self.cards = RaceCards()
        """The last races in place of the lists, where they are few."""
        self.cards.wanted.connect(self._replay_race)
        self.cards.hide()
        self.picture = _Spare()
        """The chosen game, where the list of games leaves room below it."""
        self.lead_only = Paragraph(win_text(), "muted")
        self.games = GameTable(
            [
                self.tr("Game"),
                self.tr("Races"),
                self.tr("Races won"),
                self.tr("Solved", "how many games"),
                self.tr("Fastest"),
                self.tr("Best score"),
            ],
            numbers=range(1, 6),
            spared=(3, 1, 2),
        )
        self.games.explain(2, win_text())
        self.recent = GameTable(
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
            spared=(5, 4, 0, 3),
        )
        self.recent.explain(5, reached_text())
        self.games.setAccessibleName(self.tr("Games"))
        self.recent.setAccessibleName(self.tr("Last races"))
        self.recent.itemSelectionChanged.connect(self._selected)
        self.recent.itemActivated.connect(lambda _: self._replay())
        self.games.itemSelectionChanged.connect(self._selected)
        self.games.itemActivated.connect(lambda item: self._activate(item.column()))
        self.form.wanted.connect(self._replay_race)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.games, self.tr("Games"))
        self.tabs.addTab(self.recent, self.tr("Last races"))
        self.tabs.currentChanged.connect(lambda _: self._selected())
        self.beside = QTabWidget()
        """Where the last races are if there is room for them beside the games."""
        self.beside.setDocumentMode(True)
        self.beside.hide()
        self.leave = button(self.tr("Back"), self.back.emit)
        self.replay = button(self.tr("Show the replay"), self._replay, main=True)
        self.replay_fastest = button(
            self.tr("Replay of the fastest"), lambda: self._replay_race(self._record.fastest_race)
        )
        self.replay_best = button(
            self.tr("Replay of the best score"), lambda: self._replay_race(self._record.best_race)
        )
        self.board = button(self.tr("Leaderboard"), self._show_leaderboard)
        self.first_race = button(
            self.tr("Race against bots"),
            self.bots.emit,
            self.tr("Two bots join, and the cards are dealt in a few seconds."),
            main=True,
        )
        self.serve(self.first_race)
        self.form.setToolTip(
            self.tr("The higher a column, the more rivals came behind. Races won are in gold.")
        )
        self.places = Paragraph("", "muted")
        numbers = row(space=2 * SPACE)
        for name, figure in (
            (self.tr("Races"), self.races),
            (self.tr("Races won"), self.firsts),
            (self.tr("Games solved"), self.solved),
        ):
            numbers.addLayout(column(figure, label(name, "muted"), space=0))
        numbers.addStretch(1)
        self._who = box(column(self.title, self.summary, None, numbers, space=2))
        self._lately = box(column(None, self.places, self.form, space=4))
        head = Folding(self._who, self._lately, wide=1, space=4 * SPACE)
        self.lead_only.hide()
        self._of_games = box(row(self.board, self.replay_best, self.replay_fastest, None, space=8))
        self._of_races = box(row(self.replay, None))
        self._left = column(self.tabs)
        self._right = column(self.beside)
        self._left.addWidget(self.picture, 1000)
        for side in (self._left, self._right):
            side.addStretch(1)
        self._tables = row(self._left, self._right, space=2 * SPACE)
        self._tables.setStretch(0, 1)
        told = column(panel(column(head)), self.lead_only, self.cards, self._tables)
        told.setStretch(2, 1000)
        told.setStretch(3, 1)
        self._ways = row(None, self._of_games, self._of_races, self.first_race)
        ways = Folding(row(self.leave, None), self._ways, wide=1)
        whole = column(Fitted(box(told)), ways)
        whole.setStretch(0, 1)
        self.setLayout(page(whole))
        self._selected()

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        records = self.board, self.replay_best, self.replay_fastest
        return self.replay, *records, self.first_race, None, self.leave

    def heading(self) -> str:
        """Return what this is."""
        name = self.title.text()
        return self.tr("{name}’s page").format(name=name) if name else self.tr("A player’s page")

    @property
    def player(self) -> int:
        """Whose page this is; 0 where nobody was chosen yet."""
        return self._player

    def choose(self, player: int) -> None:
        """Show this player."""
        if player != self._player:
            self._player, self._races, self._records = player, None, ()
            self.title.setText("")
            self.named.emit()
            self.summary.setText("")
            for figure in (self.races, self.firsts, self.solved):
                figure.setText("")
            self._show_form([])
            self._lead_only = False
            self._fit_note()
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
        self.named.emit()
        self.summary.setText(_summary(message))
        self.races.setText(str(message.races))
        self.firsts.setText(str(message.wins))
        self.solved.setText(str(sum(game.solved for game in message.games)))
        first_look = not self._races
        self._races = message.races
        self._show_form(message.recent)
        self._lead_only = any(r.place == 1 and not r.won for r in message.recent)
        self._fit_note()
        self._records = message.games
        self._unmoved = {race.race for race in message.recent if not race.milliseconds}
        self.games.fill_games(
            [
                ((g.game, i), g.game, g.options, _game_texts(g, seen=self._best_race(g) > 0))
                for i, g in enumerate(message.games)
            ]
        )
        known = self.recent.keys[:1]
        self.recent.fill_games(
            [(race.race, race.game, race.options, _race_texts(race)) for race in message.recent]
        )
        for table in (self.games, self.recent):
            table.tell_empty(self._nothing_yet())
        if self._carded:
            self.cards.show_races(message.recent)
        self._show_lately()
        self._share_out()
        if first_look:
            self.tabs.setCurrentWidget(self.games)
        if message.recent and (self.recent.chosen is None or self.recent.keys[:1] != known):
            self.recent.choose(message.recent[0].race)  # the button leads on from the newest
        if self.games.chosen is None and message.games:
            self.games.choose(self.games.keys[0])
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

    @property
    def _few(self) -> bool:
        """Whether this player has raced, but not often."""
        return self._races is not None and 0 < self._races <= FEW

    @property
    def _carded(self) -> bool:
        """Whether the races have a card each: all that may be seen of them, and few."""
        return self._few and bool(self.recent.keys)

    @property
    def _is_own(self) -> bool:
        return self._player == self.session.player

    def _show_form(self, recent: Sequence[PastRace]) -> None:
        """Draw the places of the last races, where there are enough."""
        self.form.show_races(recent)
        self._show_lately()

    def _show_lately(self) -> None:
        """Draw the last places where there are enough, beside the name or with room below it."""
        enough = self._races is None or self._races >= DRAWN
        parts = self._who.minimumSizeHint().width(), self._lately.minimumSizeHint().width()
        beside = sum(parts) + 10 * SPACE <= self.width()  # with what is between and around them
        self._lately.setVisible(enough and (beside or self.height() >= theme.px(TOLD)))
        texts = [self.tr("Last places: the newest at the right, races won in gold")]
        if self.form.lined and self.height() >= theme.px(TOLD):
            texts.append(self.tr("the line is the mean of five"))
        self.places.setText(BETWEEN.join(texts))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the picture of the last races have a part of the height."""
        super().resizeEvent(event)
        self.form.set_room(event.size().height())
        self._fit_note()
        self._show_lately()
        self._share_out()

    def _fit_note(self) -> None:
        """Say what a first place is that was not won, where there is room."""
        self.lead_only.setVisible(self._lead_only and self.height() >= theme.px(LOW))

    def _share_out(self) -> None:
        """Show the last races beside the games where there is room, and more than they tell."""
        wide = self.width() >= theme.px(BESIDE)
        self.cards.setVisible(self._carded)
        self.tabs.setVisible(not self._carded)
        beside = wide and (self._races is None or self._races > FEW)
        self.picture.setVisible(beside)
        if beside == bool(self.beside.count()):
            return
        held = self.recent.hasFocus()
        (self.beside if beside else self.tabs).addTab(self.recent, self.tr("Last races"))
        self.beside.setVisible(beside)
        if beside:  # what each list leads to stands below it
            self._left.insertWidget(1, self._of_games)
            self._right.insertWidget(1, self._of_races)
        else:  # where Back is, and always in sight
            self._ways.insertWidget(1, self._of_games)
            self._ways.insertWidget(2, self._of_races)
        for ways in (self._of_games, self._of_races):
            ways.show()  # Qt would do so later
        self._tables.setStretch(1, int(beside))
        if held:
            self.recent.setFocus()
        self._selected()

    def showEvent(self, event: QShowEvent) -> None:
        """Look afresh."""
        super().showEvent(event)
        self.refresh()

    def _nothing_yet(self) -> str:
        """Return what is going to stand where there is nothing yet."""
        if not self._is_own:
            return self.tr("No race yet.")
        return self.tr(
            "No race yet. After your first, you will find here what you have played, won and "
            "solved, your best times, and the replays of your last races."
        )

    def _selected(self) -> None:
        newcomer = self._races == 0 and self._is_own
        next_race = (newcomer or self._few) and self._is_own and self.session.room is None
        self.first_race.setVisible(next_race)
        theme.set_role(self.replay, "" if next_race else "main")
        in_races = self.tabs.currentWidget() is self.recent
        in_both = bool(self.beside.count())
        self.replay.setVisible((in_races or in_both) and not newcomer and not self._carded)
        self.allow(self.replay, self.recent.chosen is not None)
        for way in (self.board, self.replay_best, self.replay_fastest):
            way.setVisible(not in_races and bool(self._records) and not self._carded)
        if not any(record.fastest_race for record in self._records):
            self.replay_fastest.hide()  # nothing is solved that could be seen
        record = self._record
        if record.game:
            self.picture.show_game(record.game, record.options)
        self.allow(self.board, bool(record.game))
        self.allow(self.replay_best, self._best_race(record) > 0)
        nothing = record.best_race > 0 and not self._best_race(record)
        self.replay_best.setToolTip(self.tr("No result in this game yet.") if nothing else "")
        self.allow(self.replay_fastest, record.fastest_race > 0)

    @property
    def _record(self) -> GameRecord:
        """The game that is chosen; one without a name for none."""
        key = self.games.chosen
        if isinstance(key, tuple) and key[1] < len(self._records):
            return self._records[key[1]]
        return GameRecord("", {}, 0, 0, 0)

    def _best_race(self, record: GameRecord) -> int:
        """Return the race of a game's best score; 0 for none that is to be seen, or without one."""
        return record.best_race if record.best > 0 and record.best_race not in self._unmoved else 0

    def _activate(self, x: int) -> None:
        """Show the replay of what stands in a column, or of the best that there is in the row."""
        record = self._record
        if x == BEST:
            self._replay_race(self._best_race(record))
        else:
            self._replay_race(record.fastest_race or self._best_race(record))

    def _show_leaderboard(self) -> None:
        if self._record.game:
            self.leaderboard.emit(self._record.game, self._record.options)

    def _replay(self) -> None:
        race = self.recent.chosen
        if isinstance(race, int):
            self._replay_race(race)

    def _replay_race(self, race: int) -> None:
        if race:
            self.session.get_replay(race, self._player)


class _Spare(GamePicture):
    """A picture that takes what is left, and is seen where that is enough."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be no higher than suits a table."""
        super().resizeEvent(event)
        self.setMaximumHeight(round(self.width() * FLAT))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture where it can be seen."""
        if self.height() >= theme.px(SEEN):
            super().paintEvent(event)


def _summary(profile: Profile) -> str:
    here = translate("profile", "here since {date}").format(date=long_day_of(profile.since))
    bot = translate("profile", "a bot") if profile.bot else ""
    return " · ".join(filter(None, (bot, here if profile.since else "")))


def _game_texts(record: GameRecord, *, seen: bool) -> list[str | Cell]:
    """Return what a row of the games says; `seen` is whether the best score's replay can be."""
    replay = translate("profile", "A double-click shows the replay")
    fastest = stopwatch(record.fastest) if record.solved else "–"
    return [
        str(record.races),
        str(record.wins),
        str(record.solved),
        Cell(fastest, replay if record.fastest_race else ""),
        Cell(str(record.best), replay if seen else ""),
    ]


def _race_texts(race: PastRace) -> list[str | Cell]:
    place = place_text(race.place, race.racers)
    return [
        day_cell(race.at),
        Cell(place, win_text() if race.place == 1 and not race.won else ""),
        status_text(race.status),
        str(race.score),
        reached_at(race.milliseconds),
    ]
