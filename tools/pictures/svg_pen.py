"""A pen that writes SVG, for what is drawn with `client.window.cards.pen.Pen`.

Browsers do not find clips and gradients where a symbol is used from another file, so there are
none: what a clip would cut is cut here. `tools.pictures.svg_sheet` writes what comes out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen, QTransform

from client.window.cards.shapes import Placed, Sign
from tools.pictures.svg_path import Data, number, path_data

_FINE: Final = 20
"""How much larger paths are cut: Qt cuts curves into lines fit for whole pixels."""
_SIGN: Final = 100
"""The height of a suit where it is written down."""


@dataclass(frozen=True)
class Element:
    """Something drawn: a path, or a sign somewhere."""

    path: QPainterPath | None = field(compare=False)
    data: Data | None
    sign: str
    """For a sign, how it is written down once; else empty."""
    place: str
    """How the sign comes from there to its place."""
    paint: str
    """The attributes of colours and lines."""


@dataclass
class Group:
    """What is drawn in a row with the same coordinates."""

    place: QTransform
    elements: list[Element] = field(default_factory=list)


class SvgPen:
    """Takes in what is drawn."""

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self._place = QTransform()
        self._clip: QPainterPath | None = None
        self._kept: list[tuple[QTransform, QPainterPath | None]] = []
        self._line = QPen()
        self._filled: QPainterPath | None = None

    def save(self) -> None:
        """Remember where things are drawn, and the clip."""
        self._kept.append((QTransform(self._place), self._clip))
        self._break()

    def restore(self) -> None:
        """Return to what was remembered last."""
        self._place, self._clip = self._kept.pop()
        self._break()

    def setRenderHint(self, hint: QPainter.RenderHint, /) -> None:
        """Edges are as smooth as the browser makes them."""

    def setTransform(self, transform: QTransform, combine: bool, /) -> None:
        """Say where things are drawn from now on."""
        self._place = transform * self._place if combine else transform
        self._break()

    def translate(self, dx: float, dy: float, /) -> None:
        """Move what is drawn from now on."""
        self.setTransform(QTransform.fromTranslate(dx, dy), True)

    def rotate(self, angle: float, /) -> None:
        """Turn what is drawn from now on, in degrees."""
        self.setTransform(QTransform().rotate(angle), True)

    def scale(self, sx: float, sy: float, /) -> None:
        """Stretch what is drawn from now on."""
        self.setTransform(QTransform.fromScale(sx, sy), True)

    def setClipPath(self, path: QPainterPath, operation: Qt.ClipOperation, /) -> None:
        """Leave out what is outside of a path."""
        assert operation == Qt.ClipOperation.IntersectClip
        clip = self._place.map(path)
        self._clip = clip if self._clip is None else _cut(self._clip, clip)
        self._break()

    def setClipRect(self, rect: QRectF, operation: Qt.ClipOperation, /) -> None:
        """Leave out what is outside of a rectangle."""
        self.setClipPath(_rectangle(rect), operation)

    def fillPath(self, path: QPainterPath, colour: QColor, /) -> None:
        """Fill a path with a colour."""
        if isinstance(path, Placed) and path.signs and self._holds(path.boundingRect()):
            for sign, place in path.signs:
                paint = _colour("stroke" if sign.line else "fill", colour)
                scaled = sign.shape * place
                if not sign.line:
                    scaled = QTransform.fromScale(1 / _SIGN, 1 / _SIGN) * scaled
                self._add(Element(None, None, sign_text(sign), transform_text(scaled), paint))
        else:
            self._path(path, _colour("fill", colour))
            self._filled = path

    def fillRect(self, rect: QRectF, colour: QColor, /) -> None:
        """Fill a rectangle with a colour."""
        self.fillPath(_rectangle(rect), colour)

    def strokePath(self, path: QPainterPath, pen: QPen, /) -> None:
        """Draw a line along a path."""
        half = pen.widthF() / 2
        if not self._holds(path.boundingRect().adjusted(-half, -half, half, half)):
            self._path(_stroked(path, pen), _colour("fill", pen.color()))
            return
        data = path_data(path)
        assert data is not None
        line = _line(pen, closed=data.text.count("z") == data.text.count("m") + 1)
        if self._filled is path:
            filled = self.groups[-1].elements.pop()
            self._add(Element(None, data, "", "", filled.paint + line))
        else:
            self._add(Element(None, data, "", "", f' fill="none"{line}'))

    def setPen(self, pen: QPen, /) -> None:
        """Say with what the rectangle below is drawn."""
        self._line = pen

    def setBrush(self, style: Qt.BrushStyle, /) -> None:
        """Say with what it is filled: nothing."""
        assert style == Qt.BrushStyle.NoBrush

    def drawRoundedRect(self, rect: QRectF, across: float, down: float, /) -> None:
        """Draw a rectangle with round corners."""
        path = QPainterPath()
        path.addRoundedRect(rect, across, down)
        self.strokePath(path, self._line)

    def _break(self) -> None:
        self._filled = None
        if not self.groups or self.groups[-1].elements:
            self.groups.append(Group(QTransform(self._place)))
        self.groups[-1].place = QTransform(self._place)

    def _add(self, element: Element) -> None:
        if not self.groups:
            self._break()
        self.groups[-1].elements.append(element)
        self._filled = None

    def _holds(self, rect: QRectF) -> bool:
        """Return whether the clip leaves all of a rectangle."""
        return self._clip is None or self._clip.contains(self._place.mapRect(rect))

    def _path(self, path: QPainterPath, paint: str) -> None:
        if not self._holds(path.boundingRect()):
            assert self._clip is not None
            back, _ = self._place.inverted()
            path = back.map(_cut(self._place.map(path), self._clip))
        data = path_data(path)
        if data is not None:
            if "m" in data.text and path.fillRule() == Qt.FillRule.OddEvenFill:
                paint += ' fill-rule="evenodd"'
            self._add(Element(path, data, "", "", paint))


def sign_text(sign: Sign) -> str:
    """Return a sign's path, without the colour."""
    if sign.line:
        data = path_data(sign.drawn)
        paint = f' fill="none" stroke-width="{number(sign.line)}"'
        paint += ' stroke-linecap="round" stroke-linejoin="round"'
    else:
        data = path_data(QTransform.fromScale(_SIGN, _SIGN).map(sign.drawn))
        paint = ""
    assert data is not None
    return f'<path d="{data.d}"{paint}/>'


