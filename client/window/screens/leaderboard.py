"""The best of each game, and the way to their replays."""

from collections.abc import Callable, Sequence
from typing import Final, Self

from msgspec.structs import replace
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QTabWidget

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.desktop.day import day_of
from client.window.desktop.memory import Memory
from client.window.online.link import Link
from client.window.scene.game_pictures import GamePicture
from client.window.screens.commands import Command
from client.window.screens.screen import Screen
from client.window.widgets.elements import (
    SPACE,
    Cell,
    DataTable,
    Elided,
    Paragraph,
    box,
    button,
    column,
    label,
    page,
    row,
    unseen_name,
)
from client.window.widgets.fitting import Fitted, Folding
from client.window.widgets.games.deals_choice import DealsChoice
from client.window.widgets.games.game_chooser import GameChooser
from client.window.widgets.games.game_finder import LIST
from client.window.widgets.ratings.ratings_list import RatingsList
from client.window.widgets.records.first_steps import FirstSteps
from client.words.ghosts import race_button, race_tip
from client.words.ratings import about_text, ratings_title
from client.words.texts import (
    BETWEEN,
    asking_text,
    game_title,
    one_line,
    options_text,
    place_text,
    reached_at,
    reached_text,
    status_text,
    stopwatch,
    win_text,
)
from client.words.translation import translate
from engine import catalogue
from engine.catalogue import Options
from protocol.messages import (
    BestResult,
    Deals,
    FromServer,
    Leaderboard,
    OwnTally,
    Period,
    Profile,
    Ratings,
    Tally,
)

PAUSE: Final = 200
"""Milliseconds on a game before the server is asked: not for each that the arrows pass."""


LISTED: Final = 340
"""The width in pixels that the lists need beside the games; else these wait behind a button."""
FEW: Final = 3
"""Rows from which a list does well without an invitation to race for a place in it."""
ROOMY: Final = 420
"""The width of the lists and the height from which there is room for the picture, in pixels."""
LOW: Final = 600
"""The least height of the screen in which it is said what a rating is, in pixels."""
KINDS: Final = 140
"""How much wider they have to be for the choice of deals, where there is one, in pixels."""
TITLE: Final = 280
"""The most width for which a game's title has the choices below it, in pixels."""
PICTURE: Final = (104, 66)
"""Width and height of the game's picture, in pixels."""


