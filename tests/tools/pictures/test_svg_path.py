"""Paths as data: short, the same wherever they lie, and as round as they were."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QTransform

from client.window.cards.shapes import outline
from tools.pictures.svg_path import THIN, Data, number, numbers, path_data, subpaths


def data(path: QPainterPath) -> Data:
    made = path_data(path)
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ((0, -0.001), "0 0"),
        ((0.5, 0.25), ".5.25"),
        ((1.5, 0.25), "1.5.25"),
        ((1, 0.25), "1 .25"),
        ((-0.5, -10), "-.5-10"),
        ((10.5, 100), "10.5 100"),
    ],
)
def test_numbers_are_as_short_as_can_be(values: tuple[float, ...], text: str) -> None:
    assert numbers(*values) == text


@given(st.floats(-1000, 1000))
def test_a_number_is_what_it_says(value: float) -> None:
    assert abs(float(number(value)) - value) <= 0.005 + 1e-6
    assert abs(float(number(value, 4)) - value) <= 0.00005 + 1e-6


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        ("M1 2 L5 2 L5 8 L1 2 Z", "M1 2h4v6z"),
        ("M1 2 L5 3", "M1 2l4 1"),
        ("M0 0 Q4 0 4 4", "M0 0q4 0 4 4"),
        ("M0 0 C1 0 2 1 2 2", "M0 0c1 0 2 1 2 2"),
        ("M0 0 L1 0 L1 1 Z M5 5 L6 5 L6 6 Z", "M0 0h1v1zm5 5h1v1z"),
        ("E5 5 2 3", "M7 5a2 3 0 1 1-4 0a2 3 0 1 1 4 0z"),
    ],
)
def test_what_was_drawn_is_found_again(drawn: str, text: str) -> None:
    assert data(outline(drawn)).d == text


def test_nothing_has_no_data() -> None:
    assert path_data(QPainterPath()) is None
    assert path_data(outline("M5 5")) is None


@given(st.floats(-200, 200), st.floats(-200, 200))
def test_what_lies_elsewhere_has_the_same_data(x: float, y: float) -> None:
    path = outline("M0 0 L3.3 0.1 C1 0 2.2 1 2 2.7 Z E5 5 2.5 2.5")
    moved = data(QTransform.fromTranslate(x, y).map(path))
    assert moved.text == data(path).text
    assert (moved.x, moved.y) == pytest.approx((x, y), abs=0.006)


def test_a_curve_cut_into_lines_loses_the_points_that_it_does_not_need() -> None:
    circle = QPainterPath(QPointF(10, 0))
    for step in range(1, 400):
        circle.lineTo(10 * math.cos(step * math.tau / 400), 10 * math.sin(step * math.tau / 400))
    circle.closeSubpath()
    (kept,) = subpaths(circle)
    assert 20 < len(kept) < 100
    points = [points[0] for points in kept]
    for a, b in pairwise(points):
        middle = (a + b) / 2
        assert math.hypot(middle.x(), middle.y()) > 10 - 1.5 * THIN


def test_a_rectangle_with_round_corners_is_no_ellipse() -> None:
    path = QPainterPath()
    path.addRoundedRect(QRectF(0, 0, 10, 10), 2, 2)
    assert "a" not in data(path).text
    assert data(path).text.count("c") == 4
