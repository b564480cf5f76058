"""Pictures of what was measured: a few bars for each figure, as an SVG."""

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

LEFT, TOP, SIDE, GAP = 70, 50, 330, 100
"""Where the first panel is, how wide each is, and what lies between two, in pixels."""
TALL: Final = 200
COLUMNS: Final = 2


class Panel(NamedTuple):
    """A value for each of some numbers of something."""

    title: str
    across: str
    """What there are so many of."""
    counts: Sequence[int]
    values: Sequence[float]
    form: str
    """How a value is written."""


def picture(panels: Sequence[Panel]) -> str:
    """Return an SVG with these panels, two in a row."""
    rows = -(-len(panels) // COLUMNS)
    width, height = COLUMNS * (SIDE + GAP), rows * (TALL + GAP) + 10
    font = 'font-family="sans-serif" font-size="13" fill="#222"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {font}>',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, panel in enumerate(panels):
        x = LEFT + number % COLUMNS * (SIDE + GAP)
        y = TOP + number // COLUMNS * (TALL + GAP)
        parts += _draw(panel, x, y)
    return "\n".join([*parts, "</svg>\n"])


def _draw(panel: Panel, x: int, y: int) -> list[str]:
    """Return a panel's parts: its values from 0 up, side by side."""
    most = max(panel.values) * 1.15
    floor, middle, title = y + TALL, x + SIDE // 2, escape(panel.title)
    parts = [
        f'<text x="{x}" y="{y - 14}" font-size="15" font-weight="bold">{title}</text>',
        f'<path d="M{x} {floor}H{x + SIDE}" stroke="#888"/>',
        f'<text x="{middle}" y="{floor + 40}" text-anchor="middle">{panel.across}</text>',
    ]
    for place, (value, count) in enumerate(zip(panel.values, panel.counts, strict=True)):
        left, tall = x + 30 + place * 100, round(TALL * value / most)
        label = panel.form.format(value)
        parts += [
            f'<rect x="{left}" y="{floor - tall}" width="70" height="{tall}" fill="#1f6f43"/>',
            f'<text x="{left + 35}" y="{floor - tall - 6}" text-anchor="middle">{label}</text>',
            f'<text x="{left + 35}" y="{floor + 20}" text-anchor="middle">{count:,}</text>',
        ]
    return parts
