"""What to do where there is nothing to see yet: a race, practice, the deal of the day."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from client.window.desktop import theme
from client.window.widgets.elements import button, column, label, panel, row
from client.window.widgets.fitting import Folding
from client.words.daily import daily_text


class FirstSteps(QWidget):
    """Three ways on, each with a line that says what it is."""

    bots = Signal()
    """A race against bots is wanted."""
    practice = Signal()
    """The player wants to play alone."""
    daily = Signal()
    """Today's daily deal is wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.race = button(self.tr("Race against bots"), self.bots.emit, main=True)
        self.alone = button(self.tr("Practise alone"), self.practice.emit)
        self.day = button(daily_text(), self.daily.emit)
        self._of_race = _Step(
            self.race, self.tr("Two bots join, and the cards are dealt in a few seconds.")
        )
        self._of_practice = _Step(
            self.alone, self.tr("No rivals and no hurry: every game, as you like.")
        )
        self._of_day = _Step(self.day, self.tr("One deal a day, the same for everybody."))
        steps = self._of_race, self._of_practice, self._of_day
        self._folding = Folding(*steps, space=8)
        self._folding.turned.connect(self._tell)
        middle = row()
        middle.addWidget(self._folding, 1)
        self.setLayout(column(panel(middle)))

    def _tell(self, folded: bool) -> None:
        """Say what each way is, where there is room for it."""
        for step in (self._of_race, self._of_day, self._of_practice):
            step.said.setHidden(folded)

    @property
    def ways(self) -> tuple[QPushButton, ...]:
        """The buttons, for a menu."""
        return self.race, self.alone, self.day

    def offer(self, *, bots: bool, daily: bool) -> None:
        """Offer a race where the player is `bots` free to begin one, and a day where there is."""
        self._of_race.setVisible(bots)
        self._of_day.setVisible(daily)


class _Step(QWidget):
    def __init__(self, way: QPushButton, told: str) -> None:
        super().__init__()
        theme.set_role(self, "clear")
        self.said = label(told, "muted", wrap=True)
        self.said.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        way.setAccessibleDescription(told)
        self.setLayout(column(way, self.said, None, space=6))