class LeaderboardScreen(Screen):
    """Fastest times, best scores and the players of a game with its options."""

    back = Signal()
    overview = Signal()
    """What is new in all games is wanted."""
    bots = Signal(str, object, str)
    """Nobody is listed yet: the player wants to race against bots in this game with its options,
    on these deals."""
    make = Signal(str, object, str)
    """The same, in a room of the player's own."""
    practice = Signal(str, object)
    """The same, alone: this game with its options."""
    daily = Signal()
    """The same, on today's daily deal."""

    def __init__(self, link: Link, memory: Memory) -> None:
        super().__init__(link)
        self.games = GameChooser(memory, rules=False)
        self._asking = QTimer(self, singleShot=True, interval=PAUSE)
        self._asking.timeout.connect(self.refresh)
        self._memory = memory
        self._latest = memory.latest
        self.begins_at = self.games.finder.search
        self._choosing = False
        """Whether the games are shown in place of the lists, where both have no room."""
        self.picture = GamePicture()
        theme.fix(self.picture, width=PICTURE[0], height=PICTURE[1])
        self.title = Elided(role="title")
        self.chosen = Elided(role="muted")
        name, score, moves = self.tr("Name"), self.tr("Score"), self.tr("Moves")
        time, reached, date = self.tr("Time"), self.tr("Reached at"), self.tr("Date")
        self.fastest = DataTable(
            ["", name, time, score, moves, date],
            wide=1,
            numbers=(0, 2, 3, 4),
            spared=(4, 3, 5),
            close=True,
            medals=0,
        )
        self.best = DataTable(
            ["", name, score, reached, moves, self.tr("Result"), date],
            wide=1,
            numbers=(0, 2, 3, 4),
            spared=(4, 5, 6, 3),
            close=True,
            medals=0,
        )
        self.best.explain(3, reached_text())
        self.players = DataTable(
            ["", name, self.tr("Races won"), self.tr("Races")],
            wide=1,
            numbers=(0, 2, 3),
            spared=(3,),
            close=True,
            medals=0,
        )
        self.players.explain(2, win_text())
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for table, name in (
            (self.fastest, self.tr("Fastest times")),
            (self.best, self.tr("Best scores")),
            (self.players, self.tr("Players")),
        ):
            table.setAccessibleName(name)
            self.tabs.addTab(table, name)
        self.ratings = RatingsList()
        self.tabs.addTab(self.ratings, self.tr("Ratings"))
        self.own = Paragraph()
        self.own_replay = button(self.tr("Show my replay"), self._replay_own)
        self._own_bar = box(row(self.own, self.own_replay))
        """Where the player stands, also below the rows that are listed."""
        self.make_room = button(
            self.tr("Make a room"),
            lambda: self.make.emit(self.games.game, self._options, self.deals.deals),
        )
        self.first_race = button(
            self.tr("Race against bots"),
            lambda: self.bots.emit(self.games.game, self._options, self.deals.deals),
            self.tr("Two bots join, and the cards are dealt in a few seconds."),
        )
        self.steps = FirstSteps()
        """What to do where nobody is listed yet."""
        self.steps.bots.connect(self.first_race.click)
        self.steps.practice.connect(lambda: self.practice.emit(self.games.game, self._options))
        self.steps.daily.connect(self.daily)
        self.steps.hide()
        self._board: Leaderboard | None = None
        self._raced: dict[str, tuple[Options, Deals]] = {}
        """The games that the player has raced here, with the options and deals of most of these
        races."""
        self._sorted = False
        """Whether these come first: no game changes its place while one looks."""
        for part in (self._own_bar, self.make_room, self.first_race):
            part.hide()
        self.period = QComboBox()
        for period, text in _periods().items():
            self.period.addItem(text, period)
        self.period.currentIndexChanged.connect(lambda _: self._show_game())
        self.deals = DealsChoice(narrow=True)
        """Which deals the races were on: each kind has lists of its own."""
        self.deals.chosen.connect(lambda _: self._show_game())
        self.leave = button(self.tr("Back"), self.back.emit)
        self.all_games = button(self.tr("Overview"), self.overview.emit)
        self.replay = button(self.tr("Show the replay"), self._replay, main=True)
        self.about = button(self.tr("Show the player"), self._about)
        self.race_it = button(race_button(), self._race_it, race_tip())
        self.serve(
            *(self.games, self.period, self.deals, self.own_replay, self.make_room),
            *(self.first_race, self.ratings.family, self.ratings.families, self.ratings.season),
            *(self.steps.race, self.steps.day),
        )
        self.another = button(self.tr("Another game"), lambda: self._choose_game(True))
        self.chosen_one = button(
            self.tr("Leaderboard"), lambda: self._choose_game(False), main=True
        )
        self.another.hide()
        self.chosen_one.hide()

        for table in (self.fastest, self.best):
            table.itemSelectionChanged.connect(self._selected)
            table.itemActivated.connect(lambda _: self._replay())
        self.players.itemSelectionChanged.connect(self._selected)
        self.players.itemActivated.connect(lambda _: self._about())
        self.ratings.asked.connect(self._ask_ratings)
        self.ratings.came.connect(self._rated)
        self.ratings.table.itemSelectionChanged.connect(self._selected)
        self.ratings.table.itemActivated.connect(lambda _: self._about())
        self.tabs.currentChanged.connect(lambda _: self._turned())
        self.games.chosen.connect(self._turn_to)
        self.games.changed.connect(self._show_game)
        self.games.entered.connect(self._entered)
        self._names = box(column(None, self.title, self.chosen, None, space=2))
        who = row(self.picture, self._names)
        who.setStretch(1, 1)
        choices = row(
            unseen_name(self.tr("Period"), self.period),
            self.another,
            unseen_name(self.tr("Deals"), self.deals),
            self.deals,
            self.period,
            None,
        )
        head = Folding(who, choices, wide=0)
        self.note = label("", "muted", wrap=True)
        main = column(head, self.tabs, self.steps, self._own_bar, self.note, space=6)
        main.setStretch(1, 1)
        self._main = box(main)
        theme.fix(self.ratings.families, width=LIST)
        middle = row(self.games, self.ratings.families, space=2 * SPACE)
        middle.addWidget(self._main, 1)
        ways = row(
            *(None, self.make_room, self.first_race, self.about, self.race_it, self.replay),
            self.chosen_one,
        )
        foot = Folding(row(self.leave, self.all_games, None), ways, wide=1)
        whole = column(Fitted(box(middle)), foot)
        whole.setStretch(0, 1)
        self.setLayout(page(whole))
        known = _known()
        last = next((game for game in memory.recent if game in known), "")
        self._unguided = not last
        """Whether nothing says yet which game may have a list to look at."""
        if last:  # what was played last is looked at first
            self.games.choose(last)
        self._show_game()

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        own, ways = self.own_replay, (self.make_room, self.first_race, *self.steps.ways)
        games = self.another, self.chosen_one
        return (
            self.replay,
            self.race_it,
            self.about,
            own,
            *ways,
            *games,
            self.all_games,
            None,
            self.leave,
        )

    def heading(self) -> str:
        """Return whose best this is."""
        if self._of_ratings:
            return self.title.text()
        return self.tr("Leaderboard: {game}").format(game=self.title.text())

    def choose(self, game: str, options: Options, deals: Deals | None = None) -> None:
        """Show this game's best, on these deals or on those that were looked at last."""
        self._latest = self._memory.latest
        self._unguided = False
        if self._of_ratings:
            self.tabs.setCurrentWidget(self.fastest)
        self.games.choose(game, options)
        if deals is not None:
            self.deals.wish(deals)
        self._show_game()
        self.refresh()

    def follow(self, before: Self) -> None:
        """Show what another such screen has shown."""
        self.period.setCurrentIndex(before.period.currentIndex())
        self.choose(before.games.game, before.games.options.options, before.deals.deals)
        self.ratings.choose_family(before.ratings.family.currentData())
        self.tabs.setCurrentIndex(before.tabs.currentIndex())

    def refresh(self) -> None:
        """Ask the server again."""
        self._asking.stop()
        if self.link.up:
            period = self.period.currentData()
            self.session.get_leaderboard(self.games.game, self._options, period, self.deals.deals)
            if self._of_ratings:
                self.ratings.ask()

    @property
    def _options(self) -> Options:
        return self.games.options.options

    def take(self, message: FromServer) -> None:
        """Show the leaderboard that was asked for last."""
        if isinstance(message, Profile) and message.player == self.session.player:
            self._raced = {}
            for record in message.games:
                self._raced.setdefault(record.game, (record.options, record.deals))
            self.games.finder.mark(self._raced, first=not self._sorted)
            self._sorted = True
            if self._unguided and message.games:
                first = message.games[0]
                self.choose(first.game, first.options, first.deals)
        if isinstance(message, Ratings):
            self.ratings.take(message, self.session.player)
        if not isinstance(message, Leaderboard):
            return
        if self._unguided:
            self._begin_with(message)
        if message.game != self.games.game:
            return
        chosen = self._options
        if {**chosen, **message.options} != chosen or message.period != self.period.currentData():
            return
        if message.deals != self.deals.deals:
            return
        self._board = message
        self.fastest.fill(_rows(message.fastest, _win_texts))
        self.best.fill(_rows(message.best, _best_texts))
        tallies = message.players
        self.players.fill(
            [
                (tally.player, _tally_texts(place, tally))
                for place, tally in zip(shared_places(tallies), tallies, strict=True)
            ]
        )
        for table in (self.fastest, self.best, self.players):
            self._choose_in(table)
            own = (key for key in table.keys if _player(key) == self.session.player)
            table.light(next(own, None))
            table.tell_empty(self.tr("Nobody yet: be the first."))
        if self.best.keys or self.players.keys:
            self.fastest.tell_empty(self.tr("Nobody has solved it yet: be the first."))
        self.tabs.setTabVisible(self.tabs.indexOf(self.best), not _is_repeated(message))
        self._show_rows()
        self._selected()
        if self.isVisible():
            self._tell()

    def _begin_with(self, most_raced: Leaderboard) -> None:
        """Begin with the game that is raced most here, where nothing else says with which."""
        self._unguided = False
        if most_raced.game not in _known():
            self.refresh()
            return
        self.games.choose(most_raced.game, most_raced.options)
        self._show_game()

    def _show_rows(self) -> None:
        """Turn to the first table that has any rows, if the one that is shown has none."""
        if self._of_ratings:
            return
        tables = (self.tabs.currentWidget(), self.fastest, self.best, self.players)
        for table in tables:
            if isinstance(table, DataTable) and table.keys:
                self.tabs.setCurrentWidget(table)
                return

    def showEvent(self, event: QShowEvent) -> None:
        """Look afresh: at what was played since, or else at what was looked at last."""
        super().showEvent(event)
        self.games.finder.mark(self._raced)
        self._sorted = bool(self._raced)
        if self.link.up:
            self.session.get_profile(self.session.player)  # which games have a list to look at
        latest = self._memory.latest
        if latest is not None and latest is not self._latest and latest[0] in _known():
            self.choose(*latest)
        elif self._unguided and self.link.up:
            # What the player has raced says more, and comes before this.
            self.session.get_leaderboard("", {}, self.period.currentData())
        else:
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the games to a button where the lists have no room beside them."""
        super().resizeEvent(event)
        self._fold()

    @property
    def folded(self) -> bool:
        """Whether there is no room for the lists beside the games."""
        return self.width() < theme.px(LIST + LISTED) + 6 * SPACE

    def _fold(self) -> None:
        """Show the games, the lists, or both."""
        folded, of_ratings = self.folded, self._of_ratings
        self._choosing = self._choosing and folded and not of_ratings
        # A rating is of a family: these are beside it then.
        self.games.setVisible((not folded or self._choosing) and not of_ratings)
        self.ratings.list_families(listed=of_ratings and not folded)
        self._main.setVisible(not self._choosing)
        self.another.setVisible(folded and not of_ratings)
        self.chosen_one.setVisible(self._choosing)
        self.begins_at = self.tabs if of_ratings else self.games.finder.search
        if folded and not of_ratings:
            self.begins_at = self.another
        wide = self.width() - 4 * SPACE - (0 if folded else theme.px(LIST) + 2 * SPACE)
        roomy = self.height() >= theme.px(ROOMY)
        kinds = self.deals.any_choice and not of_ratings
        least = ROOMY + KINDS if kinds else ROOMY
        pictured = roomy and wide >= theme.px(least)
        self.picture.setVisible(pictured and not of_ratings)
        # The tabs stay where they are: one goes from list to list by them.
        theme.fix(self._names, least_height=PICTURE[1] if pictured and of_ratings else 0)
        self.period.setVisible(not of_ratings)
        self.deals.setVisible(kinds)
        self.note.setVisible(roomy)
        self._tell_note()
        self._show_own()

    def _give_names_room(self) -> None:
        """Let the title and the options be read, with the choices below them if need be."""
        shown = (part for part in (self.title, self.chosen) if not part.isHidden())
        needed = max(part.sizeHint().width() for part in shown)
        self._names.setMinimumWidth(min(needed, theme.px(TITLE)))

    def _choose_game(self, choosing: bool) -> None:
        """Show the games in place of the lists, or the lists again."""
        self._choosing = choosing
        self._fold()
        (self.games.finder.search if choosing else self._table or self.tabs).setFocus()

    def _entered(self) -> None:
        self._choose_game(False)

    def _choose_in(self, table: DataTable) -> None:
        """Begin with the player's own row, or else the first: both buttons lead on from there."""
        if table.chosen is None and table.keys:
            own = (key for key in table.keys if _player(key) == self.session.player)
            table.choose(next(own, table.keys[0]))
            table.scrollToTop()  # the medals are seen first: the own place is told below, too

    def _turned(self) -> None:
        self._show_title()
        self._fold()
        if self.tabs.currentWidget() is self.ratings:
            self.ratings.ask()
        self._selected()
        self._tell()

    # Ratings --------------------------------------------------------------------------------------

    @property
    def _of_ratings(self) -> bool:
        """Whether the ratings are looked at, which are of no one game."""
        return self.tabs.currentWidget() is self.ratings

    def _ask_ratings(self, family: str, season: int) -> None:
        if self.link.up:
            self.session.get_ratings(family, season)
        self._show_title()
        self._show_own()

    def _rated(self) -> None:
        self._selected()
        if self._of_ratings and self.isVisible():
            self._tell()

    # What is said of a list -----------------------------------------------------------------------

    @property
    def _table(self) -> DataTable | None:
        """The list that is looked at."""
        shown = self.tabs.currentWidget()
        if shown is self.ratings:
            return self.ratings.table
        return shown if isinstance(shown, DataTable) else None

    def _tell(self) -> None:
        """Say how many are listed, and who comes first."""
        table = self._table
        if table is None:
            return
        if not table.rowCount():
            announce(self, table.empty, urgent=False)
            return
        text = translate("leaderboard", "%n listed, first {name}", "", table.rowCount())
        told = [text.format(name=table.text(0, 1)), self.own.text()]
        announce(self, ". ".join(filter(None, told)), urgent=False)

    def _show_own(self) -> None:
        """Show where the player stands in this list, or the ways in where nobody is listed."""
        table, board = self.tabs.currentWidget(), self._board
        text = ""
        if board is not None:
            own, listed = board.own, board.listed
            if table is self.fastest and own.fastest:
                text = own_text(
                    stopwatch(own.fastest.result.milliseconds), own.fastest.place, listed.fastest
                )
            elif table is self.best and own.best:
                text = own_text(str(own.best.result.score), own.best.place, listed.best)
            elif table is self.players and own.players:
                text = own_tally_text(self._shared(own.players), listed.players)
            text = text or self._why_unlisted(board)
        if self._of_ratings:
            text = self.ratings.own_text
        self.own.setText(text)
        self._own_bar.setVisible(bool(text))
        told = isinstance(table, DataTable) and self._own_key in table.keys
        self.own_replay.setVisible(bool(self._own_race) and not told)
        known = self.ratings.known if self._of_ratings else board is not None
        rows = len(self._table.keys) if known and self._table is not None else FEW
        nobody, shown = rows == 0, not self._choosing
        free = self.session.room is None and shown
        self.make_room.setVisible(nobody and free)
        # Races against bots alone are not rated.
        few = rows < FEW and free and not self._of_ratings
        # In a low window, one way on is in sight at once, and not three that are scrolled to.
        stepped = nobody and shown and self.height() >= theme.px(ROOMY)
        self.first_race.setVisible(few and not stepped)
        theme.set_role(self.first_race, "main" if nobody else "")
        self.steps.setVisible(stepped)
        self.steps.offer(bots=few, daily=bool(self.session.daily))
        of_players = table is self.players or self._of_ratings
        self.about.setVisible(not nobody and shown)
        for way in (self.replay, self.race_it):
            way.setVisible(not nobody and shown and not of_players)
        theme.set_role(self.about, "main" if of_players else "")

    def _why_unlisted(self, board: Leaderboard) -> str:
        """Return why the player has no row in the list, if they have raced this game here."""
        if board.own.players is not None:
            if self.tabs.currentWidget() is self.fastest:
                return self.tr("You have raced this, and not solved it yet.")
            return self.tr("You have raced this, with no score that is ranked yet.")
        if board.game not in self._raced:
            return ""
        if board.period != "all":
            return self.tr("You have no race in this list: look at all time, or other options.")
        return self.tr("You have raced this game with other options, or on other deals.")

    def _shared(self, own: OwnTally) -> OwnTally:
        """Return the player's own row with the place that it shares in the list."""
        rows = self._board.players if self._board is not None else []
        places = dict(zip((row.player for row in rows), shared_places(rows), strict=True))
        return replace(own, place=places.get(own.tally.player, own.place))

    @property
    def _own_race(self) -> int:
        """The race of the player's own row in this list; 0 for none."""
        if self._board is None or self.tabs.currentWidget() in (self.players, self.ratings):
            return 0
        own = self._board.own
        row = own.fastest if self.tabs.currentWidget() is self.fastest else own.best
        return row.result.race if row is not None else 0

    @property
    def _own_key(self) -> tuple[int, int]:
        return self._own_race, self.session.player

    def _replay_own(self) -> None:
        if self._own_race:
            self.session.get_replay(*self._own_key)

    def _turn_to(self, game: str) -> None:
        """Show a game with the options in which the player has raced it, if they have."""
        self._unguided = False
        options, deals = self._raced.get(game, ({}, self.deals.wished))
        self.games.options.choose(options)
        self.deals.wish(deals)
        self._show_game()

    def _show_game(self) -> None:
        """Show whose best this is; the best follows when the player stays with this game."""
        self._board = None
        game = self.games.game
        self.deals.show_game(game, self._options)
        self._fold()
        self.picture.show_game(game, self.games.options.options)
        self._show_title()
        for table in (self.fastest, self.best, self.players):
            table.fill([])
            table.tell_late(asking_text())
        self._show_own()
        self._asking.start()

    def _show_title(self) -> None:
        """Say whose best this is: a game's with its options, or the ratings of a family."""
        game, options = self.games.game, self._options
        text = "" if self._of_ratings else options_text(game, options)
        family = self.ratings.family.currentData()
        self.title.setText(ratings_title(family) if self._of_ratings else game_title(game))
        self.chosen.setText(text)
        self.chosen.setVisible(bool(text))
        self.chosen.setToolTip(text)  # the whole of what may be cut
        self._give_names_room()

    @property
    def _record(self) -> tuple[int, int] | None:
        table = self.tabs.currentWidget()
        key = table.chosen if isinstance(table, DataTable) and table is not self.players else None
        return key if isinstance(key, tuple) else None

    @property
    def _chosen_player(self) -> int | None:
        if self._record is not None:
            return self._record[1]
        if self._of_ratings:
            return self.ratings.chosen
        key = self.players.chosen if self.tabs.currentWidget() is self.players else None
        return key if isinstance(key, int) else None

    def _about(self) -> None:
        if self._chosen_player is not None:
            self.profile.emit(self._chosen_player)

    def _selected(self) -> None:
        self._tell_note()
        # Without a race: that was in a room with a password, and is for those who were there.
        for way in (self.replay, self.race_it):
            self.allow(way, self._record is not None and self._record[0] != 0)
        self.allow(self.about, self._chosen_player is not None)
        self._show_own()

    def _tell_note(self) -> None:
        """Say who is listed, and what a rating is: in a low window its column's tip says that."""
        told = self.tr("Bots are not listed.")
        if self.tabs.currentWidget() is self.players:
            told = self.tr("Bots are not listed. Most wins first, then fewest races.")
        elif self._of_ratings and self.height() >= theme.px(LOW):
            told = f"{about_text()} {told}"
        self.note.setText(told)

    def _replay(self) -> None:
        if self._record is not None and self._record[0]:
            self.session.get_replay(*self._record)

    def _race_it(self) -> None:
        if self._record is not None and self._record[0]:
            self.ghost.emit(*self._record)


