"""What becomes of a room's search for a deal that can be won, and the ways out of it."""

import time
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from client.session.session import Session
from client.window.desktop import theme
from client.window.desktop.seconds import SecondTimer
from client.window.widgets.elements import SPACE, Paragraph, box, button, column, label, panel, row
from client.window.widgets.fitting import Folding
from client.words.deals import looking_text, none_found_text, way_out_text
from client.words.texts import clock
from protocol.messages import RoomState, Search

TOLD: Final = 220
"""The least width of what is told, in pixels: buttons that leave less are below it."""
TOLD_FROM: Final = 3
"""Seconds from which it is told how long the search has taken: most are over before."""


class DealSearch(QWidget):
    """Says that the room looks for a deal, or has found none; the host can do something about it.

    It is hidden while there is nothing to say.
    """

    any_deal = Signal()
    """The host would rather race on any deal."""
    stopped = Signal()
    """The host wants nothing looked for any more."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._search: Search = "none"
        self.told = Paragraph(role="name")
        theme.fix(self.told, least_width=TOLD)
        self.told.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # so that it is read by Tab, too
        self.way_out = Paragraph(role="muted")
        self.time = label("", "muted")
        self.any = button(self.tr("Race any deal instead"), self.any_deal.emit)
        self.stop = button(self.tr("Stop looking"), self.stopped.emit)
        self._timer = SecondTimer(self)
        self._timer.timeout.connect(self._tick)
        head = row(self.time, space=8)
        head.insertWidget(0, self.told, 1)
        told = box(column(head, self.way_out, space=2))
        folding = Folding(told, row(self.any, self.stop, space=8), wide=0, space=8)
        whole = column(panel(column(folding)), space=SPACE)
        whole.setContentsMargins(0, 0, 0, 0)
        self.setLayout(whole)
        self.hide()

    @property
    def has_keys(self) -> bool:
        """Whether the keyboard is here."""
        focused: QWidget | None = self.window().focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    def spoken(self) -> str:
        """Return what becomes of the search, and what there is to do."""
        return " ".join(filter(None, (self.told.text(), self.way_out.text())))

    def show_room(self, room: RoomState, *, host: bool) -> None:
        """Show what becomes of this room's search; only the `host` has a way out."""
        self._search = room.search if room.phase == "lobby" else "none"
        looking = self._search == "looking"
        self.told.setText(looking_text() if looking else none_found_text())
        self.way_out.setText("" if looking else way_out_text(host=host))
        self.way_out.setHidden(looking)
        self.any.setVisible(host)
        self.stop.setVisible(host and looking)
        self.setHidden(self._search == "none")
        self._tick()

    def _tick(self) -> None:
        """Show how long the search has taken, and go on while somebody looks."""
        since = self._session.looking_since
        gone = 0.0 if since is None else max(0.0, time.monotonic() - since)
        shown = self._search == "looking" and gone >= TOLD_FROM
        self.time.setText(clock(gone) if shown else "")
        self.time.setVisible(shown)
        if self._search == "looking" and since is not None and self.isVisible():
            self._timer.follow(gone)
        else:
            self._timer.stop()

    def showEvent(self, event: QShowEvent) -> None:
        """Go on with the time."""
        super().showEvent(event)
        self._tick()

    def hideEvent(self, event: QHideEvent) -> None:
        """Rest: nobody looks."""
        super().hideEvent(event)
        self._timer.stop()
