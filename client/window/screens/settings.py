"""The settings: everything shows at once, on a board that can be played on beside them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from client.bots.chooser import MoveChooser
from client.session.practice_game import PracticeGame
from client.window.desktop import preferences, sound, theme
from client.window.desktop.preferences import CHOICES, LOUDEST, RANGES, Preferences
from client.window.online.link import Link
from client.window.scene.board_view import BoardView
from client.window.screens.commands import Command
from client.window.screens.screen import Page
from client.window.widgets.click_trial import ClickTrial, TrialChart
from client.window.widgets.elements import (
    SPACE,
    Paragraph,
    Scrolled,
    SureButton,
    box,
    button,
    column,
    label,
    naming,
    panel,
    plain_tip,
    row,
)
from client.window.widgets.fitting import Folding
from client.window.widgets.privacy.own_data import OwnDataPanel
from client.words.texts import decimal
from client.words.translation import available, own_name
from engine.state import Action

WIDTH: Final = 340
"""The least width of the column of settings, in pixels."""
TOLD: Final = 160
"""The least width of what is said of the last press, in pixels."""
LOW: Final = 560
"""The height of the screen below which the chart of a trial is not explained, in pixels."""
SAMPLE: Final = ("klondike", "sample", 26)
"""What lies on the sample board: a game, the seed of its deal, and how many moves were made."""
_FINE: Final = 100
"""Steps of a slider for a threshold's whole unit: hundredths of a second and of a card."""