def _rectangle(rect: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(rect)
    return path


def _cut(path: QPainterPath, clip: QPainterPath) -> QPainterPath:
    large = QTransform.fromScale(_FINE, _FINE)
    small = QTransform.fromScale(1 / _FINE, 1 / _FINE)
    return small.map(large.map(path).intersected(large.map(clip)))


_CAPS: Final = {
    Qt.PenCapStyle.RoundCap: "round",
    Qt.PenCapStyle.SquareCap: "square",
    Qt.PenCapStyle.FlatCap: "butt",
}
_JOINS: Final = {Qt.PenJoinStyle.RoundJoin: "round", Qt.PenJoinStyle.BevelJoin: "bevel"}


def _colour(attribute: str, colour: QColor) -> str:
    """Return the attributes of a colour, as short as it can be written."""
    name = colour.name()
    if name[1::2] == name[2::2]:
        name = f"#{name[1::2]}"
    paint = f' {attribute}="{name}"'
    if colour.alpha() < 255:
        paint += f' {attribute}-opacity="{number(colour.alphaF(), 3)}"'
    return paint


def _line(pen: QPen, *, closed: bool) -> str:
    cap, join = _CAPS[pen.capStyle()], _JOINS[pen.joinStyle()]
    paint = _colour("stroke", pen.color())
    paint += f' stroke-width="{number(pen.widthF())}" stroke-linejoin="{join}"'
    return paint if closed else f'{paint} stroke-linecap="{cap}"'


def _stroked(path: QPainterPath, pen: QPen) -> QPainterPath:
    """Return the outline of a line."""
    stroker = QPainterPathStroker(pen)
    stroker.setCurveThreshold(0.02)
    return stroker.createStroke(path)


def transform_text(place: QTransform) -> str:
    """Return a transform of SVG; empty for none."""
    a, b, c, d = place.m11(), place.m12(), place.m21(), place.m22()
    x, y = place.dx(), place.dy()
    move = f"{number(x)} {number(y)}"  # older readers want a space between any two
    if max(abs(a - 1), abs(d - 1), abs(b), abs(c)) < 1e-6:
        return "" if move == "0 0" else f"translate({move})"
    turn = " ".join(number(value, 4) for value in (a, b, c, d))
    return f"matrix({turn} {move})"
