"""Finished races played again: any moment, any speed, and two racers side by side."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Self

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QIcon, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QComboBox,
    QFileDialog,
    QPushButton,
    QWidget,
)

from client.board.spoken import Speaker
from client.session.recording import (
    SUFFIXES,
    BadReplay,
    Recording,
    moment_after,
    moment_before,
    read_replay,
    write_replay,
)
from client.session.solving.analysed import Analysed, won_after
from client.session.solving.solution import is_solution
from client.window.desktop import theme
from client.window.desktop.announce import announce, screen_reader_is_on
from client.window.online.analyses import Analyses
from client.window.racing.analysis_bar import AnalysisBar
from client.window.racing.curve import ScoreCurve, Span, racer_sign, shortened
from client.window.scene.board_view import BoardView
from client.window.screens.commands import Command, give_key, keep_in_menu
from client.window.screens.more_button import MoreButton
from client.window.screens.screen import Page
from client.window.widgets.buttons.step_button import StepButton
from client.window.widgets.elements import (
    BUTTON_HEIGHT,
    SIDEBAR,
    SPACE,
    Elided,
    Scrolled,
    box,
    button,
    column,
    label,
    row,
    unseen_name,
)
from client.window.widgets.fitting import Fitted, Folding
from client.window.widgets.games.deal_code import DealCode
from client.window.widgets.move_list import MoveList
from client.window.widgets.replay_files import ReplayFiles
from client.words.analysis import could_text, of_whom
from client.words.deals import solution_result
from client.words.ghosts import race_button, race_tip
from client.words.texts import (
    ending_words,
    fault_text,
    game_title,
    one_line,
    points_text,
    sentence,
    stopwatch,
)
from client.words.translation import translate
from protocol import deal_code
from protocol.messages import Replay, Solution, Standing
from protocol.racing import PRACTICE, ended_at

LEAST_CURVE: Final = 84
"""Pixels that the curve has in height at least."""
LOW: Final = 560
"""The height in pixels below which one board has it all but for the curve: the rest is beside."""
LOW_CURVE: Final = 56
"""Pixels that the curve has in height below one board there; below two, the width is what lacks."""
BESIDE: Final = 200
"""The least width in pixels of what is beside."""
LEAST_SEAT: Final = 300
"""The height of a board and its head in pixels from which the head may have two lines."""
LEAST_PLAY: Final = 84
"""The least width of the button that plays, in pixels."""
SHORT, SHORTER = 18, 10
"""Letters of who is beside that are in sight while nobody chooses; and in a low window."""
APART: Final = "  ·  "
"""Between what is told beside a name."""
LONGEST_WAIT: Final = 1500
"""Milliseconds of the race that a replay waits at most between two moves, at any speed."""
CURVE_SHARE: Final = 7
"""The curve has one part of so many of the height, where there is more than the least: cards come
first."""
MOST_CURVE: Final = 220
"""Pixels that the curve has in height at most."""
WIDE: Final = 1100
"""The width in pixels from which the moves have room beside the board, unless they are put away."""
WIDE_FOR_TWO: Final = 1700
"""The same where two boards are side by side: there, the width decides how large cards are."""
FRAME: Final = 33
"""Milliseconds between two looks at the clock while it plays."""


class ReplayScreen(Page):
    """Shows what one racer did, or two at the same second.

    Space plays and pauses; the arrows go from move to move; Home and End to the ends.
    """

    back = Signal()
    rival_wanted = Signal(object, object)
    """(race, player): fetch this replay, and give it to `take`."""
    again = Signal(object)
    """The player wants to play the deal of this `Replay`, alone."""
    play_on = Signal(object, int)
    """The player wants to go on alone from where this `Replay` was after so many entries."""
    race = Signal(object)
    """The player wants to race against these games: a list of `Replay`."""
    shown = Signal()
    """There is a replay to be seen."""
    notice = Signal(str)
    """A sentence for the status line."""

    def __init__(self, analyses: Analyses | None = None) -> None:
        """Show what `analyses` know of what is shown, and ask them for more."""
        super().__init__()
        self._analyses = analyses or Analyses(self)
        self.recordings: list[Recording] = []
        """What is shown: one, or two side by side."""
        self.moment = 0
        """What is shown of it: milliseconds from the start."""
        self._standings: Sequence[Standing] = ()
        """How its race ended, where that is known."""
        self._field: Sequence[int] = ()
        """The players of the race, where its results are known."""
        self._own = 0
        """The player who watches."""
        self._solution: Replay | None = None
        """What wins the deal of the race, where that is known."""
        self._rival: tuple[int, int] | None = None
        """The race and the player asked for, to be shown beside."""
        self._told = 0.0
        """When the clock was last looked at."""
        self.title = label("", "title")
        self.verdict = label("", wrap=True)
        self.verdict.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.seats = (_Seat(), _Seat())
        self.curve = ScoreCurve(seekable=True)
        self.curve.sought.connect(self._sought)
        self.curve.stepped.connect(self.step)
        self.analysis = AnalysisBar(self._analyses)
        self.analysis.marked.connect(self._pick)
        self.analysis.how_wanted.connect(self._show_how)
        self.analysis.changed.connect(self._show_analysis)
        self.moves = MoveList()
        self.moves.picked.connect(self._pick)
        self.moves_button = QPushButton(self.tr("Moves"))
        self.moves_button.setToolTip(self.tr("Every move in words, beside the board"))
        theme.fix(self.moves_button, line_height=BUTTON_HEIGHT)
        self.moves_button.setCheckable(True)
        self.mover = Elided(role="name")
        """Whose moves are listed, where only one is shown."""
        self.whose = _Choice(self.curve)
        """The same of two, to be chosen: that one's game is played on, too."""
        self.whose.hold_names()
        self.whose.activated.connect(lambda _: self._show_moves())
        head = column(self.mover, unseen_name(self.tr("Whose moves"), self.whose), self.whose)
        self._listed = box(column(head, self.moves, space=4))
        self._listed.hide()
        self.moves_button.toggled.connect(self._listed.setVisible)
        self.moves_button.clicked.connect(self._choose_moves)
        self._moves_chosen_for = 0
        """How many boards were shown when the player said whether to see the moves; 0 for never."""
        self.deal_code = DealCode()
        self.deal_code.copied.connect(self.notice)
        self.deal_again = button(
            self.tr("This deal again"),
            self._play_again,
            self.tr("Play it yourself, from the start"),
        )
        self.go_on = button(
            self.tr("Play on from here"),
            self._play_on,
            self.tr("Play on yourself from this position"),
        )
        self.race_it = button(race_button(), self._race_it, race_tip())
        self.play = QPushButton(self.tr("Play"))
        self.play.setAutoDefault(True)
        self.play.clicked.connect(lambda _checked: self._toggle())
        theme.fix(self.play, line_height=BUTTON_HEIGHT)
        theme.set_role(self.play, "main")
        self.speed = _Choice(self.curve)
        for times in (1, 2, 4, 16):
            self.speed.addItem(f"{times}×", times)
        self.speed.setCurrentIndex(1)
        self.at = label("")
        self.beside = _Choice(self.curve)
        self.beside.setMinimumWidth(150)
        self.beside.hold_names()
        self.beside.activated.connect(self._choose_rival)
        self._timer = QTimer(self, interval=FRAME)
        self._timer.timeout.connect(self._tick)
        self.files = ReplayFiles(self)
        self.files.fileSelected.connect(self._file_chosen)
        self._then: Callable[[Path], object] = self.open_file
        """What the file is for that the player is choosing."""

        stage = row(space=8)
        for seat in self.seats:
            stage.addWidget(seat, 1)
        stage.addWidget(self._listed)
        analysis = (self.analysis.analyse, self.analysis.mark, self.analysis.how)
        deal = (self.deal_again, self.go_on, self.race_it, self.moves_button)
        keep_in_menu(self, *analysis, *deal, self.deal_code.copy)
        self._deal = row(self.deal_code, self.analysis.analyse, *deal, space=8)
        self._deal.setStretch(0, 1)
        self._deals = box(self._deal)
        self._head = row(self.title)
        self._head.addWidget(self.verdict, 1)
        self._head.addWidget(unseen_name(self.tr("Race to compare with"), self.beside))
        self._head.addWidget(self.beside)
        shown = column(stage, self.curve, space=8)
        shown.setStretch(0, 1)
        self._side = column(space=8)
        self._aside = Scrolled(box(self._side), BESIDE)
        self._aside.hide()
        middle = row(space=SPACE)
        middle.addWidget(Fitted(box(shown)), 1)
        middle.addWidget(self._aside)
        self._about = box(self._head)
        self._ways = box(column(self.analysis, self._deals, space=8))
        self._whole = whole = column(self._about, margin=SPACE, space=8)
        whole.addLayout(middle, 1)
        whole.addWidget(self._ways)
        self._beside_board = False
        """Whether what is above and below the board is beside it."""
        self.leave = button(self.tr("Back"), self.back.emit)
        self.steps = (
            StepButton(self.tr("To the start"), -1, self._first, to_end=True),
            StepButton(self.tr("A move back"), -1, lambda: self.step(-1), to_end=False),
            StepButton(self.tr("A move forward"), 1, lambda: self.step(1), to_end=False),
            StepButton(self.tr("To the end"), 1, self._last, to_end=True),
        )
        ways = (Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_End)
        for step, key in zip(self.steps, ways, strict=True):
            give_key(step, QKeySequence(key))
        give_key(self.play, QKeySequence(Qt.Key.Key_Space))
        self.open = button(self.tr("Open…"), self.ask_for_file)
        self.save = button(self.tr("Save…"), self._ask_where_to_save)
        self._files = box(row(self.open, self.save, space=6))
        keep_in_menu(self, self.open, self.save)
        self.more = MoreButton(self.analysis.analyse, *deal, self.open, self.save)
        """What has no room below two boards in a low window."""
        self.more.hide()
        controls = (
            row(
                self.leave,
                *self.steps[:2],
                self.play,
                *self.steps[2:],
                unseen_name(self.tr("Speed"), self.speed),
                self.speed,
                self.at,
                None,
                space=6,
            ),
            row(None, self._files, self.more, space=6),
        )
        whole.addWidget(Folding(*controls, wide=0, space=6))
        self.setLayout(whole)
        self._show_analysis()
        for each in self.findChildren(QAbstractButton):
            each.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # after a click, the keys still steer
            each.installEventFilter(self)

    # What is shown --------------------------------------------------------------------------------

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        analysis = (self.analysis.analyse, self.analysis.mark, self.analysis.how)
        deal = (self.go_on, self.deal_again, self.race_it, self.deal_code.copy, self.moves_button)
        files = (self.open, self.save)
        return self.play, *self.steps, None, *analysis, None, *deal, None, *files, None, self.leave

    def heading(self) -> str:
        """Return which game is played again."""
        return self.tr("Replay: {game}").format(game=self.title.text())

    def spoken(self) -> str:
        """Return whose replay this is, how it ended, and whether it is a true one."""
        seats = [seat.whole for seat, _ in zip(self.seats, self.recordings, strict=False)]
        told = filter(None, (self.verdict.text(), self.analysis.spoken()))
        return ". ".join([self.heading(), *seats, *told])

    def take(
        self,
        replay: Replay,
        standings: Sequence[Standing] = (),
        doubt: str = "",
        own: int = 0,
        solution: Replay | None = None,
    ) -> None:
        """Show a replay: beside the one that is shown if it was asked for so, else from the start.

        `standings` are those of its race, whose racers can be put beside it, in the colours that
        they have there for the player `own`, and so can a `solution` of its deal.  A `doubt` says
        why it is not what was asked for, or not what the results said.
        """
        if self._rival == (replay.race, replay.player) and self.recordings:
            self._rival = None
            self.recordings[1:] = [Recording(replay, doubt)]
            self._show_all()
            return
        self._rival = None
        self._field, self._own = [racer.player for racer in standings], own
        self._standings, self._solution = standings, solution
        self.recordings = [Recording(replay, doubt)]
        self.beside.setCurrentIndex(0)
        self.moment = 0
        self._show_all()
        self.shown.emit()
        if self.begins_at is not None:
            self.begins_at.setFocus()
        self._toggle(play=self._moved)

    def follow(self, before: Self) -> None:
        """Show what another such screen has shown, at the same moment."""
        if before.recordings:
            self._field, self._own = before._field, before._own
            self.recordings, self.moment = list(before.recordings), before.moment
            self._standings, self._solution = before._standings, before._solution
            self._show_all()
            self.beside.setCurrentIndex(before.beside.currentIndex())

    def open_file(self, path: Path) -> bool:
        """Show the replay in a file; return whether it could be read.

        What is wrong with a file that holds none is told in the status line.
        """
        replay = self._read(path)
        if replay is not None:
            self.take(replay)
        return replay is not None

    def open_beside(self, path: Path) -> bool:
        """Show the replay in a file beside the other; return whether it could be read."""
        replay = self._read(path)
        if replay is None:
            self.beside.setCurrentIndex(0)
        else:
            self.recordings[1:] = [Recording(replay)]
        self._show_all()
        return replay is not None

    def _read(self, path: Path) -> Replay | None:
        try:
            return read_replay(path)
        except BadReplay as error:
            self.notice.emit(sentence(str(error)))
            return None

    def save_file(self, path: Path) -> None:
        """Write what is shown first to a file; the status line tells what came of it."""
        try:
            write_replay(path, self.recordings[0].replay)
        except BadReplay as error:
            self.notice.emit(sentence(str(error)))
        else:
            self.notice.emit(self.tr("The replay is in {path}.").format(path=path))

    def seek(self, milliseconds: int) -> bool:
        """Show this moment, in milliseconds from the start; return whether any board changed."""
        self.moment = max(0, min(milliseconds, self._length))
        shown = zip(self.seats, self.recordings, strict=False)
        moved = [seat.show_moment(recording, self.moment) for seat, recording in shown]
        self.curve.show_moment(self.moment)
        self.moves.show_number(self._line)
        moment, length = stopwatch(self.moment), stopwatch(self._length)
        told = self.tr("{moment} of {length}")
        self.at.setText(told.format(moment=moment, length=length))
        widest = told.format(moment=length, length=length)  # nothing moves while it plays
        self.at.setMinimumWidth(self.at.fontMetrics().horizontalAdvance(widest) + 4)
        return any(moved)

    def step(self, way: int) -> None:
        """Go on to the next move of anybody shown (1), or back to the one before (-1)."""
        self._toggle(play=False)
        if way < 0:
            self.seek(moment_before(self.recordings, self.moment))
        else:
            after = moment_after(self.recordings, self.moment)
            self.seek(self._length if after is None else after)
        self._tell()

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer.isActive()

    @property
    def _length(self) -> int:
        return max((recording.length for recording in self.recordings), default=0)

    @property
    def _moved(self) -> bool:
        """Whether there is anything to play: a move of anybody who is shown."""
        return any(len(recording.views) > 1 for recording in self.recordings)

    def _show_all(self) -> None:
        main = self.recordings[0]
        self.title.setText(game_title(main.replay.game))
        faults = [
            fault_text(recording.fault) if recording.fault else recording.doubt
            for recording in self.recordings
            if recording.fault or recording.doubt
        ]
        other_deal = any(r.replay.seed != main.replay.seed for r in self.recordings)
        if len(self.recordings) == 1:
            good = self.tr("Checked: the moves lead to this result.")
        elif other_deal:
            good = self.tr("Both checked, but the deals differ.")
        elif any(is_solution(recording.replay) for recording in self.recordings):
            good = self.tr("Checked: the result, and that the solution wins.")
        else:
            good = self.tr("Both checked: the same deal.")
        self.verdict.setText(faults[0] if faults else good)
        theme.set_role(self.verdict, "bad" if faults else "good")
        for seat, recording in zip(self.seats, self.recordings, strict=False):
            seat.show_recording(recording, compared=len(self.recordings) > 1)
        self.seats[1].setVisible(len(self.recordings) > 1)
        self._offer_playing()
        self._fit_moves()
        self._offer_moves()
        self._fit_height()
        racers = {self._racer(seat): each for seat, each in enumerate(self.recordings)}
        self.curve.show_curves(
            {racer: recording.curve for racer, recording in racers.items()},
            [_standing(racer, recording.replay) for racer, recording in racers.items()],
            self._length,
            self._own if self._field else self._racer(0),
            field=self._field,
            ends={racer: recording.length for racer, recording in racers.items()},
        )
        self._name_racers()
        self._show_signs()
        self._show_moves()
        self.seek(self.moment)

    def _name_racers(self) -> None:
        """Say whose moves can be listed: the racers who are shown."""
        names = [one_line(recording.replay.name) for recording in self.recordings]
        texts = [self.tr("Moves: {name}").format(name=name) for name in names]
        self.mover.setText(texts[0])
        self.mover.setVisible(len(texts) == 1)
        self.whose.setVisible(len(texts) > 1)
        if [self.whose.itemText(at) for at in range(self.whose.count())] != texts:
            self.whose.clear()
            self.whose.addItems(texts)
            self.whose.fit_list()

    def _show_moves(self) -> None:
        """List the moves of the chosen racer, who is played on."""
        chosen = self._chosen
        self.moves.show_recording(chosen)
        self.moves.show_number(self._line)
        several = len(self.recordings) > 1
        name = one_line(chosen.replay.name) if several else ""
        self.analysis.show_recording(chosen, self._actions, name)
        self.deal_code.show_code(_code(chosen))
        self.race_it.setEnabled(bool(self._raceable))
        for way in (self.deal_again, self.go_on):
            way.setEnabled(bool(chosen.views))
        if several:
            whose = self.tr("Play on from {name}’s position")
            self.go_on.setText(whose.format(name=shortened(name)))
        else:
            self.go_on.setText(self.tr("Play on from here"))

    def _offer_playing(self) -> None:
        """Let it be played where anybody has made a move; where nobody has, one may do better."""
        moved = self._moved
        self.begins_at = self.curve if moved else self.leave
        for way in (self.play, *self.steps, self.speed):
            way.setEnabled(moved)
        for shown in (self.curve, self.at):
            shown.setVisible(moved)
        theme.set_role(self.deal_again, "main" if self.deal_again.isEnabled() and not moved else "")

    def _racer(self, seat: int) -> int:
        """Return the id of who is shown there: the player's, or a free one for who did not race."""
        shown = self.recordings[seat].replay
        if shown.race == self.recordings[0].replay.race and shown.player in self._field:
            return shown.player
        return max(self._field, default=0) + 1 + seat

    def _show_signs(self) -> None:
        """Put each racer's colour beside the name, where there is more than one."""
        several = len(self.recordings) > 1
        for number, seat in enumerate(self.seats[: len(self.recordings)]):
            seat.sign.setVisible(several)
            sign = racer_sign(self.curve.colour(self._racer(number)))
            seat.sign.setPixmap(sign)
            self.whose.setItemIcon(number, QIcon(sign))

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._show_signs()
            self._fit_play()

    @property
    def _chosen(self) -> Recording:
        """The recording of the racer whose moves are listed."""
        return self.recordings[min(max(self.whose.currentIndex(), 0), len(self.recordings) - 1)]

    @property
    def _number(self) -> int:
        """How many entries that racer had done at this moment."""
        return self._chosen.number_at(self.moment) if self.recordings else 0

    @property
    def _line(self) -> int:
        """Which line of that racer's moves tells of this moment."""
        return self._chosen.line_at(self.moment) if self.recordings else 0

    # What the player goes on with ----------------------------------------------------------------

    def _pick(self, number: int) -> None:
        self._toggle(play=False)
        self.seek(self._chosen.moments[number])

    def _choose_moves(self) -> None:
        self._moves_chosen_for = len(self.recordings)

    def _play_again(self) -> None:
        self.again.emit(self._chosen.replay)

    @property
    def _raceable(self) -> list[Replay]:
        """The games that are shown and can be raced against: not what only would have won."""
        chosen = self._chosen.replay
        deal = chosen.game, chosen.options, chosen.seed
        return [
            each.replay
            for each in self.recordings
            if not (each.fault or each.replay.won or is_solution(each.replay))
            and (each.replay.game, each.replay.options, each.replay.seed) == deal
        ]

    def _race_it(self) -> None:
        if raceable := self._raceable:
            self.race.emit(raceable)

    def _play_on(self) -> None:
        self.play_on.emit(self._chosen.replay, self._number)

    # Until when it could be won ------------------------------------------------------------------

    @property
    def _actions(self) -> Solution:
        """What wins the deal, where that is known."""
        entries = self._solution.entries if self._solution is not None else ()
        return [entry for entry in entries if entry != "undo"]

    @property
    def _how(self) -> Replay | None:
        """How the racer whose moves are listed could still have won, where that is known."""
        known = self.analysis.known if self.recordings else None
        if known is None or not known.solution:
            return None
        return won_after(self._chosen.replay, known)

    def _show_analysis(self) -> None:
        """Show on the line when it could be won, as far as it is known of the chosen racer."""
        known = self.analysis.known if self.recordings else None
        if self.recordings:
            self._offer()
        if known is None:
            self.curve.show_spans(())
        else:
            self._show_spans(self._chosen, known)
        self._fit_height()

    def _show_spans(self, chosen: Recording, known: Analysed) -> None:
        finding, times = known.finding, [*chosen.times, chosen.length]
        won = 0 if finding.won_until is None else times[finding.won_until + 1]
        lost = chosen.length if finding.lost_from is None else times[finding.lost_from]
        spans: list[Span] = [(won, "won"), (lost, "unknown"), (chosen.length, "impossible")]
        mark = won if 0 < won < chosen.length else None
        told, whose = could_text(finding, known.moves), None
        if len(self.recordings) > 1:
            told = of_whom(one_line(chosen.replay.name), told)
            whose = self._racer(self.recordings.index(chosen))
        self.curve.show_spans(spans, mark, told, whose)

    def _show_how(self) -> None:
        """Show how it could still be won beside the racer, from the last moment when it could."""
        how, known = self._how, self.analysis.known
        if how is None or known is None or known.won_until is None:
            return
        chosen = self._chosen
        self.recordings = [chosen, Recording(how)]
        self.whose.setCurrentIndex(0)
        self._show_all()
        self.beside.setCurrentIndex(self.beside.findData("how"))
        self._pick(known.won_until)
        self._toggle(play=True)

    # Playing --------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the curve a fair part of the height, and show the moves where there is room."""
        super().resizeEvent(event)
        self._fit_height()
        self._fit_moves()
        self._offer_moves()

    def _fit_height(self) -> None:
        """Leave a low window's height to the board, and the width to two of them."""
        low = self.height() < theme.px(LOW)
        beside = low and (len(self.recordings) < 2 or self.width() >= theme.px(WIDE))
        if beside != self._beside_board:
            self._arrange(beside=beside)
        for seat in self.seats:
            seat.fit(low=low)
        spared = low and not beside
        for part in (self._deals, self._files):
            part.setHidden(spared)
        self.more.setVisible(spared)
        told = self.analysis.isVisibleTo(self._ways)
        self._ways.setHidden(spared and not told)
        tight = low and (len(self.recordings) < 2 or told)
        least = theme.px(LOW_CURVE if tight else LEAST_CURVE)
        high = least if low else max(least, min(self.height() // CURVE_SHARE, MOST_CURVE))
        self.curve.setFixedHeight(high + self.curve.key_height)

    def _arrange(self, *, beside: bool) -> None:
        """Put what is above and below the board beside it, or back."""
        self._beside_board = beside
        self._aside.setVisible(beside)
        self.beside.setMinimumContentsLength(SHORTER if beside else SHORT)
        ways, alignments = QBoxLayout.Direction, Qt.AlignmentFlag
        for part, layout in ((self._about, self._head), (self._ways, self._deal)):
            layout.setDirection(ways.TopToBottom if beside else ways.LeftToRight)
            layout.setSpacing(8 if beside or part is self._ways else SPACE)
        if beside:
            self._side.addWidget(self._about)
            self._side.addStretch(1)
            self._side.addWidget(self._ways)
        else:
            self._side.takeAt(1)
            self._whole.insertWidget(0, self._about)
            self._whole.insertWidget(2, self._ways)
        self.deal_code.stand(upright=beside)
        self._deal.removeWidget(self.deal_code)  # in a column it comes last: it is wanted least
        self._deal.insertWidget(-1 if beside else 0, self.deal_code, 0 if beside else 1)
        side = alignments.AlignLeft if beside else alignments.AlignRight
        self.verdict.setAlignment(side | alignments.AlignVCenter)

    def _fit_moves(self) -> None:
        """Give the moves a third of the width, or what two boards and their names leave."""
        share = 3 if len(self.recordings) < 2 else 5
        self._listed.setFixedWidth(max(theme.px(SIDEBAR), self.width() // share))

    def _offer_moves(self) -> None:
        """Show the moves where the boards leave room for them, unless the player has chosen."""
        if self._moves_chosen_for != len(self.recordings):
            needed = WIDE if len(self.recordings) < 2 else WIDE_FOR_TWO
            self.moves_button.setChecked(self._moved and self.width() >= theme.px(needed))

    def hideEvent(self, event: QHideEvent) -> None:
        """Pause while the screen is hidden."""
        super().hideEvent(event)
        self._toggle(play=False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrows step from any button, too: by themselves they go to the next of them."""
        sideways = (Qt.Key.Key_Left, Qt.Key.Key_Right)
        if (
            isinstance(watched, QAbstractButton)
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in sideways
        ):
            self.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space plays and pauses; the rest is as on the curve."""
        key = event.key()
        if key == Qt.Key.Key_Space:
            self._toggle()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.step(-1 if key == Qt.Key.Key_Left else 1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._sought(0 if key == Qt.Key.Key_Home else self._length)
        else:
            super().keyPressEvent(event)

    def _first(self) -> None:
        self._sought(0)

    def _last(self) -> None:
        self._sought(self._length)

    def _sought(self, milliseconds: int) -> None:
        self.seek(milliseconds)
        self._tell()

    def _tell(self) -> None:
        """Say what has just happened, and how everybody stands at this moment."""
        if not screen_reader_is_on():
            return
        said = [seat.told for seat, _ in zip(self.seats, self.recordings, strict=False)]
        if len(said) > 1:
            names = [one_line(recording.replay.name) for recording in self.recordings]
            said = [f"{name}: {told}" for name, told in zip(names, said, strict=True)]
        announce(self, "; ".join([*said, self.at.text()]))

    def _toggle(self, *, play: bool | None = None) -> None:
        playing = self._moved and (not self.playing if play is None else play)
        if playing and play is None and self.moment >= self._length:
            self.seek(0)
        self._fit_play()
        self.play.setText(self.tr("Pause") if playing else self.tr("Play"))
        if playing:
            self._told = time.monotonic()
            self._timer.start()
        elif self.playing:
            self._timer.stop()
            self._tell()

    def _fit_play(self) -> None:
        """Give the button the width of the longer of its two words, so that nothing moves."""
        length = self.play.fontMetrics().horizontalAdvance
        edges = self.play.sizeHint().width() - length(self.play.text())
        longest = max(map(length, (self.tr("Pause"), self.tr("Play"))))
        self.play.setMinimumWidth(max(theme.px(LEAST_PLAY), edges + longest))

    def _tick(self) -> None:
        """Go on by the time that has gone by; a long pause is cut short."""
        now, speed = time.monotonic(), int(self.speed.currentData())
        gone, self._told = round((now - self._told) * 1000 * speed), now
        after = moment_after(self.recordings, self.moment)
        end = self._length if after is None else after
        moved = self.seek(max(self.moment + gone, end - LONGEST_WAIT))
        if moved and speed == 1:  # faster than that, nobody could say it
            self._tell()
        if self.moment >= self._length:
            self._toggle(play=False)

    # Who is beside, and files ---------------------------------------------------------------------

    def _offer(self) -> None:
        """Offer the other racers of this race, what wins, and a file for the place beside.

        What is chosen stays so.
        """
        before = self.beside.currentData()
        shown, text = self.recordings[0].replay, self.tr("Compare with {name}")
        with QSignalBlocker(self.beside):
            self.beside.clear()
            self.beside.addItem(self.tr("No comparison"), None)
            for racer in self._standings:
                if racer.player != shown.player:
                    self.beside.addItem(text.format(name=one_line(racer.name)), racer.player)
            if self._solution is not None and self._solution != shown:
                self.beside.addItem(self.tr("Compare with the solution"), "solution")
            if self.analysis.known is not None and self.analysis.known.solution:
                self.beside.addItem(self.tr("How it could be won"), "how")
            self.beside.addItem(self.tr("Compare with a file…"), "file")
            self.beside.setCurrentIndex(max(0, self.beside.findData(before)))
            self.beside.fit_list()

    def _choose_rival(self) -> None:
        chosen = self.beside.currentData()
        if not self.recordings:
            return
        if chosen is None:
            self.recordings[1:] = []
            self._show_all()
        elif chosen == "solution" and self._solution is not None:
            self.recordings[1:] = [Recording(self._solution)]
            self._show_all()
        elif chosen == "how":
            self._show_how()
        elif chosen == "file":
            self._ask_for_file(self.open_beside)
        else:
            self._rival = (self.recordings[0].replay.race, chosen)
            self.rival_wanted.emit(*self._rival)

    def ask_for_file(self) -> None:
        """Let the player choose a replay to open."""
        self._ask_for_file(self.open_file)

    def _ask_for_file(self, then: Callable[[Path], object]) -> None:
        self._then = then
        self.files.setAcceptMode(QFileDialog.AcceptMode.AcceptOpen)
        self.files.setFileMode(QFileDialog.FileMode.ExistingFile)
        self.files.open()

    def _ask_where_to_save(self) -> None:
        if not self.recordings:
            return
        replay = self.recordings[0].replay
        self._then = self.save_file
        self.files.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.files.setFileMode(QFileDialog.FileMode.AnyFile)
        self.files.setDefaultSuffix(SUFFIXES[0].lstrip("."))
        self.files.selectFile(file_name(replay))
        self.files.open()

    def _file_chosen(self, path: str) -> None:
        self._then(Path(path))


class _Choice(QComboBox):
    """A choice that gives the keys away once one was made in its list: Space plays again."""

    def __init__(self, then: QWidget) -> None:
        """Give them to `then`."""
        super().__init__()
        self._then = then
        self._listed = False
        """Whether its list was opened for the choice: arrows on a closed one may go on."""
        self.activated.connect(self._give_away)

    def hold_names(self) -> None:
        """Be no wider for the longest of its texts, which holds a name."""
        self.setMinimumContentsLength(SHORT)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def fit_list(self) -> None:
        """Let its list be as wide as the longest of its texts, which may be cut in itself."""
        listed = [self.itemText(at) for at in range(self.count())]
        widest = max(map(self.fontMetrics().horizontalAdvance, listed))
        self.view().setMinimumWidth(widest + 2 * theme.px(SPACE))

    def showPopup(self) -> None:
        """Note that the list is open."""
        self._listed = True
        super().showPopup()

    def _give_away(self) -> None:
        if self._listed:
            self._listed = False
            self._then.setFocus()


class _Seat(QWidget):
    """One racer's board, and above it who it is and how it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.sign = label()
        self.sign.hide()
        self.who = Elided(role="name")
        self.result = Elided(role="muted")
        """How it ended, in a line of its own where there are two: their boards begin as high."""
        self.now = label("", "muted")
        self.whole = ""
        """Who it is and how it ended, for who listens."""
        self._name = self._brief = ""
        """The same for a low window."""
        self._low = False
        self.told = ""
        """What has just happened here, and how it stands, for who listens."""
        self._number = 0
        """The move that is shown."""
        self._compared = False
        """Whether another one is beside it."""
        self._widest = 0
        """The most that is told beside the name, in pixels: nothing moves at the end."""
        self.board = BoardView()
        self.board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        name = row(self.sign, space=6)
        name.addWidget(self.who, 1)
        self._head = head = row(space=8)
        head.addLayout(name, 1)
        head.addWidget(self.now)
        whole = column(head, self.result, space=4)
        whole.addWidget(self.board, 1)
        self.setLayout(whole)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell who it is in a line of its own where that has to be, unless the window is low."""
        super().resizeEvent(event)
        self._fold()

    def fit(self, *, low: bool) -> None:
        """Tell of two racers how they ended, too, unless the window is low: cards come first."""
        self._low = low
        self.result.setVisible(self._compared and not low)
        self._tell_who()

    def _fold(self) -> None:
        beside = max(self._widest, self.now.sizeHint().width())
        needed = self.who.sizeHint().width() + self._head.spacing() + beside
        ways = QBoxLayout.Direction
        low = self.height() <= theme.px(LEAST_SEAT)
        below = needed > self.width() and not low and not self._compared
        self._head.setDirection(ways.TopToBottom if below else ways.LeftToRight)
        self._head.setSpacing(0 if below else 8)

    def show_recording(self, recording: Recording, *, compared: bool) -> None:
        """Show whose it is, on an empty table; `compared` says whether another one is beside it."""
        replay = recording.replay
        told = {
            "name": one_line(replay.name),
            "result": _result(replay),
            "score": replay.score,
            "time": stopwatch(replay.milliseconds),
        }
        if is_solution(replay):
            result = solution_result(points_text(replay.score), len(replay.entries))
            whole = "{name} · " + result
        elif not replay.entries:
            result = self.tr("{result}, no move was made")
            whole = self.tr("{name}: {result}, no move was made")
        elif replay.status != "won":
            result = self.tr("{result}, score {score}")
            whole = self.tr("{name}: {result}, score {score}")
        else:
            result = self.tr("{result}, score {score}, {time}")
            whole = self.tr("{name}: {result}, score {score}, {time}")
        result, self._brief = result.format(**told), whole.format(**told)
        self.whole, self._compared = self._brief, compared
        if replay.status != "won" and replay.entries and replay.milliseconds:
            since = self.tr("{result}, reached at {time}")
            result = since.format(result=result, time=told["time"])
            self.whole = since.format(result=self._brief, time=told["time"])
        self._name = str(told["name"])
        self.result.setText(result)
        if recording.views:
            at_end = self._stands(recording, len(recording.views) - 1, ended=True)
            self._widest = self.now.fontMetrics().horizontalAdvance(APART.join(at_end)) + 2
        self._tell_who()
        if recording.views:
            self.board.set_game(replay.game, replay.options)

    def _tell_who(self) -> None:
        self.who.setText(self._name if self._compared else self._brief if self._low else self.whole)
        self._fold()

    def show_moment(self, recording: Recording, milliseconds: int) -> bool:
        """Show the position at this moment; return whether it is another one."""
        if not recording.views or not self.board.game.places:
            return False
        at = recording.number_at(milliseconds)
        before, view = self.board.state, recording.views[at]
        if before != view:
            self.board.show_state(view)
        a_move = abs(at - self._number) == 1 and screen_reader_is_on() and bool(before.piles)
        change = Speaker(self.board.game).change(before, view) if a_move else ""
        self._number = at
        stands = self._stands(recording, at, ended=recording.ends_at(milliseconds))
        self.now.setText(APART.join(stands))
        self.told = "; ".join([change, *stands] if change else stands)
        return before != view

    def _stands(self, recording: Recording, at: int, *, ended: bool) -> list[str]:
        """Return what is told of how it stands after so many entries, and that it has ended."""
        last = len(recording.views) - 1
        moves = self.tr("Move {number} of {moves}").format(number=at, moves=last) if last else ""
        result = _result(recording.replay) if ended else ""
        told = (moves, points_text(recording.views[at].score), result)
        return [each for each in told if each]


def file_name(replay: Replay) -> str:
    """Return a file's name for a replay, with nothing in it that a file system minds."""
    which = replay.seed[:8] if replay.race == PRACTICE else replay.race
    text = f"samedeal-{replay.game}-{which}-{one_line(replay.name)}"
    return "".join(c if c.isalnum() else "-" for c in text).strip("-") + SUFFIXES[0]


def _code(recording: Recording) -> str:
    """Return the code of the deal; empty where it is one that this version cannot deal."""
    replay = recording.replay
    return deal_code.write(replay.game, replay.options, replay.seed) if recording.views else ""


def _result(replay: Replay) -> str:
    if replay.race == PRACTICE and replay.status == "racing":
        return translate("replay", "still playing")
    return ending_words(replay.status, ended_at(replay))


def _standing(player: int, replay: Replay) -> Standing:
    """How the racer of a replay stands in the curve, where `player` is its own colour."""
    return Standing(
        player, replay.name, replay.status, replay.score, player, 0, replay.milliseconds
    )
