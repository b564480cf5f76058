"""The evenings that this player was in a room for, the newest first."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent

from client.window.desktop.announce import announce
from client.window.desktop.day import day_of
from client.window.online.link import Link
from client.window.screens.commands import Command
from client.window.screens.screen import Screen
from client.window.widgets.elements import (
    Cell,
    DataTable,
    Heading,
    button,
    column,
    page,
    row,
)
from client.window.widgets.fitting import Folding
from client.words.records.past import (
    evening_line,
    games_line,
    nothing_text,
    own_result_text,
    past_title,
    room_text,
    with_text,
)
from client.words.texts import asking_text
from protocol.messages import FromServer, Past, PastEvening

MOST: Final = 400
"""The most evenings that are shown: older ones are not asked for any more."""
WIDEST: Final = 1180
"""The most width of it all, in pixels."""


class EveningsScreen(Screen):
    """A list of evenings, each of which can be looked at."""

    back = Signal()
    evening = Signal(object)
    """The evening that is known by this number is to be seen."""
    make = Signal()
    """There is no evening yet, and the player wants to make a room."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self._evenings: list[PastEvening] = []
        self._more = False
        self.title = Heading("title")
        self.title.setText(past_title())
        self.table = DataTable(
            [
                self.tr("Date"),
                self.tr("Room"),
                self.tr("Games"),
                self.tr("With"),
                self.tr("Races"),
                self.tr("Your place"),
            ],
            wide=3,
            numbers=(4,),
            spared=(2, 4),
            snug=True,
        )
        self.table.setAccessibleName(past_title())
        self.table.itemSelectionChanged.connect(self._selected)
        self.table.itemActivated.connect(lambda _: self._open())
        self.leave = button(self.tr("Back"), self.back.emit)
        self.show_one = button(self.tr("Show the evening"), self._open, main=True)
        self.older = button(self.tr("Earlier evenings"), self._ask_older)
        self.make_room = button(self.tr("Make a room"), self.make.emit, main=True)
        self.serve(self.show_one, self.older, self.make_room)
        self.begins_at = self.table
        whole = column(
            row(self.title, None),
            self.table,
            None,
            Folding(
                row(self.leave, None, space=8),
                row(None, self.older, self.make_room, self.show_one, space=8),
                wide=1,
            ),
        )
        whole.setStretch(1, 1000)
        self.setLayout(page(whole, widest=WIDEST))
        self._offer(known=False)

    def heading(self) -> str:
        """Return what this is."""
        return past_title()

    def commands(self) -> Sequence[Command]:
        """Return the buttons for the menu."""
        return self.show_one, self.older, self.make_room, None, self.leave

    def showEvent(self, event: QShowEvent) -> None:
        """Look afresh."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Ask the server for the last evenings."""
        if not self.link.up:
            return
        if not self._evenings:
            self.table.tell_late(asking_text())
        self.session.get_past()

    def take(self, message: FromServer) -> None:
        """Show the evenings that have come."""
        if not isinstance(message, Past):
            return
        before = message.before
        known = [each for each in self._evenings if before and each.evening >= before]
        first_look = not self._evenings
        kept = known + [each for each in message.evenings if not known or each.evening < before]
        self._evenings = kept[:MOST]
        self._more = message.more and len(kept) < MOST
        self._fill()
        self.table.tell_empty(nothing_text())
        if self.table.chosen is None and self._evenings:
            self.table.choose(self._evenings[0].evening)
        self._offer(known=True)
        if first_look and self.isVisible():
            own = self.session.player
            newest = next(iter(self._evenings), None)
            told = nothing_text()
            if newest is not None:
                told = evening_line(newest, day_of(newest.ended), own)
            announce(self, told, urgent=False)

    def _fill(self) -> None:
        own = self.session.player
        self.table.fill([(each.evening, _texts(each, own)) for each in self._evenings])

    def _selected(self) -> None:
        self.allow(self.show_one, self.table.chosen is not None)

    def _offer(self, *, known: bool) -> None:
        some = bool(self._evenings)
        self.show_one.setVisible(some)
        self.older.setVisible(some and self._more)
        self.make_room.setVisible(known and not some and self.session.room is None)
        self._selected()

    def _open(self) -> None:
        if isinstance(self.table.chosen, int):
            self.evening.emit(self.table.chosen)

    def _ask_older(self) -> None:
        if self.link.up and self._evenings:
            self.session.get_past(self._evenings[-1].evening)


def _texts(each: PastEvening, own: int) -> list[str | Cell]:
    return [
        day_of(each.ended),
        room_text(each),
        games_line(each),
        with_text(each, own),
        str(each.tally.deals),
        own_result_text(each),
    ]
