"""The bar for what the server itself has to say: announcements, and that it is going to stop."""

import math
import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame

from client.window.desktop import theme
from client.window.widgets.elements import SPACE, button, label, row
from client.words.texts import reason_text, stopping_text
from protocol.messages import Announcement, FromServer, Stopping, Welcome
from protocol.racing import ONLY_BOTS


class NewsBar(QFrame):
    """Hidden until there is something to say, and again once the player has read it."""

    def __init__(self) -> None:
        super().__init__()
        theme.set_role(self, "news")
        self.text = label("", wrap=True, selectable=True)
        self._said = ""
        """The last announcement, while it has not been put away."""
        self._stops: float | None = None
        """When the server stops, by the monotonic clock."""
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self._show)
        whole = row(margin=6)
        whole.setContentsMargins(SPACE, 6, 6, 6)
        whole.addWidget(self.text, 1)
        self.read = button(self.tr("Dismiss"), self.put_away)
        whole.addWidget(self.read)
        self.setLayout(whole)
        self.hide()

    def take(self, message: FromServer) -> None:
        """Show what is for everybody on the server."""
        match message:
            case Announcement(ONLY_BOTS.text):
                return  # a matter of seconds, which the status line tells
            case Announcement():
                self._said = reason_text(message.text)  # of the operator, or of the server
            case Stopping():
                self._stops = time.monotonic() + message.seconds
                self._timer.start()
            case Welcome():
                self._stops = None  # it is back
            case _:
                return
        self._show()

    def put_away(self) -> None:
        """Hide what the player has read."""
        self._said, self._stops = "", None
        self._show()

    def _show(self) -> None:
        texts = [self._said] if self._said else []
        if self._stops is None:
            self._timer.stop()
        else:
            left = math.ceil(self._stops - time.monotonic())
            texts.append(stopping_text(max(0, left)))
        self.text.setText("\n".join(texts))
        self.setVisible(bool(texts))
