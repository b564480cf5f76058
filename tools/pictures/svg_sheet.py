"""Pictures as the symbols of one SVG file, in which what is drawn several times is written once.

That is a sign, a shape that lies elsewhere or is turned round, and the shapes that follow each
other in several pictures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QTransform

from tools.pictures.svg_path import number, path_data, subpaths
from tools.pictures.svg_pen import Element, Group, transform_text

_WORTH: Final = 60
"""What is shorter than this many letters is written again rather than referred to."""

_Row = tuple[Element, ...]


class Sheet:
    """Writes a file of symbols."""

    def __init__(
        self, pictures: Mapping[str, Sequence[Group]], names: Mapping[str, str] | None = None
    ) -> None:
        """Gather pictures, by their ids; `names` are the ids of signs that have one of their own.

        Those go by `svg_pen.sign_text`.
        """
        self._names = names or {}
        self._defs: dict[object, tuple[str, str]] = {}
        """What is written once: its id and its text, by what it is."""
        rows = {
            name: [(group.place, _joined(group.elements)) for group in groups if group.elements]
            for name, groups in pictures.items()
        }
        self._times = Counter(row for groups in rows.values() for _, row in groups)
        self._rows: dict[Element, set[_Row]] = defaultdict(set)
        """Where each element is drawn."""
        for row in self._times:
            for element in row:
                self._rows[element].add(row)
        self._shapes = Counter(
            (element.data.text, element.paint) for element in self._rows if element.data is not None
        )
        self._runs = Counter(run for row in self._times for run in self._split(row))
        self._symbols = {
            name: "".join(self._group(place, row) for place, row in groups)
            for name, groups in rows.items()
        }

    def text(self, view_box: str) -> str:
        """Return the file; `view_box` is that of every symbol."""
        lines = ['<svg xmlns="http://www.w3.org/2000/svg">', "<defs>"]
        lines += [text for _, text in self._defs.values()]
        lines += ["</defs>"]
        lines += [
            f'<symbol id="{name}" viewBox="{view_box}">{text}</symbol>'
            for name, text in self._symbols.items()
        ]
        return "\n".join([*lines, "</svg>", ""])

    def _split(self, row: _Row) -> list[_Row]:
        """Cut a row where other pictures begin or end to have the same."""
        return [tuple(run) for _, run in groupby(row, key=self._rows.__getitem__)]

    def _group(self, place: QTransform, row: _Row) -> str:
        text = "".join(self._run(run) for run in self._split(row))
        moved = transform_text(place)
        if self._times[row] > 1 and _is_worth(text):
            return _use(self._once(row, _as_one(text)), moved)
        return f'<g transform="{moved}">{text}</g>' if moved else text

    def _run(self, run: _Row) -> str:
        text = "".join(self._element(element) for element in run)
        if self._runs[run] > 1 and _is_worth(text):
            return _use(self._once(run, _as_one(text)), "")
        return text

    def _element(self, element: Element) -> str:
        paint, data = element.paint, element.data
        if element.sign:
            return _use(self._once(element.sign, element.sign), element.place, paint)
        assert data is not None
        if self._shapes[data.text, paint] > 1 and len(data.text) > _WORTH:
            shape = self._once((data.text, paint), f'<path d="M0 0{data.text}"{paint}/>')
            return _use(shape, f"translate({number(data.x)} {number(data.y)})")
        return f'<path d="{data.d}"{paint}/>'

    def _once(self, what: object, text: str) -> str:
        """Return the id of what is written once; `text` is how it is written."""
        if what not in self._defs:
            name = self._names.get(text, f"s{len(self._defs)}")
            end = min(text.index(" "), text.index(">"))
            self._defs[what] = name, f'{text[:end]} id="{name}"{text[end:]}'
        return self._defs[what][0]


def _is_worth(text: str) -> bool:
    """Return whether to refer to this rather than to write it again."""
    return len(text) > _WORTH and (text.count("<") > 1 or not text.startswith("<use"))


def _as_one(text: str) -> str:
    return text if text.count("<") == 1 else f"<g>{text}</g>"


def _use(name: str, moved: str, paint: str = "") -> str:
    place = moved and f' transform="{moved}"'
    return f'<use href="#{name}"{place}{paint}/>'


def _joined(elements: Sequence[Element]) -> _Row:
    """Make one of neighbours that are filled with the same colour, where that is the same."""
    joined: list[Element] = []
    grown: set[int] = set()
    """Those that have become another path, whose data are made when it grows no more."""
    for element in elements:
        last = joined[-1] if joined else None
        if last is not None and last.paint == element.paint and "opacity" not in element.paint:
            path = _together(last.path, element.path)
            if path is not None:
                grown.add(len(joined) - 1)
                joined[-1] = Element(path, None, "", "", element.paint)
                continue
        joined.append(element)
    for at in grown:
        path = joined[at].path
        assert path is not None
        joined[at] = replace(joined[at], data=path_data(path))
    return tuple(joined)


def _together(one: QPainterPath | None, other: QPainterPath | None) -> QPainterPath | None:
    """Return what fills all that two paths fill; None where the one could take from the other."""
    if one is None or other is None:
        return None
    path = QPainterPath()
    for part in (one, other):
        ways = [_clockwise(points) for points in subpaths(part)]
        if len(ways) > 1 and not all(ways):
            return None
        path.addPath(part if ways[0] else part.toReversed())
    return path


def _clockwise(part: list[tuple[QPointF, ...]]) -> bool:
    """Return which way round a part of a path goes."""
    ends = [points[-1] for points in part]
    twice = sum(
        a.x() * b.y() - b.x() * a.y() for a, b in zip(ends, [*ends[1:], ends[0]], strict=True)
    )
    return twice >= 0
