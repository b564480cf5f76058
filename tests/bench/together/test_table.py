import re

import pytest

from bench.together.running import Outcome
from bench.together.table import figure, lines, sum_up
from tests.bench.together.figures import OUTCOMES


def test_a_table() -> None:
    cells = [re.split(r"  +", line) for line in lines(OUTCOMES)]
    assert cells == [
        ["", "what was measured", "times", "what it stands beside", "wanted", "reached"],
        ["server", "an echo's message", "0.46", "a move in 4x13", "at least 0.7", "no"],
        ["", "a move <of the page's>", "1.46", "one of the window's"],
        ["page", "wants a browser: install the package chromium-headless-shell"],
        [
            "idle",
            "memory of an idle connection",
            "0.92",
            "the 16 KiB that it may be",
            "at most 1",
            "yes",
        ],
        ["", "failed (1): no room; see build/bench/idle.txt"],
        ["elsewhere", "guests, to the room's", "-0.0012", "as many at its own"],
    ]


def test_what_is_amiss_makes_no_column_wider() -> None:
    head, *rows = lines(OUTCOMES)
    assert len(rows[1]) < len(rows[2]) < len(head)
    assert rows[2].index("wants") == rows[4].index("failed") == head.index("what")


def test_nothing_was_measured() -> None:
    assert len(lines([])) == 1
    assert lines([Outcome("page", (), "stopped")])[1:] == ["page  stopped"]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.0, "0"),
        (0.00056, "0.00056"),
        (0.0949, "0.095"),
        (0.1, "0.10"),
        (1.005, "1.00"),
        (12.04, "12.0"),
        (113.4, "113"),
        (-0.5, "-0.50"),
    ],
)
def test_a_figure_has_two_or_three_digits(value: float, written: str) -> None:
    assert figure(value) == written


def test_the_sum() -> None:
    assert sum_up(OUTCOMES, 431.6) == (
        "1 of 2 are as they are wanted; 2 of 4 benchmarks ran to their end, in 7:11 minutes."
    )
    assert sum_up(OUTCOMES[3:], 9) == "1 of 1 benchmarks ran to their end, in 0:09 minutes."
