"""A player's recent form: the places in the last races, as columns side by side."""

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
WIDTH: Final = 36
HEIGHT: Final = 42
BETWEEN: Final = 6
"""Pixels of a column with its place below, and from one to the next."""
WORDS: Final = 16
"""Pixels of the height for the place."""
LEAST_COLUMN: Final = 4
"""Pixels of the column of who came last."""


class RecentForm(QWidget):
    """Draws a column for each race, the last one at the right; a race won is seen first.

    It is as high as the share of the rivals who came behind.
    """

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
        font.setPixelSize(theme.px(12))
        painter.setFont(font)
        colours = theme.colours
        if not self._races:
            painter.setPen(QColor(colours.muted))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, "–")
        words = theme.px(WORDS)
        box = QRectF(0, self.height() - words, theme.px(WIDTH), words)
        step = theme.px(WIDTH) + theme.px(BETWEEN)
        fitting = max(1, (self.width() + theme.px(BETWEEN)) // step)
        for race in self._races[-fitting:]:  # the latest
            least, most = theme.px(LEAST_COLUMN), box.top() - 2
            bar = QRectF(box.left(), 0, box.width(), least + (most - least) * share_behind(race))
            bar.moveBottom(most)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent if race.won else colours.chosen))
            painter.drawRoundedRect(bar, 2, 2)
            painter.setPen(QColor(colours.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, ordinal(race.place))
            box.translate(step, 0)


def share_behind(race: PastRace) -> float:
    """Return the share of the rivals who were not ahead; 1 for who raced alone."""
    rivals = race.racers - 1
    return min(1.0, max(0.0, 1 - (race.place - 1) / rivals)) if rivals > 0 else 1.0
