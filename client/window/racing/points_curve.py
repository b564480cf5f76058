"""The podium of an evening, and how everybody's points went, from deal to deal."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.window.desktop import theme
from client.window.racing.podium import Podium
from client.window.widgets.elements import plain_tip
from client.words.evening import points_number, row_text, tally_points
from client.words.outcome import STEPS
from protocol.messages import Standing, Tallied
from protocol.tally import POINT

STEPS_OF_POINTS: Final = (1, 2, 5)
"""Points between two lines of the grid; and ten times, a hundred times as many, and so on."""
MOST_LINES: Final = 5
"""Lines of the grid at the most."""
LOOSE: Final = 1.4
"""The least distance of two lines, in heights of what is written beside them."""
EDGE: Final = 10
"""Pixels above and at the right of the lines."""


def grid_step(most: int, lines: int) -> int:
    """Return how many points are between two lines of a grid.

    It has no more than so many `lines`, and the highest is no lower than `most` points.
    """
    decade = 1
    while decade * STEPS_OF_POINTS[-1] * lines < most:
        decade *= 10
    return next(first * decade for first in STEPS_OF_POINTS if first * decade * lines >= most)


class PointsCurve(QWidget):
    """A line for each player: the points after each deal."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[Tallied] = ()
        self._deals = self._own = self._marked = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.fix(self, least_width=200, least_height=120)
        self.setAccessibleName(self.tr("Points from deal to deal"))

    def show_rows(self, rows: Sequence[Tallied], deals: int, own: int) -> None:
        """Draw these, of so many deals."""
        self._rows, self._deals, self._own = rows, deals, own
        told = "; ".join(row_text(row, deals) for row in rows[:STEPS])
        self.setAccessibleDescription(told)
        self.update()

    def mark(self, deal: int) -> None:
        """Mark a deal, counted from 1, as the one that is looked at; 0 for none."""
        if deal != self._marked:
            self._marked = deal
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of a strip."""
        return QSize(360, 190)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the grid, and a line for each player, one's own last."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self.font())
        font.setPixelSize(theme.px(11))
        painter.setFont(font)
        metrics = QFontMetrics(font)
        most = max([row.points for row in self._rows], default=0)
        high = self.height() - theme.px(EDGE) - metrics.height() - theme.px(6)
        lines = max(1, min(MOST_LINES, int(high / (LOOSE * metrics.height()))))
        step = grid_step(-(-most // POINT), lines)
        top = max(1, -(-most // (step * POINT))) * step
        left = metrics.horizontalAdvance(str(top)) + theme.px(8)
        area = QRectF(
            left,
            theme.px(EDGE),
            self.width() - left - theme.px(EDGE),
            high,
        )
        self._draw_grid(painter, area, step, top)
        colours = theme.racer_colours((row.player for row in self._rows), self._own)
        for row in sorted(self._rows, key=lambda row: row.player == self._own):
            own = row.player == self._own
            painter.setPen(QPen(colours[row.player], theme.px(3) if own else theme.px(2)))
            points = [
                self._at(area, row.began + number, total / POINT / top)
                for number, total in enumerate(row.curve)
            ]
            first = row.curve[0] / POINT / top if row.curve and row.began > 1 else 0
            line = [self._at(area, row.began - 1, 0 if row.began == 1 else first), *points]
            painter.drawPolyline(QPolygonF(line if row.began == 1 else points))
            painter.setBrush(colours[row.player])
            for point in points:
                painter.drawEllipse(point, theme.px(2), theme.px(2))
            painter.setBrush(Qt.BrushStyle.NoBrush)

    def _at(self, area: QRectF, deal: int, part: float) -> QPointF:
        across = deal / max(1, self._deals)
        return QPointF(area.left() + across * area.width(), area.bottom() - part * area.height())

    def _draw_grid(self, painter: QPainter, area: QRectF, step: int, top: int) -> None:
        line, muted = QColor(theme.colours.line), QColor(theme.colours.muted)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        high = QFontMetrics(painter.font()).height()
        for points in range(0, top + 1, step):
            y = area.bottom() - points / top * area.height()
            painter.setPen(line)
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(muted)
            box = QRectF(0, y - high / 2, area.left() - theme.px(6), high)
            painter.drawText(box, right, str(points))
        if 0 < self._marked <= self._deals:
            x = self._at(area, self._marked, 0).x()
            painter.setPen(QPen(muted, 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            painter.setPen(muted)
        every = max(1, -(-self._deals // max(1, int(area.width() // theme.px(28)))))
        for deal in range(every, self._deals + 1, every):
            x = area.left() + deal / max(1, self._deals) * area.width()
            box = QRectF(x - theme.px(14), area.bottom() + theme.px(3), theme.px(28), high)
            painter.setPen(QColor(theme.colours.text) if deal == self._marked else muted)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, str(deal))


class EveningPodium(Podium):
    """The first three of an evening, with their points."""

    def __init__(self) -> None:
        super().__init__()
        self._points: dict[int, int] = {}
        self.setAccessibleName(self.tr("The first three of the evening"))

    def show_rows(self, rows: Sequence[Tallied], own: int) -> None:
        """Show the first three of these who have any points."""
        first = [row for row in rows if row.place <= STEPS and row.points][:STEPS]
        self._points = {row.player: row.points for row in first}
        self._standings = [
            Standing(row.player, row.name, "stopped", 0, row.place, bot=row.bot) for row in first
        ]
        self._upon, self._own = self._standings, own
        self._among = [row.player for row in rows]  # as in the curve of all
        self._won = [row.player for row in first if row.place == 1]
        told = [row_text(row, 1) for row in first]
        self.setAccessibleDescription("; ".join(told))
        self.setToolTip(plain_tip("\n".join(told)))
        self.update()

    def _result(self, racer: Standing, room: int) -> list[str]:
        points = self._points[racer.player]
        font = QFont(self.font())
        font.setPixelSize(theme.px(12))
        metrics, whole = QFontMetrics(font), tally_points(points)
        return [whole if metrics.horizontalAdvance(whole) <= room else points_number(points)]
