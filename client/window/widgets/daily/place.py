"""The daily deal's place in the lobby: what it is today, or how one's own attempt went."""

import time
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton

from client.window.desktop import theme
from client.window.online.link import Link
from client.window.widgets.elements import SPACE, Elided, Paragraph, button, column, row
from client.window.widgets.fitting import Folding
from client.words.daily import (
    counts_text,
    crowd_text,
    daily_text,
    left_text,
    own_facts,
    rule_text,
    share_text,
    streak_text,
    under_way_text,
    what_text,
)
from client.words.deals import deals_text
from client.words.texts import BETWEEN, game_title, joined
from protocol.messages import Daily, FromServer, Problem

TICK: Final = 10_000
"""Milliseconds after which the time that is left is told anew."""


def page_of(link: Link) -> str:
    """Return the link to the server's page, for a line to share; empty where there is none."""
    return link.address_for_others.page if link.session.page else ""


def share(link: Link, daily: Daily) -> bool:
    """Put the line to share on the clipboard; return whether there is one."""
    text = share_text(daily, page_of(link))
    if text:
        QGuiApplication.clipboard().setText(text)
    return bool(text)


class DailyPlace(QFrame):
    """Tells of today's daily deal, and leads there; hidden where the server has none."""

    play = Signal()
    """The player wants to begin the attempt."""
    practise = Signal(str)
    """The player wants to play the deal of this day again."""
    wanted = Signal()
    """The player wants to see all of it."""
    notice = Signal(str)
    """A sentence for the status line."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        theme.set_role(self, "panel")
        self._link = link
        self._daily: Daily | None = None
        self.asks = False
        """Whether it waits for an answer that nobody else has asked for."""
        self.title = Elided(role="name")
        self.told = Paragraph("")
        self.facts = Paragraph("", "muted")
        self.show_all = button(self.tr("Daily deal…"), self.wanted.emit)
        self.share = button(self.tr("Share"), self._share, self.tr("Copy the line to share"))
        self.again = button(self.tr("Practise it again"), self._practise)
        self.begin = button(self.tr("Play today’s deal"), self.play.emit, rule_text(), main=True)
        ways = row(self.show_all, self.share, self.again, self.begin, space=8)
        texts = column(self.title, self.told, self.facts, space=2)
        layout = column(Folding(texts, ways, wide=0, space=SPACE))
        layout.setContentsMargins(SPACE, 8, SPACE, 8)
        self.setLayout(layout)
        self._clock = QTimer(self, interval=TICK)
        self._clock.timeout.connect(self._tick)
        self._ended = 0
        """The end of a day that was seen here, and asked about."""
        self._low = False
        self.hide()

    @property
    def buttons(self) -> Sequence[QPushButton]:
        """What can be done, for the menu."""
        return self.begin, self.share, self.again, self.show_all

    def refresh(self) -> None:
        """Ask for today's deal, if the server has any."""
        if self._link.session.daily:
            self._ask()
        else:
            self.hide()

    def _ask(self) -> None:
        self.asks = True
        self._link.session.get_daily()

    def fit(self, *, low: bool) -> None:
        """Be no more than a line in a `low` window: all is said where it leads to."""
        if low != self._low:
            self._low = low
            self._show()

    def take(self, message: FromServer) -> None:
        """Show how today's deal stands."""
        match message:
            case Daily() if not message.over:
                self._daily, self.asks = message, False
                self._show()
            case Problem(code="unknown day"):
                self._daily, self.asks = None, False
                self.hide()
            case _:
                pass

    def showEvent(self, event: QShowEvent) -> None:
        """Let the time that is left go by."""
        super().showEvent(event)
        self._clock.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Be still."""
        super().hideEvent(event)
        self._clock.stop()

    def _tick(self) -> None:
        """Tell the time that is left; when there is none, ask once for the next deal."""
        daily = self._daily
        if daily is not None and daily.until <= time.time() and self._ended != daily.until:
            self._ended = daily.until
            self._ask()
        self._show()

    def _show(self) -> None:
        daily = self._daily
        if daily is None:
            return
        what = game_title(daily.game) if self._low else what_text(daily)
        self.title.setText(BETWEEN.join((daily_text(), what)))
        left = left_text(daily, daily.until - time.time())
        over = daily.attempt == "over"
        if daily.own is not None:
            told = joined(own_facts(daily.own, daily.players, over=False))
        elif daily.attempt == "on":
            told = under_way_text()
        else:
            told = counts_text()
        if self._low:  # beside the button, a title with all of it would be cut
            told = BETWEEN.join(filter(None, (deals_text(daily.deals), told)))
        self.told.setText(told)
        facts = [crowd_text(daily), streak_text(daily.streak), left]
        self.facts.setText(BETWEEN.join(filter(None, facts)))
        self.facts.setVisible(not self._low)
        fresh = daily.attempt == "none"
        self.begin.setVisible(fresh)
        self.show_all.setVisible(not (fresh and self._low))  # the menu and its key lead there, too
        self.share.setVisible(over and daily.own is not None and not self._low)
        self.again.setVisible(over and not self._low)
        self.show()

    def _share(self) -> None:
        if self._daily is not None and share(self._link, self._daily):
            self.notice.emit(self.tr("The line is on the clipboard."))

    def _practise(self) -> None:
        if self._daily is not None:
            self.practise.emit(self._daily.day)
