"""The end of a race: who came where, and the check that the deal was fair."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Self

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from client.session.fairness import FairnessCheck
from client.session.solving.analysed import luck_alone_decides
from client.session.solving.solution import solution_of
from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.online.analyses import Analyses
from client.window.online.link import Link
from client.window.racing.curve import ScoreCurve, sign_rows
from client.window.racing.podium import Podium
from client.window.racing.race_analysis import RaceAnalysis
from client.window.racing.series_pause import SeriesPause
from client.window.scene.small_board import SmallBoard
from client.window.screens.commands import Command, keep_in_menu
from client.window.screens.more_button import MoreButton
from client.window.screens.screen import Screen
from client.window.widgets.buttons.leave_button import LeaveButton
from client.window.widgets.buttons.shield import Shield
from client.window.widgets.chat import ChatBox
from client.window.widgets.elements import (
    FADE,
    SIDEBAR,
    SPACE,
    TABLE_ROW,
    Cell,
    CutField,
    DataTable,
    Heading,
    Paragraph,
    box,
    button,
    column,
    label,
    page,
    panel,
    plain_tip,
    row,
)
from client.window.widgets.fitting import Fitted, Folding
from client.window.widgets.games.deal_code import DealCode
from client.words.analysis import brief_text, looking_at_text
from client.words.commentary import people_text, results_text
from client.words.daily import daily_text
from client.words.deals import solution_text
from client.words.evening import summary_text
from client.words.ghosts import race_button, race_tip
from client.words.outcome import host_of, is_close, outcome_of, rank_text, were_alone
from client.words.ratings import about_text, own_rating_text, rated_text, rated_tip
from client.words.records.feats import feat_facts
from client.words.texts import (
    BETWEEN,
    game_title,
    points_text,
    racer_name,
    reached_at,
    reached_text,
    rematch_button,
    rematch_text,
    said_text,
    status_text,
    with_bot,
)
from client.words.translation import translate
from protocol import deal_code
from protocol.deal_code import Origin
from protocol.messages import (
    Countdown,
    Feats,
    FromServer,
    MemberChanged,
    MemberLeft,
    Problem,
    RaceStarted,
    Rated,
    RatingChange,
    Replay,
    Results,
    RoomState,
    Said,
    Standing,
)
from protocol.racing import is_ghost, ratable

TABLE: Final = 560
"""The least width of the table, in pixels: each column in full, and some of a long name."""
LEAST_NAME: Final = 126
"""The least width of the names in it, in pixels, with their signs: a column less tells less."""
PICTURES: Final = 420
"""The most height of podium and curve, in pixels."""
CURVE: Final = 150
"""The least height of the curve, in pixels."""
WINNABLE: Final = 7
"""The column that says until when each could have won, once anything is known of that."""
BELOW: Final = 200
"""The least height of podium and curve below the rows, in pixels."""
WIDEST: Final = 1280
"""The most width of it all, in pixels: a row is read from its name to its numbers."""
TOLD: Final = 200
"""The least width of what is said of the deal, in pixels: buttons that leave less are below it."""
FIRST_ROWS: Final = 4
"""How many rows have to be in sight below the podium at least, and the chosen one."""
BOARD, MOST_BOARD = 170, 560
"""The least height of a board below all that, and the most, in pixels."""
PEEK: Final = 110
"""How much is seen at least of what is below in a small window, if any of it is, in pixels."""
WHOLE: Final = 4000
"""More pixels than there are."""
RATING: Final = 8
"""The column of the ratings."""
LONGEST_RATING: Final = "8888? +888"
"""For what that column has room from the start."""
ROOMY: Final = 960
SPACIOUS: Final = 1200
"""The least widths of the screen, in pixels, in which the rarer buttons have room, too, and all."""


class ResultsScreen(Screen):
    """The ranking of the last race, and what comes next."""

    back = Signal()
    """The player wants to go to the room."""
    leaderboard = Signal(str, object, str)
    """The leaderboard of this game with these options and deals is wanted."""
    again = Signal(object)
    """The player wants to play the deal of this `Origin`, alone."""
    evening = Signal()
    """The player wants to see what the races of the room add up to."""
    solution = Signal(object)
    """What wins the deal is to be seen: this `Replay`, as if it were one more racer's."""

    def __init__(self, link: Link, analyses: Analyses | None = None) -> None:
        """Show what `analyses` find out of the race, and ask them for it."""
        super().__init__(link)
        self._analysis = RaceAnalysis(analyses or Analyses(self), link.session.get_replay, self)
        self._analysis.changed.connect(self._show_analysis)
        self._fairness = FairnessCheck(link.session.own)
        self._results: Results | None = None
        self._solution: Replay | None = None
        """What wins the deal; None where that is not known."""
        self._counted = True
        """Whether there are replays of it: it was not on the same deal once more."""
        self._seen = True
        """Whether these results were shown since they came."""
        self._scored = False
        """Whether anybody ever had a point, so that there is a curve to be seen."""
        self._briefs: Sequence[str] = ()
        """What the table says of each of them: until when they could have won."""
        self._origin: Origin | None = None
        """What the deal was made from; None where this version cannot make it."""
        self.title = Heading("title")
        self.begins_at = self.title  # A key that was meant for the race does nothing there.
        self.own = label("", "title", wrap=True)
        """The headline for who raced: won, or the place."""
        self.how = label("", "figure", wrap=True)
        self.feat = label("", "good", wrap=True)
        """What the race has changed for the player on the leaderboards."""
        self.feat.hide()
        """The place of a winner, and how it went."""
        self.told_tally = label("", "read", wrap=True)
        """How the evening stands, once it has a tally."""
        self.told_tally.hide()
        self.podium = Podium()
        self.curve = ScoreCurve()
        theme.fix(self.curve, least_height=CURVE, most_height=PICTURES)
        self.table = _Ranking(
            [
                self.tr("Place"),
                self.tr("Name"),
                self.tr("Result"),
                self.tr("Score"),
                self.tr("Reached at"),
                self.tr("Moves"),
                self.tr("Undos"),
                self.tr("Winnable", "until which move a game could be won"),
                self.tr("Rating"),
            ],
            wide=1,
            numbers=(*range(3, 7), RATING),
            spared=(6, 5),
            whole=True,
            snug=True,
        )
        self.table.explain(4, reached_text())
        self.table.explain(WINNABLE, self.tr("Until which move a game could be won"))
        self.table.leave_out(WINNABLE, out=True)
        self.table.explain(RATING, about_text())
        self.table.keep_room(RATING, LONGEST_RATING)
        self.note = Paragraph(role="muted")
        self.note.hide()
        self.found = Paragraph(role="muted")
        """Until when the chosen one's game could be won, once that was asked for."""
        self.found.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # so that it is read by Tab, too
        self.found.hide()
        theme.fix(self.table, least_width=TABLE)
        self.table.setAccessibleName(self.tr("Results"))
        self.table.itemSelectionChanged.connect(self._chosen)
        self.table.itemActivated.connect(lambda _: self._replay())
        self.board = SmallBoard()
        """How the chosen one's game stood at the end, or one's own, where there is room."""
        theme.fix(self.board, most_height=MOST_BOARD)
        self.board.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.board.chosen.connect(self._replay_board)
        self.board.hide()
        self._pictured_player = 0
        """Whose board that is."""
        self.verdict, self.could = Paragraph(), Paragraph()
        for line in (self.verdict, self.could):
            theme.fix(line, least_width=TOLD)
        """In how many moves the deal could have been won, where that was promised and is true."""
        self.could.hide()
        self.watch_solution = button(
            self.tr("Watch the solution"),
            self._watch_solution,
            self.tr("How this deal could have been won, beside the racers if you like"),
        )
        self.watch_solution.hide()
        self.seed = _field(self.tr("The seed"))
        self.promise = _field(self.tr("The seed’s SHA-256, announced before the start"))
        self.chat = ChatBox(link)
        self.talk = button(self.tr("Chat"), self._to_chat)
        """The way to the chat where it is not in sight."""
        self.talk.hide()
        self.replay = button(self.tr("Watch the replay"), self._replay)
        self.about = button(self.tr("Show the player"), self._about)
        self.race_it = button(race_button(), self._race_it, race_tip())
        tip = self.tr("Find out until which move each of them could have won")
        self.analyse = button(self.tr("Analyse"), self._analyse, tip)
        self.analyse.hide()
        self.rematch = button(rematch_button(None), self._rematch, main=True)
        self.ready = button(self.tr("Ready for the next race"), self._be_ready, main=True)
        self.ready.hide()
        self.state = label("", "muted", wrap=True)
        theme.fix(self.state, least_width=150)
        self.state.hide()
        self._pause = SeriesPause(self.session, self)
        self._pause.told.connect(self._tell_pause)

        self.details = button(self.tr("Details"), self._show_proof)
        self.details.setCheckable(True)
        theme.set_role(self.details, "quiet")
        self.checked = label("", wrap=True)
        self.checked.hide()
        """What was checked, where all is well; what is not stands in the line itself."""
        self.copy_seed = button(self.tr("Copy seed"), self._copy)
        self.deal_code = DealCode()
        self.deal_code.copied.connect(self.notice)
        seed = row(space=8)
        seed.addWidget(_named(self.tr("Seed"), self.seed), 1)
        seed.addWidget(self.copy_seed)
        self.proof = box(column(seed, _named("SHA-256", self.promise), space=4))
        for part in (self.proof, self.deal_code):
            part.hide()
        tip = self.tr("Play it yourself, alone, from the start")
        self.deal_again = button(self.tr("This deal again"), self._play_again, tip)
        told = box(column(self.could, self.verdict, space=2))
        deal_ways = Folding(self.details, self.watch_solution, self.deal_again, space=8)
        about = Folding(told, deal_ways, wide=0, space=8)
        self._proof = panel(column(about, self.checked, self.proof, self.deal_code, space=4))
        self._side = column(label(self.tr("Chat"), "muted"), self.chat, space=8)
        self._side.setStretch(1, 2)
        self._beside = box(self._side)
        theme.fix(self._beside, least_width=190, most_width=SIDEBAR)
        head = column(
            *(row(self.title, None), self.own, self.how, self.feat, self.told_tally), space=2
        )
        self._head = box(head)
        ranking = column(self.table, self.note, self.found, space=4)
        self._pictures = row(self.podium, self.curve)
        self._pictures.setStretch(0, 4)
        self._pictured = box(self._pictures)
        theme.fix(self._pictured, most_height=PICTURES)
        self._main = column(self._head, self._pictured, ranking, self._proof)
        self._main.addWidget(self.board, 1)
        self._main.addStretch()
        self._main.setStretch(1, 100)
        # In a small window the names need the room of the chat, which is scrolled to there.
        self._ranked = box(self._main)
        self._folding = Folding(self._ranked, self._beside, wide=0, space=2 * SPACE)
        self._folding.turned.connect(self._turn)
        self.leave = LeaveButton(self.link)
        self.best = button(self.tr("Leaderboard"), self._leaderboard)
        self.room = button(self.tr("Back to the room"), self.back.emit)
        self.tally = button(self.tr("Tally"), self.evening.emit)
        self.tally.hide()
        rarer, rarest = (self.analyse, self.best), (self.race_it, self.about)
        self._rarer = box(row(*rarer, space=8))
        self._rarest = box(row(*rarest, space=8))
        keep_in_menu(self, *rarer, *rarest)
        self.more = MoreButton(*rarer, *rarest)
        """Leads to these where they have no room."""
        first = (self.leave, self.talk, self.replay, self.tally)
        ways = row(*first, self._rarer, self._rarest, self.more, None, space=8)
        on = row(space=8)
        on.addWidget(self.state, 1)
        on.addStretch()
        on.addWidget(self.room)
        on.addWidget(self.rematch)
        on.addWidget(self.ready)
        self.serve(self.chat.entry, self.best, self.rematch, self.ready)
        self._middle = Fitted(self._folding)
        bar = self._middle.verticalScrollBar()
        bar.valueChanged.connect(lambda _: self._follow_scroll())
        bar.rangeChanged.connect(lambda _least, _most: self._keep_side())
        self._shield = Shield(self)
        self._laid_out = QTimer(self, singleShot=True, interval=0)
        """Until the rows have their places."""
        self._laid_out.timeout.connect(self._reveal)
        self._unfolded = QTimer(self, singleShot=True, interval=0)
        """Until the details have their place."""
        self._unfolded.timeout.connect(lambda: self._middle.ensureWidgetVisible(self.deal_code))
        whole = column(self._middle, Folding(ways, on, wide=1, space=8))
        whole.setStretch(0, 1)
        self.setLayout(page(whole, widest=WIDEST))

    def heading(self) -> str:
        """Return whose results these are."""
        return self.title.text()

    def spoken(self) -> str:
        """Return how the race ended for everybody, the player's own end first."""
        if self._results is None:
            return ""
        told = results_text(self._results.standings, self.session.player)
        own = self._changes.get(self.session.player)
        rating = own_rating_text(own) if own is not None else ""
        feat = self._feat_text()
        return ". ".join(filter(None, (told, self.could.text(), feat, rating)))

    def take(self, message: FromServer) -> None:
        """Remember what was promised, show what came of it."""
        self._fairness.note(message)
        self.chat.take(message)
        match message:
            case Results():
                self._show(message)
                self._seen = False
                self._shield.up()  # from what was meant for the race
            case Rated():
                self._show_ratings()
            case Feats():
                self._show_feat()
                if self.feat.text() and self.isVisible():
                    announce(self, self.feat.text(), urgent=False)
            case Problem():
                self._analysis.refused()
            case Countdown() | RaceStarted():
                self._analysis.cancel()
            case Said() if self.isVisible() and self.chat.visibleRegion().isEmpty():
                if message.player != self.session.player:
                    self.notice.emit(said_text(message.name, message.text))
            case RoomState() | MemberChanged() | MemberLeft():
                self._tell_next(self.session.room)
            case _:
                pass

    def follow(self, before: Self) -> None:
        """Show what another such screen did, as in another language."""
        self._analysis.follow(before._analysis)
        self.details.setChecked(before.details.isChecked())

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        about = (
            self.replay,
            self.watch_solution,
            self.analyse,
            self.race_it,
            self.about,
            self.best,
            self.details,
        )
        deal = (self.deal_again, self.deal_code.copy, self.copy_seed)
        next_race = self.rematch, self.ready, self.tally, self.room, self.talk
        return *next_race, None, *about, None, *deal, None, self.leave

    @property
    def shown(self) -> Results | None:
        """The results of the last race, also when the room is open for the next one."""
        return self._results

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leads back to the room; up and down lead through the racers."""
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.title.hasFocus():
            self.table.setFocus(Qt.FocusReason.TabFocusReason)
            QApplication.sendEvent(self.table, event)
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the player's own row in sight."""
        super().showEvent(event)
        if not self._seen:
            self._seen = True
            self._shield.up()  # they may come later than they were told
        if self._results is not None:
            self._tell_next(self.session.room)  # the seconds of a pause go by unseen
        self._laid_out.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the player's own row in sight, and the rarer buttons where they have room."""
        super().resizeEvent(event)
        self._fit_buttons()
        if self.isVisible():
            self._laid_out.start()

    @property
    def _roomy(self) -> bool:
        return self.width() >= theme.px(ROOMY)

    def _fit_buttons(self) -> None:
        self._rarer.setVisible(self._roomy)
        spacious = self.width() >= theme.px(SPACIOUS)
        self._rarest.setVisible(spacious)
        self.more.setVisible(not spacious)
        self._show_state()

    def _turn(self, folded: bool) -> None:
        """Have the chat beside all else, or below and out of sight: then a button leads there."""
        theme.fix(self._beside, most_width=WHOLE if folded else SIDEBAR)
        self.talk.setVisible(folded)

    def _follow_scroll(self) -> None:
        self._tell_below()
        self._keep_side()

    def _keep_side(self) -> None:
        """Keep the chat in sight beside rows that are scrolled: it goes along with them.

        Where not even its least height is in sight at once, it is scrolled like all else.
        """
        bar, high = self._middle.verticalScrollBar(), self._middle.viewport().height()
        around = self._side.contentsMargins()
        least = self._side.minimumSize().height() - around.top() - around.bottom()
        kept = not self._folding.folded and least <= high
        above = bar.value() if kept else 0
        below = bar.maximum() - bar.value() if kept else 0
        self._side.setContentsMargins(0, above, 0, below)
        self._side.activate()  # now: a frame later, it would tremble
        self._middle.spare_fade(self._beside.width() if kept else 0)

    def _put_curve(self, *, wide: bool) -> None:
        """Have the curve above the rows, beside the podium if there is one, or above the chat."""
        if wide:
            self._pictures.addWidget(self.curve, 5)
        else:
            self._side.insertWidget(0, self.curve, 3)
        self.curve.setVisible(self._scored)  # Qt would show it later.

    def _put_pictures(self, *, above: bool) -> None:
        """Have podium and curve above the rows, or below what is said of the deal."""
        self._main.removeWidget(self._pictured)
        proof = self._main.indexOf(self._proof)
        self._main.insertWidget(1 if above else proof + 1, self._pictured, 100 if above else 0)
        self._pictured.setMinimumHeight(0 if above else theme.px(BELOW))

    def _reveal(self) -> None:
        """Show the top, or the chosen row where it would be out of sight: then with whole rows.

        Podium and curve say nothing that the rows do not: where what matters more has no room
        below them, above what fades, the curve is above the chat; and where that is not enough, or
        the chat is below itself, they are below the rows.
        """
        folded, podium = self._folding.folded, not self.podium.deserted
        self._side.setContentsMargins(0, 0, 0, 0)  # until it is known how much is scrolled
        self._put_pictures(above=True)
        self._put_curve(wide=not folded)
        self._picture(podium=podium)
        if self._crowded():
            self._put_curve(wide=False)
            self._picture(podium=podium)
        if self._crowded() and podium:
            self._put_pictures(above=False)
            self._put_curve(wide=folded)
            self._picture(podium=podium)
        self._show_board()
        self._hold_below()
        self._middle.verticalScrollBar().setValue(self._first_seen())
        self._follow_scroll()

    def _first_seen(self) -> int:
        """Return from where all has to be seen, so that the chosen row is in sight, in pixels.

        Where that is not from the top, it is from the table's edge or a row's: the headline, or a
        row, is in sight whole or not at all.
        """
        below, whole = self._row_foot() - self._room(), self._middle.widget()
        if below <= 0 or whole is None:
            return 0
        boxes = [self.table.rect(), *map(self.table.row_box, self.table.keys)]
        tops = [self.table.mapTo(whole, each.topLeft()).y() for each in boxes if each is not None]
        return next((top for top in tops if top >= below), below)

    def _tell_below(self) -> None:
        """Say what is below in a small window, while next to nothing of it is in sight."""
        whole, bar = self._middle.widget(), self._middle.verticalScrollBar()
        seen = bar.value() + self._room() - theme.px(PEEK) // 2
        folded, curve = self._folding.folded, self._beside.isAncestorOf(self.curve)
        lower = self._main.indexOf(self._pictured) > 1 and not self._pictured.isHidden()
        text, first = "", self._pictured if lower else self._beside
        if whole is not None and first.mapTo(whole, QPoint(0, 0)).y() >= seen:
            if folded and lower:
                text = self.tr("Podium, curve and chat are below")
            elif folded and curve and self._scored:
                text = self.tr("Curve and chat are below")
            elif folded:
                text = self.tr("The chat is below")
            elif lower:
                text = self.tr("The podium is below")
        self._middle.tell_below(text)

    def _show_board(self) -> None:
        """Show a board as it stood at the end in what room is left below all else."""
        results, race, whole = self._results, self.session.race, self._middle.widget()
        tracks = race.tracks if race is not None and results and race.number == results.race else {}
        racers = {racer.player: racer for racer in results.standings} if results else {}
        ways = (self.table.chosen, self.session.player)
        seen = next(
            (racers[p] for p in ways if isinstance(p, int) and p in tracks and p in racers), None
        )
        foot = self._proof.mapTo(whole, self._proof.rect().bottomLeft()).y() if whole else 0
        spare = self._middle.viewport().height() - foot - SPACE
        shown = seen is not None and not self._folding.folded and spare >= theme.px(BOARD)
        self.board.setVisible(shown)
        if not shown or seen is None or results is None:
            return
        self._pictured_player = seen.player
        self.board.set_game(results.settings.game, results.settings.options)
        self.board.set_caption(BETWEEN.join((racer_name(seen), points_text(seen.score))))
        self.board.show_state(tracks[seen.player].view)
        self._lay_out()

    def _hold_below(self) -> None:
        """Have enough of what is below in a small window in sight, or nothing of it."""
        self._ranked.setMinimumHeight(0)
        self._lay_out()
        high = self._middle.viewport().height()
        peeks = high - self._ranked.height()
        if self._folding.folded and 0 < peeks < theme.px(PEEK):
            self._ranked.setMinimumHeight(high)
            self._lay_out()

    def _replay_board(self) -> None:
        if game := self._game_of(self._pictured_player):
            self.session.get_replay(*game)

    def _picture(self, *, podium: bool) -> None:
        """Have the podium, or not, and no empty place for what is not there."""
        self.podium.setVisible(podium)
        curve = self._scored and self._pictured.isAncestorOf(self.curve)
        self._pictured.setVisible(podium or curve)
        self._lay_out()

    def _room(self) -> int:
        """Return how much is in sight at once, in pixels, but for what fades."""
        fades = theme.px(FADE) if self._middle.verticalScrollBar().maximum() else 0
        return self._middle.viewport().height() - fades

    def _crowded(self) -> bool:
        """Whether what matters most is out of sight."""
        return max(self._row_foot(), self._first_foot()) > self._room()

    def _lay_out(self) -> None:
        """Let all have the place now that it would have soon: more rows than before, say."""
        self._middle.fit()
        for part in (self._folding, self._ranked, self._pictured):
            if layout := part.layout():
                layout.activate()

    def _row_foot(self) -> int:
        """Return where the chosen row ends, from the top of all that can be scrolled; 0 without."""
        row, whole = self.table.row_box(self.table.chosen), self._middle.widget()
        if row is None or whole is None:
            return 0
        return self.table.mapTo(whole, row.bottomLeft()).y()

    def _first_foot(self) -> int:
        """Return where the first rows end or, where these are all, what is said of the deal."""
        rows, whole = self.table.keys, self._middle.widget()
        if whole is None:
            return 0
        if len(rows) <= FIRST_ROWS:
            return self.verdict.mapTo(whole, self.verdict.rect().bottomLeft()).y()
        row = self.table.row_box(rows[FIRST_ROWS - 1])
        return self.table.mapTo(whole, row.bottomLeft()).y() if row is not None else 0

    def _tell_next(self, room: RoomState | None) -> None:
        """Say what comes next, and offer what the player can do for it."""
        self._tell_evening(room)
        me, host = self.session.me, self.session.is_host
        over, opened = (room is not None and room.phase == phase for phase in ("finished", "lobby"))
        guest = me is not None and me.seated and not host
        between = over or opened
        ready = between and guest and me is not None and not me.ready
        daily = bool(self.session.daily_room)  # what comes next is offered beside the day
        self.rematch.setVisible(over and host and not daily)
        self.rematch.setText(rematch_button(room))
        self.best.setVisible(not daily)
        self.room.setText(daily_text() if daily else self.tr("Back to the room"))
        # In its place from the start: it must not come where somebody aims at another.
        self.ready.setVisible(guest and between)
        self.allow(self.ready, ready)
        ended = self.session.evening.over  # of a series: its tally is what everybody wants to see
        theme.set_role(self.rematch, "" if ended else "main")
        next_race = ready or (over and host and not daily)  # else the room is where it begins
        theme.set_role(self.room, "" if next_race or room is None else "main")
        text = ""
        if room is not None and over and not daily:
            text = rematch_text(room, self.session.player)
        elif opened and not daily:
            text = self.tr("The room is open for the next race.")
        if opened and text != self.state.text() and self.isVisible():
            announce(self, text, urgent=False)
        if between and self.session.evening.pause > 0:
            self._pause.follow()
            return
        self._pause.rest()
        self.state.setText(text)
        self._show_state()

    def _tell_pause(self, text: str) -> None:
        """Say when the next deal of a series opens."""
        self.state.setText(text)
        self._show_state()

    def _tell_evening(self, room: RoomState | None) -> None:
        """Say how the evening stands with this race."""
        series = room.settings.series if room is not None else None
        told = summary_text(self.session.evening, series, self.session.player)
        self.told_tally.setText(told)
        for part in (self.told_tally, self.tally):
            part.setVisible(bool(told))
        theme.set_role(self.tally, "main" if self.session.evening.over else "")

    def _show_state(self) -> None:
        """Say what comes next, unless a button does that has no room beside it."""
        room, offered = self.session.room, not self.ready.isHidden() and self.ready.isEnabled()
        opened = room is not None and room.phase == "lobby"
        said = not self._roomy and opened and offered
        self.state.setVisible(bool(self.state.text()) and not said)

    def _show(self, results: Results) -> None:
        self._results = results
        room = self.session.room
        self._counted = room is None or room.practice is None
        self._origin = _origin(results)
        self.deal_code.show_code(deal_code.write(*self._origin) if self._origin else "")
        self.deal_again.setVisible(self._origin is not None)
        game = game_title(results.settings.game)
        self.title.setText(self.tr("{game}: results").format(game=game))
        standings, curves = results.standings, self.session.curves
        scores = (score for curve in curves.values() for _, score in curve)
        self._scored = any(scores) or any(racer.score for racer in standings)
        self.podium.show_standings(standings, results.winners, self.session.player)
        ends = [racer.milliseconds for racer in standings]
        ends += [curve[-1][0] for curve in curves.values() if curve]
        race = self.session.race
        if race is not None and race.number != results.race:
            race = None
        length, done = (race.length, race.ends) if race is not None else (0, {})
        self.curve.show_curves(
            curves,
            standings,
            max([*ends, length]),
            self.session.player,
            ends=done,
        )
        own = next((s for s in results.standings if s.player == self.session.player), None)
        self._show_own(results, own)
        self._analysis.show_results(results)
        self.table.leave_out(RATING, out=not self._ratable)
        self._fill(standings)
        self.note.setText(self._stopped_text(results))
        self.note.setVisible(bool(self.note.text()))
        self._colour()
        if standings:
            self.table.choose(own.player if own else standings[0].player)
        self._chosen()
        self.seed.setText(results.seed)
        self.promise.setText(results.commitment)
        for field in (self.seed, self.promise):
            field.setCursorPosition(0)
        misfits = results.race in self.session.misfits
        fair, text = self._fairness.verdict(results, misfits=misfits)
        self._show_solution(results)
        self.verdict.setText(self.tr("✓ The deal was fair") if fair else text)
        theme.set_role(self.verdict, "good" if fair else "bad")
        self.checked.setText(text if fair else "")
        self._show_proof()

    def _fill(self, standings: Sequence[Standing]) -> None:
        self._briefs = self._found(standings)
        self.table.leave_out(WINNABLE, out=not any(self._briefs))
        both, changes = zip(standings, self._briefs, strict=True), self._changes
        self.table.fill(
            [
                (s.player, [*_texts(s, standings, brief), _rated(changes.get(s.player))])
                for s, brief in both
            ]
        )
        self.table.light(self.session.player)  # also while another one is chosen

    # Ratings --------------------------------------------------------------------------------------

    @property
    def _ratable(self) -> bool:
        """Whether ratings come of the race that is shown, or have come."""
        results, room, rated = self._results, self.session.room, self.session.rated
        if results is None or not results.settings.rated:
            return False
        if rated is not None and rated.race == results.race:
            return bool(rated.changes)
        practice = room is not None and room.practice is not None
        return bool(ratable(results.standings)) and not practice

    @property
    def _changes(self) -> Mapping[int, RatingChange]:
        """What the race that is shown has made of its racers' ratings, as far as it is known."""
        results, rated = self._results, self.session.rated
        if results is None or rated is None or rated.race != results.race:
            return {}
        return {change.player: change for change in rated.changes}

    def _feat_text(self) -> str:
        """Return what the race that is shown has changed for the player on the leaderboards."""
        results, feats = self._results, self.session.feats
        if results is None or feats is None or feats.race != results.race:
            return ""
        own = (feat for feat in feats.feats if feat.player == self.session.player)
        facts = [feat_facts(feat, results.settings.game) for feat in own]
        return BETWEEN.join(fact for told in facts for fact in told)

    def _show_feat(self) -> None:
        self.feat.setText(self._feat_text())
        if self.feat.isHidden() == bool(self.feat.text()):
            self.feat.setVisible(bool(self.feat.text()))
            self._laid_out.start()  # all below it is elsewhere now

    def _show_ratings(self) -> None:
        """Show what the race has made of its racers' ratings, and say one's own."""
        changes = self._changes
        if self._results is None:
            return
        self.table.leave_out(RATING, out=not self._ratable)
        if not changes:
            return
        self._fill(self._results.standings)
        own = changes.get(self.session.player)
        if own is not None and self.isVisible():
            announce(self, own_rating_text(own), urgent=False)

    def _show_solution(self, results: Results) -> None:
        """Say in how many moves the deal could have been won, and offer to watch how."""
        self._solution = solution_of(results)
        known = self._solution is not None
        self.could.setText(solution_text(len(results.solution)) if known else "")
        for part in (self.could, self.watch_solution):
            part.setVisible(known)

    def _watch_solution(self) -> None:
        if self._solution is not None:
            self.solution.emit(self._solution)

    def _show_own(self, results: Results, own: Standing | None) -> None:
        """Say large how one came in oneself; for who watched, the game is the headline."""
        standings, won = results.standings, own is not None and own.player in results.winners
        theme.set_role(self.title, "title" if own is None else "read")
        theme.set_role(self.own, "victory" if won else "title")
        told = list[str]()
        if own is not None:
            host = host_of(self.session.room, self.session.player)
            headline, facts = outcome_of(own, len(standings), won=won, host=host)
            self.own.setText(headline)
            told += facts
        self.own.setVisible(own is not None)
        told.append(people_text(standings, self.session.player))
        self.how.setText(BETWEEN.join(filter(None, told)))
        self.how.setVisible(bool(self.how.text()))
        self._show_feat()

    def _stopped_text(self, results: Results) -> str:
        """Return why racers were stopped, and that nobody has beaten them; empty if none were."""
        present = (racer for racer in results.standings if not is_ghost(racer.player))
        stopped = [racer for racer in present if racer.status == "stopped"]
        if not stopped:
            return ""
        told = []
        race = self.session.race
        same = race is not None and race.number == results.race
        if race is not None and same and were_alone(results.standings, race.ends, race.length):
            told.append(self.tr("Bots that race on alone are stopped after ten seconds."))
        if not results.winners:
            told.append(self.tr("A stopped race counts neither as a win nor as a loss."))
        return " ".join(told)

    def _colour(self) -> None:
        """Put each racer's colour beside the name."""
        standings = self._results.standings if self._results else []
        sign_rows(self.table, 1, [racer.player for racer in standings], self.session.player)

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._colour()
            self._fit_buttons()

    def _show_proof(self) -> None:
        shown = self.details.isChecked()
        self.proof.setVisible(shown)
        self.checked.setVisible(shown and bool(self.checked.text()))
        self.deal_code.setVisible(shown and self._origin is not None)
        if shown:
            self._unfolded.start()  # In a small window they are below what is in sight.

    def _chosen(self) -> None:
        if self.table.hasFocus():
            row_foot, rows = self._row_foot(), 2 * theme.px(TABLE_ROW)
            self._middle.ensureVisible(0, row_foot - rows // 2, 0, rows)
        else:
            self._laid_out.start()
        known = self._game_of_chosen is not None
        self.allow(self.replay, known)
        self.allow(self.race_it, known)
        self.allow(self.about, self.table.chosen is not None)
        standings = self._results.standings if self._results else []
        name = next((racer_name(s) for s in standings if s.player == self.table.chosen), "")
        for way in (self.replay, self.about):
            way.setToolTip(plain_tip(name))  # of whom
        self.race_it.setToolTip(plain_tip("\n".join(filter(None, (name, race_tip())))))
        self._tell_analysis()

    # Until when it could be won ------------------------------------------------------------------

    def takes(self, replay: Replay) -> bool:
        """Take a replay that was asked for to be analysed; return whether it was."""
        return self._analysis.take(replay)

    def _analyse(self) -> None:
        if self._analysis.under_way:
            self._analysis.cancel()
        elif self._results is not None:
            self._analysis.ask(self._results.standings)

    def _show_analysis(self) -> None:
        """Say until when each of them could have won, as far as it is known."""
        standings = self._results.standings if self._results else []
        if self._briefs != self._found(standings):
            self._fill(standings)
        self._tell_analysis()

    def _found(self, standings: Sequence[Standing]) -> Sequence[str]:
        """Return in a few words until when each of them could have won, as far as it is known."""
        known = [self._analysis.of(racer.player) for racer in standings]
        return [brief_text(each.finding, each.moves) if each else "" for each in known]

    def _tell_analysis(self) -> None:
        """Say until when the chosen one could have won, or how far it is; and offer to find out."""
        standings, analysis = self._results.standings if self._results else [], self._analysis
        lost = [racer for racer in standings if racer.status != "won" and racer.moves]
        known = [analysis.of(racer.player) for racer in lost]
        done, under_way = sum(each is not None and each.over for each in known), analysis.under_way
        offered = done < len(lost) and not self._of_luck
        self.analyse.setText(self.tr("Stop analysing") if under_way else self.tr("Analyse"))
        self.analyse.setVisible(offered)
        self.allow(self.analyse, offered)
        text = analysis.text(self.table.chosen) if isinstance(self.table.chosen, int) else ""
        if under_way and not text:
            text = looking_at_text(done + 1, len(lost))
        self.found.setText(text)
        self.found.setVisible(bool(text))

    @property
    def _of_luck(self) -> bool:
        """Whether luck alone decided the race, so that nothing can be found out."""
        return self._origin is None or luck_alone_decides(self._origin.game, self._origin.options)

    def _about(self) -> None:
        chosen = self.table.chosen
        if isinstance(chosen, int):
            ghost = self.session.ghost(chosen)
            self.profile.emit(ghost.player if ghost else chosen)

    def _game_of(self, player: int) -> tuple[int, int] | None:
        """Return the race and the player of somebody's game; None where nobody can see it again.

        A ghost's is that which it has played once more.
        """
        if ghost := self.session.ghost(player):
            return ghost.race, ghost.player
        return (self._results.race, player) if self._results and self._counted else None

    @property
    def _game_of_chosen(self) -> tuple[int, int] | None:
        chosen = self.table.chosen
        return self._game_of(chosen) if isinstance(chosen, int) else None

    def _replay(self) -> None:
        if game := self._game_of_chosen:
            self.session.get_replay(*game)

    def _race_it(self) -> None:
        if game := self._game_of_chosen:
            self.ghost.emit(*game)

    def _leaderboard(self) -> None:
        if self._results is not None:
            settings = self._results.settings
            self.leaderboard.emit(settings.game, settings.options, settings.deals)

    def _to_chat(self) -> None:
        self._middle.ensureWidgetVisible(self.chat)
        (self.chat.field if self.chat.field.isEnabled() else self.chat.lines).setFocus()

    def _be_ready(self) -> None:
        self.session.set_ready(True)
        self.back.emit()

    def _rematch(self) -> None:
        self.session.rematch()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.seed.text())
        self.notice.emit(self.tr("The seed is on the clipboard."))

    def _play_again(self) -> None:
        if self._origin is not None:
            self.again.emit(self._origin)


