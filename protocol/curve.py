"""How a score goes over time, in a bounded number of points.

Server and clients both keep such curves: a server to tell who comes later, a client to go on from
there.  The same scores at the same times always give the same points.
"""

from collections.abc import Iterable
from typing import Final

MOST: Final = 300
"""The most points of one curve."""
_FIRST_SPAN: Final = 250


class Curve:
    """The score from the start on: each point is (milliseconds, the score from then on)."""

    __slots__ = ("_span", "points")

    def __init__(self, points: Iterable[tuple[int, int]] = ()) -> None:
        """Begin with these points, or with as many of them as a curve has."""
        self.points = list(points)
        self._span = _FIRST_SPAN
        self._bound()

    def add(self, at: int, score: int) -> None:
        """Note the score at a time, in milliseconds; times do not go back."""
        if self.points and self.points[-1][1] == score:
            return
        self.points.append((at, score))
        self._bound()

    def _bound(self) -> None:
        while len(self.points) > MOST:
            self._thin()

    def _thin(self) -> None:
        """Keep the last point of each span of time, and the very first point; spans grow."""
        self._span *= 2
        first, *rest = self.points
        last_of_span = {at // self._span: (at, score) for at, score in rest}
        self.points = [first, *last_of_span.values()]