def _is_repeated(board: Leaderboard) -> bool:
    """Return whether the best scores say no more than the fastest times: all have solved it."""
    fastest, best = (
        [(row.race, row.player) for row in rows] for rows in (board.fastest, board.best)
    )
    return bool(best) and fastest == best and board.listed.fastest == board.listed.best


def _known() -> set[str]:
    return {entry.name for entry in catalogue.entries()}


def _periods() -> dict[Period, str]:
    return {
        "all": translate("leaderboard", "All time"),
        "year": translate("leaderboard", "Past year"),
        "month": translate("leaderboard", "Past month"),
        "week": translate("leaderboard", "Past week"),
        "day": translate("leaderboard", "Past day"),
    }


def _player(key: object) -> object:
    """Return whose row a key is: of one race, or of a player in all."""
    return key[1] if isinstance(key, tuple) else key


def own_text(best: str, place: int, listed: int) -> str:
    """Return the player's own best, with its place: "Your best: 3:12.0 · 14th of 52"."""
    own = translate("leaderboard", "Your best: {best}").format(best=best)
    return BETWEEN.join((own, place_text(place, max(place, listed))))


def own_tally_text(own: OwnTally, listed: int) -> str:
    """Return what the player has won; there is a place for who has won anything."""
    won = translate("leaderboard", "You have won {wins} of %n race(s)", "", own.tally.races)
    place = place_text(own.place, max(own.place, listed)) if own.tally.wins else ""
    return BETWEEN.join(filter(None, (won.format(wins=own.tally.wins), place)))


