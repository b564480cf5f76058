"""How the racers stand, as bars: place, name, score, and what has become of each."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from client.window.desktop import preferences, theme
from client.window.desktop.announce import announce
from client.window.desktop.pace import MANY, Pace
from client.window.racing.curve import racer_colours
from client.window.widgets.elements import Fade, plain_tip
from client.words.outcome import rank_number, rank_text
from client.words.texts import bot_facts, racer_name, status_words, stopwatch
from client.words.translation import translate
from protocol.messages import Standing

LEAST: Final = 23
"""The least height of a racer's row, in pixels."""
ROOMY: Final = 40
"""The most height of a row, in pixels; a row as high as this has a line of its own for the bar."""
GAP: Final = 2
"""Pixels between two rows."""
PALE: Final = 0.5
"""How much is seen of what may not be true any more."""
MOVING: Final = 350
"""Milliseconds that a row takes to another place."""


MOST_WHOLE: Final = 16
"""The most rows that are all in sight where there is room; of more, some are scrolled to."""
FEWEST: Final = 4
"""The rows that are in sight on the smallest window."""


class StandingsBars(QWidget):
    """A row for each racer, the first on top. Sixteen fit beside the smallest board."""

    profile = Signal(object)
    """(player): a racer's page is wanted, by a double click or by Enter."""
    counted = Signal()
    """There are more rows now, or fewer."""
    reached = Signal(int)
    """(row): the keys have gone to this row."""

    def __init__(self) -> None:
        super().__init__()
        self._standings: Sequence[Standing] = ()
        self._own = 0
        self._full = 52
        self._rows: dict[int, float] = {}
        """Where each racer's row is drawn, counted from the top: between two while it moves."""
        self._from: dict[int, float] = {}
        self._pictures: dict[int, QPixmap] = {}
        """Each racer's row, drawn once for as long as rows move."""
        self._stale = False
        """Whether they may stand otherwise by now."""
        self._chosen = 0
        """The player whose row the keys have gone to."""
        self._pace = Pace()
        self._moving = QVariantAnimation(self)
        self._moving.setStartValue(0.0)
        self._moving.setEndValue(1.0)
        self._moving.setDuration(MOVING)
        self._moving.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self._moving.valueChanged.connect(self._move)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys to the board
        self.setAccessibleName(self.tr("Standings"))
        self.setMouseTracking(True)

    def show_standings(self, standings: Sequence[Standing], own: int, full: int) -> None:
        """Show how everybody stands.

        `own` is the reader's player id, and `full` the score that fills a bar.
        """
        ordered = sorted(standings, key=lambda racer: racer.place or len(standings))
        resized = len(ordered) != len(self._standings)
        moved = [r.player for r in ordered] != [r.player for r in self._standings]
        others = {r.player for r in ordered} != self._rows.keys()
        anew = resized or (own, max(full, 1)) != (self._own, self._full)
        before = {} if anew else {r.player: r for r in self._standings}
        fresh = [at for at, r in enumerate(ordered) if r != before.get(r.player)]
        self._standings, self._own, self._full = ordered, own, max(full, 1)
        for at in fresh:
            self._pictures.pop(ordered[at].player, None)
        self.setAccessibleDescription("; ".join(map(self._spoken, ordered)))
        if resized:
            self._pace.sparing = len(ordered) > MANY
            self.updateGeometry()
            self.counted.emit()
        if moved:
            self._from = dict(self._rows)
            self._moving.stop()
            if resized or others or not self.isVisible() or not preferences.live.now.animated:
                self._move(1.0)
            else:
                self._moving.start()
        if anew:
            self.update()
        else:
            for at in fresh:
                self._update_rows(self._rows[ordered[at].player])

    def changeEvent(self, event: QEvent) -> None:
        """Draw the rows in the colours and letters of another theme."""
        super().changeEvent(event)
        self._pictures.clear()

    def set_stale(self, stale: bool) -> None:
        """Be pale where they may stand otherwise by now, as the connection is lost."""
        self._stale = stale
        self.update()

    @property
    def racers(self) -> int:
        """How many rows there are."""
        return len(self._standings)

    def _move(self, part: float) -> None:
        """Move the rows so much of their way, from 0 to 1."""
        if part < 1 and not self._pace.is_due():
            return
        before = self._rows
        self._rows = {
            racer.player: at + (self._from.get(racer.player, at) - at) * (1 - part)
            for at, racer in enumerate(self._standings)
        }
        if part == 1:
            self.update()  # no row is a picture any more
        else:
            at = self._rows.items() ^ before.items()
            self._update_rows(*(row for _, row in at))

    def _update_rows(self, *rows: float) -> None:
        """Draw what is between the first and the last of these rows, each counted from the top."""
        if rows:
            top, last = int(min(rows) * self._height), ceil(max(rows) * self._height)
            self.update(0, top, self.width(), last + self._height - top)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Have the whole name of the racer whose row this is in the tip: it may be cut."""
        racer = self._at(event)
        self.setToolTip(plain_tip(self._spoken(racer)) if racer is not None else "")

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the page of the racer whose row this is."""
        racer = self._at(event)
        if racer is not None:
            self.profile.emit(racer.player)

    def _at(self, event: QMouseEvent) -> Standing | None:
        at = int(event.position().y()) // max(1, self._height)
        return self._standings[at] if at < len(self._standings) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go from row to row, Enter shows the page of the racer in this one."""
        players = [racer.player for racer in self._standings]
        at = players.index(self._chosen) if self._chosen in players else -1
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down if players:
                at += 1 if event.key() == Qt.Key.Key_Down else -1
                at = min(max(at, 0), len(players) - 1)
                self._chosen = players[at]
                self.reached.emit(at)
                announce(self, self._spoken(self._standings[at]))
                self.update()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if at >= 0:
                self.profile.emit(self._chosen)
            case _:
                event.ignore()

    def middle(self, at: int) -> int:
        """Return how far below the top the middle of a row is, in pixels."""
        return at * self._height + self._height // 2

    @property
    def _height(self) -> int:
        """How high a row is, in pixels."""
        return min(theme.px(ROOMY), self.height() // max(1, len(self._standings)))

    def sizeHint(self) -> QSize:
        """Return the size with roomy rows."""
        return QSize(200, max(1, len(self._standings)) * theme.px(ROOMY))

    def minimumSizeHint(self) -> QSize:
        """Return the size with the tightest rows that can be read."""
        return QSize(160, max(1, len(self._standings)) * theme.px(LEAST))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows where something has changed."""
        if not self._standings:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(PALE if self._stale else 1)
        height = self._height
        colours = racer_colours(self._standings, self._own)
        for standing in reversed(self._standings):  # who overtakes passes in front
            top = round(self._rows[standing.player] * height)
            row = QRect(0, top, self.width(), height - GAP)
            if not event.region().intersects(row):
                continue
            colour = colours[standing.player]  # as in the curve, also of who is out of it
            if self._moving.state() == QVariantAnimation.State.Running:
                painter.drawPixmap(row.topLeft(), self._picture(row, standing, colour))
            else:
                self._draw(painter, row, standing, colour)
            if standing.player == self._chosen and self.hasFocus():
                painter.setPen(QPen(QColor(theme.colours.bright), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(row.adjusted(1, 1, -1, -1), 5, 5)

        if self.hasFocus() and self._chosen not in colours:  # the keys are here, on no row yet
            painter.setPen(QPen(QColor(theme.colours.bright), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 5, 5)

    def _picture(self, row: QRect, racer: Standing, colour: QColor) -> QPixmap:
        picture = self._pictures.get(racer.player)
        if picture is None or picture.deviceIndependentSize().toSize() != row.size():
            ratio = self.devicePixelRatioF()
            picture = self._pictures[racer.player] = QPixmap(row.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw(painter, QRect(QPoint(), row.size()), racer, colour)
            painter.end()
        return picture

    def _draw(self, painter: QPainter, row: QRect, racer: Standing, colour: QColor) -> None:
        own = racer.player == self._own
        if own:
            painter.setPen(QColor(theme.colours.line))
            painter.setBrush(QColor(theme.colours.raised))
            painter.drawRoundedRect(QRectF(row).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        inner = row.adjusted(6, 0, -6, 0)
        share = 1.0 if racer.status == "won" else min(1.0, max(0.0, racer.score / self._full))
        if self._height >= theme.px(ROOMY):
            text, bar = (
                inner.adjusted(0, 1, 0, -11),
                inner.adjusted(theme.px(24), inner.height() - 9, 0, -4),
            )
        else:
            text, bar = (
                inner.adjusted(0, 0, 0, -5),  # no letter touches the frame of the own row
                inner.adjusted(theme.px(24), inner.height() - 5, 0, -2),  # within the own frame
            )
        self._bar(painter, bar, share, colour)
        self._words(painter, text, racer, own=own)

    @staticmethod
    def _bar(painter: QPainter, bar: QRect, share: float, colour: QColor) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colours.line))
        painter.drawRoundedRect(bar, 2, 2)
        if share > 0:
            filled = QRect(bar)
            filled.setWidth(max(3, round(bar.width() * share)))
            painter.setBrush(colour)
            painter.drawRoundedRect(filled, 2, 2)

    def _words(self, painter: QPainter, text: QRect, racer: Standing, *, own: bool) -> None:
        font = QFont(self.font())
        font.setPixelSize(theme.px(13))
        font.setBold(own)
        painter.setFont(font)
        metrics = QFontMetrics(font)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip  # rows may be tight
        painter.setPen(QColor(theme.colours.muted))
        painter.drawText(text, middle | Qt.AlignmentFlag.AlignLeft, self._rank(racer))

        painter.setPen(QColor(theme.colours.text))
        score = str(racer.score)
        painter.drawText(text, middle | Qt.AlignmentFlag.AlignRight, score)
        right = metrics.horizontalAdvance("000") + 8

        note = note_of(racer)
        font.setPixelSize(theme.px(11))
        font.setBold(False)
        small = QFontMetrics(font)
        room = text.adjusted(theme.px(24), 0, -right, 0)
        width = small.horizontalAdvance(note) + 8 if note else 0
        painter.drawText(
            room.adjusted(0, 0, -width, 0),
            middle | Qt.AlignmentFlag.AlignLeft,
            metrics.elidedText(
                racer_name(racer), Qt.TextElideMode.ElideRight, room.width() - width
            ),
        )
        if note:
            painter.setFont(font)
            painter.setPen(
                QColor(theme.colours.good if racer.status == "won" else theme.colours.muted)
            )
            painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, note)

    def _rank(self, racer: Standing) -> str:
        return rank_number(racer, len(self._standings))

    def _spoken(self, racer: Standing) -> str:
        return translate("standings", "{place}. {name}: {score}, {note}").format(
            place=self._rank(racer),
            name=racer_name(racer),
            score=racer.score,
            note=note_of(racer) or status_words(racer.status),
        )


class StandingsList(QScrollArea):
    """The bars, which are scrolled where there are more racers than there is room for."""

    def __init__(self, bars: StandingsBars) -> None:
        super().__init__(widgetResizable=True)
        self.bars = bars
        self._room = 0
        self._most = 0
        bars.counted.connect(self.updateGeometry)
        bars.reached.connect(self._follow)
        self.setWidget(bars)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet(
            "QScrollArea, QScrollArea > QWidget > QWidget { background: transparent }"
        )
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the bars have the keys
        self.setSizePolicy(bars.sizePolicy())
        self._fade = Fade(self)

    def sizeHint(self) -> QSize:
        """Return the size with roomy rows."""
        size = self.bars.sizeHint()
        most = min(MOST_WHOLE * theme.px(ROOMY), self._most or size.height())
        return QSize(size.width(), max(self.fewest, min(size.height(), most)))

    def minimumSizeHint(self) -> QSize:
        """Return the size with the tightest rows that can be read, as far as there is room."""
        size = self.bars.minimumSizeHint()
        whole = min(size.height(), MOST_WHOLE * theme.px(LEAST))
        return QSize(size.width(), max(self.fewest, min(whole, self._room)))

    @property
    def fewest(self) -> int:
        """The least height on the smallest window, in pixels."""
        return min(self.bars.minimumSizeHint().height(), FEWEST * theme.px(LEAST))

    def set_room(self, height: int) -> None:
        """Have all racers in sight where that takes no more than this many pixels."""
        if height != self._room:
            self._room = height
            self.updateGeometry()

    def set_most(self, height: int) -> None:
        """Have rows so roomy that they take no more than this many pixels; 0: as they like."""
        if height != self._most:
            self._most = height
            self.updateGeometry()

    def _follow(self, row: int) -> None:
        self.ensureVisible(0, self.bars.middle(row), 0, theme.px(ROOMY))


def note_of(racer: Standing) -> str:
    """Return what there is to say beside the score; nothing for one who just races on."""
    if racer.status == "won":
        return translate("standings", "solved {time}").format(time=stopwatch(racer.milliseconds))
    if racer.status != "racing":
        return status_words(racer.status)
    if not racer.connected:
        return translate("standings", "away")
    return (bot_facts(racer.bot, racer.level) or [""])[-1]


def board_caption(racer: Standing, racers: int) -> str:
    """Return what stands above a board of so many: "1st · 12 · Ada", and a note if any.

    On a narrow board the end is cut: a long name, and never the place or the score.
    Who races alone has no place.
    """
    place = rank_text(racer, racers) if racers > 1 else ""
    parts = [place, str(racer.score), racer_name(racer), note_of(racer)]
    return " · ".join(filter(None, parts))
