from hypothesis import given
from hypothesis import strategies as st

from server.bounds import Bucket


def test_a_burst_and_then_the_rate() -> None:
    bucket = Bucket(rate=2, burst=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(0.4)
    assert bucket.take(0.6)
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False]


@given(st.lists(st.floats(0, 10), max_size=200))
def test_never_more_than_burst_and_rate_allow(waits: list[float]) -> None:
    bucket = Bucket(rate=5, burst=10, now=0)
    now = 0.0
    taken = 0
    for wait in waits:
        now += wait / 20
        taken += bucket.take(now)
    assert taken <= 10 + 5 * now + 1e-6
