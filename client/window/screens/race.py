"""The race, as a racer sees it: the board, the clock, and the rivals."""

import math
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QFrame,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from client.session.track import Track
from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.desktop.memory import Memory
from client.window.online.link import Link
from client.window.racing.beside import BoardBeside
from client.window.racing.boards import BoardsGrid
from client.window.racing.countdown import CountdownOverlay
from client.window.racing.curve import ScoreCurve
from client.window.racing.end_question import EndQuestion
from client.window.racing.end_race import EndRaceButton, news_of_end
from client.window.racing.last_look import LASTS
from client.window.racing.own_end import OwnEnd
from client.window.racing.race_side import RaceSide
from client.window.scene.board_view import BoardView
from client.window.scene.bubble import NEWS_MS, Bubble
from client.window.screens.commands import Command, give_board_keys, keep_in_menu
from client.window.screens.screen import Screen
from client.window.widgets.buttons.leave_button import LeaveButton
from client.window.widgets.buttons.shield import Shield
from client.window.widgets.elements import SureButton, box, button, column, label, row
from client.window.widgets.fitting import Folding
from client.words.commentary import place_among, rival_news, standing_text, win_news
from client.words.outcome import ending_text, host_of, is_ranked
from client.words.texts import (
    BETWEEN,
    deal_text,
    duration,
    game_title,
    points_text,
    primer_text,
    reason_text,
    stopwatch,
    told_text,
)
from engine import catalogue, handling
from engine.state import Action, State
from protocol.messages import (
    Board,
    Countdown,
    Curves,
    EndAsked,
    FromServer,
    Progress,
    RaceStarted,
    Refused,
    Results,
    RoomState,
    Settings,
    Standing,
    Status,
    Step,
)

COUNTED = 3
"""The last seconds of a countdown are counted aloud."""
ROOMY: Final = 1400
"""The least width of the screen, in pixels, in which the rarer buttons have room, too."""
HIGH: Final = 520
"""The least height of the screen, in pixels, in which a question has room beside the tools."""
OWN, CURVE, BOARDS = 0, 1, 2
"""What can be looked at once one's own race is over."""


