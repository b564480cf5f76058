"""Qt's paths as the data of SVG's: short, relative to their start, and of curves.

Numbers are rounded to hundredths. What is equal up to where it lies has equal data, so that it can
be written once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

UNIT: Final = 100
"""The steps of a number in the data."""
THIN: Final = 0.02
"""How far a line may pass a point of a curve that Qt has cut into lines."""
_MANY: Final = 12
"""A part with more lines than this was a curve."""
_QUARTER: Final = 0.5523
"""How far the handles of a quarter of an ellipse lie from its ends, of its radius."""

Point = tuple[int, int]


class Data(NamedTuple):
    """A path's data, and where it starts."""

    x: float
    y: float
    text: str
    """What follows after the start, without the `m` before it."""

    @property
    def d(self) -> str:
        """The whole attribute."""
        return f"M{numbers(self.x, self.y)}{self.text}"


class _Segment(NamedTuple):
    """A line (one point) or a cubic curve (three)."""

    points: tuple[Point, ...]


@lru_cache(1 << 16)
def number(value: float, places: int = 2) -> str:
    """Return a number as short as it can be written, with so many places behind the point."""
    text = f"{round(round(value, 6) + 1e-9, places):.{places}f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def numbers(*values: float, places: int = 2) -> str:
    """Return numbers in a row, with a space only where two would become one."""
    text = ""
    last = ""
    for word in (number(value, places) for value in values):
        joined = word[0] == "-" or (word[0] == "." and "." in last)
        text += word if joined or not text else f" {word}"
        last = word
    return text


def path_data(path: QPainterPath) -> Data | None:
    """Return a path's data; None if there is nothing in it."""
    parts = [part for part in subpaths(path) if len(part) > 1]
    if not parts:
        return None
    first = parts[0][0][-1]
    begin = at = (0, 0)
    text = ""
    for part in parts:
        start, *rest = [_Segment(tuple(_grid(p, first) for p in points)) for points in part]
        if text:
            text += f"m{_pair(start.points[0], at)}"
        begin = at = start.points[0]
        closed = rest[-1].points[-1] == begin
        drawn, at = _segments(begin, rest, closed=closed)
        text += drawn
        if closed:
            text += "z"
            at = begin
    return Data(_rounded(first.x()), _rounded(first.y()), text)


def subpaths(path: QPainterPath) -> Iterator[list[tuple[QPointF, ...]]]:
    """Yield each part: its start, and then the points of its lines (one) and curves (three)."""
    part: list[tuple[QPointF, ...]] = []
    at, end = 0, path.elementCount()
    while at < end:
        element = path.elementAt(at)
        point = QPointF(element.x, element.y)
        if element.isMoveTo():
            if part:
                yield _thinned(part)
            part = [(point,)]
        elif element.isCurveTo():
            b, c = path.elementAt(at + 1), path.elementAt(at + 2)
            part.append((point, QPointF(b.x, b.y), QPointF(c.x, c.y)))
            at += 2
        else:
            part.append((point,))
        at += 1
    if part:
        yield _thinned(part)


def _rounded(value: float) -> float:
    return round(round(value, 6) + 1e-9, 2)


def _grid(point: QPointF, origin: QPointF) -> Point:
    """Return a point in steps from where the path starts."""
    x, y = point.x() - origin.x(), point.y() - origin.y()
    return round(_rounded(x) * UNIT), round(_rounded(y) * UNIT)


def _pair(point: Point, base: Point) -> str:
    return numbers((point[0] - base[0]) / UNIT, (point[1] - base[1]) / UNIT)


def _segments(at: Point, rest: Sequence[_Segment], *, closed: bool) -> tuple[str, Point]:
    """Return the data of lines and curves from a point on, and where they end."""
    ellipse = _ellipse(at, rest)
    if ellipse is not None:
        return ellipse, at
    words: list[tuple[str, list[float]]] = []
    for index, segment in enumerate(rest):
        points = segment.points
        end = points[-1]
        if len(points) == 1:
            if end == at or (closed and index == len(rest) - 1):
                at = end
                continue  # z draws it
            x, y = end[0] - at[0], end[1] - at[1]
            letter = "v" if x == 0 else "h" if y == 0 else "l"
            values = [y] if x == 0 else [x] if y == 0 else [x, y]
        else:
            quadratic = _quadratic(at, points)
            letter = "c" if quadratic is None else "q"
            points = points if quadratic is None else (quadratic, end)
            values = [value for p in points for value in (p[0] - at[0], p[1] - at[1])]
        at = end
        if words and words[-1][0] == letter:
            words[-1][1].extend(values)
        else:
            words.append((letter, list(values)))
    return "".join(f"{letter}{numbers(*(v / UNIT for v in row))}" for letter, row in words), at


def _quadratic(at: Point, points: tuple[Point, ...]) -> Point | None:
    """Return the one handle of a quadratic curve that Qt has made a cubic one."""
    (ax, ay), (bx, by), (x, y) = points
    one = ((3 * ax - at[0]) / 2, (3 * ay - at[1]) / 2)
    other = ((3 * bx - x) / 2, (3 * by - y) / 2)
    if max(abs(one[0] - other[0]), abs(one[1] - other[1])) > 4:
        return None
    middle = [round((a + b) / 2) for a, b in zip(one, other, strict=True)]
    return middle[0], middle[1]


def _ellipse(at: Point, rest: Sequence[_Segment]) -> str | None:
    """Return two arcs if this is a whole ellipse as Qt makes them, from the right and clockwise."""
    if len(rest) != 4 or any(len(segment.points) != 3 for segment in rest):
        return None
    below, left, above, end = (segment.points[2] for segment in rest)
    x, y = (at[0] + left[0]) / 2, at[1]
    across, down = at[0] - x, below[1] - y
    wanted = ((x, y + down), (x - across, y), (x, y - down), at)
    near = zip((below, left, above, end), wanted, strict=True)
    if across <= 0 or any(abs(a - c) > 1 or abs(b - d) > 1 for (a, b), (c, d) in near):
        return None
    handle = rest[0].points[0]
    if abs(handle[0] - at[0]) > 1 or abs(handle[1] - y - down * _QUARTER) > 2:
        return None
    arc = (across / UNIT, down / UNIT, 0, 1, 1)
    width = 2 * across / UNIT
    return f"a{numbers(*arc, -width, 0)}a{numbers(*arc, width, 0)}"


def _thinned(part: list[tuple[QPointF, ...]]) -> list[tuple[QPointF, ...]]:
    """Return a part without the points that a curve does not need which Qt has cut into lines."""
    if len(part) <= _MANY or any(len(points) > 1 for points in part):
        return part
    line = [(points[0].x(), points[0].y()) for points in part]
    x, y = line[0]
    middle = max(range(len(line)), key=lambda at: abs(line[at][0] - x) + abs(line[at][1] - y))
    kept = [*_needed(line[: middle + 1]), *_needed(line[middle:])[1:]]
    return [(QPointF(*point),) for point in kept]


def _needed(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points of a line (by Douglas and Peucker) that it needs to be as it was."""
    if len(line) < 3:
        return line
    (x, y), (u, v) = line[0], line[-1]
    along, down = u - x, v - y
    length = (along * along + down * down) ** 0.5
    if length:
        far = [abs((a - x) * down - (b - y) * along) / length for a, b in line]
    else:
        far = [abs(a - x) + abs(b - y) for a, b in line]
    most = max(far)
    if most <= THIN:
        return [line[0], line[-1]]
    at = far.index(most)
    return [*_needed(line[: at + 1]), *_needed(line[at:])[1:]]
