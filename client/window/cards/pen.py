"""What cards are drawn with: all that a drawing may ask for.

Qt's painter is such a pen as it is, so nothing stands between the drawings and the window;
`tools.pictures.svg_pen` is the other one, for pictures in a browser. Whoever draws with more than
this draws for one of them only, and the type checker says so.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform


class Pen(Protocol):
    """The part of `QPainter` that drawings use, by its names. Clips are convex."""

    def save(self) -> None:
        """Remember where things are drawn, and the clip."""

    def restore(self) -> None:
        """Return to what was remembered last."""

    def setRenderHint(self, hint: QPainter.RenderHint, /) -> None:
        """Say how smooth edges are."""

    def setTransform(self, transform: QTransform, combine: bool, /) -> None:
        """Say where things are drawn from now on."""

    def translate(self, dx: float, dy: float, /) -> None:
        """Move what is drawn from now on."""

    def rotate(self, angle: float, /) -> None:
        """Turn what is drawn from now on, in degrees."""

    def scale(self, sx: float, sy: float, /) -> None:
        """Stretch what is drawn from now on."""

    def setClipPath(self, path: QPainterPath, operation: Qt.ClipOperation, /) -> None:
        """Leave out what is outside of a path."""

    def setClipRect(self, rect: QRectF, operation: Qt.ClipOperation, /) -> None:
        """Leave out what is outside of a rectangle."""

    def fillPath(self, path: QPainterPath, colour: QColor, /) -> None:
        """Fill a path with a colour."""

    def fillRect(self, rect: QRectF, colour: QColor, /) -> None:
        """Fill a rectangle with a colour."""

    def strokePath(self, path: QPainterPath, pen: QPen, /) -> None:
        """Draw a line along a path."""

    def setPen(self, pen: QPen, /) -> None:
        """Say with what the rectangle below is drawn."""

    def setBrush(self, style: Qt.BrushStyle, /) -> None:
        """Say with what it is filled: nothing."""

    def drawRoundedRect(self, rect: QRectF, across: float, down: float, /) -> None:
        """Draw a rectangle with round corners, for which Qt has lines of its own."""
