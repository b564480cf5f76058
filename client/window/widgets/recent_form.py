"""A player's recent form: the places in the last races, as columns side by side."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from client.window.desktop import theme
from client.window.desktop.day import day_of
from client.window.widgets.elements import plain_tip
from client.words.outcome import is_contested, past_place_text
from client.words.texts import BETWEEN, game_title
from protocol.messages import MAX_RECENT, PastRace

SLOTS: Final = 10
"""For how many races there is room where a screen has it."""
LEAST: Final = 4
"""For how many there is room anywhere."""
WIDTH: Final = 36
"""Pixels of a column with its place below, at the least, and from one to the next."""
BETWEEN_COLUMNS: Final = 6
WIDEST: Final = 76
"""Pixels of a column where there is room; where there is more, more races have a place."""
HEIGHT, MOST_HEIGHT = 68, 260
SPARED: Final = 260
"""Pixels of a screen that are for all else, and the share of the rest that this takes."""
SHARE: Final = 0.28
WORDS: Final = 16
"""Pixels of the height for the place, and for the days below where there is room."""
DATED: Final = 76
"""The height from which there is room for the days, in pixels."""
LEAST_COLUMN: Final = 12
"""Pixels of the column of who came last."""
MEAN: Final = 5
"""How many races the line is the mean of."""


class RecentForm(QWidget):
    """Draws a column for each race, the last one at the right; a race won is seen first.

    It is as high as the share of the rivals who came behind. A line is their mean over five races.
    A click on a column leads to the race. Races that nobody has won have none.
    """

    wanted = Signal(int)
    """A race to see."""

    def __init__(self) -> None:
        super().__init__()
        self._races: list[PastRace] = []
        self.setMouseTracking(True)
        self.installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._height = HEIGHT

    def show_races(self, recent: Sequence[PastRace]) -> None:
        """Show these races' places; the newest race comes first in `recent`."""
        self._races = [race for race in reversed(recent[:MAX_RECENT]) if is_contested(race)]
        places = ", ".join(map(past_place_text, self._races))
        self.setAccessibleName(
            self.tr("Lately: {places}").format(places=places) if places else self.tr("No race yet.")
        )
        self.update()

    @property
    def races(self) -> int:
        """For how many races there is a column."""
        return len(self._races)

    @property
    def lined(self) -> bool:
        """Whether there are enough races for the line."""
        return len(self._races) >= MEAN

    def set_room(self, height: int) -> None:
        """Take a part of a screen's height, which is in pixels."""
        part = (height / theme.px(100) * 100 - SPARED) * SHARE
        self._height = round(min(MOST_HEIGHT, max(HEIGHT, part)))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size that shows as many races as there is always a place for."""
        return QSize(self._edge + SLOTS * self._step(), theme.px(self._height))

    def minimumSizeHint(self) -> QSize:
        """Return the size that shows some of them."""
        return QSize(self._edge + LEAST * self._step(), theme.px(self._height))

    def _step(self) -> int:
        return theme.px(WIDTH) + theme.px(BETWEEN_COLUMNS)

    @property
    def _edge(self) -> int:
        """The width of what says at the left what the heights mean."""
        words = QFontMetrics(self._font()).horizontalAdvance
        return max(map(words, self._heights())) + theme.px(BETWEEN_COLUMNS)

    def _heights(self) -> tuple[str, str]:
        """What the highest columns say, and the lowest."""
        return self.tr("first", "place in a race"), self.tr("last", "place in a race")

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(theme.px(12))
        return font

    def _shown(self) -> list[PastRace]:
        """The latest races, as many as fit."""
        room = self.width() - self._edge + theme.px(BETWEEN_COLUMNS)
        return self._races[-max(1, room // self._step()) :]

    def _places(self) -> list[QRectF]:
        """Where the columns of the races that are shown are, from the left."""
        gap, words = theme.px(BETWEEN_COLUMNS), theme.px(WORDS)
        number = max(1, len(self._shown()))
        left = self._edge
        wide = min(theme.px(WIDEST), (self.width() - left + gap) / number - gap)
        high = self.height() - words * (2 if self._dated else 1) - 4
        return [QRectF(left + i * (wide + gap), 2, wide, high) for i in range(number)]

    @property
    def _dated(self) -> bool:
        return self.height() >= theme.px(DATED)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the places."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font())
        colours = theme.colours
        races, places = self._shown(), self._places()
        words = theme.px(WORDS)
        if not races:
            painter.setPen(QColor(colours.muted))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft, self.tr("No race yet."))
        else:
            self._draw_heights(painter, places)
        for race, place in zip(races, places, strict=False):
            bar = QRectF(place)
            bar.setTop(self._level(place, share_behind(race)))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent if race.won else colours.chosen))
            painter.drawRoundedRect(bar, 2, 2)
            painter.setPen(QColor(colours.text))
            box = QRectF(place.left(), place.bottom() + 2, place.width(), words)
            centre = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip
            painter.drawText(box, centre, f"{race.place}/{race.racers}")
        if self.lined:
            self._draw_mean(painter, races, places)
        if self._dated and races:
            self._draw_days(painter, races, places)

    def _draw_heights(self, painter: QPainter, places: Sequence[QRectF]) -> None:
        """Say at the left what the heights mean, with a line at the height of a first place."""
        first, last = self._heights()
        column, words = places[0], theme.px(WORDS)
        right = self._edge - theme.px(BETWEEN_COLUMNS)
        painter.setPen(QColor(theme.colours.muted))
        for text, top in ((first, column.top()), (last, column.bottom() - words)):
            painter.drawText(QRectF(0, top, right, words), Qt.AlignmentFlag.AlignRight, text)
        painter.setPen(QPen(QColor(theme.colours.line), 1))
        for y in (column.top(), column.bottom()):
            painter.drawLine(QPointF(column.left(), y), QPointF(places[-1].right(), y))

    def _level(self, place: QRectF, share: float) -> float:
        return (
            place.bottom()
            - theme.px(LEAST_COLUMN)
            - share * (place.height() - theme.px(LEAST_COLUMN))
        )

    def _draw_mean(
        self, painter: QPainter, races: Sequence[PastRace], places: Sequence[QRectF]
    ) -> None:
        before = self._races[: len(self._races) - len(races)]
        shares = [share_behind(race) for race in [*before, *races]]
        points = [
            QPointF(place.center().x(), self._level(place, mean))
            for place, mean in zip(places, means(shares)[len(before) :], strict=False)
            if mean is not None
        ]
        for colour, wide in ((theme.colours.panel, 5), (theme.colours.text, 2)):
            painter.setPen(QPen(QColor(colour), theme.px(wide)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF(points))

    def _draw_days(
        self, painter: QPainter, races: Sequence[PastRace], places: Sequence[QRectF]
    ) -> None:
        """Say below the first column and the last when that was."""
        painter.setPen(QColor(theme.colours.muted))
        words = theme.px(WORDS)
        first, last = day_of(races[0].at), day_of(races[-1].at)
        left = places[0].left()
        line = QRectF(left, self.height() - words, places[len(races) - 1].right() - left, words)
        room = painter.fontMetrics().horizontalAdvance
        if first != last and room(first) + room(last) + words < line.width():
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, first)
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, last)
        else:
            line.setRight(self.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, last)

    # The pointer ----------------------------------------------------------------------------------

    def _race_at(self, x: float) -> PastRace | None:
        for race, place in zip(self._shown(), self._places(), strict=False):
            if place.left() <= x <= place.right():
                return race
        return None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say of the race under the pointer which one it was."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            race = self._race_at(event.pos().x())
            text = told_of(race) if race is not None else self.toolTip()
            QToolTip.showText(event.globalPos(), plain_tip(text), self)
            return True
        return super().eventFilter(watched, event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point where a click leads on."""
        race = self._race_at(event.position().x())
        shape = Qt.CursorShape.ArrowCursor if race is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Show the race."""
        race = self._race_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and race is not None:
            self.wanted.emit(race.race)


def told_of(race: PastRace) -> str:
    """Return a race in a few words: its game, the place, the day."""
    return BETWEEN.join((game_title(race.game), past_place_text(race), day_of(race.at)))


def share_behind(race: PastRace) -> float:
    """Return the share of the rivals who were not ahead in a race with any."""
    return min(1.0, max(0.0, 1 - (race.place - 1) / (race.racers - 1)))


def means(shares: Sequence[float]) -> list[float | None]:
    """Return for each share the mean of the last `MEAN` up to it; None where there are fewer."""
    return [
        sum(shares[at - MEAN : at]) / MEAN if at >= MEAN else None
        for at in range(1, len(shares) + 1)
    ]
