"""A place to try out what counts as a click and what as a drag: a chart of one's own presses."""

from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QWidget

from client.board.gesture import ButtonDown, Point
from client.window.desktop import preferences, theme
from client.window.scene.board_view import BoardView
from client.words.texts import decimal

KEPT: Final = 12
"""How many presses stay on the chart."""
_LONGEST: Final = 1.6
_FURTHEST: Final = 0.6
"""The ends of the chart: seconds, and parts of a card. What lies beyond is shown at the end."""


class Pressed(NamedTuple):
    """A press and its release."""

    lasted: float
    """How long the press took, in seconds."""
    moved: float
    """Parts of a card: of its width or of its height, whichever is more."""
    click: bool
    """Whether it counted as a click; else it was a drag."""


class ClickTrial(QObject):
    """Watches the left button on a board, and says what each press counted as."""

    def __init__(self, board: BoardView, chart: "TrialChart", text: QLabel) -> None:
        super().__init__(board)
        self._board, self._chart, self._text = board, chart, text
        self._press: ButtonDown | None = None
        self.last: Pressed | None = None
        """The last press; None before the first."""
        board.viewport().installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Look at the buttons, and leave them to the board."""
        if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            at, time = self._board.point(event.position()), event.timestamp() / 1000
            if event.type() == QEvent.Type.MouseButtonRelease:
                if self._press is not None:
                    self._judge(self._press, time, at, event.position())
                self._press = None
            else:
                self._press = ButtonDown(time, at)
        return False

    def _judge(self, press: ButtonDown, time: float, at: Point, position: QPointF) -> None:
        taken = self._board.is_over_target(position)
        refused = not taken and self._board.is_right_on(position)
        limits = preferences.live.now.thresholds
        self.last = last = Pressed(
            time - press.time,
            max(abs(at.x - press.at.x), abs(at.y - press.at.y)),
            limits.is_click(press, time, at, taken=taken, refused=refused),
        )
        kind = self.tr("Click: a card sticks") if last.click else self.tr("Drag: a card is dropped")
        self._text.setText(
            self.tr("{kind}\n{time} s, {way}% of a card").format(
                kind=kind, time=decimal(last.lasted, 2), way=f"{100 * last.moved:.0f}"
            )
        )
        self._chart.add(last)


class TrialChart(QWidget):
    """Time to the right, way upwards; the area of clicks is filled, and each press is a dot."""

    def __init__(self) -> None:
        super().__init__()
        self._presses: list[Pressed] = []
        theme.fix(self, least_width=160, least_height=100)
        self.setAccessibleName(self.tr("What counts as a click"))
        preferences.live.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the size that it has beside words."""
        return QSize(theme.px(240), theme.px(100))

    def add(self, pressed: Pressed) -> None:
        """Show one more press."""
        self._presses = [*self._presses, pressed][-KEPT:]
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the area, the axes and the dots."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, limits = theme.colours, preferences.live.now.thresholds
        font = painter.font()
        font.setPixelSize(theme.px(11))
        painter.setFont(font)
        line = theme.px(18)
        field = QRectF(self.rect()).adjusted(6, line, -10, -line)

        def at(seconds: float, way: float) -> QPointF:
            x, y = min(1.0, seconds / _LONGEST), min(1.0, way / _FURTHEST)
            return QPointF(field.left() + x * field.width(), field.bottom() - y * field.height())

        painter.fillRect(field, QColor(colours.raised))
        clicks = QColor(colours.good)
        clicks.setAlpha(70)
        quick = QRectF(field.topLeft(), at(limits.quick, 0)).normalized()
        slow = QRectF(at(limits.quick, limits.still), at(limits.slow, 0)).normalized()
        painter.fillRect(quick, clicks)
        if limits.slow > limits.quick:
            painter.fillRect(slow, clicks)
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.drawRect(field)
        painter.setPen(QColor(colours.muted))
        above = QRectF(field.left(), 0, field.width(), field.top() - 2)
        below = QRectF(field.left(), field.bottom() + 2, field.width(), line - 2)
        painter.drawText(above, Qt.AlignmentFlag.AlignLeft, self.tr("how far"))
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, self.tr("how long"))
        painter.setPen(QColor(colours.good))
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, self.tr("click"))
        painter.setPen(QColor(colours.bright))
        painter.drawText(above, Qt.AlignmentFlag.AlignRight, self.tr("drag"))
        for age, pressed in enumerate(reversed(self._presses)):
            dot = QColor(colours.good if pressed.click else colours.bright)
            dot.setAlphaF(max(0.25, 1 - age * 0.12))
            painter.setPen(QPen(QColor(colours.panel), 1.5))
            painter.setBrush(dot)
            radius = 6 if age == 0 else 4
            painter.drawEllipse(at(pressed.lasted, pressed.moved), radius, radius)
