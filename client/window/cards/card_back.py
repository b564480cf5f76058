"""Everything on the table that is no face: backs, empty places and the glow of legal targets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen, QTransform

from client.board.layout import ASPECT
from client.window.cards.deck import PAPER, Back
from client.window.cards.pen import Pen
from client.window.cards.shapes import label_path, outline, placed, suit_path
from engine.cards import RANK_LABELS, SUIT_NAMES
from engine.empty_places import REDEAL, USED_UP

# A card's own coordinates: everything is drawn in hundredths of its width.
WIDTH: Final = 100.0
HEIGHT: Final = WIDTH * ASPECT
RADIUS: Final = 7.0
"""The radius of a card's round corners."""
GLOW: Final = 0.09
"""How far the light around a card reaches beyond it, in card widths."""


def unit_transform(rect: QRectF) -> QTransform:
    """Return how a card's own coordinates become those of a rectangle on the painter."""
    move = QTransform.fromTranslate(rect.x(), rect.y())
    return move.scale(rect.width() / WIDTH, rect.height() / HEIGHT)


@cache
def card_outline() -> QPainterPath:
    """Return the rounded outline of a card, in its own coordinates."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(0, 0, WIDTH, HEIGHT), RADIUS, RADIUS)
    return path


def paint_back(painter: Pen, rect: QRectF, back: Back, *, simple: bool = False) -> None:
    """Paint the back of a card; a `simple` one has a coarser pattern, for small cards.

    Raises:
        KeyError: there is no such pattern.
    """
    base = QColor(back.colour)
    light = base.lighter(190)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setTransform(unit_transform(rect), True)
    painter.fillPath(card_outline(), QColor(PAPER))
    margin = 5.0
    field = QPainterPath()
    field.addRoundedRect(QRectF(margin, margin, WIDTH - 2 * margin, HEIGHT - 2 * margin), 4, 4)
    painter.fillPath(field, base)
    painter.setClipPath(field, Qt.ClipOperation.IntersectClip)
    _PATTERNS[back.pattern](painter, base, light, simple)
    painter.restore()
    paint_edge(painter, rect)


def _paint_rosette(painter: Pen, base: QColor, light: QColor, simple: bool) -> None:
    """A lattice with studs, and on it a disc with a flower."""
    for line in _lattice(18.0, 1.6) if simple else _lattice(9.0, 0.6):
        painter.fillPath(line, light)
    if not simple:
        painter.fillPath(_studs(9.0), light)
        _paint_border(painter)
    _paint_flower(painter, base, light, simple)


def _paint_scales(painter: Pen, base: QColor, light: QColor, simple: bool) -> None:
    """Rows of scales that meet in the middle, where a suit of each lies."""
    painter.save()
    size = 20.0 if simple else 12.5
    pen = QPen(light, 1.8 if simple else 0.7)
    for half in (QRectF(0, 0, WIDTH, HEIGHT / 2), QRectF(0, 0, WIDTH, HEIGHT / 2)):
        painter.save()
        painter.setClipRect(half, Qt.ClipOperation.IntersectClip)
        painter.fillRect(half, base)
        for path in _scales(size):
            painter.fillPath(path, base)
            painter.strokePath(path, pen)
        painter.restore()
        painter.translate(WIDTH, HEIGHT)
        painter.rotate(180)
    painter.restore()
    if not simple:
        _paint_border(painter)
    middle = outline("M50 47 L73 70 L50 93 L27 70 Z")
    painter.fillPath(middle, base)
    painter.strokePath(middle, QPen(_PALE, 2.4 if simple else 1.1))
    for suit, (x, y) in enumerate(((0, -9.5), (9.5, 0), (0, 9.5), (-9.5, 0))):
        painter.save()
        painter.translate(WIDTH / 2 + x, HEIGHT / 2 + y)
        painter.rotate(90 * suit)
        shape = suit_path(3 if suit % 2 == 0 else 2)
        painter.fillPath(placed(shape, 0, 0, 10.5 if simple else 9.5), _PALE)
        painter.restore()


def _paint_stars(
    painter: Pen,
    _base: QColor,
    light: QColor,
    simple: bool,
) -> None:
    """A night sky: stars in a quincunx, larger towards the middle."""
    step = 22.0 if simple else 14.0
    rows, columns = round(HEIGHT / step) + 2, round(WIDTH / step) + 2
    for row in range(-rows, rows + 1):
        for column in range(-columns, columns + 1):
            if (row + column) % 2:
                continue
            x, y = column * step / 2, row * step / 2
            near = max(0.0, 1 - (x * x + y * y * 0.55) ** 0.5 / 52)
            size = step * (0.26 + 0.42 * near)
            painter.fillPath(
                placed(_SPARK, WIDTH / 2 + x, HEIGHT / 2 + y, size), _PALE if near > 0.45 else light
            )
    if not simple:
        _paint_border(painter)


_PATTERNS: Final = {"rosette": _paint_rosette, "scales": _paint_scales, "stars": _paint_stars}
_PALE: Final = QColor("#f3ead2")
_SPARK: Final = outline(
    "M0 -0.5 Q0.09 -0.09 0.5 0 Q0.09 0.09 0 0.5 Q-0.09 0.09 -0.5 0 Q-0.09 -0.09 0 -0.5 Z"
)


def _paint_border(painter: Pen) -> None:
    inner = QPainterPath()
    inner.addRoundedRect(QRectF(8.5, 8.5, WIDTH - 17, HEIGHT - 17), 2.5, 2.5)
    painter.strokePath(inner, QPen(_PALE, 0.9))


@cache
def _scales(size: float) -> tuple[QPainterPath, ...]:
    """Discs in rows, those of the next row over the last one; the upper half of a card."""
    made = []
    rows = round(HEIGHT / size) + 2
    for row in range(rows, -2, -1):
        for column in range(-6, 7):
            x = WIDTH / 2 + (column + row % 2 / 2) * size
            path = QPainterPath()
            path.addEllipse(QRectF(x - size / 2, row * size / 2 - size / 2, size, size))
            inner = size * 0.5
            path.addEllipse(QRectF(x - inner / 2, row * size / 2 - inner / 2, inner, inner))
            path.setFillRule(Qt.FillRule.WindingFill)
            made.append(path)
    return tuple(made)


@cache
def _lattice(step: float, width: float) -> tuple[QPainterPath, ...]:
    """Diagonals both ways, the same upside down; their crossings lie on the card's middle.

    Each is the shape of a line `width` wide, to be filled by itself. Qt takes a hundred times as
    long for one path of them all, most of a second on a large card.
    """
    lines = []
    half = width / 2**0.5  # of the line, from left to right
    for n in range(-20, 21):
        for side in (-1, 1):
            left, right = sorted(side * (x - WIDTH / 2 - n * step) for x in (0, WIDTH))
            top, bottom = max(left, -HEIGHT / 2), min(right, HEIGHT / 2)
            if top < bottom:  # somewhere on the card
                ends = [(WIDTH / 2 + n * step + side * y, HEIGHT / 2 + y) for y in (top, bottom)]
                (x, y), (u, v) = ends
                lines.append(
                    outline(f"M{x - half} {y} L{x + half} {y} L{u + half} {v} L{u - half} {v} Z")
                )
    return tuple(lines)


@cache
def _studs(step: float) -> QPainterPath:
    """A small diamond in the middle of every mesh of the lattice."""
    path = QPainterPath()
    half = step / 2
    for row in range(-16, 17):
        for column in range(-12, 13):
            if (row + column) % 2:
                x, y = WIDTH / 2 + column * half, HEIGHT / 2 + row * half
                path.addPath(outline(f"M{x} {y - 1} L{x + 1} {y} L{x} {y + 1} L{x - 1} {y} Z"))
    return path


def _paint_flower(painter: Pen, base: QColor, light: QColor, simple: bool) -> None:
    """Twelve petals in a ring: the mark of the house."""
    painter.translate(WIDTH / 2, HEIGHT / 2)
    disc = outline("E0 0 27 27")
    painter.fillPath(disc, base)
    painter.strokePath(disc, QPen(_PALE, 2.4 if simple else 1.0))
    if not simple:
        painter.strokePath(outline("E0 0 24.6 24.6"), QPen(light, 0.6))
    petal = outline("M0 -5 C5.4 -10 5.4 -17 0 -22.5 C-5.4 -17 -5.4 -10 0 -5 Z")
    count = 6 if simple else 12
    for _ in range(count):
        if simple:
            painter.fillPath(petal, _PALE)
        else:
            painter.strokePath(petal, QPen(_PALE, 0.8))
            painter.fillPath(outline("E0 -16.6 1.1 1.1"), _PALE)
        painter.rotate(360 / count)
    painter.fillPath(outline("E0 0 3.2 3.2"), _PALE)


def paint_edge(painter: Pen, rect: QRectF) -> None:
    """Paint the thin soft line around a card, which is never less than about a pixel wide."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = max(0.8, rect.width() * 0.008)
    inset = width / 2
    radius = rect.width() * RADIUS / WIDTH - inset
    painter.setPen(QPen(QColor(24, 24, 32, 165), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()


def paint_place(
    painter: Pen, rect: QRectF, sign: str | None = None, labels: Sequence[str] = RANK_LABELS
) -> None:
    """Paint an empty place, with its sign as `engine.empty_places.sign` returns it.

    `labels` mark the ranks, as on a `Deck`.

    Raises:
        ValueError: there is no such sign.
    """
    mark: QPainterPath | None = None
    if sign in RANK_LABELS:
        mark = placed(label_path(labels[RANK_LABELS.index(sign)]), WIDTH / 2, HEIGHT / 2, 42)
    elif sign is not None:
        mark = _sign_path(sign)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setTransform(unit_transform(rect), True)
    path = QPainterPath()
    path.addRoundedRect(QRectF(1.5, 1.5, WIDTH - 3, HEIGHT - 3), RADIUS - 1, RADIUS - 1)
    painter.fillPath(path, QColor(0, 0, 0, 34))
    painter.strokePath(path, QPen(QColor(255, 255, 255, 125), 2.4))
    if mark is not None:
        painter.fillPath(mark, QColor(255, 255, 255, 120))
    painter.restore()


@cache
def _sign_path(sign: str) -> QPainterPath:
    if sign in SUIT_NAMES:
        return placed(suit_path(SUIT_NAMES.index(sign)), WIDTH / 2, HEIGHT / 2, 44)
    if sign == REDEAL:
        return redeal_path()
    if sign == USED_UP:
        return _stroke(outline("M34 54 L66 86 M66 54 L34 86"), 8)
    known = ", ".join((*RANK_LABELS, *SUIT_NAMES, REDEAL, USED_UP))
    raise ValueError(f"no such sign for an empty place: {sign!r}; there are {known}")


@cache
def redeal_path() -> QPainterPath:
    """Return the sign of a redeal, in a card's own coordinates: an arrow round, clockwise."""
    arc = QPainterPath()
    box = QRectF(28, 48, 44, 44)
    arc.arcMoveTo(box, 10)
    arc.arcTo(box, 10, -285)
    end = arc.currentPosition()
    turn = QTransform.fromTranslate(end.x(), end.y()).rotate(105)
    return _stroke(arc, 7).united(turn.map(outline("M-9.5 2 L9.5 2 L0 -19 Z")))


def _stroke(path: QPainterPath, width: float) -> QPainterPath:
    pen = QPainterPathStroker()
    pen.setWidth(width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen.createStroke(path)


def paint_glow(painter: QPainter, rect: QRectF, colour: QColor | str) -> None:
    """Paint light around a card or place: a clear line, and a glow that fades within `GLOW`."""
    glow = QColor(colour)
    reach = rect.width() * GLOW
    radius = rect.width() * RADIUS / WIDTH
    card = QPainterPath()
    card.addRoundedRect(rect, radius, radius)
    around = QPainterPath()
    around.addRect(rect.adjusted(-reach, -reach, reach, reach))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    glow.setAlphaF(0.1)
    painter.fillPath(card, glow)
    painter.save()
    painter.setClipPath(around - card, Qt.ClipOperation.IntersectClip)
    steps = 12
    glow.setAlphaF(0.075)
    for step in range(1, steps + 1):  # strokes over strokes: the light adds up towards the card
        painter.strokePath(card, QPen(glow, 2 * reach * step / steps))
    painter.restore()
    glow.setAlphaF(1.0)
    painter.strokePath(card, QPen(glow, max(1.5, rect.width() * 0.028)))
    painter.restore()
