"""The practice screen: one board, no server."""

import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from client.board.layout import Box
from client.session.ghosts.race import FaultyReplays
from client.session.practice_game import PracticeGame, SavedGame
from client.session.practice_store import PracticeRecord
from client.session.recording import BadReplay, read_replay
from client.session.typed_deal import MeansRoom, typed_deal
from client.window.desktop import preferences, theme
from client.window.desktop.announce import announce
from client.window.desktop.memory import Memory
from client.window.desktop.seconds import SecondTimer
from client.window.online.guide import PracticeGuide
from client.window.online.rival import RivalProcess
from client.window.online.solver import Solver
from client.window.racing.practice_race import PracticeRace, why_not
from client.window.scene.board_view import BoardView
from client.window.scene.bubble import Bubble
from client.window.screens.commands import (
    SETTINGS_KEYS,
    Command,
    give_board_keys,
    give_key,
    keep_in_menu,
)
from client.window.screens.more_button import MoreButton
from client.window.screens.screen import Page
from client.window.widgets import elements
from client.window.widgets.buttons.choice_button import ChoiceButton
from client.window.widgets.fitting import Folding
from client.window.widgets.games.deal_code import DealCode
from client.window.widgets.games.deal_search import DealSearch
from client.window.widgets.games.deals_choice import DealsChoice, nearest
from client.window.widgets.games.game_chooser import GameChooser
from client.window.widgets.games.lamp import Lamp
from client.window.widgets.games.rules_text import RulesText
from client.window.widgets.practice_end import SolvedCard, StuckLine
from client.window.widgets.practice_records import RecordsPage
from client.window.widgets.replay_files import ReplayFiles
from client.words.commentary import time_text
from client.words.deals import (
    deals_help,
    deals_line,
    deals_title,
    no_deals_text,
    other_way_out_text,
)
from client.words.ghosts import result_text
from client.words.levels import level_words
from client.words.texts import (
    BETWEEN,
    button_text,
    clock,
    deal_text,
    fault_text,
    game_title,
    one_line,
    options_text,
    points_text,
    sentence,
)
from client.words.translation import translate
from engine import catalogue, handling
from engine.catalogue import BadOption, Options, UnknownGame
from engine.chance import MAX_SEED
from engine.game import IllegalAction
from engine.play import Entry
from engine.state import Action
from protocol import deal_code
from protocol.deal_code import MAX_CODE, BadCode
from protocol.deals import band_in, deals_of, depends_on_options
from protocol.messages import MAX_LEVEL, Deals, Replay, Search, Solution
from protocol.racing import play_again

SAYING_MS = 4000
"""How long the screen says something beside its buttons."""
CODE_WIDTH, CODE_ROOM = 190, 300
"""Of the field for the code of a deal, in pixels: a game and a seed; with options, too."""
SAYING_WIDTH = 150
"""The least width of what is said for a while, in two lines, in pixels."""
OPTIONS_WIDTH = 110
"""The least width of a game's options beside it, in pixels."""
LOW = 560
"""The height in pixels below which the board gets all that can be in a list as well."""
ROOMY, WIDE = 960, 1160
"""The widths in pixels from which the options are in sight and a button for the settings; and from
which a code has more room."""
LOOKING_MS = 1500
"""How long a deal is looked for before the ways out of it take a part of the table."""
KEEPING_MS = 2000
"""How long after a move at the latest the game is put away, in case the program ends badly."""


def new_seed() -> str:
    """Return a seed that nobody has seen, short enough to be read out."""
    return secrets.token_hex(4)


