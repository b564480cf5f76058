import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.solver.answer import Answer
from engine.state import Click
from samedeal.solving.share import tally, wilson


def test_intervals_as_wilson_gives_them() -> None:
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0, 1), "nobody has tried"


@given(st.integers(1, 1000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_an_interval_holds_its_share(trials: tuple[int, int]) -> None:
    hits, of = trials
    low, high = wilson(hits, of)
    assert 0 <= low <= hits / of <= high <= 1


def test_what_is_unknown_may_be_either() -> None:
    answers = [
        Answer("won", 10, (Click(0),)),
        Answer("won", 30, (Click(0), Click(0), Click(0))),
        Answer("won", 20, (Click(0), Click(0))),
        Answer("impossible", 7),
        Answer("unknown", 100),
    ]
    counts = tally(answers)
    assert (counts.deals, counts.won, counts.impossible, counts.unknown) == (5, 3, 1, 1)
    assert (counts.positions, counts.length) == (20, 2)
    assert counts.share == (wilson(3, 5).low, wilson(4, 5).high)


def test_without_a_win_nothing_is_said_of_wins() -> None:
    assert tally([Answer("unknown", 5)]) == (1, 0, 0, 0, 0)