def shared_places(tallies: Sequence[Tally]) -> list[int]:
    """Return the place of each row: who has won as often in as many races shares one."""
    places: list[int] = []
    for number, tally in enumerate(tallies, 1):
        before = tallies[number - 2] if number > 1 else None
        equal = before and (before.wins, before.races) == (tally.wins, tally.races)
        places.append(places[-1] if equal else number)
    return places


def _rows(
    records: list[BestResult], texts: Callable[[int, BestResult], list[str | Cell]]
) -> list[tuple[object, list[str | Cell]]]:
    return [((record.race, record.player), texts(i, record)) for i, record in enumerate(records, 1)]


def _win_texts(place: int, record: BestResult) -> list[str | Cell]:
    return [
        str(place),
        one_line(record.name),
        stopwatch(record.milliseconds),
        str(record.score),
        str(record.moves),
        day_of(record.at),
    ]


def _best_texts(place: int, record: BestResult) -> list[str | Cell]:
    return [
        str(place),
        one_line(record.name),
        str(record.score),
        reached_at(record.milliseconds),
        str(record.moves),
        status_text(record.status),
        day_of(record.at),
    ]


def _tally_texts(place: int, tally: Tally) -> list[str]:
    """Return what is told of a player; there is no place for who has won nothing."""
    number = str(place) if tally.wins else "–"
    return [number, one_line(tally.name), str(tally.wins), str(tally.races)]
