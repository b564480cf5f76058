import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.curve import Curve
from protocol.daily import blocks, day_after, heights, is_day, month_table, streak
from protocol.messages import BLOCKS, DailyTallied, Standing, Streak


@pytest.mark.parametrize("day", ["2026-11-27", "2024-02-29", "0001-01-01", "9999-12-31"])
def test_a_day(day: str) -> None:
    assert is_day(day)


@pytest.mark.parametrize(
    "text", ["", "2026-11", "2026-02-30", "20261127", "2026-W48-5", "٢٠٢٦-11-27"]
)
def test_what_is_none(text: str) -> None:
    assert not is_day(text)


def test_the_next_day_and_the_one_before() -> None:
    assert day_after("2026-12-31") == "2027-01-01"
    assert day_after("2024-03-01", -1) == "2024-02-29"
    assert day_after("9999-12-31") == "9999-12-31"


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
    ann = Standing(1, "ann", "won", 52, 1, 80, 60_000)
    bob = Standing(2, "bob", "stuck", 30, 2, 60, 50_000)
    cat = Standing(3, "cat", "gave up", 0, 3, 0, 0)
    table = month_table(
        {DAYS[0]: [ann, bob, cat], DAYS[1]: [Standing(2, "bob", "won", 52, 1, 9, 5)]}
    )
    assert table == [
        DailyTallied(2, "bob", 1, 27, 2, 1),
        DailyTallied(1, "ann", 2, 20, 1, 1),
        DailyTallied(3, "cat", 3, 0, 1, 0),
    ]
