"""How the practice games went so far."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client.session.practice_store import PracticeRecord, PracticeStore
from client.window.widgets.elements import button, column, label, page, row
from client.window.widgets.game_table import GameRow, GameTable
from client.words.texts import clock
from client.words.translation import translate
from engine.catalogue import Options


class RecordsPage(QWidget):
    """A line for each game that was played, with its options; any of them can be dealt again."""

    back = Signal()
    wanted = Signal(str, object)
    """A game to play, and its options."""

    def __init__(self, store: PracticeStore) -> None:
        super().__init__()
        self._store = store
        self.summary = label("", "muted")
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
        whole = column(
            label(self.tr("Your practice so far"), "title"),
            self.summary,
            self.table,
            None,
            row(self.leave, None, self.play),
        )
        whole.setStretch(2, 100)
        self.setLayout(page(whole))

    def refresh(self) -> None:
        """Read the records again."""
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
        self.summary.setText(
            translate("practice_records", "{won} of %n games solved", "", played).format(won=won)
            if played
            else self.tr("What you play here is counted here.")
        )
        if self.table.chosen is None and records:
            self.table.choose(self.table.keys[0])
        self._selected()

    def _selected(self) -> None:
        self.play.setVisible(self.table.rowCount() > 0)
        self.play.setEnabled(self.table.chosen is not None)

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
