"""The pause between two deals of a series, as its seconds go by."""

import time

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from client.session.session import Session
from client.window.desktop.seconds import SecondTimer
from client.words.evening import pause_text


class SeriesPause(QObject):
    """Tells a screen of each second of the pause, for as long as the screen is seen."""

    told = Signal(str)
    """When the next deal opens; empty where it does not by itself."""

    def __init__(self, session: Session, screen: QWidget) -> None:
        super().__init__(screen)
        self._session, self._screen = session, screen
        self.clock = SecondTimer(self)
        self.clock.timeout.connect(self.follow)

    def follow(self) -> None:
        """Tell it now, and with each second from now on: for when it is another, and when shown."""
        evening, now = self._session.evening, time.monotonic()
        left = self._session.pause_left(now)
        self.told.emit(pause_text(left, held=evening.held))
        if left and not evening.held and self._screen.isVisible():
            self.clock.follow(now - self._session.opens)
        else:
            self.clock.stop()

    def rest(self) -> None:
        """Tell no more of it."""
        self.clock.stop()
