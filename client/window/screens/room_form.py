"""Everything that a host chooses: the game with its options, and how the race is run."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from client.window.desktop import theme
from client.window.desktop.memory import Memory
from client.window.widgets.elements import SPACE, Scrolled, box, column, field_name, label, row
from client.window.widgets.games.deals_choice import DealsChoice
from client.window.widgets.games.game_chooser import GameChooser
from client.window.widgets.games.game_finder import LIST
from client.window.widgets.games.series_choice import SeriesChoice
from protocol.messages import Settings

USUAL = Settings("klondike", show_boards=True)
"""What is chosen at first: racers see each other's boards, as in a race against bots."""
WIDTH = 280
"""The least width of the column of settings, in pixels."""
UNDER = 24
"""How far a line that explains a choice stands in, in pixels: below the choice's text."""
RULES = 240
"""The least width, in pixels, in which the rules have a column of their own."""


class RoomForm(QWidget):
    """The settings of a room, one that is to be made or one that is there."""

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self._memory = memory
        self.games = GameChooser(memory)
        self.deals = DealsChoice()
        self.deals.chosen.connect(self._remember_deals)
        self.minutes = _number(1, 120, self.tr("min"))
        self.seats = _number(1, 16, "")
        self.countdown = _number(0, 30, self.tr("s", "seconds"))
        self.delay = _number(0, 300, self.tr("s", "seconds"))
        self.delay.setSpecialValueText(self.tr("None", "no delay"))
        self.show_boards = QCheckBox(self.tr("Rivals see each other’s boards"))
        self.beside = QCheckBox(self.tr("People in the same home as a racer may watch"))
        about_beside = _explained(
            self.beside,
            self.tr(
                "They share an internet connection, and could tell that racer what is on the "
                "others’ boards."
            ),
        )
        self.undo = QCheckBox(self.tr("Undo is allowed"))
        about_undo = _explained(
            self.undo, self.tr("With no move left, the race is over all the same.")
        )
        self.hints = QCheckBox(self.tr("Hints are allowed"))
        self.rated = QCheckBox(self.tr("Counts for ratings"))
        about_rated = _explained(
            self.rated, self.tr("Where two people or more race; bots are passed over.")
        )
        self.listed = QCheckBox(self.tr("Show the room in the lobby"))
        self.lock = QCheckBox(self.tr("Ask for a password"))
        self.secret = QLineEdit(maxLength=64)
        theme.fix(self.secret, line_height=32)
        self.secret.setAccessibleName(self.tr("The room’s password"))
        self.lock.toggled.connect(self._show_secret)
        self._beside: bool | None = None
        """What the host has chosen about that; None where it follows from the other settings."""
        self.beside.clicked.connect(self._choose_beside)
        self.show_boards.toggled.connect(self._follow)
        self.delay.valueChanged.connect(self._follow)
        self._locked = False
        self._seconds = USUAL.time_limit

        form = QFormLayout()
        form.setSpacing(8)
        form.addRow(field_name(self.tr("Deals"), self.deals), self.deals)
        form.addRow(self.deals.about)
        form.addRow(field_name(self.tr("Time limit"), self.minutes), self.minutes)
        form.addRow(field_name(self.tr("Seats"), self.seats), self.seats)
        form.addRow(field_name(self.tr("Countdown"), self.countdown), self.countdown)
        form.addRow(field_name(self.tr("Spectators’ delay"), self.delay), self.delay)
        self.series = SeriesChoice(form)
        settings = QWidget()
        self._column = column(
            label(self.tr("The race"), "figure"),
            form,
            self.show_boards,
            about_beside,
            about_undo,
            self.hints,
            about_rated,
            self.listed,
            self.lock,
            self.secret,
            None,
            space=8,
        )
        self._column.setContentsMargins(0, 0, SPACE, 0)  # beside the scroll bar
        settings.setLayout(self._column)
        self._scrolled = Scrolled(settings, WIDTH)
        self._whole = row(space=2 * SPACE)
        self._whole.addWidget(self.games, 1)
        self._whole.addWidget(self._scrolled)
        self.setLayout(self._whole)
        self._narrow = False
        """Whether rules and options are in the column of settings, as there is no room for more."""
        self.games.chosen.connect(lambda _game: self._show_all_rules())
        self.games.chosen.connect(lambda _game: self._offer_deals())
        self.games.changed.connect(self._offer_deals)
        self.show_settings(USUAL)
        self.wish_as_before()

    def minimumSizeHint(self) -> QSize:
        """Return the size with all but the finder in one column."""
        wide = theme.px(LIST) + 2 * SPACE + self._scrolled.minimumSizeHint().width()
        return QSize(wide, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the rules where there is room for them beside the rest."""
        super().resizeEvent(event)
        spare = self.width() - self.minimumSizeHint().width() - 2 * SPACE
        narrow = spare < theme.px(RULES)
        if narrow != self._narrow:
            self._arrange(narrow=narrow)
        self._show_all_rules()

    def _arrange(self, *, narrow: bool) -> None:
        self._narrow = narrow
        self._whole.setStretch(0, int(not narrow))
        self._whole.setStretch(1, int(narrow))
        policy = self._scrolled.sizePolicy()
        expanding, fixed = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
        policy.setHorizontalPolicy(expanding if narrow else fixed)
        self._scrolled.setSizePolicy(policy)
        if narrow:
            self.games.lend()
            self._column.insertWidget(0, self.games.options_panel)
            self._column.insertWidget(self._column.count() - 1, self.games.rules)
        else:
            self.games.take_back()

    def _show_all_rules(self) -> None:
        """In one column with the rest, the rules are scrolled with it, unless they fill it."""
        if self._narrow:
            rules, most = self.games.rules, self.height() * 2 // 3
            rules.setMinimumHeight(min(rules.maximumHeight(), most))

    @property
    def settings(self) -> Settings:
        """The settings that are chosen."""
        minutes = self.minutes.value()
        return Settings(
            game=self.games.game,
            options=self.games.options.options,
            # A limit that is no whole minute, as others may set it, stays until it is changed.
            time_limit=self._seconds if minutes == _minutes(self._seconds) else minutes * 60,
            seats=self.seats.value(),
            countdown=self.countdown.value(),
            show_boards=self.show_boards.isChecked(),
            undo=self.undo.isChecked(),
            hints=self.hints.isChecked(),
            delay=self.delay.value(),
            listed=self.listed.isChecked(),
            same_address=self._beside,
            deals=self.deals.deals,
            rated=self.rated.isChecked(),
            series=self.series.series,
        )

    @property
    def password(self) -> str | None:
        """The password that is chosen, empty for none; None where the room keeps the one it has."""
        if not self.lock.isChecked():
            return ""
        return None if self._locked and not self.secret.text() else self.secret.text()

    def show_settings(self, settings: Settings, *, locked: bool = False) -> None:
        """Begin with these; `locked` says whether the room has a password already."""
        self.games.choose(settings.game, settings.options)
        self._seconds = settings.time_limit
        self.series.show_series(settings.series)
        self._offer_deals()
        self.deals.wish(settings.deals)
        self.minutes.setValue(_minutes(settings.time_limit))
        self.seats.setValue(settings.seats)
        self.countdown.setValue(settings.countdown)
        self.delay.setValue(settings.delay)
        self.show_boards.setChecked(settings.show_boards)
        self._beside = settings.same_address
        self._follow()
        self.undo.setChecked(settings.undo)
        self.hints.setChecked(settings.hints)
        self.rated.setChecked(settings.rated)
        self.listed.setChecked(settings.listed)
        self._locked = locked
        self.lock.setChecked(locked)
        self.secret.clear()
        self.secret.setPlaceholderText(self.tr("Unchanged") if locked else self.tr("The password"))
        self._show_secret()

    def _offer_deals(self) -> None:
        """Offer what the chosen game has with its options."""
        self.deals.show_game(self.games.game, self.games.options.options)
        self.series.show_game(self.games.game, self.games.options.options)

    def _remember_deals(self, _deals: str) -> None:
        self._memory.deals = self.deals.deals

    def wish_as_before(self) -> None:
        """Begin with the deals that the player last wanted, in this form or in another one."""
        self.deals.wish(self._memory.deals)

    def _choose_beside(self, allowed: bool) -> None:
        self._beside = allowed

    def _follow(self) -> None:
        """Show whether watching from a racer's address is allowed, as the other settings go."""
        self.beside.setChecked(self.settings.beside_racers)

    def _show_secret(self) -> None:
        self.secret.setVisible(self.lock.isChecked())


def _explained(choice: QCheckBox, text: str) -> QWidget:
    """Return a choice with a line below it that says what it comes to."""
    told = label(text, "muted", wrap=True)
    choice.setAccessibleDescription(text)
    before = QWidget()  # its width follows the window's scale, as margins do not
    theme.set_role(before, "clear")
    theme.fix(before, width=UNDER)
    line = row(before, space=0)
    line.addWidget(told, 1)
    return box(column(choice, line, space=2))


def _minutes(seconds: int) -> int:
    return max(1, round(seconds / 60))


def _number(least: int, most: int, unit: str) -> QSpinBox:
    box = QSpinBox(minimum=least, maximum=most, suffix=f" {unit}" if unit else "")
    theme.fix(box, line_height=32)
    box.lineEdit().setTextMargins(8, 0, 0, 0)  # as in the other fields; a stylesheet cannot
    return box
