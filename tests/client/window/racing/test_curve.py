import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFontMetrics

from client.window.desktop import theme
from client.window.racing.curve import QUIET, ScoreCurve, racer_colours, score_at
from harness.fakes import ADA, BOB, CLEO, HOSTILE, Show
from protocol.messages import Standing

CURVES = {ADA: [(0, 0), (2000, 5), (9000, -3)], BOB: [(0, 1), (4000, 12)]}
STANDINGS = [Standing(BOB, HOSTILE, "won", 12, 1, 9, 6000), Standing(ADA, "Ada", score=-3, place=2)]


def test_a_score_stays_until_the_next(show: Show) -> None:
    curve = show(ScoreCurve(legend=True))
    curve.show_curves(CURVES, STANDINGS, 10_000, ADA)
    assert [(p.x(), p.y()) for p in curve._lines[ADA].points()] == [
        (0, 0),
        (2000, 0),
        (2000, 5),
        (9000, 5),
        (9000, -3),
        (10_000, -3),
    ]
    assert curve._lines[BOB].points()[-1] == QPointF(6000, 12), "a win ends the line"
    assert [score_at(CURVES[ADA], at) for at in (0, 1999, 2000, 99_999)] == [0, 0, 5, -3]
    assert score_at([], 5) == 0
    assert curve._score.min() <= -3
    assert curve._score.max() >= 12
    curve.grab()


def test_a_line_goes_on_to_its_racers_end(show: Show) -> None:
    curve = show(ScoreCurve())
    curve.show_curves(CURVES, STANDINGS, 20_000, ADA, ends={ADA: 12_000, BOB: 12_000})
    ends = [curve._lines[player].points()[-1].x() for player in (ADA, BOB)]
    assert ends == [12_000, 6000]
    assert curve._time.max() == 20_000


def test_names_in_the_legend_are_never_markup(show: Show) -> None:
    curve = show(ScoreCurve(legend=True))
    curve.show_curves(CURVES, STANDINGS, 10_000, ADA)
    assert "<" not in curve._lines[BOB].name()


def test_the_marks_of_any_length_of_race_are_few(show: Show) -> None:
    curve = show(ScoreCurve())
    for until in (0, 900, 5000, 61_000, 900_000, 7_200_000):
        curve.show_curves(CURVES, STANDINGS, until, ADA)
        assert 1 <= len(curve._time.categoriesLabels()) <= 6
        curve.grab()


def test_times_are_apart_on_a_curve_of_any_width(show: Show) -> None:
    curve = show(ScoreCurve())
    most = 0
    for width in (160, 200, 260, 600, 1200):
        for until in (61_000, 190_000, 300_000, 899_000, 7_200_000):
            curve.setFixedWidth(width)
            curve.show_curves(CURVES, STANDINGS, until, ADA)
            times = curve._time.categoriesLabels()
            metrics = QFontMetrics(curve._time.labelsFont())
            apart = curve._chart.plotArea().width() * curve._time.endValue(times[1]) / until
            assert apart > 1.4 * max(map(metrics.horizontalAdvance, times)), (width, until)
            most = max(most, len(times))
    assert most == 6, "where there is room"


def test_a_low_curve_tells_the_highest_score(show: Show) -> None:
    curve = show(ScoreCurve())
    curve.setFixedHeight(56)
    curve.show_curves({BOB: [(0, 1), (4000, 12)]}, STANDINGS, 10_000, ADA)
    assert (curve._score.min(), curve._score.tickInterval()) == (0, 12)


EDGES = st.sampled_from([0, 1, -1, 9, 10**5, -(10**5), 10**9, -(10**9)])
SCORES = EDGES | st.integers(-(10**9), 10**9)
TIMES = EDGES.map(abs) | st.integers(0, 10**9)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    points=st.lists(st.tuples(TIMES, SCORES), max_size=5), until=TIMES, height=st.integers(90, 900)
)
def test_the_marks_are_few_whatever_a_server_says(
    show: Show, points: list[tuple[int, int]], until: int, height: int
) -> None:
    curve = ScoreCurve()
    curve.resize(300, height)
    curve.show_curves({ADA: points, BOB: points[::-1]}, STANDINGS, until, ADA)
    marks = (curve._score.max() - curve._score.min()) / curve._score.tickInterval() + 1
    assert 1 <= marks <= 8
    assert 1 <= len(curve._time.categoriesLabels()) <= 6
    curve.grab()


