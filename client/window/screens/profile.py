"""What a player has done on this server: games, wins, best times, and the last races."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QTabWidget, QWidget

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.desktop.day import day_of, long_day_of
from client.window.online.link import Link
from client.window.scene.game_pictures import GamePicture
from client.window.screens.commands import Command
from client.window.screens.screen import Screen
from client.window.widgets.daily.month import MonthPanel
from client.window.widgets.elements import (
    SPACE,
    Cell,
    Elided,
    Paragraph,
    box,
    button,
    column,
    label,
    page,
    panel,
    row,
)
from client.window.widgets.fitting import Fitted, Folding
from client.window.widgets.game_table import GameRow, GameTable
from client.window.widgets.ratings.ratings_panel import RatingsPanel
from client.window.widgets.recent_form import RecentForm, told_of
from client.window.widgets.records.first_steps import FirstSteps
from client.window.widgets.records.rivals_panel import RivalsPanel
from client.words.ghosts import race_button, race_tip
from client.words.outcome import is_contested, past_place_text
from client.words.ratings import about_text, rating_text
from client.words.records.career import by_family, family_title, rivals_about_text, streaks_text
from client.words.records.past import past_title
from client.words.texts import (
    BETWEEN,
    asking_text,
    one_line,
    reached_at,
    reached_text,
    status_text,
    stopwatch,
    win_text,
)
from client.words.translation import translate
from protocol.messages import FromServer, GameRecord, PastRace, Profile, RatingCourse

FEW: Final = 3
"""Races up to which they come first: what was done in each game hardly says more."""
DRAWN: Final = 3
"""From how many races on their places are drawn, if there is more than one to draw."""
BEST: Final = 4
"""The column of the best score among the games."""
SPARED: Final = (4, 3)
"""The columns of the games that go where there is little room, the first of them first."""
REACHED: Final = 5
"""The column of the last races that goes first where there is little room."""
WIDEST_GAME: Final = 280
"""What a game with its options is given at least, where it is as long, in pixels."""
TOLD: Final = 470
"""The height in pixels from which the last places are drawn below the name, too."""
SEEN: Final = 110
"""The height in pixels from which the deal of the chosen race is seen."""
CALENDAR: Final = 420
"""The most width of the calendar of daily deals, in pixels."""
MOST_SEEN: Final = 360
"""The most height of it: it is no more than a reminder."""
FLAT: Final = 0.7
"""The most height of that picture, in its width."""
BESIDE: Final = 1040
"""The width from which there are two columns, in pixels."""
WIDEST: Final = 1900
"""The most width of it all, in pixels: there are two tables side by side."""

_Arrangement: TypeAlias = Literal["tabs", "one", "few", "many"]
"""What is where: the tables behind each other, or beside each other, or above each other beside the
chosen deal. Of one race, the list of games would say what that of the races says."""
_SHARES: Final[dict[_Arrangement, tuple[int, int]]] = {
    "tabs": (1, 0),
    "one": (1, 1),
    "few": (6, 5),
    "many": (26, 25),
}
"""How the two columns share the width. Of many races each has its date in a window of 1280 pixels,
where the games have all their columns."""


class ProfileScreen(Screen):
    """A player's page: one's own, or anybody else's."""

    back = Signal()
    named = Signal()
    """It is known now, or no longer, whose page this is."""
    evenings = Signal()
    """The player's own evenings are to be seen."""
    bots = Signal()
    """The player has raced nobody yet, or seldom, and wants to race against bots."""
    day = Signal(str)
    """The daily deal of this day is wanted; of today for an empty text."""
    practice = Signal()
    """The player has raced nobody yet, and wants to play alone."""
    leaderboard = Signal(str, object, str)
    """A game of this player's, its options and deals: who is best in it."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._player = 0
        self._records: Sequence[GameRecord] = ()
        self._unmoved: Collection[int] = ()
        """The races that brought nothing: in most of them there was no move."""
        self._recent: Sequence[PastRace] = ()
        self._arranged: _Arrangement = "tabs"
        self._races: int | None = None
        """How many races this player was in; None until the server has said so."""
        self.title = label("", "title")
        # By the mouse alone: keys would put a caret there, as if it could be written in.
        self.title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.title.setProperty("came", False)
        self.summary = label("", "muted")
        self.races, self.firsts, self.solved = (label("", "clock") for _ in range(3))
        self.rating = label("", "clock")
        """That in all games."""
        self.form = RecentForm()
        self.deal = _Deal()
        """What the chosen race was about, where there is room."""
        self.deal.wanted.connect(self._replay)
        self.deal.hide()
        self.games = GameTable(
            [
                self.tr("Game"),
                self.tr("Races won"),
                self.tr("Solved", "how many games"),
                self.tr("Fastest"),
                self.tr("Best score"),
            ],
            numbers=range(1, 5),
            spared=SPARED,
        )
        self.games.explain(1, win_text())
        self.games.explain(
            2, self.tr("Races in which this player solved the game, whoever was faster.")
        )
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
            spared=(REACHED, 0, 3),
        )
        self.recent.explain(5, reached_text())
        self.games.setAccessibleName(self.tr("Games"))
        self.recent.setAccessibleName(self.tr("Last races"))
        self.recent.itemSelectionChanged.connect(self._selected)
        self.recent.itemActivated.connect(lambda _: self._replay())
        self.games.itemSelectionChanged.connect(self._selected)
        self.games.itemActivated.connect(lambda item: self._activate(item.column()))
        self.form.wanted.connect(self._replay_race)
        self.games_heading = label(self.tr("Games"), "name")
        self.races_heading = label(self.tr("Last races"), "name")
        for heading in (self.games_heading, self.races_heading):
            heading.hide()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.games, self.tr("Games"))
        self.tabs.addTab(self.recent, self.tr("Last races"))
        self.tabs.currentChanged.connect(lambda _: self._selected())
        self._races_list = column(self.races_heading, space=6)
        """Where the last races are if there is room for them beside the games."""
        self.leave = button(self.tr("Back"), self.back.emit)
        self.past = button(past_title(), self.evenings.emit)
        self.past.hide()
        self.serve(self.past)
        self.replay = button(self.tr("Show the replay"), self._replay, main=True)
        self.race_it = button(race_button(), self._race_it, race_tip())
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
        self.steps = FirstSteps()
        """What a newcomer may do, in the place of what was done."""
        self.steps.bots.connect(self.bots)
        self.steps.practice.connect(self.practice)
        self.steps.daily.connect(lambda: self.day.emit(""))
        self.steps.hide()
        self.serve(self.first_race, self.steps.race, self.steps.day)
        self.form.setToolTip(
            self.tr("The higher a column, the more rivals came behind. Races won are in gold.")
        )
        self.ratings = RatingsPanel()
        self.ratings.asked.connect(self._ask_course)
        self.ratings.replay.connect(self._replay_race)
        self.ratings.hide()
        self.show_ratings = button(self.tr("Ratings"), self._turn_to_ratings, about_text())
        """The way to the ratings, in the place of games and races, and back again."""
        self.show_ratings.setCheckable(True)
        self.rivals = RivalsPanel()
        self.rivals.wanted.connect(self.profile.emit)
        self.rivals.hide()
        self.show_rivals = button(
            self.tr("Rivals"), lambda: self._turn_to(self.show_rivals), rivals_about_text()
        )
        """The way to the rivals, in the same way."""
        self.show_rivals.setCheckable(True)
        self.show_rivals.hide()
        self.about_rival = button(self.tr("Show the player"), self.rivals.show_player)
        self.rivals.table.itemSelectionChanged.connect(self._selected)
        self.replay_rated = button(self.tr("Show the replay"), self.ratings.show_race)
        self.ratings.races.itemSelectionChanged.connect(self._selected)
        self.dailies = MonthPanel(link.session, tallied=False)
        self.dailies.chosen.connect(self.day)
        theme.fix(self.dailies, most_width=CALENDAR)
        self._dailies = panel(row(self.dailies, None))
        self._dailies.hide()
        self.show_dailies = button(self.tr("Daily deals"), self._turn_to_dailies)
        """The same for the daily deals."""
        self.show_dailies.setCheckable(True)
        self.places = Paragraph("", "muted")
        numbers = row(space=2 * SPACE)
        for name, figure, meant in (
            (self.tr("Races"), self.races, ""),
            (self.tr("Races won"), self.firsts, win_text()),
            (
                self.tr("Solved to the end"),
                self.solved,
                self.tr("Races in which this player solved the game, whoever was faster."),
            ),
        ):
            explained = box(column(figure, label(name, "muted"), space=0))
            explained.setToolTip(meant)
            numbers.addWidget(explained)
        self._rating = box(column(self.rating, label(self.tr("Rating"), "muted"), space=0))
        self._rating.setToolTip(about_text())
        self._rating.hide()
        numbers.addWidget(self._rating)
        numbers.addStretch(1)
        self._who = box(column(self.title, self.summary, None, numbers, space=2))
        self._lately = box(column(None, self.places, self.form, space=4))
        head = Folding(self._who, self._lately, wide=1, space=4 * SPACE)
        self._games_row = row(self.board, self.replay_best, self.replay_fastest, None, space=8)
        self._races_row = row(self.race_it, self.replay, None, space=8)
        self._of_games, self._of_races = box(self._games_row), box(self._races_row)
        self._last_races = box(self._races_list)
        self._games_list = column(self.games_heading, self.tabs, space=6)
        self._all_games = box(self._games_list)
        self._left, self._right = column(self._all_games, None), column(None)
        self._tables = row(self._left, self._right, space=2 * SPACE)
        self._tables.setStretch(0, 1)
        self._both = box(self._tables)
        told = column(panel(column(head)), self.steps, self._both, self.ratings, self.rivals)
        told.addWidget(self._dailies)
        for part in (2, 3, 4):
            told.setStretch(part, 1)
        told.addStretch()
        self._ways = row(None, self._of_games, self._of_races, self.replay_rated)
        for way in (self.about_rival, self.first_race):
            self._ways.addWidget(way)
        turned = self.show_ratings, self.show_rivals, self.show_dailies
        turns = row(self.leave, *turned, self.past, None, space=8)
        ways = Folding(turns, self._ways, wide=1)
        whole = column(Fitted(box(told)), ways)
        whole.setStretch(0, 1)
        self.setLayout(page(whole, widest=WIDEST))
        self._selected()

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        records = self.board, self.replay_best, self.replay_fastest
        rated = self.show_ratings, self.replay_rated, self.show_rivals, self.about_rival
        turned = *rated, self.show_dailies
        return (
            *(self.replay, self.race_it, *records, *turned, self.first_race, *self.steps.ways),
            self.past,
            None,
            self.leave,
        )

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
            self._recent = ()
            self.title.setText("")
            self.named.emit()
            self.summary.setText("")
            for figure in (self.races, self.firsts, self.solved):
                figure.setText("")
            self._show_form([])
            self.show_ratings.setChecked(False)
            self.show_dailies.setChecked(False)
            self.show_ratings.hide()
            self.past.hide()
            self.ratings.clear()
            self.show_rivals.setChecked(False)
            self.show_rivals.hide()
            self.rivals.clear()
            self._rating.hide()
            self._turn_to(self.show_ratings)
            for table in (self.games, self.recent):
                table.fill([])
                table.tell_late(asking_text())
            self._selected()
        self.refresh()

    def refresh(self) -> None:
        """Ask the server again."""
        if self.link.up and self._player:
            self.session.get_profile(self._player)

    def take(self, message: FromServer) -> None:
        """Show the page that was asked for last."""
        self.dailies.take(message)
        if isinstance(message, RatingCourse) and message.player == self._player:
            self.ratings.take(message)
        if not isinstance(message, Profile) or message.player != self._player:
            return
        self.title.setText(one_line(message.name))
        self.named.emit()
        self.summary.setText(_summary(message, own=self._is_own))
        self.races.setText(str(message.races))
        self.firsts.setText(str(message.wins))
        self.solved.setText(str(sum(game.solved for game in message.games)))
        overall = next(iter(message.ratings), None)
        self.rating.setText(rating_text(overall) if overall is not None else "")
        self._rating.setVisible(overall is not None)
        self.show_ratings.setVisible(bool(message.ratings) or (self._is_own and message.races > 0))
        self.ratings.show_ratings(message.ratings, own=self._is_own)
        self.past.setVisible(self._is_own)
        first_look = not self._races
        self._races = message.races
        self._show_form(message.recent)
        self._records, self._recent = message.games, message.recent
        self._unmoved = {race.race for race in message.recent if not race.milliseconds}
        self.games.fill_games(self._game_rows(message.games))
        self.rivals.show_profile(message, self.session.player)
        self.show_rivals.setVisible(message.races > 0)
        known = self.recent.keys[:1]
        self.recent.fill_games(
            [
                GameRow(r.race, r.game, r.options, _race_texts(r), r.seed, r.deals)
                for r in message.recent
            ]
        )
        for table in (self.games, self.recent):
            table.tell_empty(self._nothing_yet())
        self._show_lately()
        self._share_out()
        if first_look:
            self.tabs.setCurrentWidget(self.recent if self._few else self.games)
        if message.recent and (self.recent.chosen is None or self.recent.keys[:1] != known):
            self.recent.choose(message.recent[0].race)  # the button leads on from the newest
        if self.games.chosen is None and message.games:
            self.games.choose(next(key for key in self.games.keys if isinstance(key, tuple)))
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

    def _game_rows(self, records: Sequence[GameRecord]) -> list[GameRow]:
        """Return a row for each game, below what heads its family where there are several."""
        places = {id(record): at for at, record in enumerate(records)}
        families = by_family(records)
        rows = []
        for family, games in families:
            if len(families) > 1:
                title = family_title(family)
                rows.append(GameRow(family, "", {}, _family_texts(games), heading=title))
            for g in games:
                texts = _game_texts(g, seen=self._best_race(g) > 0)
                rows.append(
                    GameRow((g.game, places[id(g)]), g.game, g.options, texts, deals=g.deals)
                )
        return rows

    def _ask_course(self, family: str) -> None:
        if self.link.up:
            self.session.get_rating_course(self._player, family)

    def _turn_to_ratings(self) -> None:
        """Show the ratings, or games and races again."""
        self._turn_to(self.show_ratings)

    def _turn_to_dailies(self) -> None:
        """Show the daily deals, or games and races again."""
        if self.show_dailies.isChecked():
            self.dailies.ask(self._player)
        self._turn_to(self.show_dailies)

    def _turn_to(self, asked: QPushButton) -> None:
        """Show what a button stands for in the place of games and races, or these again."""
        ways: dict[QPushButton, QWidget] = {
            self.show_ratings: self.ratings,
            self.show_rivals: self.rivals,
            self.show_dailies: self._dailies,
        }
        for way in ways:
            if way is not asked:
                way.setChecked(False)
        shown = ways[asked] if asked.isChecked() else self._both
        for part in (self._both, *ways.values()):  # there is no room for two
            if part is not shown:
                part.hide()
        shown.show()
        self._selected()

    @property
    def _few(self) -> bool:
        """Whether this player has raced, but not often."""
        return self._races is not None and 0 < self._races <= FEW

    @property
    def _is_own(self) -> bool:
        return self._player == self.session.player

    def _show_form(self, recent: Sequence[PastRace]) -> None:
        """Draw the places of the last races, where there are enough."""
        self.form.show_races(recent)
        self._show_lately()

    def _show_lately(self) -> None:
        """Draw the last places where there are enough, beside the name or with room below it."""
        enough = self._races is None or (self._races >= DRAWN and self.form.races > 1)
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
        self._show_lately()
        self._share_out()
        self._share_width()

    def _share_out(self) -> None:
        """Show both tables at once where there is room, with the deal of the chosen race."""
        wide = self.width() >= theme.px(BESIDE)
        beside: _Arrangement = "one" if self._races == 1 else "few" if self._few else "many"
        arranged: _Arrangement = beside if wide else "tabs"
        if arranged == self._arranged:
            return
        self._arranged = arranged
        held = self.recent.hasFocus()
        if wide:  # where there is nothing to turn to, headings say what the tabs say else
            for place, table in ((self._games_list, self.games), (self._races_list, self.recent)):
                place.addWidget(table)
                table.show()
        else:
            self.tabs.insertTab(0, self.games, self.tr("Games"))
            self.tabs.addTab(self.recent, self.tr("Last races"))
        self.tabs.setVisible(not wide)
        one, few = arranged == "one", arranged == "few"
        self.games_heading.setVisible(wide)
        self.races_heading.setVisible(wide)
        self._last_races.setVisible(wide)
        self._all_games.setVisible(not one)
        (self._races_row if one else self._games_row).insertWidget(int(one), self.board)
        games: list[QWidget] = [self._all_games]
        races: list[QWidget] = []
        if wide:  # what each list leads to stands below it
            games.append(self._of_games)
            races += [self._last_races, self._of_races]
        else:  # where Back is, and always in sight
            self._ways.insertWidget(1, self._of_games)
            self._ways.insertWidget(2, self._of_races)
        left = races if one else [*races, *games] if few else [*games, self.deal]
        for side, parts in (
            (self._left, left),
            (self._right, [self.deal] if one or few else races),
        ):
            while side.takeAt(0) is not None:
                pass
            for part in parts:
                side.addWidget(part, 1000 if part is self.deal else 0)
            side.addStretch(1)
        self._of_games.setVisible(not one)
        self._of_races.show()  # Qt would do so later
        self._share_width()
        if not wide and self._few:
            self.tabs.setCurrentWidget(self.recent)
        if held:
            self.recent.setFocus()
        self._selected()

    def _needs(self) -> Iterator[tuple[int, int]]:
        """Yield the widths in which nothing is cut in the two tables: the less, the fewer columns.

        The games are without the one that they spare first, as the races have one less already.
        """
        widest = theme.px(WIDEST_GAME)
        races = self.recent.wanted_width(without=(REACHED,), widest=widest)
        barred = self.games.verticalScrollBar().isVisible()
        for without in ((), SPARED[:1]):
            games = self.games.wanted_width(without=without, widest=widest, barred=barred)
            yield games, races

    def _share_width(self) -> None:
        """Give each column its share: of many races, what its table needs and half of what is left.

        They come closer before a column of the games goes. Where there is not enough for both even
        so, each is cut by as much of what it needs.
        """
        shares, gap = list(_SHARES[self._arranged]), 2 * SPACE
        if self._races == 0:
            shares[1], gap = 0, 0
        elif self._arranged == "many":
            whole = min(self.width() - 4 * SPACE, theme.px(WIDEST))  # as `page` has it
            needs = list(self._needs())
            ways = [(need, gap) for need in needs for gap in (2 * SPACE, SPACE)]
            fitting = (way for way in ways if sum(way[0]) + way[1] <= whole)
            need, gap = next(fitting, (needs[-1], SPACE))
            left = max(0, whole - gap - sum(need))
            shares = [each + left // 2 for each in need]
        self._tables.setSpacing(gap)
        for at, share in enumerate(shares):
            self._tables.setStretch(at, share)

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
        newcomer = self._races == 0
        next_race = (newcomer or self._few) and self._is_own and self.session.room is None
        wide = self._arranged != "tabs"
        self._last_races.setVisible(wide and not newcomer)  # to say it once will do
        self.games_heading.setVisible(wide and not newcomer)
        self._share_width()
        self._left.setStretch(0, 1000 if newcomer else 0)
        elsewhere = any(way.isChecked() for way in (self.show_ratings, self.show_dailies))
        self.first_race.setVisible(next_race and not newcomer)
        self.steps.setVisible(newcomer and self._is_own and not elsewhere)
        self.steps.offer(bots=next_race, daily=bool(self.session.daily))
        theme.set_role(self.replay, "" if next_race else "main")
        in_races = self.tabs.currentWidget() is self.recent
        rated = self.show_ratings.isChecked()
        rivals = self.show_rivals.isChecked()
        daily = self.show_dailies.isChecked()
        self.show_dailies.setVisible(bool(self.session.daily))
        # What leads on from there stands there; and nothing else does from a calendar.
        hidden = ((rated or rivals) and not wide) or daily
        if not rivals:
            self.about_rival.hide()
        if not rated:
            self.replay_rated.hide()  # before the others come, for which there would be no room
        of_games = self.board, self.replay_best, self.replay_fastest
        if in_races:
            for way in of_games:
                way.hide()  # likewise
        for way in (self.replay, self.race_it):
            way.setVisible((in_races or wide) and not newcomer and not hidden)
            self.allow(way, self.recent.chosen is not None)
        for way in of_games:
            way.setVisible(not in_races and bool(self._records) and not hidden)
        self.replay_rated.setVisible(rated)
        self.about_rival.setVisible(rivals)
        self.allow(self.about_rival, self.rivals.player > 0)
        self.allow(self.replay_rated, self.ratings.race > 0)
        if self._arranged == "one":  # it is the race that is listed
            self.replay_best.hide()
            self.replay_fastest.hide()
        if not any(record.fastest_race for record in self._records):
            self.replay_fastest.hide()  # nothing is solved that could be seen
        for part in (self._of_games, self._of_races):  # an empty one would leave a gap at the edge
            part.setVisible(any(not way.isHidden() for way in part.findChildren(QPushButton)))
        chosen = next((each for each in self._recent if each.race == self.recent.chosen), None)
        self.deal.setVisible(self._arranged != "tabs" and chosen is not None and bool(chosen.seed))
        if chosen is not None and chosen.seed:
            self.deal.show_race(chosen)
        record = self._record
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
            self.leaderboard.emit(self._record.game, self._record.options, self._record.deals)

    def _replay(self) -> None:
        race = self.recent.chosen
        if isinstance(race, int):
            self._replay_race(race)

    def _race_it(self) -> None:
        race = self.recent.chosen
        if isinstance(race, int):
            self.ghost.emit(race, self._player)

    def _replay_race(self, race: int) -> None:
        if race:
            self.session.get_replay(race, self._player)


class _Deal(QWidget):
    """A race's own deal, as all began; a click leads to the replay. It takes what room is left."""

    wanted = Signal()
    """The race is to be seen."""

    def __init__(self) -> None:
        super().__init__()
        theme.set_role(self, "clear")
        self.caption = Elided(role="muted")
        self.picture = GamePicture()
        self.picture.setCursor(Qt.CursorShape.PointingHandCursor)
        whole = column(self.caption, self.picture, space=4)
        whole.setStretch(1, 1)
        self.setLayout(whole)

    def show_race(self, race: PastRace) -> None:
        """Show the deal of this race."""
        self.caption.setText(self.tr("The deal: {race}").format(race=told_of(race)))
        self.picture.show_game(race.game, race.options, race.seed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be no higher than suits a table, and nothing where little would be seen."""
        super().resizeEvent(event)
        high = min(round(self.width() * FLAT), theme.px(MOST_SEEN))
        self.setMaximumHeight(self.caption.height() + 4 + high)
        for part in (self.caption, self.picture):
            part.setVisible(self.height() >= theme.px(SEEN))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Lead to the replay."""
        inside = self.rect().contains(event.position().toPoint())
        if inside and event.button() == Qt.MouseButton.LeftButton:
            self.wanted.emit()


def _summary(profile: Profile, *, own: bool) -> str:
    yours = translate("profile", "your page") if own else ""
    here = translate("profile", "here since {date}").format(date=long_day_of(profile.since))
    bot = translate("profile", "a bot") if profile.bot else ""
    streaks = streaks_text(profile)
    return BETWEEN.join(filter(None, (yours, bot, here if profile.since else "", streaks)))


def _game_texts(record: GameRecord, *, seen: bool) -> list[str | Cell]:
    """Return what a row of the games says; `seen` is whether the best score's replay can be."""
    replay = translate("profile", "A double-click shows the replay")
    fastest = stopwatch(record.fastest) if record.solved else "–"
    return [
        translate("profile", "{won} of {races}").format(won=record.wins, races=record.races),
        str(record.solved),
        Cell(fastest, replay if record.fastest_race else ""),
        Cell(str(record.best), replay if seen else ""),
    ]


def _family_texts(records: Sequence[GameRecord]) -> list[str | Cell]:
    """Return what was done in all games of a family; its times and scores are not comparable."""
    won, races = sum(record.wins for record in records), sum(record.races for record in records)
    told = translate("profile", "{won} of {races}").format(won=won, races=races)
    return [told, str(sum(record.solved for record in records)), "", ""]


def _race_texts(race: PastRace) -> list[str | Cell]:
    return [
        day_of(race.at),
        Cell(past_place_text(race), "" if is_contested(race) or race.racers < 2 else win_text()),
        status_text(race.status),
        str(race.score),
        reached_at(race.milliseconds),
    ]
