from hypothesis import given
from hypothesis import strategies as st

from server.buckets import Allowance, Bucket


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


def test_each_key_has_an_allowance_of_its_own() -> None:
    allowance = Allowance(2, seconds=60)
    assert allowance.has_any("a", 0)
    assert [allowance.take("a", 0) for _ in range(3)] == [True, True, False]
    assert not allowance.has_any("a", 0)
    assert allowance.take("b", 0)
    assert allowance.take("a", 30)
    assert not allowance.take("a", 30)


def test_nothing_is_allowed_where_nothing_is() -> None:
    assert not Allowance(0, seconds=60).has_any("a", 0)
    assert not Allowance(0, seconds=60).take("a", 0)


def test_keys_that_matter_no_more_are_forgotten() -> None:
    allowance = Allowance(1, seconds=60)
    for number in range(100_000):
        allowance.take(number, number)  # one a second: each has come back after a minute
    assert len(allowance) < 2000
    fresh = Allowance(1, seconds=60)
    for number in range(5000):
        fresh.take(number, 0)
    assert not any(fresh.take(number, 0) for number in range(5000))  # none is forgotten too early


def test_what_was_given_back_does_not_count() -> None:
    allowance = Allowance(1, seconds=60)
    allowance.give_back("a")  # never taken
    for _ in range(5):
        assert allowance.take("a", 0)
        allowance.give_back("a")
    assert allowance.take("a", 0)
    assert not allowance.take("a", 0)


def test_what_costs_more_than_is_left_has_to_be_made_good_first() -> None:
    allowance = Allowance(10, seconds=10)
    allowance.borrow("a", 0, 25)
    assert not allowance.has_any("a", 15.9)
    assert allowance.has_any("a", 16)
    assert allowance.has_any("b", 0)


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0, 100)), max_size=100))
def test_what_is_charged_is_never_more_than_burst_rate_and_one(
    asked: list[tuple[float, float]],
) -> None:
    allowance, now, charged, last = Allowance(20, seconds=4), 0.0, 0.0, 0.0
    for wait, cost in asked:
        now += wait
        if allowance.has_any("a", now):
            allowance.borrow("a", now, cost)
            charged, last = charged + cost, cost
    assert charged <= 20 + 5 * now + last + 1e-6
