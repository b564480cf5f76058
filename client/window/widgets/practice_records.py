"""How the practice games went so far."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.session.practice_store import PracticeRecord, PracticeStore
from client.window.desktop import theme
from client.window.scene.game_pictures import GamePicture
from client.window.widgets.elements import (
    PAGE_WIDTH,
    SPACE,
    Elided,
    Paragraph,
    button,
    column,
    label,
    page,
    panel,
    row,
)
from client.window.widgets.game_table import GameRow, GameTable
from client.window.widgets.games.rules_text import RulesText
from client.words.texts import clock, game_title, options_text
from client.words.translation import translate
from engine.catalogue import Options, UnknownGame

BESIDE: Final = 960
"""The width from which the chosen game is shown beside the table, in pixels."""
SHOWN: Final = 0.36
"""How much of the width it takes."""
FLAT: Final = 0.62
"""The height of its picture, in its width."""


class RecordsPage(QWidget):
    """A line for each game that was played, with its options; any of them can be dealt again."""

    back = Signal()
    wanted = Signal(str, object)
    """A game to play, and its options."""

    def __init__(self, store: PracticeStore) -> None:
        super().__init__()
        self._store = store
        self.summary = label("", "muted", wrap=True)
        self.table = GameTable(
            [
                self.tr("Game"),
                self.tr("Played"),
                self.tr("Solved"),
                self.tr("In a row"),
                self.tr("Fastest"),
                self.tr("Best score"),
            ],
            numbers=range(1, 6),
            spared=(3, 1),
        )
        self.table.setAccessibleName(self.tr("Records"))
        self.table.itemSelectionChanged.connect(self._selected)
        self.table.itemActivated.connect(lambda _: self._play())
        self.leave = button(self.tr("Back"), self.back.emit)
        self.play = button(self.tr("Play"), self._play, main=True)
        self.picture = GamePicture()
        self.picture.setCursor(Qt.CursorShape.PointingHandCursor)
        self.picture.installEventFilter(self)
        self.title = Elided(role="title")
        self.options = Paragraph("", "muted")
        self.rules = RulesText(titled=False)
        self.shown = panel(column(self.picture, self.title, self.options, self.rules))
        self.shown.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Maximum)
        """The chosen game, where there is room: its deal, its options and its rules."""
        left = column(self.table, None)
        left.setStretch(0, 100)
        both = row(space=2 * SPACE)
        both.addLayout(left, 1)
        both.addLayout(column(self.shown, None))
        whole = column(
            label(self.tr("Your practice so far"), "title"),
            self.summary,
            both,
            row(self.leave, None, self.play),
        )
        whole.setStretch(2, 100)
        self.setLayout(page(whole))

    def refresh(self, *, left: bool = False) -> None:
        """Read the records again; a game that was `left` for another deal is not among them yet."""
        records = self._store.records()
        self.table.tell_empty(
            self.tr(
                "No game yet. A game counts when you solve it or start another. Here you will "
                "then see how many you solved, your fastest time and your best score."
            )
        )
        self.table.fill_games(
            [
                GameRow((r.game, tuple(r.options.items())), r.game, r.options, _texts(r))
                for r in records
            ]
        )
        played, won = sum(r.played for r in records), sum(r.won for r in records)
        text = (
            translate("practice_records", "{won} of %n games solved", "", played).format(won=won)
            if played
            else self.tr("What you play here is counted here.")
        )
        if left:
            more = self.tr(
                "The game before this deal counts with the first move of this one: until then, "
                "“Undo” brings it back."
            )
            text = f"{text}{translate('texts', '.', 'ends a sentence')} {more}" if played else more
        self.summary.setText(text)
        if self.table.chosen is None and records:
            self.table.choose(self.table.keys[0])
        self._selected()

    def _selected(self) -> None:
        self.play.setVisible(self.table.rowCount() > 0)
        self.play.setEnabled(self.table.chosen is not None)
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Show the chosen game, where there is room beside the table."""
        chosen = self.table.chosen
        self.shown.setVisible(isinstance(chosen, tuple) and self.width() >= theme.px(BESIDE))
        if not isinstance(chosen, tuple):
            return
        game, pairs = chosen
        options = dict(pairs)
        self.picture.show_game(game, options)
        self.title.setText(game_title(game))
        text = options_text(game, options)
        self.options.setText(text)
        self.options.setVisible(bool(text))
        try:
            self.rules.show_game(game)
            self.rules.show()
        except UnknownGame:  # of a version with more games
            self.rules.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out."""
        super().resizeEvent(event)
        wide = round(min(self.width(), theme.px(PAGE_WIDTH)) * SHOWN)
        self.shown.setFixedWidth(wide)
        self.picture.setFixedHeight(round(wide * FLAT))
        self._show_chosen()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Play what is shown, by a click on its picture."""
        clicked = watched is self.picture and event.type() == QEvent.Type.MouseButtonRelease
        left = isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton
        if clicked and left:
            self._play()
        return super().eventFilter(watched, event)

    def _play(self) -> None:
        chosen = self.table.chosen
        if isinstance(chosen, tuple):
            game, pairs = chosen
            options: Options = dict(pairs)
            self.wanted.emit(game, options)


def _texts(record: PracticeRecord) -> list[str]:
    share = "0"
    if record.played:
        share = translate("practice_records", "{won} ({percent}%)").format(
            won=record.won, percent=100 * record.won // record.played
        )
    in_a_row = "–"
    if record.longest_row:
        in_a_row = translate("practice_records", "{row} (best {longest})", "wins in a row").format(
            row=record.row, longest=record.longest_row
        )
    return [
        str(record.played),
        share,
        in_a_row,
        clock(record.fastest) if record.won else "–",
        str(record.best),
    ]
