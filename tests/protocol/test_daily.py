import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.curve import Curve
from protocol.daily import blocks, day_points, heights, month_table, streak
from protocol.messages import BLOCKS, DailyResult, DailyTallied, Streak


def test_a_curve_in_blocks() -> None:
    curve = [(0, 0), (50_000, 26), (100_000, 52)]
    assert blocks(heights(curve, 120_000)) == "▁▁▁▁▄▄▄▄▄███"


def test_a_score_that_never_changed_is_no_curve() -> None:
    assert heights([(0, 5)], 1000) == []
    assert blocks([]) == ""


def test_a_score_that_falls() -> None:
    assert heights([(0, 10), (1000, 3)], 2000)[-1] == 0


@given(
    st.lists(st.tuples(st.integers(0, 10**7), st.integers(-(10**6), 10**6)), max_size=400),
    st.integers(0, 10**7),
)
def test_heights_are_within_their_bounds(scores: list[tuple[int, int]], length: int) -> None:
    curve = Curve([(0, 0)])
    for at, score in sorted(scores):
        curve.add(at, score)
    found = heights(curve.points, length)
    assert len(found) in (0, BLOCKS)
    assert all(0 <= height <= 7 for height in found)
    assert len(blocks(found)) == len(found)


DAYS = ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"]


def test_a_streak_ends_with_a_day_without_an_attempt() -> None:
    assert streak(DAYS, {DAYS[0], DAYS[1], DAYS[3]}, DAYS[3]) == Streak(1, 2)


def test_a_streak_lasts_while_it_is_still_today() -> None:
    assert streak(DAYS, {DAYS[1], DAYS[2]}, DAYS[3]) == Streak(2, 2)
    assert streak(DAYS, {DAYS[0], DAYS[1]}, DAYS[3]) == Streak(0, 2)


def test_days_without_a_deal_are_passed_over() -> None:
    assert streak([DAYS[0], DAYS[3]], {DAYS[0], DAYS[3]}, DAYS[3]) == Streak(2, 2)


def test_a_deal_of_tomorrow_is_none_yet() -> None:
    assert streak(DAYS, {DAYS[1], DAYS[2]}, DAYS[2]) == Streak(2, 2)


def test_nobody_has_a_streak_of_nothing() -> None:
    assert streak([], set(), DAYS[0]) == Streak()


def test_a_months_table() -> None:
    ann = DailyResult(1, "ann", 1, "won", 52, 60_000, 80)
    bob = DailyResult(2, "bob", 2, "stuck", 30, 50_000, 60)
    cat = DailyResult(3, "cat", 3, "gave up", 0, 0, 0)
    other = DailyResult(2, "bob", 1, "won", 52, 5000, 9)
    assert month_table({DAYS[0]: [ann, bob, cat], DAYS[1]: [other]}) == [
        DailyTallied(2, "bob", 1, 27, 2, 1),
        DailyTallied(1, "ann", 2, 20, 1, 1),
        DailyTallied(3, "cat", 3, 0, 1, 0),
    ]


def test_those_with_as_many_points_share_a_place() -> None:
    results = [DailyResult(player, "x", 2, "won", 1, 1, 1) for player in (9, 4)]
    rows = month_table({DAYS[0]: [*results, DailyResult(5, "y", 8, "won", 1, 9, 1)]})
    assert [(row.player, row.place, row.points) for row in rows] == [
        (4, 1, 14),
        (9, 1, 14),
        (5, 3, 0),
    ]


@pytest.mark.parametrize(
    ("result", "points"),
    [
        (DailyResult(1, "a", 1, "won", 52, 1, 1), 20),
        (DailyResult(1, "a", 7, "won", 52, 1, 1), 2),
        (DailyResult(1, "a", 8, "won", 52, 1, 1), 0),
        (DailyResult(1, "a", 3, "stopped", 9, 5, 4), 5),
        (DailyResult(1, "a", 1, "gave up", 9, 0, 4), 0),
        (DailyResult(1, "a", 1, "gave up", 9, 0, 0), 0),
    ],
)
def test_points_of_a_day(result: DailyResult, points: int) -> None:
    assert day_points(result) == points
