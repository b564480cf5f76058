"""The suits and the ranks as outlines of our own, so that cards look alike on every machine.

No font is asked for anything. Shapes are written as short strings (see `outline`), as in SVG.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker, QTransform

_WORD = re.compile(r"[A-Z]|-?[\d.]+")
_NUMBERS: Final = {"M": 2, "L": 2, "Q": 4, "C": 6, "E": 4, "Z": 0}


def outline(text: str) -> QPainterPath:
    """Return a path from its text.

    M x y moves, L draws a line, Q and C curves, E cx cy rx ry an ellipse, and Z closes. A letter
    holds for all the numbers that follow it.
    """
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    words = _WORD.findall(text)
    at, command = 0, ""
    while at < len(words):
        if words[at].isalpha():
            command, at = words[at], at + 1
        n = [float(word) for word in words[at : at + _NUMBERS[command]]]
        at += len(n)
        match command:
            case "M":
                path.moveTo(*n)
            case "L":
                path.lineTo(*n)
            case "Q":
                path.quadTo(*n)
            case "C":
                path.cubicTo(*n)
            case "E":
                path.addEllipse(QPointF(n[0], n[1]), n[2], n[3])
            case "Z":
                path.closeSubpath()
    return path


# The suits, in a box from -0.5 to 0.5 both ways; the parts of one lie over each other.
_HEART = (
    "M0 0.5 C-0.07 0.3 -0.49 0.08 -0.49 -0.21 C-0.49 -0.38 -0.37 -0.48 -0.24 -0.48"
    "C-0.12 -0.48 -0.03 -0.4 0 -0.28 C0.03 -0.4 0.12 -0.48 0.24 -0.48"
    "C0.37 -0.48 0.49 -0.38 0.49 -0.21 C0.49 0.08 0.07 0.3 0 0.5 Z"
)
_DIAMOND = "M0 -0.52 Q0.15 -0.23 0.4 0 Q0.15 0.23 0 0.52 Q-0.15 0.23 -0.4 0 Q-0.15 -0.23 0 -0.52 Z"
_STEM = (
    "M0 0.05 L0.045 0.05 C0.045 0.3 0.09 0.42 0.2 0.49"
    "L-0.2 0.49 C-0.09 0.42 -0.045 0.3 -0.045 0.05 Z"
)
_SPADE = (
    "M0 -0.51 C0.07 -0.3 0.47 -0.1 0.47 0.15 C0.47 0.29 0.37 0.37 0.25 0.37"
    "C0.14 0.37 0.06 0.31 0 0.2 C-0.06 0.31 -0.14 0.37 -0.25 0.37"
    "C-0.37 0.37 -0.47 0.29 -0.47 0.15 C-0.47 -0.1 -0.07 -0.3 0 -0.51 Z" + _STEM
)
_CLUB = (
    "E0 -0.26 0.235 0.235 E-0.255 0.12 0.235 0.235 E0.255 0.12 0.235 0.235"
    "M-0.09 -0.12 L0.09 -0.12 L0.12 0.17 L-0.12 0.17 Z" + _STEM
)
_SUITS: Final = (_CLUB, _DIAMOND, _HEART, _SPADE)

# The ranks, as centre lines of strokes; every label is 14 high. The seven is not crossed, the
# three has a flat top (no eight at a glance), the ten is narrow.
_STROKE: Final = 2.7
_RANKS: Final = {
    "A": "M0 14 L4.4 0 L8.8 14 M1.6 9.6 L7.2 9.6",
    "2": (
        "M0.4 3.9 C0.4 1.5 2 0 4.1 0 C6.3 0 7.8 1.5 7.8 3.7C7.8 5.4 6.9 6.7 5.4 8.3 L0.2 14 L8 14"
    ),
    "3": "M0.5 0 L7.4 0 L3.7 5.3 C6.4 5.2 8 7.1 8 9.5 C8 12.2 6.2 14 3.8 14 C1.8 14 0.5 13 0 11.2",
    "4": "M6 14 L6 0 L5.4 0 L0 10 L8.6 10",
    "5": "M7.2 0 L1.3 0 L0.7 6.4 C1.6 5.5 2.7 5 4 5 C6.4 5 8 6.8 8 9.4 C8 12.2 6.3 14 3.8 14"
    "C1.9 14 0.6 13.1 0 11.5",
    "6": "M6.6 0 C2.9 1.9 0 5.4 0 9.5 C0 12.2 1.7 14 4 14 C6.3 14 8 12.2 8 9.7"
    "C8 7.2 6.3 5.5 4.1 5.5 C2.2 5.5 0.7 6.6 0.1 8.4",
    "7": "M0 0 L8 0 C5.4 4.2 3.7 8.8 3.2 14",
    "8": "M4 6.4 C2 6.4 0.6 5.1 0.6 3.2 C0.6 1.4 2 0 4 0 C6 0 7.4 1.4 7.4 3.2 C7.4 5.1 6 6.4 4 6.4"
    "C1.7 6.4 0 8 0 10.2 C0 12.4 1.7 14 4 14 C6.3 14 8 12.4 8 10.2 C8 8 6.3 6.4 4 6.4 Z",
    "9": "M1.4 14 C5.1 12.1 8 8.6 8 4.5 C8 1.8 6.3 0 4 0 C1.7 0 0 1.8 0 4.3"
    "C0 6.8 1.7 8.5 3.9 8.5 C5.8 8.5 7.3 7.4 7.9 5.6",
    "10": "M0 2.6 L2.3 0 L2.3 14 M8.8 0 C7 0 6 1.9 6 4.6 L6 9.4 C6 12.1 7 14 8.8 14"
    "C10.6 14 11.6 12.1 11.6 9.4 L11.6 4.6 C11.6 1.9 10.6 0 8.8 0 Z",
    "J": "M1.8 0 L6.2 0 L6.2 9.6 C6.2 12.4 5 14 3 14 C1.4 14 0.3 13 0 11.2",
    "Q": "M4.3 0 C1.6 0 0 2 0 5 L0 9 C0 12 1.6 14 4.3 14 C7 14 8.6 12 8.6 9 L8.6 5"
    "C8.6 2 7 0 4.3 0 Z M5.2 10.2 L8.9 14.4",
    "K": "M0.6 0 L0.6 14 M8.2 0 L0.9 8.4 M3.6 5.6 L8.6 14",
}
# What jack, queen and king are marked with elsewhere: in Germany, France and Poland.
_LETTERS: Final = {
    "B": "M0.6 0 L4 0 C6.2 0 7.4 1.3 7.4 3.3 C7.4 5.3 6.2 6.5 4 6.5 L0.6 6.5 M4 6.5"
    "C6.6 6.5 8 7.9 8 10.2 C8 12.6 6.5 14 4 14 L0.6 14 L0.6 0",
    "V": "M0 0 L4.3 14 L8.6 0",
    "W": "M0 0 L2.1 14 L4.5 4.4 L6.9 14 L9 0",
    "D": "M0.6 0 L3.4 0 C6.8 0 8.6 2.4 8.6 7 C8.6 11.6 6.8 14 3.4 14 L0.6 14 L0.6 0",
    "R": "M0.6 14 L0.6 0 L4.2 0 C6.6 0 7.9 1.4 7.9 3.7 C7.9 6 6.6 7.4 4.2 7.4 L0.6 7.4"
    "M4.4 7.4 L8.5 14",
}
LABELS: Final = (*_RANKS, *_LETTERS)
"""All labels that can be drawn."""

_STAR = (
    "M0 -0.5 L0.135 -0.186 L0.476 -0.155 L0.219 0.071 L0.294 0.405 L0 0.23"
    "L-0.294 0.405 L-0.219 0.071 L-0.476 -0.155 L-0.135 -0.186 Z"
)


class Sign(QPainterPath):
    """A suit, a rank or a star: a path one unit high around (0, 0), and how it was drawn.

    Qt fills the path. Where curves are wanted, there are the strokes that it was made from.
    """

    def __init__(
        self, path: QPainterPath, drawn: QPainterPath, line: float, shape: QTransform
    ) -> None:
        super().__init__(path)
        self.drawn = drawn
        """Outlines that may lie over each other, or the middle of a line."""
        self.line = line
        """The width of that line, which is round at its ends; 0 for outlines."""
        self.shape = shape
        """How what was drawn becomes one unit high."""


@cache
def suit_path(suit: int) -> Sign:
    """Return a suit (0 clubs, 1 diamonds, 2 hearts, 3 spades), one unit high around (0, 0)."""
    drawn = outline(_SUITS[suit])
    return Sign(_merged(drawn), drawn, 0, QTransform())


@cache
def star_path() -> Sign:
    """Return the joker's star, about one unit high around (0, 0)."""
    return Sign(outline(_STAR), outline(_STAR), 0, QTransform())


