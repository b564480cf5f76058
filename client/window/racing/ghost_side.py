"""Who races along while one practises: their boards, how all stand, and how the scores went."""

from typing import Final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame

from client.session.ghosts.race import OWN, GhostRace
from client.window.desktop import theme
from client.window.racing.boards import BoardsGrid
from client.window.racing.curve import ScoreCurve
from client.window.racing.standings import StandingsBars, StandingsList
from client.window.widgets.elements import SIDEBAR, column
from client.window.widgets.fitting import Fitted
from engine import catalogue
from engine.catalogue import Options
from protocol.messages import Standing

NARROW: Final = 220
"""The width of the column in a small window, in pixels."""
WIDE: Final = 1000
"""The width of a window from which it is wider than that, in pixels."""
CURVE: Final = 110
"""The least height of the curve, in pixels."""
HIGH: Final = 420
"""The height of the column from which the curve has room, in pixels."""


class GhostSide(QFrame):
    """The column beside the board that is practised on."""

    def __init__(self) -> None:
        super().__init__()
        theme.set_role(self, "panel")
        self.bars = StandingsBars()
        self.curve = ScoreCurve()
        self.boards = BoardsGrid(scrolled=True)
        theme.set_role(self.boards.all, "narrow")
        self.curve.setFixedHeight(CURVE)
        self._standings: list[Standing] = []
        self._full = 52
        self._second = -1
        """The last second up to which the curve is drawn."""
        standings = StandingsList(self.bars)
        whole = column(standings, self.boards.all, Fitted(self.boards), self.curve, margin=8)
        whole.setStretch(2, 1)
        self.setLayout(whole)
        self.hide()

    def begin(self, game: str, options: Options) -> None:
        """Lay the tables for a race in this game."""
        self.boards.set_game(game, options)
        self._full = len(catalogue.make(game, options).deck)
        self._standings, self._second = [], -1

    def show_race(self, race: GhostRace, milliseconds: int, *, ended: bool = False) -> None:
        """Show how it stands at a moment or, when one's own game has `ended`, how it ended."""
        for runner in race.others:
            view = runner.view_at(runner.known_until if ended else milliseconds)
            self.boards.show_board(runner.player, view)
        standings = race.results if ended else race.standings(milliseconds)
        if standings != self._standings:
            self._standings = standings
            self.bars.show_standings(standings, OWN, self._full)
            self.boards.show_standings(standings)
            self._second = -1
        if milliseconds // 1000 != self._second or ended:
            self._second = milliseconds // 1000
            until = max([milliseconds, *(each.known_until for each in race.others if ended)])
            self.curve.show_curves(race.curves(until), standings, until, OWN)

    def fit(self, width: int) -> None:
        """Take a fair part of a window this wide."""
        theme.fix(self, width=SIDEBAR if width >= theme.px(WIDE) else NARROW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the curve where there is room for it."""
        super().resizeEvent(event)
        self.curve.setVisible(self.height() >= theme.px(HIGH))
