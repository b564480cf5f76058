"""What is said in a room: the lines so far, and a field for the next."""

import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, Self

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSizePolicy, QWidget

from client.session.attendance import Attendance, News, add_news, last_news
from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.online.link import Link
from client.window.widgets.elements import box, button, column, row
from client.words.texts import joined, one_line, said_text
from protocol.messages import (
    FromServer,
    LeftRoom,
    MemberChanged,
    MemberLeft,
    RaceStarted,
    Remark,
    RoomState,
    Said,
    SaidBefore,
)

MOST_LINES: Final = 300


class Line(NamedTuple):
    """A line of the chat, ready to be shown."""

    at: str
    """When it came, as on a clock; empty for what was said before the reader came."""
    player: int
    name: str
    text: str


class ChatBox(QWidget):
    """The chat, with who comes and who leaves. Enter sends; what could not be sent stays."""

    seen = Signal()
    """What was said is on the screen now."""

    def __init__(self, link: Link, *, tells_news: bool = True) -> None:
        """Make it; it `tells_news` of who comes and leaves aloud, unless what is around it does."""
        super().__init__()
        self._link = link
        self._tells_news = tells_news
        self._attendance = Attendance()
        self._room = ""
        """The code of the room in which it was said."""
        self._said: deque[Line | News] = deque(maxlen=MOST_LINES)
        self._raced = False
        """Whether there was a race in the room since the reader came."""
        self._racers: list[int] = []
        """Who is in the room's latest race or, before the first, has a seat: with the colour that
        each has there."""
        self.lines = QPlainTextEdit(readOnly=True)
        self.lines.setMaximumBlockCount(MOST_LINES)
        self.lines.setPlaceholderText(self.tr("No messages yet."))
        self.lines.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.lines.setAccessibleName(self.tr("Messages"))
        self.lines.setTabChangesFocus(True)
        self.lines.setMinimumHeight(60)
        self.lines.viewport().installEventFilter(self)
        self._folds = False
        """Whether there are no lines to see while nothing was said."""
        self._folds_news = True
        """Whether that is so, too, where there is only news of who came and left."""
        self._at_end = True
        """Whether the newest line is seen: then the next one is, too, whatever size there is."""
        bar = self.lines.verticalScrollBar()
        bar.sliderMoved.connect(self._note_place)
        bar.actionTriggered.connect(lambda _: self._note_place(bar.sliderPosition()))
        bar.rangeChanged.connect(lambda _least, _most: self._keep_place())
        self.field = QLineEdit(maxLength=300)
        self.field.setAccessibleName(self.tr("Chat"))
        self.field.setPlaceholderText(self.tr("Say something…"))
        theme.fix(self.field, line_height=36)
        self.field.returnPressed.connect(self._send)
        self.entry = box(row(self.field, button(self.tr("Send"), self._send), space=6))
        """What needs the server; what was said can be read without."""
        self.setLayout(column(self.lines, self.entry, space=6))

    def take(self, message: FromServer) -> None:
        """Show what somebody said, and whether the reader may say something."""
        match message:
            case Said():
                self._show_said(message)
            case SaidBefore(said):
                lines = list(_told_again(self._said, said))
                self._clear()
                self._said.extend(lines)
                self._write_all()
                self._fold()
            case RoomState(code=code):
                if code != self._room:
                    self._clear()
                self._room = code
                self._show_word()
                self._seat()
                self._note_attendance()
            case MemberChanged() | MemberLeft():
                self._show_word()
                self._seat()
                self._note_attendance()
            case RaceStarted(standings=standings):
                self._raced = True
                self._colour([racer.player for racer in standings])
            case LeftRoom():
                self._note_attendance()
                self._room = ""
                self._raced, self._racers = False, []
            case _:
                pass

    @property
    def in_sight(self) -> bool:
        """Whether what was said is on the screen, as far as the window knows."""
        away = self.window().isMinimized() or self.lines.viewport().visibleRegion().isEmpty()
        return self.lines.isVisible() and not away

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell when the lines are drawn, which is while they are in sight only."""
        if event.type() == QEvent.Type.Paint and watched is self.lines.viewport():
            self.seen.emit()
        return super().eventFilter(watched, event)

    def _seat(self) -> None:
        """Before the first race, give those who have a seat the colours that they will race in."""
        room = self._link.session.room
        if room is not None and not self._raced:
            self._colour([member.player for member in room.members if member.seated])

    def _note_attendance(self) -> None:
        """Write who came and who left, and say it, unless the reader plays."""
        session = self._link.session
        news = self._attendance.note(session.room, session.player, time.monotonic())
        if not news:
            return
        at = time.strftime("%H:%M")
        self._take_back(add_news(self._said, [each._replace(at=at) for each in news]))
        for line in last_news(self._said):
            self._write(line)
        self._fold()
        plays = session.track is not None and session.track.status == "racing"
        if self.isVisible() and self._tells_news and not (plays and session.results is None):
            announce(self, joined(each.text for each in news), urgent=False)

    def _colour(self, racers: list[int]) -> None:
        if racers != self._racers:
            self._racers = racers
            self._write_all()

    def follow(self, before: Self) -> None:
        """Go on where another one was, as in another language: it has heard when each line came."""
        self._room, self._raced, self._racers = before._room, before._raced, before._racers
        self._said.extend(before._said)
        self._attendance = before._attendance
        self._write_all()
        self._fold()

    def fold_empty(self, folds: bool, *, news: bool = True) -> None:
        """Take no more height than the field while nothing was said, or as much as there is.

        It `folds` while nobody has said anything: over `news`, too, or only while there are none.
        """
        self._folds, self._folds_news = folds, news
        self._fold()

    def _fold(self) -> None:
        told = any(isinstance(line, Line) or not self._folds_news for line in self._said)
        folded = self._folds and not told
        self.lines.setHidden(folded)
        way = QSizePolicy.Policy.Fixed if folded else QSizePolicy.Policy.Preferred
        self.setSizePolicy(QSizePolicy.Policy.Preferred, way)

    def changeEvent(self, event: QEvent) -> None:
        """Write all lines again in the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._write_all()

    def _write_all(self) -> None:
        self.lines.clear()
        for line in self._said:
            self._write(line)

    def _show_said(self, said: Said) -> None:
        line = self._add(said, time.strftime("%H:%M"))
        if self.isVisible() and said.player != self._link.session.player:
            announce(self, said_text(line.name, line.text), urgent=False)

    def _clear(self) -> None:
        self._said.clear()
        self._at_end = True
        self.lines.clear()
        self._fold()

    def _add(self, said: Said, at: str) -> Line:
        line = Line(at, said.player, one_line(said.name), one_line(said.text))
        self._said.append(line)
        self._fold()
        self._write(line)
        return line

    def _write(self, line: Line | News) -> None:
        """Write a line below the others: the time, the name in its colour, and what was said.

        Who came or left is told quietly: it is not what the others look for.
        """
        cursor = QTextCursor(self.lines.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if not self.lines.document().isEmpty():
            cursor.insertBlock()
        if line.at:
            cursor.insertText(f"{line.at} ", ink(theme.colours.muted))
        if isinstance(line, News):
            cursor.insertText(line.text, ink(theme.colours.muted))
            self._keep_place()
            return
        name = self.tr("{name}:").format(name=line.name)
        colour = theme.legible(self._colour_of(line.player), theme.colours.raised)
        cursor.insertText(f"{name} ", ink(colour, bold=True))
        cursor.insertText(line.text, ink(theme.colours.text))
        self._keep_place()

    def _take_back(self, lines: int) -> None:
        """Take the last lines away, which others take the place of."""
        cursor = QTextCursor(self.lines.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        for _ in range(lines):
            start = QTextCursor.MoveOperation.StartOfBlock
            cursor.movePosition(start, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
            cursor.deletePreviousChar()  # the end of the line before

    def _note_place(self, position: int) -> None:
        """Note whether the reader has gone back to what was before."""
        self._at_end = position >= self.lines.verticalScrollBar().maximum()

    def _keep_place(self) -> None:
        """Show the newest line, unless the reader has gone back."""
        bar = self.lines.verticalScrollBar()
        if self._at_end:
            bar.setValue(bar.maximum())

    def _colour_of(self, player: int) -> QColor:
        """Return the colour of a name: one's own stands out, the others' can be told apart."""
        own = self._link.session.player
        if player == own:
            return QColor(theme.colours.bright)
        racing = theme.racer_colours(self._racers, own)
        return racing.get(player) or theme.racer_colours([player], own)[player]

    def _show_word(self) -> None:
        me = self._link.session.me
        muted = me is not None and me.muted
        self.field.setEnabled(not muted)
        self.field.setPlaceholderText(
            self.tr("The host has muted you.") if muted else self.tr("Say something…")
        )

    def _send(self) -> None:
        text = self.field.text().strip()
        if text and self._link.up:
            self._link.session.say(text)
            self.field.clear()


def _told_again(lines: Iterable[Line | News], told: Iterable[Remark]) -> Iterator[Line | News]:
    """Yield the remarks as lines, each with the time that it has among these lines, if any.

    The server, which tells them once more, does not say that, nor who came and left between.
    """
    known = list(lines)
    for remark in told:
        text = one_line(remark.text)
        here = (
            at
            for at, line in enumerate(known)
            if isinstance(line, Line) and (line.player, line.text) == (remark.player, text)
        )
        at = next(here, -1)
        yield from (line for line in known[: at + 1] if isinstance(line, News))
        when = known[at].at if at >= 0 else ""
        yield Line(when, remark.player, one_line(remark.name), text)
        known = known[at + 1 :]
    yield from (line for line in known if isinstance(line, News))


def ink(colour: str | QColor, *, bold: bool = False) -> QTextCharFormat:
    """Return how a part of a line is written."""
    made = QTextCharFormat()
    made.setForeground(QColor(colour))
    made.setFontWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    return made
