"""What a racer is asked when the host would like to end the race."""

import math
import time

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame

from client.session.session import Session
from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.widgets.elements import button, label, row
from client.words.evening import end_question


class EndQuestion(QFrame):
    """A line with the question and its two answers, while it is asked."""

    turned = Signal()
    """It has come, or gone."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        theme.set_role(self, "banner")
        self.told = label("", wrap=True)
        theme.fix(self.told, least_width=120)
        self.go_on = button(self.tr("Let it go on"), lambda: self._answer(go_on=True), main=True)
        self.agree = button(self.tr("End it"), lambda: self._answer(go_on=False))
        line = row(space=8, margin=8)
        line.addWidget(self.told, 1)
        line.addWidget(self.agree)
        line.addWidget(self.go_on)
        self.setLayout(line)
        self._clock = QTimer(self, interval=500)
        self._clock.timeout.connect(self.refresh)
        self.hide()

    def refresh(self) -> None:
        """Ask while there is somebody to be asked, and say how long that is so."""
        asked = self._session.is_asked
        if not asked:
            self._put_away()
            return
        left = max(0, math.ceil(self._session.answer_until - time.monotonic()))
        self.told.setText(end_question(left))
        if self.isHidden():
            self.show()
            self.turned.emit()
            announce(self, self.told.text())
        if not self._clock.isActive():
            self._clock.start()

    def _answer(self, *, go_on: bool) -> None:
        self._session.answer_end(go_on=go_on)
        self._put_away()

    def _put_away(self) -> None:
        self._clock.stop()
        if not self.isHidden():
            self.hide()
            self.turned.emit()
