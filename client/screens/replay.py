"""A finished race played again: forwards, backwards, and checked by the engine."""

from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QComboBox, QSlider, QWidget

from client import theme
from client.board import BoardView
from client.screens.parts import SPACE, button, column, label, row
from client.texts import STATUSES, game_title, one_line, stopwatch
from engine import catalogue
from engine.game import IllegalAction
from engine.replay import Play
from engine.state import State
from protocol.messages import Replay
from protocol.wire import BadMessage, parse_entry

LONGEST_WAIT = 1500
"""Milliseconds that a replay pauses at most between two moves."""


class ReplayScreen(QWidget):
    """Shows what one racer did."""

    back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._views: list[State] = []
        self._times: list[int] = []
        self.title = label("", "title")
        self.result = label("", "muted")
        self.verdict = label("")
        self.board = BoardView()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setMinimumHeight(24)
        self.slider.valueChanged.connect(self._show)
        self.play = button("Play", self._toggle, main=True)
        self.speed = QComboBox()
        for times in (1, 2, 4, 16):
            self.speed.addItem(f"{times}× speed", times)
        self.speed.setCurrentIndex(1)
        self.at = label("", "muted")
        self.at.setMinimumWidth(150)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._next)
        whole = column(margin=SPACE, space=8)
        whole.addLayout(row(self.title, self.result, None, self.verdict))
        whole.addWidget(self.board, 1)
        whole.addLayout(
            row(
                button("Back", self.back.emit),
                button("|<", lambda: self.slider.setValue(0)),
                button("<", lambda: self.slider.setValue(self.slider.value() - 1)),
                self.play,
                button(">", lambda: self.slider.setValue(self.slider.value() + 1)),
                self.slider,
                self.at,
                self.speed,
                space=8,
            )
        )
        self.setLayout(whole)

    def show_replay(self, replay: Replay) -> None:
        """Play it from the start."""
        self.title.setText(game_title(replay.game))
        self.result.setText(
            f"{one_line(replay.name)}: {STATUSES[replay.status].lower()}, "
            f"score {replay.score}, {stopwatch(replay.milliseconds)}"
        )
        self._views, text = check(replay)
        self.verdict.setText(text or "Checked: the moves lead to this result.")
        theme.set_role(self.verdict, "bad" if text else "good")
        waits = [0, *replay.times, *([replay.milliseconds] * len(self._views))]
        self._times = waits[: len(self._views)]
        if not self._views:
            return
        self.board.set_game(replay.game, replay.options)
        self.slider.setRange(0, len(self._views) - 1)
        self.slider.setValue(0)
        self._show(0)
        self._toggle(play=True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks."""
        super().hideEvent(event)
        self._toggle(play=False)

    def _show(self, at: int) -> None:
        if at < len(self._views):
            self.board.show_state(self._views[at])
            self.at.setText(f"{at} of {len(self._views) - 1} · {stopwatch(self._times[at])}")

    def _toggle(self, *, play: bool | None = None) -> None:
        playing = not self._timer.isActive() if play is None else play
        if playing and self.slider.value() == self.slider.maximum() and play is None:
            self.slider.setValue(0)
        self.play.setText("Pause" if playing else "Play")
        self._timer.stop()
        if playing:
            self._wait()

    def _wait(self) -> None:
        at = self.slider.value()
        if at + 1 >= len(self._views):
            self._toggle(play=False)
            return
        wait = (self._times[at + 1] - self._times[at]) // int(self.speed.currentData())
        self._timer.start(max(30, min(wait, LONGEST_WAIT)))

    def _next(self) -> None:
        self.slider.setValue(self.slider.value() + 1)
        self._wait()


def check(replay: Replay) -> tuple[list[State], str]:
    """Play it again; return the views, the deal first, and what is wrong with it (or nothing)."""
    try:
        game = catalogue.make(replay.game, replay.options)
    except (catalogue.UnknownGame, catalogue.BadOption):
        return [], "This version does not have the game."
    play = Play(game, replay.seed)
    views = [game.view(play.state)]
    try:
        views.extend(game.view(play.enter(parse_entry(entry))) for entry in replay.entries)
    except (IllegalAction, BadMessage) as error:
        return views, f"Move {len(views)} is against the rules: {error}."
    if play.state.score != replay.score:
        return views, f"The moves lead to a score of {play.state.score}, not {replay.score}."
    if replay.status == "won" and game.outcome(play.state) != "won":
        return views, "The moves do not win the game."
    if any(later < earlier for earlier, later in pairwise(replay.times)):
        return views, "The times of the moves run backwards."
    return views, ""