@pytest.mark.parametrize("score", [1, -1, 10**5, 10**9, -(10**9)])
def test_one_score_of_any_size_is_drawn(show: Show, score: int) -> None:
    curve = show(ScoreCurve())
    curve.show_curves({ADA: [(0, score)], BOB: [(10**9, -score)]}, STANDINGS, 10**9, ADA)
    assert (curve._score.max() - curve._score.min()) / curve._score.tickInterval() < 8
    curve.grab()
    curve.show_curves(CURVES, STANDINGS, 10_000, ADA)
    assert curve._score.tickInterval() <= 20, "and small ones again"
    curve.grab()


def test_sixteen_colours_are_all_different_and_the_same_every_time() -> None:
    standings = [Standing(player, "x") for player in range(1, 17)]
    colours = racer_colours(standings, 0)
    assert len({colour.name() for colour in colours.values()}) == 16
    assert racer_colours(standings[::-1], 0) == colours
    assert racer_colours(standings, 5)[5] == QColor(theme.colours.bright)


def test_a_race_is_followed_with_the_clock(show: Show) -> None:
    curve = show(ScoreCurve())
    stuck = [replace(STANDINGS[0], status="stuck"), STANDINGS[1]]
    curve.follow(CURVES, stuck, 100_000, ADA)
    curve.follow(CURVES, stuck, 100_100, ADA)
    assert curve._time.max() == 100_000, "a tenth of a second of nothing"
    curve.follow(CURVES, stuck, 105_000, ADA, ends={BOB: 90_000})
    assert curve._time.max() == 105_000
    ends = {player: line.points()[-1].x() for player, line in curve._lines.items()}
    assert ends == {ADA: 105_000, BOB: 90_000}, "who still races, and who does not"
    scored = [replace(stuck[0], score=13), stuck[1]]
    curve.follow(CURVES, scored, 105_500, ADA)
    assert curve._time.max() == 105_500, "somebody has scored"
    curve.follow(CURVES, scored, 5_000, ADA)
    assert curve._time.max() == 5_000, "another race"


def test_a_line_goes_on_as_soon_as_that_is_seen(show: Show) -> None:
    curve = show(ScoreCurve())
    curve.resize(400, 200)
    for at, pixel in ((60_000, 200), (3_600_000, 10_000)):
        curve.show_curves(CURVES, STANDINGS, at, ADA)
        curve.follow(CURVES, STANDINGS, at + max(QUIET, pixel // 2) - 1, ADA)
        assert curve._time.max() == at
        curve.follow(CURVES, STANDINGS, at + max(QUIET, 2 * pixel), ADA)
        assert curve._time.max() > at


def test_among_many_the_scores_of_others_are_drawn_with_the_next_second(show: Show) -> None:
    curve = show(ScoreCurve())
    racers = [Standing(player, f"Racer {player}", place=1) for player in range(1, 17)]

    def follow(scorer: int, score: int, until: int) -> bool:
        """Whether the curve was drawn anew."""
        racers[scorer - 1] = replace(racers[scorer - 1], score=score)
        curve.follow({}, list(racers), until, ADA)
        return curve._time.max() == until

    curve.follow({}, list(racers), 100_000, ADA)
    assert not follow(BOB, 3, 100_100)
    assert follow(BOB, 3, 101_000)
    assert not follow(BOB, 4, 101_100)
    assert follow(ADA, 1, 101_200), "one's own"
    racers[CLEO - 1] = replace(racers[CLEO - 1], status="stuck")
    assert follow(BOB, 5, 101_300), "somebody is out"
