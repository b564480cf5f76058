"""The first three of a race on a podium."""

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.window.desktop import theme
from client.window.widgets.elements import plain_tip
from client.words.outcome import STEPS, facts_of, result_of, upon_steps
from client.words.texts import joined, racer_name
from protocol.messages import Standing

COLUMNS: Final = (1, 0, 2)
"""Who stands where, from the left: the second, the first, the third of the ranking."""
HEIGHTS: Final = {1: 1.0, 2: 0.7, 3: 0.48}
"""Of the steps, by place."""
WORDS: Final = 58
"""Pixels above a step: a name and what became of it."""
WIDEST: Final = 190
"""The most pixels that a step is wide."""
HIGHEST: Final = 320
"""Pixels of the first step, where there is room."""
LINE: Final = 15
"""Pixels of one more line, where points and how it ended are too long for one."""


class Podium(QWidget):
    """Draws up to three steps, each with a name; those that share a place stand equally high.

    A winner's step is lit. Who has no step (`upon_steps`) is not here at all.
    """

    def __init__(self) -> None:
        super().__init__()
        self._standings: Sequence[Standing] = ()
        self._upon: Sequence[Standing] = ()
        """Who stands on a step, the best first."""
        self._among: Sequence[int] = ()
        """Those among whom each one's colour is found."""
        self._own = 0
        self._won: Collection[int] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.fix(self, least_width=300, least_height=130)
        self.setAccessibleName(self.tr("The first three"))

    def show_standings(
        self, standings: Sequence[Standing], winners: Collection[int], own: int
    ) -> None:
        """Show the first three of these, the best first, and which of them have won."""
        self._standings, self._own, self._won = standings, own, winners
        self._among = [racer.player for racer in standings]
        self._upon = upon_steps(standings, winners)
        told = [f"{r.place}. {racer_name(r)}, {result_of(r)}" for r in self._upon]
        self.setAccessibleDescription("; ".join(told))
        self.setToolTip(plain_tip("\n".join(told)))  # the whole of what may be cut
        self.update()

    @property
    def deserted(self) -> bool:
        """Whether nobody stands on a step."""
        return not self._upon

    def sizeHint(self) -> QSize:
        """Return the size for three names side by side."""
        return QSize(360, 190)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the steps and who stands on them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = min(float(theme.px(WIDEST)), self.width() / STEPS)
        ranked = [self._standings[rank] for rank in COLUMNS if rank < len(self._standings)]
        columns = [racer for racer in ranked if racer in self._upon]
        left = (self.width() - len(columns) * width) / 2
        room = int(width - 8)
        told = {racer.player: self._result(racer, room) for racer in columns}
        lines = max(map(len, told.values()), default=1)
        words = theme.px(WORDS) + (lines - 1) * theme.px(LINE)
        highest = max(40.0, min(float(self.height() - words), float(theme.px(HIGHEST))))
        colours = theme.racer_colours(self._among, self._own)
        for column, racer in enumerate(columns):
            height = highest * HEIGHTS.get(racer.place, 0.48)
            step = QRectF(left + column * width, self.height() - height, width, height)
            self._draw_step(painter, step.adjusted(3, 0, -3, 0), racer)
            words_at = step.adjusted(4, 0, -4, 0)
            self._draw_words(painter, words_at, racer, told[racer.player], colours[racer.player])

    def _draw_step(self, painter: QPainter, step: QRectF, racer: Standing) -> None:
        path = QPainterPath()
        path.addRoundedRect(step.adjusted(0, 0, 0, 12), 7, 7)
        cut = QPainterPath()
        cut.addRect(step)
        colours, won = theme.colours, racer.player in self._won
        painter.fillPath(path & cut, QColor(colours.accent if won else colours.chosen))
        font = QFont(self.font())
        font.setPixelSize(max(18, min(theme.px(44), round(step.height() * 0.5))))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(colours.on_accent if won else colours.text))
        painter.drawText(step, Qt.AlignmentFlag.AlignCenter, str(racer.place))

    def _result(self, racer: Standing, room: int) -> list[str]:
        """Return what a racer made of it, in the lines that so many pixels have room for."""
        font = QFont(self.font())
        font.setPixelSize(theme.px(12))
        return result_within(racer, QFontMetrics(font), room)

    def _draw_words(
        self, painter: QPainter, step: QRectF, racer: Standing, result: list[str], colour: QColor
    ) -> None:
        above_result = (len(result) - 1) * LINE

        def above(pixels: int, height: int) -> QRectF:
            top = step.top() - theme.px(pixels)
            return QRectF(step.left(), top, step.width(), theme.px(height))

        centre = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
        font = QFont(self.font())
        font.setPixelSize(theme.px(15))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(QColor(theme.colours.text))
        name = QFontMetrics(font).elidedText(
            racer_name(racer), Qt.TextElideMode.ElideRight, int(step.width())
        )
        painter.drawText(above(50 + above_result, 20), centre, name)
        font.setPixelSize(theme.px(12))
        font.setBold(False)
        painter.setFont(font)
        painter.setPen(QColor(theme.colours.muted))
        for line, text in enumerate(reversed(result)):
            painter.drawText(above(31 + line * LINE, 17), centre, text)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        bar = QRectF(0, 0, 28, 4)
        bar.moveCenter(step.center())
        bar.moveTop(step.top() - theme.px(10))
        painter.drawRoundedRect(bar, 2, 2)


def result_within(racer: Standing, metrics: QFontMetrics, width: int) -> list[str]:
    """Return a racer's result in as few lines of so many pixels as its facts fit into."""

    def cut(text: str) -> str:  # what it leaves whole fits; `horizontalAdvance` is rounded
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)

    lines: list[str] = []
    for fact in facts_of(racer):
        longer = joined((lines[-1], fact)) if lines else fact
        if lines and cut(longer) == longer:
            lines[-1] = longer
        else:
            lines.append(fact)
    return [cut(line) for line in lines]
