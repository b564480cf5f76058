"""Whether two pictures look the same."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage


def difference(one: QImage, other: QImage, part: QRect | None = None) -> float:
    """Return by how much two pictures differ, 0 to 255 a colour, on the average of some pixels."""
    seen = part or one.rect()
    points = [
        (x, y)
        for x in range(seen.left(), seen.right(), 5)
        for y in range(seen.top(), seen.bottom(), 5)
    ]
    found = 0
    for x, y in points:
        a, b = one.pixelColor(x, y), other.pixelColor(x, y)
        found += abs(a.red() - b.red()) + abs(a.green() - b.green()) + abs(a.blue() - b.blue())
    return found / len(points) / 3