class RaceScreen(Screen):
    """From the countdown to one's own end of the race, and until everybody else's."""

    has_help = True

    def __init__(self, link: Link, memory: Memory) -> None:
        super().__init__(link)
        self._memory = memory
        link.misunderstood.connect(self._look_for_the_end)
        self.board = BoardView()
        self.board.acted.connect(self._act)
        self.board.undo_asked.connect(self._undo)
        self.board.redo_asked.connect(self._redo)
        self.board.time_asked.connect(self._tell_time)
        self.board.looks_best = self._hint
        self.overlay = CountdownOverlay(self.board)
        self.overlay.ticked.connect(self._tell_countdown)
        self.side = RaceSide(link)
        self.side.bars.profile.connect(self._show_player)
        self.side.rules.connect(self.board.show_help)
        self.ending = label("", wrap=True)
        theme.fix(self.ending, least_width=200)
        self.banner = QFrame()
        theme.set_role(self.banner, "banner")
        self.leave = LeaveButton(self.link)
        self.curve = ScoreCurve(legend=True)
        self.boards = BoardsGrid()
        self.stage = QStackedWidget()
        for part in (self.board, self.curve, self.boards):
            self.stage.addWidget(part)
        self.own_end = OwnEnd()
        self.others = button(self.tr("Watch the others"), self._watch_others, main=True)
        self.others.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._shield = Shield(self.banner)
        self.news = Bubble(self.stage)
        """Which rival has just won."""
        theme.set_role(self.news, "win")
        self.stage.installEventFilter(self)
        self.views = QButtonGroup(self)
        looks = row(space=6)
        for number, text in (
            (OWN, self.tr("My board")),
            (CURVE, self.tr("Curve")),
            (BOARDS, self.tr("Boards")),
        ):
            look = button(text, self._look)
            look.setCheckable(True)
            look.setChecked(number == OWN)
            look.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.views.addButton(look, number)
            looks.addWidget(look)
        self.boards.all.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        looks.addWidget(self.boards.all)
        self._rarer = box(row(self.others))
        """The place of the button for which the boards' own stands where there is no room."""
        looks.addWidget(self._rarer)
        looks.addStretch()
        self._curve_timer = QTimer(self, interval=1000)
        self._curve_timer.timeout.connect(self._show_curve)

        self.end_race = EndRaceButton(self.session)
        ways = row(None, self.end_race, self.leave)
        self._told = box(column(self.ending))
        self._told.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        keep_in_menu(self, self.others)
        self._ways = Folding(looks, ways, wide=1)
        """Where to look meanwhile; there is no meanwhile once the race is over."""
        line = Folding(self.own_end, self._told, self._ways, wide=0)
        self.banner.setLayout(column(line, margin=8))

        self.undo = button(self.tr("Undo"), self.board.undo)
        self.redo = button(self.tr("Redo"), self.board.redo)
        self.finish = button(self.tr("Finish"), self.board.finish)
        self.finish.hide()
        self.board.finish_offered.connect(self.finish.setVisible)
        self.deal = button(self.tr("Deal"), self.board.press_button)
        self.board.button_lit.connect(lambda lit: theme.set_role(self.deal, "main" if lit else ""))
        self.hint = button(self.tr("Hint"), self.board.show_hint)
        question = self.tr("Give up?", "asks once more")
        self.give_up = SureButton(self.tr("Give up"), question, self._give_up)
        for tool in self._tools:
            tool.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys to the board
        give_board_keys(
            undo=self.undo,
            redo=self.redo,
            hint=self.hint,
            finish=self.finish,
            deal=self.deal,
        )
        QShortcut(QKeySequence("Ctrl+Z"), self, self.board.undo)
        for keys in ("Ctrl+Y", "Ctrl+Shift+Z"):
            QShortcut(QKeySequence(keys), self, self.board.redo)

        self.question = EndQuestion(self.session)
        self.question.turned.connect(self._make_room)
        left = column(space=8)
        left.addWidget(self.question)
        left.addWidget(self.stage, 1)
        left.addWidget(self.banner)
        back = row(self.undo, self.redo, self.hint, None, space=8)
        on = row(self.finish, self.deal, None, self.give_up, space=8)
        self.tools = Folding(back, on, wide=1, space=8)
        left.addWidget(self.tools)
        self.beside = BoardBeside(left, self.side)
        self.beside.returned.connect(lambda: self.board.setFocus(Qt.FocusReason.OtherFocusReason))
        self.setLayout(column(self.beside))
        for tool, following in pairwise(self._tools):
            QWidget.setTabOrder(tool, following)
        self._shown: tuple[int, Settings] | None = None
        """The race on the board, by its number, and what is raced."""
        self._playing = False
        self._ended = False
        self._ended_at = 0.0
        """When one's own race was over, by `time.monotonic`."""
        self._stood: list[Standing] = []
        """How everybody stood when it was last told."""

    @property
    def _tools(self) -> tuple[QPushButton, ...]:
        """The buttons below the board in the order of Tab, as they are seen."""
        return self.undo, self.redo, self.hint, self.finish, self.deal, self.give_up

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        play = (self.undo, self.redo, self.hint, self.finish, self.deal)
        watch = (*self.views.buttons(), self.others, self.boards.all, self.beside.turn)
        answers = (self.question.agree, self.question.go_on)
        return *play, None, *watch, None, *answers, self.give_up, self.end_race, self.leave

    def show_help(self) -> None:
        """Show the rules and the keys, or put them away."""
        self.board.show_help()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the news at the lower edge of what is shown."""
        if watched is self.stage and event.type() == QEvent.Type.Resize and self.news.isVisible():
            self.news.put()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have the rarer button where there is room for it."""
        super().resizeEvent(event)
        self._rarer.setVisible(self.width() >= theme.px(ROOMY))
        self._make_room()

    def _make_room(self) -> None:
        """Have the tools, but in a small window not while a question takes their room."""
        asked = not self.question.isHidden()
        hidden = asked and self.height() < theme.px(HIGH)
        self.tools.setVisible(self.banner.isHidden() and not hidden)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leads back to the board, from the chat say; F1 shows the rules and the keys."""
        if event.key() == Qt.Key.Key_F1:
            self.board.show_help()
        elif event.key() == Qt.Key.Key_Escape and self.board.isVisible():
            self.board.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    def take(self, message: FromServer) -> None:
        """Show what a message has changed in the race."""
        self.side.take(message)
        self.question.refresh()
        if not self.session.seated:
            return
        match message:
            case RoomState(phase="lobby"):
                self._shown = None
            case RoomState():
                self._show_ending(self.session.track)  # The host may be another one now.
            case Countdown() if self.session.room is not None:
                settings = self.session.room.settings
                if (message.race, settings) != self._shown:
                    self._tell_start(math.ceil(message.milliseconds / 1000))
                    QApplication.alert(self.window())  # Where the player is in another window.
                self._begin(message.race, settings)
                self.overlay.count_to(self.session.starts, self._primer())
            case RaceStarted():
                self._begin_once()
                self.overlay.begin()
                self.board.setFocus()
                self._stood = message.standings
                announce(self, self.tr("Go!"))
                self._update()
            case Board() | Step() if message.player == self.session.player:
                self._begin_once()
                self._show_own()
            case Board() | Step():
                self._show_rival(message.player)
            case Refused():
                self._show_refusal(message)
            case Progress() if self.session.race is not None:
                self._update()
                self._show_curve()
                self._caption_boards(self.session.race.standings)
                self._tell_rivals(message.standings)
            case Results():
                self.overlay.stop()
                self._update()
                self._tell_rivals(message.standings)
            case EndAsked():
                if news := news_of_end(message, self._stood, self.session):
                    self.notice.emit(news)
            case Curves():
                self.side.show_curve(anew=True)
            case _:
                pass

    def set_up(self, up: bool) -> None:
        """Let play go on while the connection is lost, and say of clock and ranking that it is."""
        super().set_up(up)
        self.side.set_up(up)

    def heading(self) -> str:
        """Return what is raced in."""
        return self.side.game.text()

    def lingers(self) -> int:
        """Return how long the board stays whose end was only just seen."""
        return LASTS - round(1000 * (time.monotonic() - self._ended_at))

    def spoken(self) -> str:
        """Return nothing: the countdown says it, and what happens."""
        return ""

    def _primer(self) -> str:
        """Return what a player who never played the room's game should know; else nothing."""
        room = self.session.room
        if room is None or room.settings.game in self._memory.played:
            return ""
        return primer_text(catalogue.entry(room.settings.game))

    def _begin_once(self) -> None:
        """Lay the table for the race that is on, if that is not done yet."""
        race = self.session.race
        if race is not None and (race.number, race.settings) != self._shown:
            self._begin(race.number, race.settings)

    def _begin(self, race: int, settings: Settings) -> None:
        self._shown, self._playing, self._ended = (race, settings), False, False
        self.board.set_interactive(False)
        self.board.set_game(settings.game, settings.options)
        self.board.show_state(State(tuple(b"" for _ in self.board.game.places)))
        self.side.show_settings(settings, racing=True)
        self.side.set_boards(shown=settings.show_boards, first=bool(self.session.ghosts))
        for grid in (self.side.boards, self.boards):
            grid.set_game(settings.game, settings.options)
        self.views.button(BOARDS).setVisible(settings.show_boards)
        self._look(OWN)
        self.beside.show_board()
        self.news.hide()
        self.undo.setVisible(settings.undo)
        self.redo.setVisible(settings.undo)
        self.hint.setVisible(settings.hints)
        self.board.hints_allowed = settings.hints
        self.board.asks_redeals = not settings.undo
        game_button = self.board.game.button
        self.deal.setVisible(game_button is not None)
        self._update()

    # What the player does -------------------------------------------------------------------------

    def _act(self, action: Action) -> None:
        self._done(self.session.act(action))

    def _hint(self) -> Action | None:
        return self.session.track.hint() if self.session.track else None

    def _undo(self) -> None:
        if self.racing:
            self._done(self.session.undo())

    def _redo(self) -> None:
        if self.racing:
            self._done(self.session.redo())

    def _done(self, reason: str | None) -> None:
        """Show at once what was entered; or say why it cannot be."""
        if reason is None:
            self._show_own()
        else:
            self.board.tell_refusal(reason)
            announce(self, reason)

    def _give_up(self) -> None:
        if not self.link.up:
            later = self.tr("You give up when the connection is back.")
            self.notice.emit(later)
            announce(self, later)
        self.session.give_up()

    def _show_player(self, player: int) -> None:
        if not self.racing and self.session.countdown is None:
            ghost = self.session.ghost(player)
            self.profile.emit(ghost.player if ghost else player)

    # What is shown --------------------------------------------------------------------------------

    @property
    def racing(self) -> bool:
        """Whether this client is a racer whose race is not over."""
        track = self.session.track
        race, over = self.session.race, self.session.results is not None
        if track is None or race is None or race.unreadable:
            return False
        return track.status == "racing" and not over

    def _show_own(self) -> None:
        track = self.session.track
        if track is not None and self.board.state != track.view:
            self.board.show_state(track.view)
        self._update()

    def _show_rival(self, player: int) -> None:
        race = self.session.race
        if race is None or player not in race.tracks:
            return
        for grid in (self.side.boards, self.boards):
            if grid is self.side.boards or grid.isVisible():
                grid.show_board(player, race.tracks[player].view)
        self._caption_boards(race.standings)

    def _caption_boards(self, standings: list[Standing]) -> None:
        for grid in (self.side.boards, self.boards):
            grid.show_standings(standings)

    def _show_refusal(self, message: Refused) -> None:
        track = self.session.track
        if track is None or message.number < message.expected:
            return
        self.board.refuse(track.view, message.reason)
        self._update()
        announce(self, reason_text(message.reason), urgent=False)  # after the way back

    def _update(self) -> None:
        track, racing = self.session.track, self.racing
        focus = QApplication.focusWidget()
        played = focus is None or focus is self.board or self.tools.isAncestorOf(focus)
        if racing != self._playing:  # else held cards would go back
            self._playing = racing
            self.board.set_interactive(racing)
        self.side.show_standings()
        self.undo.setEnabled(racing and track is not None and track.can_undo)
        self.redo.setEnabled(racing and track is not None and track.redoable is not None)
        for tool in (self.hint, self.give_up):
            tool.setEnabled(racing)
        game, state = self.board.game, self.board.state
        self.deal.setEnabled(racing and handling.button_works(game, state))
        self.deal.setText(deal_text(game, state))
        self._show_ending(track, played=played)

    def _show_ending(self, track: Track | None, *, played: bool = False) -> None:
        """Show how it ended, once it has; if the keys `played`, they choose what to look at now."""
        race = self.session.race
        unreadable = race.unreadable if race is not None else ""
        over = track is not None and (track.status != "racing" or bool(unreadable))
        self.banner.setVisible(over)
        self.end_race.refresh()
        self._ways.setVisible(self.session.results is None)
        self._make_room()
        if track is None or not over:
            self.own_end.hide()
            if self.stage.currentIndex() != OWN:
                self._look(OWN)
            return
        own = next(
            (s for s in (race.standings if race else ()) if s.player == self.session.player), None
        )
        told = self._unread(unreadable) if unreadable else ""
        told = told or self._ending(track.status, own.milliseconds if own else 0)
        news = not self._ended or (unreadable and told != self.ending.text())
        self.ending.setText(told)
        self._show_own_end(track.status, None if unreadable else own)
        if news:
            if not self._ended:
                self._ended_at = time.monotonic()
            self._ended = True
            self._shield.up()  # from what was meant for the board and its buttons
            if played and self.isVisible():
                self._take_keys()
            announce(self, self.ending.text(), urgent=False)  # after the move that led there

    def _look_for_the_end(self) -> None:
        """End the race if what could not be read were its results."""
        race = self.session.race
        if race is not None and race.unreadable and self.session.seated:
            self._update()

    def _unread(self, why: str) -> str:
        told = self.tr(
            "The server’s results could not be read: {reason}. Nothing can be said of how the race "
            "ended, or whether it was fair."
        )
        return told.format(reason=told_text(why).rstrip("."))

    def _ending(self, status: Status, milliseconds: int) -> str:
        endings: dict[Status, str] = {
            "won": self.tr("Solved in {time}. The race goes on…"),
            "stuck": self.tr("No move is left. The race goes on…"),
            "gave up": self.tr("You gave up. The race goes on…"),
            "out of time": self.tr("The time is up."),
            "disconnected": self.tr("You were away for too long. The race goes on…"),
            "stopped": ending_text(
                "stopped", first=False, host=host_of(self.session.room, self.session.player)
            ),
        }
        return endings.get(status, "").format(time=stopwatch(milliseconds))

    def _take_keys(self) -> None:
        """Have the keys where they do nothing: they may still be meant for the board."""
        told = self.own_end.headline
        (told if told.isVisible() else self.views.button(self.views.checkedId())).setFocus()

    def _show_own_end(self, status: Status, own: Standing | None) -> None:
        """Say large what became of the race, until its results are shown."""
        race = self.session.race
        if race is None or own is None or status == "racing":
            self.own_end.hide()
            self._told.show()
            return
        won, results = status == "won", self.session.results
        first = own.place == 1 if results is None else own.player in results.winners
        host = host_of(self.session.room, self.session.player)
        headline = ending_text(status, first=first, host=host)
        made = stopwatch(own.milliseconds) if won else points_text(own.score)
        placed = own.place and is_ranked(own, len(race.standings))
        stands = BETWEEN.join((place_among(own, race.standings), made)) if placed else made
        self.others.setVisible(race.settings.show_boards and self._leader is not None)
        over = status == "stuck" and race.settings.undo
        self._told.hide()
        self.own_end.tell(headline, stands, won=won, over=over, awaits=results is None)

    @property
    def _leader(self) -> int | None:
        """The first of those who are still racing; None if there is nobody."""
        race = self.session.race
        racing = [s for s in race.standings if s.status == "racing"] if race else []
        return min(racing, key=lambda s: s.place).player if racing else None

    def _watch_others(self) -> None:
        """Show everybody's board, that of who leads now large."""
        leader = self._leader
        self._look(BOARDS)
        self.boards.enlarge(leader)

    # What is only said ----------------------------------------------------------------------------

    def _tell_start(self, seconds: int) -> None:
        title = game_title(self.session.room.settings.game) if self.session.room else ""
        said = self.tr("{game}: the race begins in {time}")
        announce(self, said.format(game=title, time=duration(seconds)))
        if primer := self._primer():
            announce(self, primer, urgent=False)

    def _tell_countdown(self, seconds: int) -> None:
        if 0 < seconds <= COUNTED:
            announce(self, str(seconds))

    def _tell_rivals(self, standings: list[Standing]) -> None:
        for news in rival_news(self._stood, standings, self.session.player):
            announce(self, news, urgent=False)
        if wins := win_news(self._stood, standings, self.session.player):
            self.news.tell("\n".join(wins), least=NEWS_MS)
        self._stood = standings

    def _tell_time(self) -> None:
        race, track, now = self.session.race, self.session.track, time.monotonic()
        if race is not None and track is not None:
            own, score = self.session.player, track.view.score
            clock = race.elapsed(now), race.remaining(now)
            announce(self, standing_text(race.standings, own, *clock, score))

    def _look(self, at: int | None = None) -> None:
        """Show one's own board, the curve of all scores, or everybody's boards."""
        if at is not None:
            self.views.button(at).setChecked(True)
        self.stage.setCurrentIndex(self.views.checkedId())
        self.news.raise_()
        if self.views.checkedId() == BOARDS:
            self.side.tabs.setCurrentIndex(0)  # the boards are not wanted twice
        if self.stage.hasFocus() or self.curve.hasFocus() or self.boards.hasFocus():
            self.views.button(
                self.views.checkedId()
            ).setFocus()  # Qt gives the keys to what is shown
        self._show_curve()
        race = self.session.race
        if race is not None and self.views.checkedId() == BOARDS:
            for player in race.tracks:
                self._show_rival(player)

    def _show_curve(self) -> None:
        """Draw the large curve, and again every second while it is looked at."""
        race = self.session.race
        if race is None or self.views.checkedId() != CURVE or not self.isVisible():
            self._curve_timer.stop()
            return
        self._curve_timer.start()
        until = round(min(race.elapsed(time.monotonic()), race.settings.time_limit) * 1000)
        own = self.session.player
        self.curve.show_curves(self.session.curves, race.standings, until, own, ends=race.ends)
