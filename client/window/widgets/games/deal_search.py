"""What becomes of the search for a deal that can be won, and the ways out of it."""

import time
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from client.window.desktop import theme
from client.window.desktop.seconds import SecondTimer
from client.window.widgets.elements import Paragraph, box, button, column, label, panel, row
from client.window.widgets.fitting import Folding
from client.words.deals import looking_text, none_found_text, search_text
from client.words.texts import clock
from protocol.messages import Search

TOLD: Final = 220
"""The least width of what is told, in pixels: buttons that leave less are below it."""
TOLD_FROM: Final = 3
"""Seconds from which it is told how long the search has taken: most are over before."""


class DealSearch(QWidget):
    """Says that a deal is looked for, or that none was found, and offers what can be done about it.

    It is hidden while there is nothing to say.
    """

    any_deal = Signal()
    """Any deal will do instead."""
    stopped = Signal()
    """Nothing is to be looked for any more."""

    def __init__(self, any_instead: str) -> None:
        """`any_instead` is what the button says that takes any deal."""
        super().__init__()
        self._search: Search = "none"
        self._since: float | None = None
        self.told = Paragraph(role="name")
        theme.fix(self.told, least_width=TOLD)
        self.told.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # so that it is read by Tab, too
        self.way_out = Paragraph(role="muted")
        self.time = label("", "muted")
        self.any = button(any_instead, self.any_deal.emit)
        self.stop = button(self.tr("Stop looking"), self.stopped.emit)
        self._timer = SecondTimer(self)
        self._timer.timeout.connect(self._tick)
        head = row(self.time, space=8)
        head.insertWidget(0, self.told, 1)
        told = box(column(head, self.way_out, space=2))
        folding = Folding(told, Folding(self.any, self.stop, space=8), wide=0, space=8)
        whole = column(panel(column(folding)))
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
        way_out = "" if self._search == "looking" else self.way_out.text()
        return " ".join(filter(None, (self.told.text(), way_out)))

    def show_search(
        self,
        search: Search,
        *,
        since: float | None,
        way_out: str,
        mine: bool = True,
        tried: int | None = None,
    ) -> None:
        """Show what becomes of a search.

        Args:
            search: what there is to say.
            since: when it began, by the monotonic clock; None where nobody knows.
            way_out: what there is to do where nothing was found.
            mine: whether this player has begun it, and can end it.
            tried: how many deals were tried; None where nobody knows.
        """
        self._search, self._since = search, since
        looking = search == "looking"
        self.told.setText(looking_text() if looking else none_found_text())
        self.way_out.setText(search_text(tried) if looking else way_out)
        self.any.setVisible(mine)
        self.stop.setVisible(mine and looking)
        self.setHidden(search == "none")
        self._tick()

    def _tick(self) -> None:
        """Show how long the search has taken, and go on while somebody looks."""
        gone = 0.0 if self._since is None else max(0.0, time.monotonic() - self._since)
        shown = self._search == "looking" and gone >= TOLD_FROM
        self.time.setText(clock(gone) if shown else "")
        self.time.setVisible(shown)
        if self._search == "looking" and self._since is not None and self.isVisible():
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
