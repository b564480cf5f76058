"""The picture of what all benchmarks have noted: a bar for each ratio, as an SVG.

Those of which something is wanted stand against that, first where more is better, then where less
is; the others against what was measured beside them.  It has colours for a light and a dark page.
"""

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final, NamedTuple

from bench.together.running import Outcome
from bench.together.table import figure, wanted
from harness.ratios import Ratio

MARGIN, ROW, HEAD, GAP = 24, 24, 58, 22
"""In pixels: around everything, of a line, of a section's title with its axis, and after it."""
BARS: Final = 280
"""How wide the longest bar is."""
THICK: Final = 13
CHARACTER: Final = 6.9
"""How wide one is at most, on average: a picture cannot ask the font that a reader has."""
PAST: Final = 2.0
"""How many times what is wanted is still told apart."""
SMALLEST: Final = 1e-4
"""What is still told apart beside something else; noise may even be below nothing."""
BETWEEN: Final = 48.0
"""From one number above an axis to the next, at least."""
STYLE: Final = """
svg { font: 13px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328 }
.page { fill: #ffffff }
.title { font-size: 15px; font-weight: 600 }
.value { font-weight: 600 }
.faint { fill: #59636e }
.line { stroke: #d1d9e0 }
.goal { stroke: #1f2328; stroke-width: 1.5 }
.reached { fill: #1f7a48 }
.missed { fill: #c4500c }
.plain { fill: #4a76a8 }
@media (prefers-color-scheme: dark) {
svg { fill: #f0f6fc }
.page { fill: #0d1117 }
.faint { fill: #9198a1 }
.line { stroke: #3d444d }
.goal { stroke: #f0f6fc }
.reached { fill: #3fb674 }
.missed { fill: #f0883e }
.plain { fill: #6ea3dc }
}
"""


class Line(NamedTuple):
    """A ratio, and which benchmark noted it."""

    benchmark: str
    ratio: Ratio


class Axis(NamedTuple):
    """Where a section's values lie."""

    place: Callable[[float], float]
    """From the bars' left border, in parts of their width."""
    start: float
    """The value that a bar begins at."""
    marks: Sequence[tuple[float, str]]
    """Values with a line, and what is written above."""
    goal: float
    """The value with the strong line."""


class Section(NamedTuple):
    """Some ratios on one axis."""

    title: str
    lines: Sequence[Line]
    axis: Axis


class Columns(NamedTuple):
    """Where what stands, from the left."""

    what: float
    bars: float
    value: float
    right: float


def chart(outcomes: Sequence[Outcome], told: str) -> str:
    """Return the picture; at its foot is `told`, and what was not measured."""
    every = [Line(each.name, ratio) for each in outcomes for ratio in each.ratios]
    parts = [section for section in _sections(every) if section.lines]
    columns = _columns(every)
    notes = [told, *(f"{each.name}: {each.trouble}" for each in outcomes if each.trouble)]
    drawn, y = list[str](), float(MARGIN)
    for section in parts:
        drawn += _section(section, columns, y)
        y += HEAD + len(section.lines) * ROW + GAP
    for note in notes:
        drawn.append(_text(MARGIN, y + 12, note, "faint"))
        y += ROW
    width = max(columns.right, *(MARGIN + len(note) * CHARACTER for note in notes)) + MARGIN
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {y + 8:.0f}">'
    page = f'<rect class="page" width="{width:.0f}" height="{y + 8:.0f}"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", page, *drawn, "</svg>\n"])


def _sections(every: Sequence[Line]) -> list[Section]:
    more = [line for line in every if line.ratio.at_least is not None]
    less = [line for line in every if line.ratio.at_most is not None]
    others = [line for line in every if line.ratio.reached is None]
    return [
        Section("At least as much is wanted: the longer, the better", more, TO_GOAL),
        Section("At most as much is wanted: the shorter, the better", less, TO_GOAL),
        Section(
            "Beside what was measured in the same run: from line to line ten times as much",
            others,
            _by_tens(others),
        ),
    ]


TO_GOAL: Final = Axis(
    lambda value: min(max(value, 0.0), PAST) / PAST,
    0.0,
    ((0.0, "0"), (1.0, "wanted"), (PAST, f"{PAST:g} times")),
    1.0,
)
"""Of parts of what is wanted."""


