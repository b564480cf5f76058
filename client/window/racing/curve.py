"""How everybody's score went, as lines over the time of the race."""

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, count
from typing import Final

from PySide6.QtCharts import QCategoryAxis, QChart, QChartView, QLineSeries, QValueAxis
from PySide6.QtCore import QEvent, QMargins, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame

from client.window.desktop import theme
from client.window.widgets.elements import DataTable
from client.words.texts import clock, racer_name
from engine.solver.answer import Verdict
from protocol.messages import Standing
from protocol.racing import is_ghost

Curve = Sequence[tuple[int, int]]
"""Milliseconds from the start, and the score from then on."""

Span = tuple[int, Verdict]
"""Until how many milliseconds from the start something holds, and whether a win was possible."""

TICKS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600)
"""Seconds that may lie between two marks on the axis of time; twice the last, and so on."""
EDGES: Final = 48
"""Pixels of the width for the scores on the left, and for half of the last time."""
SCORES: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500, 5000, 10000, 100000)
"""Points that may lie between two marks on the axis of scores; twice the last, and so on."""
LEAST_BETWEEN: Final = 28
"""Pixels between two of these marks: less, and Qt writes no numbers but dots."""
MOST_TIMES: Final = 5
"""Intervals of time that are marked at the most."""
BETWEEN_TIMES: Final = 16
"""Pixels between two times, at the least."""
STILL: Final = 900
"""Milliseconds at the end of a curve that may be missing: less than from one tick of the clock to
the next."""
QUIET: Final = 1900
"""The same where nobody has scored: less than two ticks, or as much as cannot be seen."""
FEW: Final = 6
"""The most racers whose scores are drawn at once. Among more, somebody scores all the time, and
each time all lines are drawn: they wait for the next tick of the clock, but for one's own."""
NAME: Final = 21
"""The height of a name in the legend, in pixels; where not all fit, there is none."""
BAND: Final = 5
"""The height of the band that tells what was still possible, in pixels: below the lines."""
LONGEST_NAME: Final = 16
"""Letters of a name in the legend, and in a button."""
KEY_LINE, KEY_SIGN, KEY_GAP = 15, 12, 10
"""Of what says what the band means: its height, and the width of a sign and of a gap, in pixels."""


def racer_colours(standings: Sequence[Standing], own: int) -> dict[int, QColor]:
    """Return each racer's colour: the same in every picture of a race, the accent for oneself."""
    return theme.racer_colours((racer.player for racer in standings), own)


def racer_sign(colour: QColor) -> QPixmap:
    """Return the sign by which a racer is found in the curve: a small square of this colour."""
    made = QPixmap(24, 24)
    made.setDevicePixelRatio(2)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(1, 1, 10, 10), 3, 3)
    painter.end()
    return made


def sign_rows(
    table: DataTable, x: int, players: Sequence[int], own: int, among: Collection[int] = ()
) -> None:
    """Put before each player's name the colour that stands for them wherever they are seen.

    The names are in the column `x`, one a row, of these players in their order.  The colours are as
    in a picture of all those `among` whom they are; without any, of these players.
    """
    colours = theme.racer_colours({*players, *among}, own)
    for y, player in enumerate(players):
        if item := table.item(y, x):
            sign = racer_sign(colours[player])
            icon = QIcon(sign)
            icon.addPixmap(sign, QIcon.Mode.Selected)  # else it takes on the colour of a chosen row
            item.setData(Qt.ItemDataRole.DecorationRole, icon)
    table.fit_columns()


def shortened(name: str) -> str:
    """Return a name as it is written where there is little room for it."""
    return name[: LONGEST_NAME - 1] + "…" if len(name) > LONGEST_NAME else name


def score_at(curve: Curve, milliseconds: int) -> int:
    """Return the score that a racer had at this moment; 0 before the first."""
    at = bisect_right(curve, milliseconds, key=lambda point: point[0])
    return curve[at - 1][1] if at else 0