class _Ranking(DataTable):
    least_wide: ClassVar = LEAST_NAME


def _origin(results: Results) -> Origin | None:
    settings = results.settings
    try:
        return deal_code.read(deal_code.write(settings.game, settings.options, results.seed))
    except ValueError:  # a game of a newer version, or no seed: not ours to deal
        return None


def _field(name: str) -> CutField:
    """A line to select and copy from, of whatever length."""
    made = CutField(only_read=True)
    made.setAccessibleName(name)
    theme.set_role(made, "proof")
    return made


def _named(name: str, text: QWidget) -> QWidget:
    head = label(name, "muted")
    theme.fix(head, width=64)
    made = QWidget()
    made.setStyleSheet("background: transparent")
    made.setLayout(row(head, text, space=4))
    return made


def _rated(change: RatingChange | None) -> Cell:
    """Return what a race has made of somebody's rating in its family, and in all in the tip."""
    if change is None:
        return Cell("", "")
    return Cell(rated_text(change.family, change.family_before), rated_tip(change))


def _texts(racer: Standing, standings: Sequence[Standing], brief: str) -> list[str | Cell]:
    # In a narrow table, there may be no column for the undos.
    undos = translate("results", "Undos: {undos}").format(undos=racer.undos)
    return [
        rank_text(racer, len(standings)),
        with_bot(racer_name(racer), bot=racer.bot, level=racer.level),
        status_text(racer.status),
        str(racer.score),
        reached_at(racer.milliseconds, fine=is_close(racer, standings)),
        Cell(str(racer.moves), undos),
        str(racer.undos),
        brief,
    ]