class PracticeScreen(Page):
    """A board to play on alone, with a choice of games, a clock, a score and the usual buttons."""

    has_help = True

    left = Signal()
    """The player wants to go back to where the practice was opened from."""
    settings = Signal()
    """The player wants to change the settings."""
    replay = Signal(object)
    """The player wants to see the game so far as a `Replay`."""

    def __init__(
        self,
        memory: Memory,
        parent: QWidget | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
        solver: Solver | None = None,
        rival: RivalProcess | None = None,
    ) -> None:
        """Begin with the game that was put away.

        `solver` finds deals that can be won, and in `rival` bots play.
        """
        super().__init__(parent)
        self._memory = memory
        self._now = now
        self._winnable: Deals = (
            "winnable" if memory.practice_deals == "any" else memory.practice_deals
        )
        """Which of the deals that can be won are wished, once it is such."""
        self._left: SavedGame | None = None
        """The game that this one was dealt instead of, until it is played."""
        self._own: SavedGame | None = None
        """The player's own game, while one from a race or a replay is on the table."""
        self._record = ""
        """What the game on the table is, now that it is solved: the fastest, say."""
        self.board = BoardView()
        self.board.acted.connect(self.act)
        self.board.undo_asked.connect(self.undo)
        self.board.redo_asked.connect(self.redo)
        self.board.time_asked.connect(self._tell_time)
        self.board.button_lit.connect(self._light_button)
        self.board.installEventFilter(self)

        self.leave_button = elements.button(
            self.tr("Back"), self.left.emit, self.tr("Back to the start")
        )
        self.game_button = ChoiceButton(self.choose_game)
        self.options_text = elements.Elided()
        self.code_edit = elements.CutField()
        self.code_edit.setAccessibleName(self.tr("Deal code"))
        self.code_edit.setPlaceholderText(self.tr("code or any word"))
        self.code_edit.setMaxLength(MAX_CODE)
        theme.fix(self.code_edit, width=CODE_WIDTH)
        theme.fix(self.code_edit, line_height=elements.BUTTON_HEIGHT)
        self.code_edit.setToolTip(
            self.tr(
                "Anyone with this code can play this deal. Type another one, or any word, and "
                "press Enter: a word makes the same deal of this game for everybody."
            )
        )
        self.deal_code = DealCode(self.code_edit)
        self.code_word = Bubble(self)
        """What was understood of what was typed there, or why it is no deal, for a while."""
        self.deal_code.copied.connect(self._say)
        self.new_button = elements.button(
            self.tr("New deal"), self.deal_new, self.tr("Another deal"), main=True
        )
        self.deals = DealsChoice(helps=self._deals_help)
        self.deals.wish(memory.practice_deals)
        self.deals.chosen.connect(self._choose_deals)
        self.winnable_button = QCheckBox()
        """Whether new deals are to be such as can be won: of the kind that was wished last.  It is
        ticked, and no button: nothing happens to the game on the table, of which the lamp tells."""
        self.winnable_button.clicked.connect(self._choose_winnable)
        self.again_button = elements.button(
            self.tr("This deal again"), self.deal_again, self.tr("This deal from the start")
        )
        self.against_button = elements.button(
            self.tr("Race against…"),
            self._offer_races,
            self.tr("A bot, your own best of this deal or a saved replay, as a racer beside you"),
        )
        self.races = QMenu(self.against_button)
        """Who one may race against."""
        self.settings_button = elements.button(
            self.tr("Settings"), self.settings.emit, self.tr("Look, sound and controls")
        )
        self.records_button = elements.button(
            self.tr("Records"), self.show_records, self.tr("How your games went so far")
        )
        self.own_button = elements.button(
            self.tr("My own game"),
            self.bring_own_back,
            self.tr("Back to the game that you were playing"),
        )
        self.own_button.hide()
        self.replay_button = elements.button(
            self.tr("Replay"), self._show_replay, self.tr("Look at this game, move by move")
        )
        self.rules_button = QPushButton(self.tr("Rules"))
        theme.fix(self.rules_button, line_height=elements.BUTTON_HEIGHT)
        self.rules_button.setCheckable(True)
        self.clock = theme.label("0:00", "figure")
        self.score = theme.label("", "figure")
        self.lamp = Lamp()
        self.saying = Saying("", "muted")
        self.undo_button = elements.button(
            self.tr("Undo"), self.board.undo, self.tr("Take the last move back")
        )
        self.redo_button = elements.button(
            self.tr("Redo"), self.board.redo, self.tr("Make the move again")
        )
        self.finish_button = elements.button(
            self.tr("Finish"), self.board.finish, self.tr("All to the foundations")
        )
        self.finish_button.hide()
        self.board.finish_offered.connect(self.finish_button.setVisible)
        self.hint_button = elements.button(
            self.tr("Hint"), self.board.show_hint, self.tr("What looks best")
        )
        self.deal_button = elements.button(self.tr("Deal"), self.board.press_button)
        tools = (self.undo_button, self.redo_button, self.hint_button, self.deal_button)
        self._tools = (self.finish_button, *tools)
        give_board_keys(
            undo=self.undo_button,
            redo=self.redo_button,
            hint=self.hint_button,
            finish=self.finish_button,
            deal=self.deal_button,
        )
        give_key(self.settings_button, QKeySequence(SETTINGS_KEYS[0]))
        for button in self._tools:
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys stay with the board
        self._clearing = QTimer(self, singleShot=True, interval=SAYING_MS)
        self._clearing.timeout.connect(lambda: self.saying.setText(self._lasting))
        self._ticking = SecondTimer(self)
        self._ticking.timeout.connect(self._show_clock)
        self._keeping = QTimer(self, singleShot=True, interval=KEEPING_MS)
        self._keeping.timeout.connect(self._keep)

        self.race = PracticeRace(lambda: round(1000 * self.practice.elapsed(self._now())), rival)
        self.race.news.connect(self._tell_race)
        self.race.settled.connect(lambda: self._tell_end(animate=False))
        self.files = ReplayFiles(self)
        self.files.fileSelected.connect(self._race_file)
        self.solved = SolvedCard(self.board)
        self.solved.new.connect(self.deal_new)
        self.solved.again.connect(self.deal_again)
        self.solved.replay.connect(self._show_replay)
        self.stuck = StuckLine()
        self.search = DealSearch(self.tr("Deal any instead"))
        self._looking = QTimer(self, singleShot=True, interval=LOOKING_MS)
        """Until it is told above the buttons that a deal is looked for."""
        self._looking.timeout.connect(self._show_ways_out)
        self.search.any_deal.connect(self._deal_any)
        self.search.stopped.connect(self._stop_looking)
        self.guide = PracticeGuide(self, solver)
        self.guide.found.connect(self._lay_out_found)
        self.guide.none_found.connect(self._tell_none_found)
        self.guide.told.connect(self._show_lamp)
        self._wanted: tuple[str, Options] | None = None
        """The game of which a deal is looked for."""
        self.board.solution = self.guide.action
        self.board.looks_best = self._hint
        self.board.solution_hinted.connect(self._tell_solution_hint)
        preferences.live.changed.connect(self._follow_preferences)
        self.rules = RulesText(ground="panel")
        beside = elements.column(self.rules, None)
        beside.setStretch(0, 100)
        self.rules_panel = elements.panel(beside)
        theme.fix(self.rules_panel, width=elements.SIDEBAR)
        self.rules_panel.hide()
        self.rules_button.toggled.connect(self.rules_panel.setVisible)

        # To look at something is not to play: what leads elsewhere keeps in the background.
        views = (self.replay_button, self.records_button, self.rules_button, self.settings_button)
        for quiet in (*views, self.deal_code.copy):
            theme.set_role(quiet, "quiet")

        self.games = GameChooser(memory)
        self.games.entered.connect(self._play_chosen)
        self.games.chosen.connect(lambda _game: self._offer_deals())
        self.games.changed.connect(self._offer_deals)
        self.pages = QStackedLayout(self)
        self.pages.addWidget(self._table_page())
        self.pages.addWidget(self._chooser_page())
        self.records = RecordsPage(memory.practice)
        self.records.back.connect(self._show_table)
        self.records.wanted.connect(self.start)
        self.pages.addWidget(self.records)

        for way in (
            self.leave_button,
            self.game_button,
            self.new_button,
            self.winnable_button,
            self.search.any,
            self.search.stop,
            self.again_button,
            self.against_button,
            self.settings_button,
            self.records_button,
            self.own_button,
            self.replay_button,
            self.deal_code.copy,
            self.rules_button,
            self.more_button,
        ):
            way.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys to the board
        self.begins_at = self.board
        self.code_edit.returnPressed.connect(self._code_typed)
        self.code_edit.installEventFilter(self)
        self._take_up()

    def heading(self) -> str:
        """Return what this is."""
        return self.tr("Practice")

    def spoken(self) -> str:
        """Return which game is on the table."""
        return self.tr("Practice: {game}").format(game=game_title(self.practice.name))

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu: those of the page that is shown."""
        play = (self.undo_button, self.redo_button, self.hint_button, self.finish_button)
        new = (self.new_button, self.winnable_button, self.search.any, self.search.stop)
        races = (self.again_button, self.against_button)
        deals = (*new, *races, self.game_button, self.own_button)
        more = (self.deal_code.copy, self.replay_button, self.records_button, self.rules_button)
        pages = (self.play_button, self.cancel_button, self.records.play, self.records.leave)
        table = (*play, self.deal_button, None, *deals, None, *more, None, self.leave_button)
        return *table, *pages

    def show_help(self) -> None:
        """Show the rules and the keys over the board, or put them away."""
        if self.board.isVisible():
            self.board.show_help()

    def _table_page(self) -> QWidget:
        game = elements.row(self.leave_button, self.game_button, space=8)
        game.addWidget(self.options_text, 1)
        game.addStretch()
        self.more_button = MoreButton(
            self.winnable_button,
            self.again_button,
            self.against_button,
            self.replay_button,
            self.records_button,
            self.rules_button,
            self.settings_button,
        )
        views = elements.row(
            self.replay_button,
            self.records_button,
            self.rules_button,
            self.settings_button,
            None,
            space=2,
        )
        again = elements.row(self.winnable_button, self.again_button, self.against_button, space=8)
        self._spared = elements.box(again), elements.box(views)
        self._code_above = elements.row(space=8)
        above = elements.row(self._code_above, self.more_button, space=8)
        deals = Folding(
            elements.row(self.own_button, self.new_button, self._spared[0], above, None, space=8),
            self._spared[1],
            wide=1,
            space=2 * elements.SPACE,
        )
        self._code_below = elements.row(None, self.deal_code, space=8)
        told = elements.row(self.clock, 8, self.score, 8, space=8)
        told.addWidget(Told(self.lamp, self.saying), 1)
        tools = Folding(
            self._code_below,
            elements.row(None, *self._tools, space=6),
            wide=0,
            space=6,
        )
        top = Folding(game, deals, wide=0, space=8)
        bottom = Folding(told, tools, wide=0, space=8)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.board, 1)
        middle.addWidget(self.race.side)
        middle.addWidget(self.rules_panel)
        page = QWidget()
        spared = (
            self.winnable_button,
            self.again_button,
            self.against_button,
            self.replay_button,
            self.records_button,
            self.rules_button,
        )
        keep_in_menu(page, *spared, self.settings_button)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(top)
        column.addLayout(middle, 1)
        column.addWidget(self.search)
        column.addWidget(self.stuck)
        column.addWidget(bottom)
        self._bars = top, bottom
        return page

    def _chooser_page(self) -> QWidget:
        self.play_button = elements.button(self.tr("Play"), self._play_chosen, main=True)
        self.cancel_button = elements.button(self.tr("Cancel"), self._show_table)
        whole = elements.column(
            elements.label(self.tr("Choose a game"), "title"),
            self.games,
            elements.row(
                self.cancel_button,
                None,
                elements.field_name(self.tr("Deals"), self.deals),
                self.deals,
                self.play_button,
                space=8,
            ),
        )
        whole.setStretch(1, 1)
        page = QWidget()
        page.setLayout(elements.page(whole))
        return page

    # What the player does ------------------------------------------------------------------------

    def start(
        self,
        name: str,
        options: Options | None = None,
        seed: str | None = None,
        solution: Solution | None = None,
    ) -> None:
        """Deal a game: from `seed`, or else from a new one; `solution` wins it, where one is known.

        Raises:
            UnknownGame, BadOption: as `engine.catalogue.make`.
            ValueError: the seed is none (see `engine.chance.check_seed`).
        """
        practice = _deal(name, options or {}, seed)
        if solution is not None:
            practice.solution = solution
        elif _code(practice) == self.code:
            practice.solution = self.practice.solution
        practice.known = self._is_known(practice)
        self._count_left()
        if self._own is not None:
            self._count(self.practice)
            self._left, self._own = self._own, None
        elif self._unfinished:
            self._left = self.practice.saved(self._now())
        else:
            self._count(self.practice)
        self._lay_out(practice)
        if self._left is not None:
            self._say(self.tr("“Undo” brings the last game back"))
        self._keeping.start()

    def suggest(self, name: str, options: Options) -> None:
        """Deal this game, which was played last elsewhere, unless the player's own is under way."""
        same = (name, dict(options)) == (self.practice.name, dict(self.practice.options))
        begun = self._own is not None or self._left is not None or self._unfinished
        if not same and not begun:
            self.start(name, options)

    def visit(self, practice: PracticeGame) -> None:
        """Lay out a game that comes from elsewhere, from a race say; the player's own waits."""
        if self._own is not None:
            self._count(self.practice)
        elif self._unfinished:
            self._count_left()
            self._own = self.practice.saved(self._now())
        elif not self.practice.touched and self._left is not None:
            self._own, self._left = self._left, None
        else:
            self._count_left()
            self._count(self.practice)
        practice.known = True  # from a race that is over, or a replay: its cards were seen
        self._lay_out(practice)
        if self._own is not None:
            self._say(self.tr("“My own game” brings yours back"))
        self._keeping.start()

    def bring_own_back(self) -> None:
        """Go on with the player's own game, in place of the one from elsewhere."""
        if self._own is not None:
            self._count(self.practice)
            saved, self._own = self._own, None
            self._lay_out(PracticeGame.restore(saved))
            self._keeping.start()

    def _is_known(self, practice: PracticeGame) -> bool:
        """Return whether the player has seen the cards of this deal before."""
        code, now = _code(practice), self.practice
        waiting = (saved for saved in (self._left, self._own) if saved is not None)
        begun = [deal_code.write(saved.game, saved.options, saved.seed) for saved in waiting]
        if now.touched or now.known:
            begun.append(_code(now))
        return code in begun or self._memory.practice.knows(code)

    def know(self, replay: Replay) -> None:
        """Note that the cards of this deal were seen in a replay: it is no record any more."""
        try:
            self._memory.practice.remember(
                deal_code.write(replay.game, replay.options, replay.seed)
            )
        except OSError as error:
            self._tell_unkept(error)

    @property
    def _unfinished(self) -> bool:
        """Whether there is a game on the table to which the player may want to come back."""
        return self.practice.touched and self.practice.outcome != "won"

    def _take_up(self) -> None:
        """Go on with the game that was put away; without one, deal Klondike."""
        saved = self._memory.practice.game()
        try:
            if saved is not None:
                self._lay_out(PracticeGame.restore(saved))
                return
        except (UnknownGame, BadOption, ValueError, IllegalAction):
            pass  # of another version, or damaged: not worth a word
        self._lay_out(_deal("klondike", {}))

    def follow(self, before: Self) -> None:
        """Go on with all that another one had on the table, or waiting beside it."""
        self._own, self._left = before._own, before._left
        self._winnable = before._winnable
        before.end()
        self._lay_out(before.practice)

    def end(self) -> None:
        """End the processes that look for deals and that play, if there are any."""
        self.guide.end()
        self.race.end()

    def put_away(self) -> None:
        """Keep for the next start the game on the table, or the one that this was dealt instead of.

        That one is as near then as it is now: by Undo now, on the table at the next start.
        """
        self._keep()

    def _keep(self) -> None:
        """Write down the game that the player would want to come back to."""
        self._keeping.stop()
        kept = self._own or self._left or self.practice.saved(self._now())
        try:
            self._memory.practice.keep_game(kept)
        except OSError as error:
            why = error.strerror or error
            self._say(self.tr("this game cannot be kept: {why}").format(why=why))

    def _lay_out(self, practice: PracticeGame) -> None:
        name = practice.name
        self.game_button.show_choice(game_title(name))
        options = options_text(name, practice.options)
        self.options_text.setText(options)
        theme.fix(self.options_text, least_width=OPTIONS_WIDTH if options else 0)
        choose = self.tr("Choose another game, or its options")
        self.game_button.setToolTip("\n".join(filter(None, (options, choose))))
        self.rules.show_game(name)
        self.race.stop()
        self.practice = practice
        self._record = ""
        self._show_code()
        self.own_button.setVisible(self._own is not None)
        self.records_button.setVisible(self._own is None)
        self.board.set_game(name, practice.options)
        button = practice.game.button
        self.deal_button.setVisible(button is not None)
        self._say("")
        self.guide.stop_finding()
        self._show_search("none")
        self._offer_winnable()
        self.guide.begin(practice)
        self.board.set_interactive(True)
        self._show_table()
        self._show(animate=True)

    def _count_left(self) -> None:
        """Enter the game that was left for this one in the records: it does not come back."""
        if self._left is not None:
            self._count(PracticeGame.restore(self._left))
            self._left = None

    def _bring_back(self) -> bool:
        """Go on with the game that was left for this one; return whether there is one."""
        if self._left is None or self.practice.touched:
            return False
        saved, self._left = self._left, None
        self._lay_out(PracticeGame.restore(saved))
        self._keeping.start()
        return True

    def _count(self, practice: PracticeGame) -> None:
        """Enter a game in the records, once, if it was played at all."""
        if practice.counted or not practice.touched:
            return
        practice.counted = True
        self._keep_best(practice)
        if practice.known:
            return
        won, score = practice.outcome == "won", practice.view.score
        seconds = practice.elapsed(self._now())
        store, game, options = self._memory.practice, practice.name, practice.options
        if won:
            self._note_record(store.record(game, options), seconds, score)
        try:
            store.remember(_code(practice))
            store.add(game, options, won=won, seconds=seconds, score=score)
        except OSError as error:
            self._tell_unkept(error)

    def _keep_best(self, practice: PracticeGame) -> None:
        """Keep a game that is all the player's own, to be raced against."""
        if practice.given:
            return
        try:
            self._memory.practice.keep_best(_code(practice), practice.replay(self._player))
        except OSError as error:
            self._tell_unkept(error)

    def _tell_unkept(self, error: OSError) -> None:
        why = error.strerror or error
        self._say(self.tr("your records cannot be kept: {why}").format(why=why))

    def deal_new(self) -> None:
        """Deal the same game from a new seed."""
        self._deal_wanted(self.practice.name, self.practice.options)

    # Deals that can be won ------------------------------------------------------------------------

    def _deal_wanted(self, name: str, options: Options) -> None:
        """Deal a game, or look first for a deal of it that can be won where that is wanted."""
        chosen = catalogue.entry(name).complete(options)
        deals = nearest(self._memory.practice_deals, deals_of(name, chosen))
        if deals == "any":
            self.start(name, chosen)
            return
        self._show_table()
        self._wanted = name, chosen
        self.guide.find(name, chosen, band_in(deals))
        self._show_search("looking")

    def _lay_out_found(self, seed: str, solution: Solution) -> None:
        if self._wanted is not None:
            name, options = self._wanted
            self.start(name, options, seed, solution)

    def _tell_none_found(self) -> None:
        self._say("")
        self._show_search("no deal")

    def _deal_any(self) -> None:
        if self._wanted is not None:
            self.start(*self._wanted)

    def _stop_looking(self) -> None:
        self.guide.stop_finding()
        self._show_search("none")
        self._say("")
        self.board.setFocus()

    def _show_search(self, search: Search) -> None:
        since = self._now() if search == "looking" else None
        self.search.show_search(search, since=since, way_out=other_way_out_text())
        self._looking.stop()
        if search == "looking":  # most are found soon: the table stays as large as it is
            self.search.hide()
            self._looking.start()
            self._clearing.stop()
            self.saying.setText(self.search.told.text())
        if search != "none":
            announce(self, self.search.spoken(), urgent=False)

    def _show_ways_out(self) -> None:
        self.search.show()
        self._say("")  # it is told there

    def _choose_winnable(self, winnable: bool) -> None:
        self._choose_deals(self._winnable if winnable else "any")
        self.deals.wish(self._memory.practice_deals)

    def _choose_deals(self, deals: Deals) -> None:
        self._memory.practice_deals = deals
        self.deals.setToolTip(self.deals.about.text())
        if deals != "any":
            self._winnable = deals
        self._offer_winnable()

    def _offer_deals(self) -> None:
        """Offer the kinds of deals that the chosen game has with its options."""
        self.deals.show_game(self.games.game, self.games.options.options)
        self.deals.setToolTip(self.deals.about.text())

    def _deals_help(self, deals: Deals) -> str:
        if deals == "any":
            return deals_help(deals)
        return self.tr("New deals are such that can be won; finding one takes a moment")

    def _offer_winnable(self) -> None:
        """Say what the choice means for the game on the table."""
        name, options = self.practice.name, self.practice.options
        offered = deals_of(name, options)
        there = "winnable" in offered
        kind = nearest(self._winnable, offered)
        self.winnable_button.setText(deals_title(kind if there else "winnable"))
        self.winnable_button.setAccessibleName(deals_line(kind if there else "winnable"))
        self.winnable_button.setChecked(self._memory.practice_deals != "any")
        self.winnable_button.setEnabled(there)
        self.winnable_button.setToolTip(
            self._deals_help(kind) if there else no_deals_text(by_options=depends_on_options(name))
        )

    def _hint(self) -> Action | None:
        return self.practice.hint()

    def _tell_solution_hint(self) -> None:
        self._say(self.tr("Hint, from a solution"))
        announce(self, self.saying.text(), urgent=False)

    def _follow_preferences(self) -> None:
        self.guide.watch(preferences.live.now.lamp and self.isVisible())
        self._show_lamp()

    def _show_lamp(self) -> None:
        """Show whether the game can still be won, for who wants to know."""
        shown = preferences.live.now.lamp and self.practice.outcome != "won"
        self.lamp.setVisible(shown)
        before = self.lamp.told
        self.lamp.show_verdict(self.guide.verdict, looking=self.guide.looking)
        known = self.guide.verdict != "unknown"
        if shown and known and self.lamp.told != before and self.isVisible():
            announce(self, self.lamp.told, urgent=False)

    # Races ----------------------------------------------------------------------------------------

    @property
    def _player(self) -> str:
        return self._memory.name or self.tr("You")

    def _offer_races(self) -> None:
        """Open the list of those against whom one may race."""
        self.races.clear()
        best = self._memory.practice.best(self.code)
        if best is not None:
            own = self.tr("My best of this deal: {result}")
            text = own.format(result=result_text(best))
            self.races.addAction(text).triggered.connect(lambda: self.race_against([best]))
        self.races.addAction(self.tr("A replay from a file…"), self.files.open)
        self.races.addSeparator()
        for level in range(1, MAX_LEVEL + 1):
            bot = self.tr("A bot: {level}").format(level=level_words(level))
            action = self.races.addAction(bot)
            action.triggered.connect(lambda _checked, level=level: self.race_bot(level))
        if self.race.on:
            self.races.addSeparator()
            self.races.addAction(self.tr("Race no more"), self._race_no_more)
        at = self.against_button if self.against_button.isVisible() else self.more_button
        self.races.popup(at.mapToGlobal(at.rect().bottomLeft()))
        self.races.setFocus(Qt.FocusReason.PopupFocusReason)

    def race_against(self, replays: Sequence[Replay]) -> None:
        """Race against these games on their deal; what is wrong with one of them is told."""
        first = replays[0]
        try:
            for replay in replays:
                if fault := play_again(replay).fault:
                    raise FaultyReplays(fault)
            practice = PracticeGame(first.game, _complete(first), first.seed)
            self.visit(practice)
            self.race.against(practice, self._player, replays)
        except FaultyReplays as error:
            self._say(why_not(error))
            announce(self, self.saying.text())
            return
        self._set_off()

    def race_bot(self, level: int) -> None:
        """Race against a bot of this level: on this deal if nothing was done yet, or on another."""
        if self.practice.touched or self.practice.known or self.practice.outcome is not None:
            self.start(self.practice.name, self.practice.options)
        else:
            self._lay_out(self.practice)
        self.race.against_bot(self.practice, self._player, level)
        self._set_off()

    def _set_off(self) -> None:
        """Begin the race on the table: now the clock runs."""
        self.race.side.fit(self.width())
        self.practice.begin(self._now())
        if not self.board.isVisible():
            self.practice.pause(self._now())
        self._show_clock()
        self._say(self.tr("The clock runs for all of you"))

    def _race_no_more(self) -> None:
        self.race.stop()
        self._show_clock()
        self.board.setFocus()

    def _race_file(self, path: str) -> None:
        try:
            self.race_against([read_replay(Path(path))])
        except BadReplay as error:
            self._say(sentence(str(error)))
            announce(self, self.saying.text())

    def _tell_race(self, seen: str, spoken: str) -> None:
        """Say what has become of one of the others."""
        if seen:
            self._say(seen)
        announce(self, spoken, urgent=False)

    def deal_again(self) -> None:
        """Deal the same deal again, and to those who raced along as well."""
        again = self.race.again
        self._deal_again()
        if again is not None:
            again(self.practice, self._player)
            self._set_off()

    def _deal_again(self) -> None:
        name, options, seed = self.practice.name, self.practice.options, self.practice.seed
        if self._own is None:
            self.start(name, options, seed)
        else:
            again = PracticeGame(name, options, seed)
            again.solution = self.practice.solution
            self.visit(again)

    def act(self, action: Action) -> None:
        """Play a legal action."""
        if not self.practice.touched or not self.practice.can_undo:  # now it is played
            self._memory.add_recent(self.practice.name, self.practice.options)
            self._count_left()
        self.practice.act(action, self._now())
        self._note(action)
        self._say("")
        self._record = ""
        if self.practice.outcome == "won":
            self._count(self.practice)
        self._show(animate=True)
        self._keeping.start()

    def undo(self) -> None:
        """Take the last action back, if there is one."""
        if self.practice.can_undo:
            self.practice.undo(self._now())
            self._note("undo")
            self._show(animate=True)
            self._keeping.start()
        elif not self._bring_back():
            self._refuse(self.tr("there is nothing to undo"))

    def redo(self) -> None:
        """Do again what was taken back last, if there is anything."""
        if self.practice.can_redo:
            self.practice.redo(self._now())
            self._note(self.practice.actions[-1])
            self._show(animate=True)
            self._keeping.start()
        else:
            self._refuse(self.tr("there is nothing to redo"))

    def _note(self, entry: Entry) -> None:
        """Tell the race what was done."""
        at = round(1000 * self.practice.elapsed(self._now()))
        self.race.note(entry, at, over=self.practice.outcome is not None)

    def _refuse(self, why: str) -> None:
        self.board.tell_refusal(why)
        announce(self, why[:1].upper() + why[1:])

    def _light_button(self, lit: bool) -> None:
        theme.set_role(self.deal_button, "main" if lit else "")
        if lit:
            named = button_text(self.practice.game.button)
            self._say(self.tr("{button} looks best").format(button=named))

    def show_records(self) -> None:
        """Show how the games went so far; one that Undo brings back is not over."""
        self.records.refresh(left=self._left is not None)
        self.pages.setCurrentIndex(2)
        announce(self.records, self.records.summary.text(), urgent=False)

    def choose_game(self) -> None:
        """Show the games to choose from, the one on the table first."""
        self.games.choose(self.practice.name, self.practice.options)
        self._offer_deals()
        self.pages.setCurrentIndex(1)

    def _play_chosen(self) -> None:
        self._deal_wanted(self.games.game, self.games.options.options)

    def _show_table(self) -> None:
        self.pages.setCurrentIndex(0)
        self.board.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back to the table, also from the seed that was not typed to its end.

        From the table it leaves the screen: the window sees to that.
        """
        if event.key() != Qt.Key.Key_Escape or self.board.hasFocus():
            super().keyPressEvent(event)
        elif self.pages.currentIndex():
            self._show_table()
        else:
            self._show_code()
            self.board.setFocus(Qt.FocusReason.TabFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave to a list and to tips what can be there, where the board needs the room."""
        super().resizeEvent(event)
        self.race.side.fit(self.width())
        roomy = self.width() >= theme.px(ROOMY)
        low = self.height() < theme.px(LOW)
        for part in (self.options_text, self.deal_code.name):
            part.setVisible(roomy)
        self.settings_button.setVisible(roomy or low)
        self.more_button.setVisible(low)
        wide = self.width() >= theme.px(WIDE)
        theme.fix(self.code_edit, width=CODE_ROOM if wide else CODE_WIDTH)
        for spared in self._spared:
            spared.setHidden(low)
        self._put_code(self._code_above if low else self._code_below)
        edge = 4 if low else 8
        for bar in self._bars:
            bar.setContentsMargins(8, edge, 8, edge)
        self.code_word.hide()

    def _put_code(self, at: QHBoxLayout) -> None:
        """Let the code of the deal be in this line, at once: Qt would do so later."""
        if at.indexOf(self.deal_code) >= 0:
            return
        at.addWidget(self.deal_code)
        self.deal_code.show()
        part: QWidget | None = self.deal_code.parentWidget()
        while part is not None and part is not self:
            if layout := part.layout():
                layout.activate()
            part = part.parentWidget()

    def showEvent(self, event: QShowEvent) -> None:
        """Let the clock be seen to run."""
        super().showEvent(event)
        self._follow_preferences()
        self.window().installEventFilter(self)
        self._show_clock()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the clock's timer while the screen is hidden."""
        super().hideEvent(event)
        self.guide.watch(False)
        self._ticking.stop()
        self.race.follow(running=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count the time while the board is in sight, and not behind records, say, or an icon.

        What was typed as a code, and is none, is no longer there when the field is left.
        """
        if watched is self.code_edit and isinstance(event, QFocusEvent):
            elsewhere = event.reason() not in (
                Qt.FocusReason.ActiveWindowFocusReason,
                Qt.FocusReason.PopupFocusReason,
            )
            if event.lostFocus() and elsewhere:
                self._show_code()
        changes = QEvent.Type.Hide, QEvent.Type.Show
        kinds = changes if watched is self.board else (QEvent.Type.WindowStateChange,)
        if event.type() in kinds:
            if event.type() == QEvent.Type.Hide or self.window().isMinimized():
                self.practice.pause(self._now())
            elif self.board.isVisible():
                self.practice.resume(self._now())
            self._show_clock()
        return super().eventFilter(watched, event)

    def _code_typed(self) -> None:
        """Deal what is typed, and say what was understood."""
        if not self.code_edit.text().strip():
            self._tell_at_code(self.tr("Type a code, or any word"))
            return
        try:
            typed = typed_deal(self.code_edit.text(), self.practice.name, self.practice.options)
        except MeansRoom as room:
            self._tell_at_code(self._about_room(room))
        except BadCode as error:
            self._tell_at_code(sentence(fault_text(error)))
        except ValueError:
            said = self.tr("a seed has 1 to {most} printable characters")
            self._tell_at_code(sentence(said.format(most=MAX_SEED)))
        else:
            self.start(*typed.origin)
            game, options = game_title(typed.origin.game), self.options_text.text()
            if typed.word:
                said = self.tr(
                    "A deal of {game}, made from “{word}”. Whoever types the same gets the same "
                    "cards."
                )
                self._tell_at_code(said.format(game=game, word=one_line(typed.word)))
            else:
                said = self.tr("The deal of this code: {game}")
                self._tell_at_code(said.format(game=BETWEEN.join(filter(None, (game, options)))))

    def _about_room(self, room: MeansRoom) -> str:
        """Return how to get into a room, whose code or link is of no use here."""
        if room.link:
            return self.tr(
                "This leads into a room, not to a deal. Paste it on the first screen, as the "
                "server."
            )
        return self.tr(
            "{code} is the code of a room, not of a deal. Connect to its server, and type it in "
            "the lobby: “Join by code”."
        ).format(code=room.text)

    def _tell_at_code(self, said: str) -> None:
        """Say at the field what has become of what was typed there."""
        at = self.code_edit.mapTo(self, QPoint())
        field = Box(at.x(), at.y(), self.code_edit.width(), self.code_edit.height())
        self.code_word.tell(said, [field])
        announce(self, self.code_word.text())

    @property
    def code(self) -> str:
        """The code of the deal on the table."""
        return _code(self.practice)

    def _show_code(self) -> None:
        self.deal_code.show_code(self.code)

    def _show_replay(self) -> None:
        self.replay.emit(self.practice.replay(self._memory.name or self.tr("Practice")))

    # What is shown -------------------------------------------------------------------------------

    def _show(self, *, animate: bool) -> None:
        self.board.show_state(self.practice.view, animate=animate)
        self.guide.follow()
        self.score.setText(points_text(self.practice.view.score))
        self.undo_button.setEnabled(self.practice.can_undo or self._left is not None)
        self.redo_button.setEnabled(self.practice.can_redo)
        self.replay_button.setEnabled(self.practice.length > 0)
        self.hint_button.setEnabled(self.practice.outcome is None)
        game, view = self.practice.game, self.practice.view
        self.deal_button.setEnabled(handling.button_works(game, view))
        self.deal_button.setText(deal_text(game, view))
        self._show_clock()
        outcome = self.practice.outcome
        self.board.set_interactive(outcome != "won")  # there is nothing to refuse any more
        self.stuck.setVisible(outcome == "stuck")
        back = outcome == "stuck" and self.practice.can_undo
        theme.set_role(self.undo_button, "main" if back else "")
        elsewhere = back or outcome == "won"  # where one of the same is nearer
        theme.set_role(self.new_button, "" if elsewhere else "main")
        self._tell_end(animate=animate)

    def _tell_end(self, *, animate: bool) -> None:
        """Tell how the game ended, if it has; of a race, for all."""
        outcome = self.practice.outcome
        if outcome == "won":
            self._tell_solved(animate=animate)
        else:
            self.solved.hide()
        if outcome == "stuck":  # after the move that led there
            raced = self.race.outcome()
            if raced:
                self._say(raced)
            announce(self, raced or self.stuck.text.text(), urgent=False)

    def _tell_solved(self, *, animate: bool) -> None:
        moves = translate("practice", "%n move(s)", "", self.practice.moves)
        figures = BETWEEN.join((self.clock.text(), moves, self.score.text()))
        moving = animate and self.board.animated and preferences.live.now.animated
        record = self.race.outcome() or self._record or self._origin
        self.solved.tell(figures, record, animate=moving)
        announce(self, self.solved.spoken(), urgent=False)

    def _note_record(self, before: PracticeRecord, seconds: float, score: int) -> None:
        """Note what of a win is better than all before it in this game, with these options."""
        first, faster = not before.won, seconds < before.fastest
        higher = before.played > 0 and score > before.best
        if first:
            self._record = self.tr("The first one that you solved in this game")
        elif faster and higher:
            self._record = self.tr("Your fastest so far, and your best score")
        elif faster:
            self._record = self.tr("Your fastest so far")
        elif higher:
            self._record = self.tr("Your best score so far")

    def _tell_time(self) -> None:
        elapsed = time_text(self.practice.elapsed(self._now()))
        announce(self, f"{elapsed}, {points_text(self.practice.view.score)}")

    def _show_clock(self) -> None:
        """Show the time, and go on with it while it runs and somebody looks."""
        elapsed = self.practice.elapsed(self._now())
        self.clock.setText(clock(elapsed))
        if self.practice.running and self.isVisible():
            self._ticking.follow(elapsed)
        else:
            self._ticking.stop()
        self.race.follow(running=self.practice.running and self.isVisible())

    @property
    def _origin(self) -> str:
        """Why the game counts nowhere, if so: others' moves are in it, or its cards were seen."""
        if self.practice.given:
            text = self.tr("From move {number} of {name}’s game, not counted")
            return text.format(number=self.practice.given, name=one_line(self.practice.origin))
        return self.tr("You know this deal: not counted") if self.practice.known else ""

    @property
    def _lasting(self) -> str:
        """What is said while there is nothing else to say."""
        if self._origin or not self.practice.solution:
            return self._origin
        return "" if preferences.live.now.lamp else self.tr("This deal can be won")

    def _say(self, text: str) -> None:
        """Say this for a while, and else where the game comes from."""
        self.saying.setText(text[:1].upper() + text[1:] or self._lasting)
        self._clearing.start()


class Saying(elements.Elided):
    """What is said for a while: in two lines where one is too short, in the room that there is."""

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__(text, role)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)

    def minimumSizeHint(self) -> QSize:
        """Return the size for some words; none while nothing is said."""
        high = super().minimumSizeHint().height()
        return QSize(theme.px(SAYING_WIDTH) if self.text() else 0, high)

    def hasHeightForWidth(self) -> bool:
        """Ask for no height by the width: what is said moves nothing."""
        return False

    def _room(self) -> int:
        lines = self.height() // max(1, self.fontMetrics().lineSpacing())
        width = super()._room()
        return width * lines * 4 // 5 if lines > 1 else width  # lines end before a long word


class Told(QWidget):
    """The lamp, and beside it what is said, which leaves it all of the room while nothing is.

    They ask for the same room all the time, so that nothing around them moves.
    """

    def __init__(self, lamp: Lamp, saying: Saying) -> None:
        super().__init__()
        theme.set_role(self, "clear")
        self._lamp, self._saying = lamp, saying
        inner = elements.row(lamp, space=8)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(saying, 1)
        self.setLayout(inner)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return the size for the lamp and for what may be said."""
        lamp = 0 if self._lamp.isHidden() else self._lamp.minimumSizeHint().width() + 8
        return QSize(lamp + theme.px(SAYING_WIDTH), super().minimumSizeHint().height())


def _deal(name: str, options: Options, seed: str | None = None) -> PracticeGame:
    complete = catalogue.entry(name).complete(options)
    return PracticeGame(name, complete, new_seed() if seed is None else seed)


def _complete(replay: Replay) -> Options:
    return catalogue.entry(replay.game).complete(replay.options)


def _code(practice: PracticeGame) -> str:
    return deal_code.write(practice.name, practice.options, practice.seed)
