from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from protocol.messages import FIRST_RATING
from server.ratings.model import (
    MEAN,
    SPREAD,
    SURE_RACES,
    SURE_SPREAD,
    UNKNOWN,
    Strength,
    rate,
)

strengths = st.builds(Strength, st.floats(-1000, 4000), st.floats(50, SPREAD), st.integers(0, 1000))


def test_nothing_is_known_at_first_and_1000_is_shown() -> None:
    assert UNKNOWN == (MEAN, SPREAD, 0)
    assert UNKNOWN.shown == FIRST_RATING == 1000
    assert not UNKNOWN.sure


def test_what_is_shown_falls_as_well_as_rises_and_is_no_less_than_0() -> None:
    assert Strength(1000.0, 500.0, 3).shown == 500
    assert Strength(2000.4, 300.0, 3).shown == 2100
    assert Strength(400.0, 500.0, 3).shown == 0


def test_a_rating_is_sure_by_its_spread_and_by_its_races() -> None:
    assert Strength(1500, SURE_SPREAD, SURE_RACES).sure
    assert not Strength(1500, SURE_SPREAD + 1, SURE_RACES).sure
    assert not Strength(1500, SURE_SPREAD, SURE_RACES - 1).sure


def test_openskill_s_own_constants_on_another_scale() -> None:
    theirs = PlackettLuce()
    teams = [[theirs.rating()] for _ in range(4)]
    expected = theirs.rate(teams, ranks=[1, 2, 2, 4])
    ours = rate([UNKNOWN] * 4, [1, 2, 2, 4])
    for mine, [other] in zip(ours, expected, strict=True):
        assert abs(mine.mu - other.mu * 60) < 0.01
        assert abs(mine.sigma - other.sigma * 60) < 0.01


def test_who_comes_first_of_equals_rises_and_the_last_falls() -> None:
    after = rate([UNKNOWN] * 3, [1, 2, 3])
    assert after[0].mu > after[1].mu > after[2].mu
    assert after[0].mu > MEAN > after[2].mu
    assert all(each.sigma < SPREAD and each.races == 1 for each in after)


@given(st.lists(strengths, min_size=2, max_size=8), st.data())
def test_the_same_race_gives_the_same_bits(before: list[Strength], data: st.DataObject) -> None:
    ranks = data.draw(st.lists(st.integers(1, 8), min_size=len(before), max_size=len(before)))
    assert rate(before, ranks) == rate(list(before), list(ranks))


@given(strengths, st.integers(2, 8))
def test_among_equals_a_better_rank_is_a_better_rating(one: Strength, count: int) -> None:
    after = rate([one] * count, list(range(1, count + 1)))
    assert all(better.mu > worse.mu for better, worse in pairwise(after))