class SettingsScreen(Page):
    """Changes `preferences.live`, and nothing else."""

    back = Signal()
    token_wanted = Signal()
    """The player wants another token from the server."""

    def __init__(self) -> None:
        super().__init__()
        self.choices: dict[str, QComboBox] = {}
        self.switches: dict[str, QCheckBox] = {}
        self.sliders: dict[str, QSlider] = {}
        self._values: dict[str, QLabel] = {}
        self._names = {
            "system": self.tr("Same as the system"),
            "light": self.tr("Light"),
            "dark": self.tr("Dark"),
            "on": self.tr("On"),
            "off": self.tr("Off"),
            "spruce": self.tr("Spruce"),
            "ocean": self.tr("Ocean"),
            "plum": self.tr("Plum"),
            "slate": self.tr("Slate"),
            "rosette": self.tr("Rosette"),
            "scales": self.tr("Scales"),
            "stars": self.tr("Stars"),
            **{name: own_name(name) for name in available()},
            **{size: self._percent(int(size)) for size in CHOICES["zoom"]},
        }
        renew = SureButton(
            self.tr("Renew my key"), self.tr("Really renew it?"), self.token_wanted.emit
        )
        why = label(
            self.tr(
                "A key on this computer says who you are, in place of a password. If somebody else "
                "may have it, renew it: the old one then stops working."
            ),
            "muted",
            wrap=True,
        )
        self.own_data = OwnDataPanel()
        self.token = self._group(self.tr("Player"), (why,), (renew,), (self.own_data,))
        self.attend(None)
        explained = label(
            self.tr(
                "A click lifts a card, and it sticks to the pointer until the next click. "
                "A drag drops it where you let go; where the card fits, even the quickest drag "
                "does. Both ways always work."
            ),
            "muted",
            wrap=True,
        )
        self.usual_hand = button(self.tr("Reset clicks and drags"), self._forget_hand)
        settings = column(
            self._group(
                self.tr("Look"),
                self._choice("language", self.tr("Language")),
                self._choice("theme", self.tr("Theme")),
                self._choice("zoom", self.tr("Text size")),
                self._choice("table", self.tr("Table")),
                self._choice("back", self.tr("Card back")),
                self._choice("motion", self.tr("Motion")),
                self._switch("four_colours", self.tr("Four colours, one for each suit")),
                self._switch("large_index", self.tr("Large ranks and suits")),
            ),
            self._group(
                self.tr("Sound"),
                self._switch("sounds", self.tr("Sounds")),
                self._slider("volume", self.tr("Volume"), 0, LOUDEST),
            ),
            self._group(
                self.tr("Play"),
                self._switch("glow", self.tr("Playable cards glow, where the game suggests it")),
                self._switch("auto_finish", self.tr("Finish by itself when only that is left")),
                self._switch("lamp", self.tr("In practice, show whether it can still be won")),
            ),
            self._group(
                self.tr("Click or drag"),
                (explained,),
                *self._threshold(
                    "quick",
                    self.tr("Quick click, up to"),
                    self.tr("A press as short as this is a click, however far the mouse moves."),
                ),
                *self._threshold(
                    "slow",
                    self.tr("Slow click, up to"),
                    self.tr("A longer one is a click, too, as long as the mouse stays in place."),
                ),
                *self._threshold(
                    "still",
                    self.tr("In place: less than"),
                    self.tr("How far the mouse may move and still be in place, in card widths."),
                ),
                *self._threshold(
                    "double",
                    self.tr("Double-click, up to"),
                    self.tr("The time from one click to the next, for a double-click."),
                ),
                (self.usual_hand,),
            ),
            self.token,
            None,
        )
        settings.setContentsMargins(0, 0, SPACE, 0)
        self.leave = button(self.tr("Back"), self.back.emit)
        self.defaults = SureButton(
            self.tr("Back to the defaults"), self.tr("Really?"), self._forget
        )
        left = column(space=SPACE)
        left.addLayout(
            row(self.leave, label(self.tr("Settings"), "title"), None, self.defaults, space=SPACE)
        )
        scrolled = Scrolled(box(settings), WIDTH)
        left.addWidget(scrolled, 1)
        show_question = partial(scrolled.ensureWidgetVisible, self.own_data.cancel)
        # Not at once: it has no place yet.
        self.own_data.asking.connect(lambda: QTimer.singleShot(0, self, show_question))

        self.board = BoardView()
        self.board.acted.connect(self._act)
        self.board.undo_asked.connect(self._undo)
        self.chart = TrialChart()
        self.tried = Paragraph(self.tr("Press, move and let go of a card here."), "figure")
        self.trial = ClickTrial(self.board, self.chart, self.tried)
        self.legend = Paragraph(
            self.tr(
                "Each dot is a press: further right the longer it took, higher the further it "
                "moved. In the green area it is a click, outside of it a drag."
            ),
            "muted",
        )
        told = box(column(None, self.tried, self.legend, None, space=6))
        theme.fix(told, least_width=TOLD)
        trial = panel(column(Folding(self.chart, told, wide=1, space=SPACE)))
        trial.setToolTip(plain_tip(self.legend.text()))
        beside = column(self.board, trial, space=SPACE)
        beside.setStretch(0, 1)
        whole = row(margin=SPACE, space=2 * SPACE)
        whole.addLayout(left)
        whole.addLayout(beside, 1)
        self.setLayout(whole)

        self._lay_sample()
        preferences.live.changed.connect(self._show)
        self._show()

    def heading(self) -> str:
        """Return what this is."""
        return self.tr("Settings")

    def attend(self, link: Link | None) -> None:
        """Offer what a player can ask the server of this link for; nothing where there is none."""
        self.token.setVisible(link is not None)
        self.own_data.attend(link)

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        return self.defaults, self.usual_hand, self.leave

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back."""
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave what the dots of a trial mean to its tip in a low window, for the board."""
        super().resizeEvent(event)
        self.legend.setVisible(self.height() >= theme.px(LOW))

    # The controls --------------------------------------------------------------------------------

    def _group(self, title: str, *rows: tuple[QWidget, ...]) -> QWidget:
        """A panel with a title, and in each row a control, or its name, itself and its value."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for y, parts in enumerate(rows):
            if len(parts) == 1:
                grid.addWidget(parts[0], y, 0, 1, 3)
            else:
                for x, part in enumerate(parts):
                    wide = 2 if len(parts) == 2 and x == 1 else 1
                    grid.addWidget(part, y, x, 1, wide)
        inner = QVBoxLayout()
        inner.setSpacing(8)
        inner.addWidget(label(title, "figure"))
        inner.addLayout(grid)
        return panel(inner)

    def _choice(self, name: str, text: str) -> tuple[QWidget, ...]:
        made = self.choices[name] = QComboBox()
        for value in CHOICES[name]:
            made.addItem(self._names[value], value)
        made.activated.connect(lambda _: self._change(**{name: made.currentData()}))
        return naming(text, made), made

    def _switch(self, name: str, text: str) -> tuple[QWidget, ...]:
        made = self.switches[name] = QCheckBox(text)
        made.clicked.connect(lambda checked: self._change(**{name: checked}))
        return (made,)

    def _slider(self, name: str, text: str, least: int, most: int) -> tuple[QWidget, ...]:
        made = self.sliders[name] = QSlider(Qt.Orientation.Horizontal)
        made.setRange(least, most)
        made.setPageStep(10)
        made.valueChanged.connect(lambda value: self._slid(name, value))
        value = self._values[name] = label("", "muted")
        value.setMinimumWidth(44)
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return naming(text, made), made, value

    def _threshold(self, name: str, text: str, meaning: str) -> Sequence[tuple[QWidget, ...]]:
        """The rows of a slider, and of what it means."""
        least, most = RANGES[name]
        parts = self._slider(name, text, round(least * _FINE), round(most * _FINE))
        self.sliders[name].setAccessibleDescription(meaning)
        return parts, (label(meaning, "muted", wrap=True),)

    def _slid(self, name: str, value: int) -> None:
        if name == "volume":
            self._change(volume=value)
            sound.play("move")
        else:
            limits = preferences.live.now.thresholds
            self._change(thresholds=replace(limits, **{name: value / _FINE}))

    def _change(self, **changes: object) -> None:
        preferences.live.set(replace(preferences.live.now, **changes))  # type: ignore[arg-type]
        if changes.get("sounds"):
            sound.play("move")

    def _forget_hand(self) -> None:
        usual = Preferences().thresholds
        preferences.live.set(replace(preferences.live.now, thresholds=usual))

    def _forget(self) -> None:
        preferences.live.set(Preferences())

    def _show(self) -> None:
        """Show what is in force."""
        now = preferences.live.now
        for name, choice in self.choices.items():
            choice.setCurrentIndex(choice.findData(getattr(now, name)))
        for name, switch in self.switches.items():
            switch.setChecked(getattr(now, name))
        for name, slider in self.sliders.items():
            with QSignalBlocker(slider):
                if name == "volume":
                    slider.setValue(now.volume)
                    self._values[name].setText(self._percent(now.volume))
                else:
                    value = getattr(now.thresholds, name)
                    slider.setValue(round(value * _FINE))
                    still = name == "still"
                    text = self._percent(value * 100) if still else self._seconds(value)
                    self._values[name].setText(text)
        self.sliders["volume"].setEnabled(now.sounds)
        self.defaults.setEnabled(now != Preferences())
        self.usual_hand.setEnabled(now.thresholds != Preferences().thresholds)

    def _percent(self, value: float) -> str:
        return self.tr("{percent}%").format(percent=f"{value:.0f}")

    def _seconds(self, value: float) -> str:
        return self.tr("{seconds} s").format(seconds=decimal(value, 2))

    # The sample ----------------------------------------------------------------------------------

    def _lay_sample(self) -> None:
        """Lay out a game that has been played for a while."""
        game, seed, moves = SAMPLE
        self._sample = PracticeGame(game, {}, seed)
        player = MoveChooser(self._sample.game)
        for _ in range(moves):
            action = player.choose(self._sample.view)
            if action is None:
                break
            self._sample.act(action, 0.0)
        self.board.set_game(game)
        self.board.show_state(self._sample.view, animate=False)
        self.board.set_interactive(True)

    def _act(self, action: Action) -> None:
        self._sample.act(action, 0.0)
        self.board.show_state(self._sample.view)

    def _undo(self) -> None:
        if self._sample.can_undo:
            self._sample.undo(0.0)
            self.board.show_state(self._sample.view)
