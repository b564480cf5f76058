"""Making a room: the game with its options, and how the race is run."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QScrollArea, QSpinBox, QWidget

from client.link import Link
from client.memory import Memory
from client.screens.games import GameChooser
from client.screens.parts import SPACE, button, column, label, page, row
from client.screens.screen import Screen
from protocol.messages import Settings


class MakeRoomScreen(Screen):
    """The settings of a room to be; the server has the last word on them."""

    back = Signal()

    def __init__(self, link: Link, memory: Memory) -> None:
        super().__init__(link)
        usual = Settings("klondike")
        self.games = GameChooser(memory)
        self.minutes = _number(1, 120, usual.time_limit // 60, " min")
        self.seats = _number(1, 16, usual.seats, "")
        self.countdown = _number(0, 30, usual.countdown, " s")
        self.delay = _number(0, 300, usual.delay, " s")
        self.show_boards = QCheckBox("Rivals see each other’s boards")
        self.undo = QCheckBox("Undo is allowed")
        self.listed = QCheckBox("Show the room in the lobby")
        self.undo.setChecked(usual.undo)
        self.listed.setChecked(usual.listed)

        form = QFormLayout()
        form.setSpacing(8)
        form.addRow(label("Time limit"), self.minutes)
        form.addRow(label("Seats"), self.seats)
        form.addRow(label("Countdown"), self.countdown)
        form.addRow(label("Spectators’ delay"), self.delay)
        settings = QWidget()
        settings.setLayout(
            column(
                label("The race", "figure"),
                form,
                self.show_boards,
                self.undo,
                self.listed,
                None,
                space=8,
            )
        )
        scroll = QScrollArea(widgetResizable=True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(settings)
        scroll.setFixedWidth(248)
        middle = row(space=2 * SPACE)
        middle.addWidget(self.games, 1)
        middle.addWidget(scroll)
        self.make = button("Make the room", self._make, main=True)
        whole = column(
            label("Make a room", "title"),
            middle,
            row(button("Back", self.back.emit), None, self.make),
        )
        whole.setStretch(1, 1)
        self.setLayout(page(whole))
        self.make.setAutoDefault(True)  # Enter chooses the game, and Enter again makes the room
        self.games.entered.connect(self.make.setFocus)
        self.games.choose("klondike")

    @property
    def settings(self) -> Settings:
        """What is chosen."""
        return Settings(
            game=self.games.game,
            options=self.games.options.options,
            time_limit=self.minutes.value() * 60,
            seats=self.seats.value(),
            countdown=self.countdown.value(),
            show_boards=self.show_boards.isChecked(),
            undo=self.undo.isChecked(),
            delay=self.delay.value(),
            listed=self.listed.isChecked(),
        )

    def _make(self) -> None:
        self.session.create_room(self.settings)
        self.link.flush()


def _number(least: int, most: int, usual: int, unit: str) -> QSpinBox:
    box = QSpinBox(minimum=least, maximum=most, value=usual, suffix=unit)
    box.setMinimumHeight(32)
    return box
