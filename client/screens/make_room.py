"""Making a room: the game with its options, and how the race is run."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QScrollArea, QSpinBox, QWidget

from client.link import Link
from client.screens.games import GameList, OptionsForm, RulesText
from client.screens.parts import SPACE, button, column, label, page, row
from client.screens.screen import Screen
from protocol.messages import Settings


class MakeRoomScreen(Screen):
    """The settings of a room to be; the server has the last word on them."""

    back = Signal()

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        usual = Settings("klondike")
        self.games = GameList()
        self.rules = RulesText()
        self.options = OptionsForm()
        self.minutes = _number(1, 120, usual.time_limit // 60, " min")
        self.seats = _number(1, 16, usual.seats, "")
        self.countdown = _number(0, 30, usual.countdown, " s")
        self.show_boards = QCheckBox("Racers see each other’s boards")
        self.undo = QCheckBox("Undo is allowed")
        self.listed = QCheckBox("Show the room in the lobby")
        self.undo.setChecked(usual.undo)
        self.listed.setChecked(usual.listed)

        self._head = label("The game", "figure")
        form = QFormLayout()
        form.setSpacing(8)
        form.addRow(label("Time limit"), self.minutes)
        form.addRow(label("Seats"), self.seats)
        form.addRow(label("Countdown"), self.countdown)
        settings = QWidget()
        settings.setLayout(
            column(
                label("The race", "figure"),
                form,
                self.show_boards,
                self.undo,
                self.listed,
                4,
                self._head,
                self.options,
                None,
                space=8,
            )
        )
        scroll = QScrollArea(widgetResizable=True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(settings)
        scroll.setFixedWidth(288)
        self.games.setFixedWidth(220)
        middle = row(self.games, space=2 * SPACE)
        middle.addWidget(self.rules, 1)
        middle.addWidget(scroll)
        self.make = button("Make the room", self._make, main=True)
        whole = column(
            label("Make a room", "title"),
            middle,
            row(button("Back", self.back.emit), None, self.make),
        )
        whole.setStretch(1, 1)
        self.setLayout(page(whole))
        self.games.chosen.connect(self._show_game)
        self.games.choose("klondike")
        self._show_game(self.games.game)

    @property
    def settings(self) -> Settings:
        """What is chosen."""
        return Settings(
            game=self.games.game,
            options=self.options.options,
            time_limit=self.minutes.value() * 60,
            seats=self.seats.value(),
            countdown=self.countdown.value(),
            show_boards=self.show_boards.isChecked(),
            undo=self.undo.isChecked(),
            listed=self.listed.isChecked(),
        )

    def _show_game(self, game: str) -> None:
        self.rules.show_game(game)
        self.options.show_game(game)
        self._head.setVisible(bool(self.options.options))

    def _make(self) -> None:
        self.session.create_room(self.settings)
        self.link.flush()


def _number(least: int, most: int, usual: int, unit: str) -> QSpinBox:
    box = QSpinBox(minimum=least, maximum=most, value=usual, suffix=unit)
    box.setMinimumHeight(32)
    return box