class ScoreCurve(QChartView):
    """A line for each racer. A `seekable` one is a place to look for a moment in, too.

    There, a press or a drag asks for the moment under the pointer, and so do the arrow keys, Home
    and End for others; a line stands at the moment that is shown.
    """

    sought = Signal(int)
    """Milliseconds from the start: show this moment."""
    stepped = Signal(int)
    """-1 or 1: show the moment of the move before, or after."""

    def __init__(self, *, legend: bool = False, seekable: bool = False) -> None:
        self._chart = QChart()  # kept: the view alone would let go of it
        super().__init__(self._chart)
        self._seekable = seekable
        self._own = 0
        self._standings: Sequence[Standing] = ()
        self._field: Sequence[int] = ()
        """The players of the whole race, where only some of them are drawn."""
        self._moment: int | None = None
        self._spans: Sequence[Span] = ()
        self._mark: int | None = None
        self._whose: int | None = None
        """Whose game the band is about, where more than one is drawn."""
        self._until = 1
        self._scores = (0, 1)
        """The lowest and the highest that is drawn."""
        self._told_scores = self._told_spans = ""
        """What is drawn, in words."""
        self._lines: dict[int, QLineSeries] = {}
        self._time, self._score = QCategoryAxis(), QValueAxis()
        self._time.setLabelsPosition(QCategoryAxis.AxisLabelsPosition.AxisLabelsPositionOnValue)
        self._score.setLabelFormat("%d")
        self._score.setTickType(QValueAxis.TickType.TicksDynamic)
        self._score.setTickAnchor(0)
        self._chart.addAxis(self._time, Qt.AlignmentFlag.AlignBottom)
        self._chart.addAxis(self._score, Qt.AlignmentFlag.AlignLeft)
        self._chart.setBackgroundRoundness(0)
        layout = self._chart.layout()
        if layout is not None:
            layout.setContentsMargins(0, 0, 0, 0)
        self._named = legend
        self._chart.legend().setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setMinimumSize(120, 90)
        self.setAccessibleName(self.tr("Scores over time"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if seekable else Qt.FocusPolicy.NoFocus)
        if seekable:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.restyle()
        self.show_curves({}, (), 0, 0)

    def sizeHint(self) -> QSize:
        """Return the size of a strip."""
        return QSize(240, 150)

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.restyle()

    def restyle(self) -> None:
        """Take the theme's colours."""
        font = QFont(self.font())
        font.setPixelSize(theme.px(11))
        grid = QPen(QColor(theme.colours.line), 1)
        self._take_margins()
        self._chart.setBackgroundBrush(QColor(theme.colours.panel))
        self._chart.legend().setLabelColor(QColor(theme.colours.text))
        self._chart.legend().setFont(font)
        for axis in (self._time, self._score):
            axis.setLabelsColor(QColor(theme.colours.muted))
            axis.setLabelsFont(font)
            axis.setGridLinePen(grid)
            axis.setLinePen(grid)
        colours = self._colours() if self._lines else {}
        for player, line in self._lines.items():
            line.setPen(self._pen(player, colours[player]))

    def _take_margins(self) -> None:
        """Leave the room for half of the last time, and above the lines for what the band means."""
        above = self.key_height + theme.px(2) if self.key else 4
        self._chart.setMargins(QMargins(0, above, theme.px(18), 0))

    @property
    def key_height(self) -> int:
        """How much of the height is taken by what the band means, in pixels; 0 without a band."""
        return theme.px(KEY_LINE) if self.key else 0

    def colour(self, player: int) -> QColor:
        """Return the colour of a racer's line."""
        return self._colours()[player]

    def _colours(self) -> dict[int, QColor]:
        drawn = (racer.player for racer in self._standings)
        return theme.racer_colours({*drawn, *self._field}, self._own)

    def _pen(self, player: int, colour: QColor) -> QPen:
        pen = QPen(colour, 3 if player == self._own else 2)
        if is_ghost(player):
            pen.setStyle(Qt.PenStyle.DashLine)
        return pen

    def show_curves(
        self,
        curves: Mapping[int, Curve],
        standings: Sequence[Standing],
        until: int,
        own: int,
        *,
        field: Sequence[int] = (),
        ends: Mapping[int, int] | None = None,
    ) -> None:
        """Draw the curves of these racers, up to `until` milliseconds after the start.

        `own` is the reader's player id, whose line is the thickest. Where these are only some of
        the players of a race, `field` is all of them: so each has the usual colour. A line goes on
        to the racer's own end where that is in `ends`.
        """
        self._until = max(until, 1000)
        self._standings, self._own, self._field = standings, own, field
        if set(self._lines) != {racer.player for racer in standings}:
            self._chart.removeAllSeries()
            self._lines = {}
        highest, lowest = 1, 0
        colours = self._colours()
        for racer in sorted(standings, key=lambda racer: (racer.place, racer.player == own)):
            line = self._lines.get(racer.player)
            if line is None:
                line = self._lines[racer.player] = QLineSeries()
                self._chart.addSeries(line)
                line.attachAxis(self._time)
                line.attachAxis(self._score)
            short = shortened(racer_name(racer))
            # A chart reads its labels as rich text where they look like it.
            line.setName(short.replace("&", "&amp;").replace("<", "&lt;"))
            line.setPen(self._pen(racer.player, colours[racer.player]))
            curve = curves.get(racer.player, ())
            end = (ends or {}).get(racer.player, self._until)
            end = racer.milliseconds if racer.status == "won" else end
            line.replace(_steps(curve, min(end, self._until)))
            highest = max([highest, *(score for _, score in curve)])
            lowest = min([lowest, *(score for _, score in curve)])
        for marker in self._chart.legend().markers():
            marker.setPen(QPen(Qt.PenStyle.NoPen))  # Qt's own is a black frame
        self._scores = lowest, highest
        self._scale()
        self._told_scores = "; ".join(
            f"{racer_name(r)} {r.score}" for r in standings if r.player in curves
        )
        self._describe()

    def _describe(self) -> None:
        told = filter(None, (self._told_scores, self._told_spans))
        self.setAccessibleDescription("; ".join(told))

    def follow(
        self,
        curves: Mapping[int, Curve],
        standings: Sequence[Standing],
        until: int,
        own: int,
        *,
        ends: Mapping[int, int] | None = None,
    ) -> None:
        """Do the same for a race under way, unless it would look nearly as before.

        Whoever shows a race asks with each tick of its clock, and when somebody scores.
        """
        since = until - self._until
        if (
            _drawn_at_once(standings, own) != _drawn_at_once(self._standings, self._own)
            or not 0 <= since < max(QUIET, until / max(1.0, self._chart.plotArea().width()))
            or (since >= STILL and _scores(standings) != _scores(self._standings))
        ):
            self.show_curves(curves, standings, until, own, ends=ends)

    def show_moment(self, milliseconds: int | None) -> None:
        """Stand at this moment; None: at no moment."""
        self._moment = milliseconds
        self.viewport().update()

    def show_spans(
        self,
        spans: Sequence[Span],
        mark: int | None = None,
        told: str = "",
        whose: int | None = None,
    ) -> None:
        """Show by a band below the lines when a win was possible, unknown, or impossible.

        `spans` follow each other from the start on; a line stands at the `mark`, where the win was
        lost. `told` says it in words. What the band means stands above the lines, and of `whose`
        game it tells, where that is not plain.
        """
        self._spans, self._mark, self._whose = spans, mark, whose
        self._told_spans = told
        self._take_margins()
        self._describe()
        self.viewport().update()

    @property
    def key(self) -> Sequence[tuple[Verdict, str]]:
        """What the parts of the band mean that there are, in words."""
        words: dict[Verdict, str] = {
            "won": self.tr("Could be won"),
            "unknown": self.tr("Not known", "whether a game could still be won"),
            "impossible": self.tr("Lost", "a game that could not be won any more"),
        }
        begins = [0, *(end for end, _ in self._spans)]
        there = [each for at, each in zip(begins, self._spans, strict=False) if each[0] > at]
        return [(verdict, words[verdict]) for _, verdict in there]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write as many marks as there is room for."""
        super().resizeEvent(event)
        self._scale()

    def _scale(self) -> None:
        names = theme.px(NAME) * (len(self._standings) + 1)
        self._chart.legend().setVisible(self._named and names <= self.height())
        lowest, highest = self._scores
        marks = max(1, min(4, self.height() // theme.px(LEAST_BETWEEN) - 1))
        step = _interval(SCORES, highest - lowest, marks)
        if marks == 1 and not lowest:  # beside 0, the one that tells most
            step = highest
        # With either's range and the other's interval there might be very many marks.
        self._score.setTickInterval(max(step, self._score.tickInterval()))
        self._score.setRange(-(-lowest // -step) * -step if lowest < 0 else 0, highest * 1.04)
        self._score.setTickInterval(step)
        seconds = self._until / 1000
        widest = QFontMetrics(self._time.labelsFont()).horizontalAdvance(clock(seconds))
        room = self.width() - theme.px(EDGES)
        times = room // (widest + theme.px(BETWEEN_TIMES))
        tick = _interval(TICKS, seconds, max(1, min(MOST_TIMES, times)))
        marked = range(0, int(seconds) + 1, tick)
        if [*map(clock, marked)] != self._time.categoriesLabels():  # each of them lays all out anew
            for text in self._time.categoriesLabels():
                self._time.remove(text)
            self._time.setStartValue(0)
            for at in marked:
                self._time.append(clock(at), at * 1000)
        self._time.setRange(0, self._until)

    # A moment ------------------------------------------------------------------------------------

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:  # type: ignore[override]
        """Draw the band and its mark, and the line at the moment that is shown."""
        super().drawForeground(painter, rect)
        area, colours = self._chart.plotArea(), theme.colours
        self._draw_band(painter, area)
        self._draw_key(painter, area)
        if self._mark is not None:
            x = self._x(self._mark)
            painter.setPen(QPen(QColor(colours.bad), 2, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        if self._moment is not None:
            x = self._x(self._moment)
            painter.setPen(QPen(QColor(colours.bright if self.hasFocus() else colours.text), 2))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def _x(self, milliseconds: int) -> float:
        area = self._chart.plotArea()
        return area.left() + area.width() * min(milliseconds, self._until) / self._until

    def _draw_band(self, painter: QPainter, area: QRectF) -> None:
        """Draw what was possible: high, half as high, and a line, so that no colour is needed."""
        left = area.left()
        for end, verdict in self._spans:
            right = self._x(end)
            self._draw_part(painter, QPointF(left, area.bottom() + 1), right - left, verdict)
            left = right

    @staticmethod
    def _draw_part(painter: QPainter, at: QPointF, wide: float, verdict: Verdict) -> None:
        colours = theme.colours
        colour, part = {
            "won": (colours.good, 1.0),
            "unknown": (colours.muted, 0.6),
            "impossible": (colours.bad, 0.3),
        }[verdict]
        high = max(1.0, theme.px(BAND) * part)
        painter.fillRect(QRectF(at.x(), at.y(), wide, high), QColor(colour))

    def _draw_key(self, painter: QPainter, area: QRectF) -> None:
        """Write above the lines what the band means, and of whose game it tells."""
        font = self._time.labelsFont()
        metrics, high = QFontMetrics(font), theme.px(KEY_LINE)
        sign, gap = theme.px(KEY_SIGN), theme.px(KEY_GAP)
        whose = next((r for r in self._standings if r.player == self._whose), None)
        name = f"{shortened(racer_name(whose))}:" if whose is not None else ""
        at = QPointF(area.left(), 1)
        painter.setFont(font)
        middle = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter

        def write(text: str, colour: QColor) -> None:
            painter.setPen(colour)
            room = metrics.horizontalAdvance(text)
            painter.drawText(QRectF(at.x(), at.y(), room + 2, high), middle, text)
            at.setX(at.x() + room)

        if whose is not None:
            write(name, self.colour(whose.player))
            at.setX(at.x() + gap // 2)
        for verdict, text in self.key:
            height = QPointF(at.x(), at.y() + high / 2 - theme.px(BAND) / 2)
            self._draw_part(painter, height, sign, verdict)
            at.setX(at.x() + sign + 4)
            write(text, QColor(theme.colours.text))
            at.setX(at.x() + gap)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show by the line that the keys are here."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that they are elsewhere."""
        super().focusOutEvent(event)
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the moment under the pointer."""
        self._seek(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer while the button is down."""
        self._seek(event)

    def _seek(self, event: QMouseEvent) -> None:
        if not self._seekable or not event.buttons() & Qt.MouseButton.LeftButton:
            event.ignore()
            return
        area = self._chart.plotArea()
        part = (event.position().x() - area.left()) / max(1.0, area.width())
        self.sought.emit(round(min(1.0, max(0.0, part)) * self._until))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right go a move, Home and End to the ends."""
        key = event.key()
        if not self._seekable:
            event.ignore()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.stepped.emit(-1 if key == Qt.Key.Key_Left else 1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.sought.emit(0 if key == Qt.Key.Key_Home else self._until)
        else:
            event.ignore()


def _scores(standings: Sequence[Standing]) -> dict[int, int]:
    return {racer.player: racer.score for racer in standings}


def _drawn_at_once(standings: Sequence[Standing], own: int) -> object:
    """Return what is drawn as soon as it is another."""
    few = len(standings) <= FEW
    return own, {
        racer.player: (racer.status, racer.score if few or racer.player == own else 0)
        for racer in standings
    }


def _interval(steps: Sequence[int], length: float, most: int) -> int:
    """Return the least of the steps, or of the doubles of the last, of which `most` are enough."""
    doubles = (steps[-1] << times for times in count(1))
    return next(step for step in chain(steps, doubles) if step * most >= length)


def _steps(curve: Curve, end: int) -> list[QPointF]:
    """The corners of a line that stays at each score until the next."""
    points = [QPointF(0, score_at(curve, 0))]
    for at, score in curve:
        if at > 0:
            points += [QPointF(at, points[-1].y()), QPointF(at, score)]
    if points[-1].x() < end:
        points.append(QPointF(end, points[-1].y()))
    return points
