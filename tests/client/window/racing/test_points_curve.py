import pytest

from client.window.racing.points_curve import MOST_LINES, PointsCurve, grid_step
from harness.fakes import ADA, BOB, Show
from protocol.messages import Tallied
from protocol.tally import POINT


@pytest.mark.parametrize(
    ("most", "step"),
    [(0, 1), (5, 1), (6, 2), (24, 5), (26, 10), (2600, 1000), (10_000, 2000), (123_456, 50_000)],
)
def test_between_two_lines_are_so_many_points_that_there_are_few(most: int, step: int) -> None:
    assert grid_step(most, MOST_LINES) == step


@pytest.mark.parametrize("most", [1, 16, 9999, 10**9])
def test_a_low_grid_has_one_line_at_the_least(most: int) -> None:
    assert most <= grid_step(most, 1) < 10 * most


@pytest.mark.parametrize("points", [0, 1, 7, 9999, 10**9])
@pytest.mark.parametrize("size", [(200, 120), (900, 300)])
def test_any_points_are_drawn_at_any_size(show: Show, points: int, size: tuple[int, int]) -> None:
    curve = show(PointsCurve())
    curve.resize(*size)
    rows = [
        Tallied(ADA, "Ada", 1, points * POINT, deals=2, wins=1, curve=[0, points * POINT]),
        Tallied(BOB, "Bob", 2, 0, deals=2, wins=0, curve=[0, 0]),
    ]
    curve.show_rows(rows, 2, ADA)
    curve.mark(2)
    assert not curve.grab().isNull()
