"""Who is in a room."""

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from client import theme
from client.texts import one_line
from protocol.messages import Member, Room

ROW: Final = 34
"""Height of a row, in pixels."""


class MemberList(QWidget):
    """A row for each racer and spectator: a dot for ready, the name, what else to say."""

    def __init__(self) -> None:
        super().__init__()
        self._host = 0
        self._rows: list[tuple[Member | None, str]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_room(self, room: Room, own: int) -> None:
        """Show a room's members; `own` is the reader's player id."""
        racers = [member for member in room.members if member.seated]
        others = [member for member in room.members if not member.seated]
        self._host = room.host
        self._rows = [(member, remarks(member, room.host, own)) for member in racers + others]
        free = room.settings.seats - len(racers)
        if free > 0:
            self._rows.insert(len(racers), (None, f"{free} free seat{'s' if free > 1 else ''}"))
        self.setAccessibleDescription(
            "; ".join(
                f"{one_line(member.name)} {text}" if member else text for member, text in self._rows
            )
        )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """All rows."""
        return QSize(300, max(1, len(self._rows)) * ROW)

    def minimumSizeHint(self) -> QSize:
        """All rows: the list lies in a scroll area."""
        return QSize(160, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the rows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for i, (member, text) in enumerate(self._rows):
            self._draw(painter, QRect(0, i * ROW, self.width(), ROW), member, text)

    def _draw(self, painter: QPainter, row: QRect, member: Member | None, text: str) -> None:
        dot = QRect(row.left() + 8, row.center().y() - 5, 11, 11)
        ready = (
            member is not None and member.seated and (member.ready or member.player == self._host)
        )
        painter.setBrush(QColor(theme.colours.good) if ready else Qt.BrushStyle.NoBrush)
        painter.setPen(QColor(theme.colours.good if ready else theme.colours.line))
        if member is None or member.seated:
            painter.drawEllipse(dot)
        font = QFont(self.font())
        font.setPixelSize(12)
        small = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(QColor(theme.colours.muted))
        inner = row.adjusted(30, 0, -8, 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        if member is None:
            painter.drawText(inner, middle | Qt.AlignmentFlag.AlignLeft, text)
            return
        painter.drawText(inner, middle | Qt.AlignmentFlag.AlignRight, text)
        font.setPixelSize(15)
        painter.setFont(font)
        painter.setPen(QColor(theme.colours.text if member.connected else theme.colours.muted))
        room = inner.adjusted(0, 0, -small.horizontalAdvance(text) - 12, 0)
        name = QFontMetrics(font).elidedText(
            one_line(member.name), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, name)


def remarks(member: Member, host: int, own: int) -> str:
    """Return what there is to say of a member: "you, host, ready"."""
    said = {
        "you": member.player == own,
        "host": member.player == host,
        "bot": member.bot,
        "away": not member.connected,
        "watching": not member.seated,
        "ready": member.seated and member.ready and member.player != host,
        "not ready": member.seated and not member.ready and member.player != host,
    }
    return ", ".join(word for word, true in said.items() if true)