def _by_tens(lines: Sequence[Line]) -> Axis:
    """Return an axis on which ten times as much is as far from 1 as a tenth is."""
    values = [max(line.ratio.value, SMALLEST) for line in lines]
    low, high = floor(log10(min([0.1, *values]))), ceil(log10(max([10.0, *values])))
    marks = [(10.0**power, f"{10.0**power:g}") for power in range(low, high + 1)]
    return Axis(
        lambda value: (log10(min(max(value, 10.0**low), 10.0**high)) - low) / (high - low),
        1.0,
        marks,
        1.0,
    )


def _columns(every: Sequence[Line]) -> Columns:
    def widest(texts: Sequence[str]) -> float:
        return max(map(len, texts), default=0) * CHARACTER

    what = MARGIN + widest([line.benchmark for line in every]) + 16
    bars = what + widest([line.ratio.what for line in every]) + 16
    value = bars + BARS + 20
    return Columns(what, bars, value, value + widest([_beside(line.ratio) for line in every]))


def _beside(ratio: Ratio) -> str:
    return f"{figure(ratio.value)} × {ratio.beside}{_mark(ratio)}"


def _mark(ratio: Ratio) -> str:
    """Return what is wanted of a ratio, and whether it is so: colours alone tell not everybody."""
    if ratio.reached is None:
        return ""
    return f", wanted {wanted(ratio)} {'✓' if ratio.reached else '✗'}"


def _section(section: Section, columns: Columns, top: float) -> list[str]:
    """Return a section's parts."""
    axis, left = section.axis, columns.bars
    first = top + HEAD
    floor_y = first + len(section.lines) * ROW
    parts = [_text(MARGIN, top + 16, section.title, "title")]
    apart = BARS / max(1, len(axis.marks) - 1)
    told = next(number for number, (value, _) in enumerate(axis.marks) if value == axis.goal)
    for number, (value, text) in enumerate(axis.marks):
        x = left + BARS * axis.place(value)
        strong = "goal" if value == axis.goal else "line"
        parts.append(f'<path class="{strong}" d="M{x:.1f} {first - 6:.0f}V{floor_y:.0f}"/>')
        if apart >= BETWEEN or (number - told) % 2 == 0:
            parts.append(_text(x, first - 12, text, "faint", anchor="middle"))
    before = ""
    for number, line in enumerate(section.lines):
        y = first + number * ROW
        if line.benchmark != before:
            parts.append(_text(MARGIN, y + 16, line.benchmark, "faint"))
            before = line.benchmark
        parts.append(_text(columns.what, y + 16, line.ratio.what))
        parts.append(_bar(line.ratio, axis, left, y))
        times = figure(line.ratio.value)
        rest = escape(_beside(line.ratio).removeprefix(times))
        parts.append(
            f'<text x="{columns.value:.0f}" y="{y + 16:.0f}"><tspan class="value">{times}</tspan>'
            f'<tspan class="faint">{rest}</tspan></text>'
        )
    # The strong line lies over the bars.
    x = left + BARS * axis.place(axis.goal)
    parts.append(f'<path class="goal" d="M{x:.1f} {first - 6:.0f}V{floor_y:.0f}"/>')
    return parts


def _bar(ratio: Ratio, axis: Axis, left: float, y: float) -> str:
    goal = ratio.at_least if ratio.at_least is not None else ratio.at_most
    value = ratio.value if goal is None else ratio.value / goal
    ends = sorted(left + BARS * axis.place(each) for each in (axis.start, value))
    kind = {True: "reached", False: "missed", None: "plain"}[ratio.reached]
    top, right = y + 5, ends[1]
    size = f'width="{max(right - ends[0], 1):.1f}" height="{THICK}"'
    bar = f'<rect class="{kind}" x="{ends[0]:.1f}" y="{top:.0f}" {size} rx="2"/>'
    if goal is None or value <= PAST:
        return bar
    # It goes on and on.
    tip = f"M{right + 2:.1f} {top:.0f}l6 {THICK / 2}l-6 {THICK / 2}z"
    return f'{bar}<path class="{kind}" d="{tip}"/>'


def _text(x: float, y: float, text: str, kind: str = "", *, anchor: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    placed = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.0f}" y="{y:.0f}"{style}{placed}>{escape(text)}</text>'
