"""What was said in an evening, to be read."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from client.window.desktop import theme
from client.window.desktop.day import day_of, time_of
from client.window.widgets.chat import ink
from client.words.texts import one_line
from client.words.translation import translate
from protocol.messages import PastRemark


class SaidBox(QPlainTextEdit):
    """The lines with their times; where another day begins, that stands above them."""

    def __init__(self) -> None:
        super().__init__(readOnly=True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(self.tr("What was said"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        theme.fix(self, least_height=80)
        self._lines: Sequence[PastRemark] = ()
        self._racers: Collection[int] = ()
        self._own = 0

    def show_lines(self, lines: Sequence[PastRemark], racers: Collection[int], own: int) -> None:
        """Show these, from the oldest on; names have the colours in which they raced."""
        self._lines, self._racers, self._own = lines, racers, own
        self._write()

    def changeEvent(self, event: QEvent) -> None:
        """Write all lines again in the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._write()

    def _write(self) -> None:
        self.clear()
        colours = theme.racer_colours(self._racers, self._own)
        day = ""
        cursor = QTextCursor(self.document())
        for line in self._lines:
            if day != day_of(line.at):
                day = day_of(line.at)
                self._begin(cursor)
                cursor.insertText(day, ink(theme.colours.muted))
            self._begin(cursor)
            known = (
                colours.get(line.player)
                or theme.racer_colours([line.player], self._own)[line.player]
            )
            colour = theme.legible(known, theme.colours.raised)
            name = translate("ChatBox", "{name}:").format(name=one_line(line.name))
            cursor.insertText(f"{time_of(line.at)} ", ink(theme.colours.muted))
            cursor.insertText(f"{name} ", ink(colour, bold=True))
            cursor.insertText(one_line(line.text), ink(theme.colours.text))
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _begin(self, cursor: QTextCursor) -> None:
        if not self.document().isEmpty():
            cursor.insertBlock()