@cache
def label_path(label: str) -> Sign:
    """Return one of `LABELS` as a path, one unit high around (0, 0)."""
    pen = QPainterPathStroker()
    pen.setWidth(_STROKE)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCurveThreshold(0.02)
    drawn = outline((_RANKS | _LETTERS)[label])
    path = _merged(pen.createStroke(drawn))
    scale = 1 / (14 + _STROKE)
    shape = QTransform.fromScale(scale, scale).translate(-path.boundingRect().center().x(), -7)
    return Sign(shape.map(path), drawn, _STROKE, shape)


def _merged(path: QPainterPath) -> QPainterPath:
    """Return the parts of a path as one outline.

    Qt cuts curves into lines fit for whole pixels here, so it is given a very large path.
    """
    large = QTransform.fromScale(200, 200).map(path).simplified()
    return QTransform.fromScale(1 / 200, 1 / 200).map(large)


class Placed(QPainterPath):
    """Signs somewhere on a card, as one path that remembers what it was made from."""

    signs: tuple[tuple[Sign, QTransform], ...] = ()
    """Each of them, and how it comes from one unit around (0, 0) to its place."""


def placed(path: QPainterPath, x: float, y: float, size: float) -> Placed:
    """Return a path of one unit around (0, 0), moved to (x, y) and made `size` high."""
    place = QTransform.fromTranslate(x, y).scale(size, size)
    made = Placed(place.map(path))
    if isinstance(path, Sign):
        made.signs = ((path, place),)
    return made


def together(one: Placed, other: Placed) -> Placed:
    """Add what was placed to `one`, and return it."""
    one.addPath(other)
    one.signs += other.signs
    return one
