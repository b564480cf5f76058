"""A player's recent form: the places in the last races, one beside the other."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.window.desktop import theme
from client.words.texts import ordinal
from protocol.messages import PastRace

SHOWN: Final = 10
"""How many of the last races."""
LEAST: Final = 5
"""How many of them have room anywhere."""
WIDTH: Final = 40
HEIGHT: Final = 30
BETWEEN: Final = 6
"""Pixels of a place, and from one to the next."""


class RecentForm(QWidget):
    """Draws the places, the last race at the right; a win is seen first."""

    def __init__(self) -> None:
        super().__init__()
        self._races: list[PastRace] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_races(self, recent: Sequence[PastRace]) -> None:
        """Show these races' places; the newest race comes first in `recent`."""
        self._races = list(reversed(recent[:SHOWN]))
        places = "  ".join(ordinal(race.place) for race in self._races)
        self.setAccessibleName(
            self.tr("Lately: {places}").format(places=places) if places else self.tr("No race yet.")
        )
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size that shows all places."""
        step = theme.px(WIDTH) + theme.px(BETWEEN)
        return QSize(max(LEAST, len(self._races)) * step, theme.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the size that shows some of them."""
        step = theme.px(WIDTH) + theme.px(BETWEEN)
        return QSize(LEAST * step, theme.px(HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the places."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self.font())
        font.setPixelSize(theme.px(13))
        font.setBold(True)
        painter.setFont(font)
        colours = theme.colours
        if not self._races:
            painter.setPen(QColor(colours.muted))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, "–")
        box = QRectF(0, 0, theme.px(WIDTH), theme.px(HEIGHT))
        step = theme.px(WIDTH) + theme.px(BETWEEN)
        fitting = max(1, (self.width() + theme.px(BETWEEN)) // step)
        for race in self._races[-fitting:]:  # the latest
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent if race.won else colours.chosen))
            painter.drawRoundedRect(box, 6, 6)
            painter.setPen(QColor(colours.on_accent if race.won else colours.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, ordinal(race.place))
            box.translate(box.width() + theme.px(BETWEEN), 0)
