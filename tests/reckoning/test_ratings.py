import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.ratings.model import Strength, rate
from tests.reckoning import ratings

STRENGTHS = st.builds(Strength, st.floats(0, 3000), st.floats(50, 500), st.integers(0, 50))
RACED = st.lists(st.tuples(STRENGTHS, st.integers(1, 4)), min_size=2, max_size=8)


@given(RACED)
def test_the_formulas_of_the_paper_give_what_the_package_gives(
    raced: list[tuple[Strength, int]],
) -> None:
    before = [strength for strength, _ in raced]
    ranks = [1 + sum(other < rank for _, other in raced) for _, rank in raced]
    expected = rate(before, ranks)
    found = ratings.update([ratings.Strength(*each) for each in before], ranks)
    for one, other in zip(expected, found, strict=True):
        assert other == pytest.approx(tuple(one), abs=1e-6)


@given(STRENGTHS)
def test_what_is_shown_of_a_strength(strength: Strength) -> None:
    same = ratings.Strength(*strength)
    assert (same.value, same.sure) == (strength.shown, strength.sure)
