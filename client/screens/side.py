"""The column beside the boards of a race: clock, own place and score, the others, the chat."""

import time

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QTabWidget, QWidget

from client.link import Link
from client.screens.boards import BoardsGrid
from client.screens.chat import ChatBox
from client.screens.parts import SIDEBAR, Elided, box, column, label, panel, row
from client.screens.standings import StandingsBars
from client.texts import clock, game_title, ordinal
from protocol.messages import Settings, Standing


class RaceSide(QWidget):
    """Shows the session's race, as it stands."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self._link = link
        self.game = Elided(bold=True)
        self.clock = label("0:00", "title")
        self.clock.setStyleSheet("font-size: 30px")
        self.limit = label("", "muted")
        self.place = label("", "figure")
        self.score = label("", "figure")
        self._own = box(
            row(
                column(label("Place", "muted"), self.place, space=0),
                column(label("Score", "muted"), self.score, space=0),
                space=24,
            )
        )
        self.bars = StandingsBars()
        self.chat = ChatBox(link)
        self.boards = BoardsGrid()
        self._timer = QTimer(self, interval=100)
        self._timer.timeout.connect(self.tick)

        head = panel(
            column(
                self.game,
                row(self.clock, self.limit, None, self._own, space=6),
                space=2,
            )
        )
        inner = column(self.bars, space=8)
        inner.addWidget(self.chat, 1)
        scores = box(inner)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setExpanding(True)
        self.tabs.addTab(scores, "Scores")
        self.tabs.addTab(self.boards, "Boards")
        layout = column(head)
        layout.addWidget(self.tabs, 1)
        self.setLayout(layout)
        self.setFixedWidth(SIDEBAR)
        self.set_boards(shown=False)

    def fit(self, width: int) -> None:
        """Take a fair part of a window this wide."""
        self.setFixedWidth(max(SIDEBAR, min(width // 6, SIDEBAR * 3 // 2)))

    def set_boards(self, *, shown: bool) -> None:
        """Offer the rivals' boards, or not."""
        self.tabs.setTabVisible(1, shown)
        self.tabs.tabBar().setVisible(shown)
        self.tabs.setCurrentIndex(0)

    def show_settings(self, settings: Settings, *, racing: bool) -> None:
        """Begin a race with these settings; spectators have no place and score of their own."""
        self.game.setText(game_title(settings.game))
        self.limit.setText(f"of {clock(settings.time_limit)}")
        self._own.setVisible(racing)
        self.clock.setText("0:00")
        self.place.setText("–")
        self.score.setText("0")
        room = self._link.session.room
        racers = [m for m in room.members if m.seated] if room else []
        start = [Standing(m.player, m.name, connected=m.connected, bot=m.bot) for m in racers]
        self.bars.show_standings(start, self._link.session.player, 1)

    def show_standings(self) -> None:
        """Show how everybody stands."""
        session = self._link.session
        race = session.race
        if race is None:
            return
        self.bars.show_standings(race.standings, session.player, len(race.game.deck))
        own = next((s for s in race.standings if s.player == session.player), None)
        if own is not None:
            self.place.setText(ordinal(own.place))
        track = session.track
        if track is not None:
            self.score.setText(str(track.view.score))

    def tick(self) -> None:
        """Show the time; it stands still once the race is over."""
        session = self._link.session
        if session.race is not None and session.results is None:
            now = time.monotonic()
            elapsed = min(session.race.elapsed(now), session.race.settings.time_limit)
            self.clock.setText(clock(elapsed))

    def showEvent(self, event: QShowEvent) -> None:
        """Let the clock run."""
        super().showEvent(event)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks."""
        super().hideEvent(event)
        self._timer.stop()
