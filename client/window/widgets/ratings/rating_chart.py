"""How a rating went, race by race, with how much of it is not known."""

from collections.abc import Sequence
from itertools import chain, count
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from client.window.desktop import theme
from client.window.desktop.announce import announce
from client.window.desktop.day import day_of
from client.window.widgets.elements import plain_tip
from client.words.ratings import changes_of, course_text
from client.words.texts import BETWEEN
from protocol.messages import RatingPoint

STEPS: Final = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""How far apart two lines of the grid may be, in points; ten times as far, and so on."""
BETWEEN_LINES: Final = 30
"""Pixels between two of them, at the least."""
LETTERS: Final = 11
"""The size of the letters, in pixels."""
EDGE: Final = 8
"""Pixels beside the first and the last point, and above the highest."""
DOTTED: Final = 9
"""Pixels between two races from which each has a dot."""
DOT: Final = 3
"""The size of a dot, in pixels."""
BAND: Final = 60
"""How much of its colour the band has, of 255."""
SIGMAS: Final = 3
"""How many spreads above a rating the middle of what is believed is (see `protocol.messages`)."""


class RatingChart(QWidget):
    """Draws a line through a rating after each race, and above it a band up to what is believed.

    A click on a race asks for it; Left, Right, Home and End go from race to race, and Enter asks.
    """

    wanted = Signal(int)
    """A race to see."""
    pointed = Signal(int)
    """The keys have come to this one of the races, counted from 0."""

    def __init__(self) -> None:
        super().__init__()
        self._points: Sequence[RatingPoint] = ()
        self._at = -1
        """The race that is marked; -1 for none."""
        self.setMouseTracking(True)
        self.installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.fix(self, least_width=160, least_height=110)
        self.setAccessibleName(self.tr("Rating over time"))
        self.show_course(())

    def sizeHint(self) -> QSize:
        """Return the size of a picture among tables."""
        return QSize(theme.px(420), theme.px(240))

    def show_course(self, points: Sequence[RatingPoint]) -> None:
        """Draw this course, the oldest race first."""
        self._points, self._at = points, -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if points else Qt.FocusPolicy.NoFocus)
        told = ""
        if points:
            text = self.tr("From {first} to {last}; the highest was {highest}.")
            highest = max(point.value for point in points)
            told = text.format(first=points[0].value, last=points[-1].value, highest=highest)
        self.setAccessibleDescription(told)
        self.update()

    def mark(self, at: int) -> None:
        """Mark one of the races, counted from 0; -1 for none."""
        if at != self._at:
            self._at = at
            self.update()

    @property
    def marked(self) -> int:
        """The race that is marked; -1 for none."""
        return self._at

    # Where everything is --------------------------------------------------------------------------

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(theme.px(LETTERS))
        return font

    def _scale(self) -> tuple[int, int, int]:
        """Return the least that is drawn, the most, and what is between two lines of the grid."""
        values = [point.value for point in self._points]
        tops = [point.value + SIGMAS * point.spread for point in self._points]
        least, most = min(values, default=0), max(tops, default=0)
        lines = max(1, self.height() // theme.px(BETWEEN_LINES) - 1)
        tens = (step * 10**power for power in count() for step in STEPS)
        step = next(step for step in chain(STEPS, tens) if step * lines >= most - least)
        return least // step * step, max(-(-most // step) * step, least // step * step + step), step

    def _area(self) -> QRectF:
        """Where the races are drawn: beside the numbers, above the days."""
        metrics = QFontMetrics(self._font())
        left = metrics.horizontalAdvance(str(self._scale()[1])) + theme.px(EDGE)
        edge = theme.px(EDGE)
        below = metrics.height() + edge
        return QRectF(left, edge, max(1, self.width() - left - edge), self.height() - below - edge)

    def _x(self, area: QRectF, at: int) -> float:
        last = len(self._points) - 1
        inside = area.adjusted(theme.px(EDGE), 0, -theme.px(EDGE), 0)
        return inside.center().x() if last < 1 else inside.left() + inside.width() * at / last

    # Painting -------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the grid, the band, the line and what is marked."""
        if not self._points:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font())
        area, (least, most, step) = self._area(), self._scale()

        def y(value: float) -> float:
            return area.bottom() - (value - least) / (most - least) * area.height()

        self._draw_grid(
            painter, area, [(value, y(value)) for value in range(least, most + 1, step)]
        )
        line = [QPointF(self._x(area, at), y(p.value)) for at, p in enumerate(self._points)]
        tops = [
            QPointF(self._x(area, at), y(p.value + SIGMAS * p.spread))
            for at, p in enumerate(self._points)
        ]
        colours = theme.colours
        band = QColor(colours.accent)
        band.setAlpha(BAND)
        painter.setPen(QPen(band, theme.px(6) if len(line) == 1 else 1))
        painter.setBrush(band)
        painter.drawPolygon(QPolygonF([*line, *reversed(tops)]))
        painter.setPen(QPen(QColor(colours.bright), theme.px(2)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(line))
        painter.setBrush(QColor(colours.bright))
        painter.setPen(Qt.PenStyle.NoPen)
        if area.width() >= len(line) * theme.px(DOTTED):
            for dot in line:
                painter.drawEllipse(dot, theme.px(DOT), theme.px(DOT))
        if 0 <= self._at < len(line):
            self._draw_mark(painter, area, line[self._at])
        self._draw_days(painter, area)

    def _draw_grid(
        self, painter: QPainter, area: QRectF, lines: Sequence[tuple[int, float]]
    ) -> None:
        high = painter.fontMetrics().height()
        for value, y in lines:
            painter.setPen(QPen(QColor(theme.colours.line), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(theme.colours.muted))
            beside = QRectF(0, y - high / 2, area.left() - theme.px(EDGE) / 2, high)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(beside, right | Qt.TextFlag.TextDontClip, str(value))

    def _draw_mark(self, painter: QPainter, area: QRectF, dot: QPointF) -> None:
        colours = theme.colours
        painter.setPen(QPen(QColor(colours.text), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(dot.x(), area.top()), QPointF(dot.x(), area.bottom()))
        wide = theme.px(3 if self.hasFocus() else 2)
        painter.setPen(QPen(QColor(colours.text), wide))
        painter.setBrush(QColor(colours.bright))
        painter.drawEllipse(dot, theme.px(DOT + 2), theme.px(DOT + 2))

    def _draw_days(self, painter: QPainter, area: QRectF) -> None:
        """Say below the first race and the last when that was."""
        painter.setPen(QColor(theme.colours.muted))
        first, last = day_of(self._points[0].at), day_of(self._points[-1].at)
        high = painter.fontMetrics().height()
        line = QRectF(area.left(), self.height() - high, area.width(), high)
        room = painter.fontMetrics().horizontalAdvance
        if first != last and room(first) + room(last) + 2 * theme.px(EDGE) < line.width():
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, first)
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, last)

    # The pointer ----------------------------------------------------------------------------------

    def _nearest(self, x: float) -> int:
        """Return the race whose point is the nearest to this place; -1 where there is none."""
        area = self._area()
        ways = [abs(self._x(area, at) - x) for at in range(len(self._points))]
        return ways.index(min(ways)) if ways else -1

    def told(self, at: int) -> str:
        """Return one of the races in a few words: the day, the rating, what has changed."""
        point, change = self._points[at], changes_of(self._points)[at]
        return BETWEEN.join((day_of(point.at), course_text(point.value, change)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say of the race under the pointer what it made of the rating."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self._nearest(event.pos().x())
            text = self.told(at) if at >= 0 else ""
            QToolTip.showText(event.globalPos(), plain_tip(text), self)
            return True
        return super().eventFilter(watched, event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the race under the pointer, and point where a click leads on."""
        at = self._nearest(event.position().x())
        self.mark(at)
        leads = at >= 0 and self._points[at].race
        shape = Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def leaveEvent(self, event: QEvent) -> None:
        """Mark nothing, unless the keys are here."""
        super().leaveEvent(event)
        if not self.hasFocus():
            self.mark(-1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Show the race."""
        inside = self.rect().contains(event.position().toPoint())
        if inside and event.button() == Qt.MouseButton.LeftButton:
            self._want(self._nearest(event.position().x()))

    def _want(self, at: int) -> None:
        if 0 <= at < len(self._points) and self._points[at].race:
            self.wanted.emit(self._points[at].race)

    # The keys -------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from race to race; Enter shows one."""
        last = len(self._points) - 1
        here = self._at if self._at >= 0 else last + 1
        to = {
            Qt.Key.Key_Left: max(0, here - 1),
            Qt.Key.Key_Right: min(last, here + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._want(self._at)
        elif to is None or last < 0:
            event.ignore()
        else:
            self.mark(to)
            announce(self, self.told(to), urgent=False)
            self.pointed.emit(to)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the last race."""
        super().focusInEvent(event)
        if self._at < 0:
            self.mark(len(self._points) - 1)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Mark nothing any more."""
        super().focusOutEvent(event)
        self.mark(-1)
        self.update()
