from hypothesis import given
from hypothesis import strategies as st

from protocol.curve import MOST, Curve


def test_a_point_for_each_change_of_the_score() -> None:
    curve = Curve([(0, 3)])
    for at, score in ((10, 3), (20, 5), (30, 5), (40, 4)):
        curve.add(at, score)
    assert curve.points == [(0, 3), (20, 5), (40, 4)]


@given(st.lists(st.tuples(st.integers(0, 20_000), st.integers(-2, 2)), max_size=1500))
def test_it_is_bounded_and_keeps_beginning_and_end(moves: list[tuple[int, int]]) -> None:
    curve, same = Curve([(0, 0)]), Curve([(0, 0)])
    now = score = 0
    for pause, gain in moves:
        now, score = now + pause, score + gain
        for each in (curve, same):
            each.add(now, score)
    assert len(curve.points) <= MOST
    assert curve.points == same.points
    assert curve.points[0] == (0, 0)
    assert curve.points[-1][1] == score
    times = [at for at, _ in curve.points]
    assert times == sorted(times)


def test_a_long_race_keeps_its_shape() -> None:
    curve = Curve([(0, 0)])
    for second in range(7200):
        curve.add(second * 1000, second)
    assert MOST // 3 < len(curve.points) <= MOST
    assert all(at == score * 1000 for at, score in curve.points)


def test_the_points_of_another_are_bounded_as_well() -> None:
    told = [(at, at % 7) for at in range(0, 10**9, 10**5)]
    curve = Curve(told)
    assert 2 <= len(curve.points) <= MOST
    assert (curve.points[0], curve.points[-1]) == (told[0], told[-1])
    assert Curve([(5, 5)] * 9000).points == [(5, 5)] * 2, "at one and the same time, too"
